use sinew::glam::Vec3;
use std::fmt;

/// Axes of a hair file, which states none. Sinew has +Y up and heads that face +Z.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HairAxes {
    /// +Y up, heads face +Z: Sinew, glTF, Maya, and TressFX files.
    YUpZForward,
    /// +Z up, heads face +X: the women's hair models of Cem Yuksel.
    ZUpXForward,
    /// +Z up, heads face −Y: Blender and 3ds Max.
    ZUpNegativeYForward,
}

impl HairAxes {
    /// Vector of the file in Sinew's axes.
    #[must_use]
    pub fn to_sinew(self, position: Vec3) -> Vec3 {
        let Vec3 { x, y, z } = position;
        match self {
            Self::YUpZForward => position,
            Self::ZUpXForward => Vec3::new(y, z, x),
            Self::ZUpNegativeYForward => Vec3::new(x, z, -y),
        }
    }

    /// Vector of Sinew in the axes of the file.
    #[must_use]
    pub fn from_sinew(self, position: Vec3) -> Vec3 {
        let Vec3 { x, y, z } = position;
        match self {
            Self::YUpZForward => position,
            Self::ZUpXForward => Vec3::new(z, x, y),
            Self::ZUpNegativeYForward => Vec3::new(x, -z, y),
        }
    }
}

impl fmt::Display for HairAxes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::YUpZForward => "+Y up, +Z forward",
            Self::ZUpXForward => "+Z up, +X forward",
            Self::ZUpNegativeYForward => "+Z up, -Y forward",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::HairAxes::{self, YUpZForward, ZUpNegativeYForward, ZUpXForward};
    use sinew::glam::{Mat3, Vec3};

    #[test]
    fn axes_are_rotations() {
        let forward = |axes| match axes {
            ZUpXForward => (Vec3::Z, Vec3::X),
            ZUpNegativeYForward => (Vec3::Z, Vec3::NEG_Y),
            YUpZForward => (Vec3::Y, Vec3::Z),
        };
        for axes in [YUpZForward, ZUpXForward, ZUpNegativeYForward] {
            let to = |vector| HairAxes::to_sinew(axes, vector);
            assert_eq!(Mat3::from_cols(to(Vec3::X), to(Vec3::Y), to(Vec3::Z)).determinant(), 1.0);
            let (up, ahead) = forward(axes);
            assert_eq!((to(up), to(ahead)), (Vec3::Y, Vec3::Z));
            let position = Vec3::new(1.0, 2.0, 3.0);
            assert_eq!(axes.from_sinew(to(position)), position);
        }
    }
}

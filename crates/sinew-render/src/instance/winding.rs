use sinew::Mat3x4;
use sinew::glam::{Affine3A, Mat3A};

/// Winding order of front faces after all transforms. Transforms that mirror reverse the order of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Winding {
    /// Front faces are counter-clockwise, as in the file.
    CounterClockwise,
    /// Front faces are clockwise: every transform mirrors.
    Clockwise,
    /// The order differs from joint to joint.
    Mixed,
}

impl Winding {
    /// Winding of a mesh placed by `world` and by `palette`, its skin's joints, or by `node` where it has no
    /// skin.
    pub(super) fn of(world: &Affine3A, node: &Affine3A, palette: Option<&[Mat3x4]>) -> Self {
        let mirrors = |m: Mat3A| m.determinant() < 0.0;
        let world_mirrors = mirrors(world.matrix3);
        let Some(palette) = palette else {
            let mirrored = world_mirrors != mirrors(node.matrix3);
            return if mirrored { Self::Clockwise } else { Self::CounterClockwise };
        };
        let mirrored = palette.iter().filter(|joint| world_mirrors != joint.mirrors()).count();
        match mirrored {
            0 => Self::CounterClockwise,
            n if n == palette.len() => Self::Clockwise,
            _ => Self::Mixed,
        }
    }
}

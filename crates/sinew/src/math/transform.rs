use glam::{Affine3A, Mat3A, Quat, Vec3, Vec3A};

/// A translation, rotation and scale; applied to a point as scale, then rotation, then translation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    /// Metres, in the parent's space.
    pub translation: Vec3,
    /// Unit quaternion, xyzw.
    pub rotation: Quat,
    /// Factor per axis of the transform's own space; may be negative.
    pub scale: Vec3,
}

impl Transform {
    /// Moves nothing.
    pub const IDENTITY: Self = Self { translation: Vec3::ZERO, rotation: Quat::IDENTITY, scale: Vec3::ONE };

    /// A translation alone.
    pub const fn from_translation(translation: Vec3) -> Self {
        Self { translation, ..Self::IDENTITY }
    }

    /// A rotation alone; `rotation` is a unit quaternion.
    pub const fn from_rotation(rotation: Quat) -> Self {
        Self { rotation, ..Self::IDENTITY }
    }

    /// The nearest translation, rotation and scale to `affine`. Exact unless it shears; a flattened axis takes the
    /// direction that the others leave. A mirror ends in a negative x scale.
    pub fn from_affine(affine: &Affine3A) -> Self {
        let m = affine.matrix3;
        let mirror = if m.determinant() < 0.0 { -1.0 } else { 1.0 };
        let scale = Vec3A::new(mirror * m.x_axis.length(), m.y_axis.length(), m.z_axis.length());
        let direction = |axis: Vec3A, length: f32| (length != 0.0).then(|| axis / length);
        let [x, y, z] =
            [direction(m.x_axis, scale.x), direction(m.y_axis, scale.y), direction(m.z_axis, scale.z)];
        let (x, y, z) = match (x, y, z) {
            (Some(x), Some(y), Some(z)) => (x, y, z),
            (None, Some(y), Some(z)) => (y.cross(z), y, z),
            (Some(x), None, Some(z)) => (x, z.cross(x), z),
            (Some(x), Some(y), None) => (x, y, x.cross(y)),
            (Some(x), None, None) => with_any_others(x),
            (None, Some(y), None) => rotate_axes(with_any_others(y), 1),
            (None, None, Some(z)) => rotate_axes(with_any_others(z), 2),
            (None, None, None) => (Vec3A::X, Vec3A::Y, Vec3A::Z),
        };
        let rotation = Quat::from_mat3a(&Mat3A::from_cols(x, y, z));
        let rotation = if rotation.is_finite() { rotation.normalize() } else { Quat::IDENTITY };
        Self { translation: affine.translation.into(), rotation, scale: scale.into() }
    }

    /// The same transform as a 3×4 matrix.
    #[inline]
    pub fn to_affine(&self) -> Affine3A {
        let basis = Mat3A::from_quat(self.rotation);
        Affine3A {
            matrix3: Mat3A::from_cols(
                basis.x_axis * self.scale.x,
                basis.y_axis * self.scale.y,
                basis.z_axis * self.scale.z,
            ),
            translation: self.translation.into(),
        }
    }

    /// Whether every number is finite.
    pub fn is_finite(&self) -> bool {
        self.translation.is_finite() && self.rotation.is_finite() && self.scale.is_finite()
    }
}

/// A right-handed set of axes that begins with `x`.
fn with_any_others(x: Vec3A) -> (Vec3A, Vec3A, Vec3A) {
    let y = x.any_orthonormal_vector();
    (x, y, x.cross(y))
}

/// The same axes, the first in place `by`.
fn rotate_axes((a, b, c): (Vec3A, Vec3A, Vec3A), by: usize) -> (Vec3A, Vec3A, Vec3A) {
    if by == 1 { (c, a, b) } else { (b, c, a) }
}

impl Default for Transform {
    fn default() -> Self {
        Self::IDENTITY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scale_comes_first_and_translation_last() {
        let t = Transform {
            translation: Vec3::new(10.0, 0.0, 0.0),
            rotation: Quat::from_rotation_z(std::f32::consts::FRAC_PI_2),
            scale: Vec3::new(2.0, 1.0, 1.0),
        };
        let p = t.to_affine().transform_point3(Vec3::X);
        assert!((p - Vec3::new(10.0, 2.0, 0.0)).length() < 1e-5, "{p}");
    }

    #[test]
    fn a_mirror_survives_the_way_to_a_matrix_and_back() {
        let t = Transform {
            translation: Vec3::new(1.0, 2.0, 3.0),
            rotation: Quat::from_euler(glam::EulerRot::XYZ, 0.3, -1.0, 2.0),
            scale: Vec3::new(-1.0, 2.0, 0.5),
        };
        let affine = t.to_affine();
        assert!(Transform::from_affine(&affine).to_affine().abs_diff_eq(affine, 1e-5));
    }

    #[test]
    fn a_flattened_axis_keeps_the_rotation() {
        for scale in
            [Vec3::new(1.0, 1.0, 0.0), Vec3::new(0.0, 2.0, 1.0), Vec3::new(1.0, 0.0, 3.0), Vec3::Y, Vec3::Z]
        {
            let t = Transform { scale, rotation: Quat::from_rotation_z(1.0), ..Transform::IDENTITY };
            let affine = t.to_affine();
            assert!(Transform::from_affine(&affine).to_affine().abs_diff_eq(affine, 1e-5), "{scale}");
        }
    }
}

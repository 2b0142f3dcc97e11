use glam::{Affine3A, Mat3A, Quat, Vec3};

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

    /// The nearest translation, rotation and scale to `affine`. Exact unless it shears, and unless it
    /// flattens an axis (then the rotation is arbitrary about that axis). A mirror ends in a negative x scale.
    pub fn from_affine(affine: &Affine3A) -> Self {
        let (scale, rotation, translation) = affine.to_scale_rotation_translation();
        let rotation = if rotation.is_finite() { rotation.normalize() } else { Quat::IDENTITY };
        Self { translation, rotation, scale }
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
}

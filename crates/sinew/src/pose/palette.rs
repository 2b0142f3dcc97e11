use crate::clone_from::impl_clone_from;
use crate::math::simd::{Columns, kernel, native};
use crate::math::{Mat3x4, product};
use crate::skeleton::JointId;
use glam::Affine3A;

/// Skinning palette: the matrices that move the vertices of a skin, one per joint of the skin, model from
/// bind pose.
///
/// ```
/// use sinew::glam::{Affine3A, Vec3};
/// use sinew::{JointId, SkinningPalette};
///
/// // A skin of one joint, which was bound at (0, 1, 0) and is now at (0, 3, 0).
/// let (joints, bind) = ([JointId(0)], Affine3A::from_translation(Vec3::Y));
/// let model = [Affine3A::from_translation(Vec3::Y * 3.0)];
/// let mut palette = SkinningPalette::new(joints.len());
/// palette.update(&joints, &[bind.inverse()], &model);
/// assert_eq!(palette.as_slice()[0].transform_point3(Vec3::X), Vec3::new(1.0, 2.0, 0.0));
/// ```
#[derive(Debug, Default, PartialEq)]
pub struct SkinningPalette {
    matrices: Vec<Mat3x4>,
}

impl_clone_from!(SkinningPalette { matrices });

impl SkinningPalette {
    /// Palette of `len` identity matrices.
    #[must_use]
    pub fn new(len: usize) -> Self {
        Self { matrices: vec![Mat3x4::IDENTITY; len] }
    }

    /// Recomputes every matrix; see [`write_palette`].
    pub fn update(&mut self, joints: &[JointId], inverse_binds: &[Affine3A], model: &[Affine3A]) {
        write_palette(joints, inverse_binds, model, &mut self.matrices);
    }

    /// All matrices, in the order of the skin's joints.
    #[must_use]
    pub fn as_slice(&self) -> &[Mat3x4] {
        &self.matrices
    }
}

/// Writes model · inverse bind matrix for each joint of a skin. `joints`, `inverse_binds` and `out` have one
/// entry per joint of the skin, `model` one per joint of the skeleton.
///
/// # Panics
/// When a joint does not exist in `model`.
pub fn write_palette(joints: &[JointId], inverse_binds: &[Affine3A], model: &[Affine3A], out: &mut [Mat3x4]) {
    if let Some(simd) = native() {
        return write_palette_wide(simd, joints, inverse_binds, model, out);
    }
    for ((joint, inverse_bind), out) in joints.iter().zip(inverse_binds).zip(out) {
        *out = Mat3x4::from(product(&model[joint.index()], inverse_bind));
    }
}

kernel! {
    /// The kernel over two columns at a time, with the bits of the scalar code.
    fn write_palette_wide<S>(
        simd: S,
        joints: &[JointId],
        inverse_binds: &[Affine3A],
        model: &[Affine3A],
        out: &mut [Mat3x4],
    ) {
        for ((joint, inverse_bind), out) in joints.iter().zip(inverse_binds).zip(out) {
            *out = Columns::of(simd, inverse_bind).after(&model[joint.index()]).to_rows();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::simd::each_level;
    use glam::{Quat, Vec3};

    #[test]
    fn two_columns_at_a_time_give_the_same() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut matrix = || {
            let mut three = || Vec3::new(random.f32() - 0.5, random.f32(), random.f32() * 2.0);
            let (scale, axis, translation) = (three(), three().normalize(), three());
            Affine3A::from_scale_rotation_translation(scale, Quat::from_axis_angle(axis, 1.0), translation)
        };
        let (model, binds): (Vec<_>, Vec<_>) = (0..9).map(|_| (matrix(), matrix())).unzip();
        let joints: Vec<JointId> = [3, 1, 8, 2, 0, 0, 7, 5, 6].map(JointId).into();
        let mut palette = SkinningPalette::new(joints.len());
        palette.update(&joints, &binds, &model);
        for ((joint, bind), row) in joints.iter().zip(&binds).zip(palette.as_slice()) {
            assert_eq!(*row, Mat3x4::from(product(&model[joint.index()], bind)));
        }
        each_level!(simd => {
            let mut wide = SkinningPalette::new(joints.len());
            write_palette_wide(simd, &joints, &binds, &model, &mut wide.matrices);
            assert_eq!(wide, palette);
        });
    }
}

use crate::math::Mat3x4;
use crate::skeleton::JointIndex;
use glam::Affine3A;

/// The matrices that move a skin's vertices: one per joint of the skin, model from bind pose.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SkinningPalette {
    matrices: Vec<Mat3x4>,
}

impl SkinningPalette {
    /// A palette of `len` identity matrices.
    pub fn new(len: usize) -> Self {
        Self { matrices: vec![Mat3x4::IDENTITY; len] }
    }

    /// Recomputes every matrix; see [`write_palette`].
    pub fn update(&mut self, joints: &[JointIndex], inverse_binds: &[Affine3A], model: &[Affine3A]) {
        write_palette(joints, inverse_binds, model, &mut self.matrices);
    }

    /// The matrices, in the skin's joint order.
    pub fn as_slice(&self) -> &[Mat3x4] {
        &self.matrices
    }
}

/// Writes model · inverse bind for each joint of a skin. `joints`, `inverse_binds` and `out` have one entry per
/// joint of the skin; `model` one per joint of the skeleton.
pub fn write_palette(
    joints: &[JointIndex],
    inverse_binds: &[Affine3A],
    model: &[Affine3A],
    out: &mut [Mat3x4],
) {
    for ((joint, inverse_bind), out) in joints.iter().zip(inverse_binds).zip(out) {
        *out = Mat3x4::from(model[joint.index()] * *inverse_bind);
    }
}

use crate::math::Mat3x4;
use bytemuck::{Pod, Zeroable};
use glam::{Mat3A, Quat, Vec3A};

/// A palette matrix as a dual quaternion and the stretch applied before it: 80 bytes, the layout that the GPU
/// reads.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct DualQuatJoint {
    /// Real part: rotation, a unit quaternion xyzw.
    pub real: [f32; 4],
    /// Dual part: half the translation times the rotation, xyzw.
    pub dual: [f32; 4],
    /// Columns of the stretch matrix, w unused.
    pub stretch: [[f32; 4]; 3],
}

impl DualQuatJoint {
    /// The identity transform.
    pub const IDENTITY: Self = Self {
        real: [0.0, 0.0, 0.0, 1.0],
        dual: [0.0; 4],
        stretch: [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]],
    };

    /// Whether the stretch is the identity but for rounding.
    pub(super) fn is_rigid(&self) -> bool {
        const ROUNDING: f32 = 4e-6;
        let numbers = self.stretch.iter().flatten().zip(Self::IDENTITY.stretch.iter().flatten());
        numbers.fold(0.0, |most: f32, (number, identity)| most.max((number - identity).abs())) <= ROUNDING
    }
}

impl From<&Mat3x4> for DualQuatJoint {
    fn from(matrix: &Mat3x4) -> Self {
        let affine = matrix.to_affine();
        let m = affine.matrix3;
        // Gram–Schmidt gives a rotation for every matrix without zero axes; the remainder is the stretch,
        // reflections included.
        let x = m.x_axis.normalize_or(Vec3A::X);
        let y = (m.y_axis - x * x.dot(m.y_axis)).normalize_or(x.any_orthonormal_vector());
        let rotation = Mat3A::from_cols(x, y, x.cross(y));
        let stretch = rotation.transpose() * m;
        let real = Quat::from_mat3a(&rotation).normalize();
        let t = affine.translation;
        let dual = Quat::from_xyzw(t.x, t.y, t.z, 0.0) * real * 0.5;
        Self {
            real: real.to_array(),
            dual: dual.to_array(),
            stretch: [stretch.x_axis, stretch.y_axis, stretch.z_axis].map(|c| c.extend(0.0).to_array()),
        }
    }
}

/// Converts a palette to dual quaternions. Both slices have one entry per joint of the skin.
pub fn write_dual_quaternions(palette: &[Mat3x4], out: &mut [DualQuatJoint]) {
    for (out, matrix) in out.iter_mut().zip(palette) {
        *out = DualQuatJoint::from(matrix);
    }
}

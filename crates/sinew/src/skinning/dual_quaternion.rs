//! Dual-quaternion linear blending (Kavan, Collins, Žára, O'Sullivan, *Geometric Skinning with Approximate Dual
//! Quaternion Blending*, 2008). Each palette matrix is split into a stretch and a rigid motion after it; stretches blend
//! linearly and are applied first, as in the paper's treatment of scale.

use super::blended_matrix::{BlendedMatrix, skin_each};
use super::wide;
use super::{SkinInput, SkinOutput};
use crate::math::Mat3x4;
use crate::math::simd::native;
use bytemuck::{Pod, Zeroable};
use glam::{Mat3A, Quat, Vec3A, Vec4};

/// A palette matrix as a dual quaternion and the stretch applied before it: 80 bytes, the layout that the GPU reads.
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
}

impl From<&Mat3x4> for DualQuatJoint {
    fn from(matrix: &Mat3x4) -> Self {
        let affine = matrix.to_affine();
        let m = affine.matrix3;
        // Gram–Schmidt gives a rotation for every matrix without zero axes; the remainder is the stretch, reflections
        // included.
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

/// Dual quaternion skinning of all vertices of `input` into `output`. `joints` are the palette converted by
/// [`write_dual_quaternions`]. Takes about six times as long as [`skin_linear`](super::skin_linear).
///
/// # Panics
/// When the slices of positions differ in length, or an influence names a joint beyond `joints`.
pub fn skin_dual_quaternion(input: &SkinInput<'_>, joints: &[DualQuatJoint], mut output: SkinOutput<'_>) {
    let matrix = |vertex: usize| {
        let blended = input.influences.and_then(|influences| blend(influences.of_vertex(vertex), joints));
        blended.unwrap_or(input.node)
    };
    if let Some(simd) = native() {
        return wide::skin_by(simd, input, &mut output, matrix);
    }
    skin_each(input, &mut output, |vertex| BlendedMatrix::from(&matrix(vertex)));
}

/// Blended transform as a matrix; `None` without weights.
fn blend(mut influences: impl Iterator<Item = (usize, f32)>, joints: &[DualQuatJoint]) -> Option<Mat3x4> {
    let (pivot, weight) = influences.next()?;
    let first = &joints[pivot];
    let pivot = Vec4::from_array(first.real);
    let mut real = pivot * weight;
    let mut dual = Vec4::from_array(first.dual) * weight;
    let mut stretch = first.stretch.map(|c| Vec3A::from_vec4(Vec4::from_array(c)) * weight);
    for (joint, weight) in influences {
        let joint = &joints[joint];
        let other = Vec4::from_array(joint.real);
        // The heaviest joint decides the hemisphere, so that every blend takes the shorter arc.
        let signed = if pivot.dot(other) < 0.0 { -weight } else { weight };
        real += other * signed;
        dual += Vec4::from_array(joint.dual) * signed;
        for (sum, column) in stretch.iter_mut().zip(&joint.stretch) {
            *sum += Vec3A::from_vec4(Vec4::from_array(*column)) * weight;
        }
    }
    let length = real.length();
    let (real, dual) =
        if length > 1e-12 { (real / length, dual / length) } else { (pivot, Vec4::from_array(first.dual)) };
    let (real, dual) = (Quat::from_vec4(real), Quat::from_vec4(dual));
    let translation = (dual * real.conjugate()).xyz() * 2.0;
    let matrix3 = Mat3A::from_quat(real) * Mat3A::from_cols(stretch[0], stretch[1], stretch[2]);
    Some(Mat3x4::from(glam::Affine3A { matrix3, translation: translation.into() }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::character::Influences;
    use glam::{Affine3A, Vec3};

    fn skin_one(influences: &Influences, palette: &[Mat3x4], p: Vec3) -> Vec3 {
        let mut joints = vec![DualQuatJoint::IDENTITY; palette.len()];
        write_dual_quaternions(palette, &mut joints);
        let input = SkinInput {
            positions: &[p],
            normals: &[],
            tangents: &[],
            influences: Some(influences),
            palette,
            node: Mat3x4::IDENTITY,
        };
        let mut positions = [Vec3::NAN];
        let output = SkinOutput { positions: &mut positions, normals: &mut [], tangents: &mut [] };
        skin_dual_quaternion(&input, &joints, output);
        positions[0]
    }

    #[test]
    fn one_joint_moves_like_its_matrix_even_scaled_and_mirrored() {
        let matrix = Affine3A::from_scale_rotation_translation(
            Vec3::new(-2.0, 0.5, 3.0),
            Quat::from_euler(glam::EulerRot::XYZ, 1.0, 0.5, -2.0),
            Vec3::new(4.0, -5.0, 6.0),
        );
        let one = Influences::new(4, &[0; 4], &[1.0, 0.0, 0.0, 0.0]).unwrap();
        let p = Vec3::new(0.3, 0.7, -0.4);
        let moved = skin_one(&one, &[Mat3x4::from(matrix)], p);
        assert!((moved - matrix.transform_point3(p)).length() < 1e-5, "{moved}");
    }

    #[test]
    fn a_half_turn_twist_keeps_its_radius() {
        let palette = [0.0, 3.1].map(|a| Mat3x4::from(Affine3A::from_quat(Quat::from_rotation_x(a))));
        let half = Influences::new(4, &[0, 1, 0, 0], &[0.5, 0.5, 0.0, 0.0]).unwrap();
        let moved = skin_one(&half, &palette, Vec3::Y);
        assert!((moved.length() - 1.0).abs() < 1e-5, "{moved}");
    }
}

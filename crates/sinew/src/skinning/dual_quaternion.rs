//! Dual-quaternion linear blending (Kavan, Collins, Žára, O'Sullivan, *Geometric Skinning with Approximate
//! Dual Quaternion Blending*, 2008). Each palette matrix is split into a stretch and a rigid motion after it;
//! stretches blend linearly and are applied first, as in the paper's treatment of scale.

use super::dual_quaternion_scalar::{DualQuatJoints, skin_scalar};
use super::dual_quaternion_wide as wide;
use super::{DualQuatJoint, SkinInput, SkinOutput};
use crate::math::simd::native;

/// Dual quaternion skinning of all vertices of `input` into `output`. `joints` are the palette converted by
/// [`write_dual_quaternions`](super::write_dual_quaternions). Up to 8 influences are fastest, and joints
/// without scale.
///
/// # Panics
/// When the slices of positions differ in length, or an influence names a joint beyond `joints`.
pub fn skin_dual_quaternion(input: &SkinInput<'_>, joints: &[DualQuatJoint], mut output: SkinOutput<'_>) {
    let joints = DualQuatJoints { joints, are_rigid: joints.iter().all(DualQuatJoint::is_rigid) };
    if let Some(simd) = native() {
        return wide::skin(simd, input, &joints, &mut output);
    }
    skin_scalar(0..input.positions.len(), input, &joints, &mut output);
}

#[cfg(test)]
mod tests {
    use super::super::test_mesh::{COUNTS, Mesh, STRIDES, palette};
    use super::super::write_dual_quaternions;
    use super::*;
    use crate::character::Influences;
    use crate::math::Mat3x4;
    use crate::math::simd::each_level;
    use glam::{Affine3A, Quat, Vec3, Vec4};

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

    #[test]
    fn eight_at_once_give_the_same() {
        for (scaled, all_weigh) in [(false, false), (false, true), (true, false), (true, true)] {
            let palette = palette(10, scaled);
            let mut joints = vec![DualQuatJoint::IDENTITY; palette.len()];
            write_dual_quaternions(&palette, &mut joints);
            // What is left where joints cancel.
            joints[9].real = [0.0; 4];
            let all = DualQuatJoints { joints: &joints, are_rigid: !scaled };
            assert_eq!(joints.iter().all(DualQuatJoint::is_rigid), !scaled);
            for (count, stride) in COUNTS.into_iter().flat_map(|count| STRIDES.map(|stride| (count, stride)))
            {
                let mesh = Mesh::random(count, stride, palette.clone(), all_weigh);
                let scalar =
                    mesh.skinned(|input, mut output| skin_scalar(0..count, input, &all, &mut output));
                assert!(scalar.0.iter().all(|p| p.is_finite()));
                let native = mesh.skinned(|input, output| skin_dual_quaternion(input, &joints, output));
                assert_eq!(native, scalar, "{count} {stride}");
                each_level!(simd => {
                    let wide = mesh.skinned(|input, mut output| wide::skin(simd, input, &all, &mut output));
                    assert_eq!(wide, scalar, "{count} {stride}");
                });
            }
        }
    }

    #[test]
    fn blends_are_those_of_the_paper() {
        // By glam's quaternions: normalized blend of real and dual parts, then rotation and translation.
        let turns = [Quat::from_rotation_x(0.4), Quat::from_rotation_z(-1.2)];
        let palette = turns.map(|turn| Affine3A::from_rotation_translation(turn, Vec3::new(1.0, -2.0, 0.5)));
        let palette = palette.map(Mat3x4::from);
        let influences = Influences::new(4, &[0, 1, 0, 0], &[0.7, 0.3, 0.0, 0.0]).unwrap();
        let joints = palette.map(|matrix| DualQuatJoint::from(&matrix));
        let mixed = |part: fn(&DualQuatJoint) -> [f32; 4]| {
            Vec4::from_array(part(&joints[0])) * 0.7 + Vec4::from_array(part(&joints[1])) * 0.3
        };
        let (real, dual) = (mixed(|joint| joint.real), mixed(|joint| joint.dual));
        let length = real.length();
        let (real, dual) = (Quat::from_vec4(real / length), Quat::from_vec4(dual / length));
        let moved = |p: Vec3| real * p + (dual * real.conjugate()).xyz() * 2.0;
        for p in [Vec3::ZERO, Vec3::new(0.3, 1.7, -0.4)] {
            assert!(skin_one(&influences, &palette, p).distance(moved(p)) < 1e-5);
        }
    }
}

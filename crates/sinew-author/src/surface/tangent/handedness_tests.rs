//! Handedness of mirrored texture coordinates through skinning and morph targets.

use super::generate_tangents;
use glam::{Affine3A, Mat3, Quat, Vec2, Vec3, Vec4};
use sinew::character::{Influences, Primitive};
use sinew::math::Mat3x4;
use sinew::morph::MorphTarget;
use sinew::skinning::{
    DualQuatJoint, SkinInput, SkinOutput, add_morph_targets, skin_dual_quaternion, skin_linear,
    skin_linear_fast, write_dual_quaternions,
};

/// A strip of three columns whose left half has mirrored texture coordinates; the joints are the two ends.
fn strip() -> Primitive {
    let column = |n: i32| [0.0, 1.0].map(|y| Vec3::new(n as f32, y, 0.1 * (n * n) as f32));
    let positions: Vec<Vec3> = (-2..=2).flat_map(column).collect();
    let count = positions.len();
    let weights = positions.iter().flat_map(|p| [0.5 - 0.25 * p.x, 0.5 + 0.25 * p.x]).collect::<Vec<f32>>();
    let primitive = Primitive {
        uvs: vec![positions.iter().map(|p| Vec2::new(p.x.abs() * 0.5, 1.0 - p.y)).collect()],
        normals: positions.iter().map(|p| Vec3::new(-0.2 * p.x, 0.0, 1.0).normalize()).collect(),
        influences: Influences::new(2, &[0, 1].repeat(count), &weights).ok(),
        indices: (0..4).flat_map(|n| [0, 2, 3, 0, 3, 1].map(|k| 2 * n + k)).collect(),
        file_vertices: (0..count as u32).collect(),
        file_vertex_count: count,
        positions,
        ..Primitive::default()
    };
    let strip = generate_tangents(&primitive, 0).unwrap();
    let mirrored = strip.tangents.iter().filter(|t| t.w < 0.0).count();
    assert_eq!((strip.positions.len(), mirrored), (12, 6));
    strip
}

/// Skinned normals and tangents.
fn skinned(
    strip: &Primitive,
    palette: &[Mat3x4],
    skin: impl Fn(&SkinInput<'_>, SkinOutput<'_>),
) -> Vec<(Vec3, Vec4)> {
    let input = SkinInput {
        positions: &strip.positions,
        normals: &strip.normals,
        tangents: &strip.tangents,
        influences: strip.influences.as_ref(),
        palette,
        node: Mat3x4::IDENTITY,
    };
    let count = strip.positions.len();
    let (mut positions, mut normals, mut tangents) =
        (vec![Vec3::NAN; count], vec![Vec3::NAN; count], vec![Vec4::NAN; count]);
    skin(&input, SkinOutput { positions: &mut positions, normals: &mut normals, tangents: &mut tangents });
    normals.into_iter().zip(tangents).collect()
}

fn bitangent(normal: Vec3, tangent: Vec4) -> Vec3 {
    normal.cross(tangent.truncate()) * tangent.w
}

/// All methods, by name.
fn methods(strip: &Primitive, palette: &[Mat3x4]) -> [(&'static str, Vec<(Vec3, Vec4)>); 2] {
    let mut joints = vec![DualQuatJoint::IDENTITY; palette.len()];
    write_dual_quaternions(palette, &mut joints);
    let dual = |input: &SkinInput<'_>, out: SkinOutput<'_>| skin_dual_quaternion(input, &joints, out);
    [("linear", skinned(strip, palette, skin_linear)), ("dual quaternion", skinned(strip, palette, dual))]
}

#[test]
fn turning_joints_keep_the_handedness_of_both_halves() {
    let strip = strip();
    for angle in [0.0, 0.7, 2.6, -3.0] {
        let ends = [Quat::from_rotation_y(angle), Quat::from_rotation_y(angle) * Quat::from_rotation_x(0.6)];
        let palette = ends.map(|turn| Mat3x4::from(Affine3A::from_rotation_translation(turn, Vec3::Y)));
        for (method, vertices) in methods(&strip, &palette) {
            for (v, (normal, tangent)) in vertices.into_iter().enumerate() {
                assert_eq!(tangent.w, strip.tangents[v].w, "{method} {v}");
                // The bitangent turns with the joint of the larger weight.
                let turn = ends[usize::from(strip.positions[v].x > 0.0)];
                let expected = turn * bitangent(strip.normals[v], strip.tangents[v]);
                assert!(bitangent(normal, tangent).dot(expected) > 0.8, "{method} {angle} {v}");
            }
        }
        let fast = skinned(&strip, &palette, skin_linear_fast);
        assert!(fast.iter().zip(&strip.tangents).all(|((_, t), original)| t.w == original.w));
    }
}

#[test]
fn mirroring_joints_turn_it_around_so_that_the_bitangent_is_the_mirrored_one() {
    let strip = strip();
    let turn = Quat::from_rotation_y(0.4);
    for scale in [Vec3::new(-1.0, 1.0, 1.0), Vec3::new(1.3, -0.6, 0.9), Vec3::new(-1.0, -1.0, -1.0)] {
        let matrix = Affine3A::from_scale_rotation_translation(scale, turn, Vec3::X);
        let linear = Mat3::from(matrix.matrix3);
        for (method, vertices) in methods(&strip, &[Mat3x4::from(matrix); 2]) {
            for (v, (normal, tangent)) in vertices.into_iter().enumerate() {
                assert_eq!(tangent.w, -strip.tangents[v].w, "{method} {scale} {v}");
                let expected = linear * bitangent(strip.normals[v], strip.tangents[v]);
                assert!(bitangent(normal, tangent).dot(expected) > 0.0, "{method} {scale} {v}");
                if scale.abs() == Vec3::ONE {
                    assert!(bitangent(normal, tangent).distance(expected) < 1e-5, "{method} {scale} {v}");
                }
            }
        }
    }
}

#[test]
fn morph_targets_move_tangents_but_not_their_handedness() {
    let strip = strip();
    let turn = Quat::from_rotation_z(0.5);
    let count = strip.positions.len();
    let normals: Vec<Vec3> = strip.normals.iter().map(|n| turn * *n - *n).collect();
    let along = |t: &Vec4| turn * t.truncate() - t.truncate();
    let tangents: Vec<Vec3> = strip.tangents.iter().map(along).collect();
    let target = MorphTarget::from_dense(count, &vec![Vec3::ZERO; count], &normals, &tangents).unwrap();
    let mut morphed = strip.clone();
    add_morph_targets(&[target], &[1.0], &mut morphed.positions, &mut morphed.normals, &mut morphed.tangents);
    for v in 0..count {
        assert_eq!(morphed.tangents[v].w, strip.tangents[v].w);
        let expected = turn * bitangent(strip.normals[v], strip.tangents[v]);
        assert!(bitangent(morphed.normals[v], morphed.tangents[v]).distance(expected) < 1e-5, "{v}");
    }
}

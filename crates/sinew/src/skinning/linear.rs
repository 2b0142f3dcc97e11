//! Linear blend skinning: each vertex is transformed by the weighted sum of its joints' matrices
//! (Magnenat-Thalmann et al., *Joint-Dependent Local Deformations*, 1988). Normals are transformed by the
//! cofactors of the blended matrix, so they stay perpendicular under non-uniform scale and point outwards
//! under reflections.

use super::blended_matrix::{BlendedMatrix, skin_each};
use super::wide;
use super::{SkinInput, SkinOutput};
use crate::math::simd::native;

/// Linear blend skinning of all vertices of `input` into `output`. Supports any number of influences; up to 8
/// are fastest. Costs about one matrix blend and three small products per vertex.
///
/// # Panics
/// When the slices of positions differ in length, or an influence names a joint beyond the palette.
pub fn skin_linear(input: &SkinInput<'_>, mut output: SkinOutput<'_>) {
    if let Some(simd) = native() {
        return wide::skin_linear(simd, input, &mut output);
    }
    skin_each(input, &mut output, |vertex| BlendedMatrix::of(vertex, input));
}

#[cfg(test)]
mod tests {
    use super::super::test_mesh::{COUNTS, Mesh, STRIDES, palette};
    use super::*;
    use crate::character::Influences;
    use crate::math::Mat3x4;
    use crate::math::simd::each_level;
    use glam::{Affine3A, Quat, Vec3, Vec4};

    fn skin_one(
        influences: Option<&Influences>,
        palette: &[Mat3x4],
        node: Mat3x4,
        p: Vec3,
        n: Vec3,
    ) -> [Vec3; 2] {
        let tangents = [Vec4::new(1.0, 0.0, 0.0, 1.0)];
        let input =
            SkinInput { positions: &[p], normals: &[n], tangents: &tangents, influences, palette, node };
        let (mut positions, mut normals, mut tangents) = ([Vec3::NAN], [Vec3::NAN], [Vec4::NAN]);
        let output = SkinOutput { positions: &mut positions, normals: &mut normals, tangents: &mut tangents };
        skin_linear(&input, output);
        [positions[0], normals[0]]
    }

    #[test]
    fn four_eight_and_many_influences_agree_with_the_definition() {
        for stride in [4usize, 8, 12] {
            let palette: Vec<Mat3x4> = (0..stride)
                .map(|i| {
                    let turn = Quat::from_rotation_y(i as f32 * 0.3);
                    Mat3x4::from(Affine3A::from_rotation_translation(turn, Vec3::splat(i as f32)))
                })
                .collect();
            let joints: Vec<u16> = (0..stride as u16).collect();
            let weights = vec![1.0 / stride as f32; stride];
            let influences = Influences::new(stride, &joints, &weights).unwrap();
            let p = Vec3::new(0.3, -0.2, 0.9);
            let expected: Vec3 = palette.iter().map(|m| m.transform_point3(p) / stride as f32).sum();
            let [moved, _] = skin_one(Some(&influences), &palette, Mat3x4::IDENTITY, p, Vec3::Y);
            assert!((moved - expected).length() < 1e-5, "{stride}: {moved} {expected}");
        }
    }

    #[test]
    fn eight_at_once_give_the_same() {
        let mut palette = palette(9, true);
        palette.push(Mat3x4::from(Affine3A::from_scale(Vec3::ZERO)));
        for (count, stride) in COUNTS.into_iter().flat_map(|count| STRIDES.map(|stride| (count, stride))) {
            let mesh = Mesh::random(count, stride, palette.clone(), false);
            let scalar = mesh.skinned(|input, mut output| {
                skin_each(input, &mut output, |vertex| BlendedMatrix::of(vertex, input));
            });
            assert_eq!(mesh.skinned(skin_linear), scalar, "{count} {stride}");
            each_level!(simd => {
                let wide = mesh.skinned(|input, mut output| wide::skin_linear(simd, input, &mut output));
                assert_eq!(wide, scalar, "{count} {stride}");
            });
        }
    }

    #[test]
    fn vertices_without_weights_follow_the_node() {
        let node = Mat3x4::from(Affine3A::from_translation(Vec3::Z));
        let none = Influences::new(4, &[0; 4], &[0.0; 4]).unwrap();
        for influences in [None, Some(&none)] {
            assert_eq!(skin_one(influences, &[], node, Vec3::X, Vec3::Y)[0], Vec3::new(1.0, 0.0, 1.0));
        }
    }

    #[test]
    fn normals_stay_perpendicular_under_nonuniform_and_negative_scale() {
        let node = Mat3x4::from(Affine3A::from_scale(Vec3::new(-4.0, 1.0, 1.0)));
        let n = Vec3::new(1.0, 1.0, 0.0).normalize();
        let [_, normal] = skin_one(None, &[], node, Vec3::ZERO, n);
        assert!((normal - Vec3::new(-0.25, 1.0, 0.0).normalize()).length() < 1e-6, "{normal}");
    }
}

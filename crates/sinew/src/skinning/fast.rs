//! Linear blend skinning in which normals and tangents are transformed by the blended matrix itself, as in
//! most shaders.

use super::fast_scalar::skin_from;
use super::fast_wide as wide;
use super::{SkinInput, SkinOutput};
use crate::math::simd::native;

/// Linear blend skinning in about two thirds of the time of [`skin_linear`](super::skin_linear): normals and
/// tangents are transformed by the blended matrix itself and not normalized, and tangents keep their w. For
/// joints with uniform scale, and for consumers that normalize. Under non-uniform scale, sharp bends or
/// reflections only `skin_linear` keeps normals perpendicular.
///
/// # Panics
/// When the slices of positions differ in length, or an influence names a joint beyond the palette.
pub fn skin_linear_fast(input: &SkinInput<'_>, mut output: SkinOutput<'_>) {
    if let Some(simd) = native() {
        return wide::skin(simd, input, &mut output);
    }
    skin_from(0, input, &mut output);
}

#[cfg(test)]
mod tests {
    use super::super::skin_linear;
    use super::super::test_mesh::{Mesh, STRIDES, palette};
    use super::*;
    use crate::character::Influences;
    use crate::math::simd::each_level;
    use glam::{Vec3, Vec4};

    #[test]
    fn wide_instructions_give_the_same() {
        for count in [1, 2, 9, 30, 200] {
            let strides = STRIDES.map(|stride| (stride, 9));
            for (stride, joints) in strides.into_iter().chain([(4, 300)]) {
                let mesh = Mesh::random(count, stride, palette(joints, false), false);
                let plain = mesh.skinned(|input, mut output| skin_from(0, input, &mut output));
                let bits = |(p, n, t): (Vec<Vec3>, Vec<Vec3>, Vec<Vec4>)| -> [Vec<u32>; 3] {
                    [
                        bytemuck::cast_slice(&p).to_vec(),
                        bytemuck::cast_slice(&n).to_vec(),
                        t.iter().flat_map(|t| t.to_array().map(f32::to_bits)).collect(),
                    ]
                };
                let plain = bits(plain);
                assert_eq!(bits(mesh.skinned(skin_linear_fast)), plain, "{count} {stride} {joints}");
                each_level!(simd => {
                    let wide = mesh.skinned(|input, mut output| wide::skin(simd, input, &mut output));
                    assert_eq!(bits(wide), plain, "{count} {stride} {joints}");
                });
            }
        }
    }

    #[test]
    fn positions_are_those_of_the_other_method_and_so_are_directions_by_one_joint() {
        let mut mesh = Mesh::random(40, 4, palette(12, false), false);
        let skinned = |mesh: &Mesh| (mesh.skinned(skin_linear_fast), mesh.skinned(skin_linear));
        let (fast, exact) = skinned(&mesh);
        assert!(fast.0.iter().zip(&exact.0).all(|(a, b)| a.distance(*b) < 1e-6));
        let joints: Vec<u16> = (0..40).map(|n| n % 12).collect();
        mesh.influences = Influences::new(1, &joints, &[1.0; 40]).ok();
        let (fast, exact) = skinned(&mesh);
        assert!(fast.1.iter().zip(&exact.1).all(|(a, b)| a.distance(*b) < 1e-6));
        assert!(fast.2.iter().zip(&exact.2).all(|(a, b)| a.distance(*b) < 1e-6));
    }
}

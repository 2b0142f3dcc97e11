//! Linear blend skinning in which normals and tangents are transformed by the blended matrix itself, as in most shaders.

use super::fast_scalar::skin_from;
use super::fast_wide as wide;
use super::{SkinInput, SkinOutput};
use crate::math::simd::native;

/// Linear blend skinning in about two thirds of the time of [`skin_linear`](super::skin_linear): normals and tangents are
/// transformed by the blended matrix itself and not normalized, and tangents keep their w. For joints with uniform scale,
/// and for consumers that normalize. Under non-uniform scale, sharp bends or reflections only `skin_linear` keeps normals
/// perpendicular.
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
    use super::*;
    use crate::character::Influences;
    use crate::math::Mat3x4;
    use crate::math::simd::each_level;
    use glam::{Affine3A, Quat, Vec3, Vec4};

    struct Mesh {
        positions: Vec<Vec3>,
        normals: Vec<Vec3>,
        tangents: Vec<Vec4>,
        influences: Option<Influences>,
        palette: Vec<Mat3x4>,
    }

    impl Mesh {
        fn random(count: usize, stride: usize, joints: usize) -> Self {
            let mut random = fastrand::Rng::with_seed(7);
            let mut vector = || Vec3::from_array(std::array::from_fn(|_| random.f32() * 2.0 - 1.0));
            let mut vectors = |count: usize| -> Vec<Vec3> { (0..count).map(|_| vector()).collect() };
            let turned = vectors(2 * joints);
            let palette = turned.chunks_exact(2).map(|own| {
                Mat3x4::from(Affine3A::from_rotation_translation(Quat::from_scaled_axis(own[0]), own[1]))
            });
            let palette = palette.collect();
            let numbers: Vec<u16> = (0..count * stride).map(|n| (n * 7 % joints) as u16).collect();
            let weights: Vec<f32> =
                (0..count * stride).map(|n| (n % 5) as f32 * (n / stride % 3) as f32).collect();
            Self {
                positions: vectors(count),
                normals: vectors(count).into_iter().map(Vec3::normalize).collect(),
                tangents: vectors(count).into_iter().map(|v| v.normalize().extend(-1.0)).collect(),
                influences: Influences::new(stride, &numbers, &weights).ok(),
                palette,
            }
        }

        fn skinned(
            &self,
            skin: impl Fn(&SkinInput<'_>, SkinOutput<'_>),
        ) -> (Vec<Vec3>, Vec<Vec3>, Vec<Vec4>) {
            let count = self.positions.len();
            let input = SkinInput {
                positions: &self.positions,
                normals: &self.normals,
                tangents: &self.tangents,
                influences: self.influences.as_ref(),
                palette: &self.palette,
                node: self.palette[0],
            };
            let mut out = (vec![Vec3::NAN; count], vec![Vec3::NAN; count], vec![Vec4::NAN; count]);
            skin(&input, SkinOutput { positions: &mut out.0, normals: &mut out.1, tangents: &mut out.2 });
            out
        }
    }

    #[test]
    fn wide_instructions_give_the_same() {
        for count in [1, 2, 9, 30, 200] {
            for (stride, joints) in [(0, 1), (4, 9), (8, 11), (12, 20), (4, 300)] {
                let mesh = Mesh::random(count, stride, joints);
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
    fn places_are_those_of_the_other_method_and_so_are_directions_by_one_joint() {
        let mut mesh = Mesh::random(40, 4, 12);
        let places = |mesh: &Mesh| (mesh.skinned(skin_linear_fast), mesh.skinned(skin_linear));
        let (fast, exact) = places(&mesh);
        assert!(fast.0.iter().zip(&exact.0).all(|(a, b)| a.distance(*b) < 1e-6));
        let joints: Vec<u16> = (0..40).map(|n| n % 12).collect();
        mesh.influences = Influences::new(1, &joints, &[1.0; 40]).ok();
        let (fast, exact) = places(&mesh);
        assert!(fast.1.iter().zip(&exact.1).all(|(a, b)| a.distance(*b) < 1e-6));
        assert!(fast.2.iter().zip(&exact.2).all(|(a, b)| a.distance(*b) < 1e-6));
    }
}

//! Linear blend skinning: a vertex goes to the weighted sum of its joints' transforms (Magnenat-Thalmann et al.,
//! *Joint-Dependent Local Deformations*, 1988). Normals follow the cofactors of the blended matrix, so they stay
//! perpendicular under uneven scale and point outwards under mirrors.

use super::{SkinInput, SkinOutput};
use crate::math::Mat3x4;
use glam::{Mat4, Vec3, Vec3A, Vec4};

/// Skins every vertex of `input` into `output`. Any number of influences works; 4 and 8 are fastest.
/// About one matrix blend and three small products per vertex.
pub fn skin_linear(input: &SkinInput<'_>, mut output: SkinOutput<'_>) {
    match input.influences {
        None => {
            let node = BlendedMatrix::from(&input.node);
            for vertex in 0..input.positions.len() {
                node.apply(vertex, input, &mut output);
            }
        }
        Some(influences) => match influences.stride() {
            4 => skin_rows::<4>(input, influences.joints(), influences.weights(), &mut output),
            8 => skin_rows::<8>(input, influences.joints(), influences.weights(), &mut output),
            _ => {
                for vertex in 0..input.positions.len() {
                    let mut pairs = influences.of(vertex).peekable();
                    if pairs.peek().is_none() {
                        BlendedMatrix::from(&input.node).apply(vertex, input, &mut output);
                        continue;
                    }
                    let mut sum = BlendedMatrix::ZERO;
                    pairs.for_each(|(joint, weight)| sum.add(&input.palette[joint], weight));
                    sum.apply(vertex, input, &mut output);
                }
            }
        },
    }
}

fn skin_rows<const N: usize>(
    input: &SkinInput<'_>,
    joints: &[u16],
    weights: &[f32],
    output: &mut SkinOutput<'_>,
) {
    let rows = joints.as_chunks::<N>().0.iter().zip(weights.as_chunks::<N>().0);
    for (vertex, (joints, weights)) in rows.enumerate().take(input.positions.len()) {
        // Rows are sorted: without a first weight there is none.
        if weights[0] == 0.0 {
            BlendedMatrix::from(&input.node).apply(vertex, input, output);
            continue;
        }
        let mut sum = BlendedMatrix::ZERO;
        for i in 0..N {
            sum.add(&input.palette[usize::from(joints[i])], weights[i]);
        }
        sum.apply(vertex, input, output);
    }
}

/// A weighted sum of palette matrices, kept in rows as the palette is.
#[derive(Clone, Copy)]
pub(super) struct BlendedMatrix {
    rows: [Vec4; 3],
}

impl From<&Mat3x4> for BlendedMatrix {
    fn from(m: &Mat3x4) -> Self {
        Self { rows: m.rows.map(Vec4::from_array) }
    }
}

impl BlendedMatrix {
    const ZERO: Self = Self { rows: [Vec4::ZERO; 3] };

    #[inline(always)]
    fn add(&mut self, m: &Mat3x4, weight: f32) {
        for (sum, row) in self.rows.iter_mut().zip(&m.rows) {
            *sum += Vec4::from_array(*row) * weight;
        }
    }

    /// Moves one vertex from `input` to `output`.
    #[inline(always)]
    pub(super) fn apply(&self, vertex: usize, input: &SkinInput<'_>, output: &mut SkinOutput<'_>) {
        let columns = Mat4::from_cols(self.rows[0], self.rows[1], self.rows[2], Vec4::W).transpose();
        let [x, y, z, t] =
            [columns.x_axis, columns.y_axis, columns.z_axis, columns.w_axis].map(Vec3A::from_vec4);
        let p = input.positions[vertex];
        output.positions[vertex] = (x * p.x + y * p.y + z * p.z + t).into();
        if output.normals.is_empty() && output.tangents.is_empty() {
            return;
        }
        let cofactors = [y.cross(z), z.cross(x), x.cross(y)];
        let side = if x.dot(cofactors[0]) < 0.0 { -1.0 } else { 1.0 };
        if let (Some(out), Some(n)) = (output.normals.get_mut(vertex), input.normals.get(vertex)) {
            let n = cofactors[0] * n.x + cofactors[1] * n.y + cofactors[2] * n.z;
            *out = unit(n * side);
        }
        if let (Some(out), Some(tangent)) = (output.tangents.get_mut(vertex), input.tangents.get(vertex)) {
            let moved = x * tangent.x + y * tangent.y + z * tangent.z;
            *out = unit(moved).extend(tangent.w * side);
        }
    }
}

/// The direction of `v`; zero where a joint flattens it away.
#[inline(always)]
fn unit(v: Vec3A) -> Vec3 {
    v.normalize_or_zero().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::character::Influences;
    use glam::{Affine3A, Quat};

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
    fn vertices_without_weights_follow_the_node() {
        let node = Mat3x4::from(Affine3A::from_translation(Vec3::Z));
        let none = Influences::new(4, &[0; 4], &[0.0; 4]).unwrap();
        for influences in [None, Some(&none)] {
            assert_eq!(skin_one(influences, &[], node, Vec3::X, Vec3::Y)[0], Vec3::new(1.0, 0.0, 1.0));
        }
    }

    #[test]
    fn normals_stay_perpendicular_under_uneven_and_mirrored_scale() {
        let node = Mat3x4::from(Affine3A::from_scale(Vec3::new(-4.0, 1.0, 1.0)));
        let n = Vec3::new(1.0, 1.0, 0.0).normalize();
        let [_, normal] = skin_one(None, &[], node, Vec3::ZERO, n);
        assert!((normal - Vec3::new(-0.25, 1.0, 0.0).normalize()).length() < 1e-6, "{normal}");
    }
}

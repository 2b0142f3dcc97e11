//! Blended matrix of a vertex: the weighted sum of its joints' matrices.

use super::{SkinInput, SkinOutput};
use crate::math::{Mat3x4, combined, fused};
use glam::{Vec3, Vec3A};

/// Scalar version: each vertex by its own matrix.
#[inline(always)]
pub(super) fn skin_each(
    input: &SkinInput<'_>,
    output: &mut SkinOutput<'_>,
    matrix: impl Fn(usize) -> BlendedMatrix,
) {
    for vertex in 0..input.positions.len() {
        matrix(vertex).apply::<false>(vertex, input, output);
    }
}

/// Weighted sum of palette matrices, in rows like the palette.
#[derive(Clone, Copy)]
pub(super) struct BlendedMatrix {
    pub(super) rows: [[f32; 4]; 3],
}

impl From<&Mat3x4> for BlendedMatrix {
    fn from(m: &Mat3x4) -> Self {
        Self { rows: m.rows }
    }
}

impl BlendedMatrix {
    /// Blended matrix of a vertex; that of the node without weights.
    #[inline(always)]
    pub(super) fn of(vertex: usize, input: &SkinInput<'_>) -> Self {
        let mut sum: Option<Self> = None;
        if let Some(influences) = input.influences {
            for (joint, weight) in influences.of_vertex(vertex) {
                sum.get_or_insert(Self { rows: [[0.0; 4]; 3] }).add(&input.palette[joint], weight);
            }
        }
        sum.unwrap_or(Self { rows: input.node.rows })
    }

    #[inline(always)]
    fn add(&mut self, m: &Mat3x4, weight: f32) {
        for (sum, row) in self.rows.iter_mut().zip(&m.rows) {
            for (sum, number) in sum.iter_mut().zip(row) {
                *sum = fused(*number, weight, *sum);
            }
        }
    }

    /// Transforms one vertex of `input` into `output`. `RIGID` matrices are rotations and translations.
    #[inline(always)]
    pub(super) fn apply<const RIGID: bool>(
        &self,
        vertex: usize,
        input: &SkinInput<'_>,
        output: &mut SkinOutput<'_>,
    ) {
        let [x, y, z, t] = [0, 1, 2, 3].map(|c| Vec3A::from_array(self.rows.map(|row| row[c])));
        output.positions[vertex] = combined([x, y, z], input.positions[vertex].into(), t).into();
        if output.normals.is_empty() && output.tangents.is_empty() {
            return;
        }
        let cofactors = if RIGID { [x, y, z] } else { [cross(y, z), cross(z, x), cross(x, y)] };
        let side = if !RIGID && dot(x, cofactors[0]) < 0.0 { -1.0 } else { 1.0 };
        if let (Some(out), Some(n)) = (output.normals.get_mut(vertex), input.normals.get(vertex)) {
            *out = unit(combined(cofactors, Vec3A::from(*n), Vec3A::ZERO) * side);
        }
        if let (Some(out), Some(tangent)) = (output.tangents.get_mut(vertex), input.tangents.get(vertex)) {
            let moved = combined([x, y, z], Vec3A::from_vec4(*tangent), Vec3A::ZERO);
            *out = unit(moved).extend(tangent.w * side);
        }
    }
}

/// `v` normalized; zero for a vector of length 0.
#[inline(always)]
fn unit(v: Vec3A) -> Vec3 {
    let share = 1.0 / dot(v, v).sqrt();
    if share.is_finite() && share > 0.0 { (v * share).into() } else { Vec3::ZERO }
}

#[inline(always)]
fn dot(a: Vec3A, b: Vec3A) -> f32 {
    fused(a.z, b.z, fused(a.y, b.y, a.x * b.x))
}

#[inline(always)]
fn cross(a: Vec3A, b: Vec3A) -> Vec3A {
    let part = |i: usize, j: usize| fused(a[i], b[j], -(a[j] * b[i]));
    Vec3A::new(part(1, 2), part(2, 0), part(0, 1))
}

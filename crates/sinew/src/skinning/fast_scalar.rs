//! Fast skinning vertex by vertex: the scalar version of `fast_wide`.

use super::blended_matrix::BlendedMatrix;
use super::{SkinInput, SkinOutput};
use crate::math::fused;
use glam::Vec3;

/// Skins the vertices with index `first` and above.
#[inline(always)]
pub(super) fn skin_from(first: usize, input: &SkinInput<'_>, output: &mut SkinOutput<'_>) {
    for vertex in first..input.positions.len() {
        let matrix = BlendedMatrix::of(vertex, input);
        output.positions[vertex] = moved(&matrix, input.positions[vertex], 1.0);
        if let (Some(out), Some(normal)) = (output.normals.get_mut(vertex), input.normals.get(vertex)) {
            *out = moved(&matrix, *normal, 0.0);
        }
        if let (Some(out), Some(tangent)) = (output.tangents.get_mut(vertex), input.tangents.get(vertex)) {
            *out = moved(&matrix, tangent.truncate(), 0.0).extend(tangent.w);
        }
    }
}

/// A point (`w` = 1) or direction (`w` = 0) transformed by the matrix; the order of the sums is that of the
/// wide version.
#[inline(always)]
fn moved(matrix: &BlendedMatrix, v: Vec3, w: f32) -> Vec3 {
    let row = |[x, y, z, t]: [f32; 4]| fused(x, v.x, z * v.z) + fused(y, v.y, t * w);
    let [x, y, z] = matrix.rows;
    Vec3::new(row(x), row(y), row(z))
}

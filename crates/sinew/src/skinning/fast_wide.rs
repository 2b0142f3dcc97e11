//! A vertex at a time with its matrix in two registers, bit for bit what `fast::skin_from` does where palettes are
//! finite.

#![allow(unsafe_code, reason = "called only where the processor has the instructions")]

use super::{SkinInput, SkinOutput};
use crate::character::Influences;
use crate::math::lanes::Columns;

pub(super) use crate::math::lanes::is_possible;

/// Palettes of more matrices take the plain way: columns are made anew for each mesh, without allocating.
const MOST: usize = 1 << u8::BITS;

pub(super) fn skin(input: &SkinInput<'_>, output: &mut SkinOutput<'_>) {
    // SAFETY: the caller has looked.
    unsafe { skin_all(input, output) }
}

#[target_feature(enable = "avx2,fma")]
fn skin_all(input: &SkinInput<'_>, output: &mut SkinOutput<'_>) {
    let fits =
        |own: &&Influences| own.max_joint().is_some_and(|most| usize::from(most) < input.palette.len());
    let done = match input.influences.filter(fits).map(|own| (own, own.stride())) {
        Some((own, 4)) if input.palette.len() <= MOST => skin_most::<4>(input, own, output),
        Some((own, 8)) if input.palette.len() <= MOST => skin_most::<8>(input, own, output),
        _ => 0,
    };
    super::fast::skin_from(done, input, output);
}

/// All vertices but the last, since four numbers are read and written where three stand; gives how many. Their joints are of
/// the palette, and that has no more than [`MOST`].
#[target_feature(enable = "avx2,fma")]
#[inline(never)]
fn skin_most<const N: usize>(
    input: &SkinInput<'_>,
    influences: &Influences,
    output: &mut SkinOutput<'_>,
) -> usize {
    let count = input.positions.len().saturating_sub(1).min(influences.len());
    let joints = &influences.joints().as_chunks::<N>().0[..count];
    let weights = &influences.weights().as_chunks::<N>().0[..count];
    let mut palette = [Columns::zero(); MOST];
    for (columns, matrix) in palette.iter_mut().zip(input.palette) {
        *columns = Columns::of_rows(matrix);
    }
    let node = Columns::of_rows(&input.node);
    let (positions, moved) = (flat(input.positions), bytemuck::cast_slice_mut(output.positions));
    let (normals, turned) = (flat(input.normals), bytemuck::cast_slice_mut(output.normals));
    for vertex in 0..count {
        let is_weighted = weights[vertex][0] > 0.0;
        let own = if is_weighted { blended(&joints[vertex], &weights[vertex], &palette) } else { node };
        if let (Some(out), Some(place)) = (four_mut(moved, vertex), four(positions, vertex)) {
            *out = own.moved(place, 1.0);
        }
        if let (Some(out), Some(normal)) = (four_mut(turned, vertex), four(normals, vertex)) {
            *out = own.moved(normal, 0.0);
        }
        if let (Some(out), Some(tangent)) = (output.tangents.get_mut(vertex), input.tangents.get(vertex)) {
            let [x, y, z, _] = own.moved(&tangent.to_array(), 0.0);
            *out = [x, y, z, tangent.w].into();
        }
    }
    count
}

fn flat(vectors: &[glam::Vec3]) -> &[f32] {
    bytemuck::cast_slice(vectors)
}

/// The numbers of a vertex, and the first of the next.
#[inline(always)]
fn four(numbers: &[f32], vertex: usize) -> Option<&[f32; 4]> {
    numbers.get(3 * vertex..3 * vertex + 4)?.first_chunk()
}

#[inline(always)]
fn four_mut(numbers: &mut [f32], vertex: usize) -> Option<&mut [f32; 4]> {
    numbers.get_mut(3 * vertex..3 * vertex + 4)?.first_chunk_mut()
}

#[target_feature(enable = "avx2,fma")]
#[inline]
fn blended<const N: usize>(joints: &[u16; N], weights: &[f32; N], palette: &[Columns; MOST]) -> Columns {
    let mut sum = Columns::zero();
    for (joint, weight) in joints.iter().zip(weights) {
        // SAFETY: every joint is of the palette.
        sum = sum.plus(unsafe { palette.get_unchecked(usize::from(*joint)) }, *weight);
    }
    sum
}

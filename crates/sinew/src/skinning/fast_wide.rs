//! A vertex at a time with its matrix in two registers, bit for bit what `fast::skin_from` does where palettes are
//! finite.

#![allow(unsafe_code, reason = "called only where the processor has the instructions")]

use super::{SkinInput, SkinOutput, wide};
use crate::character::Influences;
use crate::math::lanes::Columns;
use glam::Vec3;

pub(super) use crate::math::lanes::is_possible;

/// A palette of no more matrices is turned into columns first, on the stack.
const MAX: usize = 256;

/// Only for as many vertices does that pay.
const MANY: usize = 128;

pub(super) fn skin(input: &SkinInput<'_>, output: &mut SkinOutput<'_>) {
    // SAFETY: the caller has looked.
    unsafe { skin_all(input, output) }
}

#[target_feature(enable = "avx2,fma")]
fn skin_all(input: &SkinInput<'_>, output: &mut SkinOutput<'_>) {
    let done = match input.influences.map(|own| (own, own.stride())) {
        Some((own, 4)) if wide::fits(input, output) => skin_most::<4>(input, own, output),
        Some((own, 8)) if wide::fits(input, output) => skin_most::<8>(input, own, output),
        _ => 0,
    };
    super::fast::skin_from(done, input, output);
}

/// All vertices but the last, since four numbers are read and written where three stand; gives how many.
#[target_feature(enable = "avx2,fma")]
fn skin_most<const N: usize>(
    input: &SkinInput<'_>,
    influences: &Influences,
    output: &mut SkinOutput<'_>,
) -> usize {
    let count = input.positions.len().saturating_sub(1);
    let joints = &influences.joints().as_chunks::<N>().0[..count];
    let weights = &influences.weights().as_chunks::<N>().0[..count];
    let is_descendant_of = influences.max_joint().is_some_and(|most| usize::from(most) < input.palette.len());
    if !is_descendant_of || input.palette.len() > MAX || count < MANY {
        each(count, input, output, |vertex| {
            let (two, third) = wide::blend(input, &joints[vertex], &weights[vertex]);
            Columns::of_rows(two, third)
        });
        return count;
    }
    let mut palette = [Columns::zero(); MAX];
    for (columns, matrix) in palette.iter_mut().zip(input.palette) {
        *columns = Columns::of_rows(wide::two(matrix), wide::third(matrix));
    }
    let node = Columns::of_rows(wide::two(&input.node), wide::third(&input.node));
    each(count, input, output, |vertex| {
        // Rows are sorted: without a first weight there is none.
        if weights[vertex][0] == 0.0 {
            return node;
        }
        let mut sum = Columns::zero();
        for (joint, weight) in joints[vertex].iter().zip(&weights[vertex]) {
            // SAFETY: no joint is beyond the palette, and that not beyond its room.
            sum = sum.plus(unsafe { palette.get_unchecked(usize::from(*joint)) }, *weight);
        }
        sum
    });
    count
}

/// Moves the first vertices by a matrix each.
#[target_feature(enable = "avx2,fma")]
fn each(count: usize, input: &SkinInput<'_>, output: &mut SkinOutput<'_>, matrix: impl Fn(usize) -> Columns) {
    let (positions, moved) = (flat(input.positions), bytemuck::cast_slice_mut(output.positions));
    let (normals, turned) = (flat(input.normals), bytemuck::cast_slice_mut(output.normals));
    for vertex in 0..count {
        let own = matrix(vertex);
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
}

fn flat(vectors: &[Vec3]) -> &[f32] {
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

//! Skinning of a vertex at a time by a matrix in two registers, with the bits of `skin_from` where palettes
//! are finite.

#![allow(unsafe_code, reason = "joints are compared with the palette once for all vertices")]

use super::blend_rows::{BlendRows, BlendedPalette, third, two};
use super::fast_scalar::skin_from;
use super::{SkinInput, SkinOutput, wide};
use crate::character::Influences;
use crate::math::simd::{Columns, Simd, kernel};
use glam::Vec3;

/// Largest palette that is turned into columns first, on the stack.
const MAX_PALETTE: usize = 256;

/// Fewest vertices for which turning the palette pays.
const MANY: usize = 128;

kernel! {
    pub(super) fn skin<S>(simd: S, input: &SkinInput<'_>, output: &mut SkinOutput<'_>) {
        let fit = wide::fits(input, output);
        let done = match input
            .influences
            .filter(|_| fit)
            .map(|influences| (influences, influences.stride(), influences.max_used()))
        {
            Some((influences, 4, 1)) => skin_most::<S, 4, 1>(simd, input, influences, output),
            Some((influences, 4, 2)) => skin_most::<S, 4, 2>(simd, input, influences, output),
            Some((influences, 4, 3)) => skin_most::<S, 4, 3>(simd, input, influences, output),
            Some((influences, 4, _)) => skin_most::<S, 4, 4>(simd, input, influences, output),
            Some((influences, 8, _)) => skin_most::<S, 8, 8>(simd, input, influences, output),
            _ => None,
        };
        skin_from(done.unwrap_or(0), input, output);
    }
}

/// Skins all vertices but the last, since four numbers are read and written where three stand; gives how
/// many.
#[inline(always)]
fn skin_most<S: Simd, const N: usize, const USED: usize>(
    simd: S,
    input: &SkinInput<'_>,
    influences: &Influences,
    output: &mut SkinOutput<'_>,
) -> Option<usize> {
    let count = input.positions.len().saturating_sub(1);
    let matrices = BlendedPalette::<N, USED>::new(input, influences)?;
    if input.palette.len() > MAX_PALETTE || count < MANY {
        each(
            count,
            input,
            output,
            #[inline(always)]
            |vertex| {
                let (two, third) = matrices.rows(simd, vertex);
                Columns::of_rows(two, third)
            },
        );
        return Some(count);
    }
    let mut palette = [Columns::zero(simd); MAX_PALETTE];
    for (columns, matrix) in palette.iter_mut().zip(input.palette) {
        *columns = Columns::of_rows(two(simd, matrix), third(simd, matrix));
    }
    let node = Columns::of_rows(two(simd, &input.node), third(simd, &input.node));
    each(
        count,
        input,
        output,
        #[inline(always)]
        |vertex| {
            let Some(influences) = matrices.of_vertex(vertex) else { return node };
            let mut sum = Columns::zero(simd);
            for (joint, weight) in influences {
                // SAFETY: no joint is outside of `input.palette`, which is not longer than `palette`.
                sum = sum.plus(unsafe { palette.get_unchecked(joint) }, weight);
            }
            sum
        },
    );
    Some(count)
}

/// Moves the first `count` vertices, each by its own matrix.
#[inline(always)]
fn each<S: Simd>(
    count: usize,
    input: &SkinInput<'_>,
    output: &mut SkinOutput<'_>,
    matrix: impl Fn(usize) -> Columns<S>,
) {
    let (positions, moved) = (flat(input.positions), bytemuck::cast_slice_mut(output.positions));
    let (normals, turned) = (flat(input.normals), bytemuck::cast_slice_mut(output.normals));
    for vertex in 0..count {
        let columns = matrix(vertex);
        if let (Some(out), Some(position)) = (four_mut(moved, vertex), four(positions, vertex)) {
            *out = columns.transform(position, 1.0);
        }
        if let (Some(out), Some(normal)) = (four_mut(turned, vertex), four(normals, vertex)) {
            *out = columns.transform(normal, 0.0);
        }
        if let (Some(out), Some(tangent)) = (output.tangents.get_mut(vertex), input.tangents.get(vertex)) {
            let [x, y, z, _] = columns.transform(&tangent.to_array(), 0.0);
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

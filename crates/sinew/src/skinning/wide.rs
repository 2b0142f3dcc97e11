//! Skinning of eight vertices at a time, with the bits of `BlendedMatrix::apply` where palettes are finite.

use super::blend_rows::{BlendRows, BlendedPalette};
use super::blended_matrix::{BlendedMatrix, skin_each};
use super::{SkinInput, SkinOutput};
use crate::math::Mat3x4;
use crate::math::simd::{LANES, f32x8, from_lanes, fused, join_halves, kernel, load_vectors, quads};
use crate::math::simd::{Select, Simd, SimdBase, SimdCombine, SimdFloat, SimdInto};
use crate::math::simd::{store_vectors, to_lanes};

/// Eight vectors, a register per component.
type Vectors<S> = [f32x8<S>; 3];

pub(super) fn skin_linear<S: Simd>(simd: S, input: &SkinInput<'_>, output: &mut SkinOutput<'_>) {
    let done =
        match input.influences.map(|influences| (influences, influences.stride(), influences.max_used())) {
            None => skin(simd, input, output, |_| Rows::of(&input.node)),
            Some((influences, 4, 1)) => {
                skin_blended(simd, input, BlendedPalette::<4, 1>::new(input, influences), output)
            }
            Some((influences, 4, 2)) => {
                skin_blended(simd, input, BlendedPalette::<4, 2>::new(input, influences), output)
            }
            Some((influences, 4, 3)) => {
                skin_blended(simd, input, BlendedPalette::<4, 3>::new(input, influences), output)
            }
            Some((influences, 4, _)) => {
                skin_blended(simd, input, BlendedPalette::<4, 4>::new(input, influences), output)
            }
            Some((influences, 8, _)) => {
                skin_blended(simd, input, BlendedPalette::<8, 8>::new(input, influences), output)
            }
            Some(_) => false,
        };
    if !done {
        skin_each_linear(simd, input, output);
    }
}

kernel! {
    /// The scalar code, compiled with these instructions.
    fn skin_each_linear<S>(simd: S, input: &SkinInput<'_>, output: &mut SkinOutput<'_>) {
        let _ = simd;
        skin_each(input, output, |vertex| BlendedMatrix::of(vertex, input));
    }
}

/// Skins eight vertices at a time by the matrices that `rows` gives for the eight from a first one on. The
/// last eight overlap those before them where the count is not a multiple of eight. False, and nothing done,
/// where the slices' lengths differ or there are fewer than eight vertices.
#[inline(always)]
fn skin<S: Simd>(
    simd: S,
    input: &SkinInput<'_>,
    output: &mut SkinOutput<'_>,
    rows: impl Fn(usize) -> Rows,
) -> bool {
    let fit = fits(input, output);
    let Some(last) = input.positions.len().checked_sub(LANES).filter(|_| fit) else { return false };
    for first in (0..last).step_by(LANES).chain([last]) {
        apply(simd, &rows(first), first, input, output);
    }
    true
}

kernel! {
    /// Moves the eight vertices from `first` on: in one function, so that columns do not go through memory.
    fn apply<S>(simd: S, rows: &Rows, first: usize, input: &SkinInput<'_>, output: &mut SkinOutput<'_>) {
        Columns::of(simd, rows).apply::<false>(first, input, output);
    }
}

/// Whether all slices have an entry per vertex, or are left out.
pub(super) fn fits(input: &SkinInput<'_>, output: &SkinOutput<'_>) -> bool {
    let count = input.positions.len();
    let fits = |given: usize, written: usize| written == 0 || (given == count && written == count);
    output.positions.len() == count
        && fits(input.normals.len(), output.normals.len())
        && fits(input.tangents.len(), output.tangents.len())
        && input.influences.is_none_or(|influences| influences.len() >= count)
}

/// Skins by blended matrices; false, and nothing done, where there are none.
fn skin_blended<S: Simd>(
    simd: S,
    input: &SkinInput<'_>,
    matrices: Option<impl BlendRows>,
    output: &mut SkinOutput<'_>,
) -> bool {
    matrices.is_some_and(|matrices| skin(simd, input, output, |first| blended(simd, &matrices, first)))
}

kernel! {
    /// The blended matrices of eight vertices from `first` on.
    fn blended<S, T: BlendRows>(simd: S, matrices: &T, first: usize) -> Rows {
        let mut rows = Rows::ZERO;
        for n in 0..LANES / 2 {
            let (low, low_third) = matrices.rows(simd, first + n);
            let (high, high_third) = matrices.rows(simd, first + n + 4);
            (rows.two[n], rows.two[n + 4]) = (low.into(), high.into());
            rows.third[n] = low_third.combine(high_third).into();
        }
        rows
    }
}

/// The rows of eight matrices: the first two of each side by side, and the third of the first and the fifth,
/// the second and the sixth, … likewise: as wide as they are read again, since a register loaded from two
/// stores of half its width waits for both.
#[repr(align(32))]
pub(super) struct Rows {
    two: [[f32; LANES]; LANES],
    third: [[f32; LANES]; LANES / 2],
}

impl Rows {
    pub(super) const ZERO: Self = Self { two: [[0.0; LANES]; LANES], third: [[0.0; LANES]; LANES / 2] };

    #[inline(always)]
    fn of(matrix: &Mat3x4) -> Self {
        let [a, b, c] = matrix.rows;
        Self { two: [bytemuck::cast([a, b]); LANES], third: [bytemuck::cast([c, c]); LANES / 2] }
    }

    /// Sets the rows of matrix `n`.
    #[inline(always)]
    pub(super) fn set(&mut self, n: usize, two: [f32; LANES], third: [f32; 4]) {
        self.two[n] = two;
        let half = n / 4 * 4;
        self.third[n % 4][half..half + 4].copy_from_slice(&third);
    }
}

/// The columns of eight matrices.
pub(super) struct Columns<S: Simd> {
    pub(super) x: Vectors<S>,
    pub(super) y: Vectors<S>,
    pub(super) z: Vectors<S>,
    pub(super) t: Vectors<S>,
}

impl<S: Simd> Columns<S> {
    #[inline(always)]
    pub(super) fn of(simd: S, rows: &Rows) -> Self {
        let [a, b, c, d, e, f, g, h] = rows.two;
        let (low, high) = (quads(registers(simd, [a, b, c, d])), quads(registers(simd, [e, f, g, h])));
        let third = quads(registers(simd, rows.third));
        let [x, x_second] = join_halves(low[0], high[0]);
        let [y, y_second] = join_halves(low[1], high[1]);
        let [z, z_second] = join_halves(low[2], high[2]);
        let [t, t_second] = join_halves(low[3], high[3]);
        Self {
            x: [x, x_second, third[0]],
            y: [y, y_second, third[1]],
            z: [z, z_second, third[2]],
            t: [t, t_second, third[3]],
        }
    }

    /// Moves the eight vertices from `first` on. `RIGID` matrices are rotations and translations.
    #[inline(always)]
    pub(super) fn apply<const RIGID: bool>(
        &self,
        first: usize,
        input: &SkinInput<'_>,
        output: &mut SkinOutput<'_>,
    ) {
        let Self { x, y, z, t } = self;
        let simd = x[0].simd;
        let Some(positions) = output.positions[first..].first_chunk_mut() else { return };
        let Some(rest_positions) = input.positions[first..].first_chunk() else { return };
        store_vectors(combined([x, y, z], load_vectors(simd, rest_positions), *t), positions);
        if output.normals.is_empty() && output.tangents.is_empty() {
            return;
        }
        let zero = [f32x8::splat(simd, 0.0); 3];
        let (cofactors, side) = match RIGID {
            true => ([*x, *y, *z], zero[0]),
            false => {
                let cofactors = [cross(y, z), cross(z, x), cross(x, y)];
                let is_mirror = dot(x, &cofactors[0]).simd_lt(zero[0]);
                (cofactors, is_mirror.select(f32x8::splat(simd, -0.0), zero[0]))
            }
        };
        if !output.normals.is_empty()
            && let (Some(out), Some(rest_normals)) =
                (output.normals[first..].first_chunk_mut(), input.normals[first..].first_chunk())
        {
            let [a, b, c] = &cofactors;
            let [u, v, w] = combined([a, b, c], load_vectors(simd, rest_normals), zero);
            store_vectors(unit([flip(u, side), flip(v, side), flip(w, side)]), out);
        }
        if !output.tangents.is_empty()
            && let (Some(out), Some(rest_tangents)) = (
                output.tangents[first..].first_chunk_mut::<LANES>(),
                input.tangents[first..].first_chunk::<LANES>(),
            )
        {
            let [u, v, w, sign] = to_lanes(simd, *rest_tangents);
            let [u, v, w] = unit(combined([x, y, z], [u, v, w], zero));
            *out = from_lanes([u, v, w, flip(sign, side)]);
        }
    }
}

#[inline(always)]
pub(super) fn registers<S: Simd>(simd: S, [a, b, c, d]: [[f32; LANES]; 4]) -> [f32x8<S>; 4] {
    [a.simd_into(simd), b.simd_into(simd), c.simd_into(simd), d.simd_into(simd)]
}

/// The sum of `columns`, each times a number, and `start`.
#[inline(always)]
fn combined<S: Simd>([x, y, z]: [&Vectors<S>; 3], [a, b, c]: Vectors<S>, start: Vectors<S>) -> Vectors<S> {
    let mut sum = start;
    for r in 0..3 {
        sum[r] = fused(z[r], c, fused(y[r], b, fused(x[r], a, sum[r])));
    }
    sum
}

#[inline(always)]
fn cross<S: Simd>(a: &Vectors<S>, b: &Vectors<S>) -> Vectors<S> {
    [fused(a[1], b[2], -(a[2] * b[1])), fused(a[2], b[0], -(a[0] * b[2])), fused(a[0], b[1], -(a[1] * b[0]))]
}

#[inline(always)]
fn dot<S: Simd>(a: &Vectors<S>, b: &Vectors<S>) -> f32x8<S> {
    fused(a[2], b[2], fused(a[1], b[1], a[0] * b[0]))
}

/// Vectors of length 1; zero where a vector has no direction.
#[inline(always)]
fn unit<S: Simd>(v: Vectors<S>) -> Vectors<S> {
    let simd = v[0].simd;
    let (zero, infinity) = (f32x8::splat(simd, 0.0), f32x8::splat(simd, f32::INFINITY));
    let share = f32x8::splat(simd, 1.0) / dot(&v, &v).sqrt();
    let is_some = share.simd_lt(infinity) & share.simd_gt(zero);
    [
        is_some.select(v[0] * share, zero),
        is_some.select(v[1] * share, zero),
        is_some.select(v[2] * share, zero),
    ]
}

/// Numbers with their sign changed where `side` is -0; where it is 0 they stay.
#[inline(always)]
fn flip<S: Simd>(numbers: f32x8<S>, side: f32x8<S>) -> f32x8<S> {
    f32x8::from_bits(numbers.to_bits() ^ side.to_bits())
}

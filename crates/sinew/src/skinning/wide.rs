//! Eight vertices at once, bit for bit what `BlendedMatrix::apply` does with one where palettes are finite.

#![allow(unsafe_code, reason = "called only where the processor has the instructions")]

use super::linear::{BlendedMatrix, skin_each};
use super::{SkinInput, SkinOutput};
use crate::character::Influences;
use crate::math::Mat3x4;
use crate::math::lanes::{LANES, quads, side_by_side, transposed};
use glam::Vec3;
use std::arch::x86_64::*;

pub(super) use crate::math::lanes::is_possible;

/// Of eight vectors the numbers side by side.
type Three = [__m256; 3];

/// Every vertex by a matrix of its own.
pub(super) fn skin_by(input: &SkinInput<'_>, output: &mut SkinOutput<'_>, matrix: impl Fn(usize) -> Mat3x4) {
    if !skin(input, output, |first| Rows::of(|n| matrix(first + n))) {
        // SAFETY: the caller has looked.
        unsafe { skin_each_by(input, output, matrix) };
    }
}

pub(super) fn skin_linear(input: &SkinInput<'_>, output: &mut SkinOutput<'_>) {
    let done = match input.influences.map(|influences| (influences, influences.stride())) {
        None => return skin_by(input, output, |_| input.node),
        // SAFETY: the caller has looked.
        Some((own, 4)) => skin(input, output, |first| unsafe { blended::<4>(input, own, first) }),
        // SAFETY: the caller has looked.
        Some((own, 8)) => skin(input, output, |first| unsafe { blended::<8>(input, own, first) }),
        Some(_) => false,
    };
    if !done {
        // SAFETY: the caller has looked.
        unsafe { skin_each_linear(input, output) };
    }
}

/// One vertex after the other, in this processor's instructions.
#[target_feature(enable = "avx2,fma")]
fn skin_each_by(input: &SkinInput<'_>, output: &mut SkinOutput<'_>, matrix: impl Fn(usize) -> Mat3x4) {
    skin_each(input, output, |vertex| BlendedMatrix::from(&matrix(vertex)));
}

/// The same by influences.
#[target_feature(enable = "avx2,fma")]
fn skin_each_linear(input: &SkinInput<'_>, output: &mut SkinOutput<'_>) {
    skin_each(input, output, |vertex| BlendedMatrix::of(vertex, input));
}

/// Every vertex by what `rows` gives for the eight from a first one on, or none. The last eight may be some of those before
/// them once more.
fn skin(input: &SkinInput<'_>, output: &mut SkinOutput<'_>, rows: impl Fn(usize) -> Rows) -> bool {
    let fit = fits(input, output);
    let Some(last) = input.positions.len().checked_sub(LANES).filter(|_| fit) else { return false };
    for first in (0..last).step_by(LANES).chain([last]) {
        // SAFETY: the caller has looked.
        unsafe { rows(first).apply(first, input, output) };
    }
    true
}

/// Whether there is as much of everything.
pub(super) fn fits(input: &SkinInput<'_>, output: &SkinOutput<'_>) -> bool {
    let count = input.positions.len();
    let fits = |given: usize, written: usize| written == 0 || (given == count && written == count);
    output.positions.len() == count
        && fits(input.normals.len(), output.normals.len())
        && fits(input.tangents.len(), output.tangents.len())
        && input.influences.is_none_or(|own| own.len() >= count)
}

/// The weighted sums of palette matrices of eight vertices from `first` on.
#[target_feature(enable = "avx2,fma")]
fn blended<const N: usize>(input: &SkinInput<'_>, influences: &Influences, first: usize) -> Rows {
    let joints = &influences.joints().as_chunks::<N>().0[first..first + LANES];
    let weights = &influences.weights().as_chunks::<N>().0[first..first + LANES];
    let mut rows = Rows { two: [_mm256_setzero_ps(); LANES], third: [_mm256_setzero_ps(); LANES / 2] };
    for n in 0..LANES / 2 {
        let (low, low_third) = blend(input, &joints[n], &weights[n]);
        let (high, high_third) = blend(input, &joints[n + 4], &weights[n + 4]);
        (rows.two[n], rows.two[n + 4]) = (low, high);
        rows.third[n] = _mm256_set_m128(high_third, low_third);
    }
    rows
}

/// The weighted sum of a vertex's palette matrices: the first two rows beside each other, and the third.
#[target_feature(enable = "avx2,fma")]
#[inline]
pub(super) fn blend<const N: usize>(
    input: &SkinInput<'_>,
    joints: &[u16; N],
    weights: &[f32; N],
) -> (__m256, __m128) {
    // Rows are sorted: without a first weight there is none.
    if weights[0] == 0.0 {
        return (two(&input.node), third(&input.node));
    }
    let (mut rows, mut last) = (_mm256_setzero_ps(), _mm_setzero_ps());
    for (joint, weight) in joints.iter().zip(weights) {
        let (matrix, weight) = (&input.palette[usize::from(*joint)], _mm256_set1_ps(*weight));
        rows = _mm256_fmadd_ps(two(matrix), weight, rows);
        last = _mm_fmadd_ps(third(matrix), _mm256_castps256_ps128(weight), last);
    }
    (rows, last)
}

/// The first two rows beside each other.
#[inline(always)]
pub(super) fn two(matrix: &Mat3x4) -> __m256 {
    let [a, b, _] = matrix.rows;
    bytemuck::cast([a, b])
}

/// The third row.
#[inline(always)]
pub(super) fn third(matrix: &Mat3x4) -> __m128 {
    bytemuck::cast(matrix.rows[2])
}

/// The rows of eight matrices: the first two of each beside each other, and the third of the first and the fifth, the
/// second and the sixth, … – as wide as they are read again, since what was stored in halves is waited for.
struct Rows {
    two: [__m256; LANES],
    third: [__m256; LANES / 2],
}

impl Rows {
    #[inline(always)]
    fn of(matrix: impl Fn(usize) -> Mat3x4) -> Self {
        let all: [Mat3x4; LANES] = std::array::from_fn(matrix);
        Self {
            two: all.each_ref().map(two),
            third: [0, 1, 2, 3].map(|n| bytemuck::cast([all[n].rows[2], all[n + 4].rows[2]])),
        }
    }

    /// Moves the eight vertices from `first` on, in one function, so that columns do not go through memory.
    #[target_feature(enable = "avx2,fma")]
    fn apply(&self, first: usize, input: &SkinInput<'_>, output: &mut SkinOutput<'_>) {
        Eight::of(self).apply(first, input, output);
    }
}

/// The columns of eight matrices.
struct Eight {
    x: Three,
    y: Three,
    z: Three,
    t: Three,
}

impl Eight {
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    fn of(rows: &Rows) -> Self {
        let four = |first: usize| quads([0, 1, 2, 3].map(|n| rows.two[first + n]));
        let (low, high) = (four(0), four(4));
        let first = [0, 1, 2, 3].map(|c| _mm256_permute2f128_ps::<0x20>(low[c], high[c]));
        let second = [0, 1, 2, 3].map(|c| _mm256_permute2f128_ps::<0x31>(low[c], high[c]));
        let third = quads(rows.third);
        let column = |c: usize| [first[c], second[c], third[c]];
        Self { x: column(0), y: column(1), z: column(2), t: column(3) }
    }

    /// Moves the eight vertices from `first` on.
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    fn apply(&self, first: usize, input: &SkinInput<'_>, output: &mut SkinOutput<'_>) {
        let Self { x, y, z, t } = self;
        let Some(positions) = output.positions[first..].first_chunk_mut() else { return };
        let Some(own) = input.positions[first..].first_chunk() else { return };
        write(combined([x, y, z], read(own), *t), positions);
        if output.normals.is_empty() && output.tangents.is_empty() {
            return;
        }
        let zero = [_mm256_setzero_ps(); 3];
        let cofactors = [cross(y, z), cross(z, x), cross(x, y)];
        let is_mirror = _mm256_cmp_ps::<_CMP_LT_OQ>(dot(x, &cofactors[0]), _mm256_setzero_ps());
        let side = _mm256_and_ps(is_mirror, _mm256_set1_ps(-0.0));
        if !output.normals.is_empty()
            && let (Some(out), Some(own)) =
                (output.normals[first..].first_chunk_mut(), input.normals[first..].first_chunk())
        {
            let [a, b, c] = &cofactors;
            let normal = combined([a, b, c], read(own), zero);
            write(unit(normal.map(|n| _mm256_xor_ps(n, side))), out);
        }
        if !output.tangents.is_empty()
            && let (Some(out), Some(own)) = (
                output.tangents[first..].first_chunk_mut::<LANES>(),
                input.tangents[first..].first_chunk::<LANES>(),
            )
        {
            let [u, v, w, sign] = side_by_side(*own);
            let [u, v, w] = unit(combined([x, y, z], [u, v, w], zero));
            *out = transposed([u, v, w, _mm256_xor_ps(sign, side)]);
        }
    }
}

/// Eight vectors, from one after the other to side by side.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn read(vectors: &[Vec3; LANES]) -> Three {
    let quarters: &[[f32; 4]; 6] = bytemuck::cast_ref(vectors);
    let both = |n: usize| _mm256_set_m128(bytemuck::cast(quarters[n + 3]), bytemuck::cast(quarters[n]));
    // x₀y₀z₀x₁, y₁z₁x₂y₂ and z₂x₃y₃z₃ of either four.
    let [a, b, c] = [both(0), both(1), both(2)];
    let xy = _mm256_shuffle_ps::<0b10_01_11_10>(b, c);
    let yz = _mm256_shuffle_ps::<0b01_00_10_01>(a, b);
    [
        _mm256_shuffle_ps::<0b10_00_11_00>(a, xy),
        _mm256_shuffle_ps::<0b11_01_10_00>(yz, xy),
        _mm256_shuffle_ps::<0b11_00_11_01>(yz, c),
    ]
}

/// What [`read`] reads.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn write([x, y, z]: Three, vectors: &mut [Vec3; LANES]) {
    let xy = _mm256_shuffle_ps::<0b10_00_10_00>(x, y);
    let yz = _mm256_shuffle_ps::<0b11_01_11_01>(y, z);
    let zx = _mm256_shuffle_ps::<0b11_01_10_00>(z, x);
    let a = _mm256_shuffle_ps::<0b10_00_10_00>(xy, zx);
    let b = _mm256_shuffle_ps::<0b11_01_10_00>(yz, xy);
    let c = _mm256_shuffle_ps::<0b11_01_11_01>(zx, yz);
    let low = [a, b, c].map(|both| _mm256_castps256_ps128(both));
    let high = [a, b, c].map(|both| _mm256_extractf128_ps::<1>(both));
    *vectors = bytemuck::cast([low, high]);
}

/// As much of each column as a vector has of it, and `start`.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn combined(columns: [&Three; 3], numbers: Three, start: Three) -> Three {
    let mut sum = start;
    for (column, number) in columns.into_iter().zip(numbers) {
        sum = [0, 1, 2].map(|r| _mm256_fmadd_ps(column[r], number, sum[r]));
    }
    sum
}

#[target_feature(enable = "avx2,fma")]
#[inline]
fn cross(a: &Three, b: &Three) -> Three {
    [(1, 2), (2, 0), (0, 1)].map(|(i, j)| _mm256_fmsub_ps(a[i], b[j], _mm256_mul_ps(a[j], b[i])))
}

#[target_feature(enable = "avx2,fma")]
#[inline]
fn dot(a: &Three, b: &Three) -> __m256 {
    let first = _mm256_mul_ps(a[0], b[0]);
    _mm256_fmadd_ps(a[2], b[2], _mm256_fmadd_ps(a[1], b[1], first))
}

/// Directions; zero for what has none.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn unit(v: Three) -> Three {
    let share = _mm256_div_ps(_mm256_set1_ps(1.0), _mm256_sqrt_ps(dot(&v, &v)));
    let is_finite = _mm256_cmp_ps::<_CMP_LT_OQ>(share, _mm256_set1_ps(f32::INFINITY));
    let is_some = _mm256_and_ps(is_finite, _mm256_cmp_ps::<_CMP_GT_OQ>(share, _mm256_setzero_ps()));
    v.map(|c| _mm256_and_ps(_mm256_mul_ps(c, share), is_some))
}

//! Eight vertices at once, bit for bit what `BlendedMatrix::apply` does with one where palettes are finite.

#![allow(unsafe_code, reason = "called only where the processor has the instructions")]

use super::{SkinInput, SkinOutput};
use crate::character::Influences;
use crate::math::Mat3x4;
use crate::math::lanes::{LANES, quads, side_by_side, transposed};
use glam::Vec3;
use std::arch::x86_64::*;

pub(super) use crate::math::lanes::is_possible;

/// Of eight vectors the numbers side by side.
type Three = [__m256; 3];

/// Gives how many vertices are done, from the first on.
pub(super) fn skin_linear(input: &SkinInput<'_>, output: &mut SkinOutput<'_>) -> usize {
    let Some(influences) = input.influences else {
        return skin(input, output, |_| [Rows::of(&input.node); LANES]);
    };
    match influences.stride() {
        // SAFETY: the caller has looked.
        4 => skin(input, output, |first| unsafe { blended::<4>(input, influences, first) }),
        8 => skin(input, output, |first| unsafe { blended::<8>(input, influences, first) }),
        _ => 0,
    }
}

/// Every vertex by what `rows` gives for the eight from a first one on. The last eight may be some of those before them
/// once more.
#[inline(always)]
pub(super) fn skin(
    input: &SkinInput<'_>,
    output: &mut SkinOutput<'_>,
    rows: impl Fn(usize) -> [Rows; LANES],
) -> usize {
    let count = input.positions.len();
    let fits = |given: usize, written: usize| written == 0 || (given == count && written == count);
    let fit = output.positions.len() == count
        && fits(input.normals.len(), output.normals.len())
        && fits(input.tangents.len(), output.tangents.len());
    let Some(last) = count.checked_sub(LANES).filter(|_| fit) else { return 0 };
    for first in (0..last).step_by(LANES).chain([last]) {
        // SAFETY: the caller has looked.
        unsafe { Eight::of(rows(first)).apply(first, input, output) };
    }
    count
}

/// The weighted sums of palette matrices of eight vertices from `first` on.
#[target_feature(enable = "avx2")]
#[inline]
fn blended<const N: usize>(input: &SkinInput<'_>, influences: &Influences, first: usize) -> [Rows; LANES] {
    let joints = &influences.joints().as_chunks::<N>().0[first..first + LANES];
    let weights = &influences.weights().as_chunks::<N>().0[first..first + LANES];
    std::array::from_fn(|n| {
        // Rows are sorted: without a first weight there is none.
        if weights[n][0] == 0.0 {
            return Rows::of(&input.node);
        }
        let pairs = joints[n].iter().zip(&weights[n]);
        let own = pairs.map(|(joint, weight)| Rows::of(&input.palette[usize::from(*joint)]).times(*weight));
        own.reduce(|sum, own| sum.plus(own)).unwrap_or(Rows::of(&input.node))
    })
}

/// The rows of a matrix: the first two beside each other, and the third.
#[derive(Clone, Copy)]
pub(super) struct Rows(__m256, __m128);

impl Rows {
    #[inline(always)]
    pub(super) fn of(matrix: &Mat3x4) -> Self {
        let [a, b, c] = matrix.rows;
        Self(bytemuck::cast([a, b]), bytemuck::cast(c))
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn times(self, weight: f32) -> Self {
        let weight = _mm256_set1_ps(weight);
        Self(_mm256_mul_ps(self.0, weight), _mm_mul_ps(self.1, _mm256_castps256_ps128(weight)))
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn plus(self, other: Self) -> Self {
        Self(_mm256_add_ps(self.0, other.0), _mm_add_ps(self.1, other.1))
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
    #[target_feature(enable = "avx2")]
    #[inline]
    fn of(rows: [Rows; LANES]) -> Self {
        let four = |first: usize| quads([0, 1, 2, 3].map(|n| rows[first + n].0));
        let (low, high) = (four(0), four(4));
        let first = [0, 1, 2, 3].map(|c| _mm256_permute2f128_ps::<0x20>(low[c], high[c]));
        let second = [0, 1, 2, 3].map(|c| _mm256_permute2f128_ps::<0x31>(low[c], high[c]));
        let third = side_by_side(|n| rows[n].1.into());
        let column = |c: usize| [first[c], second[c], third[c]];
        Self { x: column(0), y: column(1), z: column(2), t: column(3) }
    }

    /// Moves the eight vertices from `first` on.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn apply(&self, first: usize, input: &SkinInput<'_>, output: &mut SkinOutput<'_>) {
        let Self { x, y, z, t } = self;
        let Some(positions) = output.positions[first..].first_chunk_mut() else { return };
        let Some(own) = input.positions[first..].first_chunk() else { return };
        write(plus(combined([x, y, z], read(own)), *t), positions);
        if output.normals.is_empty() && output.tangents.is_empty() {
            return;
        }
        let cofactors = [cross(y, z), cross(z, x), cross(x, y)];
        let is_mirror = _mm256_cmp_ps::<_CMP_LT_OQ>(dot(x, &cofactors[0]), _mm256_setzero_ps());
        let side = _mm256_and_ps(is_mirror, _mm256_set1_ps(-0.0));
        if !output.normals.is_empty()
            && let (Some(out), Some(own)) =
                (output.normals[first..].first_chunk_mut(), input.normals[first..].first_chunk())
        {
            let [a, b, c] = &cofactors;
            let normal = combined([a, b, c], read(own));
            write(unit(normal.map(|n| _mm256_xor_ps(n, side))), out);
        }
        if !output.tangents.is_empty()
            && let (Some(out), Some(own)) = (
                output.tangents[first..].first_chunk_mut::<LANES>(),
                input.tangents[first..].first_chunk::<LANES>(),
            )
        {
            let [u, v, w, sign] = side_by_side(|n| own[n]);
            let [u, v, w] = unit(combined([x, y, z], [u, v, w]));
            *out = transposed([u, v, w, _mm256_xor_ps(sign, side)]);
        }
    }
}

/// Eight vectors, from one after the other to side by side.
#[target_feature(enable = "avx2")]
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
#[target_feature(enable = "avx2")]
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

#[target_feature(enable = "avx2")]
#[inline]
fn plus(a: Three, b: Three) -> Three {
    [0, 1, 2].map(|c| _mm256_add_ps(a[c], b[c]))
}

/// As much of each column as a vector has of it.
#[target_feature(enable = "avx2")]
#[inline]
fn combined([x, y, z]: [&Three; 3], [u, v, w]: Three) -> Three {
    [0, 1, 2].map(|c| {
        let two = _mm256_add_ps(_mm256_mul_ps(x[c], u), _mm256_mul_ps(y[c], v));
        _mm256_add_ps(two, _mm256_mul_ps(z[c], w))
    })
}

#[target_feature(enable = "avx2")]
#[inline]
fn cross(a: &Three, b: &Three) -> Three {
    [(1, 2), (2, 0), (0, 1)].map(|(i, j)| _mm256_sub_ps(_mm256_mul_ps(a[i], b[j]), _mm256_mul_ps(a[j], b[i])))
}

#[target_feature(enable = "avx2")]
#[inline]
fn dot(a: &Three, b: &Three) -> __m256 {
    let [x, y, z] = [0, 1, 2].map(|c| _mm256_mul_ps(a[c], b[c]));
    _mm256_add_ps(_mm256_add_ps(x, y), z)
}

/// Directions; zero for what has none.
#[target_feature(enable = "avx2")]
#[inline]
fn unit(v: Three) -> Three {
    let share = _mm256_div_ps(_mm256_set1_ps(1.0), _mm256_sqrt_ps(dot(&v, &v)));
    let is_finite = _mm256_cmp_ps::<_CMP_LT_OQ>(share, _mm256_set1_ps(f32::INFINITY));
    let is_some = _mm256_and_ps(is_finite, _mm256_cmp_ps::<_CMP_GT_OQ>(share, _mm256_setzero_ps()));
    v.map(|c| _mm256_and_ps(_mm256_mul_ps(c, share), is_some))
}

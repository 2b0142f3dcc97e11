//! Eight transforms at once on processors with AVX2 and FMA: the numbers of each side by side, and matrices two columns at a
//! time.
//! Every sum is in the order in which one alone is worked out, so that both ways give the same.

use super::{Mat3x4, Transform};
use glam::{Affine3A, Vec4};
use std::arch::x86_64::*;

/// How many there are at once.
pub(crate) const LANES: usize = 8;

/// Whether the processor has what it takes.
#[inline(always)]
pub(crate) fn is_possible() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")
}

#[inline(always)]
pub(crate) fn load(numbers: &[f32; LANES]) -> __m256 {
    bytemuck::cast(*numbers)
}

/// Four numbers of each, from one after the other to side by side. [`transposed`] goes back.
#[target_feature(enable = "avx2,fma")]
#[inline]
pub(crate) fn side_by_side(each: [Vec4; LANES]) -> [__m256; 4] {
    // One by one: where `map` is not put in place, all go through memory.
    let two = |n: usize| _mm256_set_m128(each[n + 4].into(), each[n].into());
    quads([two(0), two(1), two(2), two(3)])
}

/// Either half of four registers from one after the other to side by side.
#[target_feature(enable = "avx2,fma")]
#[inline]
pub(crate) fn quads([a, b, c, d]: [__m256; 4]) -> [__m256; 4] {
    let (ab, cd) = (_mm256_unpacklo_ps(a, b), _mm256_unpacklo_ps(c, d));
    let (ab_high, cd_high) = (_mm256_unpackhi_ps(a, b), _mm256_unpackhi_ps(c, d));
    [
        _mm256_shuffle_ps::<0b01_00_01_00>(ab, cd),
        _mm256_shuffle_ps::<0b11_10_11_10>(ab, cd),
        _mm256_shuffle_ps::<0b01_00_01_00>(ab_high, cd_high),
        _mm256_shuffle_ps::<0b11_10_11_10>(ab_high, cd_high),
    ]
}

/// From four numbers of each, side by side, to one after the other: the first and the fifth, the second and the sixth, …
#[target_feature(enable = "avx2,fma")]
#[inline]
fn pairs([x, y, z, w]: [__m256; 4]) -> [__m256; 4] {
    let (xz, yw) = (_mm256_unpacklo_ps(x, z), _mm256_unpacklo_ps(y, w));
    let (xz_high, yw_high) = (_mm256_unpackhi_ps(x, z), _mm256_unpackhi_ps(y, w));
    [
        _mm256_unpacklo_ps(xz, yw),
        _mm256_unpackhi_ps(xz, yw),
        _mm256_unpacklo_ps(xz_high, yw_high),
        _mm256_unpackhi_ps(xz_high, yw_high),
    ]
}

/// From four numbers of each, side by side, to one after the other.
#[target_feature(enable = "avx2,fma")]
#[inline]
pub(crate) fn transposed(sides: [__m256; 4]) -> [Vec4; LANES] {
    let pairs = pairs(sides);
    let low = |n: usize| Vec4::from(_mm256_castps256_ps128(pairs[n]));
    let high = |n: usize| Vec4::from(_mm256_extractf128_ps::<1>(pairs[n]));
    [low(0), low(1), low(2), low(3), high(0), high(1), high(2), high(3)]
}

/// The rotations, xyzw.
#[target_feature(enable = "avx2,fma")]
#[inline]
pub(crate) fn rotations(transforms: &[Transform; LANES]) -> [__m256; 4] {
    let own = |n: usize| transforms[n].rotation.into();
    side_by_side([own(0), own(1), own(2), own(3), own(4), own(5), own(6), own(7)])
}

/// Sums of four products, -0 only by underflow.
#[target_feature(enable = "avx2,fma")]
#[inline]
pub(crate) fn dot(a: [__m256; 4], b: [__m256; 4]) -> __m256 {
    let first = _mm256_fmadd_ps(a[0], b[0], _mm256_setzero_ps());
    let second = _mm256_mul_ps(a[1], b[1]);
    _mm256_add_ps(_mm256_fmadd_ps(a[2], b[2], first), _mm256_fmadd_ps(a[3], b[3], second))
}

/// A matrix as two columns beside the other two.
#[derive(Clone, Copy)]
pub(crate) struct Columns([__m256; 2]);

impl Columns {
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    pub(crate) fn of(matrix: &Affine3A) -> Self {
        let (m, t) = (&matrix.matrix3, matrix.translation);
        let [x, y, z, t]: [__m128; 4] = [m.x_axis.into(), m.y_axis.into(), m.z_axis.into(), t.into()];
        Self([_mm256_set_m128(y, x), _mm256_set_m128(t, z)])
    }

    #[target_feature(enable = "avx2,fma")]
    #[inline]
    pub(crate) fn of_rows(two: __m256, c: __m128) -> Self {
        let (a, b) = (_mm256_castps256_ps128(two), _mm256_extractf128_ps::<1>(two));
        let zero = _mm_setzero_ps();
        let (xy, xy_third) = (_mm_unpacklo_ps(a, b), _mm_unpacklo_ps(c, zero));
        let (zt, zt_third) = (_mm_unpackhi_ps(a, b), _mm_unpackhi_ps(c, zero));
        let (x, y) = (_mm_movelh_ps(xy, xy_third), _mm_movehl_ps(xy_third, xy));
        let (z, t) = (_mm_movelh_ps(zt, zt_third), _mm_movehl_ps(zt_third, zt));
        Self([_mm256_set_m128(y, x), _mm256_set_m128(t, z)])
    }

    #[target_feature(enable = "avx2,fma")]
    #[inline]
    pub(crate) fn zero() -> Self {
        Self([_mm256_setzero_ps(); 2])
    }

    /// With as much as `weight` says of another added.
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    pub(crate) fn plus(self, other: &Self, weight: f32) -> Self {
        let weight = _mm256_set1_ps(weight);
        Self([0, 1].map(|n| _mm256_fmadd_ps(other.0[n], weight, self.0[n])))
    }

    /// Where it puts three numbers: a place where `w` is 1, a direction where it is 0.
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    pub(crate) fn moved(self, numbers: &[f32; 4], w: f32) -> [f32; 4] {
        let own: __m128 = bytemuck::cast(*numbers);
        let both = _mm256_set_m128(own, own);
        let xy = _mm256_permutevar_ps(both, _mm256_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1));
        let z = _mm256_permute_ps::<0b10_10_10_10>(both);
        let zw = _mm256_blend_ps::<0b1111_0000>(z, _mm256_set1_ps(w));
        let sum = _mm256_fmadd_ps(self.0[0], xy, _mm256_mul_ps(self.0[1], zw));
        let (low, high) = (_mm256_castps256_ps128(sum), _mm256_extractf128_ps::<1>(sum));
        bytemuck::cast(_mm_add_ps(low, high))
    }

    /// `a` times it.
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    pub(crate) fn after(self, a: &Affine3A) -> Self {
        let both = |column: __m128| _mm256_set_m128(column, column);
        let m = &a.matrix3;
        let (x, y, z) = (both(m.x_axis.into()), both(m.y_axis.into()), both(m.z_axis.into()));
        let zero = _mm_setzero_ps();
        let starts = [_mm256_setzero_ps(), _mm256_set_m128(a.translation.into(), zero)];
        Self([0, 1].map(|n| {
            let (two, start) = (self.0[n], starts[n]);
            let first = _mm256_fmadd_ps(x, _mm256_permute_ps::<0b00_00_00_00>(two), start);
            let second = _mm256_fmadd_ps(y, _mm256_permute_ps::<0b01_01_01_01>(two), first);
            _mm256_fmadd_ps(z, _mm256_permute_ps::<0b10_10_10_10>(two), second)
        }))
    }

    #[inline(always)]
    pub(crate) fn affine(self) -> Affine3A {
        bytemuck::cast(self.0)
    }

    #[target_feature(enable = "avx2,fma")]
    #[inline]
    pub(crate) fn rows(self) -> Mat3x4 {
        let [left, right] = self.0;
        let (x, y) = (_mm256_castps256_ps128(left), _mm256_extractf128_ps::<1>(left));
        let (z, t) = (_mm256_castps256_ps128(right), _mm256_extractf128_ps::<1>(right));
        let (xy, zt) = (_mm_unpacklo_ps(x, y), _mm_unpacklo_ps(z, t));
        let third = _mm_movelh_ps(_mm_unpackhi_ps(x, y), _mm_unpackhi_ps(z, t));
        let rows = [_mm_movelh_ps(xy, zt), _mm_movehl_ps(zt, xy), third];
        Mat3x4 { rows: bytemuck::cast(rows) }
    }
}

/// The transforms as matrices, as [`Transform::to_affine`] has them.
#[target_feature(enable = "avx2,fma")]
#[inline]
pub(crate) fn matrices(transforms: &[Transform; LANES]) -> [Columns; LANES] {
    let [x, y, z, w] = rotations(transforms);
    let place = |n: usize| Vec4::from_slice(&transforms[n].lanes()[4..8]);
    let places = [place(0), place(1), place(2), place(3), place(4), place(5), place(6), place(7)];
    let [_, _, _, sx] = side_by_side(places);
    let two = |n: usize| -> i64 { bytemuck::cast([transforms[n].scale.y, transforms[n].scale.z]) };
    let low = _mm256_castsi256_ps(_mm256_set_epi64x(two(5), two(4), two(1), two(0)));
    let high = _mm256_castsi256_ps(_mm256_set_epi64x(two(7), two(6), two(3), two(2)));
    let sy = _mm256_shuffle_ps::<0b10_00_10_00>(low, high);
    let sz = _mm256_shuffle_ps::<0b11_01_11_01>(low, high);

    let mul = |a: __m256, b: __m256| _mm256_mul_ps(a, b);
    let (dx, dy, dz) = (_mm256_add_ps(x, x), _mm256_add_ps(y, y), _mm256_add_ps(z, z));
    let (xx, yy, zz) = (mul(x, dx), mul(y, dy), mul(z, dz));
    let (xy, xz, yz) = (mul(x, dy), mul(x, dz), mul(y, dz));
    let (wx, wy, wz) = (mul(w, dx), mul(w, dy), mul(w, dz));
    let (zero, one) = (_mm256_setzero_ps(), _mm256_set1_ps(1.0));
    // As far from one as both take it.
    let less = |a: __m256, b: __m256, s: __m256| {
        mul(_mm256_add_ps(one, _mm256_sub_ps(_mm256_sub_ps(zero, a), b)), s)
    };
    let sum = |a: __m256, b: __m256, s: __m256| mul(_mm256_add_ps(a, b), s);
    let difference = |a: __m256, b: __m256, s: __m256| mul(_mm256_sub_ps(a, b), s);
    let first = pairs([less(yy, zz, sx), sum(xy, wz, sx), difference(xz, wy, sx), zero]);
    let second = pairs([difference(xy, wz, sy), less(xx, zz, sy), sum(yz, wx, sy), zero]);
    let third = pairs([sum(xz, wy, sz), difference(yz, wx, sz), less(xx, yy, sz), zero]);
    let lower = |n: usize| {
        let z = _mm256_insertf128_ps::<1>(third[n], places[n].into());
        Columns([_mm256_permute2f128_ps::<0x20>(first[n], second[n]), z])
    };
    let upper = |n: usize| {
        let z = _mm256_set_m128(places[n + 4].into(), _mm256_extractf128_ps::<1>(third[n]));
        Columns([_mm256_permute2f128_ps::<0x31>(first[n], second[n]), z])
    };
    [lower(0), lower(1), lower(2), lower(3), upper(0), upper(1), upper(2), upper(3)]
}

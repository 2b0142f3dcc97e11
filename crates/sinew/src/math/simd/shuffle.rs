//! Transposes between one vector after the other, as poses lie in memory, and one register per component.

use super::LANES;
use fearless_simd::prelude::*;
use fearless_simd::{f32x4, f32x8};
use glam::{Vec3, Vec4};
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

/// The components x, y, z and w of eight vectors, a register each. [`from_lanes`] is the way back.
#[inline(always)]
pub(crate) fn to_lanes<S: Simd>(simd: S, each: [Vec4; LANES]) -> [f32x8<S>; 4] {
    let [a, b, c, d, e, f, g, h] = each;
    quads([pair(simd, a, e), pair(simd, b, f), pair(simd, c, g), pair(simd, d, h)])
}

#[inline(always)]
fn pair<S: Simd>(simd: S, low: Vec4, high: Vec4) -> f32x8<S> {
    f32x4::simd_from(simd, low.to_array()).combine(f32x4::simd_from(simd, high.to_array()))
}

/// Eight vectors out of a register per component.
#[inline(always)]
pub(crate) fn from_lanes<S: Simd>(lanes: [f32x8<S>; 4]) -> [Vec4; LANES] {
    let [ae, bf, cg, dh] = quads(lanes);
    let ((a, e), (b, f), (c, g), (d, h)) = (ae.split(), bf.split(), cg.split(), dh.split());
    [vector(a), vector(b), vector(c), vector(d), vector(e), vector(f), vector(g), vector(h)]
}

#[inline(always)]
fn vector<S: Simd>(lanes: f32x4<S>) -> Vec4 {
    // As a whole: `Vec4::from_array` puts a vector together number by number.
    bytemuck::cast(<[f32; 4]>::from(lanes))
}

/// Transposes the lower halves of four registers, and the upper ones.
#[inline(always)]
pub(crate) fn quads<S: Simd>([a, b, c, d]: [f32x8<S>; 4]) -> [f32x8<S>; 4] {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = a.simd.level().as_avx2() {
        // Half as many instructions as the halves take one by one.
        let [e, f, g, h] = quads_avx2(avx2, a.into(), b.into(), c.into(), d.into());
        let simd = a.simd;
        return [e.simd_into(simd), f.simd_into(simd), g.simd_into(simd), h.simd_into(simd)];
    }
    let ((a, e), (b, f), (c, g), (d, h)) = (a.split(), b.split(), c.split(), d.split());
    let [a, b, c, d] = transpose([a, b, c, d]);
    let [e, f, g, h] = transpose([e, f, g, h]);
    [a.combine(e), b.combine(f), c.combine(g), d.combine(h)]
}

#[cfg(target_arch = "x86_64")]
fearless_simd::kernel!(
    #[inline(always)]
    fn quads_avx2(_avx2: Avx2, a: __m256, b: __m256, c: __m256, d: __m256) -> [__m256; 4] {
        let (ac, bd) = (_mm256_unpacklo_ps(a, c), _mm256_unpacklo_ps(b, d));
        let (ac_high, bd_high) = (_mm256_unpackhi_ps(a, c), _mm256_unpackhi_ps(b, d));
        [
            _mm256_unpacklo_ps(ac, bd),
            _mm256_unpackhi_ps(ac, bd),
            _mm256_unpacklo_ps(ac_high, bd_high),
            _mm256_unpackhi_ps(ac_high, bd_high),
        ]
    }
);

/// The first, the second and the third lane of either half, each in all four lanes of its half.
#[inline(always)]
pub(super) fn splat_halves<S: Simd>(two: f32x8<S>) -> [f32x8<S>; 3] {
    let simd = two.simd;
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = simd.level().as_avx2() {
        let [x, y, z] = splat_halves_avx2(avx2, two.into());
        return [x.simd_into(simd), y.simd_into(simd), z.simd_into(simd)];
    }
    let (low, high) = two.split();
    [
        f32x4::splat(simd, low[0]).combine(f32x4::splat(simd, high[0])),
        f32x4::splat(simd, low[1]).combine(f32x4::splat(simd, high[1])),
        f32x4::splat(simd, low[2]).combine(f32x4::splat(simd, high[2])),
    ]
}

#[cfg(target_arch = "x86_64")]
fearless_simd::kernel!(
    #[inline(always)]
    fn splat_halves_avx2(_avx2: Avx2, two: __m256) -> [__m256; 3] {
        [
            _mm256_permute_ps::<0b00_00_00_00>(two),
            _mm256_permute_ps::<0b01_01_01_01>(two),
            _mm256_permute_ps::<0b10_10_10_10>(two),
        ]
    }
);

/// The first and the second number, each in all four lanes of its half, and likewise the third and `w`.
#[inline(always)]
pub(super) fn splat_pairs<S: Simd>(numbers: f32x4<S>, w: f32) -> [f32x8<S>; 2] {
    let simd = numbers.simd;
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = simd.level().as_avx2() {
        let [xy, zw] = splat_pairs_avx2(avx2, numbers.into(), w);
        return [xy.simd_into(simd), zw.simd_into(simd)];
    }
    let splat = |number: f32| f32x4::splat(simd, number);
    [splat(numbers[0]).combine(splat(numbers[1])), splat(numbers[2]).combine(splat(w))]
}

#[cfg(target_arch = "x86_64")]
fearless_simd::kernel!(
    #[inline(always)]
    fn splat_pairs_avx2(_avx2: Avx2, numbers: __m128, w: f32) -> [__m256; 2] {
        let both = _mm256_set_m128(numbers, numbers);
        let xy = _mm256_permutevar_ps(both, _mm256_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1));
        let z = _mm256_permute_ps::<0b10_10_10_10>(both);
        [xy, _mm256_blend_ps::<0b1111_0000>(z, _mm256_set1_ps(w))]
    }
);

/// The lower halves of two registers in one, and the upper halves in another.
#[inline(always)]
pub(crate) fn join_halves<S: Simd>(a: f32x8<S>, b: f32x8<S>) -> [f32x8<S>; 2] {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = a.simd.level().as_avx2() {
        let simd = a.simd;
        let [low, high] = join_halves_avx2(avx2, a.into(), b.into());
        return [low.simd_into(simd), high.simd_into(simd)];
    }
    let ((a, c), (b, d)) = (a.split(), b.split());
    [a.combine(b), c.combine(d)]
}

#[cfg(target_arch = "x86_64")]
fearless_simd::kernel!(
    #[inline(always)]
    fn join_halves_avx2(_avx2: Avx2, a: __m256, b: __m256) -> [__m256; 2] {
        [_mm256_permute2f128_ps::<0x20>(a, b), _mm256_permute2f128_ps::<0x31>(a, b)]
    }
);

/// Eight vectors of three numbers, a register per component. [`store_vectors`] is the way back.
#[inline(always)]
pub(crate) fn load_vectors<S: Simd>(simd: S, vectors: &[Vec3; LANES]) -> [f32x8<S>; 3] {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = simd.level().as_avx2() {
        let quarters: &[[f32; 4]; 6] = bytemuck::cast_ref(vectors);
        let [a, b, c, d, e, f] = quarters.map(Vec4::from_array);
        let [a, b, c] = [pair(simd, a, d), pair(simd, b, e), pair(simd, c, f)];
        let [x, y, z] = load_vectors_avx2(avx2, a.into(), b.into(), c.into());
        return [x.simd_into(simd), y.simd_into(simd), z.simd_into(simd)];
    }
    let numbers: &[f32; 3 * LANES] = bytemuck::cast_ref(vectors);
    let four = |n: usize| f32x4::from_slice(simd, &numbers[3 * n..3 * n + 4]);
    let last = f32x4::simd_from(simd, [numbers[21], numbers[22], numbers[23], 0.0]);
    let [x, y, z, _] = transpose([four(0), four(1), four(2), four(3)]);
    let [x_high, y_high, z_high, _] = transpose([four(4), four(5), four(6), last]);
    [x.combine(x_high), y.combine(y_high), z.combine(z_high)]
}

#[cfg(target_arch = "x86_64")]
fearless_simd::kernel!(
    /// `a`, `b` and `c` hold x₀y₀z₀x₁, y₁z₁x₂y₂ and z₂x₃y₃z₃ of either four.
    #[inline(always)]
    fn load_vectors_avx2(_avx2: Avx2, a: __m256, b: __m256, c: __m256) -> [__m256; 3] {
        let xy = _mm256_shuffle_ps::<0b10_01_11_10>(b, c);
        let yz = _mm256_shuffle_ps::<0b01_00_10_01>(a, b);
        [
            _mm256_shuffle_ps::<0b10_00_11_00>(a, xy),
            _mm256_shuffle_ps::<0b11_01_10_00>(yz, xy),
            _mm256_shuffle_ps::<0b11_00_11_01>(yz, c),
        ]
    }
);

/// Writes eight vectors out of a register per component.
#[inline(always)]
pub(crate) fn store_vectors<S: Simd>([x, y, z]: [f32x8<S>; 3], vectors: &mut [Vec3; LANES]) {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = x.simd.level().as_avx2() {
        *vectors = bytemuck::cast(store_vectors_avx2(avx2, x.into(), y.into(), z.into()));
        return;
    }
    let numbers: &mut [f32; 3 * LANES] = bytemuck::cast_mut(vectors);
    let rows = from_lanes([x, y, z, z]);
    // Each writes a number too many, which the next one corrects.
    for (n, row) in rows[..LANES - 1].iter().enumerate() {
        numbers[3 * n..3 * n + 4].copy_from_slice(&row.to_array());
    }
    numbers[3 * LANES - 3..].copy_from_slice(&rows[LANES - 1].to_array()[..3]);
}

#[cfg(target_arch = "x86_64")]
fearless_simd::kernel!(
    /// The six quarters in the order of memory.
    #[inline(always)]
    fn store_vectors_avx2(_avx2: Avx2, x: __m256, y: __m256, z: __m256) -> [[__m128; 3]; 2] {
        let xy = _mm256_shuffle_ps::<0b10_00_10_00>(x, y);
        let yz = _mm256_shuffle_ps::<0b11_01_11_01>(y, z);
        let zx = _mm256_shuffle_ps::<0b11_01_10_00>(z, x);
        let a = _mm256_shuffle_ps::<0b10_00_10_00>(xy, zx);
        let b = _mm256_shuffle_ps::<0b11_01_10_00>(yz, xy);
        let c = _mm256_shuffle_ps::<0b11_01_11_01>(zx, yz);
        [
            [_mm256_castps256_ps128(a), _mm256_castps256_ps128(b), _mm256_castps256_ps128(c)],
            [_mm256_extractf128_ps::<1>(a), _mm256_extractf128_ps::<1>(b), _mm256_extractf128_ps::<1>(c)],
        ]
    }
);

/// Rows of a 4×4 matrix to its columns.
#[inline(always)]
pub(crate) fn transpose<S: Simd>([a, b, c, d]: [f32x4<S>; 4]) -> [f32x4<S>; 4] {
    let (ac, bd) = (a.zip_low(c), b.zip_low(d));
    let (ac_high, bd_high) = (a.zip_high(c), b.zip_high(d));
    [ac.zip_low(bd), ac.zip_high(bd), ac_high.zip_low(bd_high), ac_high.zip_high(bd_high)]
}

/// The rows of four columns, two columns in each register: the first two rows in one register, and the third.
#[inline(always)]
pub(super) fn columns_to_rows<S: Simd>([xy, zt]: [f32x8<S>; 2]) -> (f32x8<S>, f32x4<S>) {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = xy.simd.level().as_avx2() {
        let simd = xy.simd;
        let (two, third) = columns_to_rows_avx2(avx2, xy.into(), zt.into());
        return (two.simd_into(simd), third.simd_into(simd));
    }
    let ((x, y), (z, t)) = (xy.split(), zt.split());
    let [a, b, c, _] = transpose([x, y, z, t]);
    (a.combine(b), c)
}

#[cfg(target_arch = "x86_64")]
fearless_simd::kernel!(
    #[inline(always)]
    fn columns_to_rows_avx2(_avx2: Avx2, xy: __m256, zt: __m256) -> (__m256, __m128) {
        // x₀z₀x₁z₁y₀t₀y₁t₁, and x₂z₂x₃z₃y₂t₂y₃t₃.
        let (low, high) = (_mm256_unpacklo_ps(xy, zt), _mm256_unpackhi_ps(xy, zt));
        let order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
        let third = _mm256_permutevar8x32_ps(high, order);
        (_mm256_permutevar8x32_ps(low, order), _mm256_castps256_ps128(third))
    }
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::simd::each_level;

    #[test]
    fn transposes_put_each_number_in_its_place() {
        let four: [Vec4; LANES] = std::array::from_fn(|n| Vec4::new(0.0, 1.0, 2.0, 3.0) + 4.0 * n as f32);
        let three: [Vec3; LANES] = std::array::from_fn(|n| Vec3::new(0.0, 1.0, 2.0) + 3.0 * n as f32);
        each_level!(simd => {
            let lanes = to_lanes(simd, four);
            for (c, lanes) in lanes.iter().enumerate() {
                assert_eq!(<[f32; LANES]>::from(*lanes), four.map(|vector| vector[c]));
            }
            assert_eq!(from_lanes(lanes), four);
            let lanes = load_vectors(simd, &three);
            for (c, lanes) in lanes.iter().enumerate() {
                assert_eq!(<[f32; LANES]>::from(*lanes), three.map(|vector| vector[c]));
            }
            let mut stored = [Vec3::NAN; LANES];
            store_vectors(lanes, &mut stored);
            assert_eq!(stored, three);
            let [a, b, c] = splat_halves(to_lanes(simd, four)[0]).map(<[f32; LANES]>::from);
            assert_eq!(a, [0.0, 0.0, 0.0, 0.0, 16.0, 16.0, 16.0, 16.0]);
            assert_eq!(b, [4.0, 4.0, 4.0, 4.0, 20.0, 20.0, 20.0, 20.0]);
            assert_eq!(c, [8.0, 8.0, 8.0, 8.0, 24.0, 24.0, 24.0, 24.0]);
            let pairs = splat_pairs(f32x4::simd_from(simd, [1.0, 2.0, 3.0, 4.0]), 5.0);
            let [xy, zw] = pairs.map(<[f32; LANES]>::from);
            assert_eq!(xy, [1.0, 1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 2.0]);
            assert_eq!(zw, [3.0, 3.0, 3.0, 3.0, 5.0, 5.0, 5.0, 5.0]);
            let columns = [pair(simd, four[0], four[1]), pair(simd, four[2], four[3])];
            let (two, third) = columns_to_rows(columns);
            assert_eq!(<[f32; LANES]>::from(two), [0.0, 4.0, 8.0, 12.0, 1.0, 5.0, 9.0, 13.0]);
            assert_eq!(<[f32; 4]>::from(third), [2.0, 6.0, 10.0, 14.0]);
            let lanes = to_lanes(simd, four);
            let [low, high] = join_halves(lanes[0], lanes[1]).map(<[f32; LANES]>::from);
            assert_eq!(low, [0.0, 4.0, 8.0, 12.0, 1.0, 5.0, 9.0, 13.0]);
            assert_eq!(high, [16.0, 20.0, 24.0, 28.0, 17.0, 21.0, 25.0, 29.0]);
        });
    }
}

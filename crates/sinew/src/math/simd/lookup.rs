//! Operations on lanes that the crate lacks, or that AVX2 has better instructions for.

use super::LANES;
use fearless_simd::prelude::*;
use fearless_simd::{f32x8, u32x8};
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

/// The entries of a table of eight at the last three bits of each index.
#[inline(always)]
pub(crate) fn lookup<S: Simd>(table: f32x8<S>, index: u32x8<S>) -> f32x8<S> {
    let simd = table.simd;
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = simd.level().as_avx2() {
        return lookup_avx2(avx2, table.into(), index.into()).simd_into(simd);
    }
    let mut found = [0.0; LANES];
    for (found, index) in found.iter_mut().zip(<[u32; LANES]>::from(index)) {
        *found = table[index as usize % LANES];
    }
    found.simd_into(simd)
}

#[cfg(target_arch = "x86_64")]
fearless_simd::kernel!(
    #[inline(always)]
    fn lookup_avx2(_avx2: Avx2, table: __m256, index: __m256i) -> __m256 {
        _mm256_permutevar8x32_ps(table, index)
    }
);

/// Products of numbers below 2¹⁵.
#[inline(always)]
pub(crate) fn small_product<S: Simd>(a: u32x8<S>, b: u32x8<S>) -> u32x8<S> {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = a.simd.level().as_avx2() {
        // A tenth of the time of a product of 32 bits.
        return small_product_avx2(avx2, a.into(), b.into()).simd_into(a.simd);
    }
    a * b
}

#[cfg(target_arch = "x86_64")]
fearless_simd::kernel!(
    #[inline(always)]
    fn small_product_avx2(_avx2: Avx2, a: __m256i, b: __m256i) -> __m256i {
        _mm256_madd_epi16(a, b)
    }
);

/// The sum of each lane and all before it.
#[inline(always)]
pub(crate) fn prefix_sums<S: Simd>(numbers: u32x8<S>) -> u32x8<S> {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = numbers.simd.level().as_avx2() {
        return prefix_sums_avx2(avx2, numbers.into()).simd_into(numbers.simd);
    }
    let mut sums: [u32; LANES] = numbers.into();
    for n in 1..LANES {
        sums[n] = sums[n].wrapping_add(sums[n - 1]);
    }
    sums.simd_into(numbers.simd)
}

#[cfg(target_arch = "x86_64")]
fearless_simd::kernel!(
    #[inline(always)]
    fn prefix_sums_avx2(_avx2: Avx2, x: __m256i) -> __m256i {
        let x = _mm256_add_epi32(x, _mm256_slli_si256::<4>(x));
        let x = _mm256_add_epi32(x, _mm256_slli_si256::<8>(x));
        let low = _mm256_permutevar8x32_epi32(x, _mm256_set1_epi32(3));
        _mm256_add_epi32(x, _mm256_blend_epi32::<0b1111_0000>(_mm256_setzero_si256(), low))
    }
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::simd::each_level;

    #[test]
    fn lanes_are_looked_up_multiplied_and_added_up() {
        let index = [7, 0, 9, 3, 3, 15, 1, 6];
        let numbers = [5, 0, 32767, 1, 2, 300, 7, 9];
        each_level!(simd => {
            let table = f32x8::from_fn(simd, |n| n as f32);
            let found = lookup(table, u32x8::simd_from(simd, index));
            assert_eq!(<[f32; LANES]>::from(found), index.map(|index| (index % 8) as f32));
            let numbers_wide = u32x8::simd_from(simd, numbers);
            let products = small_product(numbers_wide, u32x8::splat(simd, 77));
            assert_eq!(<[u32; LANES]>::from(products), numbers.map(|number| 77 * number));
            let sums = <[u32; LANES]>::from(prefix_sums(numbers_wide));
            assert!((0..LANES).all(|n| sums[n] == numbers[..=n].iter().sum::<u32>()));
        });
    }
}

//! Eight 64-bit numbers, read from any bit of a byte string.

use super::LANES;
use fearless_simd::prelude::*;
use fearless_simd::{u32x8, u64x4};
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;
use std::ops::Shr;

/// Eight bytes or more, to read [`Words`] from.
#[derive(Clone, Copy)]
pub(crate) struct WordBytes<'a> {
    bytes: &'a [u8],
    /// Offset of the last eight bytes, or the largest one that fits.
    last: u32,
}

impl<'a> WordBytes<'a> {
    /// `None` for fewer than eight bytes.
    pub(crate) fn new(bytes: &'a [u8]) -> Option<Self> {
        let last = bytes.len().checked_sub(size_of::<u64>())?;
        Some(Self { bytes, last: last.min(i32::MAX as usize) as u32 })
    }
}

/// Eight numbers of 64 bits. Lanes 0, 1, 4, 5 and 2, 3, 6, 7 lie together with AVX2, which unpacks them in
/// that order, else 0 to 3 and 4 to 7.
#[derive(Clone, Copy)]
pub(crate) struct Words<S: Simd>([u64x4<S>; 2]);

impl<S: Simd> Words<S> {
    /// The numbers with zeros above them.
    #[inline(always)]
    pub(crate) fn of(lanes: u32x8<S>) -> Self {
        let simd = lanes.simd;
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = simd.level().as_avx2() {
            let [a, b] = unpack_avx2(avx2, lanes.into());
            return Self([a.simd_into(simd), b.simd_into(simd)]);
        }
        let [a, b, c, d, e, f, g, h] = <[u32; LANES]>::from(lanes).map(u64::from);
        Self([[a, b, c, d].simd_into(simd), [e, f, g, h].simd_into(simd)])
    }

    /// The lower 32 bits of each number.
    #[inline(always)]
    pub(crate) fn to_lanes(self) -> u32x8<S> {
        let ([a, b], simd) = (self.0, self.0[0].simd);
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = simd.level().as_avx2() {
            return pack_avx2(avx2, a.into(), b.into()).simd_into(simd);
        }
        let mut lanes = [0; LANES];
        for (lane, word) in lanes.iter_mut().zip(a.iter().chain(b.iter())) {
            *lane = *word as u32;
        }
        lanes.simd_into(simd)
    }

    /// Reads the number that begins at each of `bits`, 57 bits at least. Within the last eight bytes the read
    /// begins with the first of them and gives no number.
    #[inline(always)]
    pub(crate) fn read(bytes: WordBytes<'_>, bits: u32x8<S>) -> Self {
        Self::read_bytes(bytes, bits >> 3) >> Self::of(bits & 7)
    }

    /// Eight bytes from each offset on, or the last eight.
    #[inline(always)]
    fn read_bytes(bytes: WordBytes<'_>, offsets: u32x8<S>) -> Self {
        let simd = offsets.simd;
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = simd.level().as_avx2() {
            let [a, b] = read_avx2(avx2, bytes, offsets.into());
            return Self([a.simd_into(simd), b.simd_into(simd)]);
        }
        let mut words = [0; LANES];
        for (word, offset) in words.iter_mut().zip(<[u32; LANES]>::from(offsets)) {
            let bytes = &bytes.bytes[offset.min(bytes.last) as usize..];
            *word = u64::from_le_bytes(*bytes.first_chunk().unwrap_or(&[0; 8]));
        }
        let [a, b, c, d, e, f, g, h] = words;
        Self([[a, b, c, d].simd_into(simd), [e, f, g, h].simd_into(simd)])
    }
}

impl<S: Simd> Shr for Words<S> {
    type Output = Self;

    #[inline(always)]
    fn shr(self, by: Self) -> Self {
        Self([self.0[0] >> by.0[0], self.0[1] >> by.0[1]])
    }
}

#[cfg(target_arch = "x86_64")]
fearless_simd::kernel!(
    #[inline(always)]
    fn unpack_avx2(_avx2: Avx2, x: __m256i) -> [__m256i; 2] {
        let zero = _mm256_setzero_si256();
        [_mm256_unpacklo_epi32(x, zero), _mm256_unpackhi_epi32(x, zero)]
    }
);

#[cfg(target_arch = "x86_64")]
fearless_simd::kernel!(
    #[inline(always)]
    fn pack_avx2(_avx2: Avx2, a: __m256i, b: __m256i) -> __m256i {
        let (a, b) = (_mm256_castsi256_ps(a), _mm256_castsi256_ps(b));
        _mm256_castps_si256(_mm256_shuffle_ps::<0b10_00_10_00>(a, b))
    }
);

#[cfg(target_arch = "x86_64")]
fearless_simd::kernel!(
    #[inline(always)]
    #[allow(unsafe_code, reason = "checks of each offset cost a tenth of the time of sampling")]
    fn read_avx2(_avx2: Avx2, bytes: WordBytes<'_>, offsets: __m256i) -> [__m256i; 2] {
        let WordBytes { bytes, last } = bytes;
        let offsets = _mm256_min_epu32(offsets, _mm256_set1_epi32(last as i32));
        let offsets: [u32; LANES] = bytemuck::cast(offsets);
        // As floats in registers from the start: words that are put together in memory come back late.
        let two = |low: usize, high: usize| {
            let [low, high] =
                [low, high].map(|n| bytes.as_ptr().wrapping_add(offsets[n] as usize).cast::<f64>());
            // SAFETY: no offset is above `last`, from which on a `WordBytes` has eight bytes.
            unsafe { _mm_loadh_pd(_mm_load_sd(low), high) }
        };
        [
            _mm256_castpd_si256(_mm256_set_m128d(two(4, 5), two(0, 1))),
            _mm256_castpd_si256(_mm256_set_m128d(two(6, 7), two(2, 3))),
        ]
    }
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::simd::each_level;
    use test_needs::cases;

    #[test]
    fn words_begin_at_any_bit_and_end_with_the_bytes() {
        let mut random = fastrand::Rng::with_seed(1);
        let bytes: Vec<u8> = (0..40).map(|_| random.u8(..)).collect();
        let word_bytes = WordBytes::new(&bytes).unwrap();
        let at =
            |bit: u32| u64::from_le_bytes(bytes[bit as usize / 8..][..8].try_into().unwrap()) >> (bit % 8);
        for mut random in cases(100) {
            let bits: [u32; LANES] = std::array::from_fn(|_| random.u32(..=8 * 32));
            let by: [u32; LANES] = std::array::from_fn(|_| random.u32(..=25));
            each_level!(simd => {
                let words = Words::read(word_bytes, u32x8::simd_from(simd, bits));
                assert_eq!(<[u32; LANES]>::from(words.to_lanes()), bits.map(|bit| at(bit) as u32));
                let shifted = words >> Words::of(u32x8::simd_from(simd, by));
                let expected: [u32; LANES] = std::array::from_fn(|n| (at(bits[n]) >> by[n]) as u32);
                assert_eq!(<[u32; LANES]>::from(shifted.to_lanes()), expected);
            });
        }
        each_level!(simd => {
            let beyond = u32x8::splat(simd, u32::MAX);
            let words = Words::read(word_bytes, beyond);
            assert_eq!(<[u32; LANES]>::from(words.to_lanes()), [(at(8 * 32) >> 7) as u32; LANES]);
        });
        assert!(WordBytes::new(&bytes[..7]).is_none());
    }
}

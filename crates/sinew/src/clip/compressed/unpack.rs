//! Four rows of control values to a residual. The plain way is the meaning; on processors that have them, instructions
//! which shift every number by its own width do the same in a third of the time, bit for bit.

use super::basis::{Weights, blend};
use super::bits::read;
use super::code::{RAW_BYTES, step_size};
use super::sample::{CLASS_BITS, STEP_BITS, WIDTH_BITS};
use glam::{Vec3, Vec4};

/// Bits that one read is sure to give, wherever it begins.
const WORD: usize = 57;

/// Four rows of at most [`WORD`] bits, and what a read of the last of them touches; a power of two and eight bytes.
const WINDOW: usize = 32 + 8;

/// Where a channel's rows stand in the data, and how they are stored.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a> {
    pub(super) data: &'a [u8],
    /// The bit at which the first row begins.
    pub(super) at: usize,
    /// The first four bytes of its header.
    pub(super) head: u32,
}

/// Where widths stand in a header.
const PLACES: [u32; 3] =
    [CLASS_BITS + STEP_BITS, CLASS_BITS + STEP_BITS + WIDTH_BITS, CLASS_BITS + STEP_BITS + 2 * WIDTH_BITS];
const WIDTH: u32 = (1 << WIDTH_BITS) - 1;

impl Rows<'_> {
    #[inline(always)]
    pub(super) fn class(&self) -> usize {
        (self.head & ((1 << CLASS_BITS) - 1)) as usize
    }

    #[inline(always)]
    pub(super) fn step(&self) -> u32 {
        self.head >> CLASS_BITS & ((1 << STEP_BITS) - 1)
    }

    /// Bits of each of the three numbers.
    #[inline(always)]
    pub(super) fn bits(&self) -> [u32; 3] {
        let [x, y, z] = PLACES;
        [self.head >> x & WIDTH, self.head >> y & WIDTH, self.head >> z & WIDTH]
    }

    /// Bits of a row.
    #[inline(always)]
    pub(super) fn width(&self) -> usize {
        let [x, y, z] = self.bits();
        (x + y + z) as usize
    }

    /// Sample `n` of a channel that is stored as it is: its time and its four numbers.
    pub(super) fn sample(&self, n: usize) -> (f32, Vec4) {
        let number = |k: usize| f32::from_bits(read(self.data, self.at + (n * RAW_BYTES + 4 * k) * 8) as u32);
        (number(0), Vec4::new(number(1), number(2), number(3), number(4)))
    }
}

/// A way to read rows.
pub(super) trait Unpack {
    /// The weighted sum of the rows that matter.
    fn residual(rows: &Rows<'_>, weights: &Weights) -> Vec3;
}

/// One number after the other, on any processor.
pub(super) struct Plain;

impl Unpack for Plain {
    #[inline(always)]
    fn residual(rows: &Rows<'_>, weights: &Weights) -> Vec3 {
        let (data, bits, size) = (rows.data, rows.bits(), step_size(rows.step()));
        let (width, at) = (rows.width(), rows.at + weights.first as usize * rows.width());
        let mask = bits.map(|b| (1u32 << b) - 1);
        blend(weights, bits, size, |k| {
            let first = at + k * width;
            let second = first + bits[0] as usize;
            let third = second + bits[1] as usize;
            let words = [read(data, first), read(data, second), read(data, third)];
            std::array::from_fn(|c| words[c] as u32 & mask[c])
        })
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) use wide::Wide;

#[cfg(target_arch = "x86_64")]
mod wide {
    #![allow(
        unsafe_code,
        reason = "a third of the time; called only where the processor has the instructions"
    )]

    use super::{PLACES, Plain, Rows, Unpack, WIDTH, WINDOW, WORD, step_size};
    use crate::clip::compressed::basis::Weights;
    use glam::Vec3;
    use std::arch::x86_64::*;

    /// The three numbers of a row at once.
    pub(in crate::clip::compressed) struct Wide;

    impl Unpack for Wide {
        #[inline(always)]
        fn residual(rows: &Rows<'_>, weights: &Weights) -> Vec3 {
            // Numbers of many bits, as those of long ways have, take the plain way.
            let width = rows.width();
            let at = rows.at + weights.first as usize * width;
            match rows.data.get(at / 8..).and_then(|rest| rest.first_chunk::<WINDOW>()) {
                // SAFETY: `Wide` is only used where AVX2 was found.
                Some(window) if width <= WORD => unsafe { unpack(window, at % 8, rows, weights) },
                _ => Plain::residual(rows, weights),
            }
        }
    }

    #[target_feature(enable = "avx2,bmi2")]
    #[inline]
    fn unpack(window: &[u8; WINDOW], at: usize, rows: &Rows<'_>, weights: &Weights) -> Vec3 {
        let width = rows.width();
        // In the lanes: x, y, z, nothing.
        const IN_HEAD: [i64; 3] = [PLACES[0] as i64, PLACES[1] as i64, PLACES[2] as i64];
        let [x, y, z] = IN_HEAD;
        let head = _mm256_set1_epi64x(i64::from(rows.head));
        let bits = _mm256_srlv_epi64(head, _mm256_set_epi64x(63, z, y, x));
        let bits = _mm256_and_si256(bits, _mm256_set1_epi64x(i64::from(WIDTH)));
        let one = _mm256_set1_epi64x(1);
        let masks = _mm256_sub_epi64(_mm256_sllv_epi64(one, bits), one);
        // Each number begins where those before it end.
        let places = _mm256_add_epi64(
            _mm256_permute4x64_epi64::<0b11_00_00_11>(bits),
            _mm256_permute4x64_epi64::<0b11_01_11_11>(bits),
        );
        // The lower halves of the four lanes, one beside the other.
        let lower = _mm256_set_epi32(7, 5, 3, 1, 6, 4, 2, 0);
        let mut sum = _mm_setzero_ps();
        for (k, weight) in weights.weights.iter().enumerate() {
            let bit = at + k * width;
            let from = (bit / 8) % 32;
            let mut eight = [0u8; 8];
            eight.copy_from_slice(&window[from..from + 8]);
            let word = _mm256_set1_epi64x((u64::from_le_bytes(eight) >> (bit % 8)) as i64);
            let parts = _mm256_and_si256(_mm256_srlv_epi64(word, places), masks);
            let whole = _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(parts, lower));
            sum = _mm_add_ps(sum, _mm_mul_ps(_mm_cvtepi32_ps(whole), _mm_set1_ps(*weight)));
        }
        let halves = _mm256_srli_epi64::<1>(_mm256_add_epi64(masks, one));
        let halves = _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(halves, lower));
        sum = _mm_sub_ps(sum, _mm_cvtepi32_ps(halves));
        glam::Vec3A::from(_mm_mul_ps(sum, _mm_set1_ps(step_size(rows.step())))).into()
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::super::code::AS_IT_IS;
    use super::*;

    #[test]
    fn both_ways_give_the_same_bits() {
        if !std::arch::is_x86_feature_detected!("avx2") {
            return;
        }
        let mut random = fastrand::Rng::with_seed(2);
        let mut data: Vec<u8> = (0..4000).map(|_| random.u8(..)).collect();
        data.extend([0; super::super::bits::PADDING]);
        for _ in 0..20_000 {
            let bits: [u32; 3] = std::array::from_fn(|_| random.u32(0..=24));
            let widths = bits.iter().zip(PLACES).fold(0, |head, (bits, place)| head | bits << place);
            let step = random.u32(..AS_IT_IS) << CLASS_BITS;
            let rows = Rows { data: &data, at: random.usize(..20_000), head: widths | step };
            let weights = Weights::at(random.f32(), random.usize(1..40));
            let (plain, wide) = (Plain::residual(&rows, &weights), Wide::residual(&rows, &weights));
            assert_eq!(plain.to_array().map(f32::to_bits), wide.to_array().map(f32::to_bits), "{bits:?}");
        }
    }
}

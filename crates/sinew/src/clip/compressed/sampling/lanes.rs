//! Eight channels at once, on processors with AVX2 and FMA: what [`SegmentTime::read`] does one by one, bit for bit, in a third of the
//! time.

#![allow(
    unsafe_code,
    reason = "called only where the processor has the instructions, and words lie in the data"
)]

use super::channel_block::ChannelBlock;
use super::channel_list::ChannelList;
use super::output::SampleOutput;
use super::segment_time::SegmentTime;
use crate::clip::compressed::format::basis::{STRAIGHT, STRAIGHT_FINE, WHOLE, Weights, count};
use crate::clip::compressed::format::channel::{Channel, Value};
use crate::clip::compressed::format::layout::{CLASS_BITS, Head, Layout, STEP_BITS, WIDTH_BITS};
use crate::clip::compressed::format::quantization::{QUARTERS, RAW_BYTES, UNCOMPRESSED};
use crate::clip::compressed::format::rows::Rows;
use crate::math::lanes::{LANES, load, transposed};
use glam::{Quat, Vec4};
use std::arch::x86_64::*;

pub(crate) use crate::math::lanes::is_possible;

/// From this class on counts do not go up by one.
const FIRST_LATE: i32 = 28;

/// Bits that one read is sure to give, wherever it begins. Two of a row's three numbers have no more than 48.
const WORD: i32 = 57;

/// Hands every value to `output`, in the order of the channels. Only where it [`is_possible`].
pub(crate) fn read(channels: &ChannelList, moment: &SegmentTime<'_>, output: &mut impl SampleOutput) {
    debug_assert!(is_possible());
    // SAFETY: the caller has looked.
    unsafe { read_all(channels, moment, output) }
}

#[target_feature(enable = "avx2,fma")]
fn read_all(channels: &ChannelList, moment: &SegmentTime<'_>, output: &mut impl SampleOutput) {
    if moment.layout.numbers.len() < size_of::<u64>() {
        return;
    }
    let basis = Basis::new(moment);
    // The bit at which the first row of the next channel begins.
    let mut begin = 0;
    for (n, (list, block)) in channels.blocks().enumerate() {
        let first = n * LANES;
        let Some(tables) = Tables::of(&moment.layout, first) else { return };
        let all = 0xff >> (LANES - list.len());
        if block.turn_joints == all && !block.joints[..list.len()].iter().any(|joint| output.wants(*joint)) {
            begin = Eight::new(bytemuck::cast(*tables.heads), begin, &basis).last_bit();
            continue;
        }
        let (rows, values) = read_eight(&tables, moment.layout.numbers, block, &basis, begin);
        begin = rows.end;
        let alone = rows.alone & all;
        let turned = block.turn_joints & !alone & !block.spins;
        if turned == all {
            output.turn(&block.joints[..list.len()], &values);
            continue;
        }
        for (lane, channel) in list.iter().enumerate() {
            if turned >> lane & 1 == 1 {
                output.turn(&block.joints[lane..=lane], &values[lane..=lane]);
                continue;
            }
            let value = if alone >> lane & 1 == 1 {
                rows.read(moment, first + lane, lane, channel)
            } else if block.spins >> lane & 1 == 1 {
                channel.spin(moment.layout.reference(first + lane), Quat::from_vec4(values[lane]))
            } else if channel.is_rotation() {
                Value::Rotation(Quat::from_vec4(values[lane]))
            } else {
                Value::Vector(values[lane].truncate())
            };
            output.take(channel.target, value);
        }
    }
}

/// Heads and references of eight channels.
struct Tables<'a> {
    heads: &'a [u8; 4 * LANES],
    references: [&'a [u8; 2 * LANES]; 3],
}

impl<'a> Tables<'a> {
    /// From channel `first` on.
    #[inline(always)]
    fn of(layout: &Layout<'a>, first: usize) -> Option<Self> {
        let [x, y, z] = layout.references.map(|numbers| numbers.get(2 * first..)?.first_chunk());
        Some(Self { heads: layout.heads.get(4 * first..)?.first_chunk()?, references: [x?, y?, z?] })
    }
}

/// What is left to know of rows.
struct Places {
    heads: [u32; LANES],
    at: [u32; LANES],
    /// The bit at which the last ends.
    end: u32,
    /// A bit for each that has to be read alone: samples as they are.
    alone: u8,
}

impl Places {
    #[cold]
    fn read(&self, moment: &SegmentTime<'_>, n: usize, lane: usize, channel: &Channel) -> Value {
        let (head, at) = (Head(self.heads[lane]), self.at[lane] as usize);
        let rows = Rows { numbers: moment.layout.numbers, at, head };
        moment.value(n, channel, &rows, |class| Weights::of(class, moment.phase, moment.samples))
    }
}

/// What turns of theirs come to, or vectors; `numbers` are eight bytes or more.
#[target_feature(enable = "avx2,fma")]
fn read_eight(
    tables: &Tables<'_>,
    numbers: &[u8],
    block: &ChannelBlock,
    basis: &Basis,
    begin: u32,
) -> (Places, [Vec4; LANES]) {
    let heads: __m256i = bytemuck::cast(*tables.heads);
    let eight = Eight::new(heads, begin, basis);
    let residual = eight.residual(numbers, basis);
    let level = load(&block.level);
    let [x, y, z] = [0, 1, 2].map(|c| {
        let number = _mm256_cvtepi32_ps(_mm256_cvtepu16_epi32(bytemuck::cast(*tables.references[c])));
        let place = _mm256_add_ps(_mm256_mul_ps(number, level), load(&block.low[c]));
        _mm256_add_ps(place, residual[c])
    });
    let mut values = [x, y, z, _mm256_setzero_ps()];
    if block.turns {
        let turned = from_parameters([x, y, z]);
        let turns = load(&block.turning);
        values = [0, 1, 2, 3].map(|c| _mm256_blendv_ps(values[c], turned[c], turns));
    }
    (eight.places(heads), transposed(values))
}

/// What one moment is to all channels.
struct Basis {
    phase: __m256,
    /// How many control values the last classes have, by their last three bits.
    late: __m256i,
    /// How many bits samples take that are stored as they are.
    raw: __m256i,
    /// Weights of up to three control values, by their count.
    few: [__m256; 4],
}

impl Basis {
    #[target_feature(enable = "avx2,fma")]
    fn new(moment: &SegmentTime<'_>) -> Self {
        let [one, two, three] = [1, 2, 3].map(|count| Weights::at(moment.phase, count).weights);
        Self {
            phase: _mm256_set1_ps(moment.phase),
            late: bytemuck::cast(std::array::from_fn::<i32, LANES, _>(|class| {
                count(class | FIRST_LATE as usize, moment.samples) as i32
            })),
            raw: _mm256_set1_epi32((moment.samples * RAW_BYTES * 8) as i32),
            few: [0, 1, 2, 3].map(|k| _mm256_setr_ps(one[k], one[k], two[k], three[k], 0.0, 0.0, 0.0, 0.0)),
        }
    }
}

/// The rows of eight channels.
struct Eight {
    step: __m256i,
    /// Bits of the three numbers, and where in a row the second and third begin.
    bits: [__m256i; 3],
    places: [__m256i; 2],
    width: __m256i,
    /// How many control values there are, and whether straight lines join them.
    count: __m256i,
    is_straight: __m256i,
    /// The bits at which the first rows begin, and those at which the last end.
    at: __m256i,
    end: __m256i,
}

impl Eight {
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    fn new(heads: __m256i, begin: u32, basis: &Basis) -> Self {
        const STEP: i32 = CLASS_BITS as i32;
        const X: i32 = STEP + STEP_BITS as i32;
        const Y: i32 = X + WIDTH_BITS as i32;
        const Z: i32 = Y + WIDTH_BITS as i32;
        let class = _mm256_and_si256(heads, _mm256_set1_epi32((1 << CLASS_BITS) - 1));
        let step = _mm256_srli_epi32::<STEP>(heads);
        let step = _mm256_and_si256(step, _mm256_set1_epi32((1 << STEP_BITS) - 1));
        let widths =
            [_mm256_srli_epi32::<X>(heads), _mm256_srli_epi32::<Y>(heads), _mm256_srli_epi32::<Z>(heads)];
        let bits = widths.map(|w| _mm256_and_si256(w, _mm256_set1_epi32((1 << WIDTH_BITS) - 1)));
        let third = _mm256_add_epi32(bits[0], bits[1]);
        let width = _mm256_add_epi32(third, bits[2]);
        let count = _mm256_add_epi32(class, _mm256_set1_epi32(1));
        let is_late = _mm256_cmpgt_epi32(class, _mm256_set1_epi32(FIRST_LATE - 1));
        let late = _mm256_permutevar8x32_epi32(basis.late, class);
        let count = _mm256_blendv_epi8(count, late, is_late);
        let is_after = _mm256_cmpgt_epi32(class, _mm256_set1_epi32(STRAIGHT_FINE as i32 - 1));
        let is_straight =
            _mm256_andnot_si256(_mm256_cmpgt_epi32(class, _mm256_set1_epi32(STRAIGHT as i32)), is_after);
        // Neither has more than 16 bits.
        let size = _mm256_madd_epi16(width, count);
        let is_raw = _mm256_cmpeq_epi32(step, _mm256_set1_epi32(UNCOMPRESSED as i32));
        let size = _mm256_blendv_epi8(size, basis.raw, is_raw);
        let end = _mm256_add_epi32(_mm256_set1_epi32(begin as i32), sums(size));
        let at = _mm256_sub_epi32(end, size);
        Self { step, bits, places: [bits[0], third], width, count, is_straight, at, end }
    }

    #[target_feature(enable = "avx2,fma")]
    #[inline]
    fn places(&self, heads: __m256i) -> Places {
        let is_raw = _mm256_cmpeq_epi32(self.step, _mm256_set1_epi32(UNCOMPRESSED as i32));
        Places {
            heads: bytemuck::cast(heads),
            at: bytemuck::cast(self.at),
            end: self.last_bit(),
            alone: _mm256_movemask_ps(_mm256_castsi256_ps(is_raw)) as u8,
        }
    }

    /// The bit at which the last row ends.
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    fn last_bit(&self) -> u32 {
        _mm256_extract_epi32::<7>(self.end) as u32
    }

    #[target_feature(enable = "avx2,fma")]
    #[inline]
    fn is_wider_than(&self, bits: i32) -> __m256i {
        _mm256_cmpgt_epi32(self.width, _mm256_set1_epi32(bits))
    }

    /// The first of the rows that matter, and their weights.
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    fn weights(&self, basis: &Basis) -> (__m256i, [__m256; 4]) {
        let number = |x: f32| _mm256_set1_ps(x);
        let zero = _mm256_setzero_si256();
        let spans = _mm256_cvtepi32_ps(_mm256_sub_epi32(self.count, _mm256_set1_epi32(3)));
        let x = _mm256_mul_ps(basis.phase, spans);
        let whole = _mm256_add_ps(_mm256_sub_ps(x, number(0.5)), number(WHOLE));
        let whole = _mm256_sub_epi32(_mm256_castps_si256(whole), _mm256_castps_si256(number(WHOLE)));
        let last = _mm256_sub_epi32(self.count, _mm256_set1_epi32(4));
        let first = _mm256_min_epi32(_mm256_max_epi32(whole, zero), last);
        let f = _mm256_sub_ps(x, _mm256_cvtepi32_ps(first));
        let g = _mm256_sub_ps(number(1.0), f);
        let sixth = number(1.0 / 6.0);
        let outer = |x: __m256| _mm256_mul_ps(_mm256_mul_ps(_mm256_mul_ps(x, x), x), sixth);
        let inner = |x: __m256| {
            let cube = _mm256_mul_ps(_mm256_mul_ps(_mm256_mul_ps(number(3.0), x), x), x);
            let square = _mm256_mul_ps(_mm256_mul_ps(number(6.0), x), x);
            _mm256_mul_ps(_mm256_add_ps(_mm256_sub_ps(cube, square), number(4.0)), sixth)
        };
        let cubic = [outer(g), inner(f), inner(g), outer(f)];
        let is_few = _mm256_castsi256_ps(_mm256_cmpgt_epi32(_mm256_set1_epi32(4), self.count));
        let few = basis.few.map(|few| _mm256_permutevar8x32_ps(few, self.count));
        let weights = [0, 1, 2, 3].map(|k| _mm256_blendv_ps(cubic[k], few[k], is_few));
        let smooth = (_mm256_max_epi32(first, zero), weights);
        match _mm256_testz_si256(self.is_straight, self.is_straight) {
            0 => self.straight_weights(smooth, basis),
            _ => smooth,
        }
    }

    /// The same where some of them are joined by straight lines.
    #[target_feature(enable = "avx2,fma")]
    fn straight_weights(
        &self,
        (first, [a, b, c, d]): (__m256i, [__m256; 4]),
        basis: &Basis,
    ) -> (__m256i, [__m256; 4]) {
        let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi32(1));
        let lines = _mm256_max_epi32(_mm256_sub_epi32(self.count, one), zero);
        let x = _mm256_mul_ps(basis.phase, _mm256_cvtepi32_ps(lines));
        let last = _mm256_max_epi32(_mm256_sub_epi32(lines, one), zero);
        let own = _mm256_min_epi32(_mm256_cvttps_epi32(x), last);
        let f = _mm256_sub_ps(x, _mm256_cvtepi32_ps(own));
        let g = _mm256_sub_ps(_mm256_set1_ps(1.0), f);
        let is_straight = _mm256_castsi256_ps(self.is_straight);
        let nothing = _mm256_setzero_ps();
        let weights = [(a, g), (b, f), (c, nothing), (d, nothing)]
            .map(|(smooth, straight)| _mm256_blendv_ps(smooth, straight, is_straight));
        (_mm256_blendv_epi8(first, own, self.is_straight), weights)
    }

    /// The weighted sums of the rows that matter.
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    fn residual(&self, numbers: &[u8], basis: &Basis) -> [__m256; 3] {
        let (first, weights) = self.weights(basis);
        let masks = self.bits.map(|bits| {
            let one = _mm256_set1_epi32(1);
            _mm256_sub_epi32(_mm256_sllv_epi32(one, bits), one)
        });
        let bit = _mm256_add_epi32(self.at, _mm256_madd_epi16(first, self.width));
        let is_wide = self.is_wider_than(WORD / 2);
        let rows = match _mm256_testz_si256(is_wide, is_wide) {
            0 => self.wide_rows(numbers, bit),
            _ => self.narrow_rows(numbers, bit),
        };
        let mut sum = [_mm256_setzero_ps(); 3];
        for (row, weight) in rows.into_iter().zip(weights) {
            for c in 0..3 {
                let whole = _mm256_cvtepi32_ps(_mm256_and_si256(row[c], masks[c]));
                sum[c] = _mm256_add_ps(sum[c], _mm256_mul_ps(whole, weight));
            }
        }
        // Two to the power of 8 - step / 4, by its bits.
        let power = _mm256_sub_epi32(_mm256_set1_epi32(127 + 8), _mm256_srli_epi32::<2>(self.step));
        let power = _mm256_castsi256_ps(_mm256_slli_epi32::<23>(power));
        let quarters: [f32; LANES] = std::array::from_fn(|n| QUARTERS[n & 3]);
        let size = _mm256_mul_ps(power, _mm256_permutevar8x32_ps(load(&quarters), self.step));
        [0, 1, 2].map(|c| {
            let half = _mm256_srli_epi32::<1>(_mm256_sub_epi32(masks[c], _mm256_set1_epi32(-1)));
            _mm256_mul_ps(_mm256_sub_ps(sum[c], _mm256_cvtepi32_ps(half)), size)
        })
    }

    /// Four rows from `bit` on, of which two fit into one read: their three numbers, with what stands above them.
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    fn narrow_rows(&self, numbers: &[u8], bit: __m256i) -> [[__m256i; 3]; 4] {
        let [second, third] = self.places;
        let parts = |[low, high]: [__m256i; 2]| {
            let row = lower([low, high]);
            [row, _mm256_srlv_epi32(row, second), _mm256_srlv_epi32(row, third)]
        };
        let width = halves(self.width);
        let two = |bit: __m256i| {
            let one = from_bit(numbers, bit);
            [parts(one), parts(shifted(one, width))]
        };
        let [a, b] = two(bit);
        let [c, d] = two(_mm256_add_epi32(bit, _mm256_add_epi32(self.width, self.width)));
        [a, b, c, d]
    }

    /// Four rows from `bit` on, each of which takes a read of its own.
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    fn wide_rows(&self, numbers: &[u8], mut bit: __m256i) -> [[__m256i; 3]; 4] {
        let [second, third] = self.places.map(|place| halves(place));
        let is_widest = self.is_wider_than(WORD);
        let is_widest = _mm256_testz_si256(is_widest, is_widest) == 0;
        [(); 4].map(|()| {
            let row = from_bit(numbers, bit);
            let last = match is_widest {
                true => from_bit(numbers, _mm256_add_epi32(bit, self.places[1])),
                false => shifted(row, third),
            };
            bit = _mm256_add_epi32(bit, self.width);
            [lower(row), lower(shifted(row, second)), lower(last)]
        })
    }
}

/// Of lanes 0, 1, 4, 5 and 2, 3, 6, 7, as wide as they are in [`words`].
#[target_feature(enable = "avx2,fma")]
#[inline]
fn halves(x: __m256i) -> [__m256i; 2] {
    let zero = _mm256_setzero_si256();
    [_mm256_unpacklo_epi32(x, zero), _mm256_unpackhi_epi32(x, zero)]
}

/// From [`halves`] to lanes again: the lower 32 bits of each.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn lower([low, high]: [__m256i; 2]) -> __m256i {
    let (low, high) = (_mm256_castsi256_ps(low), _mm256_castsi256_ps(high));
    _mm256_castps_si256(_mm256_shuffle_ps::<0b10_00_10_00>(low, high))
}

#[target_feature(enable = "avx2,fma")]
#[inline]
fn shifted([low, high]: [__m256i; 2], by: [__m256i; 2]) -> [__m256i; 2] {
    [_mm256_srlv_epi64(low, by[0]), _mm256_srlv_epi64(high, by[1])]
}

/// What lies from `bits` on, [`WORD`] bits at least, in the order of [`words`].
#[target_feature(enable = "avx2,fma")]
#[inline]
fn from_bit(bytes: &[u8], bits: __m256i) -> [__m256i; 2] {
    shifted(words(bytes, bits), halves(_mm256_and_si256(bits, _mm256_set1_epi32(7))))
}

/// Eight bytes each from the bytes of `bits` on, or the last ones: of lanes 0, 1, 4, 5 and 2, 3, 6, 7, which is how
/// lanes are unpacked and packed.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn words(bytes: &[u8], bits: __m256i) -> [__m256i; 2] {
    let last = _mm256_set1_epi32((bytes.len() - size_of::<u64>()) as i32);
    let offsets: [u32; LANES] = bytemuck::cast(_mm256_min_epu32(_mm256_srli_epi32::<3>(bits), last));
    // As numbers in vectors from the start: what goes through memory in eights of bytes comes back late in thirty-twos.
    let two = |low: usize, high: usize| {
        let [low, high] = [low, high].map(|n| bytes.as_ptr().wrapping_add(offsets[n] as usize).cast::<f64>());
        // SAFETY: eight bytes before the end at the latest, and there are as many.
        unsafe { _mm_loadh_pd(_mm_load_sd(low), high) }
    };
    [_mm256_set_m128d(two(4, 5), two(0, 1)), _mm256_set_m128d(two(6, 7), two(2, 3))]
        .map(|x| _mm256_castpd_si256(x))
}

/// Of each lane the sum of it and all before it.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn sums(x: __m256i) -> __m256i {
    let x = _mm256_add_epi32(x, _mm256_slli_si256::<4>(x));
    let x = _mm256_add_epi32(x, _mm256_slli_si256::<8>(x));
    let low = _mm256_permutevar8x32_epi32(x, _mm256_set1_epi32(3));
    _mm256_add_epi32(x, _mm256_blend_epi32::<0b1111_0000>(_mm256_setzero_si256(), low))
}

/// What [`crate::clip::compressed::format::rotation::from_parameters`] gives.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn from_parameters([x, y, z]: [__m256; 3]) -> [__m256; 4] {
    let one = _mm256_set1_ps(1.0);
    let [xx, yy, zz] = [_mm256_mul_ps(x, x), _mm256_mul_ps(y, y), _mm256_mul_ps(z, z)];
    let square = _mm256_add_ps(_mm256_add_ps(xx, yy), zz);
    let scale = _mm256_div_ps(one, _mm256_add_ps(one, square));
    let double = _mm256_mul_ps(_mm256_set1_ps(2.0), scale);
    let w = _mm256_mul_ps(_mm256_sub_ps(one, square), scale);
    [_mm256_mul_ps(x, double), _mm256_mul_ps(y, double), _mm256_mul_ps(z, double), w]
}

#[cfg(test)]
#[path = "lanes_tests.rs"]
mod tests;

//! Sampling of eight channels at a time: the bits of [`SegmentTime::read`], which reads one channel after the
//! other, in a third of the time with AVX2.

use super::channel_block::{ChannelBlock, Rotations};
use super::channel_list::ChannelList;
use super::output::SampleOutput;
use super::segment_time::SegmentTime;
use crate::clip::compressed::format::basis::{STRAIGHT, STRAIGHT_FINE, WHOLE, Weights, count};
use crate::clip::compressed::format::channel::{Channel, Value};
use crate::clip::compressed::format::layout::{CLASS_BITS, Head, Layout, STEP_BITS, WIDTH_BITS};
use crate::clip::compressed::format::quantization::{QUARTERS, RAW_BYTES, UNCOMPRESSED};
use crate::clip::compressed::format::rows::Rows;
use crate::math::simd::{Bytes, LANES, Select, Simd, SimdBase, SimdFloat, SimdFrom, SimdInt, SimdMask};
use crate::math::simd::{
    WordBytes, Words, f32x8, from_lanes, i32x8, kernel, lookup, mask32x8, prefix_sums, small_product, u32x8,
};
use glam::{Quat, Vec4};

/// From this class on counts do not go up by one.
const FIRST_LATE: i32 = 28;

/// Bits that one read gives at least, wherever it begins. Two of a row's three numbers have no more than 48.
const WORD: i32 = 57;

kernel! {
    /// Hands every value to `output`, in the order of the channels.
    pub(super) fn read<S>(
        simd: S,
        channels: &ChannelList,
        moment: &SegmentTime<'_>,
        output: &mut impl SampleOutput,
    ) {
        let Some(numbers) = WordBytes::new(moment.layout.numbers) else { return };
        let basis = Basis::new(moment);
        // The bit at which the first row of the next channel begins.
        let mut begin = 0;
        for (n, (list, block)) in channels.blocks().enumerate() {
            let first = n * LANES;
            let Some(tables) = Tables::of(&moment.layout, first) else { return };
            let all = 0xff >> (LANES - list.len());
            if block.joint_rotations == all
                && !block.joints[..list.len()].iter().any(|joint| output.wants(*joint))
            {
                begin = Eight::new(heads_of(simd, tables.heads), begin, &basis).last_bit();
                continue;
            }
            let (row_positions, values) = read_eight(simd, &tables, numbers, block, &basis, begin);
            begin = row_positions.end;
            let alone = row_positions.alone & all;
            let turned = block.joint_rotations & !alone & !block.spins;
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
                    row_positions.read(moment, first + lane, lane, channel)
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
        let [x, y, z] = &layout.references;
        let eight = |numbers: &&'a [u8]| numbers.get(2 * first..)?.first_chunk();
        let heads = layout.heads.get(4 * first..)?.first_chunk()?;
        Some(Self { heads, references: [eight(x)?, eight(y)?, eight(z)?] })
    }
}

/// Bit positions of the rows of eight channels.
struct RowPositions {
    heads: [u32; LANES],
    at: [u32; LANES],
    /// The bit at which the last row ends.
    end: u32,
    /// A bit for each channel that has to be read alone: its samples are stored as they are.
    alone: u8,
}

impl RowPositions {
    #[cold]
    fn read(&self, moment: &SegmentTime<'_>, n: usize, lane: usize, channel: &Channel) -> Value {
        let (head, at) = (Head(self.heads[lane]), self.at[lane] as usize);
        let rows = Rows { numbers: moment.layout.numbers, at, head };
        moment.value(n, channel, &rows, |class| Weights::of(class, moment.phase, moment.samples))
    }
}

kernel! {
    /// Rotations or vectors of eight channels.
    fn read_eight<S>(
        simd: S,
        tables: &Tables<'_>,
        numbers: WordBytes<'_>,
        block: &ChannelBlock,
        basis: &Basis,
        begin: u32,
    ) -> (RowPositions, [Vec4; LANES]) {
        let heads = heads_of(simd, tables.heads);
        let eight = Eight::new(heads, begin, basis);
        let [a, b, c] = eight.residual(numbers, basis);
        let level = f32x8::simd_from(simd, block.level);
        let x = reference(tables.references[0], level, f32x8::simd_from(simd, block.low[0])) + a;
        let y = reference(tables.references[1], level, f32x8::simd_from(simd, block.low[1])) + b;
        let z = reference(tables.references[2], level, f32x8::simd_from(simd, block.low[2])) + c;
        let mut values = [x, y, z, f32x8::splat(simd, 0.0)];
        match block.rotations {
            Rotations::None => {}
            Rotations::All => values = from_parameters([x, y, z]),
            Rotations::Some => {
                let turned = from_parameters([x, y, z]);
                let is_rotation = f32x8::simd_from(simd, block.is_rotation).simd_lt(f32x8::splat(simd, 0.0));
                for c in 0..4 {
                    values[c] = is_rotation.select(turned[c], values[c]);
                }
            }
        }
        (eight.row_positions(heads), from_lanes(values))
    }
}

#[inline(always)]
fn heads_of<S: Simd>(simd: S, heads: &[u8; 4 * LANES]) -> u32x8<S> {
    let (heads, _) = heads.as_chunks::<4>();
    let mut words = [0; LANES];
    for (words, head) in words.iter_mut().zip(heads) {
        *words = u32::from_le_bytes(*head);
    }
    u32x8::simd_from(simd, words)
}

/// Places in cubes: references times the distance of levels, from the lowest on.
#[inline(always)]
fn reference<S: Simd>(references: &[u8; 2 * LANES], level: f32x8<S>, low: f32x8<S>) -> f32x8<S> {
    let (references, _) = references.as_chunks::<2>();
    let mut numbers = [0; LANES];
    for (numbers, reference) in numbers.iter_mut().zip(references) {
        *numbers = i32::from(u16::from_le_bytes(*reference));
    }
    i32x8::simd_from(level.simd, numbers).to_float::<f32x8<S>>() * level + low
}

/// Numbers of one moment that all channels share.
struct Basis {
    phase: f32,
    /// Counts of control values of the last classes, by their last three bits.
    late: [u32; LANES],
    /// Bits of a channel whose samples are stored as they are.
    raw: u32,
    /// Weights of up to three control values, by their count.
    few: [[f32; LANES]; 4],
}

impl Basis {
    #[inline(always)]
    fn new(moment: &SegmentTime<'_>) -> Self {
        // Loops, since calls of `map` would not be put in place here.
        let mut late = [0; LANES];
        for (class, late) in late.iter_mut().enumerate() {
            *late = count(class | FIRST_LATE as usize, moment.samples) as u32;
        }
        let mut few = [[0.0; LANES]; 4];
        for count in 0..4 {
            let weights = Weights::at(moment.phase, count.max(1)).weights;
            for (few, weight) in few.iter_mut().zip(weights) {
                few[count] = weight;
            }
        }
        Self { phase: moment.phase, late, raw: (moment.samples * RAW_BYTES * 8) as u32, few }
    }
}

/// The rows of eight channels.
struct Eight<S: Simd> {
    step: u32x8<S>,
    /// Bits of the three numbers, and the bits of a row at which the second and the third begin.
    bits: [u32x8<S>; 3],
    second: u32x8<S>,
    third: u32x8<S>,
    width: u32x8<S>,
    /// Number of control values, and whether straight lines join them.
    count: i32x8<S>,
    is_straight: mask32x8<S>,
    /// The bits at which the first rows begin, and those at which the last end.
    at: u32x8<S>,
    end: u32x8<S>,
}

impl<S: Simd> Eight<S> {
    #[inline(always)]
    fn new(heads: u32x8<S>, begin: u32, basis: &Basis) -> Self {
        const X: u32 = CLASS_BITS + STEP_BITS;
        const WIDTH: u32 = (1 << WIDTH_BITS) - 1;
        let simd = heads.simd;
        let class: i32x8<S> = (heads & ((1 << CLASS_BITS) - 1)).bitcast();
        let step = (heads >> CLASS_BITS) & ((1 << STEP_BITS) - 1);
        let bits = [
            (heads >> X) & WIDTH,
            (heads >> (X + WIDTH_BITS)) & WIDTH,
            (heads >> (X + 2 * WIDTH_BITS)) & WIDTH,
        ];
        let third = bits[0] + bits[1];
        let width = third + bits[2];
        let late = lookup(u32x8::simd_from(simd, basis.late).bitcast(), class.bitcast());
        let is_late = class.simd_gt(i32x8::splat(simd, FIRST_LATE - 1));
        let count = is_late.select(late.bitcast(), class + 1);
        let is_straight = class.simd_gt(i32x8::splat(simd, STRAIGHT_FINE as i32 - 1))
            & !class.simd_gt(i32x8::splat(simd, STRAIGHT as i32));
        let size = small_product(width, count.bitcast());
        let size = is_raw(step).select(u32x8::splat(simd, basis.raw), size);
        let end = prefix_sums(size) + begin;
        Self { step, bits, second: bits[0], third, width, count, is_straight, at: end - size, end }
    }

    #[inline(always)]
    fn row_positions(&self, heads: u32x8<S>) -> RowPositions {
        RowPositions {
            heads: heads.into(),
            at: self.at.into(),
            end: self.last_bit(),
            alone: is_raw(self.step).to_bitmask() as u8,
        }
    }

    /// The bit at which the last row ends.
    #[inline(always)]
    fn last_bit(&self) -> u32 {
        self.end[LANES - 1]
    }

    #[inline(always)]
    fn any_is_wider_than(&self, bits: i32) -> bool {
        let width: i32x8<S> = self.width.bitcast();
        width.simd_gt(i32x8::splat(width.simd, bits)).any_true()
    }

    /// The first of the rows that matter, and the weights of it and the next three.
    #[inline(always)]
    fn weights(&self, basis: &Basis) -> (i32x8<S>, [f32x8<S>; 4]) {
        let simd = self.count.simd;
        let number = |x: f32| f32x8::splat(simd, x);
        let zero = i32x8::splat(simd, 0);
        let spans: f32x8<S> = (self.count - 3).to_float();
        let x = number(basis.phase) * spans;
        let whole = x - number(0.5) + number(WHOLE);
        let whole: i32x8<S> = (whole.to_bits() - WHOLE.to_bits()).bitcast();
        let first = whole.max(zero).min(self.count - 4);
        let f = x - first.to_float::<f32x8<S>>();
        let g = number(1.0) - f;
        let cubic = [outer(g), inner(f), inner(g), outer(f)];
        let is_few = i32x8::splat(simd, 4).simd_gt(self.count);
        let mut weights = cubic;
        for k in 0..4 {
            let few = lookup(f32x8::simd_from(simd, basis.few[k]), self.count.bitcast());
            weights[k] = is_few.select(few, cubic[k]);
        }
        let smooth = (first.max(zero), weights);
        if self.is_straight.any_true() { self.straight_weights(smooth, basis) } else { smooth }
    }

    /// The same where straight lines join some of them.
    #[inline(always)]
    fn straight_weights(
        &self,
        (first, [a, b, c, d]): (i32x8<S>, [f32x8<S>; 4]),
        basis: &Basis,
    ) -> (i32x8<S>, [f32x8<S>; 4]) {
        let simd = self.count.simd;
        let (zero, nothing) = (i32x8::splat(simd, 0), f32x8::splat(simd, 0.0));
        let lines = (self.count - 1).max(zero);
        let x = f32x8::splat(simd, basis.phase) * lines.to_float::<f32x8<S>>();
        let last = (lines - 1).max(zero);
        let line = x.to_int::<i32x8<S>>().min(last);
        let f = x - line.to_float::<f32x8<S>>();
        let g = f32x8::splat(simd, 1.0) - f;
        let is_straight = self.is_straight;
        let weights = [
            is_straight.select(g, a),
            is_straight.select(f, b),
            is_straight.select(nothing, c),
            is_straight.select(nothing, d),
        ];
        (is_straight.select(line, first), weights)
    }

    /// The weighted sums of the rows that matter.
    #[inline(always)]
    fn residual(&self, numbers: WordBytes<'_>, basis: &Basis) -> [f32x8<S>; 3] {
        let simd = self.width.simd;
        let (first, weights) = self.weights(basis);
        let one = u32x8::splat(simd, 1);
        let masks = [(one << self.bits[0]) - one, (one << self.bits[1]) - one, (one << self.bits[2]) - one];
        let bit = self.at + small_product(first.bitcast(), self.width);
        let rows = match self.any_is_wider_than(WORD / 2) {
            true => self.wide_rows(numbers, bit),
            false => self.narrow_rows(numbers, bit),
        };
        let mut sum = [f32x8::splat(simd, 0.0); 3];
        for k in 0..4 {
            for c in 0..3 {
                let whole: i32x8<S> = (rows[k][c] & masks[c]).bitcast();
                sum[c] += whole.to_float::<f32x8<S>>() * weights[k];
            }
        }
        // Two to the power of 8 - step / 4, by its bits.
        let power = f32x8::from_bits((u32x8::splat(simd, 127 + 8) - (self.step >> 2)) << 23);
        let [a, b, c, d] = QUARTERS;
        let size = power * lookup(f32x8::simd_from(simd, [a, b, c, d, a, b, c, d]), self.step);
        for c in 0..3 {
            let half: i32x8<S> = ((masks[c] + one) >> 1).bitcast();
            sum[c] = (sum[c] - half.to_float::<f32x8<S>>()) * size;
        }
        sum
    }

    /// The three numbers of four rows from `bit` on, with other bits above them. Two rows fit into one read.
    #[inline(always)]
    fn narrow_rows(&self, numbers: WordBytes<'_>, bit: u32x8<S>) -> [[u32x8<S>; 3]; 4] {
        let width = Words::of(self.width);
        let one = Words::read(numbers, bit);
        let two = Words::read(numbers, bit + (self.width + self.width));
        [
            self.parts(one.to_lanes()),
            self.parts((one >> width).to_lanes()),
            self.parts(two.to_lanes()),
            self.parts((two >> width).to_lanes()),
        ]
    }

    /// The three numbers of a row.
    #[inline(always)]
    fn parts(&self, row: u32x8<S>) -> [u32x8<S>; 3] {
        [row, row >> self.second, row >> self.third]
    }

    /// The three numbers of four rows from `bit` on, each of which takes a read of its own.
    #[inline(always)]
    fn wide_rows(&self, numbers: WordBytes<'_>, mut bit: u32x8<S>) -> [[u32x8<S>; 3]; 4] {
        let (second, third) = (Words::of(self.second), Words::of(self.third));
        let is_widest = self.any_is_wider_than(WORD);
        let mut rows = [[bit; 3]; 4];
        for numbers_of_row in &mut rows {
            let row = Words::read(numbers, bit);
            let last = match is_widest {
                true => Words::read(numbers, bit + self.third),
                false => row >> third,
            };
            *numbers_of_row = [row.to_lanes(), (row >> second).to_lanes(), last.to_lanes()];
            bit += self.width;
        }
        rows
    }
}

/// Channels whose samples are stored as they are.
#[inline(always)]
fn is_raw<S: Simd>(step: u32x8<S>) -> mask32x8<S> {
    step.simd_eq(u32x8::splat(step.simd, UNCOMPRESSED))
}

/// The weight of the first control value, and that of the last in the other direction.
#[inline(always)]
fn outer<S: Simd>(x: f32x8<S>) -> f32x8<S> {
    x * x * x * f32x8::splat(x.simd, 1.0 / 6.0)
}

/// The weights of the two in the middle.
#[inline(always)]
fn inner<S: Simd>(x: f32x8<S>) -> f32x8<S> {
    let number = |number: f32| f32x8::splat(x.simd, number);
    (number(3.0) * x * x * x - number(6.0) * x * x + number(4.0)) * number(1.0 / 6.0)
}

/// Rotations of eight channels, as [`crate::clip::compressed::format::rotation::from_parameters`] gives them.
#[inline(always)]
fn from_parameters<S: Simd>([x, y, z]: [f32x8<S>; 3]) -> [f32x8<S>; 4] {
    let one = f32x8::splat(x.simd, 1.0);
    let square = x * x + y * y + z * z;
    let scale = one / (one + square);
    let double = f32x8::splat(x.simd, 2.0) * scale;
    [x * double, y * double, z * double, (one - square) * scale]
}

#[cfg(test)]
#[path = "sample_wide_tests.rs"]
mod tests;

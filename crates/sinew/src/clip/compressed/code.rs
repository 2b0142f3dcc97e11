//! How whole numbers stand for control values, and samples that are stored as they are.

/// Steps are powers of two in quarters, from 2^8 down.
pub(super) const LARGEST_STEP: f32 = 8.0;

/// As many steps there are; the number after the last marks samples that are stored as they are.
pub(super) const STEPS: u32 = 127;
pub(super) const AS_IT_IS: u32 = STEPS;

/// Control values have no more bits.
pub(super) const MAX_BITS: u32 = 24;

/// Quarters of a power of two.
pub(super) const QUARTERS: [f32; 4] = [1.0, 0.840_896_4, std::f32::consts::FRAC_1_SQRT_2, 0.594_603_54];

/// Bytes of a sample that is stored as it is: its time and four numbers.
pub(super) const RAW_BYTES: usize = 20;

/// The distance between neighbouring numbers.
#[inline(always)]
pub(super) fn step_size(step: u32) -> f32 {
    // Two to the power of 8 - step / 4, by its bits.
    f32::from_bits((127 + 8 - (step >> 2)) << 23) * QUARTERS[step as usize & 3]
}

/// How a channel is stored in a segment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Code {
    pub(super) class: usize,
    /// [`AS_IT_IS`] for one without control values.
    pub(super) step: u32,
    /// Of each of the three numbers.
    pub(super) bits: [u32; 3],
    /// Bits that all of it takes.
    pub(super) cost: usize,
}

impl Code {
    /// Samples as they are: nothing is lost, and much is stored.
    pub(super) fn as_it_is(samples: usize) -> Self {
        Self { step: AS_IT_IS, cost: samples * 8 * RAW_BYTES, ..Self::default() }
    }
}

/// A channel's control values in a segment.
#[derive(Clone, Debug, Default)]
pub(super) struct Coded {
    pub(super) code: Code,
    pub(super) controls: Vec<[u32; 3]>,
}

//! How whole numbers stand for control values, and samples that are stored as they are.

/// Steps are powers of two in quarters, from 2^8 down.
pub(crate) const LARGEST_STEP: f32 = 8.0;

/// As many steps there are; the number after the last marks samples that are stored as they are.
pub(crate) const STEPS: u32 = 127;
pub(crate) const UNCOMPRESSED: u32 = STEPS;

/// Control values have no more bits.
pub(crate) const MAX_BITS: u32 = 24;

/// Quarters of a power of two.
pub(crate) const QUARTERS: [f32; 4] = [1.0, 0.840_896_4, std::f32::consts::FRAC_1_SQRT_2, 0.594_603_54];

/// Bytes of a sample that is stored as it is: its time and four numbers.
pub(crate) const RAW_BYTES: usize = 20;

/// The distance between neighbouring numbers.
#[inline(always)]
pub(crate) fn step_size(step: u32) -> f32 {
    // Two to the power of 8 - step / 4, by its bits.
    f32::from_bits((127 + 8 - (step >> 2)) << 23) * QUARTERS[step as usize & 3]
}

/// How a channel is stored in a segment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Encoding {
    pub(crate) class: usize,
    /// [`AS_IT_IS`] for one without control values.
    pub(crate) step: u32,
    /// Of each of the three numbers.
    pub(crate) bits: [u32; 3],
    /// Bits that all of it takes.
    pub(crate) cost: usize,
}

impl Encoding {
    /// Samples as they are: nothing is lost, and much is stored.
    pub(crate) fn uncompressed(samples: usize) -> Self {
        Self { step: UNCOMPRESSED, cost: samples * 8 * RAW_BYTES, ..Self::default() }
    }
}

/// A channel's control values in a segment.
#[derive(Clone, Debug, Default)]
pub(crate) struct EncodedChannel {
    pub(crate) code: Encoding,
    pub(crate) controls: Vec<[u32; 3]>,
}

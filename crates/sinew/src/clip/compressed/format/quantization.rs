//! Quantization of control values, and unquantized samples.

/// Exponent of the largest step. Steps are powers of two in quarters, from 2^8 down.
pub const LARGEST_STEP: f32 = 8.0;

/// Number of steps; the number after the last marks unquantized samples.
pub const STEPS: u32 = 127;
pub const UNCOMPRESSED: u32 = STEPS;

/// Largest width of a quantized number, bits.
pub const MAX_BITS: u32 = 24;

/// Factors of a quarter step: 2^(-n/4).
pub const QUARTERS: [f32; 4] = [1.0, 0.840_896_4, std::f32::consts::FRAC_1_SQRT_2, 0.594_603_54];

/// Bytes of an unquantized sample: its time and four numbers.
pub const RAW_BYTES: usize = 20;

/// Size of a quantization step.
#[inline(always)]
pub fn step_size(step: u32) -> f32 {
    // Two to the power of 8 - step / 4, as float bits.
    f32::from_bits((127 + 8 - (step >> 2)) << 23) * QUARTERS[step as usize & 3]
}

/// Encoding of a channel in a segment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Encoding {
    pub class: usize,
    /// Quantization step; [`UNCOMPRESSED`] for samples without quantization.
    pub step: u32,
    /// Bits of each of the three numbers.
    pub bits: [u32; 3],
    /// Total size, bits.
    pub cost: usize,
}

impl Encoding {
    /// Unquantized samples: lossless and large.
    pub fn uncompressed(samples: usize) -> Self {
        Self { step: UNCOMPRESSED, cost: samples * 8 * RAW_BYTES, ..Self::default() }
    }
}

/// Encoding and control values of a channel in a segment.
#[derive(Clone, Debug, Default)]
pub struct EncodedChannel {
    pub code: Encoding,
    pub controls: Vec<[u32; 3]>,
}

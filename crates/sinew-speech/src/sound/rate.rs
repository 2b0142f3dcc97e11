//! Sampling rates.

/// Lowest sampling rate in Hz.
pub const MIN_RATE: u32 = 8_000;
/// Highest sampling rate in Hz.
pub const MAX_RATE: u32 = 192_000;

pub(super) fn greatest_common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

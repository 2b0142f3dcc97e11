//! Flushing of tiny numbers to zero. What a recursive filter holds of a sound dies away in silence without
//! ever becoming zero; processors take many times as long for numbers below 10⁻³⁸.

/// Magnitude below which a sample is silence: 300 dB below full scale.
const SILENCE: f32 = 1e-15;

/// The number, or zero where it is silence.
pub(crate) fn flushed(x: f32) -> f32 {
    if x.abs() < SILENCE { 0.0 } else { x }
}

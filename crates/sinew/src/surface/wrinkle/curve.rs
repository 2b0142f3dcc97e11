#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::math::ops;

/// Response curve of a wrinkle driver over 0..1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[non_exhaustive]
pub enum WrinkleCurve {
    /// Straight line.
    #[default]
    Linear,
    /// Slow at both ends: 3x² − 2x³.
    Smooth,
    /// Power of the given exponent, larger than 0: above 1 late, below 1 early.
    Power(f32),
}

impl WrinkleCurve {
    /// Value at `x`, which is clamped to 0..1. NaN counts as 0.
    #[must_use]
    pub fn at(self, x: f32) -> f32 {
        let x = if x.is_nan() { 0.0 } else { x.clamp(0.0, 1.0) };
        match self {
            Self::Linear => x,
            Self::Smooth => x * x * (3.0 - 2.0 * x),
            Self::Power(exponent) => ops::powf(x, exponent),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_curves_begin_at_0_and_end_at_1() {
        for curve in [WrinkleCurve::Linear, WrinkleCurve::Smooth, WrinkleCurve::Power(2.0)] {
            assert_eq!([-1.0, 0.0, 1.0, 7.0, f32::NAN].map(|x| curve.at(x)), [0.0, 0.0, 1.0, 1.0, 0.0]);
        }
        assert!((WrinkleCurve::Power(2.0).at(0.5) - 0.25).abs() < 1e-6);
    }
}

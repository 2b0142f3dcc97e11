//! Measures of what a hand holds, in lengths of its metacarpus.

use std::ops::RangeInclusive;

/// Thickness: 1 to 6 cm of a hand whose metacarpus has 9 cm.
pub(super) const THICKNESS: RangeInclusive<f32> = 0.1..=0.7;
/// Least ratio of both thicknesses.
pub(super) const ROUND: f32 = 0.35;
/// Distance from the middle of the fist to the guard.
pub(super) const HALF_FIST: f32 = 0.6;

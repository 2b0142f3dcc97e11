//! Dominance functions: Michael Cohen and Dominic Massaro, *Modeling Coarticulation in Synthetic Visual
//! Speech*, 1993. A phone's influence falls exponentially with the distance from it; a parameter of the mouth
//! is the mean of the phones' targets, weighted by their influences.

/// Width of a dominance function on both sides, in seconds: the time in which the influence falls to 1/e.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    pub(super) before: f64,
    pub(super) after: f64,
}

/// Reach of lips and jaw.
pub(super) const LIPS: Reach = Reach { before: 0.030, after: 0.030 };
/// Reach of rounding, which spreads far ahead.
pub(super) const ROUNDING: Reach = Reach { before: 0.090, after: 0.050 };

/// Part of a phone's duration on each side that belongs to the transitions, and its longest time in seconds.
const EDGE_SHARE: f64 = 0.3;
const MAX_EDGE_SECONDS: f64 = 0.03;
/// Influence below which phones are left out.
const MIN_INFLUENCE: f64 = 1e-4;
/// Longest reach in seconds: beyond it the influence of any phone is below [`MIN_INFLUENCE`].
pub(super) const MAX_REACH_SECONDS: f64 = 0.9;

/// Influence at a time of a phone between two times, relative to its full one: 1 in its middle part, falling
/// outside it.
pub(super) fn influence(time: f64, start: f64, end: f64, reach: Reach) -> f64 {
    let edge = (EDGE_SHARE * (end - start)).min(MAX_EDGE_SECONDS);
    let (first, last) = (start + edge, end - edge);
    let distance = if time < first {
        (first - time) / reach.before
    } else if time > last {
        (time - last) / reach.after
    } else {
        return 1.0;
    };
    let influence = libm::exp(-distance);
    if influence < MIN_INFLUENCE { 0.0 } else { influence }
}

/// Share of its target that a phone of this duration (seconds) reaches: movements take time, so those of fast
/// speech stay short of their targets (Björn Lindblom, *Spectrographic Study of Vowel Reduction*, 1963).
pub(super) fn undershoot(duration: f64, time_constant: f64) -> f64 {
    1.0 - libm::exp(-duration / time_constant)
}

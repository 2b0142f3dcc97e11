/// Weight of a node in a frame.
#[derive(Clone, Copy, Debug)]
pub(in crate::graph) struct Weight {
    /// At the end of the step, which the pose shows.
    pub(in crate::graph) shown: f32,
    /// Mean over the step, by which the body moves: so the ways of blends are the same at any frame rate.
    pub(in crate::graph) mean: f32,
}

impl Weight {
    pub(in crate::graph) const FULL: Self = Self { shown: 1.0, mean: 1.0 };
    pub(in crate::graph) const NONE: Self = Self { shown: 0.0, mean: 0.0 };

    /// Weight that goes evenly from one value to another.
    pub(in crate::graph) fn between(before: f32, now: f32) -> Self {
        Self { shown: now, mean: (before + now) * 0.5 }
    }

    /// Weight of these values at the beginning, in the middle and at the end of the step; the mean is
    /// Simpson's.
    pub(in crate::graph) fn over_step(values: [f32; 3]) -> Self {
        Self { shown: values[2], mean: mean(values) }
    }

    /// The part of the weight that is a share.
    pub(in crate::graph) fn part(self, share: Self) -> Self {
        Self { shown: self.shown * share.shown, mean: self.mean * share.mean }
    }

    /// Remainder of a share.
    pub(in crate::graph) fn rest(self) -> Self {
        Self { shown: 1.0 - self.shown, mean: 1.0 - self.mean }
    }

    /// Without its sign, at most 1.
    pub(in crate::graph) fn strength(self) -> Self {
        Self { shown: self.shown.abs().min(1.0), mean: self.mean.abs().min(1.0) }
    }
}

/// Share of each of three values over a step in its mean.
pub(super) const SHARES: [f32; 3] = [1.0 / 6.0, 4.0 / 6.0, 1.0 / 6.0];

/// Mean of a value that is known at the beginning, in the middle and at the end of a step.
pub(super) fn mean(values: [f32; 3]) -> f32 {
    match values {
        // To the bit.
        [a, b, c] if a == c && b == c => c,
        [a, b, c] => a * SHARES[0] + b * SHARES[1] + c * SHARES[2],
    }
}

/// Settings of blinks, see [`FaceState::set_blinks`](super::super::FaceState::set_blinks). The defaults are
/// those of a person at rest (L. Trutoiu, E. Carter, I. Matthews, J. Hodgins, *Modeling and Animating Eye
/// Blinks*, 2011: lids close in about half of the time in which they open).
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct BlinkSettings {
    /// Seed of the intervals: actors with different seeds do not blink together. Default: 0.
    pub seed: u64,
    /// Blinks per minute on average, 1 to 60; people have 10 to 20 at rest, 4 when they concentrate.
    /// Default: 15.
    pub per_minute: f32,
    /// Time in which the lids close, seconds. Default: 0.08.
    pub closing: f32,
    /// Time for which they stay closed, seconds. Default: 0.02.
    pub closed: f32,
    /// Time in which they open, seconds. Default: 0.17.
    pub opening: f32,
    /// Shift of the gaze that makes the eyes blink, radians: the angle of a saccade of eyes that move by
    /// themselves, else that by which the gaze turns within 0.15 s. Default: 0.436 (25°); infinity for none.
    pub gaze_shift: f32,
}

impl Default for BlinkSettings {
    fn default() -> Self {
        Self { seed: 0, per_minute: 15.0, closing: 0.08, closed: 0.02, opening: 0.17, gaze_shift: 0.436 }
    }
}

impl BlinkSettings {
    /// Default settings with a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { seed, ..Self::default() }
    }

    /// Sets the number of blinks per minute on average, 1 to 60.
    #[must_use]
    pub fn with_per_minute(self, per_minute: f32) -> Self {
        Self { per_minute, ..self }
    }

    /// Sets the seed of the intervals.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Sets the time in which the lids close, seconds, 0.01 to 2.
    #[must_use]
    pub fn with_closing(self, closing: f32) -> Self {
        Self { closing, ..self }
    }

    /// Sets the time for which the lids stay closed, seconds, 0.01 to 2.
    #[must_use]
    pub fn with_closed(self, closed: f32) -> Self {
        Self { closed, ..self }
    }

    /// Sets the time in which the lids open, seconds, 0.01 to 2.
    #[must_use]
    pub fn with_opening(self, opening: f32) -> Self {
        Self { opening, ..self }
    }

    /// Sets the shift of the gaze that makes the eyes blink, radians; infinity for none.
    #[must_use]
    pub fn with_gaze_shift(self, gaze_shift: f32) -> Self {
        Self { gaze_shift, ..self }
    }

    /// Settings with numbers in their ranges; those that are not finite are the defaults.
    pub(super) fn bounded(self) -> Self {
        let usual = Self::default();
        let seconds = |value: f32, usual: f32| if value.is_finite() { value.clamp(0.01, 2.0) } else { usual };
        let rate = if self.per_minute.is_finite() { self.per_minute } else { usual.per_minute };
        Self {
            seed: self.seed,
            per_minute: rate.clamp(1.0, 60.0),
            closing: seconds(self.closing, usual.closing),
            closed: seconds(self.closed, usual.closed),
            opening: seconds(self.opening, usual.opening),
            gaze_shift: if self.gaze_shift.is_nan() { usual.gaze_shift } else { self.gaze_shift },
        }
    }
}

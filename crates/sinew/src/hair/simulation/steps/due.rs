//! Number and times of the fixed steps that are due in an update.

/// Largest number of fixed steps in one update of simulated hair; the rest of a longer time is dropped.
pub const MAX_HAIR_STEPS: usize = 32;

/// Fixed steps that are due in an update.
#[derive(Clone, Copy, Debug)]
pub(in crate::hair::simulation) struct DueSteps {
    /// Length of a step, seconds.
    step: f32,
    /// Time that no step had taken before the update, and the time of the update, seconds.
    start: f32,
    delta: f32,
    due: usize,
}

impl DueSteps {
    /// Steps of an update by `delta` seconds, after `rest_time` seconds that no step has taken yet.
    pub(in crate::hair::simulation) fn new(rate: f32, rest_time: f32, delta: f32) -> Self {
        let step = 1.0 / rate;
        Self { step, start: rest_time, delta, due: ((rest_time + delta) / step) as usize }
    }

    /// Number of steps to take.
    pub(in crate::hair::simulation) fn count(&self) -> usize {
        self.due.min(MAX_HAIR_STEPS)
    }

    /// Share of the way from the roots of the last update at which step `n` ends.
    pub(in crate::hair::simulation) fn until(&self, n: usize) -> f32 {
        if self.due > MAX_HAIR_STEPS {
            (n + 1) as f32 / self.count() as f32
        } else if self.delta > 0.0 {
            (((n + 1) as f32 * self.step - self.start) / self.delta).clamp(0.0, 1.0)
        } else {
            1.0
        }
    }

    /// Time that no step has taken after the update, seconds.
    pub(in crate::hair::simulation) fn rest_time(&self) -> f32 {
        (self.start + self.delta - self.due as f32 * self.step).clamp(0.0, self.step)
    }
}

/// A time that is finite and not negative; 0 for others.
pub(in crate::hair::simulation) fn sound_time(delta: f32) -> f32 {
    if delta.is_finite() { delta.max(0.0) } else { 0.0 }
}

/// Goal fades that run on while playback is paused.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct GoalFades {
    /// Seconds for which goals may still fade.
    left: f32,
}

impl GoalFades {
    /// True while goals may still fade.
    pub(super) fn are_running(&self) -> bool {
        self.left > 0.0
    }

    pub(super) fn restart(&mut self) {
        // Longer than any fade or smoothed look.
        self.left = 1.5;
    }

    /// Counts down the time of fades by `dt` seconds.
    pub(super) fn step(&mut self, dt: f32) {
        self.left = (self.left - dt).max(0.0);
    }
}

/// Bounds of the check of motion. Lengths are in heights of the body.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct MotionCheckSettings {
    /// Largest way of a standing foot over the ground, body heights.
    pub max_slide: f32,
    /// Largest depth of a sole below the ground, body heights.
    pub max_penetration: f32,
    /// Largest jump of a joint, or of what hangs on it, from one frame to the next, body heights.
    pub max_pop: f32,
    /// Largest turn of a joint from one frame to the next, radians.
    pub max_flip: f32,
    /// Largest angle of a knee or an elbow beyond straight, radians.
    pub max_hyperextension: f32,
    /// Largest distance of a joint between the ends of a loop, body heights.
    pub max_loop_gap: f32,
    /// Largest change of a joint's velocity at the seam of a loop, body heights per second.
    pub max_loop_velocity: f32,
    /// Largest noise of the root, body heights (standard deviation).
    pub max_root_jitter: f32,
    /// Largest noise of another joint, or of what hangs on it, body heights (standard deviation).
    pub max_noise: f32,
    /// Longest standstill of the whole body in the middle of a motion, seconds.
    pub max_freeze: f32,
    /// Largest change of a scale or the length of a bone from one frame to the next, relative to it.
    pub max_scale_jump: f32,
    /// Largest way of two limbs that jump to each other's directions, body heights: sum over both, of middle and
    /// end.
    pub max_side_swap: f32,
    /// Largest number of findings of one kind; the largest ones are kept.
    pub max_findings: usize,
    /// Whether the clip is a loop; `None` judges by its name and its ends.
    pub is_loop: Option<bool>,
}

impl MotionCheckSettings {
    /// Sets [`max_slide`](Self::max_slide), body heights.
    #[must_use]
    pub fn with_max_slide(mut self, heights: f32) -> Self {
        self.max_slide = heights;
        self
    }

    /// Sets [`max_penetration`](Self::max_penetration), body heights.
    #[must_use]
    pub fn with_max_penetration(mut self, heights: f32) -> Self {
        self.max_penetration = heights;
        self
    }

    /// Sets [`max_pop`](Self::max_pop), body heights.
    #[must_use]
    pub fn with_max_pop(mut self, heights: f32) -> Self {
        self.max_pop = heights;
        self
    }

    /// Sets [`max_flip`](Self::max_flip), radians.
    #[must_use]
    pub fn with_max_flip(mut self, radians: f32) -> Self {
        self.max_flip = radians;
        self
    }

    /// Sets [`max_hyperextension`](Self::max_hyperextension), radians.
    #[must_use]
    pub fn with_max_hyperextension(mut self, radians: f32) -> Self {
        self.max_hyperextension = radians;
        self
    }

    /// Sets [`max_loop_gap`](Self::max_loop_gap), body heights.
    #[must_use]
    pub fn with_max_loop_gap(mut self, heights: f32) -> Self {
        self.max_loop_gap = heights;
        self
    }

    /// Sets [`max_loop_velocity`](Self::max_loop_velocity), body heights per second.
    #[must_use]
    pub fn with_max_loop_velocity(mut self, heights_per_second: f32) -> Self {
        self.max_loop_velocity = heights_per_second;
        self
    }

    /// Sets [`max_root_jitter`](Self::max_root_jitter), body heights.
    #[must_use]
    pub fn with_max_root_jitter(mut self, heights: f32) -> Self {
        self.max_root_jitter = heights;
        self
    }

    /// Sets [`max_noise`](Self::max_noise), body heights.
    #[must_use]
    pub fn with_max_noise(mut self, heights: f32) -> Self {
        self.max_noise = heights;
        self
    }

    /// Sets [`max_freeze`](Self::max_freeze), seconds.
    #[must_use]
    pub fn with_max_freeze(mut self, seconds: f32) -> Self {
        self.max_freeze = seconds;
        self
    }

    /// Sets [`max_scale_jump`](Self::max_scale_jump).
    #[must_use]
    pub fn with_max_scale_jump(mut self, ratio: f32) -> Self {
        self.max_scale_jump = ratio;
        self
    }

    /// Sets [`max_side_swap`](Self::max_side_swap), body heights.
    #[must_use]
    pub fn with_max_side_swap(mut self, heights: f32) -> Self {
        self.max_side_swap = heights;
        self
    }

    /// Sets [`max_findings`](Self::max_findings).
    #[must_use]
    pub fn with_max_findings(mut self, count: usize) -> Self {
        self.max_findings = count;
        self
    }

    /// Sets [`is_loop`](Self::is_loop).
    #[must_use]
    pub fn with_is_loop(mut self, is_loop: Option<bool>) -> Self {
        self.is_loop = is_loop;
        self
    }
}

impl Default for MotionCheckSettings {
    /// The calibrated bounds.
    fn default() -> Self {
        Self {
            max_slide: 0.03,
            max_penetration: 0.03,
            max_pop: 0.02,
            max_flip: 1.2,
            max_hyperextension: 0.26,
            max_loop_gap: 0.015,
            max_loop_velocity: 1.5,
            max_root_jitter: 0.002,
            max_noise: 0.003,
            max_freeze: 0.1,
            max_scale_jump: 0.1,
            max_side_swap: 0.12,
            max_findings: 20,
            is_loop: None,
        }
    }
}

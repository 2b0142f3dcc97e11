/// Settings of [`close_loop`](super::close_loop).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct LoopSettings {
    /// Duration of the blend at each end, seconds; at most half of the clip's counts. `None`: 0.3 s, or a
    /// quarter of the clip where that is shorter.
    pub blend_time: Option<f32>,
    /// Whether motion over the ground and turns about the vertical that are in the keys stay, as those of a
    /// walk that travels. `None`: where they are more than sway, 15 % of the character's size or 30°. Root
    /// motion stays in any case.
    pub keep_travel: Option<bool>,
}

/// Default duration of the blend, seconds, and in parts of the clip.
const BLEND_TIME: f32 = 0.3;
const BLEND_SHARE: f32 = 0.25;

impl LoopSettings {
    /// Sets [`blend_time`](Self::blend_time), seconds.
    #[must_use]
    pub fn with_blend_time(mut self, seconds: Option<f32>) -> Self {
        self.blend_time = seconds;
        self
    }

    /// Sets [`keep_travel`](Self::keep_travel).
    #[must_use]
    pub fn with_keep_travel(mut self, keep: Option<bool>) -> Self {
        self.keep_travel = keep;
        self
    }

    /// Duration of the blend at each end of a clip that lasts `duration` seconds.
    pub(super) fn seconds(&self, duration: f32) -> f32 {
        let default = || BLEND_TIME.min(BLEND_SHARE * duration);
        self.blend_time.unwrap_or_else(default).min(0.5 * duration)
    }
}

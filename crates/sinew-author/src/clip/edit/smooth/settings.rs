/// Settings of [`smooth_clip`](super::smooth_clip).
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct SmoothSettings {
    /// Frequency at which the low-pass filter halves the power of a motion, Hz. What people do lies below 6 Hz in
    /// walking and below about 10 Hz in blows; noise of captures lies above.
    pub cutoff: f32,
    /// Whether motion without noise is filtered too. Else it stays to the bit.
    pub everywhere: bool,
    /// Whether jumps from one frame to the next are taken out before the filter.
    pub remove_jumps: bool,
}

impl SmoothSettings {
    /// Sets [`cutoff`](Self::cutoff), Hz.
    #[must_use]
    pub fn with_cutoff(mut self, hertz: f32) -> Self {
        self.cutoff = hertz;
        self
    }

    /// Sets [`everywhere`](Self::everywhere).
    #[must_use]
    pub fn with_everywhere(mut self, everywhere: bool) -> Self {
        self.everywhere = everywhere;
        self
    }

    /// Sets [`remove_jumps`](Self::remove_jumps).
    #[must_use]
    pub fn with_remove_jumps(mut self, remove: bool) -> Self {
        self.remove_jumps = remove;
        self
    }
}

impl Default for SmoothSettings {
    /// 6 Hz where there is noise, without jumps.
    fn default() -> Self {
        Self { cutoff: 6.0, everywhere: false, remove_jumps: true }
    }
}

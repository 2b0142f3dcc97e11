/// Life of a decal: how long it stays, how it comes and goes, how much it counts.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct DecalLife {
    /// Priority: of decals over the budget, those of lower priority go first.
    pub priority: i32,
    /// Seconds until it begins to fade out; infinite, or not a number, for one that stays.
    pub lifetime: f32,
    /// Seconds of fading in. 0, and what is not finite, shows it at once.
    pub fade_in: f32,
    /// Seconds of fading out. 0, and what is not finite, removes it at once.
    pub fade_out: f32,
}

impl Default for DecalLife {
    /// Stays, appears at once, and fades out in a second when room is needed.
    fn default() -> Self {
        Self { priority: 0, lifetime: f32::INFINITY, fade_in: 0.0, fade_out: 1.0 }
    }
}

impl DecalLife {
    /// Sets the priority.
    #[must_use]
    pub const fn with_priority(mut self, priority: i32) -> Self {
        self.priority = priority;
        self
    }

    /// Sets the seconds until it begins to fade out.
    #[must_use]
    pub const fn with_lifetime(mut self, seconds: f32) -> Self {
        self.lifetime = seconds;
        self
    }

    /// Sets the seconds of fading in; 0 shows the decal at once.
    #[must_use]
    pub const fn with_fade_in(mut self, fade_in: f32) -> Self {
        self.fade_in = fade_in;
        self
    }

    /// Sets the seconds of fading out; 0 removes the decal at once.
    #[must_use]
    pub const fn with_fade_out(mut self, fade_out: f32) -> Self {
        self.fade_out = fade_out;
        self
    }
}

/// Level of detail of simulated hair. That of drawn hair belongs to the renderer.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct HairDetail {
    /// Share of the hairs that are simulated, 0 to 1; the others follow their neighbours. 0 leaves all hair
    /// in its groomed shape, rigid with the skin.
    pub guides: f32,
    /// Steps per second as a share of those of the settings, 0 to 1; there are at least 30.
    pub rate: f32,
}

impl HairDetail {
    /// Every hair at the full rate.
    pub const FULL: Self = Self { guides: 1.0, rate: 1.0 };
    /// A quarter of the hairs at half of the rate.
    pub const LOW: Self = Self { guides: 0.25, rate: 0.5 };
    /// Groomed hair, rigid with the skin.
    pub const OFF: Self = Self { guides: 0.0, rate: 1.0 };

    /// Detail with these shares of the hairs and of the steps. Shares out of 0 to 1 are clamped; those that
    /// are no numbers count as 1.
    #[must_use]
    pub fn new(guides: f32, rate: f32) -> Self {
        let share = |value: f32| if value.is_nan() { 1.0 } else { value.clamp(0.0, 1.0) };
        Self { guides: share(guides), rate: share(rate) }
    }

    /// Number of hairs that are simulated, of `count`.
    pub(super) fn guide_count(&self, count: usize) -> usize {
        ((f64::from(self.guides) * count as f64).ceil() as usize).min(count)
    }
}

impl Default for HairDetail {
    fn default() -> Self {
        Self::FULL
    }
}

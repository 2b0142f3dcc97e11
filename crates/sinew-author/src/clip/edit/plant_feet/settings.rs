/// Settings of [`plant_feet`](super::plant_feet).
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PlantFeetSettings {
    /// Time in which the correction of a foot fades before and after it stands, seconds.
    pub blend_time: f32,
    /// Largest distance by which the hips come down for legs that are too short, leg lengths.
    pub max_hips_drop: f32,
    /// Whether soles that sink below the ground are lifted.
    pub lift_soles: bool,
}

impl PlantFeetSettings {
    /// Sets [`blend_time`](Self::blend_time), seconds.
    #[must_use]
    pub fn with_blend_time(mut self, seconds: f32) -> Self {
        self.blend_time = seconds;
        self
    }

    /// Sets [`max_hips_drop`](Self::max_hips_drop), leg lengths.
    #[must_use]
    pub fn with_max_hips_drop(mut self, legs: f32) -> Self {
        self.max_hips_drop = legs;
        self
    }

    /// Sets [`lift_soles`](Self::lift_soles).
    #[must_use]
    pub fn with_lift_soles(mut self, lift: bool) -> Self {
        self.lift_soles = lift;
        self
    }
}

impl Default for PlantFeetSettings {
    /// A quarter of a second, a fifth of a leg, with soles.
    fn default() -> Self {
        Self { blend_time: 0.25, max_hips_drop: 0.2, lift_soles: true }
    }
}

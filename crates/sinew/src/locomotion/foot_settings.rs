use std::f32::consts::FRAC_PI_2;

/// Settings of foot IK. Lengths are shares of the leg length.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct FootSettings {
    /// Largest animated height of the ball above the ground for a foot in stance.
    pub plant_height: f32,
    /// Largest animated speed of a foot in stance, leg lengths per second.
    pub plant_speed: f32,
    /// Whether planted feet are locked in place.
    #[cfg_attr(feature = "serde", serde(alias = "locks"))]
    pub lock_feet: bool,
    /// Distance between lock and animation at which a foot is released.
    pub lock_radius: f32,
    /// Time for which a swinging foot looks ahead for steps, seconds.
    #[cfg_attr(feature = "serde", serde(alias = "ahead"))]
    pub look_ahead: f32,
    /// Largest shift of the landing point along the direction of movement, to find a foothold for the whole
    /// foot on broken ground; 0 for none. It never exceeds 1.4 foot lengths.
    #[cfg_attr(feature = "serde", serde(alias = "foothold"))]
    pub max_foothold_shift: f32,
    /// Time in which a swinging foot follows a step of the ground, seconds to nine tenths.
    #[cfg_attr(feature = "serde", serde(alias = "step"))]
    pub step_time: f32,
    /// Time in which the hips follow, seconds to nine tenths.
    #[cfg_attr(feature = "serde", serde(alias = "hips"))]
    pub hip_time: f32,
    /// Largest vertical offset of the hips.
    #[cfg_attr(feature = "serde", serde(alias = "most_hips"))]
    pub max_hip_offset: f32,
    /// Steepest slope that feet are aligned to, radians.
    #[cfg_attr(feature = "serde", serde(alias = "tilt", with = "crate::text::degrees"))]
    pub max_tilt: f32,
    /// Largest lift of a planted foot's heel about its toes, radians, where the leg would not reach while
    /// `world_from_model` moves on; 0 for none. Feet without a toe joint do not lift.
    #[cfg_attr(feature = "serde", serde(alias = "heel", with = "crate::text::degrees"))]
    pub max_heel_angle: f32,
}

impl Default for FootSettings {
    fn default() -> Self {
        Self {
            plant_height: 0.06,
            plant_speed: 0.35,
            lock_feet: true,
            lock_radius: 0.25,
            look_ahead: 0.12,
            max_foothold_shift: 0.2,
            step_time: 0.12,
            hip_time: 0.25,
            max_hip_offset: 0.5,
            max_tilt: 0.7,
            max_heel_angle: 0.8,
        }
    }
}

impl FootSettings {
    /// Largest lift of a heel, radians, clamped to a valid range.
    pub(crate) fn heel_limit(&self) -> f32 {
        if self.max_heel_angle.is_nan() { 0.0 } else { self.max_heel_angle.clamp(0.0, FRAC_PI_2) }
    }

    /// Sets the largest animated height of the ball for a foot in stance.
    #[must_use]
    pub fn with_plant_height(self, plant_height: f32) -> Self {
        Self { plant_height, ..self }
    }

    /// Sets the largest animated speed of a foot in stance, leg lengths per second.
    #[must_use]
    pub fn with_plant_speed(self, plant_speed: f32) -> Self {
        Self { plant_speed, ..self }
    }

    /// Sets whether planted feet are locked in place.
    #[must_use]
    pub fn with_lock_feet(self, lock_feet: bool) -> Self {
        Self { lock_feet, ..self }
    }

    /// Sets the distance between lock and animation at which a foot is released.
    #[must_use]
    pub fn with_lock_radius(self, lock_radius: f32) -> Self {
        Self { lock_radius, ..self }
    }

    /// Sets the time for which a swinging foot looks ahead for steps, seconds.
    #[must_use]
    pub fn with_look_ahead(self, look_ahead: f32) -> Self {
        Self { look_ahead, ..self }
    }

    /// Sets the largest shift of the landing point to a foothold; 0 for none.
    #[must_use]
    pub fn with_max_foothold_shift(self, max_foothold_shift: f32) -> Self {
        Self { max_foothold_shift, ..self }
    }

    /// Sets the time in which a swinging foot follows a step of the ground, seconds.
    #[must_use]
    pub fn with_step_time(self, step_time: f32) -> Self {
        Self { step_time, ..self }
    }

    /// Sets the time in which the hips follow, seconds.
    #[must_use]
    pub fn with_hip_time(self, hip_time: f32) -> Self {
        Self { hip_time, ..self }
    }

    /// Sets the largest vertical offset of the hips.
    #[must_use]
    pub fn with_max_hip_offset(self, max_hip_offset: f32) -> Self {
        Self { max_hip_offset, ..self }
    }

    /// Sets the steepest slope that feet are aligned to, radians.
    #[must_use]
    pub fn with_max_tilt(self, max_tilt: f32) -> Self {
        Self { max_tilt, ..self }
    }

    /// Sets the largest lift of a planted foot's heel, radians; 0 for none.
    #[must_use]
    pub fn with_max_heel_angle(self, max_heel_angle: f32) -> Self {
        Self { max_heel_angle, ..self }
    }
}

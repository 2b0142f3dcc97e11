/// Settings of eye movements, see
/// [`FaceState::set_eye_movements`](crate::face::FaceState::set_eye_movements). The defaults are those of
/// people (S. P. Lee, J. B. Badler, N. I. Badler, *Eyes Alive*, 2002). All angles are radians of the gaze
/// relative to the head.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct EyeMovementSettings {
    /// Seed of fixations and glances: actors with different seeds do not move their eyes together.
    /// Default: 0.
    pub seed: u64,
    /// Duration of the smallest saccade, seconds. Default: 0.025.
    pub saccade_base: f32,
    /// Further duration of a saccade for its angle, seconds per radian. Default: 0.1375 (2.4 ms per degree).
    pub saccade_per_radian: f32,
    /// Largest angle of the eyes from straight ahead. Default: 0.96 (55°).
    pub max_angle: f32,
    /// Largest speed at which the eyes follow a moving target smoothly, radians per second. Default: 0.87
    /// (50° per second).
    pub pursuit_speed: f32,
    /// Angle to the target from which on a saccade catches up with it. Default: 0.035 (2°).
    pub catch_up_angle: f32,
    /// Glances aside per minute while nothing is looked at, 0 to 45. Default: 15, as of people who talk.
    pub glances_per_minute: f32,
    /// Largest angle of a glance aside. Default: 0.396 (22.7°).
    pub max_glance: f32,
    /// Largest angle of the small saccades of fixations; 0 for none. Default: 0.014 (0.8°).
    pub fixation_angle: f32,
    /// Whether a [`Gaze::Target`](crate::face::Gaze::Target) is a face, given by the point between its eyes:
    /// the gaze goes from eye to eye to mouth, and now and then aside. Default: false.
    pub social_gaze: bool,
    /// Angle of a target from the animated head from which on the head follows, where it turns
    /// ([`FaceState::set_turns_head`](crate::face::FaceState::set_turns_head)): the eyes keep this much.
    /// Default: 0.305 (17.5°).
    pub head_angle: f32,
    /// Time by which the head begins to follow after the eyes, seconds, 0 to 1. Default: 0.035; people's
    /// heads follow targets that they do not foresee 20 to 50 ms after the eyes (W. H. Zangemeister, L.
    /// Stark, *Types of gaze movement: variable interactions of eye and head movements*, 1982).
    pub head_latency: f32,
    /// Factor of the upper lids that follow the gaze up and down, 0 to 2; 0 leaves them. Default: 1.
    pub lid_factor: f32,
}

impl Default for EyeMovementSettings {
    fn default() -> Self {
        Self {
            seed: 0,
            saccade_base: 0.025,
            saccade_per_radian: 0.1375,
            max_angle: 0.96,
            pursuit_speed: 0.87,
            catch_up_angle: 0.035,
            glances_per_minute: 15.0,
            max_glance: 0.396,
            fixation_angle: 0.014,
            social_gaze: false,
            head_angle: 0.305,
            head_latency: 0.035,
            lid_factor: 1.0,
        }
    }
}

impl EyeMovementSettings {
    /// Default settings with a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { seed, ..Self::default() }
    }

    /// Sets whether the gaze at a target is that at a face; see [`social_gaze`](field@Self::social_gaze).
    #[must_use]
    pub fn with_social_gaze(self, social_gaze: bool) -> Self {
        Self { social_gaze, ..self }
    }

    /// Sets the number of glances aside per minute, 0 to 45.
    #[must_use]
    pub fn with_glances_per_minute(self, glances_per_minute: f32) -> Self {
        Self { glances_per_minute, ..self }
    }

    /// Sets the largest angle of the small saccades of fixations, radians; 0 for none.
    #[must_use]
    pub fn with_fixation_angle(self, fixation_angle: f32) -> Self {
        Self { fixation_angle, ..self }
    }

    /// Sets the time by which the head begins to follow after the eyes, seconds, 0 to 1.
    #[must_use]
    pub fn with_head_latency(self, head_latency: f32) -> Self {
        Self { head_latency, ..self }
    }

    /// Sets the seed of fixations and glances.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Sets the duration of the smallest saccade, seconds, 0.001 to 1.
    #[must_use]
    pub fn with_saccade_base(self, saccade_base: f32) -> Self {
        Self { saccade_base, ..self }
    }

    /// Sets the further duration of a saccade for its angle, seconds per radian, 0 to 10.
    #[must_use]
    pub fn with_saccade_per_radian(self, saccade_per_radian: f32) -> Self {
        Self { saccade_per_radian, ..self }
    }

    /// Sets the largest angle of the eyes from straight ahead, radians, 0 to 1.57.
    #[must_use]
    pub fn with_max_angle(self, max_angle: f32) -> Self {
        Self { max_angle, ..self }
    }

    /// Sets the largest speed at which the eyes follow a moving target, radians per second, 0 to 100.
    #[must_use]
    pub fn with_pursuit_speed(self, pursuit_speed: f32) -> Self {
        Self { pursuit_speed, ..self }
    }

    /// Sets the angle to the target from which on a saccade catches up with it, radians, 0.001 to 1.
    #[must_use]
    pub fn with_catch_up_angle(self, catch_up_angle: f32) -> Self {
        Self { catch_up_angle, ..self }
    }

    /// Sets the largest angle of a glance aside, radians, 0 to 1.57.
    #[must_use]
    pub fn with_max_glance(self, max_glance: f32) -> Self {
        Self { max_glance, ..self }
    }

    /// Sets the angle of a target from which on the head follows, radians, 0 to 1.57.
    #[must_use]
    pub fn with_head_angle(self, head_angle: f32) -> Self {
        Self { head_angle, ..self }
    }

    /// Sets the factor of the upper lids that follow the gaze, 0 to 2; 0 leaves them.
    #[must_use]
    pub fn with_lid_factor(self, lid_factor: f32) -> Self {
        Self { lid_factor, ..self }
    }

    /// Duration of a saccade of an angle in radians, seconds.
    #[must_use]
    pub fn saccade_duration(&self, angle: f32) -> f32 {
        self.saccade_base + self.saccade_per_radian * angle
    }

    /// Settings with numbers in their ranges; those that are not finite are the defaults.
    pub(super) fn bounded(self) -> Self {
        let default = Self::default();
        let within = |value: f32, default: f32, min: f32, max: f32| {
            if value.is_finite() { value.clamp(min, max) } else { default }
        };
        Self {
            seed: self.seed,
            saccade_base: within(self.saccade_base, default.saccade_base, 0.001, 1.0),
            saccade_per_radian: within(self.saccade_per_radian, default.saccade_per_radian, 0.0, 10.0),
            max_angle: within(self.max_angle, default.max_angle, 0.0, 1.57),
            pursuit_speed: within(self.pursuit_speed, default.pursuit_speed, 0.0, 100.0),
            catch_up_angle: within(self.catch_up_angle, default.catch_up_angle, 0.001, 1.0),
            glances_per_minute: within(self.glances_per_minute, default.glances_per_minute, 0.0, 45.0),
            max_glance: within(self.max_glance, default.max_glance, 0.0, 1.57),
            fixation_angle: within(self.fixation_angle, default.fixation_angle, 0.0, 0.2),
            social_gaze: self.social_gaze,
            head_angle: within(self.head_angle, default.head_angle, 0.0, 1.57),
            head_latency: within(self.head_latency, default.head_latency, 0.0, 1.0),
            lid_factor: within(self.lid_factor, default.lid_factor, 0.0, 2.0),
        }
    }
}

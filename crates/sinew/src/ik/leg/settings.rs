use glam::Vec3;
use std::f32::consts::{FRAC_PI_3, FRAC_PI_6};

/// Settings of a foot-roll leg.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct FootRollSettings {
    /// Rotation that the foot keeps.
    pub mode: FootMode,
    /// Lift of the heel about the ball, 0 to 1 of `max_heel_angle`; the leg may need more.
    pub heel_lift: f32,
    /// Lift of the toes, 0 to 1 of `max_toe_angle`.
    pub toe_lift: f32,
    /// Largest lift of the heel, radians.
    pub max_heel_angle: f32,
    /// Largest lift of the toes, radians.
    pub max_toe_angle: f32,
    /// Extension at which the heel begins to lift, as a share of the leg's length, 0 to 1.
    pub roll_start: f32,
    /// Pole of the knee, a position in model space; none leaves the knee on the shortest arc.
    pub pole: Option<Vec3>,
}

/// Rotation of the foot that is kept from the animation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum FootMode {
    /// Foot relative to its toes: soles that lie on the ground.
    #[default]
    Sole,
    /// Foot relative to the line from hip to ball: hind legs of animals, which fold as a whole.
    Hind,
}

impl Default for FootRollSettings {
    fn default() -> Self {
        Self {
            mode: FootMode::Sole,
            heel_lift: 0.0,
            toe_lift: 0.0,
            max_heel_angle: FRAC_PI_3,
            max_toe_angle: FRAC_PI_6,
            roll_start: 0.97,
            pole: None,
        }
    }
}

impl FootRollSettings {
    /// Sets the rotation that the foot keeps.
    #[must_use]
    pub fn with_mode(self, mode: FootMode) -> Self {
        Self { mode, ..self }
    }

    /// Sets the lift of the heel, 0 to 1 of `max_heel_angle`.
    #[must_use]
    pub fn with_heel_lift(self, heel_lift: f32) -> Self {
        Self { heel_lift, ..self }
    }

    /// Sets the lift of the toes, 0 to 1 of `max_toe_angle`.
    #[must_use]
    pub fn with_toe_lift(self, toe_lift: f32) -> Self {
        Self { toe_lift, ..self }
    }

    /// Sets the largest lift of the heel, radians.
    #[must_use]
    pub fn with_max_heel_angle(self, max_heel_angle: f32) -> Self {
        Self { max_heel_angle, ..self }
    }

    /// Sets the largest lift of the toes, radians.
    #[must_use]
    pub fn with_max_toe_angle(self, max_toe_angle: f32) -> Self {
        Self { max_toe_angle, ..self }
    }

    /// Sets the extension at which the heel begins to lift, as a share of the leg's length.
    #[must_use]
    pub fn with_roll_start(self, roll_start: f32) -> Self {
        Self { roll_start, ..self }
    }

    /// Sets the pole of the knee, a position in model space.
    #[must_use]
    pub fn with_pole(self, pole: impl Into<Option<Vec3>>) -> Self {
        Self { pole: pole.into(), ..self }
    }
}

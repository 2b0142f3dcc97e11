use glam::Vec3;
use std::f32::consts::{FRAC_PI_3, FRAC_PI_6};

/// Settings of a foot-roll leg.
#[derive(Clone, Copy, Debug, PartialEq)]
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

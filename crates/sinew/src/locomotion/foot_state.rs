use crate::locomotion::FootIkReport;
use crate::locomotion::heel::Heel;
use crate::locomotion::landing::Landing;
use crate::locomotion::sole::posed_sole::{GroundCache, Lock};
use glam::{Affine3A, Vec3};

/// State of one foot that is kept between frames.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FootState {
    pub(crate) lock: Option<Lock>,
    /// Animated position of the ball in the frame before: x and z in the world, y above the animation's own ground.
    pub(super) animated: Option<Vec3>,
    /// Moving platform under the foot (number) and its transform in the frame before.
    pub(super) carrier: Option<(u64, Affine3A)>,
    /// Velocity with which the platform carries the foot, horizontal, metres per second.
    pub(crate) drift: Vec3,
    /// Smoothed height of the ground below the swinging foot, and its rate.
    pub(super) floor: (f32, f32),
    /// Whether the animation has the foot in its stance phase: low and slow.
    pub(crate) stands: bool,
    /// Pressure of the foot to the ground, 0 to 1, and its rate.
    pub(super) press: (f32, f32),
    /// Offset that remains from the last lock and fades out, per axis with its rate.
    pub(super) left: [(f32, f32); 3],
    /// Smoothed x and z of the ground normal, with their rates.
    pub(super) tilt: [(f32, f32); 2],
    pub(crate) ground_cache: GroundCache,
    pub(crate) heel: Heel,
    pub(super) landing: Landing,
    /// Horizontal shift to the foothold, kept while the foot is planted.
    pub(super) foothold_shift: Vec3,
    /// Softness of the leg at full extension, as a share of its length, with its rate.
    pub(crate) soft: (f32, f32),
    pub(crate) report: FootIkReport,
}

/// Largest height above the ground of a foot that is planted, in leg lengths: a millimetre or two.
pub(super) const PLANT_HEIGHT: f32 = 2e-3;

impl FootState {
    /// Whether the foot is locked and touches the ground.
    pub(crate) fn is_planted(&self, leg: f32) -> bool {
        self.lock.is_some() && self.left[1].0.abs() < PLANT_HEIGHT * leg
    }
}

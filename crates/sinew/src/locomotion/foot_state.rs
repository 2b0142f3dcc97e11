//! State of one foot across frames, and of the moving platform under it.

use crate::locomotion::FootIkReport;
use crate::locomotion::heel::Heel;
use crate::locomotion::landing::Landing;
use crate::locomotion::sole::lock::Lock;
use glam::{Affine3A, Vec3};

/// Moving platform under a foot: its number, and its transform (world from platform) in the frame before. As
/// plain numbers, because an aligned matrix would make the state of every foot a tenth larger.
#[derive(Clone, Copy, Debug)]
pub(super) struct Carrier {
    pub(super) number: u64,
    world_from_platform: [f32; 12],
}

impl Carrier {
    pub(super) fn new((number, world_from_platform): (u64, Affine3A)) -> Self {
        Self { number, world_from_platform: world_from_platform.to_cols_array() }
    }

    pub(super) fn world_from_platform(&self) -> Affine3A {
        Affine3A::from_cols_array(&self.world_from_platform)
    }
}

/// State of one foot that is kept between frames, and copied before every step of time.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FootState {
    pub(crate) lock: Option<Lock>,
    /// Animated position of the ball in the frame before: x and z in the world,
    /// y above the animation's own ground.
    pub(super) animated: Option<Vec3>,
    /// Moving platform under the foot.
    pub(super) carrier: Option<Carrier>,
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
    pub(crate) heel: Heel,
    pub(crate) landing: Landing,
    /// Horizontal shift to the foothold, kept while the foot is planted.
    pub(super) foothold_shift: Vec3,
    /// Level offset by which a swinging foot is held back in front of a step that it does not clear yet,
    /// metres: x and z with their rates.
    pub(super) back: [(f32, f32); 2],
    /// Whether the leg did not reach the lock in this stance: it is not locked again before the next.
    pub(super) is_unreached: bool,
    /// Depth below the ground, as if it were level, of a foot that was released over an edge,
    /// metres, and its rate.
    pub(super) dip: (f32, f32),
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

//! How a character goes over the ground, and how long its strides are.

use super::feet_scene::Space;
use super::stride::follow_to;
use glam::{Affine3A, Vec3};

/// What of it goes from frame to frame.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Gait {
    /// Where the character stood, and the way that it went when it went last.
    stood: Option<Vec3>,
    way: Vec3,
    /// How long strides are to be, as a share of their length, if not as they are.
    stride: Option<f32>,
    /// How much longer they are.
    lengthened: (f32, f32),
}

/// What it is in one frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Going {
    /// Where the character stands, at height 0, and how fast it moves from there.
    pub(super) origin: Vec3,
    pub(super) velocity: Vec3,
    /// How fast it goes over what it is on, and how much that is walking, 0 to 1.
    pub(super) pace: f32,
    pub(super) walks: f32,
    /// The way that it goes, a unit or nothing, and how much longer strides are along it, as a share of their length.
    pub(super) way: Vec3,
    longer: f32,
}

/// Who goes faster than so many legs a second walks.
const WALKS: f32 = 0.3;

/// And goes some way.
const SLOW: f32 = 0.03;

/// Seconds in which strides become as long as they are to be, by nine tenths.
const LENGTHENED: f32 = 0.3;

/// The shortest strides by which anybody goes, and the longest, as a share of how they are animated.
const SHORTEST: f32 = 0.05;
const LONGEST: f32 = 4.0;

impl Gait {
    /// Forgets all but how long strides are to be.
    pub(super) fn reset(&mut self) {
        *self = Self { stride: self.stride, ..Self::default() };
    }

    /// How long strides are to be, as a share of how they are animated.
    pub(super) fn stride(&self) -> f32 {
        self.stride.unwrap_or(1.0)
    }

    pub(super) fn set_stride(&mut self, share: f32) {
        if share.is_finite() && share >= 0.0 {
            self.stride = Some(share.min(LONGEST));
        }
    }

    /// Goes on for `dt` seconds, on what moves with a velocity.
    pub(super) fn go_on(
        &mut self,
        world_from_model: &Affine3A,
        space: &Space,
        carried: Vec3,
        dt: f32,
    ) -> Going {
        let origin = Vec3::from(world_from_model.translation).with_y(0.0);
        let moved = self.stood.replace(origin).map_or(Vec3::ZERO, |before| origin - before);
        let velocity = if dt > 0.0 { moved / dt } else { Vec3::ZERO };
        // Who is carried along does not walk.
        let gone = velocity - if dt > 0.0 { carried } else { Vec3::ZERO };
        let pace = gone.length();
        let walking = |pace: f32| (pace / (WALKS * space.leg)).min(1.0);
        let walks = walking(pace);
        if pace > SLOW * space.leg && pace.is_finite() {
            self.way = gone / pace;
        }
        if self.stride.is_some() {
            // By as much as it would walk by its own strides.
            let longer = (self.stride() - 1.0) * walking(pace / self.stride().max(SHORTEST));
            self.lengthened = follow_to(self.lengthened, longer, LENGTHENED, dt);
        }
        Going { origin, velocity, pace, walks, way: self.way, longer: self.lengthened.0 }
    }
}

impl Going {
    /// How much farther ahead a foot comes down for longer strides that is so far from its hip, and how much farther behind it
    /// begins.
    pub(super) fn ahead(&self, from_hip: impl FnOnce() -> Vec3) -> Vec3 {
        if self.longer == 0.0 { Vec3::ZERO } else { self.way * (self.longer * from_hip().dot(self.way)) }
    }
}

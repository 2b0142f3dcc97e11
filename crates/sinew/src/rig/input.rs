use crate::ground::Ground;
use crate::skeleton::Skeleton;
use glam::{Affine3A, Vec3};

/// Surroundings of an IK rig in one frame.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct IkInput<'a> {
    /// The skeleton that the rig was made for.
    pub skeleton: &'a Skeleton,
    /// World from model: where the character stands.
    pub world_from_model: Affine3A,
    /// Simulated time since the last frame, in seconds, by which goals fade in and out and feet move on. 0 gives the last frame
    /// again.
    pub dt: f32,
    /// The ground that the feet stand on; without it they stay as they are animated.
    pub ground: Option<&'a dyn Ground>,
    /// Weight of the feet on the ground, 0 to 1: 0 leaves them as they are animated. Bodies that lie do not stand on their feet.
    pub feet_weight: f32,
    /// Whether the character was teleported: foot locks and the smoothing of looks are dropped.
    pub teleported: bool,
    /// World position that looks without a goal of their own look at.
    pub gaze_target: Option<Vec3>,
    /// Direction upwards in the world, for feet.
    pub up: Vec3,
}

impl<'a> IkInput<'a> {
    /// Frame of `dt` seconds, with the character at `world_from_model`, on no ground.
    #[must_use]
    pub fn new(skeleton: &'a Skeleton, dt: f32, world_from_model: Affine3A) -> Self {
        Self {
            skeleton,
            world_from_model,
            dt,
            ground: None,
            feet_weight: 1.0,
            teleported: false,
            gaze_target: None,
            up: Vec3::Y,
        }
    }

    /// Sets the ground for feet.
    #[must_use]
    pub fn with_ground(self, ground: &'a dyn Ground) -> Self {
        Self { ground: Some(ground), ..self }
    }

    /// Sets the direction upwards in the world, +Y at first.
    #[must_use]
    pub fn with_up(self, up: Vec3) -> Self {
        Self { up, ..self }
    }

    /// Sets the weight of the feet on the ground, 0 to 1.
    #[must_use]
    pub fn with_feet_weight(self, weight: f32) -> Self {
        Self { feet_weight: weight, ..self }
    }

    /// Sets the world position that looks without a goal of their own look at.
    #[must_use]
    pub fn with_gaze_target(self, world_target: Option<Vec3>) -> Self {
        Self { gaze_target: world_target, ..self }
    }

    /// Marks the frame as a teleport: foot locks and the smoothing of looks are dropped.
    #[must_use]
    pub fn with_teleport(self) -> Self {
        Self { teleported: true, ..self }
    }
}

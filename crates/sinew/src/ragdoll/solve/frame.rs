use crate::ground::Ground;
use crate::skeleton::Skeleton;
use crate::stage::StageInput;
use glam::{Affine3A, Vec3};

/// Frame of a ragdoll: the input of the stage, bounded.
#[derive(Clone, Copy)]
pub(super) struct RagdollFrame<'a> {
    pub(super) skeleton: &'a Skeleton,
    /// Simulated time since the last frame, seconds; not negative.
    pub(super) dt: f32,
    pub(super) world_from_model: Affine3A,
    pub(super) teleported: bool,
    pub(super) pose_jumped: bool,
    pub(super) gravity: Vec3,
    up: Vec3,
    /// Ground on which a body gets up, with +Y upwards; without it the level on which the character stands.
    pub(super) ground: Option<&'a dyn Ground>,
}

/// Cosine of the largest angle between +Y and the direction upwards at which a ground counts.
const MIN_UPRIGHT: f32 = 0.99;

/// Shortest frame in which a change of the pose is a velocity, seconds.
pub(super) const MIN_STEP: f32 = 1e-4;

impl<'a> RagdollFrame<'a> {
    pub(super) fn new(skeleton: &'a Skeleton, stage: &StageInput<'a>) -> Self {
        let StageInput { dt, world_from_model, teleported, pose_jumped, ground, .. } = *stage;
        let gravity = stage.gravity();
        let up = stage.up();
        let dt = if dt.is_finite() { dt.max(0.0) } else { 0.0 };
        let ground = ground.filter(|_| up.y > MIN_UPRIGHT);
        Self { skeleton, dt, world_from_model, teleported, pose_jumped, gravity, up, ground }
    }

    /// Direction upwards.
    pub(super) fn up(&self) -> Vec3 {
        self.up
    }

    /// Whether the pose has no velocity in this frame.
    pub(super) fn is_cut(&self) -> bool {
        self.teleported || self.pose_jumped || self.dt < MIN_STEP
    }
}

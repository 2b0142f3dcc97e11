use crate::clip::RootMotion;
use glam::{Affine3A, Quat, Vec2, Vec3};

/// A body on its way from where it lies to the animation that gets it up.
#[derive(Clone, Copy, Debug)]
pub(in crate::ragdoll) struct GettingUp {
    /// Motion of the character to where the animation continues the body, until the character has made it.
    pub(in crate::ragdoll) motion: Option<RootMotion>,
    /// Position and rotation of the root part where the body lay; `None` before the first frame.
    pub(in crate::ragdoll) lay_at: Option<(Vec3, Quat)>,
    /// Transform of the character in the last frame with physics, world from model; `None` before the first
    /// one.
    pub(in crate::ragdoll) world_from_model: Option<Affine3A>,
    /// Time since it lay, and that in which the first pose of the animation is reached, seconds.
    pub(in crate::ragdoll) time: f32,
    pub(in crate::ragdoll) blend: f32,
    /// Whether the body has the first pose of the animation, which then goes on.
    pub(in crate::ragdoll) has_settled: bool,
    /// Rise of the ground under the body per metre along x and z; `None` before the first frame on ground.
    pub(in crate::ragdoll) slope: Option<Vec2>,
    /// Height by which the animated body is lifted out of the ground, with the rate of its change.
    pub(in crate::ragdoll) lift: (f32, f32),
    /// Greatest height that the root part was led to.
    pub(in crate::ragdoll) highest: f32,
    /// Share from 1 where the animated body lies to 0 where it stands, and that of the frame before, which
    /// this frame's feet have.
    pub(in crate::ragdoll) lying: f32,
    pub(in crate::ragdoll) lay: f32,
    /// Time for which the animated body has stood, and for which the body has been there, seconds.
    pub(in crate::ragdoll) stood: f32,
    pub(in crate::ragdoll) arrived: f32,
    /// Time in which the animation takes over from the end of this frame on, seconds.
    pub(in crate::ragdoll) hands_over: Option<f32>,
    /// Horizontal distance in the world by which the body is held back, which the character follows.
    pub(in crate::ragdoll) held_back: Vec3,
}

impl GettingUp {
    pub(super) fn new(motion: RootMotion) -> Self {
        Self {
            motion: Some(motion),
            lay_at: None,
            world_from_model: None,
            time: 0.0,
            blend: 0.0,
            has_settled: false,
            slope: None,
            lift: (0.0, 0.0),
            highest: f32::MIN,
            lying: 1.0,
            lay: 1.0,
            stood: 0.0,
            arrived: 0.0,
            hands_over: None,
            held_back: Vec3::ZERO,
        }
    }
}

//! The ragdoll stage of a frame.

use crate::pose::{LocalPose, ModelPose};
use crate::ragdoll::physics::Physics;
use crate::ragdoll::state::{Phase, RagdollState};
use crate::skeleton::Skeleton;
use glam::Affine3A;

/// Input of [`solve_ragdoll`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct RagdollInput<'a> {
    /// Skeleton of the character.
    pub skeleton: &'a Skeleton,
    /// Time step, seconds.
    pub dt: f32,
    /// World from model: the character's place in the world.
    pub world_from_model: Affine3A,
    /// True when the character was teleported: the velocity of the animation is not taken over.
    pub teleported: bool,
    /// True when the pose was cut, such as by a seek or a clip without a fade: it has no velocity in this frame.
    pub pose_jumped: bool,
}

impl<'a> RagdollInput<'a> {
    /// Input of a frame of `dt` seconds.
    #[must_use]
    pub fn new(skeleton: &'a Skeleton, dt: f32, world_from_model: Affine3A) -> Self {
        Self { skeleton, dt, world_from_model, teleported: false, pose_jumped: false }
    }

    /// Whether the pose has no velocity in this frame.
    pub(super) fn is_cut(&self) -> bool {
        self.teleported || self.pose_jumped || self.dt.is_nan() || self.dt <= 0.0
    }
}

/// Moves a ragdoll on by one frame: sends drives to the physics, lets it step, and writes the rotations of the parts and the position of the
/// root into the pose, which holds the animated pose before. Bones keep their lengths.
///
/// Without physics an active ragdoll keeps the pose that physics last produced.
pub fn solve_ragdoll(
    state: &mut RagdollState,
    input: &RagdollInput<'_>,
    physics: Option<&mut dyn Physics>,
    local: &mut LocalPose,
    model: &mut ModelPose,
) {
    if let Some(physics) = physics {
        match state.phase {
            // The engine moves on to the time of the animated pose, in which the bodies then begin.
            Phase::Starting => {
                physics.step(input.dt);
                state.add_bodies(input, physics, local, model);
                state.apply_pushes(physics);
            }
            Phase::Stopping => {
                state.remove_bodies(physics);
                state.pushes.clear();
                physics.step(input.dt);
            }
            Phase::Active => {
                if input.teleported {
                    state.follow_teleport(input, physics, model);
                }
                state.drive(input, physics, model);
                state.apply_pushes(physics);
                physics.step(input.dt);
                state.read(input.dt, physics);
            }
            Phase::Animated => {
                state.pushes.clear();
                physics.step(input.dt);
            }
        }
    }
    if state.phase == Phase::Active {
        state.write(input, local, model);
    } else {
        state.note_animation(input, model);
    }
}

impl RagdollState {
    /// Places of the parts in the animated pose.
    fn note_animation(&mut self, input: &RagdollInput<'_>, model: &ModelPose) {
        for (part, state) in self.ragdoll.parts.iter().zip(&mut self.parts) {
            state.animated = Some(part.place(&input.world_from_model, model));
        }
    }
}

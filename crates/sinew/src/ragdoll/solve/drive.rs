//! Targets of a ragdoll's bodies and joints, from the animated pose.

use super::solve::RagdollInput;
use crate::math::axis_angle;
use crate::math::turn::rotation_of;
use crate::pose::ModelPose;
use crate::ragdoll::Ragdoll;
use crate::ragdoll::physics::{JointDrive, JointFrame, Physics};
use crate::ragdoll::state::{HUMAN, RagdollState};
use glam::{Affine3A, Quat, Vec3};

/// Stiffness and damping of muscles of full strength for a human body, N m and N m s.
const MUSCLE: (f32, f32) = (1500.0, 60.0);

/// Damping of limp joints, N m s for a human body.
const LIMP_DAMPING: f32 = 1.0;

impl RagdollState {
    /// Frame of a part's joint on its parent and rotation of the joint, in the pose.
    pub(super) fn joint_frame(
        &self,
        ragdoll: &Ragdoll,
        n: usize,
        input: &RagdollInput<'_>,
        model: &ModelPose,
    ) -> (JointFrame, Quat) {
        let part = &ragdoll.parts[n];
        let parent = part.parent.map(|parent| ragdoll.parts[parent].place(&input.world_from_model, model));
        let (position, rotation) = parent.unwrap_or((Vec3::ZERO, Quat::IDENTITY));
        let own = input.world_from_model * *model.get(part.joint);
        let above = input.skeleton.parent(part.joint).map_or(Affine3A::IDENTITY, |joint| *model.get(joint));
        let above = rotation_of(&(input.world_from_model * above));
        let back = rotation.inverse();
        let frame = JointFrame {
            anchor: back * (Vec3::from(own.translation) - position),
            rotation: (back * above).normalize(),
        };
        let turn = part.rotation_of(&own) * part.rotation;
        (frame, (above.inverse() * turn * part.reference.inverse()).normalize())
    }

    /// Sends the animated pose to the physics: to parts that are animated as their place, to the others as target of their muscles.
    pub(super) fn drive(&mut self, input: &RagdollInput<'_>, physics: &mut dyn Physics, model: &ModelPose) {
        let ragdoll = self.ragdoll.clone();
        let size = self.scale.powi(5) * muscle_scale(&ragdoll);
        for n in 0..ragdoll.parts.len() {
            let part = &ragdoll.parts[n];
            let animated = part.place(&input.world_from_model, model);
            let (frame, target) = self.joint_frame(&ragdoll, n, input, model);
            let state = &mut self.parts[n];
            state.animated = Some(animated);
            let Some(body) = state.body else { continue };
            if !state.falls {
                physics.move_body(body, animated.0, animated.1);
            } else if state.is_moved {
                physics.release_body(body);
            }
            state.is_moved = !state.falls;
            let Some(joint) = state.joint.filter(|_| state.falls) else { continue };
            // Of the damping, the muscles' share alone follows the animation: a limp joint only loses velocity.
            let damping = MUSCLE.1 * state.strength + LIMP_DAMPING;
            let share = MUSCLE.1 * state.strength / damping;
            let target_velocity = if input.is_cut() {
                Vec3::ZERO
            } else {
                rotation_vector(state.target, target) * (share / input.dt)
            };
            state.target = target;
            // A limp body keeps the joints between its parts as they were.
            if state.strength > 0.0 {
                state.frame = frame;
            }
            physics.set_drive(
                joint,
                &JointDrive {
                    parent_frame: state.frame,
                    target,
                    target_velocity,
                    stiffness: MUSCLE.0 * state.strength * size,
                    damping: damping * size,
                },
            );
        }
    }

    /// Applies the impulses that wait.
    pub(super) fn apply_pushes(&mut self, physics: &mut dyn Physics) {
        for push in self.pushes.drain(..) {
            let (part, state) = (&self.ragdoll.parts[push.part], &self.parts[push.part]);
            let Some(body) = state.body else { continue };
            let center = state.motion.position + state.motion.rotation * part.mass.center * self.scale;
            physics.push(body, push.impulse, push.point.unwrap_or(center));
        }
    }
}

/// Vector of the shortest rotation from one rotation to another, whose length is the angle.
pub(super) fn rotation_vector(from: Quat, to: Quat) -> Vec3 {
    let turn = to * from.inverse();
    axis_angle::to_scaled_axis(if turn.w < 0.0 { -turn } else { turn })
}

/// Stiffness of a body's muscles relative to a human one: torques grow with mass and size.
fn muscle_scale(ragdoll: &Ragdoll) -> f32 {
    (ragdoll.mass() / HUMAN.0) * (ragdoll.size() / HUMAN.1).powi(2)
}

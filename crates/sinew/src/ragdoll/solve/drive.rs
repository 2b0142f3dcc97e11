//! Targets of a ragdoll's bodies and joints, from the animated pose.

use super::frame::RagdollFrame;
use super::placement::Placement;
use crate::math::axis_angle;
use crate::math::turn::rotation_of;
use crate::math::{mirrored, slerp_shortest};
use crate::pose::{LocalPose, ModelPose};
use crate::ragdoll::Ragdoll;
use crate::ragdoll::physics::{ConstraintDrive, ConstraintFrame, Physics};
use crate::ragdoll::stability::HUMAN;
use crate::ragdoll::state::RagdollState;
use glam::{Affine3A, Quat, Vec3};

/// Stiffness and damping of muscles of full strength for a human body, N m and N m s. Stiffness grows with
/// the third power of the strength and damping with the second: a body that stands needs a tenth of the
/// stiffness that follows a run.
const MUSCLE: (f32, f32) = (1500.0, 60.0);

/// Damping of limp joints, N m s for a human body.
const LIMP_DAMPING: f32 = 1.0;

/// Strength of the muscles of a body that gets up, at least.
const GETS_UP: f32 = 0.4;

/// Angle by which a target moves until the body that follows it is woken, radians.
const WAKING_ANGLE: f32 = 0.01;

impl RagdollState {
    /// Frame of a part's joint on its parent and rotation of the joint, in the pose.
    pub(super) fn joint_frame(
        &self,
        ragdoll: &Ragdoll,
        n: usize,
        input: &RagdollFrame<'_>,
        placement: &Placement,
        model: &ModelPose,
    ) -> (ConstraintFrame, Quat) {
        let part = &ragdoll.parts[n];
        let (position, rotation) =
            part.parent.map_or((Vec3::ZERO, Quat::IDENTITY), |parent| ragdoll.parts[parent].transform(model));
        let joint_matrix = *model.get(part.joint);
        let above = input.skeleton.parent(part.joint).map_or(Affine3A::IDENTITY, |joint| *model.get(joint));
        let above = rotation_of(&above);
        let turn = part.rotation_of(&joint_matrix) * part.rotation;
        let mut frame_rotation = (rotation.inverse() * above).normalize();
        let mut target = (above.inverse() * turn * part.reference.inverse()).normalize();
        if self.is_mirrored {
            (frame_rotation, target) = (mirrored(frame_rotation), mirrored(target));
        }
        let (parent, parent_turn) = placement.to_world((position, rotation));
        let at = input.world_from_model.transform_point3a(joint_matrix.translation);
        let anchor = parent_turn.inverse() * (Vec3::from(at) - parent);
        (ConstraintFrame { anchor, rotation: frame_rotation }, target)
    }

    /// Sends the animated pose to the physics: to parts that are animated as their transform, to the others
    /// as target of their muscles.
    pub(super) fn drive(
        &mut self,
        input: &RagdollFrame<'_>,
        placement: &Placement,
        physics: &mut dyn Physics,
        local: &LocalPose,
        model: &ModelPose,
    ) {
        let ragdoll = self.ragdoll.clone();
        let size = self.scale.powi(5) * muscle_scale(&ragdoll);
        let wakes = std::mem::take(&mut self.wakes);
        // The longer a fallen body has been moving, the stiffer its limp joints: arms in a heap roll on
        // otherwise.
        let is_whole = self.parts.iter().all(|part| part.falls);
        let limp_damping = LIMP_DAMPING * if is_whole { self.rest.growth() } else { 1.0 };
        // Torques of a body of natural size, in the world.
        let torques = (self.scale * ragdoll.units_per_metre).powi(5);
        let reaction = self.reaction.map(|reaction| reaction.strength);
        let least = if self.getting_up.is_some() { GETS_UP } else { 0.0 };
        self.update_collisions(physics);
        for between in &mut self.between {
            if self.getting_up.is_some() || self.parts[between.part].moves_between() {
                between.transform = *local.get(between.joint);
            }
        }
        for (n, part) in ragdoll.parts.iter().enumerate() {
            let before = self.parts[n].animated;
            let animated = placement.to_world(part.transform(model));
            self.animate_part(n, input, before, animated);
            self.parts[n].animated = Some(animated);
        }
        self.sum_up_torques();
        for n in 0..ragdoll.parts.len() {
            let part = &ragdoll.parts[n];
            let (torque, is_simulated) = (self.needed_torque(n), self.is_simulated(n));
            let (frame, target) = self.joint_frame(&ragdoll, n, input, placement, model);
            let hangs_on_moving = part.parent.is_some_and(|parent| self.parts[parent].moves_between())
                || self.getting_up.is_some();
            let state = &mut self.parts[n];
            let Some(body) = state.body else { continue };
            if let Some((position, rotation)) = state.animated.filter(|_| !is_simulated) {
                physics.move_kinematic(body, position, rotation);
            } else if state.is_kinematic {
                physics.release_body(body);
            }
            state.is_kinematic = !is_simulated;
            let strength = state.present_strength(reaction).max(least * (1.0 - state.weakness));
            let has_moved = strength > 0.0
                && rotation_vector(state.woken_at, target).length_squared() > WAKING_ANGLE * WAKING_ANGLE;
            if has_moved {
                state.woken_at = target;
            }
            if wakes || has_moved {
                physics.wake(body);
            }
            let Some(joint) = state.joint.filter(|_| state.falls) else { continue };
            // Of the damping, the muscles' share alone follows the animation: a limp joint only loses
            // velocity.
            let muscle_damping = MUSCLE.1 * strength * strength;
            let limp_damping = match part.dynamics.damping {
                None => limp_damping,
                Some(damping) => (damping * torques / size).max(f32::MIN_POSITIVE),
            };
            let damping = muscle_damping + limp_damping;
            let share = muscle_damping / damping;
            let target_velocity = if input.is_cut() {
                Vec3::ZERO
            } else {
                rotation_vector(state.target, target) * (share / input.dt)
            };
            state.target = target;
            if hangs_on_moving {
                state.frame = frame;
            }
            let (muscle, spring) = (MUSCLE.0 * strength.powi(3) * size, part.dynamics.stiffness * torques);
            // One spring in place of two: the passive one turns back to where the limit counts from.
            let target = match spring > 0.0 {
                true => slerp_shortest(target, Quat::IDENTITY, spring / (muscle + spring)),
                false => target,
            };
            let drive = ConstraintDrive::new(state.frame, target)
                .with_target_velocity(target_velocity)
                .with_stiffness(muscle + spring)
                .with_damping(damping * size)
                .with_torque(torque * strength);
            // Clips that get up bend hips and wrists farther than bodies that fall.
            let drive = if self.getting_up.is_some() { drive.without_limit() } else { drive };
            physics.set_drive(joint, &drive);
        }
    }

    /// Applies the impulses that wait.
    pub(super) fn apply_impulses(&mut self, physics: &mut dyn Physics) {
        for n in 0..self.impulses.len() {
            let pending = self.impulses[n];
            let state = &self.parts[pending.part];
            let Some(body) = state.body else { continue };
            let point = pending.point.unwrap_or_else(|| {
                state.motion.position + state.motion.rotation * self.simulated_mass(pending.part).center
            });
            physics.apply_impulse(body, pending.impulse, point);
        }
        self.impulses.clear();
    }
}

/// Vector of the shortest rotation from one rotation to another, whose length is the angle.
pub(super) fn rotation_vector(from: Quat, to: Quat) -> Vec3 {
    let turn = to * from.inverse();
    axis_angle::to_scaled_axis(if turn.w < 0.0 { -turn } else { turn })
}

/// Stiffness of the muscles of a body of the size of its model, relative to a human one: torques grow with
/// mass and size.
fn muscle_scale(ragdoll: &Ragdoll) -> f32 {
    (ragdoll.mass() * ragdoll.units_per_metre.powi(3) / HUMAN.0) * (ragdoll.size() / HUMAN.1).powi(2)
}

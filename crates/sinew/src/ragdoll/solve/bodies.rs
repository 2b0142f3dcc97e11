//! Bodies and joints of a ragdoll in the physics engine.

use super::drive::rotation_vector;
use super::solve::RagdollInput;
use crate::math::ops;
use crate::pose::{LocalPose, ModelPose};
use crate::ragdoll::overlap::overlapping_pairs;
use crate::ragdoll::physics::{BodyMotion, JointFrame, NewBody, NewJoint, Physics};
use crate::ragdoll::state::{Phase, RagdollState};
use glam::Vec3;

/// Friction of all parts, and their share of velocity lost per second: linear, angular.
const FRICTION: f32 = 0.35;
const DAMPING: [f32; 2] = [0.05, 0.5];

impl RagdollState {
    /// Adds bodies and joints in the animated pose, with its velocities.
    pub(super) fn add_bodies(
        &mut self,
        input: &RagdollInput<'_>,
        physics: &mut dyn Physics,
        local: &LocalPose,
        model: &ModelPose,
    ) {
        let determinant = input.world_from_model.matrix3.determinant();
        self.scale = ops::cbrt(determinant.abs()).max(1e-6);
        for (joint, held) in &mut self.between {
            *held = *local.get(*joint);
        }
        let ragdoll = self.ragdoll.clone();
        for (part, state) in ragdoll.parts.iter().zip(&mut self.parts) {
            let (position, rotation) = part.place(&input.world_from_model, model);
            let before = state.animated.filter(|_| !input.is_cut());
            let center = rotation * part.mass.center * self.scale;
            let (linear_velocity, angular_velocity) =
                before.map_or((Vec3::ZERO, Vec3::ZERO), |(at, turn)| {
                    let last = at + turn * part.mass.center * self.scale;
                    ((position + center - last) / input.dt, rotation_vector(turn, rotation) / input.dt)
                });
            state.motion = BodyMotion { position, rotation, linear_velocity, angular_velocity };
            let mut mass = part.simulated_mass;
            let volume = self.scale.powi(3);
            mass.mass *= volume;
            mass.center *= self.scale;
            mass.inertia *= volume * self.scale * self.scale;
            let shapes: Vec<_> = part.shapes.iter().map(|shape| shape.scaled(self.scale)).collect();
            let motion = state.motion;
            state.body = Some(physics.add_body(&NewBody {
                motion,
                shapes: &shapes,
                mass,
                friction: FRICTION,
                restitution: 0.0,
                damping: DAMPING,
            }));
            state.animated = Some((position, rotation));
        }
        for n in 0..ragdoll.parts.len() {
            let part = &ragdoll.parts[n];
            let Some(parent) = part.parent else { continue };
            let (frame, target) = self.joint_frame(&ragdoll, n, input, model);
            let (Some(body), Some(own)) = (self.parts[parent].body, self.parts[n].body) else { continue };
            let child_frame =
                JointFrame { anchor: Vec3::ZERO, rotation: part.rotation * part.reference.inverse() };
            let joint = NewJoint { parent: (body, frame), child: (own, child_frame), limit: &part.limit };
            let state = &mut self.parts[n];
            state.joint = Some(physics.add_joint(&joint));
            (state.frame, state.target) = (frame, target);
        }
        // Arms that hang within the hull of the hips would be thrown out of it at once.
        let places: Vec<_> =
            self.parts.iter().map(|part| (part.motion.position, part.motion.rotation)).collect();
        let mut ignored = overlapping_pairs(&ragdoll.parts, &places, self.scale, 0.0);
        ignored.extend(&ragdoll.ignored);
        ignored.sort_unstable();
        ignored.dedup();
        for (a, b) in ignored {
            if let (Some(a), Some(b)) = (self.parts[a].body, self.parts[b].body) {
                physics.ignore_collisions(a, b);
            }
        }
        self.phase = Phase::Active;
        self.drive(input, physics, model);
    }

    /// Moves the bodies of a ragdoll that hangs on an animated root along with it. A body that falls as a whole stays where it is.
    pub(super) fn follow_teleport(
        &mut self,
        input: &RagdollInput<'_>,
        physics: &mut dyn Physics,
        model: &ModelPose,
    ) {
        let Some((from, turn)) = self.parts[0].animated.filter(|_| !self.parts[0].falls) else { return };
        let (to, rotation) = self.ragdoll.parts[0].place(&input.world_from_model, model);
        let turn = (rotation * turn.inverse()).normalize();
        for part in &mut self.parts {
            let motion = &mut part.motion;
            motion.position = to + turn * (motion.position - from);
            motion.rotation = turn * motion.rotation;
            motion.linear_velocity = turn * motion.linear_velocity;
            motion.angular_velocity = turn * motion.angular_velocity;
            if let Some(body) = part.body {
                physics.set_body(body, motion);
            }
        }
    }

    /// Takes bodies and joints out of the physics engine.
    pub(super) fn remove_bodies(&mut self, physics: &mut dyn Physics) {
        for part in &mut self.parts {
            if let Some(body) = part.body.take() {
                physics.remove_body(body);
            }
            (part.joint, part.is_moved) = (None, false);
        }
        self.phase = Phase::Animated;
    }
}

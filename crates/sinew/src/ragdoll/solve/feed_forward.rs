//! Torques that the animation itself needs, by the recursive Newton–Euler method (R. Featherstone, *Rigid
//! Body Dynamics Algorithms*, 2008): the springs of muscles then only correct what differs.

use super::drive::rotation_vector;
use super::frame::RagdollFrame;
use crate::ragdoll::state::RagdollState;
use glam::{Quat, Vec3};

/// Greatest accelerations that count, m/s² for a human body and rad/s²: beyond them a pose is cut rather than
/// animated.
const GREATEST: [f32; 2] = [300.0, 2000.0];

impl RagdollState {
    /// Takes in the transform of a part in the animated pose, in the world, where it was at `before` in the
    /// last frame.
    pub(super) fn animate_part(
        &mut self,
        n: usize,
        input: &RagdollFrame<'_>,
        before: Option<(Vec3, Quat)>,
        (position, rotation): (Vec3, Quat),
    ) {
        let mass = self.simulated_mass(n);
        let motion = &mut self.parts[n].animation;
        let center = rotation * mass.center;
        let velocity = before.filter(|_| !input.is_cut()).map(|(at, turn)| {
            let moved = position + center - (at + turn * mass.center);
            [moved / input.dt, rotation_vector(turn, rotation) / input.dt]
        });
        let acceleration = match (motion.velocity, velocity) {
            (Some(before), Some(now)) => [0, 1].map(|n| (now[n] - before[n]) / input.dt),
            _ => [Vec3::ZERO; 2],
        };
        motion.velocity = velocity;
        let linear = acceleration[0].clamp_length_max(GREATEST[0] * self.scale);
        let angular = acceleration[1].clamp_length_max(GREATEST[1]);
        motion.force = (linear - input.gravity) * mass.mass;
        let axes = rotation * mass.axes;
        let inertia = |v: Vec3| axes * (mass.inertia * (axes.inverse() * v));
        let spin = velocity.map_or(Vec3::ZERO, |[_, spin]| spin);
        motion.torque = inertia(angular) + spin.cross(inertia(spin)) + center.cross(motion.force);
    }

    /// Sums up what the parts below each part need at its joint. Parts are at their animated transforms.
    pub(super) fn sum_up_torques(&mut self) {
        for n in (1..self.parts.len()).rev() {
            let part = self.parts[n];
            let Some(parent) = self.ragdoll.parts[n].parent else { continue };
            let above = &mut self.parts[parent];
            let arm = part.animated.zip(above.animated).map_or(Vec3::ZERO, |(part, above)| part.0 - above.0);
            above.animation.force += part.animation.force;
            above.animation.torque += part.animation.torque + arm.cross(part.animation.force);
        }
    }

    /// Torque that the animation needs at a part's joint, in the world: of parts that hang on an animated
    /// one. What carries a body that falls as a whole is not known.
    pub(super) fn needed_torque(&self, n: usize) -> Vec3 {
        let mut above =
            std::iter::successors(self.ragdoll.parts[n].parent, |part| self.ragdoll.parts[*part].parent);
        match above.any(|part| !self.parts[part].falls) {
            true => self.parts[n].animation.torque,
            false => Vec3::ZERO,
        }
    }
}

//! Forces that lead a body that gets up along its way.

use crate::math::ops;
use crate::ragdoll::physics::{BodyId, Physics};
use crate::ragdoll::solve::drive::rotation_vector;
use crate::ragdoll::solve::frame::RagdollFrame;
use crate::ragdoll::state::RagdollState;
use glam::{Quat, Vec3};

/// Rates at which a part's distance from its goal goes, and at which it takes the velocity for that, 1/s.
const RATE: f32 = 14.0;
const GAIN: f32 = 40.0;

/// Greatest speed with which a part catches up, m/s for a human body and rad/s.
const CATCH_UP: [f32; 2] = [2.0, 7.0];

/// Greatest acceleration, m/s² for a human body and rad/s².
const GREATEST: [f32; 2] = [100.0, 600.0];

/// Lever of the two impulses that turn a part, metres for a human body.
const LEVER: f32 = 0.1;

impl RagdollState {
    /// Pulls all parts to their transforms in the pose to which the body is led, weightless, with forces that
    /// what is in their way withstands.
    pub(in crate::ragdoll::solve) fn pull(&mut self, input: &RagdollFrame<'_>, physics: &mut dyn Physics) {
        if self.getting_up.is_none_or(|getting_up| getting_up.motion.is_some()) {
            return;
        }
        let size = self.body_scale();
        let share = 1.0 - ops::exp(-GAIN * input.dt);
        for n in 0..self.parts.len() {
            let (mass, state) = (self.simulated_mass(n), &self.parts[n]);
            let (Some(body), Some((goal, turn))) = (state.body, state.animated) else { continue };
            let motion = &state.motion;
            let [along, spin] = state.animation.velocity.unwrap_or([Vec3::ZERO; 2]);
            let center = motion.position + motion.rotation * mass.center;
            let way = goal + turn * mass.center - center;
            let wanted = along + (way * RATE).clamp_length_max(CATCH_UP[0] * size);
            let change = (wanted - motion.linear_velocity) * share;
            let most = GREATEST[0] * size * input.dt;
            let strength = 1.0 - state.weakness;
            let impulse = (change.clamp_length_max(most) - input.gravity * input.dt) * strength;
            let wanted = spin + (rotation_vector(motion.rotation, turn) * RATE).clamp_length_max(CATCH_UP[1]);
            let change =
                ((wanted - motion.angular_velocity) * share).clamp_length_max(GREATEST[1] * input.dt);
            let axes = motion.rotation * mass.axes;
            let twist = inertia(axes, mass.inertia, change) * strength;
            if impulse.is_finite() && twist.is_finite() {
                physics.apply_impulse(body, impulse * mass.mass, center);
                apply_twist(physics, body, twist, center, LEVER * size);
            }
        }
    }
}

/// Product of an inertia with its axes and a vector.
fn inertia(axes: Quat, moments: Vec3, vector: Vec3) -> Vec3 {
    axes * (moments * (axes.inverse() * vector))
}

/// Applies an angular impulse, as two opposite impulses beside the centre of mass.
fn apply_twist(physics: &mut dyn Physics, body: BodyId, twist: Vec3, center: Vec3, lever: f32) {
    let Some(axis) = twist.try_normalize() else { return };
    let arm = axis.any_orthonormal_vector() * lever;
    let impulse = axis.cross(arm.normalize()) * (twist.length() / (2.0 * lever));
    physics.apply_impulse(body, impulse, center + arm);
    physics.apply_impulse(body, -impulse, center - arm);
}

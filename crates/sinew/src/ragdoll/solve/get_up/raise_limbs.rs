//! Hands and feet of a body that gets up, out of ground that is not level.

use super::limb::move_limb;
use crate::ground::Ground;
use crate::math::smooth_damp;
use crate::pose::{LocalPose, ModelPose};
use crate::ragdoll::solve::frame::RagdollFrame;
use crate::ragdoll::solve::placement::Placement;
use crate::ragdoll::state::RagdollState;
use glam::Vec3;

/// Time in which a hand or foot rises nine tenths of the way out of the ground, seconds.
const TIME: f32 = 0.12;

/// Radius of the flesh around a hand or foot, metres for a human body.
const RADIUS: f32 = 0.02;

/// Greatest height by which one is raised, metres for a human body: what is deeper is inside of a wall.
const MAX_DEPTH: f32 = 0.3;

impl RagdollState {
    /// Raises hands and feet of the animated pose out of the ground, by their arms and legs: what is led into
    /// the ground would be held by it. Those that carry stay where they came to the ground, as long as the
    /// animation does not move them on.
    pub(super) fn raise_limbs(
        &mut self,
        ground: &dyn Ground,
        input: &RagdollFrame<'_>,
        placement: &Placement,
        local: &mut LocalPose,
        model: &mut ModelPose,
    ) {
        let size = self.body_scale();
        for n in 0..self.parts.len() {
            let Some(limb) = self.ragdoll.limb(n) else { continue };
            let deep = self.depth(n, RADIUS * size, ground, placement, model).max(0.0);
            let deep = if deep < MAX_DEPTH * size { deep } else { 0.0 };
            let (raised, speed) = self.parts[n].raised;
            self.parts[n].raised = smooth_damp(raised, speed, deep, TIME, input.dt);
            let drift = self.plant(n, ground, input.dt, placement, model);
            let way = Vec3::Y * self.parts[n].raised.0.max(0.0) + drift;
            move_limb(limb, way, input, local, model);
        }
    }
}

//! Hands and feet of a body that gets up, on their way from where they lay to the first pose of the
//! animation.

use super::limb::move_limb;
use crate::pose::{LocalPose, ModelPose};
use crate::ragdoll::solve::frame::RagdollFrame;
use crate::ragdoll::state::RagdollState;

/// Height to which a hand or foot is lifted on its way to the first pose, per length of the way; what is
/// taken off that, so that short ways go over the ground; and the greatest height, metres for a human body.
const LIFT: f32 = 0.4;
const MIN_LIFT: f32 = 0.015;
const MAX_LIFT: f32 = 0.1;

impl RagdollState {
    /// Takes note of where hands and feet lie.
    pub(super) fn note_limbs(&mut self) {
        for n in 0..self.parts.len() {
            let center = self.simulated_mass(n).center;
            let part = &mut self.parts[n];
            part.planted.lay = part.motion.position + part.motion.rotation * center * 2.0;
        }
    }

    /// Lifts hands and feet over the ground on their way from where they lay to the first pose, of which
    /// `share` is behind.
    pub(super) fn lift_limbs(
        &self,
        share: f32,
        input: &RagdollFrame<'_>,
        local: &mut LocalPose,
        model: &mut ModelPose,
    ) {
        let size = self.body_scale();
        for (n, part) in self.parts.iter().enumerate() {
            let Some((limb, tip)) = self.ragdoll.limb(n).zip(part.planted.tip) else { continue };
            let distance = (tip - part.planted.lay).reject_from(input.up()).length();
            let height = (LIFT * distance - MIN_LIFT * size).clamp(0.0, MAX_LIFT * size);
            let way = input.up() * (height * 4.0 * share * (1.0 - share));
            move_limb(limb, way, input, local, model);
        }
    }
}

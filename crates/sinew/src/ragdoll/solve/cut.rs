use super::placement::Placement;
use crate::pose::ModelPose;
use crate::ragdoll::physics::{BodyMotion, Physics};
use crate::ragdoll::state::RagdollState;

impl RagdollState {
    /// Moves bodies over a cut of the animated pose or of the character's place: animated parts to their new places, at rest, and the parts that
    /// hang on them along with them. A body that falls as a whole stays where it is.
    pub(super) fn follow_cut(&mut self, placement: &Placement, physics: &mut dyn Physics, model: &ModelPose) {
        let ragdoll = self.ragdoll.clone();
        for n in 0..self.parts.len() {
            let mut above = std::iter::successors(Some(n), |part| ragdoll.parts[*part].parent);
            let Some(carrier) = above.find(|part| !self.parts[*part].falls) else { continue };
            let Some((from, old)) = self.parts[carrier].animated else { continue };
            let (to, new) = placement.to_world(ragdoll.parts[carrier].place(model));
            let turn = (new * old.inverse()).normalize();
            let state = &mut self.parts[n];
            let motion = &mut state.motion;
            *motion = match carrier == n {
                true => BodyMotion { position: to, rotation: new, ..BodyMotion::STILL },
                false => BodyMotion {
                    position: to + turn * (motion.position - from),
                    rotation: (turn * motion.rotation).normalize(),
                    linear_velocity: turn * motion.linear_velocity,
                    angular_velocity: turn * motion.angular_velocity,
                },
            };
            if let Some(body) = state.body {
                physics.set_body(body, motion);
            }
        }
    }
}

//! The way from a body that physics has led along its animation to the animation itself.
//!
//! The changes that physics made fade behind the rig's stage: feet that the rig puts on the ground stand there all the while.

use super::solve::RagdollInput;
use crate::math::{Transform, slerp_shortest, smoothstep};
use crate::pose::{LocalPose, ModelPose};
use crate::ragdoll::state::{Phase, RagdollState};
use glam::Quat;

impl RagdollState {
    /// Gives the body to its animation, at the end of a frame whose pose physics has made.
    pub(super) fn begin_hand_over(&mut self) {
        let Some(seconds) = self.getting_up.and_then(|own| own.hands_over) else { return };
        self.hand_over = Some((0.0, seconds));
        for part in &mut self.parts {
            let (posed, written) = (&part.posed, &part.written);
            part.change = Transform {
                translation: written.translation - posed.translation,
                rotation: (posed.rotation.inverse() * written.rotation).normalize(),
                ..Transform::IDENTITY
            };
            (part.falls, part.reacts, part.is_released) = (false, false, false);
        }
        (self.getting_up, self.reaction, self.failed_attempts) = (None, None, 0);
        self.phase = Phase::Stopping;
    }

    /// Adds what is left of the change by physics to the animated pose.
    pub(super) fn fade_change(
        &mut self,
        input: &RagdollInput<'_>,
        local: &mut LocalPose,
        model: &mut ModelPose,
    ) {
        self.hand_over.take_if(|_| input.teleported || input.pose_jumped);
        let Some((time, seconds)) = &mut self.hand_over else { return };
        *time += input.dt;
        let left = 1.0 - smoothstep(*time / *seconds);
        let is_shown_again = *time == 0.0;
        for between in self.between.iter().filter(|_| is_shown_again) {
            *local.get_mut(between.joint) = between.transform;
        }
        for (part, state) in self.ragdoll.parts.iter().zip(&self.parts) {
            let own = local.get_mut(part.joint);
            if is_shown_again {
                *own = state.written;
                continue;
            }
            own.translation += state.change.translation * left;
            let turn = slerp_shortest(Quat::IDENTITY, state.change.rotation, left);
            own.rotation = (own.rotation * turn).normalize();
        }
        model.mark_stale(self.ragdoll.parts[0].joint);
        model.refresh(input.skeleton, local);
        self.hand_over.take_if(|_| left == 0.0);
    }
}

//! The way from a body that physics has led along its animation to the animation itself.
//!
//! The changes that physics made fade behind the rig's stage: feet that the rig puts on the ground stand
//! there all the while.

use super::drive::rotation_vector;
use super::frame::RagdollFrame;
use crate::math::{Transform, axis_angle, slerp_shortest, smoothstep};
use crate::pose::{LocalPose, ModelPose};
use crate::ragdoll::state::{PartState, Phase, RagdollState};
use glam::{Quat, Vec3};

/// Greatest rate with which a change by physics goes on as it fades, rad/s.
const MAX_RATE: f32 = 10.0;

impl RagdollState {
    /// Takes note of the pose that comes to the stage, from which a hand-over goes out.
    pub(super) fn note_posed(&mut self, local: &LocalPose) {
        if self.getting_up.is_some() || self.reaction.is_some() {
            for (part, state) in self.ragdoll.parts.iter().zip(&mut self.parts) {
                state.posed = *local.get(part.joint);
            }
        }
    }

    /// Takes note of what physics has changed, and how fast, at the end of a frame whose pose it has made.
    pub(super) fn note_change(&mut self, dt: f32) {
        if dt > 0.0 && (self.getting_up.is_some() || self.reaction.is_some()) {
            for part in &mut self.parts {
                let turned = (part.posed.rotation.inverse() * part.written.rotation).normalize();
                let turning = rotation_vector(part.turned, turned) / dt;
                (part.turned, part.turning) = (turned, turning.clamp_length_max(MAX_RATE));
            }
        }
    }

    /// Gives a body that stands to its animation, at the end of a frame whose pose physics has made.
    pub(super) fn begin_hand_over(&mut self) {
        let Some(seconds) = self.getting_up.and_then(|getting_up| getting_up.hands_over) else { return };
        (self.getting_up, self.reaction, self.failed_attempts) = (None, None, 0);
        self.hand_over_parts(seconds, |_| true);
    }

    /// Gives some parts to their animation. The changes that physics made fade within `seconds`; there are
    /// none before its first pose.
    pub(super) fn hand_over_parts(&mut self, seconds: f32, gives: impl Fn(&PartState) -> bool) {
        if self.has_pose() {
            let left = self.hand_over.map_or(0.0, |(time, seconds)| 1.0 - smoothstep(time / seconds));
            for part in &mut self.parts {
                let (posed, written) = (&part.posed, &part.written);
                let (translation, rotation, rate) = if gives(part) {
                    let rotation = (posed.rotation.inverse() * written.rotation).normalize();
                    (written.translation - posed.translation, rotation, part.turning)
                } else {
                    let rotation = slerp_shortest(Quat::IDENTITY, part.change.rotation, left);
                    (part.change.translation * left, rotation, Vec3::ZERO)
                };
                part.change = Transform { translation, rotation, ..Transform::IDENTITY };
                part.change_rate = rate;
            }
            self.hand_over = Some((0.0, seconds));
        }
        for part in self.parts.iter_mut().filter(|part| gives(part)) {
            (part.falls, part.reacts, part.is_released) = (false, false, false);
        }
        if !self.parts.iter().any(|part| part.falls) {
            // Without bodies there are none to remove.
            self.phase = if self.has_pose() { Phase::Stopping } else { Phase::Animated };
        }
        self.wake();
    }

    /// Whether the pose behind this stage is another one than that before it: hands that hold on to other
    /// limbs are then brought back to them ([`IkState::hold`](crate::rig::IkState::hold)).
    #[must_use]
    pub fn changes_pose(&self) -> bool {
        self.has_pose() || self.hand_over.is_some()
    }

    /// Adds what is left of the change by physics to the animated pose.
    pub(super) fn fade_change(
        &mut self,
        input: &RagdollFrame<'_>,
        local: &mut LocalPose,
        model: &mut ModelPose,
    ) {
        self.hand_over.take_if(|_| input.teleported || input.pose_jumped);
        let Some((time, seconds)) = &mut self.hand_over else { return };
        *time += input.dt;
        // A cubic curve from the change and its rate to nothing.
        let share = (*time / *seconds).min(1.0);
        let left = 1.0 - smoothstep(share);
        let onward = *time * (1.0 - share) * (1.0 - share);
        let is_shown_again = *time == 0.0;
        for between in self.between.iter().filter(|_| is_shown_again) {
            *local.get_mut(between.joint) = between.transform;
        }
        for (part, state) in self.ragdoll.parts.iter().zip(&self.parts) {
            let joint_local = local.get_mut(part.joint);
            if is_shown_again {
                *joint_local = state.written;
                continue;
            }
            joint_local.translation += state.change.translation * left;
            let turn = slerp_shortest(Quat::IDENTITY, state.change.rotation, left);
            let onward = axis_angle::from_scaled_axis(state.change_rate * onward);
            joint_local.rotation = (joint_local.rotation * onward * turn).normalize();
        }
        model.mark_stale(self.ragdoll.parts[0].joint);
        model.refresh(input.skeleton, local);
        self.hand_over.take_if(|_| left == 0.0);
    }
}

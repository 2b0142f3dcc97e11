//! Read-out of a ragdoll: from bodies to the rotations of joints.

use super::frame::RagdollFrame;
use super::placement::Placement;
use crate::math::{Transform, smoothstep};
use crate::pose::{LocalPose, ModelPose};
use crate::ragdoll::physics::{BodyMotion, Physics};
use crate::ragdoll::stability::HUMAN;
use crate::ragdoll::state::{PartState, RagdollState};
use glam::{Affine3A, Mat3A, Vec3A};

/// Time in which fingers and toes of a limp part leave the animation or return to it, seconds.
const SLACK_TIME: f32 = 0.2;

impl RagdollState {
    /// Takes in what physics produced. A motion that is not finite is ignored.
    pub(super) fn read(&mut self, dt: f32, physics: &mut dyn Physics) {
        let rises = self.getting_up.is_some_and(|getting_up| getting_up.has_settled);
        for part in &mut self.parts {
            let motion = part.body.and_then(|body| physics.body(body));
            let is_sound = |motion: &BodyMotion| {
                let vectors = [motion.position, motion.linear_velocity, motion.angular_velocity];
                vectors.iter().all(|vector| vector.is_finite()) && motion.rotation.is_finite()
            };
            if let Some(motion) = motion.filter(is_sound) {
                part.motion = motion;
            }
            let change = if rises || part.moves_between() { -dt } else { dt };
            part.slackness = (part.slackness + change / SLACK_TIME).clamp(0.0, 1.0);
        }
        let size = self.scale * self.ragdoll.size() / HUMAN.1;
        self.rest.update(self.parts.iter().map(|part| &part.motion), dt, size);
        let is_limp = self.is_limp() && self.parts.iter().all(|part| part.falls);
        let bodies = || self.parts.iter().filter_map(|part| part.body);
        let may_sleep = is_limp && self.rest.is_at_rest();
        if may_sleep {
            bodies().for_each(|body| physics.allow_sleep(body));
        } else if self.may_sleep {
            bodies().for_each(|body| physics.wake(body));
        }
        self.may_sleep = may_sleep;
    }

    /// Writes the pose: rotations of the parts that fall, and the root's position.
    pub(super) fn write(
        &mut self,
        input: &RagdollFrame<'_>,
        placement: &Placement,
        local: &mut LocalPose,
        model: &mut ModelPose,
    ) {
        let ragdoll = self.ragdoll.clone();
        let root = ragdoll.parts[0].joint;
        for between in self.between.iter().filter(|between| self.is_simulated(between.part)) {
            *local.get_mut(between.joint) = between.transform;
        }
        for digit in &ragdoll.digits {
            let slackness = self.parts[digit.part].slackness;
            if slackness > 0.0 {
                let digit_local = local.get_mut(digit.joint);
                digit_local.rotation = digit_local.rotation.lerp(digit.rotation, smoothstep(slackness));
            }
        }
        let mut next = 0;
        let first = root.index();
        self.scratch[..first].copy_from_slice(&model.as_slice()[..first]);
        for joint in input.skeleton.joints().skip(first) {
            let parent = input.skeleton.parent(joint);
            let above = parent.map_or(Affine3A::IDENTITY, |parent| self.scratch[parent.index()]);
            if ragdoll.parts.get(next).is_some_and(|part| part.joint == joint) {
                let (part, state) = (&ragdoll.parts[next], &self.parts[next]);
                let transform = (state.motion.position, state.motion.rotation);
                let is_simulated = self.is_simulated(next);
                if is_simulated && part.parent.is_none() {
                    self.write_root(local.get_mut(joint), &above, placement, transform);
                } else if is_simulated {
                    let (_, rotation) = placement.to_model(transform);
                    let wanted = Mat3A::from_quat(rotation) * part.part_from_joint.matrix3;
                    turn_to(local.get_mut(joint), &above, wanted);
                }
                self.parts[next].written = *local.get(joint);
                next += 1;
            }
            self.scratch[joint.index()] = above * local.get(joint).to_affine();
        }
        model.mark_stale(root);
        model.refresh(input.skeleton, local);
        if self.getting_up.is_none() && self.parts[0].falls {
            self.fallen[first..].copy_from_slice(&local.as_slice()[first..]);
        }
    }

    /// Whether no muscle of the body has strength.
    pub(super) fn is_limp(&self) -> bool {
        let is_limp = |part: &PartState| part.strength == 0.0 && !part.reacts;
        self.getting_up.is_none() && self.parts.iter().all(is_limp)
    }
}

/// Turns a joint so that its axes in model space are as near as possible to those of `wanted`.
pub(super) fn turn_to(local: &mut Transform, above: &Affine3A, wanted: Mat3A) {
    let scale = local.scale;
    let invertible =
        scale.abs().min_element() > 1e-9 && above.matrix3.determinant().abs() > f32::MIN_POSITIVE;
    if !invertible {
        return;
    }
    let turned = above.matrix3.inverse() * wanted;
    let unscaled = turned * Mat3A::from_diagonal(scale.recip());
    let rotation = Transform::from_affine(&Affine3A { matrix3: unscaled, translation: Vec3A::ZERO }).rotation;
    if rotation.is_finite() {
        local.rotation = rotation;
    }
}

//! Teleports and cuts of the pose: bodies of a ragdoll that are moved along with them.

use super::frame::RagdollFrame;
use super::placement::Placement;
use crate::math::turn::rotation_of;
use crate::pose::ModelPose;
use crate::ragdoll::physics::{BodyMotion, Physics};
use crate::ragdoll::state::RagdollState;
use glam::Vec3;

impl RagdollState {
    /// Moves a body that gets up along with its character where that is teleported: it goes on there.
    pub(super) fn follow_teleport(&mut self, input: &RagdollFrame<'_>, physics: &mut dyn Physics) {
        let Some(getting_up) = &mut self.getting_up else { return };
        let before = getting_up.world_from_model.replace(input.world_from_model);
        let Some(before) = before.filter(|_| input.teleported || self.missed.teleported) else { return };
        let way = input.world_from_model * before.inverse();
        let turn = rotation_of(&way);
        if !way.is_finite() || !turn.is_finite() {
            return;
        }
        if let Some((position, rotation)) = &mut getting_up.lay_at {
            (*position, *rotation) = (way.transform_point3(*position), (turn * *rotation).normalize());
        }
        (getting_up.slope, getting_up.highest, getting_up.held_back) = (None, f32::MIN, Vec3::ZERO);
        for state in &mut self.parts {
            state.planted.follow(way);
            let motion = &mut state.motion;
            *motion = BodyMotion {
                position: way.transform_point3(motion.position),
                rotation: (turn * motion.rotation).normalize(),
                linear_velocity: turn * motion.linear_velocity,
                angular_velocity: turn * motion.angular_velocity,
            };
            if let Some(body) = state.body {
                physics.set_body(body, motion);
            }
        }
    }

    /// Moves bodies over a cut of the animated pose or of the character's transform: animated parts to their
    /// new transforms, at rest, and the parts that hang on them along with them. A body that falls as a whole
    /// stays where it is.
    pub(super) fn follow_cut(&mut self, placement: &Placement, physics: &mut dyn Physics, model: &ModelPose) {
        let ragdoll = self.ragdoll.clone();
        for n in 0..self.parts.len() {
            let mut above = std::iter::successors(Some(n), |part| ragdoll.parts[*part].parent);
            let Some(carrier) = above.find(|part| !self.parts[*part].falls) else { continue };
            let Some((from, old)) = self.parts[carrier].animated else { continue };
            let (to, new) = placement.to_world(ragdoll.parts[carrier].transform(model));
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

use super::face_state::FaceState;
use super::head_follow::HeadFollow;
use crate::face::{FaceInput, Gaze};
use crate::math::{ops, smoothstep};
use crate::pose::{LocalPose, ModelPose};
use glam::Vec3;
use std::f32::consts::{FRAC_PI_2, FRAC_PI_3};

impl FaceState {
    /// Sets whether head and spine turn to a [`Gaze::Target`] too: then it is also the goal of the IK rig's looks that have none of their
    /// own, and fades in and out like one. Off at first; without effect in an actor without an IK rig that looks.
    pub fn set_turns_head(&mut self, turns_head: bool) {
        self.turns_head = turns_head;
    }

    /// The world position that head and spine turn to, if they do.
    #[must_use]
    pub fn head_target(&self) -> Option<Vec3> {
        match self.gaze {
            Gaze::Target(target) if self.turns_head && target.is_finite() => Some(target),
            _ => None,
        }
    }

    /// World position for the look of head and spine: the target of the gaze, of which moving eyes take the first part themselves and which they reach first. `model` may
    /// be stale; the line down to the head is updated.
    pub(crate) fn head_goal(
        &mut self,
        input: &FaceInput<'_>,
        local: &LocalPose,
        model: &mut ModelPose,
    ) -> Option<Vec3> {
        let target = self.head_target();
        let (Some(eye_target), Some(eyes), Some(setup)) = (target, &self.eyes, &self.eye_setup.look_at)
        else {
            self.head = HeadFollow::default();
            return target;
        };
        let settings = *eyes.settings();
        let own_angle = settings.head_angle;
        model.update_line(self.character.skeleton(), local, setup.head, 0);
        let head = model.get(setup.head);
        let place = head.transform_point3(setup.offset_from_head);
        if input.teleported {
            self.head = HeadFollow::at(eye_target);
        }
        let world_place = input.world_from_model.transform_point3(place);
        let world_target = self.head.advance(eye_target, world_place, input.dt, &settings)?;
        let target = Some(world_target);
        let to_target = input.world_from_model.inverse().transform_point3(world_target) - place;
        let back = self.character.rest_model()[setup.head.index()].matrix3.inverse();
        let ahead = (head.matrix3 * (back * self.character.forward())).try_normalize();
        let (Some(ahead), Some(direction)) = (ahead, to_target.try_normalize()) else { return target };
        let (sine, cosine) = (ahead.cross(direction).length(), ahead.dot(direction));
        let angle = ops::atan2(sine, cosine);
        // A head that follows does so until the target is clearly within reach of the eyes.
        const HYSTERESIS: f32 = 0.05;
        self.head.is_turned = angle > own_angle - if self.head.is_turned { HYSTERESIS } else { 0.0 };
        if !self.head.is_turned {
            return None;
        }
        // The eyes' part of the way to a target behind would lead over the head: the goal of the head goes on to the
        // target itself, which is beyond the reach of both.
        const BEHIND: [f32; 2] = [FRAC_PI_2, 2.0 * FRAC_PI_3];
        let behind = smoothstep((angle - BEHIND[0]) / (BEHIND[1] - BEHIND[0]));
        let part = (angle - own_angle * (1.0 - behind)).max(0.0);
        // Nearly straight behind no direction is between.
        const MIN_SINE: f32 = 1e-3;
        if sine < MIN_SINE {
            return target;
        }
        let between = (ahead * ops::sin_cos(angle - part).0 + direction * ops::sin_cos(part).0) / sine;
        let goal = input.world_from_model.transform_point3(place + between * to_target.length());
        goal.is_finite().then_some(goal)
    }
}

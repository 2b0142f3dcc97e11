//! The gaze before IK: the eyes as clips turn them, and the goal of a head that follows the eyes.

use super::face_state::FaceState;
use crate::face::gaze_layer::GazeLayer;
use crate::face::{FaceInput, Gaze};
use crate::math::{ops, smoothstep};
use crate::stage::{StageInput, StagePose};
use glam::Vec3;
use std::f32::consts::{FRAC_PI_2, FRAC_PI_3};

impl FaceState {
    /// Sets whether head and spine turn to a [`Gaze::Target`] too: then it is also the goal of the IK rig's
    /// looks that have none of their own, and fades in and out like one. Off at first; without effect in an
    /// actor without an IK rig that looks.
    pub fn set_turns_head(&mut self, turns_head: bool) {
        self.head.is_on = turns_head;
    }

    /// Whether head and spine turn to a [`Gaze::Target`] too.
    #[must_use]
    pub fn turns_head(&self) -> bool {
        self.head.is_on
    }

    /// The world position that head and spine turn to, if they do.
    #[must_use]
    pub fn head_target(&self) -> Option<Vec3> {
        match self.gaze {
            Gaze::Target(target) if self.head.is_on && target.is_finite() => Some(target),
            _ => None,
        }
    }

    /// The world position that [`solve_gaze`](Self::solve_gaze) gives head and spine to look at in this
    /// frame: [`IkInput::gaze_target`](crate::rig::IkInput::gaze_target). It is the target of the gaze, of
    /// which moving eyes take the first part themselves and which they reach first.
    #[must_use]
    pub fn head_goal(&self) -> Option<Vec3> {
        self.head.goal
    }

    /// The part of a frame's gaze that comes before IK: turns the eye joints as clips do, for the looks of an
    /// IK rig to blend from, and finds the [goal of the head](Self::head_goal). Not needed without an IK rig.
    pub fn solve_gaze(&mut self, stage: &StageInput<'_>, input: FaceInput<'_>, pose: &mut StagePose<'_>) {
        if self.gaze == Gaze::Animated {
            let layer = GazeLayer::topmost(self.gaze, stage, &FaceInput { look: None, ..input });
            let gaze = self.rig.gaze_of(layer, pose.edit().1);
            if let Some(gaze) = gaze {
                self.rig.turn_eyes(&gaze, pose);
            }
        }
        self.head.goal = self.find_head_goal(stage, pose);
    }

    fn find_head_goal(&mut self, stage: &StageInput<'_>, pose: &mut StagePose<'_>) -> Option<Vec3> {
        let target = self.head_target();
        let Self { rig, eyes, head: follow, .. } = self;
        let (Some(eye_target), Some(eyes), Some(setup)) = (target, eyes, rig.look_at()) else {
            follow.restart(None);
            return target;
        };
        let (settings, character) = (*eyes.settings(), &rig.character);
        let eyes_angle = settings.head_angle;
        let (local, model) = pose.edit();
        model.update_line(character.skeleton(), local, setup.head, 0);
        let head = model.get(setup.head);
        let position = head.transform_point3(setup.offset_from_head);
        if stage.teleported {
            follow.restart(Some(eye_target));
        }
        let world_position = stage.world_from_model.transform_point3(position);
        let world_target = follow.advance(eye_target, world_position, stage.dt, &settings)?;
        let target = Some(world_target);
        let to_target = stage.world_from_model.inverse().transform_point3(world_target) - position;
        let back = character.rest_model()[setup.head.index()].matrix3.inverse();
        let ahead = (head.matrix3 * (back * character.forward())).try_normalize();
        let (Some(ahead), Some(direction)) = (ahead, to_target.try_normalize()) else { return target };
        let (sine, cosine) = (ahead.cross(direction).length(), ahead.dot(direction));
        let angle = ops::atan2(sine, cosine);
        // A head that follows does so until the target is clearly within reach of the eyes.
        const HYSTERESIS: f32 = 0.05;
        follow.is_turned = angle > eyes_angle - if follow.is_turned { HYSTERESIS } else { 0.0 };
        if !follow.is_turned {
            return None;
        }
        // The eyes' part of the way to a target behind would lead over the head: the goal of the head goes on
        // to the target itself, which is beyond the reach of both.
        const BEHIND: [f32; 2] = [FRAC_PI_2, 2.0 * FRAC_PI_3];
        let behind = smoothstep((angle - BEHIND[0]) / (BEHIND[1] - BEHIND[0]));
        let part = (angle - eyes_angle * (1.0 - behind)).max(0.0);
        // Nearly straight behind no direction is between.
        const MIN_SINE: f32 = 1e-3;
        if sine < MIN_SINE {
            return target;
        }
        let between = (ahead * ops::sin_cos(angle - part).0 + direction * ops::sin_cos(part).0) / sine;
        let goal = stage.world_from_model.transform_point3(position + between * to_target.length());
        goal.is_finite().then_some(goal)
    }
}

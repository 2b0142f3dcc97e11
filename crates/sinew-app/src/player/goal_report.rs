//! Messages about goals that are set after the last frame or missed in it.

use crate::player::goals::{GoalSchedule, TimedGoal};
use crate::report::message::message;
use crate::report::milliseconds::floor_to_milliseconds;
use sinew::Actor;
use sinew::ik::ArmCollider;
use sinew::rig::{EffectorId, EffectorPose, IkTarget};

/// Largest distance in metres at which a goal counts as reached.
const DISTANCE_TOLERANCE: f32 = 1e-3;

/// Largest angle in radians at which a look goal counts as reached: a smoothed head trails behind its target.
const LOOK_TOLERANCE: f32 = 0.035;

impl TimedGoal {
    /// The option that set the goal.
    fn option(&self) -> String {
        if self.is_look { "--look".to_owned() } else { format!("--reach {}", self.name) }
    }
}

impl GoalSchedule {
    /// Reports on stderr the goals later than `last`, the time of the last frame.
    pub(crate) fn report_late(&self, last: f64) {
        let shown = floor_to_milliseconds(last);
        for goal in self.goals.iter().filter(|goal| goal.at > last) {
            let (option, at) = (goal.option(), goal.at);
            message!("sinew: {option}@{at}: ignored: the last frame is at {shown} s");
        }
    }

    /// Reports on stderr the goals that hold in the last resolved frame and are missed.
    pub(crate) fn report_misses(&self, actor: &Actor) {
        let Some(ik) = actor.ik() else { return };
        let mut reported: Vec<EffectorId> = Vec::new();
        for goal in &self.goals {
            let report = ik.report(goal.effector);
            if report.weight < 0.99 || ik.goal(goal.effector).is_none() || reported.contains(&goal.effector) {
                continue;
            }
            reported.push(goal.effector);
            let option = goal.option();
            let looks = matches!(
                ik.rig().effector_pose(goal.effector, actor.frame().model()),
                EffectorPose::Line { .. }
            );
            if looks && report.turn_request != 0.0 {
                let turn = report.turn_request.to_degrees();
                let side = if turn > 0.0 { "left" } else { "right" };
                let remedy = match turn.abs() < 0.5 {
                    true => "it is too far up or down".to_owned(),
                    false => format!("the body would have to turn {:.0}° to its {side}", turn.abs()),
                };
                message!("sinew: {option}: outside the view cone; {remedy}");
            } else if looks && report.angle_error > LOOK_TOLERANCE {
                let off = report.angle_error.to_degrees();
                message!("sinew: {option}: beyond the joint limits, {off:.0}° off in the last frame");
            } else if report.error > DISTANCE_TOLERANCE {
                let off = report.error * 1e3;
                match self.is_inside_body(actor, goal) {
                    true => message!(
                        "sinew: {option}: the target is inside the body; the hand stays on the skin, \
                         {off:.0} mm off in the last frame; --through-body lets it through"
                    ),
                    false => {
                        message!("sinew: {option}: out of reach by {off:.0} mm in the last frame")
                    }
                }
            }
        }
    }

    /// True for the target of a hand inside the body, with a rig whose arms collide with it.
    fn is_inside_body(&self, actor: &Actor, goal: &TimedGoal) -> bool {
        let (character, frame) = (actor.character(), actor.frame());
        let body = character.humanoid().filter(|_| self.has_arm_collision && goal.name.ends_with(" hand"));
        let collider = body.and_then(|body| ArmCollider::human(character, body).ok());
        let target = actor.ik().and_then(|ik| ik.goal(goal.effector)).map(|goal| goal.target);
        let (Some(collider), Some(IkTarget::World(target))) = (collider, target) else { return false };
        let model_target = frame.world_from_model().inverse().transform_point3(target);
        collider.depth(frame.model(), model_target) > 0.0
    }
}

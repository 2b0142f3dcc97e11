//! What is said of goals that come too late or are missed.

use crate::player::goals::{Goal, GoalSchedule};
use crate::report::milliseconds::floor_to_milliseconds;
use sinew::Actor;
use sinew::ik::ArmCollider;
use sinew::rig::{EffectorId, EffectorPose, IkTarget};

/// A goal that is missed by more, in metres, is told.
const MISSED: f32 = 1e-3;

/// The same of looks, in radians: less is what a head that follows is behind.
const LOOKS_PAST: f32 = 0.035;

impl Goal {
    /// How it was said.
    fn option(&self) -> String {
        if self.looks { "--look".to_owned() } else { format!("--reach {}", self.name) }
    }
}

impl GoalSchedule {
    /// Says what is told later than `last`, the last second that is shown.
    pub(crate) fn tell_what_comes_later(&self, last: f64) {
        let shown = floor_to_milliseconds(last);
        for goal in self.goals.iter().filter(|goal| goal.at > last) {
            let (option, at) = (goal.option(), goal.at);
            eprintln!("sinew: {option}@{at}: that is later than {shown} s, the last that is shown");
        }
    }

    /// Says which goals, of those that hold in the frame that was resolved last, are missed.
    pub(crate) fn tell_misses(&self, actor: &Actor) {
        let Some(ik) = actor.ik() else { return };
        let mut told: Vec<EffectorId> = Vec::new();
        for goal in &self.goals {
            let report = ik.report(goal.slot);
            if report.weight < 0.99 || ik.goal(goal.slot).is_none() || told.contains(&goal.slot) {
                continue;
            }
            told.push(goal.slot);
            let option = goal.option();
            let looks = matches!(ik.rig().tip(goal.slot, actor.frame().model()), EffectorPose::Line { .. });
            if looks && report.turn_request != 0.0 {
                let turn = report.turn_request.to_degrees();
                let side = if turn > 0.0 { "left" } else { "right" };
                eprintln!(
                    "sinew: {option}: outside of the view cone; the body would have to turn by {:.0}° to its {side}",
                    turn.abs()
                );
            } else if looks && report.error > LOOKS_PAST {
                let off = report.error.to_degrees();
                eprintln!("sinew: {option}: outside of what it can turn to, {off:.0}° off in the last frame");
            } else if !looks && report.error > MISSED {
                let off = report.error * 1e3;
                match self.is_inside(actor, goal) {
                    true => eprintln!(
                        "sinew: {option}: inside the body, and the hand stays on it, {off:.0} mm off in the last frame; \
                         --through-body lets it in"
                    ),
                    false => {
                        eprintln!("sinew: {option}: out of reach by {off:.0} mm in the last frame")
                    }
                }
            }
        }
    }

    /// Whether a hand is to go where the body is, and kept out of it.
    fn is_inside(&self, actor: &Actor, goal: &Goal) -> bool {
        let (character, frame) = (actor.character(), actor.frame());
        let body = character.humanoid().filter(|_| self.keeps_out && goal.name.ends_with(" hand"));
        let torso = body.and_then(|body| ArmCollider::human(character, body).ok());
        let told = actor.ik().and_then(|ik| ik.goal(goal.slot)).map(|goal| goal.target);
        let (Some(torso), Some(IkTarget::World(place))) = (torso, told) else { return false };
        torso.depth(frame.model(), frame.world_from_model().inverse().transform_point3(place)) > 0.0
    }
}

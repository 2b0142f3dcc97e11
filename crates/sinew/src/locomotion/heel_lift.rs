//! Lift of a planted foot's heel, as far as the leg needs it.

use crate::ik::{ChainGoal, FootRollLeg, FootRollSettings};
use crate::locomotion::foot_ik::FootSetup;
use crate::locomotion::foot_state::FootState;
use crate::locomotion::frame_context::FrameContext;
use crate::locomotion::heel::RELEASE_TIME;
use crate::locomotion::sole::posed_sole::PosedSole;
use crate::locomotion::stride::Stride;
use crate::math::smooth_damp_pair;
use glam::Vec3;

/// Extension at which the heel begins to lift, as a share of the leg's length,
/// unless the leg is animated straighter.
const LIFT_START: f32 = 0.985;

/// Target of a foot with a lifted heel.
pub(crate) struct Footing {
    pub(crate) goal: ChainGoal,
    pub(crate) settings: FootRollSettings,
    /// Distance by which the heel lowers the foot since the frame before; the hips do not include it yet.
    pub(crate) sunk: f32,
}

impl FootState {
    /// Lifts the heel as far as the leg needs it to reach the goal of the ankle.
    pub(crate) fn lift_heel(
        &mut self,
        foot: &FootSetup,
        leg: &FootRollLeg,
        stride: &Stride,
        frame: &FrameContext<'_>,
        ankle: ChainGoal,
    ) -> Footing {
        let FrameContext { space, model, dt, .. } = *frame;
        let links = foot.leg.chain().links();
        let position = |n: usize| model[links[n].joint.index()].translation;
        let begins = (position(0).distance(position(2)) / foot.leg.posed_length(model)).max(LIFT_START);
        let is_held = self.lock.is_some();
        // A released foot lowers its heel gradually.
        let kept_lift = if is_held { 0.0 } else { self.heel.lift.0 };
        let max_heel_angle = self.heel.max.0.max(kept_lift);
        let heel = if max_heel_angle > 0.0 { kept_lift / max_heel_angle } else { 0.0 };
        let settings = FootRollSettings {
            heel_lift: heel,
            max_heel_angle,
            roll_start: begins,
            ..FootRollSettings::default()
        };
        let to_toes = stride.to_toes(leg, frame);
        let from_ankle = space.model_from_world(stride.to + to_toes - stride.ankle_to());
        let up = space.model_from_world(Vec3::Y);
        let goal = ChainGoal { position: ankle.position + from_ankle, ..ankle };
        let lift = |seat: f32| {
            leg.lift(&ChainGoal { position: goal.position + up * seat, ..goal }, &settings, model)
        };
        let mut seat = 0.0;
        if self.stands {
            // A foot that sinks lifts its heel a little more, so the height is found in two steps.
            for _ in 0..2 {
                let Some((heel, _)) = lift(seat) else { break };
                let lifted = stride.sole.lifted(foot, space.to_world(heel), to_toes);
                let on = |sole: &PosedSole| sole.on(stride.to, &stride.hit, &stride.bumps).y;
                seat = on(&lifted) - on(&stride.sole);
            }
        }
        let before = self.heel.seat.0;
        self.heel.seat =
            if is_held { (seat, 0.0) } else { smooth_damp_pair(self.heel.seat, seat, RELEASE_TIME, dt) };
        let seat = self.heel.seat.0;
        if is_held {
            self.heel.lift = (lift(seat).map_or(0.0, |(_, angle)| angle), 0.0);
        }
        let goal = ChainGoal { position: goal.position + up * seat, ..goal };
        Footing { goal, settings, sunk: (before - seat).max(0.0) }
    }
}

//! Heel of a planted foot: it lifts where the leg would not reach, while the toes stay on the ground.

use crate::ik::{ChainGoal, FootRollLeg, FootRollSettings};
use crate::locomotion::foot_ik::FootSetup;
use crate::locomotion::frame_context::Space;
use crate::locomotion::sole::Sole;
use crate::locomotion::stride::{FootState, RELEASE_TIME, Stride, follow_to};
use glam::{Affine3A, Quat, Vec3};

/// State of a heel: how far it may lift and is lifted.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Heel {
    /// Largest lift, radians, and its rate: it grows while the foot stands, so that the foot lands as it is animated.
    most: (f32, f32),
    /// Current lift, radians, and its rate; it fades out after the foot is released.
    lift: (f32, f32),
    /// Height that the lift adds to the foot, and its rate: another point of the sole may touch the ground.
    seat: (f32, f32),
}

/// Time in which a heel becomes free to lift, seconds to nine tenths.
const FREE_TIME: f32 = 0.2;

/// Extension at which the heel begins to lift, as a share of the leg's length, unless the leg is animated straighter.
const LIFT_START: f32 = 0.985;

/// Depth by which the hips sink before a heel lifts, in leg lengths: the knee of a fully extended leg snaps.
const HIP_SINK: f32 = 2e-3;

/// Reserve at the end of the heel's lift, in foot lengths.
const LIFT_RESERVE: f32 = 0.03;

impl Heel {
    /// Advances by `dt` seconds for a foot that `stands` in the animation and may be locked. `most` is the largest
    /// lift, radians.
    pub(crate) fn advance(&mut self, most: f32, stands: bool, is_held: bool, dt: f32) {
        self.most = follow_to(self.most, if stands { most } else { 0.0 }, FREE_TIME, dt);
        if !is_held {
            self.lift = follow_to(self.lift, 0.0, RELEASE_TIME, dt);
        }
    }

    /// Whether the heel may lift or is lifted.
    pub(crate) fn is_free(&self) -> bool {
        [self.most, self.lift, self.seat].iter().any(|own| *own != (0.0, 0.0))
    }

    /// Offset of the foot for its lifted heel.
    pub(crate) fn seat(&self) -> Vec3 {
        Vec3::Y * self.seat.0
    }

    /// Largest height of the hips at which the foot reaches the ground: `flat` with its heel down, more with its heel
    /// lifted. `highest` gives the height for an ankle position and a length by which the leg is shortened.
    pub(crate) fn highest(
        &self,
        leg: &FootRollLeg,
        stride: &Stride,
        space: &Space,
        model: &[Affine3A],
        flat: f32,
        wanted: f32,
        highest: impl Fn(Vec3, f32) -> f32,
    ) -> f32 {
        let ankle = stride.ankle_to() + self.seat();
        let (to_toes, axis) = (stride.to_toes(leg, space, model), stride.across(leg, space, model));
        let toes = stride.to + self.seat() + to_toes;
        let foot = ankle - toes;
        let lifted = [0.5, 1.0].map(|share| {
            let lift = Quat::from_axis_angle(axis, share * self.most.0);
            highest(toes + lift * foot, LIFT_RESERVE * foot.length())
        });
        let lifted = lifted.into_iter().fold(flat, f32::max);
        lifted.min(flat.max(wanted - HIP_SINK * space.leg))
    }
}

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
        space: &Space,
        ankle: ChainGoal,
        model: &[Affine3A],
        dt: f32,
    ) -> Footing {
        let links = foot.leg.chain().links();
        let place = |n: usize| model[links[n].joint.index()].translation;
        let begins = (place(0).distance(place(2)) / foot.leg.posed_length(model)).max(LIFT_START);
        let is_held = self.lock.is_some();
        // A released foot lowers its heel gradually.
        let own = if is_held { 0.0 } else { self.heel.lift.0 };
        let most_heel = self.heel.most.0.max(own);
        let heel = if most_heel > 0.0 { own / most_heel } else { 0.0 };
        let settings = FootRollSettings {
            heel_lift: heel,
            max_heel_angle: most_heel,
            roll_start: begins,
            ..FootRollSettings::default()
        };
        let to_toes = stride.to_toes(leg, space, model);
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
                let on = |sole: &Sole| sole.on(stride.to, &stride.hit, self.ground_cache.bumps_so_far()).y;
                seat = on(&lifted) - on(&stride.sole);
            }
        }
        let before = self.heel.seat.0;
        self.heel.seat =
            if is_held { (seat, 0.0) } else { follow_to(self.heel.seat, seat, RELEASE_TIME, dt) };
        let seat = self.heel.seat.0;
        if is_held {
            self.heel.lift = (lift(seat).map_or(0.0, |(_, angle)| angle), 0.0);
        }
        let goal = ChainGoal { position: goal.position + up * seat, ..goal };
        Footing { goal, settings, sunk: (before - seat).max(0.0) }
    }
}

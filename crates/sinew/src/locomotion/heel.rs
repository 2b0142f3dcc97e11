//! The heel of a foot that stands: it lifts where the leg would not reach, and the toes stay on the ground.

use crate::ik::{ChainGoal, FootRollLeg, FootRollSettings};
use crate::locomotion::foot_ik::PlacedFoot;
use crate::locomotion::scene::Space;
use crate::locomotion::sole::Sole;
use crate::locomotion::stride::{FootState, LEFT, Stride, follow_to};
use glam::{Affine3A, Quat, Vec3};

/// How far a heel is lifted, and what comes of it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Heel {
    /// How far it may be lifted: more and more while the foot stands, so that what comes down does so as it is animated.
    most: (f32, f32),
    /// How far it is, or what is left of that once the foot is held no longer.
    lift: (f32, f32),
    /// How much higher the foot is for it: what it stands on now may not be what touched the ground.
    seat: (f32, f32),
}

/// Seconds in which a heel becomes free to lift.
const FREED: f32 = 0.2;

/// The share of a leg's length at which the heel begins to lift, but for legs that are animated straighter.
const BEGINS: f32 = 0.985;

/// Hips sink by so much before a heel lifts, in legs: the knee of a leg that is quite straight snaps.
const SINKS: f32 = 2e-3;

/// Of a heel that lifts nearly all the way the last is not asked, in lengths of the foot.
const SPARED: f32 = 0.03;

impl Heel {
    /// Goes on for `dt` seconds: of a foot that is animated as one that `stands`, and perhaps is held.
    pub(crate) fn go_on(&mut self, most: f32, stands: bool, is_held: bool, dt: f32) {
        self.most = follow_to(self.most, if stands { most } else { 0.0 }, FREED, dt);
        if !is_held {
            self.lift = follow_to(self.lift, 0.0, LEFT, dt);
        }
    }

    /// Whether it may be lifted, or still is.
    pub(crate) fn is_free(&self) -> bool {
        [self.most, self.lift, self.seat].iter().any(|own| *own != (0.0, 0.0))
    }

    /// How much higher the foot stands for its heel.
    pub(crate) fn seat(&self) -> Vec3 {
        Vec3::Y * self.seat.0
    }

    /// How high hips may go up for a foot to reach the ground: as `flat`, with its heel down, and more where that lifts.
    /// `highest` tells it for an ankle at a place, in a leg that is shorter by so much.
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
            highest(toes + lift * foot, SPARED * foot.length())
        });
        let lifted = lifted.into_iter().fold(flat, f32::max);
        lifted.min(flat.max(wanted - SINKS * space.leg))
    }
}

/// Where toes and heel of a foot are to be.
pub(crate) struct Footing {
    pub(crate) goal: ChainGoal,
    pub(crate) settings: FootRollSettings,
    /// How much lower than in the frame before the foot is for its heel, which hips do not know yet.
    pub(crate) sunk: f32,
}

impl FootState {
    /// Lifts the heel as far as the leg needs it for an ankle that is to be at `ankle`, as a goal says.
    pub(crate) fn lift_heel(
        &mut self,
        foot: &PlacedFoot,
        leg: &FootRollLeg,
        stride: &Stride,
        space: &Space,
        ankle: ChainGoal,
        model: &[Affine3A],
        dt: f32,
    ) -> Footing {
        let links = foot.leg.chain().links();
        let place = |n: usize| model[links[n].joint.index()].translation;
        let begins = (place(0).distance(place(2)) / foot.leg.posed_length(model)).max(BEGINS);
        let is_held = self.lock.is_some();
        // What is let go of lowers its heel little by little.
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
            // A foot that sinks lifts its heel a little more.
            for _ in 0..2 {
                let Some((heel, _)) = lift(seat) else { break };
                let lifted = stride.sole.lifted(foot, space.to_world(heel), to_toes);
                let on = |sole: &Sole| sole.on(stride.to, &stride.hit, self.felt.bumps_so_far()).y;
                seat = on(&lifted) - on(&stride.sole);
            }
        }
        let before = self.heel.seat.0;
        self.heel.seat = if is_held { (seat, 0.0) } else { follow_to(self.heel.seat, seat, LEFT, dt) };
        let seat = self.heel.seat.0;
        if is_held {
            self.heel.lift = (lift(seat).map_or(0.0, |(_, angle)| angle), 0.0);
        }
        let goal = ChainGoal { position: goal.position + up * seat, ..goal };
        Footing { goal, settings, sunk: (before - seat).max(0.0) }
    }
}

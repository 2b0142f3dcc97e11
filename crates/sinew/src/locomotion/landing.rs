//! Prediction of the landing point of a swinging foot: as at its last landing, relative to the character's
//! predicted position.

use crate::ground::GroundHit;
use crate::locomotion::foothold::{Length, foothold};
use crate::locomotion::frame_context::FrameContext;
use crate::math::smooth_damp_pair;
use glam::Vec3;

/// Landing state of one foot.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Landing {
    /// Last landing.
    last: Option<LastLanding>,
    /// Seconds since lift-off, and the time at which the animated stance phase began.
    air: f32,
    touched: Option<f32>,
    /// Whether the last time in the air was much shorter than that of the last landing.
    was_short: bool,
    /// Whether the foot has been planted since.
    is_down: bool,
    /// Predicted landing point at the last search for a foothold, and the foothold where it differs.
    looked: Option<Vec3>,
    foothold: Option<Vec3>,
    /// Smoothed horizontal shift to the foothold, x and z with their rates.
    foothold_shift: [(f32, f32); 2],
}

/// Landing of a foot.
#[derive(Clone, Copy, Debug)]
struct LastLanding {
    /// Seconds in the air before it.
    air: f32,
    /// Offset from the character's position and from the hip, with the animated strides, in model space.
    from_origin: Vec3,
    from_hip: Vec3,
}

/// Share of the time in the air after which a foot searches for a foothold.
const SEARCH_START: f32 = 0.1;

/// Largest distance, in leg lengths, of two predictions that share one search.
const SAME_POSITION: f32 = 0.015;

/// Distance from the prediction, as a multiple of the search range, at which a foothold is dropped.
const DROP_FACTOR: f32 = 1.5;

/// Time in which a foot shifts to its foothold, seconds to nine tenths: usual, and shortest before landing.
const SHIFT_TIME: f32 = 0.12;
const MIN_SHIFT_TIME: f32 = 0.06;

/// Share of the time in the air, before landing, in which the prediction blends to the animated position.
const BLEND_SHARE: f32 = 0.3;

/// Shortest time in the air of a step, seconds, and as a share of that of the last step,
/// unless two in a row are as short.
const MIN_AIR: f32 = 0.1;
const BOUNCE: f32 = 0.5;

/// Factor of the last time in the air after which the prediction is dropped: the foot does something else.
const MAX_AIR_FACTOR: f32 = 1.5;

impl Landing {
    /// Takes the last landing of the other foot, mirrored, for a foot that has not made a step yet.
    pub(crate) fn learn(&mut self, other: &Self, across: Vec3) {
        let mirrored = |vector: Vec3| vector - 2.0 * vector.dot(across) * across;
        self.last = self.last.or(other.last.map(|other| LastLanding {
            from_origin: mirrored(other.from_origin),
            from_hip: mirrored(other.from_hip),
            ..other
        }));
    }

    /// Records a landing with the ball at `ball`, `from_hip` away from its hip.
    pub(crate) fn record(&mut self, frame: &FrameContext<'_>, ball: Vec3, from_hip: Vec3) {
        let air = self.touched.unwrap_or(self.air);
        // The foot landed earlier than it was locked, and the character has moved since.
        let origin = frame.movement.origin - frame.movement.pace.velocity * (self.air - air);
        let space = frame.space;
        let in_model = |vector: Vec3| space.rotation.inverse() * vector.with_y(0.0) / space.scale;
        let (from_origin, from_hip) = (in_model(ball - origin), in_model(from_hip));
        // A foot that was let go for a moment has not made a step,
        // nor has one that bounces on the ground in every step.
        let is_short = self.last.is_some_and(|last| air < BOUNCE * last.air);
        if air >= MIN_AIR && (self.was_short || !is_short) {
            self.last = Some(LastLanding { air, from_origin, from_hip });
        }
        self.was_short = is_short;
        self.is_down = true;
    }

    /// Advances a foot that is not planted, animated at `at` and perhaps in its stance phase: the predicted
    /// landing point, if known, and the shift to the foothold. Only ground that lies `still` is searched.
    pub(crate) fn advance(
        &mut self,
        frame: &FrameContext<'_>,
        at: Vec3,
        (stands, comes_down): (bool, bool),
        length: Length,
        still: bool,
        dt: f32,
    ) -> (Option<Vec3>, Vec3) {
        // A foot whose leg does not reach has been released, and still lands there.
        if self.is_down && !stands {
            let Self { last, was_short, foothold_shift, .. } = *self;
            *self = Self { last, was_short, foothold_shift, ..Self::default() };
        }
        self.air += dt;
        if stands {
            self.touched = self.touched.or(Some(self.air));
        }
        let predicted = self.predict(frame, at);
        let comes_down = comes_down && frame.movement.pace.walks > 0.5;
        let near = predicted.or((comes_down || self.foothold.is_some()).then_some(at));
        match near {
            Some(position) if still => self.search(frame, position, length),
            _ => (self.looked, self.foothold) = (None, None),
        }
        let goal = self.foothold.zip(near).map_or(Vec3::ZERO, |(foothold, position)| foothold - position);
        // The prediction still changes a little before landing.
        let left = self.last.map_or(SHIFT_TIME, |last| last.air - self.air);
        let seconds = left.clamp(MIN_SHIFT_TIME, SHIFT_TIME);
        for (part, goal) in self.foothold_shift.iter_mut().zip([goal.x, goal.z]) {
            *part = smooth_damp_pair(*part, goal, seconds, dt);
        }
        let [x, z] = self.foothold_shift.map(|part| part.0);
        (self.foothold.or(predicted), Vec3::new(x, 0.0, z))
    }

    /// Searches for a foothold at the predicted landing point, once and again after it has changed.
    fn search(&mut self, frame: &FrameContext<'_>, position: Vec3, length: Length) {
        let max = frame.feet.settings.max_foothold_shift * frame.space.leg;
        let is_off = |at: Vec3, far: f32| (at - position).with_y(0.0).length() > far;
        let holds = match (self.foothold, self.looked) {
            (Some(foothold), _) => !is_off(foothold, DROP_FACTOR * max),
            (None, Some(looked)) => !is_off(looked, SAME_POSITION * frame.space.leg),
            (None, None) => self.last.is_some_and(|last| self.air <= SEARCH_START * last.air),
        };
        if !holds {
            let direction = frame.movement.pace.direction;
            let shift = foothold(frame.ground, frame.over(position), direction, length, max);
            self.looked = Some(position);
            self.foothold = (shift != 0.0).then(|| position + direction * shift);
        }
    }

    /// Height to swing at over the ground under `ball`, for a landing point and the displacement `ahead` of
    /// the near future: the foot stays up until its heel has passed an edge and rises before its toes reach
    /// one.
    pub(crate) fn height(
        frame: &FrameContext<'_>,
        ball: Vec3,
        hit: &GroundHit,
        ahead: Vec3,
        lands: Vec3,
        Length { behind, before, .. }: Length,
    ) -> f32 {
        let direction = frame.movement.pace.direction;
        // Toes and heel follow the slope that the foot is aligned to.
        let slope = hit.normal.with_y(0.0) / hit.normal.y.max(0.2);
        let steepest = frame.steepest / (1.0 - frame.steepest * frame.steepest).max(1e-6).sqrt();
        let slope = slope.clamp_length_max(steepest);
        let under = |ball: Vec3, reach: f32| {
            let height = frame.ground.height(frame.over(ball + direction * reach));
            height.map(|height| height + reach * direction.dot(slope))
        };
        // No farther ahead than the landing point.
        let rest = (lands - ball).with_y(0.0);
        let ahead = if ahead.dot(direction) < rest.dot(direction) { ahead } else { rest };
        let heights = [under(ball + ahead, before), under(ball, -behind)];
        heights.into_iter().flatten().fold(hit.position.y, f32::max)
    }

    /// Predicted landing point without the shift to a foothold.
    fn predict(&self, frame: &FrameContext<'_>, at: Vec3) -> Option<Vec3> {
        let in_time = |last: &LastLanding| self.touched.is_some() || self.air < MAX_AIR_FACTOR * last.air;
        let last = self.last.filter(|last| frame.movement.pace.walks > 0.5 && in_time(last))?;
        let left = (last.air - self.air).max(0.0);
        let in_world = |vector: Vec3| frame.space.rotation * vector * frame.space.scale;
        let movement = &frame.movement;
        let offset = in_world(last.from_origin) + movement.ahead(|| in_world(last.from_hip));
        let position = movement.origin + movement.pace.velocity * left + offset;
        let by_memory = (left / (BLEND_SHARE * last.air)).min(1.0);
        Some(at + (position - at).with_y(0.0) * by_memory).filter(|position| position.is_finite())
    }
}

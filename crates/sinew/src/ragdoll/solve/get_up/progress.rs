//! Progress of a body that gets up: settled in the first pose, standing, or blocked.

use crate::math::ops;
use crate::ragdoll::RagdollPart;
use crate::ragdoll::solve::frame::RagdollFrame;
use crate::ragdoll::state::{PartState, RagdollState};
use glam::Vec3;

/// Distance of the hips from their goal, metres for a human body, and their angle, radians, within which the
/// body is where it is led to.
const NEAR: (f32, f32) = (0.05, 0.2);

/// The same for a body that stands, though something keeps it from its goal.
const STANDS: (f32, f32) = (0.25, 0.5);

/// Angle of all parts within which the body has the first pose of the animation, radians.
const SETTLED: f32 = 0.35;

/// Time after which the body counts as settled where something keeps it from the first pose, besides the time
/// of the way there, seconds.
const PATIENCE: f32 = 0.35;

/// Time for which the body must have arrived in a standing pose until its animation takes over, seconds.
const ARRIVAL: f32 = 0.1;

/// Time after which a body that does not reach the standing pose gives up, seconds.
const GIVES_UP: f32 = 1.5;

/// Time after which a body that stands elsewhere is given to its animation, seconds.
const SETTLES: f32 = 0.6;

/// Shortest and longest time in which the animation takes over, seconds, and the angular velocity at which it
/// does, rad/s.
const HAND_OVER: [f32; 2] = [0.4, 0.9];
const HAND_OVER_SPEED: f32 = 2.0;

/// Longest time after which a clip that never stands ends, seconds.
const MAX_TIME: f32 = 12.0;

/// Horizontal distance by which the body may be held back until the character follows, metres for a human
/// body, and the rate of that, 1/s.
const HELD_BACK: f32 = 0.04;
const FOLLOWS: f32 = 5.0;

impl RagdollState {
    /// Takes in where physics has brought the body.
    pub(in crate::ragdoll::solve) fn progress(&mut self, input: &RagdollFrame<'_>) {
        let Some(mut getting_up) =
            self.getting_up.filter(|getting_up| getting_up.motion.is_none() && getting_up.lay_at.is_some())
        else {
            return;
        };
        let size = self.body_scale();
        let root = &self.parts[0];
        let goal = root.animated.map_or(root.motion.position, |(position, _)| position);
        let away = root.motion.position - goal;
        let turned = root.animated.map_or(0.0, |(_, turn)| turn.angle_between(root.motion.rotation));
        let is_within = |(distance, angle)| away.length() < distance * size && turned < angle;
        let is_near = is_within(NEAR);
        let is_led = |(part, state): (&RagdollPart, &PartState)| {
            let away = state.animated.map_or(0.0, |(position, _)| position.distance(state.motion.position));
            part.parent.is_none() || away < NEAR.0 * size
        };
        if !getting_up.has_settled {
            let is_there = is_near && self.largest_angle() < SETTLED;
            getting_up.has_settled = getting_up.time >= getting_up.blend
                && (is_there || getting_up.time >= getting_up.blend + PATIENCE);
        }
        let stands = getting_up.has_settled && (getting_up.lying == 0.0 || getting_up.time > MAX_TIME);
        getting_up.stood = if stands { getting_up.stood + input.dt } else { 0.0 };
        let is_there = is_near && self.ragdoll.parts.iter().zip(&self.parts).all(is_led);
        getting_up.arrived = if stands && is_there { getting_up.arrived + input.dt } else { 0.0 };
        let up = input.up();
        let aside = away - up * away.dot(up);
        let excess = (aside.length() - HELD_BACK * size).max(0.0);
        getting_up.held_back = aside.normalize_or_zero() * excess * (1.0 - ops::exp(-FOLLOWS * input.dt));
        if getting_up.arrived >= ARRIVAL || getting_up.stood >= SETTLES && is_within(STANDS) {
            let seconds = self.largest_angle() / HAND_OVER_SPEED;
            getting_up.hands_over = Some(seconds.clamp(HAND_OVER[0], HAND_OVER[1]));
        } else if getting_up.stood >= GIVES_UP {
            self.getting_up = None;
            self.failed_attempts += 1;
            self.wake();
            return;
        }
        self.getting_up = Some(getting_up);
    }

    /// Largest angle between a part and the pose to which it is led.
    fn largest_angle(&self) -> f32 {
        let angle = |part: &PartState| {
            part.animated.map_or(0.0, |(_, turn)| turn.angle_between(part.motion.rotation))
        };
        self.parts.iter().map(angle).fold(0.0, f32::max)
    }

    /// Horizontal way in the world by which the character follows a body that is held back.
    pub(in crate::ragdoll) fn take_held_back(&mut self) -> Vec3 {
        self.getting_up.as_mut().map_or(Vec3::ZERO, |getting_up| std::mem::take(&mut getting_up.held_back))
    }
}

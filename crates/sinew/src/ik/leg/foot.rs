//! Foot of a foot-roll leg: the lift of its heel, and the ankle position that follows.

use crate::ik::{ChainGoal, FootMode, FootRollLeg, FootRollSettings};
use crate::math::axis_angle;
use crate::math::ops;
use crate::math::smoothstep;
use crate::math::turn::{arc, part_of, rotation_of};
use glam::{Affine3A, Quat, Vec3A};
use std::f32::consts::PI;

/// Distance from the pose with ankle, hip and ball in line, in lengths of the foot,
/// below which the heel slows down.
const IN_LINE: f32 = 0.03;

/// Angle from a foot that points straight away from the hip, radians, below which the heel lifts less and
/// less: at 0 the direction of the lift is undefined.
const AWAY: f32 = 0.4;

/// Solved foot, in model space.
pub(crate) struct Foot {
    /// Sum of the lengths of thigh and shin.
    pub(crate) reach: f32,
    /// Animated rotation of the ankle.
    pub(crate) animated: Quat,
    /// Vector from the ankle to the ball, in the ankle's rotated space, in model units.
    pub(crate) bone: Vec3A,
    /// Target position of the ball.
    pub(crate) ball: Vec3A,
    /// Vector from the ball to the target position of the ankle.
    pub(crate) to_ankle: Vec3A,
    /// Target rotation of the ankle.
    pub(crate) rotation: Quat,
    /// Target rotation of the toes.
    pub(crate) toes: Quat,
    /// Lift of the heel, radians.
    pub(crate) lift: f32,
    /// Rotation that lifts the heel.
    pub(crate) heel: Quat,
}

impl Foot {
    /// Foot for a goal in a pose; none for values that are not finite and for legs without length.
    pub(crate) fn of(
        leg: &FootRollLeg,
        goal: &ChainGoal,
        settings: &FootRollSettings,
        model: &[Affine3A],
    ) -> Option<Self> {
        let links = leg.limb.chain().links();
        let [hip, ankle, ball] =
            [links[0].joint, links[2].joint, leg.toes.joint].map(|joint| &model[joint.index()]);
        let reach = leg.limb.posed_length(model);
        let (animated, toes) = (rotation_of(ankle), rotation_of(ball));
        let foot = ankle.translation - ball.translation;
        let sound = goal.is_sound() && reach.is_finite() && reach > 0.0 && animated.is_finite();
        if !sound || !toes.is_finite() || !foot.is_finite() {
            return None;
        }
        let to = goal.rotation.map_or(toes, Quat::normalize);
        let to_goal = Vec3A::from(goal.position) - hip.translation;
        let (far, max) = (to_goal.abs().max_element(), 1e4 * reach);
        let position = if far > max { hip.translation + to_goal * (max / far) } else { goal.position.into() };
        let line = hip.translation - position;
        let turn = match settings.mode {
            FootMode::Sole => to * toes.inverse(),
            FootMode::Hind => arc(hip.translation - ball.translation, line).unwrap_or(Quat::IDENTITY),
        };
        let across = turn * animated * leg.axis;
        let max = if settings.max_heel_angle.is_nan() { 0.0 } else { settings.max_heel_angle.clamp(0.0, PI) };
        let requested = part_of(settings.heel_lift) * max;
        let needed = lift(turn * foot, line, across.into(), reach, settings.roll_start);
        let lift = needed.max(requested).min(max);
        let heel = axis_angle::from_axis_angle(across, lift);
        let raised =
            axis_angle::from_axis_angle(across, -part_of(settings.toe_lift) * settings.max_toe_angle);
        Some(Self {
            reach,
            animated,
            bone: animated.inverse() * -foot,
            ball: position,
            to_ankle: heel * (turn * foot),
            rotation: (heel * turn * animated).normalize(),
            toes: if raised.is_finite() { raised * to } else { to },
            lift,
            heel,
        })
    }
}

/// Smallest angle about `across`, radians, by which `foot` (ball to ankle) has to rotate for a leg of length
/// `reach` to span from the end of `line` (ball to hip) to the ankle. The lift begins at the share `begins`
/// of the leg's length, and the leg approaches its full length ever more slowly.
fn lift(foot: Vec3A, line: Vec3A, across: Vec3A, reach: f32, begins: f32) -> f32 {
    let begins = if begins.is_nan() { 0.97 } else { begins.clamp(0.0, 0.999) } * reach;
    let soft = reach - begins;
    let beyond = (foot.distance(line) - begins) / soft;
    if beyond.is_nan() || beyond <= 0.0 {
        return 0.0;
    }
    let wanted = begins + soft * (beyond / (1.0 + beyond));
    // |line − foot turned by θ|² = nearest² + 4 size sin²((most − θ) / 2).
    let along = foot.dot(across) * line.dot(across);
    let (cosine, sine) = (foot.dot(line) - along, across.cross(foot).dot(line));
    let (max, size) = (ops::atan2(sine, cosine), ops::hypot(cosine, sine));
    if max <= 0.0 || size <= 0.0 {
        return 0.0;
    }
    let squares = foot.length_squared() + line.length_squared();
    let nearest = (squares - 2.0 * (along + size)).max(0.0).sqrt();
    let room = IN_LINE * foot.length();
    let over = wanted - nearest;
    let over = if over < room { room * room / (2.0 * room - over) } else { over };
    let half = ops::asin((over * (over + 2.0 * nearest) / (4.0 * size)).min(1.0).sqrt());
    (max - 2.0 * half).max(0.0) * smoothstep((PI - max) / AWAY)
}

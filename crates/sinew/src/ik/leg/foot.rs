//! Foot of a foot-roll leg: the lift of its heel, and the ankle position that follows.

use crate::ik::{ChainGoal, FootMode, FootRollLeg, FootRollSettings};
use crate::math::smoothstep;
use crate::math::turn::{arc, part_of, rotation_of};
use glam::{Affine3A, Quat, Vec3A};
use std::f32::consts::PI;

/// So near to in line with hip and ball, in lengths of the foot, the heel comes ever more slowly.
const IN_LINE: f32 = 0.03;

/// From so far off straight away from the hip the heel lifts less and less, in radians.
const AWAY: f32 = 0.4;

/// A foot as it is to stand, in the model.
pub(crate) struct Foot {
    /// Length of thigh and shin.
    pub(crate) reach: f32,
    /// The ankle's rotation as it is animated, and the ball in its space, but for scale.
    pub(crate) animated: Quat,
    pub(crate) bone: Vec3A,
    /// Target position of the ball.
    pub(crate) ball: Vec3A,
    /// From there to the ankle, and how ankle and toes are to be turned.
    pub(crate) to_ankle: Vec3A,
    pub(crate) rotation: Quat,
    pub(crate) toes: Quat,
    /// By how much the heel lifts, and the turn that does it.
    pub(crate) lift: f32,
    pub(crate) heel: Quat,
}

impl Foot {
    /// None where something is no number, or has no length.
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
        let way = Vec3A::from(goal.position) - hip.translation;
        let (far, most) = (way.abs().max_element(), 1e4 * reach);
        let place = if far > most { hip.translation + way * (most / far) } else { goal.position.into() };
        let line = hip.translation - place;
        let turn = match settings.mode {
            FootMode::Sole => to * toes.inverse(),
            FootMode::Hind => arc(hip.translation - ball.translation, line).unwrap_or(Quat::IDENTITY),
        };
        let across = turn * animated * leg.axis;
        let most =
            if settings.max_heel_angle.is_nan() { 0.0 } else { settings.max_heel_angle.clamp(0.0, PI) };
        let own = part_of(settings.heel_lift) * most;
        let needed = lift(turn * foot, line, across.into(), reach, settings.roll_start);
        let lift = needed.max(own).min(most);
        let heel = Quat::from_axis_angle(across, lift);
        let raised = Quat::from_axis_angle(across, -part_of(settings.toe_lift) * settings.max_toe_angle);
        Some(Self {
            reach,
            animated,
            bone: animated.inverse() * -foot,
            ball: place,
            to_ankle: heel * (turn * foot),
            rotation: (heel * turn * animated).normalize(),
            toes: if raised.is_finite() { raised * to } else { to },
            lift,
            heel,
        })
    }
}

/// The smallest angle about `across` by which `foot`, from ball to ankle, has to turn for a leg to reach it from the end of
/// `line`, from ball to hip; a little before the leg is straight, and then on ever more slowly.
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
    let (most, size) = (sine.atan2(cosine), cosine.hypot(sine));
    if most <= 0.0 || size <= 0.0 {
        return 0.0;
    }
    let squares = foot.length_squared() + line.length_squared();
    let nearest = (squares - 2.0 * (along + size)).max(0.0).sqrt();
    let room = IN_LINE * foot.length();
    let over = wanted - nearest;
    let over = if over < room { room * room / (2.0 * room - over) } else { over };
    let half = (over * (over + 2.0 * nearest) / (4.0 * size)).min(1.0).sqrt().asin();
    let aside = ((PI - most) / AWAY).min(1.0);
    (most - 2.0 * half).max(0.0) * smoothstep(aside)
}

use crate::character::Character;
use crate::humanoid::{HumanBone, Humanoid};
use crate::ik::{Chain, ChainError, FootRollLeg, Limb};
use crate::limit::{HumanLimits, Swing};
use crate::locomotion::sole_points::Points;
use crate::math::turn::rotation_of;
use crate::pose::ModelPose;
use crate::retarget::{Foot, ReferencePose};
use crate::skeleton::{JointIndex, Skeleton};
use glam::Vec3;
use std::f32::consts::FRAC_PI_2;

/// Feet that stand on uneven ground: which joints they are, where their soles are, how they behave. Made once;
/// [`FootIkState`](crate::locomotion::FootIkState) places them.
#[derive(Clone, Debug)]
pub struct FootIk {
    pub(crate) feet: Vec<PlacedFoot>,
    pub(crate) hips: JointIndex,
    /// All joints that it looks at, and what they hang from.
    pub(crate) seen: Vec<JointIndex>,
    /// Length of thigh and shin at rest, to measure heights and speeds by.
    pub(crate) leg: f32,
    /// The height of the animation's own ground in the model: 0, but for models whose origin is elsewhere.
    pub floor: f32,
    /// How they behave.
    pub settings: FootSettings,
}

/// A foot that is placed.
#[derive(Clone, Debug)]
pub(crate) struct PlacedFoot {
    pub(crate) leg: Limb,
    /// The same with toes, of feet that have some.
    pub(crate) toes: Option<FootRollLeg>,
    /// Where it stands: under its ball, in the space of the joint that carries it.
    pub(crate) ball: (JointIndex, Vec3),
    /// What of it may touch the ground, a point at least, in the spaces of at most two joints: those of one first, then those
    /// of the other.
    pub(crate) sole: Vec<(JointIndex, Vec3)>,
    pub(crate) points: Points,
    /// How many of these are the first joint's: all where there is no other.
    pub(crate) of_first: usize,
}

/// How feet are placed. Lengths are shares of the leg.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct FootSettings {
    /// A foot whose ball is animated no higher than this over the ground may stand.
    pub plant_height: f32,
    /// And no faster than so many leg lengths a second.
    pub plant_speed: f32,
    /// Whether feet that stand are held where they are.
    #[cfg_attr(feature = "serde", serde(alias = "locks"))]
    pub lock_feet: bool,
    /// A foot that is animated so far from where it is held is let go.
    pub lock_radius: f32,
    /// Seconds that a swinging foot looks ahead for steps.
    #[cfg_attr(feature = "serde", serde(alias = "ahead"))]
    pub look_ahead: f32,
    /// How far a foot comes down elsewhere at most, along the way that the character goes, to have room for all of it on broken
    /// ground; 0 for where it is animated alone, and never farther than 1.3 of its own lengths.
    #[cfg_attr(feature = "serde", serde(alias = "foothold"))]
    pub max_foothold_shift: f32,
    /// Seconds in which a swinging foot takes nine tenths of a step of the ground.
    #[cfg_attr(feature = "serde", serde(alias = "step"))]
    pub step_time: f32,
    /// Seconds in which hips do.
    #[cfg_attr(feature = "serde", serde(alias = "hips"))]
    pub hip_time: f32,
    /// How far hips go up and down at most.
    #[cfg_attr(feature = "serde", serde(alias = "most_hips"))]
    pub max_hip_offset: f32,
    /// The steepest ground that feet are turned to, in radians.
    #[cfg_attr(feature = "serde", serde(alias = "tilt"))]
    pub max_tilt: f32,
    /// How far the heel of a foot that stands lifts at most, about its toes, where the leg would not reach while the
    /// character's `world_from_model` goes along, in radians; 0 not at all. Feet without a joint for toes lift none.
    #[cfg_attr(feature = "serde", serde(alias = "heel"))]
    pub max_heel_angle: f32,
}

impl Default for FootSettings {
    fn default() -> Self {
        Self {
            plant_height: 0.06,
            plant_speed: 0.35,
            lock_feet: true,
            lock_radius: 0.25,
            look_ahead: 0.12,
            max_foothold_shift: 0.2,
            step_time: 0.12,
            hip_time: 0.25,
            max_hip_offset: 0.5,
            max_tilt: 0.7,
            max_heel_angle: 0.8,
        }
    }
}

impl FootSettings {
    /// The largest angle by which a heel lifts.
    pub(crate) fn heel_limit(&self) -> f32 {
        if self.max_heel_angle.is_nan() { 0.0 } else { self.max_heel_angle.clamp(0.0, FRAC_PI_2) }
    }
}

/// Soles that rest so near to height 0, in legs, stand there.
const FLOOR: f32 = 0.25;

/// Points of a sole that are looked at: all that matter, and no crowd of them.
pub(crate) const SOLE: usize = 8;

impl FootIk {
    /// The feet of a person, with soles where the character's skin has them.
    ///
    /// # Errors
    /// When the body has no hips, or no foot.
    pub fn human(character: &Character, humanoid: &Humanoid) -> Result<Self, ChainError> {
        let skeleton = character.skeleton();
        let body = ReferencePose::new(skeleton, humanoid).with_skin(character);
        let hips = humanoid.map.joint(HumanBone::Hips).ok_or(ChainError::Empty)?;
        let limits = HumanLimits::new(skeleton, humanoid);
        let feet = [true, false].into_iter().filter_map(|left| {
            let foot = Foot::of(skeleton, &body, left)?;
            let leg = foot.leg;
            let limb = Limb::new(skeleton, [leg.upper, leg.lower, leg.foot], None).ok()?;
            let limb = match knee(skeleton, &limits, leg.lower) {
                Some(axis) => limb.with_hinge(skeleton, axis),
                None => limb,
            };
            let own = |joint: JointIndex| joint == leg.foot || Some(joint) == leg.toes;
            let ball = foot.ball.first();
            let rest = character.rest_model();
            // What is above the ankle touches nothing.
            let ankle = rest[leg.foot.index()].translation.y;
            let is_low =
                |(joint, point): &(JointIndex, Vec3)| rest[joint.index()].transform_point3(*point).y < ankle;
            let points = foot.outline.iter().map(|point| point.first());
            let mut sole: Vec<_> = points.filter(|point| own(point.0) && is_low(point)).collect();
            if sole.is_empty() {
                sole.push(ball);
            }
            let toes = leg.toes.and_then(|toes| Chain::new(skeleton, &[leg.foot, toes]).ok());
            let toes = toes.map(|toes| FootRollLeg::of(skeleton, limb.clone(), &toes));
            let sole = spread(&sole, rest);
            let of_first = sole.iter().position(|own| own.0 != sole[0].0).unwrap_or(SOLE);
            let points = Points::new(sole.iter().map(|own| own.1));
            Some(PlacedFoot { leg: limb, toes, ball, sole, points, of_first })
        });
        let feet: Vec<_> = feet.collect();
        if feet.is_empty() {
            return Err(ChainError::Empty);
        }
        let leg = feet.iter().map(|foot| foot.leg.length(skeleton)).fold(0.0, f32::max);
        let rest = character.rest_model();
        let height = |(joint, point): &(JointIndex, Vec3)| rest[joint.index()].transform_point3(*point).y;
        let lowest = feet.iter().flat_map(|foot| &foot.sole).map(height).fold(f32::MAX, f32::min);
        let floor = if lowest.abs() < FLOOR * leg { 0.0 } else { lowest };
        let mut own = Self { feet, hips, seen: Vec::new(), leg, floor, settings: FootSettings::default() };
        let above = |joint| std::iter::successors(Some(joint), |&joint| skeleton.parent(joint));
        own.seen = own.joints().flat_map(above).collect();
        own.seen.sort();
        own.seen.dedup();
        Ok(own)
    }

    /// The leg of a foot that lifts its heel.
    pub(crate) fn toes_of<'a>(&self, foot: &'a PlacedFoot) -> Option<&'a FootRollLeg> {
        foot.toes.as_ref().filter(|_| self.settings.heel_limit() > 0.0)
    }

    /// All joints that it is about.
    pub(crate) fn joints(&self) -> impl Iterator<Item = JointIndex> {
        let of_foot = |foot: &PlacedFoot| {
            let leg = foot.leg.chain().links().iter().map(|link| link.joint).collect::<Vec<_>>();
            let points = foot.sole.iter().chain([&foot.ball]).map(|(joint, _)| *joint).collect::<Vec<_>>();
            leg.into_iter().chain(points).chain(foot.toes.as_ref().map(FootRollLeg::ball))
        };
        self.feet.iter().flat_map(of_foot).chain([self.hips])
    }

    /// How many feet there are.
    pub fn count(&self) -> usize {
        self.feet.len()
    }

    /// The points of a foot that may touch the ground, each in the space of a joint.
    ///
    /// # Panics
    /// When there is no such foot.
    pub fn sole(&self, foot: usize) -> &[(JointIndex, Vec3)] {
        &self.feet[foot].sole
    }

    /// Where a foot is held while it stands: under its ball, in the space of a joint.
    ///
    /// # Panics
    /// When there is no such foot.
    pub fn ball(&self, foot: usize) -> (JointIndex, Vec3) {
        self.feet[foot].ball
    }
}

/// The axis about which a knee bends, in the model at rest.
fn knee(skeleton: &Skeleton, limits: &HumanLimits, lower: JointIndex) -> Option<Vec3> {
    let (limit, _) = limits.get(lower)?;
    let Swing::Hinge { axis, .. } = limit.swing() else { return None };
    let above = skeleton.parent(lower)?;
    Some(rotation_of(ModelPose::rest(skeleton).get(above)) * *axis)
}

/// Some of many points, far apart: the lowest at rest, then each time the one farthest from all chosen.
fn spread(points: &[(JointIndex, Vec3)], rest: &[glam::Affine3A]) -> Vec<(JointIndex, Vec3)> {
    let at = |n: usize| rest[points[n].0.index()].transform_point3(points[n].1);
    let lowest = (0..points.len()).min_by(|a, b| at(*a).y.total_cmp(&at(*b).y));
    let mut chosen: Vec<usize> = lowest.into_iter().collect();
    while chosen.len() < SOLE.min(points.len()) {
        let apart = |n: usize| chosen.iter().map(|c| at(*c).distance_squared(at(n))).fold(f32::MAX, f32::min);
        let next = (0..points.len()).max_by(|a, b| apart(*a).total_cmp(&apart(*b)));
        match next.filter(|n| !chosen.contains(n)) {
            Some(next) => chosen.push(next),
            None => break,
        }
    }
    let mut chosen: Vec<_> = chosen.into_iter().map(|n| points[n]).collect();
    // Those of one joint together: one matrix takes them into the world.
    chosen.sort_by_key(|(joint, _)| *joint);
    chosen
}

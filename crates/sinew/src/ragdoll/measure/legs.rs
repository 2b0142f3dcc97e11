//! Legs of creatures that are no humans: chains of joints down to the ground, in pairs, which bend in one plane
//! as knees, hocks and elbows do.

use super::skin_points::SkinPoints;
use crate::character::Character;
use crate::limit::{AngleRange, Limit, Swing, SwingEllipse};
use crate::math::ops;
use crate::math::turn::rotation_of;
use crate::skeleton::{JointId, Skeleton};
use glam::{Quat, Vec3};

/// Leg of a creature.
#[derive(Clone, Debug)]
pub(in crate::ragdoll) struct Leg {
    /// Joints with skin from the trunk down to the paw or hoof. Toes beyond are none of them.
    joints: Vec<JointId>,
    /// Their positions in the reference pose, and the tip of the skin of the last one.
    points: Vec<Vec3>,
    /// Axis about which the leg bends, model space.
    axis: Vec3,
}

/// Height of a leg's end above the lowest point of the body, relative to the body's height, at most.
const GROUND: f32 = 0.1;

/// Least height of a leg, relative to that of the body, and to the length of the leg: tails and snakes lie.
const LEAST_HEIGHT: f32 = 0.2;
const LEAST_DROP: f32 = 0.4;

/// Largest difference of the lengths of two legs of a pair, relative to the longer one.
const PAIR: f32 = 0.25;

/// Least length of a bone of a leg that is a part, relative to the size of the body.
const LEAST_BONE: f32 = 0.03;

/// Sine of the angle by which all joints of a leg together bend, below which its plane is the character's.
const LEAST_BEND: f32 = 0.15;

/// Angle below which a joint counts as straight: it then bends against the next one, as hocks do against
/// stifles.
const STRAIGHT: f32 = 0.14;

/// Rotations in degrees: of the upper leg forwards and backwards, sideways, about itself; of lower joints
/// beyond the straight leg, and to a leg that is folded; of one that may bend both ways; of paws and hooves
/// from their reference; about the bone.
const UPPER: [f32; 3] = [60.0, 25.0, 15.0];
const BEYOND_STRAIGHT: f32 = 5.0;
const FOLDED: f32 = 140.0;
const LEAST_RANGE: f32 = 30.0;
const EITHER_WAY: f32 = 60.0;
const PAW: [f32; 2] = [60.0, 40.0];
const MAX_PAW: f32 = 110.0;
const TWIST: f32 = 6.0;

/// Legs of a creature. People stand on two of them; bodies on four are no people, whatever the names of their
/// joints are.
pub(in crate::ragdoll) fn find_legs(character: &Character, points: &SkinPoints) -> Vec<Leg> {
    let skeleton = character.skeleton();
    let skin = points.moved_points(skeleton.len());
    let mut has_skin: Vec<bool> = skin.iter().map(|points| !points.is_empty()).collect();
    for joint in (0..skeleton.len() as u32).rev().map(JointId) {
        if let Some(parent) = skeleton.parent(joint) {
            has_skin[parent.index()] |= has_skin[joint.index()];
        }
    }
    let mut children: Vec<Vec<JointId>> = vec![Vec::new(); skeleton.len()];
    for joint in skeleton.joints().filter(|joint| has_skin[joint.index()]) {
        if let Some(parent) = skeleton.parent(joint) {
            children[parent.index()].push(joint);
        }
    }
    let search = Search { character, skin: &skin, children: &children, extent: points.vertical_extent() };
    let mut legs = Vec::new();
    for siblings in children.iter().filter(|children| children.len() > 1) {
        let found: Vec<Leg> = siblings.iter().filter_map(|joint| search.leg(*joint)).collect();
        let is_paired = |leg: &&Leg| {
            found.iter().any(|other| {
                let lengths = [leg.length(), other.length()];
                let apart = leg.points[0].distance(other.points[0]);
                leg.joints[0] != other.joints[0]
                    && lengths[0].min(lengths[1]) > (1.0 - PAIR) * lengths[0].max(lengths[1])
                    && apart > LEAST_BONE * 0.5 * points.height()
            })
        };
        legs.extend(found.iter().filter(is_paired).cloned());
    }
    legs
}

/// Body in which legs are searched.
struct Search<'a> {
    character: &'a Character,
    /// Points that each joint moves.
    skin: &'a [Vec<Vec3>],
    /// Children of each joint with skin.
    children: &'a [Vec<JointId>],
    /// Lowest and highest point of the body.
    extent: [f32; 2],
}

impl Search<'_> {
    /// The leg that begins at a joint, if it is one.
    fn leg(&self, first: JointId) -> Option<Leg> {
        let reference = self.character.reference_model();
        let mut joints = vec![first];
        while let [next] = self.children[joints[joints.len() - 1].index()][..] {
            joints.push(next);
        }
        let mut points: Vec<Vec3> =
            joints.iter().map(|joint| reference[joint.index()].translation.into()).collect();
        let last = joints[joints.len() - 1];
        let skeleton = self.character.skeleton();
        let end = skeleton.joints().filter(|joint| is_within(skeleton, *joint, last));
        let end: Vec<Vec3> = end.flat_map(|joint| self.skin[joint.index()].iter().copied()).collect();
        let from = points[points.len() - 1];
        let heights = end.iter().map(|point| point.y);
        let [lowest, highest] =
            heights.fold([f32::MAX, f32::MIN], |[low, high], y| [low.min(y), high.max(y)]);
        // The tip of the toes: above them lies the skin of the leg.
        let low = end.iter().copied().filter(|point| point.y <= lowest.midpoint(highest));
        let tip = low.max_by(|a, b| a.distance(from).total_cmp(&b.distance(from)))?;
        points.push(tip);
        let [ground, top] = self.extent;
        let (height, drop) = (top - ground, points[0].y - lowest);
        let mut leg = Leg { joints, points, axis: Vec3::X };
        let is_leg = leg.joints.len() > 1
            && lowest <= ground + GROUND * height
            && drop >= LEAST_HEIGHT * height
            && drop >= LEAST_DROP * leg.length();
        leg.axis = leg.bending_axis(self.character);
        is_leg.then_some(leg)
    }
}

fn is_within(skeleton: &Skeleton, joint: JointId, top: JointId) -> bool {
    joint == top || skeleton.is_descendant_of(joint, top)
}

impl Leg {
    /// Joints of the leg that are long enough for parts; the first one always.
    pub(in crate::ragdoll) fn parts(&self, size: f32) -> impl Iterator<Item = JointId> {
        let is_long =
            move |n: &usize| *n == 0 || self.points[*n].distance(self.points[*n + 1]) >= LEAST_BONE * size;
        (0..self.joints.len()).filter(is_long).map(|n| self.joints[n])
    }

    /// Whether a joint is the leg's or hangs on it.
    pub(in crate::ragdoll) fn holds(&self, skeleton: &Skeleton, joint: JointId) -> bool {
        is_within(skeleton, joint, self.joints[0])
    }

    fn length(&self) -> f32 {
        self.points.windows(2).map(|two| two[0].distance(two[1])).sum()
    }

    /// Axis about which the joints bend together; of a straight leg the one across the character, or across a
    /// leg that stands off sideways.
    fn bending_axis(&self, character: &Character) -> Vec3 {
        let bones: Vec<Vec3> =
            self.points.windows(2).map(|two| (two[1] - two[0]).normalize_or_zero()).collect();
        let crosses: Vec<Vec3> = bones.windows(2).map(|two| two[0].cross(two[1])).collect();
        let longest = |a: &&Vec3, b: &&Vec3| a.length_squared().total_cmp(&b.length_squared());
        let main = crosses.iter().max_by(longest).copied().unwrap_or(Vec3::ZERO);
        let sum: Vec3 =
            crosses.iter().map(|cross| if cross.dot(main) < 0.0 { -*cross } else { *cross }).sum();
        if sum.length() > LEAST_BEND {
            return sum.normalize();
        }
        let way = self.points[self.points.len() - 1] - self.points[0];
        let across = character.forward_rotation() * Vec3::X;
        match way.dot(across).abs() > 0.5 * way.length() {
            true => Vec3::Y.cross(way).normalize_or(across),
            false => across,
        }
    }

    /// Limits of the parts of the leg, and the rotations from which they count, in the spaces of the joints'
    /// parents. `parts` has the joints of all parts.
    pub(in crate::ragdoll) fn limits(
        &self,
        character: &Character,
        parts: &[JointId],
    ) -> Vec<(JointId, (Limit, Quat))> {
        let chosen: Vec<usize> =
            (0..self.joints.len()).filter(|n| parts.contains(&self.joints[*n])).collect();
        let positions = chosen.iter().map(|n| self.points[*n]).chain(self.points.last().copied());
        let positions: Vec<Vec3> = positions.collect();
        let bones: Vec<Vec3> =
            positions.windows(2).map(|two| (two[1] - two[0]).normalize_or(Vec3::NEG_Y)).collect();
        let bends: Vec<f32> = bones.windows(2).map(|two| self.bend(two[0], two[1])).collect();
        let mut limits = Vec::with_capacity(chosen.len());
        for (n, &bone) in bones.iter().enumerate() {
            let joint = self.joints[chosen[n]];
            let reference = character.reference_model();
            let above = character.skeleton().parent(joint);
            let above = above.map_or(Quat::IDENTITY, |above| rotation_of(&reference[above.index()]));
            let back = above.inverse();
            let rest = back * rotation_of(&reference[joint.index()]);
            let axis = (self.axis - bone * self.axis.dot(bone)).normalize_or(bone.any_orthonormal_vector());
            let (bone, axis) = (back * bone, back * axis);
            let limit = match n {
                0 => {
                    let [about, across, twist] = UPPER.map(|angle| AngleRange::symmetric(angle.to_radians()));
                    let ellipse = SwingEllipse::new(bone, axis, about, across);
                    Limit::ball(bone, Swing::Ellipse(ellipse), Some(twist))
                }
                _ => {
                    let is_last = n + 1 == bones.len() && bones.len() > 2;
                    let [min, max] = hinge_range(&bends, n - 1, is_last);
                    let swing = Swing::Hinge { axis, range: AngleRange::from_degrees(min, max) };
                    Limit::ball(bone, swing, Some(AngleRange::symmetric(TWIST.to_radians())))
                }
            };
            limits.push((joint, (limit, rest)));
        }
        limits
    }

    /// Angle about the axis from one bone to the next, radians.
    fn bend(&self, above: Vec3, bone: Vec3) -> f32 {
        ops::atan2(above.cross(bone).dot(self.axis), above.dot(bone))
    }
}

/// Range of a hinge of a leg about its axis from the reference pose, degrees. `bends` has the angle of each
/// joint in the reference pose.
fn hinge_range(bends: &[f32], n: usize, is_last: bool) -> [f32; 2] {
    let bent = |k: usize| bends[k].abs() > STRAIGHT;
    let nearest = (0..bends.len()).filter(|k| bent(*k)).min_by_key(|k| k.abs_diff(n));
    let sign = nearest.map(|k| {
        let alternates = if k.abs_diff(n) % 2 == 1 { -1.0 } else { 1.0 };
        bends[k].signum() * alternates
    });
    let Some(sign) = sign else { return [-EITHER_WAY, EITHER_WAY] };
    let angle = (bends[n] * sign).to_degrees();
    let [straightens, folds] = match is_last {
        true => [(angle.max(0.0) + PAW[0]).min(MAX_PAW), PAW[1]],
        false => [angle.max(0.0) + BEYOND_STRAIGHT, (FOLDED - angle).max(LEAST_RANGE)],
    };
    if sign > 0.0 { [-straightens, folds] } else { [-folds, straightens] }
}

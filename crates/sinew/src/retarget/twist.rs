//! Joints that spread the roll of a limb along it, so that skin does not wring at one place.
//!
//! They are told by their names (`twist`, `roll`) and by their places between a bone of a limb and the next. One that
//! lies a share `s` of the way along rolls by `s` of what the next bone rolls against this one. Beside the upper arm and
//! the thigh, whose roll the shoulder's and the hip's skin should not follow, it takes back `1 − s` of the bone's own
//! roll as well. What lies between two bones (bone → twist → next) takes nothing back, and the next bone keeps its turn.

use super::align::ReferencePose;
use crate::humanoid::HumanBone::{self, *};
use crate::math::Transform;
use crate::pose::ModelPose;
use crate::skeleton::{JointIndex, Skeleton};
use glam::{Quat, Vec3};
use std::f32::consts::{PI, TAU};

/// A joint that spreads a roll.
#[derive(Clone, Copy, Debug)]
pub(super) struct Twist {
    pub(super) joint: JointIndex,
    /// The joints of the bone it lies along and of the next one.
    pub(super) bone: JointIndex,
    pub(super) next: JointIndex,
    /// What hangs from it on the way to the next bone, if it lies between the two.
    pub(super) below: Option<JointIndex>,
    /// Along the bone, in the bone's space.
    axis: Vec3,
    /// Shares of the next bone's roll, and of the bone's own to be taken back.
    share: f32,
    back: f32,
    /// Turns at rest, against the bone.
    rest: Quat,
    next_rest: Quat,
}

/// Bones, the next ones, and whether they hang from the trunk.
const LIMBS: [(HumanBone, HumanBone, bool); 8] = [
    (LeftUpperArm, LeftLowerArm, true),
    (RightUpperArm, RightLowerArm, true),
    (LeftLowerArm, LeftHand, false),
    (RightLowerArm, RightHand, false),
    (LeftUpperLeg, LeftLowerLeg, true),
    (RightUpperLeg, RightLowerLeg, true),
    (LeftLowerLeg, LeftFoot, false),
    (RightLowerLeg, RightFoot, false),
];

/// How far beside a bone its twist joints lie, against its length; and those between it and the next.
const BESIDE: f32 = 0.25;
const ON_LINE: f32 = 0.03;

/// The twist joints of a body, parents first.
pub(super) fn twists(skeleton: &Skeleton, body: &ReferencePose) -> Vec<Twist> {
    let bones: Vec<JointIndex> = HumanBone::ALL.into_iter().filter_map(|bone| body.joint(bone)).collect();
    let rest = ModelPose::rest(skeleton);
    let turn = |joint: JointIndex| Transform::from_affine(rest.get(joint)).rotation;
    let mut found = Vec::new();
    for joint in skeleton.joints().filter(|&joint| spreads_roll(skeleton.name(joint))) {
        if bones.contains(&joint) {
            continue;
        }
        let mut above = std::iter::successors(skeleton.parent(joint), |&j| skeleton.parent(j));
        let Some(bone) = above.find(|j| bones.contains(j)) else { continue };
        let limb = LIMBS.iter().find(|(own, ..)| body.joint(*own) == Some(bone));
        let Some((next, upper)) = limb.and_then(|(_, next, upper)| Some((body.joint(*next)?, *upper))) else {
            continue;
        };
        let place = |joint: JointIndex| Vec3::from(rest.get(joint).translation);
        let (way, own) = (place(next) - place(bone), place(joint) - place(bone));
        let (length, Some(direction)) = (way.length(), way.try_normalize()) else { continue };
        let share = own.dot(direction) / length;
        let aside = (own - direction * own.dot(direction)).length() / length;
        let chain = std::iter::successors(Some(next), |&j| skeleton.parent(j));
        let below = chain.take_while(|&j| j != bone).find(|&j| skeleton.parent(j) == Some(joint));
        let near = aside < if below.is_some() { ON_LINE } else { BESIDE };
        if !(near && (-0.05..=1.05).contains(&share)) {
            continue;
        }
        let share = share.clamp(0.0, 1.0);
        let from_bone = turn(bone).inverse();
        found.push(Twist {
            joint,
            bone,
            next,
            below,
            axis: from_bone * direction,
            share,
            back: if upper && below.is_none() { 1.0 - share } else { 0.0 },
            rest: (from_bone * turn(joint)).normalize(),
            next_rest: (from_bone * turn(next)).normalize(),
        });
    }
    found
}

impl Twist {
    /// Turns the joint in a local `pose` of whose joints `turns` are the model-space rotations.
    pub(super) fn apply(&self, skeleton: &Skeleton, pose: &mut [Transform], turns: &mut [Quat]) {
        let bone = turns[self.bone.index()];
        let carried = bone.inverse() * turns[self.next.index()] * self.next_rest.inverse();
        let own = skeleton.rest()[self.bone.index()].rotation.inverse() * pose[self.bone.index()].rotation;
        let angle = self.share * roll(carried, self.axis) - self.back * roll(own, self.axis);
        let turned = (bone * Quat::from_axis_angle(self.axis, angle) * self.rest).normalize();
        let mut parent = Quat::IDENTITY;
        let mut chain = std::iter::successors(skeleton.parent(self.joint), |&j| skeleton.parent(j));
        while let Some(joint) = chain.next().filter(|&j| j != self.bone) {
            parent = pose[joint.index()].rotation * parent;
        }
        if !turned.is_finite() {
            return;
        }
        pose[self.joint.index()].rotation = ((bone * parent).inverse() * turned).normalize();
        turns[self.joint.index()] = turned;
        if let Some(below) = self.below {
            pose[below.index()].rotation = (turned.inverse() * turns[below.index()]).normalize();
        }
    }
}

/// How far a rotation turns about an axis, from -π to π.
fn roll(rotation: Quat, axis: Vec3) -> f32 {
    let angle = 2.0 * rotation.xyz().dot(axis).atan2(rotation.w);
    if angle > PI {
        angle - TAU
    } else if angle < -PI {
        angle + TAU
    } else {
        angle
    }
}

/// Whether a joint is called after what it does: `twist` anywhere, `roll` as a word of its own or at the end.
fn spreads_roll(name: &str) -> bool {
    let own = name.rsplit([':', '|', '/']).next().unwrap_or(name);
    let lower = own.to_lowercase();
    if lower.contains("twist") {
        return true;
    }
    // `LeftArmRoll`, `forearm_roll_l`, `thighroll`, but neither `scroll` nor `controller`.
    let mut words = own.split(|c: char| !c.is_alphabetic());
    words.any(|word| match word.len().checked_sub(4).and_then(|at| word.split_at_checked(at)) {
        Some((limb, "Roll")) => !limb.ends_with(char::is_uppercase),
        Some((limb, "roll" | "ROLL")) => {
            let limb = limb.to_lowercase();
            limb.is_empty() || ["arm", "leg", "thigh", "calf", "shin"].iter().any(|part| limb.ends_with(part))
        }
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_what_spreads_a_roll() {
        for name in [
            "LeftForeArmTwist",
            "lowerarm_twist_01_l",
            "forearm.twist.L",
            "CC_Base_L_UpperarmTwist02",
            "Bip01 L ForeTwist",
            "LeftArmRoll",
            "LeftForeArmRoll1",
            "rig:LeftUpLegRoll",
            "forearm_roll_l",
            "thighroll",
            "ROLL",
        ] {
            assert!(spreads_roll(name), "{name}");
        }
        for name in
            ["LeftForeArm", "scroll", "ScrollBar", "controller", "Scroll", "Troll", "roller", "LeftHand", ""]
        {
            assert!(!spreads_roll(name), "{name}");
        }
    }

    #[test]
    fn rolls_are_told_about_an_axis() {
        let axis = Vec3::new(1.0, 2.0, -0.5).normalize();
        for angle in [-3.0, -1.0, 0.0, 0.5, 3.0] {
            let swing = Quat::from_axis_angle(axis.any_orthonormal_vector(), 0.7);
            let turn = swing * Quat::from_axis_angle(axis, angle);
            assert!((roll(turn, axis) - angle).abs() < 1e-5 && (roll(-turn, axis) - angle).abs() < 1e-5);
        }
    }
}

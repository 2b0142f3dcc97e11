//! Twist joints: joints that distribute the roll of a limb along it, so that the skin does not collapse at
//! one joint.
//!
//! They are found by name (`twist`, `roll`) and by position between a bone of a limb and the next. A twist
//! joint at the share `s` of the bone's length rolls by `s` of the roll of the next bone relative to this
//! one. Beside the upper arm and the thigh, whose roll the skin of shoulder and hip should not follow, it
//! also removes `1 − s` of the bone's own roll. A joint between two bones in the hierarchy (bone → twist →
//! next) removes nothing, and the next bone keeps its rotation.

use crate::body::TPose;
use crate::humanoid::HumanBone::{self, *};
use crate::math::Transform;
use crate::math::axis_angle;
use crate::math::swing_twist::SwingTwist;
use crate::pose::ModelPose;
use crate::skeleton::{JointId, RotationChain, Skeleton};
use glam::{Quat, Vec3};

/// A joint that takes a part of a limb's roll.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TwistJoint {
    pub(crate) joint: JointId,
    /// Joint of the bone that it lies along.
    pub(crate) bone: JointId,
    /// Joint of the next bone.
    pub(crate) next: JointId,
    /// Its child on the path to the next bone, if it lies between the two in the hierarchy.
    pub(crate) below: Option<JointId>,
    /// Direction of the bone, in the bone's space.
    axis: Vec3,
    /// Share of the next bone's roll that it takes, 0..1.
    share: f32,
    /// Share of the bone's own roll that it removes, 0..1.
    removed_share: f32,
    /// Its rest rotation relative to the bone.
    rest: Quat,
    /// Rest rotation of the next bone relative to the bone.
    next_rest: Quat,
}

/// Bones of the limbs, the next bones, and whether they join the torso.
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

/// Largest distance of a twist joint from the bone's axis, relative to the bone's length.
const MAX_OFFSET: f32 = 0.25;
/// The same of a twist joint between two bones in the hierarchy.
const MAX_OFFSET_BETWEEN: f32 = 0.03;

/// Twist joints of a body, parents first.
pub(crate) fn twist_joints(skeleton: &Skeleton, chain: &RotationChain, body: &TPose) -> Vec<TwistJoint> {
    let bones: Vec<JointId> = HumanBone::ALL.into_iter().filter_map(|bone| body.joint(bone)).collect();
    let rest = ModelPose::reference(skeleton);
    let turned = chain.all(skeleton, skeleton.reference());
    let turn = |joint: JointId| turned[joint.index()];
    let mut found = Vec::new();
    for joint in skeleton.joints().filter(|&joint| is_twist_name(skeleton.name(joint))) {
        if bones.contains(&joint) {
            continue;
        }
        let mut above = std::iter::successors(skeleton.parent(joint), |&j| skeleton.parent(j));
        let Some(bone) = above.find(|j| bones.contains(j)) else { continue };
        let limb = LIMBS.iter().find(|(limb_bone, ..)| body.joint(*limb_bone) == Some(bone));
        let Some((next, upper)) = limb.and_then(|(_, next, upper)| Some((body.joint(*next)?, *upper))) else {
            continue;
        };
        let position = |joint: JointId| Vec3::from(rest.get(joint).translation);
        let (along, to_joint) = (position(next) - position(bone), position(joint) - position(bone));
        let (length, Some(direction)) = (along.length(), along.try_normalize()) else { continue };
        let share = to_joint.dot(direction) / length;
        let offset = (to_joint - direction * to_joint.dot(direction)).length() / length;
        let chain = std::iter::successors(Some(next), |&j| skeleton.parent(j));
        let below = chain.take_while(|&j| j != bone).find(|&j| skeleton.parent(j) == Some(joint));
        let is_near = offset < if below.is_some() { MAX_OFFSET_BETWEEN } else { MAX_OFFSET };
        if !(is_near && (-0.05..=1.05).contains(&share)) {
            continue;
        }
        let share = share.clamp(0.0, 1.0);
        let from_bone = turn(bone).inverse();
        found.push(TwistJoint {
            joint,
            bone,
            next,
            below,
            axis: from_bone * direction,
            share,
            removed_share: if upper && below.is_none() { 1.0 - share } else { 0.0 },
            rest: (from_bone * turn(joint)).normalize(),
            next_rest: (from_bone * turn(next)).normalize(),
        });
    }
    found
}

impl TwistJoint {
    /// Rotates the joint in the local `pose`. `turns` holds the model-space rotations of all joints and is
    /// updated.
    pub(crate) fn apply(
        &self,
        skeleton: &Skeleton,
        chain: &RotationChain,
        pose: &mut [Transform],
        turns: &mut [Quat],
    ) {
        let bone = turns[self.bone.index()];
        let next = bone.inverse() * turns[self.next.index()] * self.next_rest.inverse();
        let bone_turn =
            skeleton.reference()[self.bone.index()].rotation.inverse() * pose[self.bone.index()].rotation;
        let bone_turn = chain.mirrored(self.bone, bone_turn);
        let angle = self.share * SwingTwist::of(next, self.axis).twist()
            - self.removed_share * SwingTwist::of(bone_turn, self.axis).twist();
        let turned = (bone * axis_angle::from_axis_angle(self.axis, angle) * self.rest).normalize();
        let mut between = Quat::IDENTITY;
        let mut above = std::iter::successors(skeleton.parent(self.joint), |&j| skeleton.parent(j));
        while let Some(joint) = above.next().filter(|&j| j != self.bone) {
            between = chain.mirrored(joint, pose[joint.index()].rotation) * between;
        }
        if !turned.is_finite() {
            return;
        }
        pose[self.joint.index()].rotation = chain.local(self.joint, bone * between, turned).normalize();
        turns[self.joint.index()] = turned;
        if let Some(below) = self.below {
            pose[below.index()].rotation = chain.local(below, turned, turns[below.index()]).normalize();
        }
    }
}

/// Whether a name is that of a twist joint: `twist` anywhere, `roll` as a separate word or at the end of one.
fn is_twist_name(name: &str) -> bool {
    let bare_name = name.rsplit([':', '|', '/']).next().unwrap_or(name);
    let lower = bare_name.to_lowercase();
    if lower.contains("twist") {
        return true;
    }
    // `LeftArmRoll`, `forearm_roll_l` and `thighroll` match; `scroll` and `controller` do not.
    let mut words = bare_name.split(|c: char| !c.is_alphabetic());
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
    fn twist_names_are_recognized() {
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
            assert!(is_twist_name(name), "{name}");
        }
        for name in
            ["LeftForeArm", "scroll", "ScrollBar", "controller", "Scroll", "Troll", "roller", "LeftHand", ""]
        {
            assert!(!is_twist_name(name), "{name}");
        }
    }
}

//! Choice of the joints that become parts.

use super::legs::Leg;
use super::skin_points::{SkinPoints, joint_parts};
use crate::character::Character;
use crate::humanoid::HumanBone::{self, *};
use crate::humanoid::Humanoid;
use crate::ragdoll::error::RagdollError;
use crate::ragdoll::stability::StabilityNote;
use crate::skeleton::{JointId, Skeleton};

/// Least number of vertices that a part's joints move.
const MIN_VERTICES: usize = 4;

/// Length of a bone of the trunk, relative to the size of the body, below which the next bone takes over.
const SHORT: f32 = 0.025;

/// Size of a joint's skin, relative to that of the body, from which on it is a part of a creature.
const CREATURE_PART: f32 = 0.1;

/// Largest number of parts that are chosen.
const MAX_PARTS: usize = 40;

/// Joints of a humanoid's parts, parents first: hips, one or two of the spine, head, and three per limb.
pub(in crate::ragdoll) fn choose_human_parts(
    character: &Character,
    humanoid: &Humanoid,
    points: &SkinPoints,
    notes: &mut Vec<StabilityNote>,
) -> Vec<JointId> {
    let (skeleton, reference) = (character.skeleton(), character.reference_model());
    let joint = |bone: HumanBone| humanoid.joint(bone);
    let first = |bones: &[HumanBone]| bones.iter().find_map(|bone| joint(*bone));
    let chest = first(&[UpperChest, Chest, Spine]);
    let neck = first(&[Neck, Head]);
    let distance =
        |a: JointId, b: JointId| reference[a.index()].translation.distance(reference[b.index()].translation);
    let spine = joint(Spine)
        .filter(|spine| chest.is_some_and(|chest| distance(*spine, chest) > points.height() * SHORT * 2.0));
    let limbs = [
        LeftUpperArm,
        LeftLowerArm,
        LeftHand,
        RightUpperArm,
        RightLowerArm,
        RightHand,
        LeftUpperLeg,
        LeftLowerLeg,
        LeftFoot,
        RightUpperLeg,
        RightLowerLeg,
        RightFoot,
    ];
    let all = [joint(Hips), spine, chest, neck].into_iter().chain(limbs.map(joint));
    let mut joints: Vec<JointId> = all.flatten().collect();
    joints.sort_unstable();
    joints.dedup();
    // Parts without skin go to the parts above them.
    loop {
        let parts = joint_parts(skeleton, &joints);
        let clouds = points.clouds(character, &joints, &parts);
        let Some(bare) = (1..joints.len()).rev().find(|n| clouds[*n].near.len() < MIN_VERTICES) else {
            break;
        };
        notes.push(StabilityNote::NoSkin { joint: skeleton.name(joints[bare]).to_owned() });
        joints.remove(bare);
    }
    let is_below_root = |joint: &JointId| skeleton.is_descendant_of(*joint, joints[0]);
    joints.iter().copied().filter(|joint| *joint == joints[0] || is_below_root(joint)).collect()
}

/// Joints of a creature's parts, parents first: those of its legs that are long enough, and those that move
/// the largest pieces of the skin elsewhere, below their common ancestor.
pub(in crate::ragdoll) fn choose_creature_parts(
    character: &Character,
    points: &SkinPoints,
    legs: &[Leg],
) -> Vec<JointId> {
    let skeleton = character.skeleton();
    let of_legs: Vec<JointId> = legs.iter().flat_map(|leg| leg.parts(points.height())).collect();
    let is_of_leg = |joint: JointId| legs.iter().any(|leg| leg.holds(skeleton, joint));
    let sizes = points.joint_sizes(skeleton.len());
    let mut large: Vec<JointId> = skeleton
        .joints()
        .filter(|joint| {
            let (size, vertices) = sizes[joint.index()];
            vertices >= MIN_VERTICES && size > points.height() * CREATURE_PART && !is_of_leg(*joint)
        })
        .collect();
    large.sort_by(|a, b| sizes[b.index()].0.total_cmp(&sizes[a.index()].0));
    let Some(&any) = large.first().or(of_legs.first()) else { return Vec::new() };
    large.splice(0..0, of_legs);
    large.truncate(MAX_PARTS - 1);
    let holds_all =
        |top: &JointId| large.iter().all(|joint| joint == top || skeleton.is_descendant_of(*joint, *top));
    let root = std::iter::successors(Some(any), |joint| skeleton.parent(*joint)).find(holds_all);
    // Of skins on several roots the one of the largest piece falls.
    let root = root.unwrap_or(any);
    large.push(root);
    large.retain(|joint| *joint == root || skeleton.is_descendant_of(*joint, root));
    large.sort_unstable();
    large.dedup();
    large
}

/// Joints as the user lists them, parents first.
pub(in crate::ragdoll) fn choose_joints(
    skeleton: &Skeleton,
    list: &[JointId],
) -> Result<Vec<JointId>, RagdollError> {
    let count = skeleton.len();
    if let Some(joint) = list.iter().find(|joint| joint.index() >= count) {
        return Err(RagdollError::UnknownJoint { index: joint.index(), count });
    }
    let mut joints = list.to_vec();
    joints.sort_unstable();
    joints.dedup();
    let root = joints[0];
    if let Some(other) = joints[1..].iter().find(|joint| !skeleton.is_descendant_of(**joint, root)) {
        let name = |joint: JointId| skeleton.name(joint).to_owned();
        return Err(RagdollError::SeveralRoots { joint: name(*other), root: name(root) });
    }
    Ok(joints)
}

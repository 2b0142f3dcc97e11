use super::humanoid::map_of;
use super::names::{Bones, by_name};
use super::plausible::plausibility;
use super::structure::by_structure;
use super::tree::Tree;
use super::{HumanBone, Humanoid};
use crate::pose::ModelPose;
use crate::skeleton::Skeleton;
use glam::Affine3A;

/// Bodies that lack more of the required bones are none.
const LEAST_SHARE: f32 = 0.8;

/// What is less sure is nothing.
const LEAST_CONFIDENCE: f32 = 0.5;

/// Finds the human body in a skeleton: by the names of its joints, and where they say nothing or too little, by its
/// structure. Takes up to a tenth of a second for the largest skeletons; none where there is no body.
///
/// Sides are those that the names tell; without names, those that the feet tell, and +X is the left of a body without
/// feet. The map may lack required bones ([`BoneMap::missing`](super::BoneMap::missing)) of bodies whose names tell
/// most of them.
pub fn detect(skeleton: &Skeleton) -> Option<Humanoid> {
    detect_posed(skeleton, ModelPose::rest(skeleton).as_slice())
}

/// As [`detect`], seen in a pose: for skeletons whose rest pose is no pose of a body, as those of some motion files.
/// `model` holds a transform per joint, model from joint ([`ModelPose::as_slice`]); the kind of rest pose is the kind
/// of this one.
///
/// # Panics
/// When there is not a transform for each joint.
pub fn detect_posed(skeleton: &Skeleton, model: &[Affine3A]) -> Option<Humanoid> {
    assert_eq!(model.len(), skeleton.len(), "a transform per joint");
    let tree = Tree::new(skeleton, model);
    let named = by_name(skeleton, &tree);
    let named = named.and_then(|named| {
        // A name is worth something even in a pose that no body takes.
        let worth = |looks: f32| share(&named.bones) * (0.5 + 0.5 * looks);
        judge(skeleton, &tree, &named.bones, named.profile, worth)
    });
    if named.as_ref().is_some_and(|humanoid| humanoid.map.missing().next().is_none()) {
        return named;
    }
    let Some((likelihood, built)) = by_structure(&tree) else { return named };
    if let Some(filled) = named.as_ref().and_then(|named| fill(skeleton, &tree, named, &built)) {
        return Some(filled);
    }
    let built = judge(skeleton, &tree, &built, "structure", |looks| likelihood * looks);
    let all = [named, built].into_iter().flatten();
    all.max_by(|a, b| a.confidence.total_cmp(&b.confidence))
}

/// The share of required bones that are there.
fn share(bones: &Bones) -> f32 {
    let required = HumanBone::ALL.into_iter().filter(|b| b.is_required());
    let there = required.clone().filter(|b| bones[b.index()].is_some());
    there.count() as f32 / required.count() as f32
}

/// The humanoid that these bones make, if they make one; `worth` gives the confidence for a body's looks.
fn judge(
    skeleton: &Skeleton,
    tree: &Tree,
    bones: &Bones,
    profile: &'static str,
    worth: impl Fn(f32) -> f32,
) -> Option<Humanoid> {
    (share(bones) >= LEAST_SHARE).then_some(())?;
    let confidence = worth(plausibility(tree, bones)?);
    (confidence >= LEAST_CONFIDENCE).then_some(())?;
    Some(Humanoid::new(tree, map_of(skeleton, bones)?, profile, confidence))
}

/// A body by name with the required bones that its names do not tell taken from its structure, if both agree.
fn fill(skeleton: &Skeleton, tree: &Tree, named: &Humanoid, built: &Bones) -> Option<Humanoid> {
    let told: Vec<_> = named.map.iter().filter(|(bone, _)| bone.is_required()).collect();
    let agreeing = told.iter().filter(|(bone, joint)| built[bone.index()] == Some(joint.index()));
    (agreeing.count() * 5 >= told.len() * 4).then_some(())?;
    let mut bones: Bones = [None; HumanBone::COUNT];
    for bone in HumanBone::ALL {
        let joint = named.map.joint(bone).map(|joint| joint.index());
        bones[bone.index()] = joint.or(built[bone.index()].filter(|_| bone.is_required()));
    }
    judge(skeleton, tree, &bones, named.profile, |looks| named.confidence.max(0.5 + 0.4 * looks))
}

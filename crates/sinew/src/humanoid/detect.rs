//! Detection of the humanoid in a skeleton, by joint names and else by structure.

use super::anatomy::anatomy_score;
use super::bone::Bones;
use super::detect_by_name::detect_by_name;
use super::detect_by_structure::detect_by_structure;
use super::humanoid::map_of;
use super::joint_tree::JointTree;
use super::unnamed::Unnamed;
use super::{HumanBone, Humanoid};
use crate::pose::ModelPose;
use crate::skeleton::Skeleton;
use glam::Affine3A;

/// Smallest share of the required bones that makes a humanoid.
const MIN_SHARE: f32 = 0.8;

/// Smallest confidence of a result.
const MIN_CONFIDENCE: f32 = 0.5;

impl Humanoid {
    /// The humanoid in a skeleton, found by the names of its joints, and by its structure where the names are
    /// not sufficient; `None` without a humanoid. Takes up to a tenth of a second for the largest skeletons.
    ///
    /// Left and right follow the names; without names, the direction of the feet; without feet, +X is left.
    /// The map may lack required bones ([`BoneMap::missing`](super::BoneMap::missing)) where most were found
    /// by name.
    #[must_use]
    pub fn detect(skeleton: &Skeleton) -> Option<Self> {
        Self::detect_posed(skeleton, ModelPose::reference(skeleton).as_slice())
    }

    /// [`detect`](Self::detect) in a given pose, for skeletons whose rest pose is not a human pose, as in some
    /// motion files. `model` holds one model-space transform per joint ([`ModelPose::as_slice`]).
    /// [`rest_pose`](Self::rest_pose) then describes this pose.
    ///
    /// # Panics
    /// When `model` does not have one transform per joint.
    #[must_use]
    pub fn detect_posed(skeleton: &Skeleton, model: &[Affine3A]) -> Option<Self> {
        assert_eq!(model.len(), skeleton.len(), "a transform per joint");
        let tree = JointTree::new(skeleton, model);
        let named = detect_by_name(skeleton, &tree);
        let named = named.and_then(|named| {
            // Names count even in a pose that is not human.
            let confidence = |score: f32| share(&named.bones) * (0.5 + 0.5 * score);
            Some((humanoid_of(skeleton, &tree, &named.bones, named.profile, confidence)?, named.unnamed))
        });
        let is_whole = |humanoid: &Humanoid| humanoid.named_bones.missing().next().is_none();
        if let Some((humanoid, _)) = named.as_ref().filter(|(humanoid, _)| is_whole(humanoid)) {
            return Some(humanoid.clone());
        }
        let built = detect_by_structure(&tree);
        if let Some(((named, unnamed), (_, built))) = named.as_ref().zip(built.as_ref())
            && let Some(filled) = fill(skeleton, &tree, (named, unnamed), built)
        {
            return Some(filled);
        }
        let built = built.and_then(|(likelihood, built)| {
            humanoid_of(skeleton, &tree, &built, "structure", |score| likelihood * score)
        });
        let all = [named.map(|(humanoid, _)| humanoid), built].into_iter().flatten();
        all.max_by(|a, b| a.confidence.total_cmp(&b.confidence))
    }
}

/// Share of the required bones that were found.
fn share(bones: &Bones) -> f32 {
    let required = HumanBone::ALL.into_iter().filter(|b| b.is_required());
    let present = required.clone().filter(|b| bones[b.index()].is_some());
    present.count() as f32 / required.count() as f32
}

/// Humanoid of these bones; `None` if they are too few or too unlikely. `confidence` maps the anatomy score
/// to the confidence.
fn humanoid_of(
    skeleton: &Skeleton,
    tree: &JointTree,
    bones: &Bones,
    profile: &'static str,
    confidence: impl Fn(f32) -> f32,
) -> Option<Humanoid> {
    (share(bones) >= MIN_SHARE).then_some(())?;
    let confidence = confidence(anatomy_score(tree, bones)?);
    (confidence >= MIN_CONFIDENCE).then_some(())?;
    Some(Humanoid::new(tree, map_of(skeleton, bones)?, profile, confidence))
}

/// Humanoid found by name, with missing required bones, chest and neck taken from the structure if both agree
/// on four fifths of the others.
fn fill(
    skeleton: &Skeleton,
    tree: &JointTree,
    (named, unnamed): (&Humanoid, &Unnamed),
    built: &Bones,
) -> Option<Humanoid> {
    let known: Vec<_> = named.named_bones.iter().filter(|(bone, _)| bone.is_required()).collect();
    let agreeing = known.iter().filter(|(bone, joint)| built[bone.index()] == Some(joint.index()));
    (agreeing.count() * 5 >= known.len() * 4).then_some(())?;
    let mut bones: Bones = [None; HumanBone::COUNT];
    for bone in HumanBone::ALL {
        let joint = named.named_bones.joint(bone).map(|joint| joint.index());
        bones[bone.index()] = joint.or(built[bone.index()].filter(|_| bone.is_required()));
    }
    for bone in [HumanBone::Chest, HumanBone::UpperChest] {
        let joint = built[bone.index()].filter(|joint| unnamed.fits_chest(tree, &bones, *joint));
        bones[bone.index()] = bones[bone.index()].or(joint);
    }
    if bones[HumanBone::Neck.index()].is_none() {
        bones[HumanBone::Neck.index()] = unnamed.neck(tree, &bones);
    }
    humanoid_of(skeleton, tree, &bones, named.profile, |score| named.confidence.max(0.5 + 0.4 * score))
}

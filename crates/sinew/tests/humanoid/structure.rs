//! Detection of human bones by structure, without names: any position, size and mirroring; animals.

use crate::rig::Rig;
use crate::rigs::RIGS;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::humanoid::{HumanBone, Humanoid, Side};
use sinew::pose::ModelPose;
use sinew::{JointId, Skeleton};
use std::collections::BTreeMap;
use test_needs::cases;

/// Rig with meaningless names.
fn nameless(text: &str) -> (Skeleton, BTreeMap<HumanBone, JointId>) {
    let rig = Rig::new(text);
    let skeleton = rig.renamed(|n, _| format!("x{}", (n * 7919) % 1009));
    let bones = rig.bones(&skeleton);
    (skeleton, bones)
}

/// Rest pose, transformed as a whole.
fn moved(skeleton: &Skeleton, by: Affine3A) -> Vec<Affine3A> {
    ModelPose::rest(skeleton).as_slice().iter().map(|joint| by * *joint).collect()
}

fn required_agree(what: &str, skeleton: &Skeleton, model: &[Affine3A], bones: &BTreeMap<HumanBone, JointId>) {
    let found = Humanoid::detect_posed(skeleton, model).unwrap_or_else(|| panic!("{what}: no body"));
    assert_eq!(found.profile, "structure", "{what}");
    for (bone, joint) in bones.iter().filter(|(bone, _)| bone.is_required()) {
        // The start of a long spine and the end of a long neck depend on names.
        if !matches!(bone, HumanBone::Spine | HumanBone::Head | HumanBone::Hips) {
            assert_eq!(found.named_bones.joint(*bone), Some(*joint), "{what}: {bone}");
        }
    }
    assert_eq!(found.named_bones.missing().count(), 0, "{what}");
}

#[test]
fn bodies_without_names_are_detected() {
    for (profile, text) in RIGS {
        let (skeleton, bones) = nameless(text);
        required_agree(profile, &skeleton, ModelPose::rest(&skeleton).as_slice(), &bones);
    }
}

#[test]
fn position_and_size_do_not_matter() {
    for mut random in cases(200) {
        let (profile, text) = RIGS[random.usize(..RIGS.len())];
        let (skeleton, bones) = nameless(text);
        let size = (random.f32() * 8.0 - 4.0).exp();
        let mut coordinate = || (random.f32() * 20.0 - 10.0) * size;
        let position = Vec3::new(coordinate(), coordinate(), coordinate());
        let yaw = Quat::from_rotation_y(random.f32() * 6.2);
        let by = Affine3A::from_scale_rotation_translation(Vec3::splat(size), yaw, position);
        required_agree(profile, &skeleton, &moved(&skeleton, by), &bones);
    }
}

#[test]
fn mirrored_bodies_are_detected() {
    // Names and feet disagree about the sides.
    let rig = Rig::new(RIGS[0].1);
    let swapped = rig.renamed(|_, name| match name.contains("Left") {
        true => name.replace("Left", "Right"),
        false => name.replace("Right", "Left"),
    });
    let found = Humanoid::detect(&swapped).unwrap();
    assert!(found.sides_swapped);
    // Without names the feet decide.
    let (skeleton, bones) = nameless(RIGS[0].1);
    let found = Humanoid::detect(&skeleton).unwrap();
    let left = found.named_bones.joint(HumanBone::LeftHand);
    assert_eq!((left, found.sides_swapped), (bones.get(&HumanBone::LeftHand).copied(), false));
    assert_eq!(HumanBone::LeftHand.side(), Side::Left);
}

#[test]
fn animals_are_no_humanoids() {
    // The same tree with a level trunk: arms and legs both stand on the ground.
    let rig = Rig::new(RIGS[0].1);
    let skeleton = rig.renamed(|n, _| format!("x{n}"));
    let bones = rig.bones(&skeleton);
    let arms = bones[&HumanBone::Spine];
    let rest = ModelPose::rest(&skeleton);
    let bent: Vec<Affine3A> = skeleton
        .joints()
        .map(|joint| {
            let transform = rest.as_slice()[joint.index()];
            let mut up = std::iter::successors(Some(joint), |j| skeleton.parent(*j));
            if !up.any(|j| j == arms) {
                return transform;
            }
            let pivot = rest.as_slice()[arms.index()].translation;
            let lay = Quat::from_rotation_x(std::f32::consts::FRAC_PI_2);
            let mut laid = transform;
            laid.translation =
                pivot + Affine3A::from_quat(lay).transform_vector3a(transform.translation - pivot);
            let side = [HumanBone::LeftUpperArm, HumanBone::RightUpperArm].into_iter().find(|arm| {
                std::iter::successors(Some(joint), |j| skeleton.parent(*j)).any(|j| j == bones[arm])
            });
            if let Some(arm) = side {
                // The arms become forelegs.
                let shoulder = rest.as_slice()[bones[&arm].index()].translation;
                let shoulder = pivot + Affine3A::from_quat(lay).transform_vector3a(shoulder - pivot);
                let reach =
                    (transform.translation - rest.as_slice()[bones[&arm].index()].translation).length();
                laid.translation = shoulder - sinew::glam::Vec3A::Y * reach;
            }
            laid
        })
        .collect();
    assert_eq!(Humanoid::detect_posed(&skeleton, &bent), None);
}

//! Maps from human bones to joints: lookups in both directions, and errors of invalid maps.

use crate::rig::Rig;
use sinew::humanoid::{BoneMap, BoneMapError, HumanBone, Humanoid, RestPoseKind};
use sinew::{JointId, Skeleton};

const BODY: &str = "
root
 a =hips
  b =spine
   c =head
   {d|e} =leftUpperArm
    {f|g} =leftLowerArm
     {h|i} =leftHand
  {j|k} =leftUpperLeg
   {l|m} =leftLowerLeg
    {n|o} =leftFoot
";

fn body() -> (Skeleton, Vec<(HumanBone, JointId)>) {
    let rig = Rig::new(BODY);
    let skeleton = rig.skeleton();
    let bones = rig.bones(&skeleton).into_iter().collect();
    (skeleton, bones)
}

#[test]
fn a_map_works_in_both_directions() {
    let (skeleton, pairs) = body();
    let map = BoneMap::new(&skeleton, pairs.iter().copied()).unwrap();
    assert_eq!((map.len(), map.missing().count()), (15, 0));
    for (bone, joint) in pairs {
        assert_eq!(map.joint(bone), Some(joint));
        assert_eq!(map.bone(joint), Some(bone));
    }
    assert_eq!(map.bone(JointId(0)), None);
    assert_eq!(map.joint(HumanBone::LeftShoulder), None);
    assert_eq!(map.parent(HumanBone::LeftUpperArm).unwrap().0, HumanBone::Spine);
    assert_eq!(map.parent(HumanBone::Hips), None);
    assert!(map.iter().map(|(bone, _)| bone).is_sorted());
}

#[test]
fn invalid_maps_are_errors_with_names() {
    let (skeleton, pairs) = body();
    let with = |bone: HumanBone, joint: JointId| {
        let changed = pairs.iter().map(|&(b, j)| if b == bone { (b, joint) } else { (b, j) });
        BoneMap::new(&skeleton, changed).unwrap_err()
    };
    let find = |name: &str| skeleton.find(name).unwrap();
    let error = with(HumanBone::LeftHand, find("g"));
    assert!(matches!(error, BoneMapError::DuplicateJoint { .. }));
    assert_eq!(
        error.to_string(),
        "\"g\" (node 8): mapped to two bones, leftHand and rightLowerArm; expected one"
    );

    let error = with(HumanBone::Spine, JointId(99));
    assert_eq!(error.to_string(), "spine: joint 99 does not exist (the skeleton has 16 joints)");
    let swapped = [(HumanBone::Hips, find("b")), (HumanBone::Spine, find("a"))];
    let error = BoneMap::new(&skeleton, swapped).unwrap_err();
    assert_eq!(error.to_string(), "spine (\"a\" (node 1)) is not a descendant of hips (\"b\" (node 2))");
    let twice = [(HumanBone::Hips, find("b")), (HumanBone::Hips, find("a"))];
    let error = BoneMap::new(&skeleton, twice).unwrap_err();
    assert_eq!(
        error.to_string(),
        "hips: mapped to two joints, \"b\" (node 2) and \"a\" (node 1); expected one"
    );
}

#[test]
fn a_stated_map_has_full_confidence() {
    let (skeleton, pairs) = body();
    let map = BoneMap::new(&skeleton, pairs.clone()).unwrap();
    let stated = Humanoid::of_map(&skeleton, map, "vrm");
    assert_eq!((stated.profile, stated.confidence, stated.rest_pose), ("vrm", 1.0, RestPoseKind::TPose));
    assert!(!stated.sides_swapped);
    let empty = BoneMap::new(&skeleton, []).unwrap();
    assert!(empty.is_empty());
    assert_eq!(Humanoid::of_map(&skeleton, empty, "vrm").rest_pose, RestPoseKind::Other);
}

use crate::rig::Rig;
use crate::rigs::RIGS;
use sinew::glam::Vec3;
use sinew::humanoid::{HumanBone, Humanoid, RestPoseKind, detect};
use sinew::skeleton::Joint;
use sinew::{JointIndex, Skeleton};

fn expect(what: &str, rig: &Rig, skeleton: &Skeleton) -> Humanoid {
    let found = detect(skeleton).unwrap_or_else(|| panic!("{what}: no body"));
    for (bone, joint) in rig.bones(skeleton) {
        let got = found.map.joint(bone).map(|j| skeleton.name(j));
        assert_eq!(got, Some(skeleton.name(joint)), "{what}: {bone}");
    }
    for (bone, joint) in found.map.iter() {
        let meant = rig.bones(skeleton).contains_key(&bone);
        assert!(meant, "{what}: {} was taken for {bone}", skeleton.name(joint));
    }
    assert!(found.confidence > 0.9, "{what}: only {}", found.confidence);
    assert!(!found.sides_swapped, "{what}");
    assert_eq!(found.rest_pose, RestPoseKind::TPose, "{what}");
    found
}

#[test]
fn every_profile_is_detected() {
    for (profile, text) in RIGS {
        let rig = Rig::new(text);
        assert_eq!(expect(profile, &rig, &rig.skeleton()).profile, *profile);
    }
}

#[test]
fn mixamo_prefixes_are_removed() {
    let (_, text) = RIGS[0];
    let rig = Rig::new(text);
    for prefix in ["mixamorig:", "mixamorig1:", "mixamorig12:", "mixamorig_", "mixamorig", "mixamorig9_"] {
        let skeleton = rig.renamed(|_, name| name.replace("mixamorig:", prefix));
        assert_eq!(expect(prefix, &rig, &skeleton).profile, "mixamo");
    }
    // Names without a prefix are Mixamo names, too.
    expect("bare", &rig, &rig.renamed(|_, name| name.replace("mixamorig:", "")));
}

#[test]
fn names_changed_by_exporters_are_detected() {
    type Change = fn(usize, &str) -> String;
    let changes: [(&str, Change); 6] = [
        ("capitals", |_, name| name.to_uppercase()),
        ("small letters", |_, name| name.to_lowercase()),
        ("a namespace", |_, name| format!("Hero:{}", name.rsplit(':').next().unwrap_or(name))),
        ("a path", |_, name| format!("Scene|Hero|{name}")),
        ("running numbers", |n, name| format!("{name}_{n:02}")),
        ("underscores", |_, name| name.replace([' ', '.', '-'], "_")),
    ];
    for (profile, text) in RIGS {
        let rig = Rig::new(text);
        for (what, change) in changes {
            // `lfemur` in lower case is one word; so are names of Cats and Synty in lower case.
            expect(&format!("{profile} with {what}"), &rig, &rig.renamed(change));
        }
    }
}

#[test]
fn too_few_names_are_no_humanoid() {
    let rig = Rig::new("Head\n Hand\n Spine\nLeftArm\n LeftHand\nRightFoot\n RightToeBase");
    assert_eq!(detect(&rig.skeleton()), None);
}

#[test]
fn a_joint_at_the_hips_is_no_spine() {
    let (_, text) = RIGS.iter().find(|(name, _)| *name == "biped").unwrap();
    let rig = Rig::new(text);
    let skeleton = rig.skeleton();
    // With and without names.
    for rename in
        [|_: usize, name: &str| name.to_owned(), |n: usize, _: &str| format!("x{}", (n * 7919) % 1009)]
    {
        let joint = |joint: JointIndex| {
            let mut rest = skeleton.rest()[joint.index()];
            if skeleton.name(joint) == "Bip001 Spine" {
                rest.translation = Vec3::ZERO;
            }
            let parent = skeleton.parent(joint).map(|parent| parent.0);
            Joint { name: rename(joint.index(), skeleton.name(joint)), parent, rest, in_scene: true }
        };
        let flat = Skeleton::new(skeleton.joints().map(joint).collect()).unwrap();
        let found = detect(&flat).unwrap();
        let spine = found.joint(HumanBone::Spine).unwrap();
        assert_eq!(skeleton.name(spine), "Bip001 Spine1");
    }
}

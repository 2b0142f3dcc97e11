//! Detection of human bones by the joint names of common programs and languages.

use crate::rig::Rig;
use crate::rigs::RIGS;
use sinew::glam::Vec3;
use sinew::humanoid::{HumanBone, Humanoid, RestPoseKind};
use sinew::skeleton::Joint;
use sinew::{JointId, Skeleton};

fn expect(what: &str, rig: &Rig, skeleton: &Skeleton) -> Humanoid {
    let found = Humanoid::detect(skeleton).unwrap_or_else(|| panic!("{what}: no body"));
    for (bone, joint) in rig.bones(skeleton) {
        let got = found.named_bones.joint(bone).map(|j| skeleton.name(j));
        assert_eq!(got, Some(skeleton.name(joint)), "{what}: {bone}");
    }
    for (bone, joint) in found.named_bones.iter() {
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
    assert_eq!(Humanoid::detect(&rig.skeleton()), None);
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
        let joint = |joint: JointId| {
            let mut rest = skeleton.rest()[joint.index()];
            if skeleton.name(joint) == "Bip001 Spine" {
                rest.translation = Vec3::ZERO;
            }
            let parent = skeleton.parent(joint).map(|parent| parent.0);
            Joint { name: rename(joint.index(), skeleton.name(joint)), parent, rest, in_scene: true }
        };
        let flat = Skeleton::new(skeleton.joints().map(joint).collect()).unwrap();
        let found = Humanoid::detect(&flat).unwrap();
        let spine = found.joint(HumanBone::Spine).unwrap();
        assert_eq!(skeleton.name(spine), "Bip001 Spine1");
    }
}

/// A body with Mixamo's limbs. `trunk` is lines from the hips to the neck, the last one the joint from which
/// arms and neck go; `neck` is the line of the neck.
fn with_trunk(trunk: &[&str], neck: &str) -> Rig {
    let mut text = String::from("root\n Hips =hips\n");
    let mut indent = 2;
    for line in trunk {
        text += &format!("{:indent$}{line}\n", "");
        indent += 1;
    }
    let mut add = |more: usize, line: &str| text += &format!("{:1$}{line}\n", "", indent + more);
    add(0, neck);
    add(1, "Head =head");
    for (n, line) in
        ["Shoulder =leftShoulder", "Arm =leftUpperArm", "ForeArm =leftLowerArm", "Hand =leftHand"]
            .into_iter()
            .enumerate()
    {
        add(n, &format!("{{Left|Right}}{line}"));
    }
    text += "  {Left|Right}UpLeg =leftUpperLeg\n   {Left|Right}Leg =leftLowerLeg\n    \
        {Left|Right}Foot =leftFoot\n     {Left|Right}ToeBase =leftToes\n";
    Rig::new(&text)
}

/// Names of other rigs and of other languages on a trunk count where they stand.
#[test]
fn trunks_of_mixed_names_are_whole() {
    for (trunk, neck) in [
        (&["Spine =spine", "Chest =chest"][..], "Neck =neck"),
        (&["Spine =spine", "UpperChest =chest"], "Neck =neck"),
        (&["Spine =spine", "Chest =chest", "UpperChest =upperChest"], "Neck =neck"),
        (&["Spine =spine", "Spine1 =chest", "Chest =upperChest"], "Neck =neck"),
        (&["Spine =spine", "Brust =chest"], "Hals =neck"),
        (&["Chest =spine", "Chest2 =chest"], "Neck =neck"),
        (&["Spine =spine", "Spine1 =chest", "Spine2 =upperChest"], "Cou =neck"),
        // Helpers are none of it.
        (&["Spine =spine", "Spine_Twist", "Chest =chest"], "Neck =neck"),
        (&["Spine =spine", "Chest_Offset", "Chest =chest"], "Neck =neck"),
        (&["Spine =spine", "Spine1 =chest"], "Neck =neck"),
    ] {
        for prefix in ["", "mixamorig:"] {
            let rig = with_trunk(trunk, neck);
            let skeleton = rig.renamed(|_, name| format!("{prefix}{name}"));
            let found = expect(&format!("{prefix}{trunk:?}"), &rig, &skeleton);
            // Without a prefix they are HumanIK's names as well.
            assert!(prefix.is_empty() || found.profile == "mixamo", "{trunk:?}: {}", found.profile);
        }
    }
}

#[test]
fn joints_without_length_are_no_chests() {
    let rig = with_trunk(&["Spine =spine", "Brust", "Chest"], "Neck =neck");
    let skeleton = rig.skeleton();
    let joint = |joint: JointId| {
        let mut rest = skeleton.rest()[joint.index()];
        if matches!(skeleton.name(joint), "Brust" | "Chest") {
            rest.translation = Vec3::ZERO;
        }
        let parent = skeleton.parent(joint).map(|parent| parent.0);
        Joint { name: skeleton.name(joint).into(), parent, rest, in_scene: true }
    };
    let flat = Skeleton::new(skeleton.joints().map(joint).collect()).unwrap();
    let found = Humanoid::detect(&flat).unwrap();
    assert_eq!(found.joint(HumanBone::Chest), None);
}

/// Names that say nothing beside names that do: the structure gives what is required, and chest and neck.
#[test]
fn names_of_other_languages_are_filled_in() {
    let german = "
Armature
 Becken =hips
  Wirbel =spine
   Brust =chest
    Hals =neck
     Kopf =head
    {left|right}Shoulder =leftShoulder
     {left|right}UpperArm =leftUpperArm
      {left|right}LowerArm =leftLowerArm
       {left|right}Hand =leftHand
  {left|right}UpperLeg =leftUpperLeg
   {left|right}LowerLeg =leftLowerLeg
    {left|right}Foot =leftFoot
     {left|right}Toes =leftToes
";
    let rig = Rig::new(german);
    let found = Humanoid::detect(&rig.skeleton()).unwrap();
    for (bone, joint) in rig.bones(&rig.skeleton()) {
        assert_eq!(found.joint(bone), Some(joint), "{bone}");
    }
}

//! Bone lines of looks in rig descriptions, for joints with any axes.

use crate::random::Random;
use sinew::glam::{Quat, Vec3};
use sinew::rig::{IkGoal, IkRig, IkRigDescription, IkRigError};
use sinew::skeleton::Joint;
use sinew::{Actor, Character, CharacterParts, Skeleton, Transform};
use std::sync::Arc;

/// Joints: name, parent and rest position.
type Bones<'a> = &'a [(&'a str, Option<u32>, Vec3)];

/// A tail that points backwards and ends in a leaf joint.
const TAIL: Bones<'_> = &[
    ("hip", None, Vec3::Y),
    ("tail_1", Some(0), Vec3::new(0.0, 1.0, -0.2)),
    ("tail_2", Some(1), Vec3::new(0.0, 0.9, -0.5)),
    ("tail_3", Some(2), Vec3::new(0.1, 0.9, -0.8)),
];
/// A forearm with a twist joint and a joint at the position of the elbow.
const ARM: Bones<'_> = &[
    ("upper", None, Vec3::Y),
    ("lower", Some(0), Vec3::new(0.3, 1.0, 0.0)),
    ("skin", Some(1), Vec3::new(0.3, 1.0, 0.0)),
    ("roll", Some(1), Vec3::new(0.4, 1.0, 0.02)),
    ("hand", Some(1), Vec3::new(0.6, 1.0, 0.1)),
    ("other", Some(0), Vec3::new(0.0, 2.0, 0.0)),
];

/// A character with these joints and random joint axes.
fn made(bones: Bones<'_>) -> Character {
    let mut random = Random::new(7);
    let turns: Vec<Quat> = bones.iter().map(|_| random.rotation()).collect();
    let model =
        |n: usize| Transform { rotation: turns[n], ..Transform::from_translation(bones[n].2) }.to_affine();
    let joint = |(n, &(name, parent, _)): (usize, &(&str, Option<u32>, Vec3))| Joint {
        name: name.to_owned(),
        parent,
        rest: Transform::from_affine(&match parent {
            Some(parent) => model(parent as usize).inverse() * model(n),
            None => model(n),
        }),
        in_scene: true,
    };
    let skeleton = Skeleton::new(bones.iter().enumerate().map(joint).collect()).unwrap();
    Character::new(CharacterParts { skeleton, ..CharacterParts::default() }).unwrap()
}

fn rig(character: &Character, joints: &[&str], line: &str) -> Result<IkRig, IkRigError> {
    let joints: Vec<String> = joints.iter().map(|joint| format!("({joint:?}, 1)")).collect();
    let text = format!("(parts: [Look(name: \"point\", joints: [{}], line: {line})])", joints.join(", "));
    IkRig::from_description(
        &IkRigDescription::from_ron(&text).unwrap_or_else(|e| panic!("{e} in\n{text}")),
        character,
    )
}

/// Angle between the line from one joint to another and the direction to the target, once the last of
/// `joints` looks at it.
fn miss(bones: Bones<'_>, joints: &[&str], line: &str, [from, to]: [&str; 2], target: Vec3) -> f32 {
    let character = Arc::new(made(bones));
    let rig = rig(&character, joints, line).unwrap_or_else(|e| panic!("{e}: {line}"));
    let joint = |name: &str| character.skeleton().find(name).unwrap().index();
    let last = joint(joints[joints.len() - 1]);
    let rest = character.rest_model();
    let direction = rest[joint(to)].translation - rest[joint(from)].translation;
    let local = rest[last].inverse().transform_vector3a(direction);
    let mut actor = Actor::without_clips(character.clone());
    actor.set_ik(Some(Arc::new(rig))).unwrap();
    actor.ik_mut().unwrap().set_goal("point", IkGoal::at(target)).unwrap();
    actor.ik_mut().unwrap().snap();
    actor.update(0.0);
    let model = actor.frame().model()[last];
    Vec3::from(model.transform_vector3a(local)).angle_between(target - Vec3::from(model.translation))
}

#[test]
fn a_bone_points_at_the_target_whatever_its_axes() {
    let behind = Vec3::new(0.8, 1.2, -2.0);
    for (joints, ends) in [
        (&["tail_1"][..], ["tail_1", "tail_2"]),
        (&["tail_1", "tail_2"], ["tail_2", "tail_3"]),
        // A joint without children.
        (&["tail_1", "tail_2", "tail_3"], ["tail_2", "tail_3"]),
    ] {
        let off = miss(TAIL, joints, "Bone", ends, behind);
        assert!(off < 1e-3, "{joints:?}: {off}");
    }
    let aside = Vec3::new(2.0, 0.5, 1.0);
    for to in ["hand", "roll"] {
        let off = miss(ARM, &["upper", "lower"], &format!("To({to:?})"), ["lower", to], aside);
        assert!(off < 1e-3, "{to}: {off}");
    }
}

#[test]
fn the_view_cone_is_around_the_bone() {
    let ends = ["tail_1", "tail_2"];
    let ahead = miss(TAIL, &["tail_1"], "Bone", ends, Vec3::new(0.5, 1.0, 3.0));
    assert!(ahead > 1.5, "{ahead}");
    let up = "Bone, down_up: (-17.188735, 91.67325)";
    for (height, reached) in [(1.0, true), (-1.0, false)] {
        let off = miss(TAIL, &["tail_1"], up, ends, Vec3::new(0.0, 1.0 + height, -1.0));
        assert!((off < 1e-3) == reached, "{height}: {off}");
    }
}

/// The left side of a view cone around a steep bone is that of the body, for any small bend of the back.
#[test]
fn the_left_side_of_steep_bones_is_that_of_the_body() {
    for off in [Vec3::new(1e-3, 0.0, -1e-3), Vec3::new(-1e-3, 0.0, 1e-3), Vec3::new(0.0, 0.0, -0.1)] {
        let back = [("back", None, Vec3::Y), ("neck", Some(0), Vec3::Y * 1.3 + off * 0.3)];
        for (side, reached) in [(1.0, true), (-1.0, false)] {
            let target = Vec3::new(side, 2.0, 0.0);
            let off =
                miss(&back, &["back"], "Bone, right_left: (-2.864789, 68.75494)", ["back", "neck"], target);
            assert!((off < 1e-3) == reached, "{side}: {off}");
        }
    }
    // The left side of a level bone is that of its direction: a tail's left is the body's right.
    for (side, reached) in [(-1.0, true), (1.0, false)] {
        let line = "Bone, right_left: (-2.864789, 68.75494)";
        let target = Vec3::new(side, 1.0, -1.2);
        let off = miss(TAIL, &["tail_1"], line, ["tail_1", "tail_2"], target);
        assert!((off < 1e-3) == reached, "{side}: {off}");
    }
}

#[test]
fn missing_and_ambiguous_bones_are_errors() {
    let line: Bones<'_> = &[("a", None, Vec3::Y), ("b", Some(0), Vec3::Y)];
    for (bones, joint, line, expected) in [
        (
            ARM,
            "lower",
            "Bone",
            "2 bones start at \"lower\", to \"roll\", \"hand\"; expected one, such as To(\"roll\"), or Sight \
             for a head",
        ),
        (ARM, "lower", "To(\"skin\")", "\"skin\" lies where \"lower\" does"),
        (ARM, "lower", "To(\"other\")", "\"other\" is not a descendant of \"lower\""),
        (ARM, "lower", "To(\"lower\")", "\"lower\" is not a descendant of \"lower\""),
        (ARM, "lower", "To(\"hnad\")", "no joint or human bone called \"hnad\"; did you mean \"hand\"?"),
        (ARM, "lower", "To(\"\")", "it names no joint"),
        (line, "b", "Bone", "no bone starts or ends at \"b\"; expected Along"),
    ] {
        let error = rig(&made(bones), &[joint], line).expect_err(line).to_string();
        assert!(
            error.starts_with("parts[\"point\"].line: ") && error.contains(expected),
            "{error} of {line}"
        );
    }
    let crowd: Vec<(String, Vec3)> =
        (0..400).map(|n| (format!("{n}{}", "x".repeat(900)), Vec3::X * n as f32)).collect();
    let mut bones: Vec<(&str, Option<u32>, Vec3)> = vec![("root", None, Vec3::Y)];
    bones.extend(crowd.iter().map(|(name, position)| (name.as_str(), Some(0), *position)));
    let error = rig(&made(&bones), &["root"], "Bone").unwrap_err().to_string();
    assert!(error.contains("400 bones start at \"root\"") && error.len() < 1000, "{error}");
}

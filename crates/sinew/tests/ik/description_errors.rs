//! Error messages for mistakes in rig descriptions.

use crate::description::{EVERYTHING, EXAMPLE, character};
use crate::made_up_body::{PLAIN, body};
use sinew::humanoid::BoneMap;
use sinew::humanoid::HumanBone::{self, LeftHand, Neck};
use sinew::rig::{IkRig, IkRigDescription};
use sinew::skeleton::Joint;
use sinew::{Character, CharacterParts, Skeleton};

/// A character with other joint names than VRM's bone names, and without some human bones.
fn renamed(lacks: &[HumanBone], is_humanoid: bool) -> Character {
    let body = body(PLAIN);
    let joints = body.skeleton.joints().map(|joint| Joint {
        name: format!("b {}", joint.0),
        parent: body.skeleton.parent(joint).map(|parent| parent.0),
        rest: body.skeleton.rest()[joint.index()],
        in_scene: true,
    });
    let skeleton = Skeleton::new(joints.collect()).unwrap();
    let bones = body.humanoid.named_bones.iter().filter(|(bone, _)| !lacks.contains(bone));
    let map = BoneMap::new(&skeleton, bones).unwrap();
    let mut humanoid = body.humanoid.clone();
    humanoid.named_bones = map;
    let humanoid = is_humanoid.then_some(humanoid);
    Character::new(CharacterParts { skeleton, humanoid, ..CharacterParts::default() }).unwrap()
}

/// Mistakes in parts of a rig, and words of their errors.
const PART_MISTAKES: [(&str, &str); 11] = [
    (
        "(parts: [Limb(name: \"arm\", joints: [\"leftHand\"])])",
        "parts[\"arm\"].joints: a limb has 3 joints, not 1",
    ),
    (
        "(parts: [Chain(name: \"tail\", from: \"hips\", to: \"tial\")])",
        "parts[\"tail\"].to: no joint or human bone called \"tial\"; there are ",
    ),
    (
        "(parts: [Chain(name: \"tail\", from: \"hips\", to: \"haed\")])",
        "parts[\"tail\"].to: no joint or human bone called \"haed\"; did you mean \"head\"? there are ",
    ),
    (
        "(parts: [Chain(name: \"tail\", from: \"head\", to: \"hips\")])",
        "parts[\"tail\"].to: \"hips\" is not a descendant of \"head\"",
    ),
    ("(parts: [Chain(name: \"tail\", from: \"head\", to: \"head\")])", "one joint bends nothing"),
    ("(parts: [Chain(name: \"tail\", from: \"leftHand\", to: \"rightHand\")])", "is not a descendant of"),
    (
        "(parts: [Limb(name: \"leg\", joints: [\"leftUpperLeg\", \"leftLowerLeg\", \"leftFoot\"], \
                grip: true)])",
        "parts[\"leg\"].grip: the limb ends in \"leftFoot\", which is no hand",
    ),
    ("(parts: [Body(root: \"hips\")])", "parts[0].effectors: a full body has 1 to 32 effectors"),
    (
        "(parts: [Body(root: \"hips\", effectors: [(name: \"a\", joint: \"x\")])])",
        "parts[0].effectors[\"a\"].joint: no joint or human bone called \"x\"",
    ),
    ("(parts: [Chain(from: \"hips\", to: \"head\")])", "parts[0]: it has no name"),
    (
        "(parts: [Look(name: \"a\", joints: [(\"head\", 1)]), \
                Look(name: \"a\", joints: [(\"head\", 1)])])",
        "parts[1]: duplicate name \"a\"",
    ),
];

/// Mistakes in fades and feet.
const FADE_AND_FOOT_MISTAKES: [(&str, &str); 8] = [
    (
        "(human: true, fades: {\"left hnd\": 1})",
        "fades[\"left hnd\"]: no effector called \"left hnd\"; did you mean \"left hand\"? there are \
             \"look\", \"left hand\"",
    ),
    (
        "(human: true, fades: {\"hand\": 1})",
        "no effector called \"hand\"; did you mean \"left hand\" or \"right hand\"? there are ",
    ),
    ("(human: true, fades: {\"look\": -1})", "fades[\"look\"]: expected seconds, 0 or more, not -1"),
    ("(feet: (step_time: inf))", "feet.step_time: expected seconds, 0 or more, not inf"),
    (
        "(feet: (max_hip_offset: -1))",
        "feet.max_hip_offset: expected a share of the leg's length, 0 or more, not -1",
    ),
    ("(feet: (max_heel_angle: -45))", "feet.max_heel_angle: expected an angle in degrees, 0 to 90, not -45"),
    ("(feet: (max_heel_angle: NaN))", "feet.max_heel_angle: expected an angle in degrees, 0 to 90, not NaN"),
    ("(feet: (max_heel_angle: 135))", "feet.max_heel_angle: expected an angle in degrees, 0 to 90, not 135"),
];

/// Mistakes on a character whose joints have other names than its human bones.
const RENAMED_MISTAKES: [(&str, &str); 1] = [(
    "(parts: [Chain(name: \"tail\", from: \"hips\", to: \"leftUperArm\")])",
    "called \"leftUperArm\"; did you mean \"leftUpperArm\"? there are \"b 0\", ",
)];

/// Mistakes on a body without neck and left hand.
const NECKLESS_MISTAKES: [(&str, &str); 3] = [
    (
        "(parts: [Chain(name: \"tail\", from: \"neck\", to: \"head\")])",
        "parts[\"tail\"].from: the body lacks the human bone \"neck\"; above it is \"chest\"",
    ),
    (
        "(parts: [Chain(name: \"tail\", from: \"nek\", to: \"head\")])",
        "no joint or human bone called \"nek\"; there are ",
    ),
    (
        "(human: true, fades: {\"left hand\": 1})",
        "fades[\"left hand\"]: no effector called \"left hand\"; the body lacks bones that it takes; \
             there are \"look\", \"right hand\"",
    ),
];

/// Mistakes on a character that is not a humanoid, with other joint names than human bones.
const RENAMED_NO_HUMAN_MISTAKES: [(&str, &str); 1] = [(
    "(parts: [Chain(name: \"tail\", from: \"neck\", to: \"head\")])",
    "no joint called \"neck\"; human bones need a humanoid, and the character is not one; there are \
             \"b 0\"",
)];

/// Mistakes on a character that is not a humanoid.
const NO_HUMAN_MISTAKES: [(&str, &str); 2] =
    [("(human: true)", "human: this needs a humanoid"), ("(feet: ())", "feet: this needs a humanoid")];

/// Mistakes that the text itself shows, without a character.
const TEXT_MISTAKES: [(&str, &str); 10] = [
    ("(prats: [])", "no field \"prats\" in a rig; did you mean \"parts\"? there are human, parts,"),
    (
        "(parts: [Lmib(name: \"a\")])",
        "no part called \"Lmib\"; did you mean \"Limb\"? there are Limb, Chain, Look, Leg, Spline, Body",
    ),
    (
        "(parts: [Limb(nmae: \"a\")])",
        "no field \"nmae\" in a limb; did you mean \"name\"? there are name, joints,",
    ),
    (
        "(parts: [Chain(method: Cdc)])",
        "no method called \"Cdc\"; did you mean \"Ccd\"? there are Ccd, Fabrik,",
    ),
    ("(parts: [Chain(rounds: -1)])", "line 1, column"),
    ("(parts: [Chain(limits: Humn)])", "no kind of limits called \"Humn\""),
    ("(parts: [Limb(pole: 1)])", "line 1, column"),
    ("(fades: {\"a\": 1, \"a\": 2})", "duplicate key \"a\""),
    ("(feet: (stpe: 1))", "no field \"stpe\" in feet"),
    ("[", "line 1, column"),
];

/// Rig of a limb with the given fields.
fn limb(fields: &str) -> String {
    let joints = "joints: [\"leftUpperArm\", \"leftLowerArm\", \"leftHand\"]";
    format!("(parts: [Limb(name: \"arm\", {joints}, {fields})])")
}

/// Rig of a chain with the given fields.
fn chain(fields: &str) -> String {
    format!("(parts: [Chain(name: \"tail\", from: \"hips\", to: \"head\", {fields})])")
}

/// Rig of a look-at with the given joints and fields.
fn look(joints: &str, fields: &str) -> String {
    format!("(parts: [Look(name: \"look\", joints: [{joints}], {fields})])")
}

/// Wrong values of limbs, chains and look-ats, and words of their errors.
fn value_mistakes() -> Vec<(String, &'static str)> {
    vec![
        (
            chain("stiffness: {\"nek\": 0.5}"),
            "stiffness[\"nek\"]: no joint or human bone called \"nek\"; did you mean \"neck\"?",
        ),
        (chain("iterations: 10001"), "parts[\"tail\"].iterations: expected 10000 at most, not 10001"),
        (chain("tolerance: -1"), "parts[\"tail\"].tolerance: expected metres, 0 or more, not -1"),
        (chain("restarts: 6"), "parts[\"tail\"].restarts: expected 5 at most"),
        (chain("stiffness: {\"leftHand\": 0.5}"), "stiffness: \"leftHand\" is no joint of this part"),
        (chain("stiffness: {\"neck\": 2}"), "stiffness[\"neck\"]: expected 0 to 1, not 2"),
        (
            chain("limits: PerJoint({\"neck\": (twist: (1, 0))})"),
            "limits[\"neck\"].twist: expected angles in degrees from the lesser",
        ),
        (
            chain("limits: PerJoint({\"neck\": (swing: Polygon([(0, 1, 0)]))})"),
            "limits[\"neck\"].swing: a reach cone needs at least 3",
        ),
        (
            chain("limits: PerJoint({\"neck\": (bone: (0, 0, 0))})"),
            "limits[\"neck\"].bone: expected a direction",
        ),
        (limb("softness: 1.5"), "parts[\"arm\"].softness: expected 0 to 1, not 1.5"),
        (limb("stretch: NaN"), "parts[\"arm\"].stretch: expected 1 or more, not NaN"),
        (limb("hinge: (0, 0, 0)"), "parts[\"arm\"].hinge: expected a direction"),
        (limb("pole: (inf, 0, 0)"), "parts[\"arm\"].pole: expected finite numbers"),
        (look("(\"neck\", 0)", ""), "nothing of the turn is shared"),
        (look("", ""), "parts[\"look\"].joints: a chain needs a joint"),
        (look("(\"neck\", -1)", ""), "parts[\"look\"].joints[0]: expected a share, 0 or more"),
        (
            look("(\"neck\", 1)", "down_up: (10, 60)"),
            "parts[\"look\"].down_up: expected angles in degrees from 0 or less",
        ),
    ]
}

#[test]
fn mistakes_are_errors_with_a_location() {
    let check = |character: &Character, text: &str, words: &str| {
        let description = IkRigDescription::from_ron(text).unwrap_or_else(|e| panic!("{e} in\n{text}"));
        let error = IkRig::from_description(&description, character).expect_err(text).to_string();
        assert!(error.contains(words), "{error} in {text}");
    };
    let person = character(true);
    value_mistakes().iter().for_each(|(text, words)| check(&person, text, words));
    for (character, mistakes) in [
        (&person, &PART_MISTAKES[..]),
        (&person, &FADE_AND_FOOT_MISTAKES),
        (&renamed(&[], true), &RENAMED_MISTAKES),
        (&renamed(&[Neck, LeftHand], true), &NECKLESS_MISTAKES),
        (&renamed(&[], false), &RENAMED_NO_HUMAN_MISTAKES),
        (&character(false), &NO_HUMAN_MISTAKES),
    ] {
        mistakes.iter().for_each(|(text, words)| check(character, text, words));
    }
    for (text, words) in TEXT_MISTAKES {
        let error = IkRigDescription::from_ron(text).unwrap_err().to_string();
        assert!(error.starts_with("line 1") && error.contains(words), "{error} in {text}");
        for leak in ["Description", "struct", "enum ", "ron::", "Expected", "Vec3"] {
            assert!(!error.contains(leak), "{error} in {text}");
        }
    }
    assert!(IkRigDescription::from_ron(&"(parts: [Limb(".repeat(500)).is_err());
}

#[test]
fn check_finds_all_errors_and_compilation_reports_the_first() {
    let found = |text: &str| {
        let description = IkRigDescription::from_ron(text).unwrap_or_else(|e| panic!("{e} in\n{text}"));
        let faults = description.check();
        let refused = IkRig::from_description(&description, &character(true)).err();
        assert!(faults.is_empty() || refused.as_ref() == faults.first(), "{refused:?} {faults:?}");
        faults.into_iter().map(|fault| (fault.problem.code(), fault.location)).collect::<Vec<_>>()
    };
    for sound in
        [EVERYTHING, EXAMPLE, "()", "(human: true, feet: (max_heel_angle: 90), fades: {\"left foot\": 0})"]
    {
        assert_eq!(found(sound), [], "{sound}");
    }
    let arm = |name: &str, rest: &str| {
        format!("Limb(name: \"{name}\", joints: [\"leftUpperArm\", \"leftLowerArm\", \"leftHand\"], {rest})")
    };
    let text = format!(
        "(parts: [{}, {}, {}], feet: (max_tilt: -1), fades: {{\"look\": 1, \"a\": 1}})",
        arm(
            "a",
            "swivel: inf, limits: PerJoint({\"leftHand\": (swing: Polygon([(0, 1, 0), (1, 0, NaN), \
             (0, 0, 1)]))})"
        ),
        arm("a", "pole: (0, NaN, 0)"),
        "Leg(name: \"b\", joints: [\"hips\", \"spine\", \"hips\", \"\"], max_heel_angle: 240)",
    );
    let locations = [
        ("rig-value", "parts[\"a\"].limits[\"leftHand\"].swing"),
        ("rig-value", "parts[\"a\"].swivel"),
        ("rig-double", "parts[1]"),
        ("rig-value", "parts[\"a\"].pole"),
        ("rig-double", "parts[\"b\"].joints[2]"),
        ("rig-value", "parts[\"b\"].max_heel_angle"),
        ("rig-value", "parts[\"b\"].joints[3]"),
        ("rig-value", "feet.max_tilt"),
        ("rig-name", "fades[\"look\"]"),
    ];
    assert_eq!(found(&text), locations.map(|(code, location)| (code, location.to_owned())));
    // The check of a huge rig is limited.
    let fades: String = (0..2000).map(|n| format!("\"effector {n}\": 1,")).collect();
    assert_eq!(found(&format!("(human: true, fades: {{{fades}}})")).len(), 100);
}

#[test]
fn messages_about_very_long_names_are_short() {
    let long = "a".repeat(1 << 16);
    let many = |what: &str, count: usize| what.repeat(count);
    let limits: String = (0..20).map(|n| format!("\"{n}{long}\": (bone: (0, 0, 0)),")).collect();
    let keys: String = (0..1025).map(|n| format!("\"{n}\": 1,")).collect();
    let look = format!("Look(name: \"{long}\", joints: [(\"{long}\", 1)]),");
    let fades: String = (0..40).map(|n| format!("\"{n}{long}\": -1,")).collect();
    for (text, count, location) in [
        (format!("(parts: [Limb(name: \"{long}\", joints: [{}])])", many("\"\",", 21_800)), 100, "joints"),
        (format!("(parts: [Limb(name: \"{long}\", joints: [{}])])", many("\"b\",", 21_800)), 100, "joints"),
        (
            format!("(parts: [Look(name: \"{long}\", joints: [{}])])", many("(\"\", NaN),", 21_800)),
            100,
            "joints",
        ),
        (format!("(parts: [Look(name: \"{long}\", joints: [{}])])", many("(\"b\", 1),", 1025)), 1, "joints"),
        (
            format!(
                "(parts: [Look(name: \"{long}\", joints: [(\"b\", 1)], limits: PerJoint({{{limits}}}))])"
            ),
            20,
            "limits[\"0a",
        ),
        (
            format!("(parts: [Chain(name: \"a\", from: \"b\", to: \"c\", stiffness: {{{keys}}})])"),
            1,
            "stiffness",
        ),
        (format!("(parts: [{}])", many(&look, 3)), 2, "parts[1]"),
        (
            format!(
                "(human: true, parts: [Look(name: \"{long}\", joints: [(\"b\", 1)])], fades: {{{fades}}})"
            ),
            80,
            "fades[\"0a",
        ),
        // No suggestions are searched for among so many effectors.
        (
            format!(
                "(parts: [Body(root: \"b\", effectors: [{}])], fades: {{{keys}}})",
                many("(name: \"\"),", 33)
            ),
            1,
            "effectors",
        ),
    ] {
        let description = IkRigDescription::from_ron(&text).unwrap_or_else(|e| panic!("{e}"));
        let faults = description.check();
        assert_eq!(faults.len(), count, "{:.200}", faults[0].to_string());
        assert!(faults[0].location.contains(location), "{}", faults[0].location);
        for message in faults.iter().map(ToString::to_string) {
            assert!(message.chars().count() < 600, "{} letters: {:.300}", message.len(), message);
        }
        assert!(description.named_joints().take(100).all(|(location, _)| location.len() < 300));
    }
}

#[test]
fn no_name_is_suggested_among_many_effectors() {
    let effectors = |part: usize| {
        (0..32).map(move |n| format!("(name: \"{part} {n}\", joint: \"b\"),")).collect::<String>()
    };
    let parts = |count: usize| {
        let bodies = (0..count).map(|part| format!("Body(root: \"b\", effectors: [{}]),", effectors(part)));
        let text = format!("(parts: [{}], fades: {{\"7 32\": 1, \"7 31\": 1}})", bodies.collect::<String>());
        let faults = IkRigDescription::from_ron(&text).unwrap().check();
        assert_eq!(faults.len(), 1, "{faults:?}");
        faults[0].to_string()
    };
    assert!(
        parts(8).contains("fades[\"7 32\"]: no effector called \"7 32\"; did you mean \"7 "),
        "{}",
        parts(8)
    );
    assert!(parts(9).ends_with("no effector called \"7 32\"; there are 288 others"), "{}", parts(9));
}

//! Rigs as they are written: what they come to, there and back, and how slips are told.

use crate::made_up_body::{PLAIN, body};
use sinew::glam::Vec3;
use sinew::ik::{IkGoal, IkRig, IkTip, rig_from_ron, rig_to_ron};
use sinew::skeleton::Joint;
use sinew::{Actor, Character, CharacterParts, Skeleton, Transform};
use std::sync::Arc;

/// A part of each kind, and limits and lines of each.
pub(crate) const EVERYTHING: &str = r#"(
    parts: [
        Limb(
            name: "hand", joints: ["leftUpperArm", "leftLowerArm", "leftHand"], limits: Human, hinge: (0, 1, 0),
            pole: (1, 1, -1), swivel: 0.1, softness: 0.1, stretch: 1.1, palm: true,
            lean: true,
        ),
        Chain(
            name: "spine", from: "hips", to: "head", stiffness: {"neck": 0.5}, method: Ccd, iterations: 12,
            tolerance: 0.001, tries: 2,
            limits: Given({
                "spine": (swing: Ellipse(axis: (1, 0, 0), about: (-0.5, 0.6), across: (-0.4, 0.4)), twist: (-0.3, 0.3)),
                "chest": (swing: Cone([(0.3, 1, 0.3), (-0.3, 1, 0.3), (0, 1, -0.4)])),
                "neck": (bone: (0, 1, 0), swing: Hinge(axis: (1, 0, 0), range: (-0.4, 0.8)), twist: (0, 0)),
                "head": (swing: Fixed),
                "hips": (swing: Free),
            }),
        ),
        Look(
            name: "look", joints: [("neck", 0.4), ("head", 0.6)], limits: Free, line: Eyes(0, 1.6, 0.1),
            down_up: (-0.8, 0.7), right_left: (-1, 1), seconds: 0, softness: 0.5,
        ),
        Look(name: "point", joints: [("rightUpperArm", 1)], line: Along(from: (0, 0, 0), direction: (-1, 0, 0))),
        Look(name: "see", joints: [("head", 1)], line: Sight, turns_eyes: true),
        Leg(
            name: "step", joints: ["leftUpperLeg", "leftLowerLeg", "leftFoot", "leftToes"], limits: false, stance: Hind,
            heel: 0.2, toes: 0.1, most_heel: 1, most_toes: 0.4, begins: 0.9, pole: (0, 0.5, 1),
        ),
        Spline(
            name: "along", from: "spine", to: "head", limits: Free, points: 4, moves_root: false, offset: 0,
            twist: (0, 0.1),
        ),
        Body(
            root: "hips",
            effectors: [
                (name: "left grip", joint: "leftHand", offset: (0.05, 0, 0)), (name: "right grip", joint: "rightHand"),
            ],
            limits: Usual, stiffness: {"spine": 0.9}, habits: false, root_behaviour: Turns,
            balance: (over: (0, 0, 0), weight: 0.5), iterations: 8, tolerance: 0.01, preference: 0.2,
        ),
    ],
    feet: (locks: false, tilt: 0.3),
    fades: {"left grip": 0, "look": 1.5},
)"#;

pub(crate) const EXAMPLE: &str = include_str!("../../../../examples/rig.ron");

/// Somebody made up; without a map of bones, something whose joints are called so all the same.
pub(crate) fn character(is_person: bool) -> Character {
    let body = body(PLAIN);
    let humanoid = is_person.then_some(body.humanoid);
    Character::new(CharacterParts { skeleton: body.skeleton, humanoid, ..CharacterParts::default() }).unwrap()
}

/// A person whose joints are called otherwise than human bones.
fn renamed() -> Character {
    let body = body(PLAIN);
    let joints = body.skeleton.joints().map(|joint| Joint {
        name: format!("b {}", joint.0),
        parent: body.skeleton.parent(joint).map(|parent| parent.0),
        rest: body.skeleton.rest()[joint.index()],
        in_scene: true,
    });
    let skeleton = Skeleton::new(joints.collect()).unwrap();
    Character::new(CharacterParts { skeleton, humanoid: Some(body.humanoid), ..CharacterParts::default() })
        .unwrap()
}

fn rig(text: &str) -> IkRig {
    let description = rig_from_ron(text).unwrap_or_else(|e| panic!("{e} in\n{text}"));
    IkRig::from_description(&description, &character(true)).unwrap_or_else(|e| panic!("{e} in\n{text}"))
}

fn slots(rig: &IkRig) -> Vec<&str> {
    rig.slots().map(|(_, name)| name).collect()
}

#[test]
fn there_and_back_they_say_the_same() {
    for text in [EVERYTHING, EXAMPLE, "()", "(feet: ())", "(human: true, feet: (step: 1))"] {
        let description = rig_from_ron(text).unwrap_or_else(|e| panic!("{e} in\n{text}"));
        let written = rig_to_ron(&description).unwrap();
        assert_eq!(rig_from_ron(&written).unwrap_or_else(|e| panic!("{e} in\n{written}")), description);
    }
}

#[test]
fn parts_come_in_their_order_and_in_the_place_of_a_persons() {
    let of_people = ["look", "left hand", "right hand", "left foot", "right foot"];
    assert_eq!(slots(&rig("(human: true)")), of_people);
    let with_palm = "(human: true, parts: [Limb(name: \"left hand\", joints: \
        [\"leftUpperArm\", \"leftLowerArm\", \"leftHand\"])])";
    assert_eq!(slots(&rig(with_palm)), ["look", "right hand", "left foot", "right foot", "left hand"]);
    let all = ["hand", "spine", "look", "point", "see", "step", "along", "left grip", "right grip"];
    assert_eq!(slots(&rig(EVERYTHING)), all);
    assert!(slots(&rig(EXAMPLE)).contains(&"point"));
}

/// How far each slot of a rig misses, in this order, where all are told to go a little way off from where they are.
fn misses(rig: IkRig) -> Vec<f32> {
    let mut actor = Actor::new(Arc::new(character(true)), Vec::new()).unwrap();
    let names: Vec<String> = rig.slots().map(|(_, name)| name.to_owned()).collect();
    actor.set_rig(Some(Arc::new(rig))).unwrap();
    let mut misses = Vec::new();
    for name in names {
        let goal = match name.as_str() {
            "look" | "see" => Vec3::new(0.3, 1.5, 2.0),
            "point" => Vec3::new(-0.6, 1.5, 1.5),
            "spine" | "head" => Vec3::new(0.05, 1.5, 0.1),
            name if name.contains("right") => Vec3::new(-0.3, 1.2, 0.3),
            _ => Vec3::new(0.3, 1.2, 0.3),
        };
        actor.reach(&name, IkGoal::at(goal)).unwrap();
        actor.ik_mut().unwrap().settle();
        actor.update(0.0);
        let ik = actor.ik().unwrap();
        misses.push(ik.report(ik.rig().slot(&name).unwrap()).error);
        actor.let_go(&name).unwrap();
    }
    misses
}

#[test]
fn what_is_written_reaches() {
    for text in [EVERYTHING, "(human: true)"] {
        let rig = rig(text);
        let all: Vec<_> = rig.slots().map(|(_, name)| name.to_owned()).collect();
        for (name, miss) in all.iter().zip(misses(rig)) {
            let is_foot = name.contains("foot");
            assert!(is_foot || miss < 0.011, "{name} misses by {miss}");
        }
    }
}

#[test]
fn the_tip_of_a_slot_is_what_comes_to_its_goal() {
    let mut actor = Actor::new(Arc::new(character(true)), Vec::new()).unwrap();
    actor.set_rig(Some(Arc::new(rig(EVERYTHING)))).unwrap();
    // Of eyes and curves, what is told is how far others than the tip are off.
    for name in ["hand", "spine", "look", "point", "step", "left grip", "right grip"] {
        let goal = Vec3::new(if name.contains("right") { -1.0 } else { 1.0 }, 1.2, 1.5);
        actor.reach(name, IkGoal::at(goal)).unwrap();
        actor.ik_mut().unwrap().settle();
        actor.update(0.0);
        let (ik, frame) = (actor.ik().unwrap(), actor.frame());
        let slot = ik.rig().slot(name).unwrap();
        let off = match ik.rig().tip(slot, frame.model()) {
            IkTip::Place(place) => place.distance(goal),
            IkTip::Line { from, direction } => direction.angle_between(goal - from),
        };
        let told = ik.report(slot).error;
        assert!((off - told).abs() < 2e-3, "{name}: {off} {told}");
        assert!(told > 0.05 || name == "look" || name == "point", "{name}: {told}");
        actor.let_go(name).unwrap();
    }
}

/// Joints on one another, each with a bone upwards.
fn pole() -> Character {
    let joint = |n: u32| Joint {
        name: format!("pole_{n}"),
        parent: n.checked_sub(1),
        rest: Transform::from_translation(Vec3::Y),
        in_scene: true,
    };
    let skeleton = Skeleton::new((0..4).map(joint).collect()).unwrap();
    Character::new(CharacterParts { skeleton, ..CharacterParts::default() }).unwrap()
}

#[test]
fn given_limits_hold_back() {
    let bent = |limits: &str| {
        let text =
            format!("(parts: [Chain(name: \"tip\", from: \"pole_0\", to: \"pole_3\", limits: {limits})])");
        let description = rig_from_ron(&text).unwrap_or_else(|e| panic!("{e} in\n{text}"));
        let character = Arc::new(pole());
        let rig = IkRig::from_description(&description, &character).unwrap();
        let mut actor = Actor::new(character, Vec::new()).unwrap();
        actor.set_rig(Some(Arc::new(rig))).unwrap();
        actor.reach("tip", IkGoal::at(Vec3::new(2.5, 1.5, 0.0))).unwrap();
        actor.ik_mut().unwrap().settle();
        actor.update(0.0);
        let turn = |n: usize| actor.frame().local()[n].rotation.angle_between(sinew::glam::Quat::IDENTITY);
        ([turn(0), turn(1), turn(2)], actor.frame().model()[3].translation.x)
    };
    let (free, reached) = bent("Free");
    assert!(reached > 2.4 && free.iter().any(|turn| *turn > 0.5), "{free:?} {reached}");
    let (held, reached) = bent(
        "Given({\"pole_0\": (swing: Ellipse(axis: (1, 0, 0), about: (-0.2, 0.2), across: (-0.2, 0.2)), twist: (-0.1, 0.1)), \
        \"pole_1\": (swing: Hinge(axis: (1, 0, 0), range: (-1, 1)), twist: (0, 0)), \"pole_2\": (swing: Fixed)})",
    );
    assert!(held[0] < 0.225 && held[2] < 1e-3 && reached < 1.2, "{held:?} {reached}");
}

#[test]
fn slips_are_told_with_their_place() {
    let person = character(true);
    let thing = character(false);
    let elsewhere = renamed();
    let limb = |rest: &str| {
        let joints = "joints: [\"leftUpperArm\", \"leftLowerArm\", \"leftHand\"]";
        format!("(parts: [Limb(name: \"arm\", {joints}, {rest})])")
    };
    let chain =
        |rest: &str| format!("(parts: [Chain(name: \"tail\", from: \"hips\", to: \"head\", {rest})])");
    let look =
        |joints: &str, rest: &str| format!("(parts: [Look(name: \"look\", joints: [{joints}], {rest})])");
    let cases: Vec<(&Character, String, &str)> = vec![
        (&person, "(parts: [Limb(name: \"arm\", joints: [\"leftHand\"])])".into(), "parts[\"arm\"].joints: a limb has 3 joints, not 1"),
        (&person, "(parts: [Chain(name: \"tail\", from: \"hips\", to: \"tial\")])".into(), "parts[\"tail\"].to: no joint or human bone called \"tial\"; there are "),
        (&person, "(parts: [Chain(name: \"tail\", from: \"hips\", to: \"haed\")])".into(), "parts[\"tail\"].to: no joint or human bone called \"haed\"; did you mean \"head\"? there are "),
        (&person, chain("stiffness: {\"nek\": 0.5}"), "stiffness[\"nek\"]: no joint or human bone called \"nek\"; did you mean \"neck\"?"),
        (&elsewhere, "(parts: [Chain(name: \"tail\", from: \"hips\", to: \"leftUperArm\")])".into(), "called \"leftUperArm\"; did you mean \"leftUpperArm\"? there are \"b 0\", "),
        (&person, "(parts: [Chain(name: \"tail\", from: \"head\", to: \"hips\")])".into(), "parts[\"tail\"].to: \"hips\" does not hang below \"head\""),
        (&person, "(parts: [Chain(name: \"tail\", from: \"head\", to: \"head\")])".into(), "one joint bends nothing"),
        (&person, "(parts: [Chain(name: \"tail\", from: \"leftHand\", to: \"rightHand\")])".into(), "does not hang below"),
        (&person, chain("iterations: 10001"), "parts[\"tail\"].iterations: expected 10000 at most, not 10001"),
        (&person, chain("tolerance: -1"), "parts[\"tail\"].tolerance: expected metres, 0 or more, not -1"),
        (&person, chain("tries: 6"), "parts[\"tail\"].tries: expected 5 at most"),
        (&person, chain("stiffness: {\"leftHand\": 0.5}"), "stiffness: \"leftHand\" is no joint of this part"),
        (&person, chain("stiffness: {\"neck\": 2}"), "stiffness[\"neck\"]: expected 0 to 1, not 2"),
        (&person, chain("limits: Given({\"neck\": (twist: (1, 0))})"), "limits[\"neck\"].twist: expected angles from the lesser"),
        (&person, chain("limits: Given({\"neck\": (swing: Cone([(0, 1, 0)]))})"), "limits[\"neck\"].swing: a reach cone needs at least 3"),
        (&person, chain("limits: Given({\"neck\": (bone: (0, 0, 0))})"), "limits[\"neck\"].bone: expected a direction"),
        (&person, limb("softness: 1.5"), "parts[\"arm\"].softness: expected 0 to 1, not 1.5"),
        (&person, limb("stretch: NaN"), "parts[\"arm\"].stretch: expected 1 or more, not NaN"),
        (&person, limb("hinge: (0, 0, 0)"), "parts[\"arm\"].hinge: expected a direction"),
        (&person, limb("pole: (inf, 0, 0)"), "parts[\"arm\"].pole: expected finite numbers"),
        (&person, "(parts: [Limb(name: \"leg\", joints: [\"leftUpperLeg\", \"leftLowerLeg\", \"leftFoot\"], palm: true)])".into(), "parts[\"leg\"].palm: the limb ends in \"leftFoot\", which is no hand"),
        (&person, look("(\"neck\", 0)", ""), "nothing of the turn is shared"),
        (&person, look("", ""), "parts[\"look\"].joints: a chain needs a joint"),
        (&person, look("(\"neck\", -1)", ""), "parts[\"look\"].joints[0]: expected a share, 0 or more"),
        (&person, look("(\"neck\", 1)", "down_up: (0.1, 1)"), "parts[\"look\"].down_up: expected angles from 0 or less"),
        (&person, "(parts: [Body(root: \"hips\")])".into(), "parts[0].effectors: a body has 1 to 32 effectors"),
        (&person, "(parts: [Body(root: \"hips\", effectors: [(name: \"a\", joint: \"x\")])])".into(), "parts[0].effectors[\"a\"].joint: no joint or human bone called \"x\""),
        (&person, "(parts: [Chain(from: \"hips\", to: \"head\")])".into(), "parts[0]: it has no name"),
        (&person, "(parts: [Look(name: \"a\", joints: [(\"head\", 1)]), Look(name: \"a\", joints: [(\"head\", 1)])])".into(), "parts[1]: \"a\" is there twice"),
        (&person, "(human: true, fades: {\"left hnd\": 1})".into(), "fades[\"left hnd\"]: no slot called \"left hnd\"; did you mean \"left hand\"? there are \"look\", \"left hand\""),
        (&person, "(human: true, fades: {\"look\": -1})".into(), "fades[\"look\"]: expected seconds, 0 or more, not -1"),
        (&person, "(feet: (step: inf))".into(), "feet: expected finite numbers"),
        (&thing, "(human: true)".into(), "human: only people have that"),
        (&thing, "(feet: ())".into(), "feet: only people have that"),
    ];
    for (whom, text, words) in cases {
        let description = rig_from_ron(&text).unwrap_or_else(|e| panic!("{e} in\n{text}"));
        let error = IkRig::from_description(&description, whom).expect_err(&text).to_string();
        assert!(error.contains(words), "{error} in {text}");
    }
    for (text, words) in [
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
        ("(parts: [Chain(limits: Humn)])", "no kind of limits called \"Humn\""),
        ("(parts: [Limb(pole: 1)])", "line 1, column"),
        ("(fades: {\"a\": 1, \"a\": 2})", "\"a\" is there twice"),
        ("(feet: (stpe: 1))", "no field \"stpe\" in feet"),
        ("[", "line 1, column"),
    ] {
        let error = rig_from_ron(text).unwrap_err().to_string();
        assert!(error.starts_with("line 1") && error.contains(words), "{error} in {text}");
        for leak in ["Description", "struct", "enum ", "ron::", "Expected", "Vec3"] {
            assert!(!error.contains(leak), "{error} in {text}");
        }
    }
    assert!(rig_from_ron(&"(parts: [Limb(".repeat(500)).is_err());
}

#[test]
fn faults_are_found_all_at_once_and_are_those_that_are_refused() {
    let found = |text: &str| {
        let description = rig_from_ron(text).unwrap_or_else(|e| panic!("{e} in\n{text}"));
        let faults = description.check();
        let refused = IkRig::from_description(&description, &character(true)).err();
        assert!(faults.is_empty() || refused.as_ref() == faults.first(), "{refused:?} {faults:?}");
        faults.into_iter().map(|fault| (fault.problem.code(), fault.place)).collect::<Vec<_>>()
    };
    for sound in [EVERYTHING, EXAMPLE, "()", "(human: true, feet: (), fades: {\"left foot\": 0})"] {
        assert_eq!(found(sound), [], "{sound}");
    }
    let arm = |name: &str, rest: &str| {
        format!("Limb(name: \"{name}\", joints: [\"leftUpperArm\", \"leftLowerArm\", \"leftHand\"], {rest})")
    };
    let text = format!(
        "(parts: [{}, {}, {}], feet: (tilt: -1), fades: {{\"look\": 1, \"a\": 1}})",
        arm(
            "a",
            "swivel: inf, limits: Given({\"leftHand\": (swing: Cone([(0, 1, 0), (1, 0, NaN), (0, 0, 1)]))})"
        ),
        arm("a", "pole: (0, NaN, 0)"),
        "Leg(name: \"b\", joints: [\"hips\", \"spine\", \"hips\", \"\"], most_heel: 4)",
    );
    let places = [
        ("rig-value", "parts[\"a\"].limits[\"leftHand\"].swing"),
        ("rig-value", "parts[\"a\"].swivel"),
        ("rig-double", "parts[1]"),
        ("rig-value", "parts[\"a\"].pole"),
        ("rig-double", "parts[\"b\"].joints[2]"),
        ("rig-value", "parts[\"b\"].most_heel"),
        ("rig-value", "parts[\"b\"].joints[3]"),
        ("rig-value", "feet"),
        ("rig-name", "fades[\"look\"]"),
    ];
    assert_eq!(found(&text), places.map(|(code, place)| (code, place.to_owned())));
    // A text without end is not read to its end.
    let fades: String = (0..2000).map(|n| format!("\"slot {n}\": 1,")).collect();
    assert_eq!(found(&format!("(human: true, fades: {{{fades}}})")).len(), 100);
}

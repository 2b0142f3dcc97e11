//! Rig descriptions: round trip through RON, compilation, and results.

use crate::made_up_body::{PLAIN, body};
use sinew::glam::Vec3;
use sinew::rig::{EffectorPose, IkGoal, IkPartDescription, IkRig, IkRigDescription};
use sinew::skeleton::Joint;
use sinew::{Actor, Character, CharacterParts, Skeleton, Transform};
use std::sync::Arc;

/// A part of every kind, with every kind of limit and line.
pub(crate) const EVERYTHING: &str = r#"(
    parts: [
        Limb(
            name: "hand", joints: ["leftUpperArm", "leftLowerArm", "leftHand"], limits: Human, hinge: (0, 1, 0),
            pole: (1, 1, -1), swivel: 5.729578, softness: 0.1, stretch: 1.1, grip: true,
            spine_assist: true, follows: (joint: "rightHand", position: (0.1, 0, 0), rotation: (0, 5.729578, 0)),
        ),
        Chain(
            name: "spine", from: "hips", to: "head", stiffness: {"neck": 0.5}, method: Ccd, iterations: 12,
            rounds: 3, tolerance: 0.001, restarts: 2,
            limits: PerJoint({
                "spine": (swing: Ellipse(axis: (1, 0, 0), about: (-28.64789, 34.37747),
                    across: (-22.918312, 22.918312)),
                    twist: (-17.188735, 17.188735)),
                "chest": (swing: Polygon([(0.3, 1, 0.3), (-0.3, 1, 0.3), (0, 1, -0.4)])),
                "neck": (bone: (0, 1, 0), swing: Hinge(axis: (1, 0, 0), range: (-22.918312, 45.836624)), twist: (0, 0)),
                "head": (swing: Fixed),
                "hips": (swing: Free),
            }),
        ),
        Look(
            name: "look", joints: [("neck", 0.4), ("head", 0.6)], limits: Free, line: Eyes(0, 1.6, 0.1),
            down_up: (-45.836624, 40.107045), right_left: (-57.29578, 57.29578), response_time: 0, softness: 0.5,
        ),
        Look(name: "point", joints: [("rightUpperArm", 1)], line: Along(origin: (0, 0, 0), direction: (-1, 0, 0))),
        Look(name: "bone", joints: [("neck", 1)], line: Bone),
        Look(name: "to", joints: [("rightUpperArm", 1)], line: To("rightHand")),
        Look(name: "see", joints: [("head", 1)], line: Sight, turns_eyes: true),
        Leg(
            name: "step", joints: ["leftUpperLeg", "leftLowerLeg", "leftFoot", "leftToes"], limits: false, mode: Hind,
            heel_lift: 0.2, toe_lift: 0.1, max_heel_angle: 57.29578, max_toe_angle: 22.918312, roll_start: 0.9, pole: (0, 0.5, 1),
        ),
        Spline(
            name: "along", from: "spine", to: "head", limits: Free, points: 4, moves_root: false, offset: 0,
            twist: (0, 5.729578),
        ),
        Body(
            root: "hips",
            effectors: [
                (name: "left grip", joint: "leftHand", offset: (0.05, 0, 0)), (name: "right grip", joint: "rightHand"),
            ],
            limits: Auto, stiffness: {"spine": 0.9}, human_masses: false, root_behaviour: Turns,
            balance: (target: (0, 0, 0), weight: 0.5), iterations: 8, tolerance: 0.01, preference: 0.2, restarts: 2,
        ),
    ],
    feet: (lock_feet: false, max_tilt: 17.188735),
    fades: {"left grip": 0, "look": 1.5},
)"#;

pub(crate) const EXAMPLE: &str = include_str!("../../../../examples/rig.ron");

/// A synthetic humanoid, or the same joints without a bone map.
pub(crate) fn character(is_humanoid: bool) -> Character {
    let body = body(PLAIN);
    let humanoid = is_humanoid.then_some(body.humanoid);
    Character::new(CharacterParts { skeleton: body.skeleton, humanoid, ..CharacterParts::default() }).unwrap()
}

fn rig(text: &str) -> IkRig {
    let description = IkRigDescription::from_ron(text).unwrap_or_else(|e| panic!("{e} in\n{text}"));
    IkRig::from_description(&description, &character(true)).unwrap_or_else(|e| panic!("{e} in\n{text}"))
}

fn effectors(rig: &IkRig) -> Vec<&str> {
    rig.effectors().map(|(_, name)| name).collect()
}

#[test]
fn descriptions_round_trip() {
    for text in [EVERYTHING, EXAMPLE, "()", "(feet: ())", "(human: true, feet: (step_time: 1))"] {
        let description = IkRigDescription::from_ron(text).unwrap_or_else(|e| panic!("{e} in\n{text}"));
        let written = description.to_ron().unwrap();
        assert_eq!(
            IkRigDescription::from_ron(&written).unwrap_or_else(|e| panic!("{e} in\n{written}")),
            description
        );
    }
}

#[test]
fn rounds_default_to_one_and_may_be_any_number() {
    let chain = |rounds: &str| {
        let text = format!("(parts: [Chain(name: \"tail\", from: \"hips\", to: \"head\"{rounds})])");
        let description = IkRigDescription::from_ron(&text).unwrap_or_else(|e| panic!("{e} in\n{text}"));
        IkRig::from_description(&description, &character(true)).unwrap_or_else(|e| panic!("{e} in\n{text}"));
        let Some(IkPartDescription::Chain(chain)) = description.parts.into_iter().next() else {
            panic!("no chain in\n{text}")
        };
        chain.rounds
    };
    let all = format!(", rounds: {}", u32::MAX);
    assert_eq!(["", ", rounds: 0", ", rounds: 7", &all].map(chain), [1, 0, 7, u32::MAX]);
}

#[test]
fn parts_keep_their_order_and_replace_default_parts_of_the_same_name() {
    let of_people = ["look", "left hand", "right hand", "left foot", "right foot"];
    assert_eq!(effectors(&rig("(human: true)")), of_people);
    let with_palm = "(human: true, parts: [Limb(name: \"left hand\", joints: \
        [\"leftUpperArm\", \"leftLowerArm\", \"leftHand\"])])";
    assert_eq!(effectors(&rig(with_palm)), ["look", "right hand", "left foot", "right foot", "left hand"]);
    let all =
        ["hand", "spine", "look", "point", "bone", "to", "see", "step", "along", "left grip", "right grip"];
    assert_eq!(effectors(&rig(EVERYTHING)), all);
    assert!(effectors(&rig(EXAMPLE)).contains(&"point"));
}

/// Error of each effector of a rig (metres, for looks radians), in their order, for goals close to the rest
/// pose.
fn misses(rig: IkRig) -> Vec<f32> {
    let mut actor = Actor::without_clips(Arc::new(character(true)));
    let names: Vec<String> = rig.effectors().map(|(_, name)| name.to_owned()).collect();
    actor.set_ik(Some(Arc::new(rig))).unwrap();
    let mut misses = Vec::new();
    for name in names {
        let goal = match name.as_str() {
            "look" | "see" => Vec3::new(0.3, 1.5, 2.0),
            "point" => Vec3::new(-0.6, 1.5, 1.5),
            "bone" => Vec3::new(0.2, 2.5, 0.3),
            "to" => Vec3::new(-0.9, 1.2, 0.4),
            "spine" | "head" => Vec3::new(0.05, 1.5, 0.1),
            name if name.contains("right") => Vec3::new(-0.3, 1.2, 0.3),
            _ => Vec3::new(0.3, 1.2, 0.3),
        };
        actor.ik_mut().unwrap().set_goal(&name, IkGoal::at(goal)).unwrap();
        actor.ik_mut().unwrap().snap();
        actor.update(0.0);
        let ik = actor.ik().unwrap();
        let report = ik.report(ik.rig().effector(&name).unwrap());
        misses.push(report.error + report.angle_error);
        actor.ik_mut().unwrap().clear_goal(&name).unwrap();
    }
    misses
}

#[test]
fn rigs_from_text_reach_their_goals() {
    for text in [EVERYTHING, "(human: true)"] {
        let rig = rig(text);
        let all: Vec<_> = rig.effectors().map(|(_, name)| name.to_owned()).collect();
        for (name, miss) in all.iter().zip(misses(rig)) {
            let is_foot = name.contains("foot");
            assert!(is_foot || miss < 0.011, "{name} misses by {miss}");
        }
    }
}

#[test]
fn the_effector_pose_is_what_moves_to_the_goal() {
    let mut actor = Actor::without_clips(Arc::new(character(true)));
    actor.set_ik(Some(Arc::new(rig(EVERYTHING)))).unwrap();
    // The error of eyes and curves is that of other joints than the tip.
    for name in ["hand", "spine", "look", "point", "step", "left grip", "right grip"] {
        let goal = Vec3::new(if name.contains("right") { -1.0 } else { 1.0 }, 1.2, 1.5);
        actor.ik_mut().unwrap().set_goal(name, IkGoal::at(goal)).unwrap();
        actor.ik_mut().unwrap().snap();
        actor.update(0.0);
        let (ik, frame) = (actor.ik().unwrap(), actor.frame());
        let effector = ik.rig().effector(name).unwrap();
        let report = ik.report(effector);
        let (off, reported) = match ik.rig().effector_pose(effector, frame.model()) {
            EffectorPose::Position(position) => (position.distance(goal), report.error),
            EffectorPose::Line { origin, direction } => {
                (direction.angle_between(goal - origin), report.angle_error)
            }
            other => panic!("{name}: {other:?}"),
        };
        assert!((off - reported).abs() < 2e-3, "{name}: {off} {reported}");
        assert!(reported > 0.05 || name == "look" || name == "point", "{name}: {reported}");
        actor.ik_mut().unwrap().clear_goal(name).unwrap();
    }
}

/// A vertical chain of joints.
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
fn limits_from_text_are_kept() {
    let bent = |limits: &str| {
        let text =
            format!("(parts: [Chain(name: \"tip\", from: \"pole_0\", to: \"pole_3\", limits: {limits})])");
        let description = IkRigDescription::from_ron(&text).unwrap_or_else(|e| panic!("{e} in\n{text}"));
        let character = Arc::new(pole());
        let rig = IkRig::from_description(&description, &character).unwrap();
        let mut actor = Actor::without_clips(character);
        actor.set_ik(Some(Arc::new(rig))).unwrap();
        actor.ik_mut().unwrap().set_goal("tip", IkGoal::at(Vec3::new(2.5, 1.5, 0.0))).unwrap();
        actor.ik_mut().unwrap().snap();
        actor.update(0.0);
        let turn = |n: usize| actor.frame().local()[n].rotation.angle_between(sinew::glam::Quat::IDENTITY);
        ([turn(0), turn(1), turn(2)], actor.frame().model()[3].translation.x)
    };
    let (free, reached) = bent("Free");
    assert!(reached > 2.4 && free.iter().any(|turn| *turn > 0.5), "{free:?} {reached}");
    let (limited, reached) = bent(
        "PerJoint({\"pole_0\": (swing: Ellipse(axis: (1, 0, 0), about: (-11.459156, 11.459156), \
         across: (-11.459156, 11.459156)), \
         twist: (-5.729578, 5.729578)), \
         \"pole_1\": (swing: Hinge(axis: (1, 0, 0), range: (-57.29578, 57.29578)), twist: (0, 0)), \
         \"pole_2\": (swing: Fixed)})",
    );
    assert!(limited[0] < 0.225 && limited[2] < 1e-3 && reached < 1.2, "{limited:?} {reached}");
}

#[test]
fn earlier_field_names_still_load() {
    let earlier = r#"(
        parts: [
            Limb(name: "hand", joints: ["leftUpperArm", "leftLowerArm", "leftHand"], palm: true, lean: true, torso: false),
            Chain(name: "neck", from: "neck", to: "head", method: Transpose, tries: 2,
                limits: Given({"neck": (swing: Cone([(0.3, 1, 0.3), (-0.3, 1, 0.3), (0, 1, -0.4)]))})),
            Look(name: "look", joints: [("head", 1)], seconds: 0.1, limits: Usual),
            Leg(name: "step", joints: ["leftUpperLeg", "leftLowerLeg", "leftFoot", "leftToes"], stance: Hind,
                heel: 0.2, toes: 0.1, most_heel: 57.29578, most_toes: 22.918312, begins: 0.9),
            Body(root: "hips", effectors: [(name: "foot", joint: "rightFoot", holds: true)], habits: true, tries: 1,
                balance: (over: (0, 0, 0.1), weight: 0.5)),
        ],
        feet: (locks: false, ahead: 0.1, foothold: 0.1, step: 0.2, hips: 0.3, most_hips: 0.4,
            tilt: 28.64789, heel: 34.37747),
    )"#;
    let now = r#"(
        parts: [
            Limb(name: "hand", joints: ["leftUpperArm", "leftLowerArm", "leftHand"], grip: true, spine_assist: true,
                arm_collider: false),
            Chain(name: "neck", from: "neck", to: "head", method: JacobianTranspose, restarts: 2,
                limits: PerJoint({"neck": (swing: Polygon([(0.3, 1, 0.3), (-0.3, 1, 0.3), (0, 1, -0.4)]))})),
            Look(name: "look", joints: [("head", 1)], response_time: 0.1, limits: Auto),
            Leg(name: "step", joints: ["leftUpperLeg", "leftLowerLeg", "leftFoot", "leftToes"], mode: Hind,
                heel_lift: 0.2, toe_lift: 0.1, max_heel_angle: 57.29578, max_toe_angle: 22.918312, roll_start: 0.9),
            Body(root: "hips", effectors: [(name: "foot", joint: "rightFoot", pinned: true)], human_masses: true, restarts: 1,
                balance: (target: (0, 0, 0.1), weight: 0.5)),
        ],
        feet: (lock_feet: false, look_ahead: 0.1, max_foothold_shift: 0.1, step_time: 0.2, hip_time: 0.3,
            max_hip_offset: 0.4, max_tilt: 28.64789, max_heel_angle: 34.37747),
    )"#;
    assert_eq!(IkRigDescription::from_ron(earlier).unwrap(), IkRigDescription::from_ron(now).unwrap());
}

//! Limbs that follow a socket of their rig, such as the second hand on a rifle, and hands that grip across a bar.

use crate::description::character;
use sinew::glam::{Affine3A, Vec3};
use sinew::humanoid::{BodySide, HumanBone};
use sinew::ik::Grip;
use sinew::rig::{IkGoal, IkRig, IkRigDescription};
use sinew::{Actor, FrameInput, RawClip, Transform};
use std::sync::Arc;

const RIFLE: &str = r#"(
    human: true,
    parts: [
        Limb(name: "right hand", joints: ["rightUpperArm", "rightLowerArm", "rightHand"], grip: true),
        Limb(
            name: "left hand", joints: ["leftUpperArm", "leftLowerArm", "leftHand"], grip: true,
            follows: (joint: "rightHand", in_grip: true, position: (0, 0.03, 0.2), rotation: (90, 0, -90)),
        ),
    ],
)"#;

fn frame(actor: &mut Actor, count: u32) {
    for _ in 0..count {
        actor.advance(1.0 / 60.0);
        actor.resolve(FrameInput::new(1.0 / 60.0, Affine3A::IDENTITY));
    }
}

/// Pose of a palm in the model.
fn palm(actor: &Actor, side: BodySide) -> Affine3A {
    let character = actor.character();
    let grip = Grip::human(character.skeleton(), character.humanoid().unwrap(), side).unwrap();
    actor.frame().socket(&grip.socket(&Affine3A::IDENTITY))
}

#[test]
fn the_second_hand_follows_the_object_in_the_first() {
    let character = Arc::new(character(true));
    let mut actor = Actor::new(character.clone(), Vec::<RawClip>::new()).unwrap();
    actor.set_ik(Some(IkRig::from_ron(RIFLE, &character).unwrap().into())).unwrap();
    for step in 0..8 {
        let at = Vec3::new(-0.12 + 0.02 * step as f32, 1.2, 0.25);
        actor.ik_mut().unwrap().set_goal("right hand", IkGoal::at(at)).unwrap();
        actor.ik_mut().unwrap().snap();
        frame(&mut actor, 1);
        let socket = palm(&actor, BodySide::Right).transform_point3(Vec3::new(0.0, 0.03, 0.2));
        let off = socket.distance(palm(&actor, BodySide::Left).translation.into());
        let report = actor.ik().unwrap().report(actor.ik().unwrap().rig().effector("left hand").unwrap());
        assert!(report.weight == 1.0 && (off - report.error).abs() < 1e-3, "{off} {report:?}");
        assert!(off < 2e-3, "step {step}: {off}");
    }
    // It lets go, and follows again.
    let on_socket = palm(&actor, BodySide::Left).translation;
    actor.ik_mut().unwrap().clear_goal("left hand").unwrap();
    frame(&mut actor, 60);
    assert!(palm(&actor, BodySide::Left).translation.distance(on_socket) > 0.1);
    actor.ik_mut().unwrap().follow("left hand").unwrap();
    frame(&mut actor, 60);
    assert!(palm(&actor, BodySide::Left).translation.distance(on_socket) < 2e-3);
}

#[test]
fn sockets_are_those_of_joints_without_their_scale() {
    let text = RIFLE.replace("in_grip: true, ", "").replace("rotation: (90, 0, -90)", "rotation: (0, 0, 0)");
    let character = character(true);
    let rig = IkRig::from_ron(&text, &character).unwrap();
    let description = IkRigDescription::from_ron(&text).unwrap();
    assert_eq!(IkRigDescription::from_ron(&description.to_ron().unwrap()).unwrap(), description);
    let mut actor = Actor::new(Arc::new(character.clone()), Vec::<RawClip>::new()).unwrap();
    actor.set_ik(Some(rig.into())).unwrap();
    let goal = *actor.ik().unwrap().goal(actor.ik().unwrap().rig().effector("left hand").unwrap()).unwrap();
    let hand = character.humanoid().unwrap().joint(HumanBone::RightHand).unwrap();
    let offset = Transform::from_translation(Vec3::new(0.0, 0.03, 0.2));
    assert_eq!(goal, IkGoal::at_socket(sinew::Socket { joint: hand, offset }));
}

#[test]
fn errors_name_the_field() {
    let character = character(true);
    for (from, to, expected) in [
        (
            "joint: \"rightHand\"",
            "joint: \"rihgtHand\"",
            "parts[\"left hand\"].follows.joint: no joint or human bone called",
        ),
        ("joint: \"rightHand\"", "joint: \"leftHand\"", "the limb moves this joint itself"),
        ("joint: \"rightHand\"", "joint: \"chest\"", "\"chest\" is no hand of the humanoid"),
        ("joint: \"rightHand\"", "joint: \"\"", "it names no joint"),
        ("rotation: (90, 0, -90)", "rotation: 3", "follows.rotation: expected"),
        ("position: (0, 0.03, 0.2)", "position: (0, inf, 0)", "follows.position: expected finite numbers"),
    ] {
        let error = IkRig::from_ron(&RIFLE.replacen(from, to, 1), &character).unwrap_err().to_string();
        assert!(error.contains(expected) && error.contains("line "), "{to}: {error}");
    }
    let mut rig = IkRig::from_ron(RIFLE, &character).unwrap();
    assert!(rig.set_follow("look", None).is_err() && rig.set_follow("left hand", None).is_ok());
}

#[test]
fn hands_grip_across_bars() {
    let character = character(true);
    let (skeleton, body) = (character.skeleton(), character.humanoid().unwrap());
    let rig = IkRig::human(skeleton, body).with_grips(skeleton, body);
    let at = Vec3::new(-0.2, 1.2, 0.4);
    for (axis, thumb) in [
        (Vec3::Y, Vec3::Y),
        (Vec3::NEG_Y, Vec3::Y),
        // Over a bar before the body the thumbs point at each other, along a rail ahead.
        (Vec3::X, Vec3::X),
        (Vec3::NEG_X, Vec3::X),
        (Vec3::Z, Vec3::Z),
        (Vec3::new(0.0, 3.0, 3.0), Vec3::new(0.0, 1.0, 1.0).normalize()),
    ] {
        let rotation = rig.grip_rotation("right hand", skeleton, at, axis).unwrap();
        assert!((rotation * Vec3::Y).abs_diff_eq(thumb, 1e-4), "{axis}: {}", rotation * Vec3::Y);
        let mirrored =
            rig.grip_rotation("left hand", skeleton, at * Vec3::new(-1.0, 1.0, 1.0), axis).unwrap();
        let across = thumb * Vec3::new(-1.0, 1.0, 1.0);
        assert!((mirrored * Vec3::Y).abs_diff_eq(across, 1e-4), "{axis}: {}", mirrored * Vec3::Y);
        let ahead = at
            - Vec3::from(
                character.reference_model()[body.joint(HumanBone::RightUpperArm).unwrap().index()]
                    .translation,
            );
        let along = ahead.normalize().dot(thumb).abs();
        assert!((rotation * Vec3::Z).dot(ahead) > 0.0 || along > 0.99, "the fingers point on from the arm");
    }
    assert!(rig.grip_rotation("right hand", skeleton, at, Vec3::ZERO).is_err());
    assert!(rig.grip_rotation("look", skeleton, at, Vec3::Y).is_err());
    assert!(IkRig::human(skeleton, body).grip_rotation("right hand", skeleton, at, Vec3::Y).is_err());
}

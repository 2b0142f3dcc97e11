//! Limbs that follow a socket of their rig, such as the second hand on a rifle, and hands that grip across a bar.

use crate::description::character;
use crate::human_bodies::{full_body, full_body_in_centimetres};
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::humanoid::{BodySide, HumanBone};
use sinew::ik::Grip;
use sinew::rig::{IkError, IkGoal, IkInput, IkRig, IkRigDescription, IkState, IkTarget};
use sinew::stage::{StageInput, StagePose};
use sinew::{Actor, FrameInput, LocalPose, ModelPose, RawClip, Socket, Transform};
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
    let left = actor.ik().unwrap().rig().effector("left hand").unwrap();
    assert!(actor.ik().unwrap().is_following(left));
    actor.ik_mut().unwrap().clear_goal("left hand").unwrap();
    assert!(!actor.ik().unwrap().is_following(left));
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
fn sockets_are_in_metres_on_joints_with_a_scale() {
    let offset =
        Transform { scale: Vec3::splat(1.5), ..Transform::from_translation(Vec3::new(0.0, 0.03, 0.2)) };
    for body in [full_body(), full_body_in_centimetres()] {
        let character = body.character(&body.humanoid);
        let hand = body.humanoid.joint(HumanBone::RightHand).unwrap();
        let socket = Socket::in_metres(&body.skeleton, hand, &offset);
        let joint = character.reference_model()[hand.index()];
        let lies = joint * socket.offset.to_affine();
        assert!((lies.translation.distance(joint.translation) - offset.translation.length()).abs() < 1e-4);
        assert!((lies.matrix3.x_axis.length() - 1.5).abs() < 1e-3, "{lies}");
        // The same for a limb that follows it.
        for in_grip in ["", "in_grip: true, "] {
            let text = RIFLE.replace("in_grip: true, ", in_grip);
            let rig = Arc::new(IkRig::from_ron(&text, &character).unwrap());
            let state = IkState::new(rig.clone(), &character).unwrap();
            let goal = state.goal(rig.effector("left hand").unwrap()).unwrap();
            let IkTarget::Socket(followed) = goal.target else { panic!("{goal:?}") };
            let from = match in_grip {
                "" => joint,
                _ => {
                    let grip = Grip::human(&body.skeleton, &body.humanoid, BodySide::Right).unwrap();
                    joint * grip.socket(&Affine3A::IDENTITY).offset.to_affine()
                }
            };
            let lies = joint * followed.offset.to_affine();
            assert!((lies.translation.distance(from.translation) - 0.2022375).abs() < 1e-4, "{lies} {from}");
        }
    }
    let nowhere = Socket::in_metres(&full_body().skeleton, sinew::JointId(9999), &offset);
    assert_eq!(nowhere.offset, offset);
}

#[test]
fn limbs_follow_only_what_they_can() {
    let character = character(true);
    let (skeleton, body) = (character.skeleton(), character.humanoid().unwrap());
    let joint = |bone| body.joint(bone).unwrap();
    let mut rig = IkRig::human(skeleton, body);
    let error = |result: Result<(), IkError>| result.unwrap_err().to_string();
    for own in [HumanBone::LeftUpperArm, HumanBone::LeftHand] {
        let message = error(rig.set_follow("left hand", Socket::at(joint(own))));
        assert!(
            message.contains("\"left hand\" cannot follow") && message.contains("moves this joint itself"),
            "{message}"
        );
    }
    for wrong in [
        Transform::from_translation(Vec3::new(0.0, f32::NAN, 0.0)),
        Transform { rotation: Quat::from_xyzw(0.0, 0.0, 0.0, 0.0), ..Transform::IDENTITY },
        Transform { scale: Vec3::INFINITY, ..Transform::IDENTITY },
    ] {
        let socket = Socket { joint: joint(HumanBone::RightHand), offset: wrong };
        assert!(error(rig.set_follow("left hand", socket)).contains("not finite"));
    }
    let state = |rig: &IkRig| IkState::new(Arc::new(rig.clone()), &character).map(|_| ());
    assert!(state(&rig).is_ok());
    rig.set_follow("left hand", Socket::at(sinew::JointId(9999))).unwrap();
    assert!(error(state(&rig)).contains("no such joint"));
    rig.set_follow("left hand", Socket::at(joint(HumanBone::RightHand))).unwrap();
    assert!(state(&rig).is_ok());
    rig.set_follow("right hand", Socket::at(joint(HumanBone::LeftLowerArm))).unwrap();
    assert!(error(state(&rig)).contains("in turn"));
    let each_other = RIFLE.replacen("grip: true)", "grip: true, follows: (joint: \"leftHand\"))", 1);
    let message = IkRig::from_ron(&each_other, &character).unwrap_err().to_string();
    assert!(message.contains("follows.joint") && message.contains("in turn"), "{message}");
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
    bars_at_all_heights(&character, &rig);
    assert!(rig.grip_rotation("right hand", skeleton, at, Vec3::ZERO).is_err());
    assert!(rig.grip_rotation("look", skeleton, at, Vec3::Y).is_err());
    assert!(IkRig::human(skeleton, body).grip_rotation("right hand", skeleton, at, Vec3::Y).is_err());
}

/// Checks thumb and palm of the right hand on bars in all directions, and that an arm reaches them without a twist.
fn bars_at_all_heights(character: &sinew::Character, rig: &IkRig) {
    let skeleton = character.skeleton();
    let body = character.humanoid().unwrap();
    let shoulder = Vec3::from(
        character.reference_model()[body.joint(HumanBone::RightUpperArm).unwrap().index()].translation,
    );
    let (x, y, z) = (Vec3::X, Vec3::Y, Vec3::Z);
    for (what, offset, axis, thumb, palm) in [
        // +X is out of the right palm.
        ("a post before the body", Vec3::new(0.0, -0.1, 0.4), y, y, x),
        ("a bar across the body", Vec3::new(0.05, -0.1, 0.4), x, x, -y),
        ("a rail at the hip", Vec3::new(-0.1, -0.45, 0.05), z, z, x),
        ("a rail at shoulder height", Vec3::new(0.0, 0.02, 0.45), z, z, x),
        ("a bar overhead across the body", Vec3::new(0.0, 0.45, 0.1), x, x, z),
        ("a bar overhead that runs ahead", Vec3::new(0.0, 0.45, 0.05), z, -z, x),
    ] {
        let at = shoulder + offset;
        let rotation = rig.grip_rotation("right hand", skeleton, at, axis).unwrap();
        assert!((rotation * y).dot(thumb) > 0.99, "{what}: thumb {}", rotation * y);
        assert!((rotation * x).dot(palm) > 0.5, "{what}: palm {}", rotation * x);
        let mut state = IkState::new(Arc::new(rig.clone()), character).unwrap();
        let hand = rig.effector("right hand").unwrap();
        state.set_goal(hand, IkGoal::at(at).with_rotation(rotation)).unwrap();
        state.snap();
        let (mut local, mut model) = (LocalPose::rest(skeleton), ModelPose::rest(skeleton));
        let input = StageInput::new(0.0, Affine3A::IDENTITY);
        state.solve(&input, IkInput::new(), &mut StagePose::new(skeleton, &mut local, &mut model));
        let report = state.report(hand);
        // Along a straight arm no wrist turns so far.
        let most = if what == "a rail at shoulder height" { 1.2 } else { 0.6 };
        assert!(report.error < 2e-3 && report.rotation_error < most, "{what}: {report:?}");
    }
}

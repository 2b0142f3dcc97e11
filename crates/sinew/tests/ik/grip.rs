//! Grips: the palm reaches its goal, whatever limits the hand has.

use crate::human_bodies::full_body;
use crate::human_bodies::state_of;
use crate::human_limits::{Limited, bodies};
use crate::random::cases;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::humanoid::BodySide;
use sinew::humanoid::HumanBone::*;
use sinew::ik::{ChainGoal, ChainScratch, Grip, IkPose, Limb, LimbSettings};
use sinew::limit::HumanLimits;
use sinew::rig::{EffectorPose, IkGoal, IkInput, IkRig, IkTarget};
use sinew::stage::{StageInput, StagePose};
use sinew::{LocalPose, ModelPose, Socket, Transform};
use std::sync::Arc;

fn pose_of(model: &ModelPose, socket: &Socket) -> Affine3A {
    *model.get(socket.joint) * socket.offset.to_affine()
}

#[test]
fn palm_axes_are_anatomically_correct() {
    let person = full_body();
    for (body_side, side) in [(BodySide::Left, 1.0), (BodySide::Right, -1.0)] {
        let palm = Grip::human(&person.skeleton, &person.humanoid, body_side).unwrap();
        let rest = ModelPose::rest(&person.skeleton);
        let lies = pose_of(&rest, &palm.socket(&Affine3A::IDENTITY));
        // In the T-pose fingers point sideways, thumbs forwards, palms down.
        assert!(lies.matrix3.z_axis.x * side > 0.99 && lies.matrix3.y_axis.z > 0.9, "{lies:?}");
        assert!(lies.matrix3.x_axis.y * side > 0.9, "{lies:?}");
        let hand = rest.get(palm.hand()).translation;
        assert!(lies.translation.y < hand.y && (lies.translation.x - hand.x) * side > 0.02);
    }
}

#[test]
fn the_palm_reaches_its_goal_and_its_rotation_within_limits() {
    for Limited { body, .. } in &bodies() {
        let (skeleton, humanoid) = (&body.skeleton, &body.humanoid);
        let Some(palm) = Grip::human(skeleton, humanoid, BodySide::Left) else { continue };
        let rest = ModelPose::rest(skeleton);
        let joints = [LeftUpperArm, LeftLowerArm, LeftHand].map(|bone| humanoid.joint(bone).unwrap());
        let limits = HumanLimits::new(skeleton, humanoid);
        let [shoulder, elbow, hand] = joints.map(|joint| Vec3::from(rest.get(joint).translation));
        let length = shoulder.distance(elbow) + elbow.distance(hand);
        for limits in [None, Some(&limits)] {
            let limb = Limb::new(skeleton, joints, limits).unwrap();
            let mut scratch = ChainScratch::with_capacity(3);
            for mut random in cases(200) {
                let position = shoulder + random.vector().normalize() * length * random.between(0.35, 0.85);
                let rotation = random.rotation();
                let mut local = LocalPose::rest(skeleton);
                let goal = ChainGoal::at(position).with_rotation(rotation);
                let settings = LimbSettings::default();
                let result = palm.solve(
                    &limb,
                    &goal,
                    &settings,
                    &mut IkPose::new(skeleton, local.as_mut_slice(), rest.as_slice()),
                    &mut scratch,
                );
                let mut model = rest.clone();
                model.update(skeleton, &local);
                let lies = pose_of(&model, &palm.socket(&Affine3A::IDENTITY));
                let off = Vec3::from(lies.translation).distance(position);
                // The reported errors are those of the pose.
                assert!((off - result.error).abs() < 2e-4 * length, "{off} {}", result.error);
                if limits.is_none() {
                    assert!(off < 2e-4 * length, "{off}");
                    let turned = Transform::from_affine(&lies).rotation.angle_between(rotation);
                    assert!(turned < 2e-3, "{turned}");
                }
            }
        }
    }
}

#[test]
fn a_second_hand_stays_on_the_object_of_the_first() {
    let person = full_body();
    let (skeleton, humanoid) = (&person.skeleton, &person.humanoid);
    let palms = [BodySide::Left, BodySide::Right].map(|side| Grip::human(skeleton, humanoid, side).unwrap());
    let rig = IkRig::human(skeleton, humanoid).with_grips(skeleton, humanoid);
    let [first, second] = ["left hand", "right hand"].map(|name| rig.effector(name).unwrap());
    let mut state = state_of(Arc::new(rig), &person.skeleton);
    let thing = palms[0].socket(&Affine3A::IDENTITY);
    let further = thing.offset.to_affine() * Affine3A::from_translation(Vec3::new(0.02, 0.22, 0.0));
    let grip = Socket { offset: Transform::from_affine(&further), ..thing };
    let around = Vec3::new(0.05, 1.3, 0.35);
    for mut random in cases(200) {
        let position = around + random.vector() * 0.06;
        let along = Quat::from_rotation_arc(Vec3::Y, Vec3::new(-1.0, 0.2, 0.0).normalize());
        let turn = along * Quat::from_rotation_y(random.between(-0.3, 0.3));
        state.set_goal(first, IkGoal::at(position).with_rotation(turn)).unwrap();
        state.set_goal(second, IkGoal::at_socket(grip).with_rotation(None)).unwrap();
        state.snap();
        let (mut local, mut model) = (LocalPose::rest(skeleton), ModelPose::rest(skeleton));
        state.solve(
            &StageInput::new(0.0, Affine3A::IDENTITY),
            IkInput::new(),
            &mut StagePose::new(skeleton, &mut local, &mut model),
        );
        let grip_position = pose_of(&model, &grip).translation;
        let palm = pose_of(&model, &palms[1].socket(&Affine3A::IDENTITY)).translation;
        assert!(grip_position.distance(palm) < 1e-3, "{} {position}", grip_position.distance(palm));
        assert!((state.report(second).error - grip_position.distance(palm)).abs() < 1e-4);
    }
}

#[test]
fn a_goal_on_a_missing_joint_does_not_change_the_pose() {
    let person = full_body();
    let rig = IkRig::human(&person.skeleton, &person.humanoid);
    let effector = rig.effector("left hand").unwrap();
    let mut state = state_of(Arc::new(rig), &person.skeleton);
    let nowhere = Socket { joint: sinew::JointId(9999), offset: Transform::IDENTITY };
    state.set_goal(effector, IkGoal::at_socket(nowhere)).unwrap();
    state.snap();
    let (mut local, mut model) = (LocalPose::rest(&person.skeleton), ModelPose::rest(&person.skeleton));
    state.solve(
        &StageInput::new(0.1, Affine3A::IDENTITY),
        IkInput::new(),
        &mut StagePose::new(&person.skeleton, &mut local, &mut model),
    );
    assert_eq!(local.as_slice(), LocalPose::rest(&person.skeleton).as_slice());
}

#[test]
fn fingers_close_by_the_given_share() {
    let person = full_body();
    let palm = Grip::human(&person.skeleton, &person.humanoid, BodySide::Left).unwrap();
    let finger = person.humanoid.joint(LeftMiddleDistal).unwrap();
    let at = |weight: f32| {
        let mut local = LocalPose::rest(&person.skeleton);
        palm.close(weight, local.as_mut_slice());
        let mut model = ModelPose::rest(&person.skeleton);
        model.update(&person.skeleton, &local);
        Vec3::from(model.get(finger).translation)
    };
    let grip_position =
        pose_of(&ModelPose::rest(&person.skeleton), &palm.socket(&Affine3A::IDENTITY)).translation;
    let away = [0.0, 0.5, 1.0].map(|weight| at(weight).distance(grip_position.into()));
    assert!(away[0] > away[1] && away[1] > away[2] && away[2] < 0.06, "{away:?}");
    assert_eq!(at(f32::NAN), at(0.0));
}

/// Rotation of a finger, position of the palm and reported error, for a goal with a weight.
fn with_goal(rig: IkRig, body: &crate::human_bodies::Body, position: Vec3, weight: f32) -> (f32, Vec3, f32) {
    let effector = rig.effector("left hand").unwrap();
    let palm = Grip::human(&body.skeleton, &body.humanoid, BodySide::Left).unwrap();
    let finger = body.humanoid.joint(LeftMiddleProximal).unwrap();
    let mut state = state_of(Arc::new(rig), &body.skeleton);
    state.set_goal(effector, IkGoal::at(position).with_weight(weight)).unwrap();
    state.snap();
    let (mut local, mut model) = (LocalPose::rest(&body.skeleton), ModelPose::rest(&body.skeleton));
    state.solve(
        &StageInput::new(0.0, Affine3A::IDENTITY),
        IkInput::new(),
        &mut StagePose::new(&body.skeleton, &mut local, &mut model),
    );
    let turned = local.get(finger).rotation.angle_between(body.skeleton.rest()[finger.index()].rotation);
    let lies = pose_of(&model, &palm.socket(&Affine3A::IDENTITY)).translation;
    (turned, lies.into(), state.report(effector).error)
}

#[test]
fn fingers_close_with_the_weight_also_with_spine_assist() {
    let person = full_body();
    let rig = || {
        let rig = IkRig::human(&person.skeleton, &person.humanoid)
            .with_spine_assist(&person.skeleton, &person.humanoid);
        rig.with_grips(&person.skeleton, &person.humanoid)
    };
    let far = Vec3::new(0.3, 1.2, 0.75);
    let (nearly_open, ..) = with_goal(rig(), &person, far, 0.01);
    let (closed, lies, error) = with_goal(rig(), &person, far, 1.0);
    assert!(nearly_open < 0.05 && closed > 0.8, "{nearly_open} {closed}");
    assert!(error < 1e-3 && lies.distance(far) < 1e-3, "{error} {lies}");
}

#[test]
fn a_palm_points_at_a_goal_out_of_reach() {
    let person = full_body();
    let rig =
        || IkRig::human(&person.skeleton, &person.humanoid).with_grips(&person.skeleton, &person.humanoid);
    let (_, near, _) = with_goal(rig(), &person, Vec3::new(0.4, 1.3, 1.5), 1.0);
    let (_, far, error) = with_goal(rig(), &person, Vec3::new(0.4, 1.3, 3.0), 1.0);
    assert!(near.distance(far) < 0.05 && (2.0..3.0).contains(&error), "{near} {far} {error}");
}

#[test]
fn an_offset_of_a_grip_is_that_of_the_palm() {
    let person = full_body();
    let rig = Arc::new(
        IkRig::human(&person.skeleton, &person.humanoid).with_grips(&person.skeleton, &person.humanoid),
    );
    let hand = rig.effector("left hand").unwrap();
    let palm = |model: &ModelPose| match rig.effector_pose(hand, model.as_slice()) {
        EffectorPose::Position(position) => position,
        other => panic!("{other:?}"),
    };
    let rest = palm(&ModelPose::rest(&person.skeleton));
    for offset in [Vec3::ZERO, Vec3::new(-0.05, -0.1, 0.05)] {
        let mut state = state_of(rig.clone(), &person.skeleton);
        state.set_goal(hand, IkGoal::new(IkTarget::Offset(offset))).unwrap();
        state.snap();
        let (mut local, mut model) = (LocalPose::rest(&person.skeleton), ModelPose::rest(&person.skeleton));
        state.solve(
            &StageInput::new(0.0, Affine3A::IDENTITY),
            IkInput::new(),
            &mut StagePose::new(&person.skeleton, &mut local, &mut model),
        );
        assert!(palm(&model).distance(rest + offset) < 1e-3, "{offset}: {} from {rest}", palm(&model));
    }
}

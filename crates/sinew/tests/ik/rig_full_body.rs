//! Full bodies in rigs: goals fade in, and each effector reports its own error.

use crate::human_bodies::state_of;
use crate::human_bodies::{Body, full_body};
use sinew::glam::{Affine3A, Vec3};
use sinew::humanoid::HumanBone::{self, *};
use sinew::ik::{Balance, ChainSolver, FullBody, FullBodySolver, Limb, LimbSettings, RootBehaviour, Spline};
use sinew::rig::{IkGoal, IkInput, IkReport, IkRig, IkState, IkTarget};
use sinew::skeleton::Joint;
use sinew::stage::{StageInput, StagePose};
use sinew::{JointId, LocalPose, ModelPose, Skeleton, Socket, Transform};
use std::sync::Arc;

const NAMES: [&str; 5] = ["left hand", "right hand", "left foot", "right foot", "head"];
const BONES: [HumanBone; 5] = [LeftHand, RightHand, LeftFoot, RightFoot, Head];

/// State of a rig with one full-body part.
fn rig(person: &Body, solver: FullBodySolver) -> IkState {
    let mut rig = IkRig::new();
    let body = FullBody::human(&person.skeleton, &person.humanoid).unwrap();
    rig.add_body(&NAMES, body, solver).unwrap();
    state_of(Arc::new(rig), &person.skeleton)
}

/// The rest pose after IK with goals at full weight.
fn solved(person: &Body, state: &mut IkState) -> ModelPose {
    state.snap();
    let (mut local, mut model) = (LocalPose::rest(&person.skeleton), ModelPose::rest(&person.skeleton));
    state.solve(
        &StageInput::new(0.0, Affine3A::IDENTITY),
        IkInput::new(),
        &mut StagePose::new(&person.skeleton, &mut local, &mut model),
    );
    model
}

fn set(state: &mut IkState, effector: &str, goal: IkGoal) {
    let effector = state.rig().effector(effector).unwrap();
    state.set_goal(effector, goal).unwrap();
}

fn report(state: &IkState, effector: &str) -> IkReport {
    state.report(state.rig().effector(effector).unwrap())
}

#[test]
fn balance_fades_with_the_goals() {
    let person = full_body();
    let balance = Some(Balance::new(Vec3::new(0.0, 0.0, 0.1)));
    let mut state = rig(&person, FullBodySolver::default().with_balance(balance));
    let rest = ModelPose::rest(&person.skeleton);
    let hand = person.position(&rest, LeftHand).unwrap();
    let mut moved = |weight: f32| {
        set(&mut state, "left hand", IkGoal::at(hand + Vec3::new(0.2, -0.1, 0.3)).with_weight(weight));
        let model = solved(&person, &mut state);
        person.position(&model, Head).unwrap().distance(person.position(&rest, Head).unwrap())
    };
    let whole = moved(1.0);
    assert!(whole > 0.05, "{whole}");
    for weight in [2e-4, 0.01, 0.1, 0.5] {
        let part = moved(weight);
        assert!(part < 2.0 * weight * whole + 1e-5, "{weight}: {part} of {whole}");
    }
}

#[test]
fn hip_motion_does_not_depend_on_the_size() {
    let plain = full_body();
    let crouch = |size: f32| {
        let mut joints: Vec<_> = (0..plain.skeleton.len())
            .map(|n| JointId(n as u32))
            .map(|joint| Joint {
                name: plain.skeleton.name(joint).to_owned(),
                parent: plain.skeleton.parent(joint).map(|parent| parent.0),
                rest: plain.skeleton.rest()[joint.index()],
                in_scene: true,
            })
            .collect();
        joints.iter_mut().for_each(|joint| joint.rest.translation *= size);
        let skeleton = Skeleton::new(joints).unwrap();
        let person = Body { skeleton, humanoid: plain.humanoid.clone() };
        let solver = FullBodySolver::default().with_tolerance(2.5e-4 * size);
        let mut state = rig(&person, solver);
        let rest = ModelPose::rest(&person.skeleton);
        // Both hands go to the floor in front of the planted feet.
        for (name, bone) in NAMES.into_iter().zip(BONES).take(4) {
            let position = person.position(&rest, bone).unwrap();
            let to = if bone == LeftHand || bone == RightHand {
                Vec3::new(position.x.signum() * 0.25, 0.25, 0.5) * size
            } else {
                position
            };
            set(&mut state, name, IkGoal::at(to));
        }
        let model = solved(&person, &mut state);
        let error = NAMES.iter().map(|name| report(&state, name).error / size).fold(0.0, f32::max);
        (error, (person.position(&model, Hips).unwrap() - person.position(&rest, Hips).unwrap()) / size)
    };
    let (error, moved) = crouch(1.0);
    assert!(error < 1e-3 && moved.length() > 0.1, "{error} {moved}");
    for size in [0.01, 3.0, 400.0] {
        let (error, other) = crouch(size);
        assert!(error < 1e-3, "{size}: {error}");
        assert!(other.distance(moved) < 0.02, "{size}: {other}, {moved}");
    }
}

#[test]
fn each_effector_reports_its_own_error() {
    let person = full_body();
    let mut state = rig(&person, FullBodySolver::default().with_root(RootBehaviour::Pinned));
    let rest = ModelPose::rest(&person.skeleton);
    let position = |model: &ModelPose, n: usize| person.position(model, BONES[n]).unwrap();
    let foot = position(&rest, 2) + Vec3::new(0.0, 0.1, 0.1);
    let hand = position(&rest, 1) + Vec3::NEG_X * 2.0;
    set(&mut state, "left foot", IkGoal::at(foot));
    set(&mut state, "right hand", IkGoal::at(hand));
    let model = solved(&person, &mut state);
    for (n, goal) in [(2, foot), (1, hand)] {
        let (result, seen) = (report(&state, NAMES[n]), position(&model, n).distance(goal));
        assert!(
            result.weight == 1.0 && (result.error - seen).abs() < 1e-4,
            "{}: {result:?} {seen}",
            NAMES[n]
        );
    }
    assert!(report(&state, "left foot").error < 1e-2 && report(&state, "right hand").error > 1.0);
    for idle in ["left hand", "right foot", "head"] {
        assert_eq!(report(&state, idle), IkReport::default(), "{idle}");
    }
}

#[test]
fn a_goal_on_a_missing_joint_has_an_empty_report() {
    let person = full_body();
    let rest = ModelPose::rest(&person.skeleton);
    let joint = |bone| person.humanoid.joint(bone).unwrap();
    let mut rig = IkRig::new();
    let arm = [LeftUpperArm, LeftLowerArm, LeftHand].map(joint);
    rig.add_limb("limb", Limb::new(&person.skeleton, arm, None).unwrap(), LimbSettings::default());
    let trunk = sinew::ik::Chain::new(&person.skeleton, &[Hips, Spine, Chest].map(joint)).unwrap();
    rig.add_chain("chain", trunk.clone(), ChainSolver::default());
    rig.add_spline("spline", Spline::new(trunk), 4);
    let body = FullBody::new(&person.skeleton, joint(Hips), &[joint(Head)]).unwrap();
    rig.add_body(&["body"], body, FullBodySolver::default()).unwrap();
    let mut state = state_of(Arc::new(rig), &person.skeleton);
    let nowhere = Socket { joint: JointId(9999), offset: Transform::IDENTITY };
    for effector in ["limb", "chain", "spline", "body"] {
        set(&mut state, effector, IkGoal::at(Vec3::splat(5.0)));
        solved(&person, &mut state);
        assert_ne!(report(&state, effector), IkReport::default(), "{effector}");
        set(&mut state, effector, IkGoal::new(IkTarget::Socket(nowhere)));
        let model = solved(&person, &mut state);
        assert_eq!(report(&state, effector), IkReport::default(), "{effector}");
        assert_eq!(model.as_slice(), rest.as_slice(), "{effector}");
    }
}

/// Movement of the feet and error of the left hand, for a goal of the hand, with or without pinned feet.
fn pulled(holds: bool, hand: Vec3, weight: f32) -> (f32, f32) {
    let person = full_body();
    let mut rig = IkRig::new();
    let body = FullBody::human(&person.skeleton, &person.humanoid).unwrap();
    rig.add_body(&NAMES, body, FullBodySolver::default()).unwrap();
    for foot in ["left foot", "right foot"] {
        rig.pin(foot, holds).unwrap();
    }
    let mut state = state_of(Arc::new(rig), &person.skeleton);
    set(&mut state, "left hand", IkGoal::at(hand).with_weight(weight));
    let (rest, model) = (ModelPose::rest(&person.skeleton), solved(&person, &mut state));
    let moved = |bone| person.position(&model, bone).unwrap().distance(person.position(&rest, bone).unwrap());
    for foot in ["left foot", "right foot"] {
        assert_eq!(report(&state, foot), IkReport::default());
    }
    (moved(LeftFoot).max(moved(RightFoot)), report(&state, "left hand").error)
}

#[test]
fn pinned_feet_stay_while_a_hand_reaches() {
    let low = Vec3::new(0.3, 0.5, 0.7);
    let (slid, off) = pulled(false, low, 1.0);
    assert!(slid > 0.05 && off < 1e-3, "{slid} {off}");
    let (stood, off) = pulled(true, low, 1.0);
    assert!(stood < 1e-3 && off < 1e-3, "{stood} {off}");
    for weight in [0.01, 0.5] {
        let (stood, _) = pulled(true, low, weight);
        assert!(stood < 5e-3, "{weight}: {stood}");
    }
    let (stood, off) = pulled(true, Vec3::new(0.4, 1.0, 1.5), 1.0);
    assert!(stood < 1e-3 && off < 1e-3, "a step ahead: {stood} {off}");
    // A goal far out of reach moves pinned feet by a fraction.
    let (stood, off) = pulled(true, Vec3::new(0.4, 1.0, 2.0), 1.0);
    assert!(stood < 0.12 && off > 0.1, "{stood} {off}");
}

#[test]
fn a_pinned_effector_follows_its_own_goal_by_its_weight() {
    let person = full_body();
    let mut rig = IkRig::new();
    let body = FullBody::human(&person.skeleton, &person.humanoid).unwrap();
    rig.add_body(&NAMES, body, FullBodySolver::default()).unwrap();
    let foot = rig.effector("left foot").unwrap();
    rig.pin(foot, true).unwrap();
    let mut state = state_of(Arc::new(rig), &person.skeleton);
    let rest = ModelPose::rest(&person.skeleton);
    let [hand, from] = [LeftHand, LeftFoot].map(|bone| person.position(&rest, bone).unwrap());
    let to = from + Vec3::new(0.0, 0.2, 0.2);
    set(&mut state, "left hand", IkGoal::at(hand + Vec3::Z * 0.05));
    for weight in [0.0, 0.3, 0.7, 1.0] {
        set(&mut state, "left foot", IkGoal::at(to).with_weight(weight));
        let at = person.position(&solved(&person, &mut state), LeftFoot).unwrap();
        assert!(at.distance(from.lerp(to, weight)) < 2e-3, "{weight}: {at}");
    }
}

#[test]
fn an_offset_goal_counts_from_the_effectors_own_point() {
    let person = full_body();
    let mut body = FullBody::human(&person.skeleton, &person.humanoid).unwrap();
    body.set_offset(0, Vec3::new(0.0, 0.0, 0.08));
    let mut rig = IkRig::new();
    rig.add_body(&NAMES, body, FullBodySolver::default()).unwrap();
    let mut state = state_of(Arc::new(rig), &person.skeleton);
    set(&mut state, "left hand", IkGoal::new(IkTarget::Offset(Vec3::ZERO)));
    let (rest, model) = (ModelPose::rest(&person.skeleton), solved(&person, &mut state));
    for bone in BONES {
        let [from, to] = [&rest, &model].map(|pose| person.position(pose, bone).unwrap());
        assert!(from.distance(to) < 1e-4, "{bone:?}: {from} {to}");
    }
}

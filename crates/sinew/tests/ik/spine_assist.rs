//! Spine assist: arm and spine together reach their goals, and a goal within the arm's reach moves no spine.

use crate::degenerate_analytic::ODD;
use crate::human_bodies::state_of;
use crate::human_bodies::{Body, full_body};
use crate::human_limits::{Limited, bodies};
use crate::limit_shapes::ACROSS;
use crate::random::{Random, cases};
use crate::random_chain::{Posed, Rig};
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::humanoid::HumanBone::*;
use sinew::ik::{Chain, ChainGoal, ChainScratch, IkPose, Limb, LimbSettings, SpineAssist};
use sinew::limit::HumanLimits;
use sinew::rig::{IkGoal, IkInput, IkRig, IkState, IkTarget};
use sinew::stage::{StageInput, StagePose};
use sinew::{JointId, LocalPose, ModelPose, Transform};
use std::sync::Arc;

/// A spine of some joints with an arm at its end.
struct ArmOnSpine {
    rig: Rig,
    spine: usize,
    lean: SpineAssist,
    limb: Limb,
    scratch: ChainScratch,
}

impl ArmOnSpine {
    fn of(rig: Rig, spine: usize) -> Self {
        let links = rig.chain.links();
        let joints: Vec<JointId> = links.iter().map(|link| link.joint()).collect();
        let mut chain = Chain::new(&rig.skeleton, &joints[..spine]).unwrap();
        chain.links_mut().clone_from_slice(&links[..spine]);
        let limb = Limb::new(&rig.skeleton, [0, 1, 2].map(|n| joints[spine + n]), None).unwrap();
        let lean = SpineAssist::new(&rig.skeleton, &chain, &limb).unwrap();
        Self { rig, spine, lean, limb, scratch: ChainScratch::default() }
    }

    fn length(&self, pose: &Posed) -> f32 {
        self.rig.lengths(pose)[self.spine..].iter().sum()
    }

    /// Bends the spine, then solves the limb; returns the remaining distances that both report.
    fn reach(&mut self, from: &Posed, goal: &ChainGoal) -> (Posed, [f32; 2]) {
        let (skeleton, mut local) = (&self.rig.skeleton, from.local.clone());
        let left = self.lean.solve(
            &self.limb,
            goal,
            &mut IkPose::new(skeleton, &mut local, &from.model),
            &mut self.scratch,
        );
        let bent = self.rig.posed(local);
        let (mut local, settings) = (bent.local.clone(), LimbSettings::default());
        let reported = self.limb.solve(
            goal,
            &settings,
            &mut IkPose::new(skeleton, &mut local, &bent.model),
            &mut self.scratch,
        );
        (self.rig.posed(local), [left, reported.error])
    }
}

/// Random spines without and with limits: as they are, small, or mirrored.
fn random_spines(seed: u64, count: usize, mut each: impl FnMut(&mut Random, &mut ArmOnSpine, Posed, bool)) {
    let mut random = Random::new(seed);
    for n in 0..count {
        let spine = 1 + random.index(5);
        let limited = n % 2 == 1;
        let plain = match limited {
            true => Rig::limited(&mut random, spine + 3),
            false => Rig::free(&mut random, spine + 3),
        };
        let any = plain.any_pose(&mut random);
        let from = plain.allowed(&mut random, &any, 2.0);
        let (joint, scale) = match n % 7 {
            0 | 1 => (JointId(0), Vec3::splat(0.01)),
            2 => (plain.chain.links()[random.index(spine)].joint(), ACROSS),
            3 => (JointId(0), Vec3::NEG_ONE),
            _ => (JointId(0), Vec3::ONE),
        };
        let rig = plain.scaled(joint, scale);
        let from = rig.as_in(&from);
        each(&mut random, &mut ArmOnSpine::of(rig, spine), from, limited);
    }
}

#[test]
fn goals_within_reach_of_arm_and_spine_are_reached() {
    let (mut asked, mut bent, mut reached) = ([0; 2], 0, [0; 2]);
    random_spines(201, 1400, |random, case, from, limited| {
        // The arm's root in another allowed pose of the spine, or any near position without limits.
        let to = case.rig.allowed(random, &from, 1.0);
        let lengths = case.rig.lengths(&from);
        let (upper, lower) = (lengths[case.spine], lengths[case.spine + 1]);
        let length = upper + lower;
        let far = ((upper - lower).abs() * 1.05).max(0.8 * length);
        let root = case.rig.position(&to, case.spine);
        let goal = ChainGoal::at(root + random.direction() * far);
        let away = case.rig.position(&from, case.spine).distance(goal.position);
        let (pose, [left, error]) = case.reach(&from, &goal);
        let measured = case.rig.tip(&pose).distance(goal.position);
        assert!((measured - error).abs() < 2e-4 * length, "{measured} {error}");
        assert!(error < left + 2e-3 * length || away < (upper - lower).abs(), "{left} {error}");
        asked[usize::from(limited)] += 1;
        reached[usize::from(limited)] += usize::from(error < 1e-3 * length);
        bent += usize::from(error < 1e-3 * length && away > length);
    });
    // Some poses are reached only along the border of a limit.
    assert!(reached[0] > asked[0] * 96 / 100, "{reached:?} of {asked:?}");
    assert!(reached[1] > asked[1] * 88 / 100 && bent > 700, "{reached:?} of {asked:?}, bent {bent}");
}

#[test]
fn a_spine_does_not_move_for_goals_within_the_arms_reach_or_without_weight() {
    random_spines(202, 400, |random, case, from, _| {
        let (root, length) = (case.rig.position(&from, case.spine), case.length(&from));
        let near = ChainGoal::at(root + random.direction() * random.between(0.0, 0.895) * length);
        let far = ChainGoal::at(root + random.direction() * 2.0 * length).with_weight(0.0);
        for goal in [near, far] {
            let mut local = from.local.clone();
            let ArmOnSpine { rig, lean, limb, scratch, .. } = case;
            lean.solve(limb, &goal, &mut IkPose::new(&rig.skeleton, &mut local, &from.model), scratch);
            assert_eq!(local, from.local);
        }
    });
}

#[test]
fn spine_assist_keeps_limits_and_reduces_the_distance() {
    random_spines(203, 700, |random, case, from, _| {
        let (root, length) = (case.rig.position(&from, case.spine), case.length(&from));
        let goal = ChainGoal::at(root + random.direction() * random.between(1.0, 4.0) * length);
        let away = root.distance(goal.position);
        let (pose, [left, _]) = case.reach(&from, &goal);
        let now = case.rig.position(&pose, case.spine).distance(goal.position);
        assert!(now < away * 1.0001, "{now} {away}");
        assert!((left - (now - length).max(0.0)).abs() < 2e-4 * away, "{left} {now}");
        let violation = case.rig.violation(&pose, case.spine);
        assert!(violation < if length < 0.05 { 5e-4 } else { 1e-4 }, "{violation}");
    });
}

/// State of a humanoid rig with spine assist.
fn state(body: &Body) -> IkState {
    let rig = IkRig::human(&body.skeleton, &body.humanoid).with_spine_assist(&body.skeleton, &body.humanoid);
    state_of(Arc::new(rig), &body.skeleton)
}

/// The model pose with a goal of a hand, and the reported error.
fn reached(body: &Body, state: &mut IkState, name: &str, position: Vec3, weight: f32) -> (ModelPose, f32) {
    let effector = state.rig().effector(name).unwrap();
    let goal = IkGoal::new(IkTarget::Model(position)).with_weight(weight);
    state.set_goal(effector, goal).unwrap();
    state.snap();
    let mut local = LocalPose::rest(&body.skeleton);
    let mut model = ModelPose::rest(&body.skeleton);
    state.solve(
        &StageInput::new(0.0, Affine3A::IDENTITY),
        IkInput::new(),
        &mut StagePose::new(&body.skeleton, &mut local, &mut model),
    );
    let mut again = ModelPose::rest(&body.skeleton);
    again.update(&body.skeleton, &local);
    assert_eq!(again, model, "the model pose is up to date");
    (model, state.report(effector).error)
}

/// Goals that a standing body of 1.8 m reaches with spine assist only.
const FAR: [Vec3; 6] = [
    Vec3::new(0.2, 1.4, 0.75),
    Vec3::new(0.2, 0.9, 0.7),
    Vec3::new(0.3, 0.75, 0.5),
    Vec3::new(0.76, 1.3, 0.2),
    Vec3::new(-0.4, 1.3, 0.5),
    Vec3::new(0.2, 1.95, 0.15),
];

#[test]
fn bodies_of_any_size_reach_far_goals_with_spine_assist() {
    for Limited { body, .. } in &bodies() {
        let rest = ModelPose::rest(&body.skeleton);
        let position = |bone| body.position(&rest, bone).unwrap();
        let size = position(Hips).y / 0.95;
        let facing =
            Quat::from_rotation_arc(Vec3::X, (position(LeftUpperLeg) - position(RightUpperLeg)).normalize());
        let mut plain = state_of(Arc::new(IkRig::human(&body.skeleton, &body.humanoid)), &body.skeleton);
        let mut state = state(body);
        let called = "left hand";
        for far in FAR {
            let goal = facing * far * size;
            let (_, alone) = reached(body, &mut plain, called, goal, 1.0);
            let (model, error) = reached(body, &mut state, called, goal, 1.0);
            assert!(alone > 0.02 * size, "{far}: the arm reaches alone, {alone}");
            assert!(error < 2e-3 * size, "{far}: {error}, alone {alone}");
            let hand = body.position(&model, LeftHand).unwrap();
            assert!(hand.distance(goal) < 2e-3 * size, "{far}: {hand}");
            // At half weight the hand is halfway to the goal.
            let (_, error) = reached(body, &mut state, called, goal, 0.5);
            assert!(error < 2e-3 * size, "{far}: {error} at half weight");
        }
    }
}

/// Distances of both hands from their weighted goals.
fn both_reached(
    body: &Body,
    state: &mut IkState,
    positions: [Vec3; 2],
    weights: [f32; 2],
) -> (ModelPose, [f32; 2]) {
    let effector = state.rig().effector("right hand").unwrap();
    let goal = IkGoal::new(IkTarget::Model(positions[1])).with_weight(weights[1]);
    state.set_goal(effector, goal).unwrap();
    let (model, reported) = reached(body, state, "left hand", positions[0], weights[0]);
    let off = [(LeftHand, 0), (RightHand, 1)]
        .map(|(hand, n)| body.position(&model, hand).unwrap().distance(positions[n]));
    for (n, reported) in [reported, state.report(effector).error].into_iter().enumerate() {
        assert!(weights[n] < 1.0 || (reported - off[n]).abs() < 1e-4, "{reported} reported for {off:?}");
    }
    (model, off)
}

#[test]
fn two_hands_with_spine_assist_reach_their_goals_together() {
    let body = full_body();
    let limits = HumanLimits::new(&body.skeleton, &body.humanoid);
    let joint = |bone| body.humanoid.named_bones.joint(bone).unwrap();
    let spine =
        Chain::new(&body.skeleton, &[Spine, Chest, UpperChest].map(joint)).unwrap().with_limits(&limits);
    let mut alone = state_of(Arc::new(IkRig::human(&body.skeleton, &body.humanoid)), &body.skeleton);
    let mut state = state(&body);
    let (mut far, mut worst, mut off) = (0, 0.0_f32, 0);
    for mut random in cases(1500) {
        // Goals of both hands from an allowed pose of the spine.
        let mut local = LocalPose::rest(&body.skeleton);
        for link in spine.links() {
            let turn = Quat::from_scaled_axis(random.vector() * 0.5);
            local.as_mut_slice()[link.joint().index()].rotation =
                (link.limit.clamp(turn) * link.reference_rotation).normalize();
        }
        let mut model = ModelPose::rest(&body.skeleton);
        model.update(&body.skeleton, &local);
        let position = |bone| body.position(&model, bone).unwrap();
        let ahead = (position(LeftUpperArm) - position(RightUpperArm)).cross(Vec3::Y).normalize();
        let positions = [(LeftUpperArm, LeftLowerArm, LeftHand), (RightUpperArm, RightLowerArm, RightHand)]
            .map(|(upper, lower, hand)| {
                let length =
                    position(upper).distance(position(lower)) + position(lower).distance(position(hand));
                position(upper) + (ahead + random.vector() * 0.5).normalize() * 0.93 * length
            });
        let (_, without) = both_reached(&body, &mut alone, positions, [1.0; 2]);
        if without[0].min(without[1]) < 0.02 {
            continue;
        }
        let (_, errors) = both_reached(&body, &mut state, positions, [1.0; 2]);
        far += 1;
        worst = worst.max(errors[0]).max(errors[1]);
        off += usize::from(errors[0].max(errors[1]) > 1e-3);
    }
    println!("{far} pairs out of reach, {off} missed, {worst} m at worst");
    assert!(far > 200 && off == 0, "{off} of {far}, {worst}");
}

#[test]
fn a_hand_keeps_its_goal_while_the_spine_bends_for_the_other() {
    const STEP: f32 = 5e-4;
    let body = full_body();
    let mut state = state(&body);
    let holds = Vec3::new(0.3, 1.2, 0.7);
    for (from, to) in [
        (Vec3::new(-0.3, 1.2, 0.3), Vec3::new(-0.3, 1.1, 0.75)),
        (Vec3::new(-0.3, 1.2, 0.4), Vec3::new(-0.15, 0.9, 0.68)),
        (Vec3::new(-0.6, 1.4, 0.2), Vec3::new(-0.75, 1.3, 0.3)),
    ] {
        for weights in [[1.0, 1.0], [1.0, 0.4], [0.6, 1.0]] {
            let steps = (from.distance(to) / STEP) as usize;
            let mut before: Option<ModelPose> = None;
            for step in 0..=steps {
                let position = from.lerp(to, step as f32 / steps as f32);
                let (model, off) = both_reached(&body, &mut state, [holds, position], weights);
                assert!(weights[0] < 1.0 || off[0] < 1e-3, "{position} {weights:?}: {off:?}");
                assert!(weights[1] < 1.0 || off[1] < 1e-3, "{position} {weights:?}: {off:?}");
                for bone in [
                    UpperChest,
                    Head,
                    LeftUpperArm,
                    RightUpperArm,
                    LeftHand,
                    RightHand,
                    LeftLowerArm,
                    RightLowerArm,
                ] {
                    let joint = body.humanoid.named_bones.joint(bone).unwrap();
                    let moved = before.as_ref().map_or(0.0, |before| {
                        model.get(joint).translation.distance(before.get(joint).translation)
                    });
                    // Elbows of nearly straight arms move faster.
                    let max = if matches!(bone, LeftLowerArm | RightLowerArm) { 25.0 } else { 12.0 };
                    assert!(moved < max * STEP, "{bone:?} moves {moved} at {position}, {weights:?}");
                }
                before = Some(model);
            }
        }
    }
}

#[test]
fn the_body_moves_continuously_with_the_goal() {
    let body = full_body();
    let mut state = state(&body);
    for mut random in cases(20) {
        let from = Vec3::new(0.2, 1.3, 0.5) + random.vector() * 0.5;
        let to = Vec3::new(0.2, 1.3, 0.5) + random.vector() * 0.9;
        const STEP: f32 = 2e-4;
        let steps = (from.distance(to) / STEP) as usize;
        let mut before: Option<ModelPose> = None;
        for step in 0..steps {
            let goal = from.lerp(to, step as f32 / steps as f32);
            // For goals straight behind the other hip the side of the bend may change.
            if goal.z < 0.1 && goal.x < 0.0 {
                before = None;
                continue;
            }
            let (model, _) = reached(&body, &mut state, "left hand", goal, 1.0);
            if let Some(before) = &before {
                for joint in [UpperChest, Head, LeftUpperArm]
                    .map(|bone| body.humanoid.named_bones.joint(bone).unwrap())
                {
                    let moved = model.get(joint).translation.distance(before.get(joint).translation);
                    let name = body.skeleton.name(joint);
                    assert!(moved < 10.0 * STEP, "{name} moves {moved} at {goal}");
                }
            }
            before = Some(model);
        }
    }
}

#[test]
fn non_finite_goals_move_no_spine_and_degenerate_input_gives_finite_poses() {
    let body = full_body();
    let limits = HumanLimits::new(&body.skeleton, &body.humanoid);
    let arm =
        [LeftUpperArm, LeftLowerArm, LeftHand].map(|bone| body.humanoid.named_bones.joint(bone).unwrap());
    let limb = Limb::new(&body.skeleton, arm, Some(&limits)).unwrap();
    let mut lean = SpineAssist::human(&body.skeleton, &body.humanoid, &limb).unwrap();
    let mut scratch = ChainScratch::default();
    let model = ModelPose::rest(&body.skeleton);
    let shoulder = model.get(arm[0]).translation;
    for odd in ODD {
        for axis in 0..3 {
            let mut position = Vec3::from(shoulder);
            position[axis] += odd;
            for begins in [0.9, odd] {
                lean.bend_start = begins;
                let mut local: Vec<Transform> = body.skeleton.rest().to_vec();
                let goal = ChainGoal::at(position);
                let left = lean.solve(
                    &limb,
                    &goal,
                    &mut IkPose::new(&body.skeleton, &mut local, model.as_slice()),
                    &mut scratch,
                );
                assert!(left >= 0.0 && !left.is_nan(), "{odd} {left}");
                assert!(
                    local.iter().all(|joint| joint.is_finite() && joint.rotation.is_normalized()),
                    "{odd}"
                );
                assert!(position.is_finite() || local == body.skeleton.rest(), "{odd}");
            }
        }
    }
}

#[test]
fn only_limbs_with_a_spine_of_their_own_accept_spine_assist() {
    let body = full_body();
    let mut rig = IkRig::human(&body.skeleton, &body.humanoid);
    let limits = HumanLimits::new(&body.skeleton, &body.humanoid);
    let arm =
        [LeftUpperArm, LeftLowerArm, LeftHand].map(|bone| body.humanoid.named_bones.joint(bone).unwrap());
    let limb = Limb::new(&body.skeleton, arm, Some(&limits)).unwrap();
    let lean = SpineAssist::human(&body.skeleton, &body.humanoid, &limb).unwrap();
    let effector = |rig: &IkRig, name| rig.effector(name).unwrap();
    let hands = ["left hand", "right hand", "look"].map(|name| effector(&rig, name));
    assert!(rig.set_spine_assist(hands[0], lean.clone()).is_ok());
    assert!(rig.set_spine_assist(hands[1], lean.clone()).unwrap_err().to_string().contains("right hand"));
    assert!(rig.set_spine_assist(hands[2], lean).unwrap_err().to_string().contains("look"));
}

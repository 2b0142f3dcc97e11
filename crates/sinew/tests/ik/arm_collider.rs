//! Arm collider: elbows and forearms leave the body, and a hand with a goal inside stays on the skin.

use crate::body_with_skin::{DEEP, builds, clothed, facing};
use crate::degenerate_analytic::ODD;
use crate::human_bodies::state_of;
use crate::human_bodies::{Body, full_body};
use crate::random::{Random, cases};
use sinew::body::ColliderSlab;
use sinew::glam::{Affine3A, Mat3, Vec3};
use sinew::humanoid::HumanBone::{self, *};
use sinew::ik::{ArmCollider, ChainGoal, ChainScratch, IkPose, Limb, LimbSettings};
use sinew::limit::HumanLimits;
use sinew::pose::local_to_model;
use sinew::rig::{IkGoal, IkInput, IkRig, IkTarget};
use sinew::stage::{StageInput, StagePose};
use sinew::{JointId, LocalPose, ModelPose, Transform};
use std::sync::Arc;

/// A body, its arm collider and its left arm.
struct Case {
    person: Body,
    size: f32,
    facing: Mat3,
    torso: ArmCollider,
    limb: Limb,
    arm: [JointId; 3],
    scratch: ChainScratch,
}

impl Case {
    fn new(person: Body, size: f32, limited: bool) -> Self {
        let torso = ArmCollider::human(&clothed(&person), &person.humanoid).unwrap();
        let called = |bone: HumanBone| if person.humanoid.sides_swapped { bone.mirrored() } else { bone };
        let arm = [LeftUpperArm, LeftLowerArm, LeftHand]
            .map(|bone| person.humanoid.named_bones.joint(called(bone)).unwrap());
        let limits = HumanLimits::new(&person.skeleton, &person.humanoid);
        let limb = Limb::new(&person.skeleton, arm, limited.then_some(&limits)).unwrap();
        let facing = facing(&person);
        Self { person, size, facing, torso, limb, arm, scratch: ChainScratch::default() }
    }

    fn all(limited: bool) -> Vec<Self> {
        builds().into_iter().map(|(person, size)| Self::new(person, size, limited)).collect()
    }

    /// Position on this body of a position on a standard body of 1.8 m.
    fn at(&self, position: Vec3) -> Vec3 {
        self.facing * position * self.size
    }

    /// The model pose with the hand at a goal, and the reported error.
    fn solve(
        &mut self,
        local: &mut [Transform],
        goal: Vec3,
        with_arm_collider: bool,
    ) -> (Vec<Affine3A>, f32) {
        let mut model = vec![Affine3A::IDENTITY; local.len()];
        local_to_model(&self.person.skeleton, local, &mut model);
        let (goal, settings) = (ChainGoal::at(goal), LimbSettings::default());
        let Self { person, torso, limb, scratch, .. } = self;
        let report = match with_arm_collider {
            true => torso.solve(
                limb,
                &goal,
                &settings,
                &mut IkPose::new(&person.skeleton, local, &model),
                scratch,
            ),
            false => limb.solve(&goal, &settings, &mut IkPose::new(&person.skeleton, local, &model), scratch),
        };
        local_to_model(&self.person.skeleton, local, &mut model);
        (model, report.error)
    }

    /// Penetration depth of elbow and forearm.
    fn depth(&self, model: &[Affine3A]) -> f32 {
        let [_, elbow, hand] = self.arm.map(|joint| Vec3::from(model[joint.index()].translation));
        let points = [0.0, 0.25, 0.5, 0.75].map(|share| self.torso.depth(model, elbow.lerp(hand, share)));
        points.into_iter().fold(f32::MIN, f32::max) / self.size
    }
}

/// Goals inside, in front of and behind the body, except those that a nearly straight arm reaches only
/// through it.
fn goal_near_the_body(random: &mut Random) -> Vec3 {
    loop {
        let goal = Vec3::new(0.05, 1.2, 0.0) + random.vector() * Vec3::new(0.3, 0.3, 0.35);
        if goal.x > -0.04 || goal.z > 0.14 {
            return goal;
        }
    }
}

#[test]
fn slabs_match_the_skin() {
    for (person, size) in builds() {
        let character = clothed(&person);
        let torso = ArmCollider::human(&character, &person.humanoid).unwrap();
        let rest = character.rest_model();
        let positions = &character.meshes()[0].primitives[0].positions;
        let (mut inside, mut near, mut count) = (0, 0, 0);
        for position in positions[..720].iter().filter(|p| (1.0..1.35).contains(&(p.y / size))) {
            let depth = torso.depth(rest, *position) / size;
            count += 1;
            inside += usize::from(depth > -2e-3);
            near += usize::from(depth < 0.04);
        }
        assert!(inside > count * 9 / 10 && near > count * 9 / 10, "{inside} {near} of {count}");
        let arm = positions[720..].iter().filter(|p| torso.depth(rest, **p) > 0.0).count();
        assert!(arm < 8, "{arm}");
    }
}

#[test]
fn elbows_and_forearms_leave_the_body_while_hands_stay_at_their_goals() {
    for limited in [false, true] {
        let (mut touched, mut deep, mut missed, mut inside, mut worse) = (0, 0, 0, 0, 0);
        let mut all = Case::all(limited);
        let count = all.len();
        for mut random in cases(150 * count) {
            let case = &mut all[random.seed() % count];
            let goal = case.at(goal_near_the_body(&mut random));
            let rest = ModelPose::rest(&case.person.skeleton);
            let [start, middle, end] = case.arm.map(|joint| Vec3::from(rest.get(joint).translation));
            if goal.distance(start) > 0.97 * (start.distance(middle) + middle.distance(end)) {
                continue;
            }
            let mut plain = case.person.skeleton.rest().to_vec();
            // Arms hang at the start.
            let hang = |local: &mut Vec<Transform>, case: &mut Case| {
                let low = case.at(Vec3::new(0.35, 0.95, 0.05));
                case.solve(local, low, false);
            };
            hang(&mut plain, case);
            let mut local = plain.clone();
            let (model, alone) = case.solve(&mut plain, goal, false);
            let before = case.depth(&model);
            let (model, error) = case.solve(&mut local, goal, true);
            let after = case.depth(&model);
            worse += usize::from(after > before.max(0.0) + 0.01);
            let hand = Vec3::from(model[case.arm[2].index()].translation);
            assert!((hand.distance(goal) - error).abs() < 1e-3 * case.size, "{error}");
            inside += usize::from(case.torso.depth(&model, hand) > 2e-3 * case.size);
            if before > 0.01 {
                touched += 1;
                deep += usize::from(after > 0.01);
            }
            let is_outside = case.torso.depth(&model, goal) < -0.04 * case.size;
            missed += usize::from(is_outside && error > alone + 2e-3 * case.size);
        }
        assert!(touched > 100, "{limited}: {touched}");
        assert!(
            deep + worse < touched / if limited { 10 } else { 40 },
            "{limited}: {deep} of {touched} stay inside, {worse} come there"
        );
        // Joint limits may keep a hand from its goal when the arm swivels.
        assert!(missed < if limited { 12 } else { 3 }, "{limited}: {missed} miss the goal");
        // Some goals are moved to the back of the body, out of reach.
        assert!(inside < if limited { 30 } else { 1 }, "{limited}: {inside} hands are inside");
    }
}

#[test]
fn arms_that_do_not_touch_the_body_are_not_changed() {
    for case in &mut Case::all(true) {
        for mut random in cases(100) {
            let goal = case.at(Vec3::new(0.45, 1.3, 0.35) + random.vector() * 0.12);
            let [mut plain, mut local] = [0; 2].map(|_| case.person.skeleton.rest().to_vec());
            let (_, error) = case.solve(&mut plain, goal, false);
            let report = case.solve(&mut local, goal, true);
            assert_eq!((local, report.1), (plain, error));
        }
    }
}

#[test]
fn a_goal_inside_moves_to_the_surface_and_the_error_is_the_distance() {
    for case in &mut Case::all(false) {
        let mut local = case.person.skeleton.rest().to_vec();
        let goal = case.at(Vec3::new(0.05, 1.2, 0.05));
        let (model, error) = case.solve(&mut local, goal, true);
        let hand = Vec3::from(model[case.arm[2].index()].translation);
        let depth = case.torso.depth(&model, hand) / case.size;
        // At a distance of half the arm's thickness.
        assert!((-0.05..-0.02).contains(&depth), "{depth}");
        let ahead = (case.facing.inverse() * hand / case.size).z;
        assert!(ahead > DEEP && error > 0.05 * case.size, "{ahead} {error}");
    }
}

#[test]
fn elbows_move_continuously_while_a_hand_moves_around_the_body() {
    const STEP: f32 = 3e-4;
    // Joint limits alone may make an elbow jump; the collider must not add to it.
    for case in &mut Case::all(false) {
        for mut random in cases(12) {
            // In front of the body, sideways and vertically.
            let [from, to] = [0; 2].map(|_| {
                Vec3::new(random.between(-0.2, 0.4), random.between(0.95, 1.4), random.between(0.16, 0.4))
            });
            let steps = (from.distance(to) / STEP) as usize;
            let mut before: Option<[Vec3; 2]> = None;
            for step in 0..steps {
                let goal = case.at(from.lerp(to, step as f32 / steps as f32));
                let elbows = [false, true].map(|with_arm_collider| {
                    let mut local = case.person.skeleton.rest().to_vec();
                    let (model, _) = case.solve(&mut local, goal, with_arm_collider);
                    Vec3::from(model[case.arm[1].index()].translation) / case.size
                });
                let moved = before.map_or([0.0; 2], |before| [0, 1].map(|n| before[n].distance(elbows[n])));
                let [alone, beside] = moved;
                assert!(beside < 12.0 * STEP + 2.0 * alone, "{beside}, alone {alone}, at {goal}");
                before = Some(elbows);
            }
        }
    }
}

#[test]
fn a_rig_with_an_arm_collider_keeps_arms_out_and_fades() {
    let person = full_body();
    let torso = ArmCollider::human(&clothed(&person), &person.humanoid).unwrap();
    let rig = IkRig::human(&person.skeleton, &person.humanoid).with_arm_collider(torso.clone());
    assert!(rig.clone().set_arm_collider(rig.effector("look").unwrap(), Arc::new(torso.clone())).is_err());
    let mut state = state_of(Arc::new(rig), &person.skeleton);
    let effector = state.rig().effector("left hand").unwrap();
    for weight in [0.0, 0.5, 1.0] {
        state
            .set_goal(
                effector,
                Some(IkGoal::new(IkTarget::Model(Vec3::new(0.05, 1.2, 0.0))).with_weight(weight)),
            )
            .unwrap();
        state.snap();
        let mut local = LocalPose::rest(&person.skeleton);
        let mut model = ModelPose::rest(&person.skeleton);
        state.solve(
            &StageInput::new(0.0, Affine3A::IDENTITY),
            IkInput::new(),
            &mut StagePose::new(&person.skeleton, &mut local, &mut model),
        );
        assert_eq!(state.changes_pose(), weight > 0.0);
        assert!(state.changes_pose() || local.as_slice() == person.skeleton.rest());
        let hand = person.position(&model, LeftHand).unwrap();
        assert!(weight < 1.0 || torso.depth(model.as_slice(), hand) < 2e-3);
        assert!(weight == 0.0 || state.report(effector).error > 0.05);
    }
}

#[test]
fn degenerate_goals_and_bodies_give_valid_rotations() {
    let mut case = Case::new(full_body(), 1.0, true);
    for odd in ODD {
        for axis in 0..3 {
            let mut goal = Vec3::new(0.1, 1.2, 0.1);
            goal[axis] = odd;
            let mut local = case.person.skeleton.rest().to_vec();
            let (_, error) = case.solve(&mut local, goal, true);
            assert!(!error.is_nan() && local.iter().all(|joint| joint.is_finite()), "{odd}");
        }
        let ends = [(JointId(1), Vec3::new(odd, 0.0, 0.0)), (JointId(3), Vec3::ZERO)];
        case.torso =
            ArmCollider::new([ColliderSlab { ends, half_widths: [Vec3::X * odd; 2], radius: odd }]).unwrap();
        case.torso.arm_radius = odd;
        let mut local = case.person.skeleton.rest().to_vec();
        case.solve(&mut local, Vec3::new(0.1, 1.2, 0.1), true);
        assert!(local.iter().all(|joint| joint.is_finite() && joint.rotation.is_normalized()), "{odd}");
        case = Case::new(full_body(), 1.0, true);
    }
    assert!(ArmCollider::new([]).is_err());
    let slab = ColliderSlab::capsule((JointId(0), Vec3::ZERO), (JointId(0), Vec3::Y), 0.1);
    assert!(ArmCollider::new([slab; 9]).is_err() && ArmCollider::new([slab; 8]).is_ok());
}

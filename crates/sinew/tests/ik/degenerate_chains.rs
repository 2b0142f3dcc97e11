//! Chains, limbs and looks on degenerate input: the pose stays valid, and unchanged for non-finite input.

use crate::degenerate_analytic::ODD;
use crate::random::{Random, cases};
use crate::random_chain::{Posed, Rig};
use sinew::Transform;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::ik::{
    ChainGoal, ChainMethod, ChainScratch, ChainSolver, IkPose, IkResult, Limb, LimbSettings, LookAt,
    LookState,
};

const METHODS: [ChainMethod; 4] =
    [ChainMethod::Ccd, ChainMethod::Fabrik, ChainMethod::JacobianTranspose, ChainMethod::DampedLeastSquares];

/// Solves by every method and checks that valid joint transforms stay valid.
fn check(rig: &Rig, from: &Posed, goal: &ChainGoal, mut see: impl FnMut(&[Transform], IkResult)) {
    let mut scratch = ChainScratch::default();
    for (method, rounds) in
        METHODS.into_iter().flat_map(|method| [1, u32::MAX].map(|rounds| (method, rounds)))
    {
        let solver = ChainSolver::default().with_method(method).with_rounds(rounds).with_restarts(2);
        let mut local = from.local.clone();
        let reach = solver.solve(
            &rig.chain,
            goal,
            &mut IkPose::new(&rig.skeleton, &mut local, &from.model),
            &mut scratch,
        );
        assert!(reach.error.is_finite() && reach.rotation_error.is_finite(), "{method:?} {goal:?} {reach:?}");
        check_pose(from, &local, || format!("{method:?} {goal:?}"));
        see(&local, reach);
    }
}

fn check_pose(from: &Posed, local: &[Transform], what: impl Fn() -> String) {
    for (before, after) in from.local.iter().zip(local) {
        let is_kept = format!("{before:?}") == format!("{after:?}");
        let is_rotation = after.rotation.is_finite() && (after.rotation.length() - 1.0).abs() < 1e-4;
        assert!(is_kept || is_rotation, "{} {before:?} {after:?}", what());
    }
}

#[test]
fn degenerate_goals_give_valid_poses() {
    for mut random in cases(12) {
        let n = random.seed();
        let count = 1 + n % 6;
        let rig = if n % 2 == 0 { Rig::free(&mut random, count) } else { Rig::limited(&mut random, count) };
        let from = rig.any_pose(&mut random);
        let plain = ChainGoal::at(random.vector()).with_rotation(random.rotation());
        for odd in ODD {
            for at in 0..3 {
                let mut goal = plain;
                goal.position[at] = odd;
                check(&rig, &from, &goal, |local, _| {
                    assert!(odd.is_finite() || local == from.local);
                });
            }
            for (n, weight) in (0..4).map(|n| (n, 1.0)).chain([(4, odd)]) {
                let mut numbers = random.rotation().to_array();
                if n < 4 {
                    numbers[n] = odd;
                }
                let goal = plain.with_rotation(Quat::from_array(numbers)).with_weight(weight);
                check(&rig, &from, &goal, |_, _| {});
            }
            for rotation in [Quat::from_array([odd; 4]), Quat::from_array([0.0; 4])] {
                check(&rig, &from, &plain.with_rotation(rotation), |_, _| {});
            }
        }
        for position in [rig.position(&from, 0), rig.tip(&from)] {
            check(&rig, &from, &ChainGoal::at(position), |_, _| {});
        }
    }
}

#[test]
fn zero_and_invalid_weights_change_nothing() {
    let mut random = Random::new(52);
    let rig = Rig::free(&mut random, 4);
    let from = rig.any_pose(&mut random);
    let plain = ChainGoal::at(random.vector());
    check(&rig, &from, &plain.with_weight(f32::NAN), |local, _| {
        let apart = |(a, b): (&Transform, &Transform)| 1.0 - a.rotation.dot(b.rotation).abs();
        assert!(from.local.iter().zip(local).map(apart).fold(0.0, f32::max) < 1e-6);
    });
}

/// Numbers of a joint's transform, by index.
fn number(joint: &mut Transform, n: usize) -> &mut f32 {
    match n {
        0..3 => &mut joint.translation[n],
        3..6 => &mut joint.scale[n - 3],
        6 => &mut joint.rotation.x,
        7 => &mut joint.rotation.y,
        8 => &mut joint.rotation.z,
        _ => &mut joint.rotation.w,
    }
}

#[test]
fn degenerate_joint_transforms_give_valid_poses() {
    for mut random in cases(8) {
        let n = random.seed();
        let count = 2 + n % 5;
        let rig = if n % 2 == 0 { Rig::free(&mut random, count) } else { Rig::limited(&mut random, count) };
        let plain = rig.any_pose(&mut random);
        let goal = ChainGoal::at(random.vector()).with_rotation(random.rotation());
        for odd in ODD {
            for field in 0..10 {
                let mut local = plain.local.clone();
                let joint = random.index(local.len());
                *number(&mut local[joint], field) = odd;
                let from = rig.posed(local);
                check(&rig, &from, &goal, |_, _| {});
            }
        }
    }
}

#[test]
fn chains_without_length_are_not_changed() {
    let mut random = Random::new(54);
    let rig = Rig::free(&mut random, 5);
    for size in [0.0, 1e-30, f32::NAN, f32::INFINITY, 1e30] {
        let mut local = rig.skeleton.rest().to_vec();
        local.iter_mut().for_each(|joint| joint.translation *= size);
        let from = rig.posed(local);
        check(&rig, &from, &ChainGoal::at(Vec3::ONE), |local, _| {
            let same = from.local.iter().zip(local).all(|(a, b)| a.rotation == b.rotation);
            assert!(same, "{size}");
        });
    }
}

#[test]
fn degenerate_links_give_valid_poses() {
    for mut random in cases(8) {
        let n = random.seed();
        let mut rig = Rig::limited(&mut random, 2 + n % 5);
        let from = rig.any_pose(&mut random);
        let goal = ChainGoal::at(random.vector());
        for odd in ODD {
            let link = random.index(rig.chain.links().len());
            let before = rig.chain.links()[link].clone();
            rig.chain.links_mut()[link].stiffness = odd;
            check(&rig, &from, &goal, |_, _| {});
            rig.chain.links_mut()[link] = before.clone();
            rig.chain.links_mut()[link].reference_rotation.x = odd;
            rig.chain.links_mut()[link].reference_rotation.y = odd;
            check(&rig, &from, &goal, |_, _| {});
            rig.chain.links_mut()[link].reference_rotation = Quat::from_array([0.0; 4]);
            check(&rig, &from, &goal, |_, _| {});
            rig.chain.links_mut()[link] = before;
        }
    }
}

#[test]
fn degenerate_limbs_give_valid_poses() {
    let mut scratch = ChainScratch::default();
    for mut random in cases(40) {
        let rig = Rig::free(&mut random, 3);
        let joints = [0, 1, 2].map(|n| rig.chain.links()[n].joint());
        let limb = Limb::new(&rig.skeleton, joints, None).unwrap();
        let from = rig.any_pose(&mut random);
        for odd in ODD {
            for field in 0..8 {
                let mut goal = ChainGoal::at(random.vector()).with_rotation(random.rotation());
                let mut settings = LimbSettings::default().with_pole(random.vector());
                let pole = settings.pole.get_or_insert_default();
                *[
                    &mut goal.position.x,
                    &mut goal.position.z,
                    &mut goal.weight,
                    &mut pole.x,
                    &mut pole.y,
                    &mut settings.swivel,
                    &mut settings.softness,
                    &mut settings.stretch,
                ][field] = odd;
                let mut local = from.local.clone();
                let (skeleton, model) = (&rig.skeleton, &from.model);
                let reach =
                    limb.solve(&goal, &settings, &mut IkPose::new(skeleton, &mut local, model), &mut scratch);
                let what = || format!("{goal:?} {settings:?} {reach:?}");
                assert!(reach.error.is_finite() && reach.rotation_error.is_finite(), "{}", what());
                check_pose(&from, &local, what);
                assert!(local.iter().all(|joint| joint.translation.is_finite()), "{}", what());
            }
        }
    }
}

#[test]
fn degenerate_looks_give_valid_poses() {
    let mut scratch = ChainScratch::default();
    for mut random in cases(40) {
        let n = random.seed();
        let rig = Rig::limited(&mut random, 1 + n % 4);
        let look = LookAt::new(&rig.skeleton, rig.chain.clone()).with_shares(&[ODD[n % ODD.len()], 1.0]);
        let from = rig.any_pose(&mut random);
        for odd in ODD {
            for field in 0..5 {
                let (mut target, mut weight, mut dt) = (random.vector() * 3.0, 1.0, 0.1);
                let mut look = look.clone();
                match field {
                    0 => target.x = odd,
                    1 => weight = odd,
                    2 => dt = odd,
                    3 => look.settings.response_time = odd,
                    _ => look.settings.softness = odd,
                }
                let mut state = LookState::default();
                for _ in 0..3 {
                    let mut local = from.local.clone();
                    let (skeleton, model) = (&rig.skeleton, &from.model);
                    let state = Some((&mut state, dt));
                    let looked = look.solve(
                        target,
                        weight,
                        state,
                        &mut IkPose::new(skeleton, &mut local, model),
                        &mut scratch,
                    );
                    let what = || format!("{target} {weight} {dt} {:?} {looked:?}", look.settings);
                    assert!(looked.angle_error.is_finite() && looked.turn_request.is_finite(), "{}", what());
                    check_pose(&from, &local, what);
                }
            }
        }
    }
}

#[test]
fn a_non_finite_model_pose_changes_nothing() {
    let mut random = Random::new(58);
    let rig = Rig::free(&mut random, 4);
    let mut from = rig.any_pose(&mut random);
    from.model.iter_mut().for_each(|matrix| *matrix = Affine3A::from_translation(Vec3::NAN));
    check(&rig, &from, &ChainGoal::at(Vec3::ONE), |local, _| assert_eq!(local, from.local));
}

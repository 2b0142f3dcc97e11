//! Chains under scale and mirroring: goals are reached within limits, and a mirrored chain moves as the
//! mirror image.

use crate::limit_shapes::ACROSS;
use crate::random::{Random, cases};
use crate::random_chain::{Case, Posed, Rig, mirrored};
use sinew::glam::Vec3;
use sinew::ik::{Chain, ChainGoal, ChainMethod, ChainScratch, ChainSolver, IkPose, Limb, LimbSettings};
use sinew::skeleton::Joint;
use sinew::{JointId, ModelPose, Skeleton, Transform};

const METHODS: [ChainMethod; 4] =
    [ChainMethod::Ccd, ChainMethod::Fabrik, ChainMethod::JacobianTranspose, ChainMethod::DampedLeastSquares];

/// The chain scaled as a whole, in the same pose, with its goal scaled alike.
fn seen(case: &Case, scale: Vec3) -> Case {
    let root = JointId(0);
    let rig = case.rig.scaled(root, scale);
    let from = rig.as_in(&case.from);
    let there = from.model[root.index()] * case.from.model[root.index()].inverse();
    let mut goal = case.goal;
    goal.position = there.transform_point3(goal.position);
    let to = rig.as_in(&case.to);
    Case { rig, from, to, goal, length: case.length * scale.x.abs() }
}

/// Largest angle between the joints of two poses.
fn apart(a: &Posed, b: &Posed) -> f32 {
    let each = a.local.iter().zip(&b.local).map(|(a, b)| {
        let b = if a.rotation.dot(b.rotation) < 0.0 { -b.rotation } else { b.rotation };
        2.0 * (a.rotation - b).length()
    });
    each.fold(0.0, f32::max)
}

/// Solves many chains, plain and scaled, and compares the rotations; iterative solutions sometimes differ
/// because of rounding. `rounding` is the precision of positions, in lengths of the chain.
fn turns_alike(scale: Vec3, rounding: f32) {
    const COUNT: usize = 150;
    let mut scratch = ChainScratch::default();
    for (limited, method) in [false, true].into_iter().flat_map(|limited| METHODS.map(|m| (limited, m))) {
        let solver = ChainSolver::default().with_method(method);
        let scaled = solver.with_tolerance(solver.tolerance * scale.x.abs());
        let (mut errors_alike, mut turns_alike) = (0, 0);
        for mut random in cases(COUNT) {
            let plain = if limited { Case::limited(&mut random) } else { Case::free(&mut random) };
            let case = seen(&plain, scale);
            let (pose, result) = plain.solved(&solver, &mut scratch);
            let (seen_pose, seen_result) = case.solved(&scaled, &mut scratch);
            let (error, seen_error) = (result.error / plain.length, seen_result.error / case.length);
            let measured = case.rig.tip(&seen_pose).distance(case.goal.position) / case.length;
            assert!((measured - seen_error).abs() < rounding, "{scale} {method:?} {measured} {seen_error}");
            let violation = case.rig.violation(&seen_pose, case.rig.chain.links().len() - 1);
            assert!(violation < rounding.max(1e-4), "{scale} {method:?} {violation}");
            errors_alike += usize::from((error - seen_error).abs() < 1e-3);
            turns_alike += usize::from(apart(&pose, &seen_pose) < 1e-2);
        }
        assert!(errors_alike > COUNT * 97 / 100, "{scale} {method:?} {limited}: {errors_alike}");
        assert!(turns_alike > COUNT * 9 / 10, "{scale} {method:?} {limited}: {turns_alike}");
    }
}

#[test]
fn solutions_do_not_depend_on_the_size() {
    turns_alike(Vec3::splat(100.0), 1e-5);
    turns_alike(Vec3::splat(0.01), 5e-4);
}

#[test]
fn mirrored_chains_give_mirrored_solutions() {
    turns_alike(ACROSS, 1e-5);
    turns_alike(Vec3::NEG_ONE, 1e-5);
    turns_alike(Vec3::splat(-0.01), 5e-4);
}

#[test]
fn limbs_reach_under_any_scale_and_mirrored() {
    let mut scratch = ChainScratch::default();
    for scale in [Vec3::ONE, Vec3::splat(100.0), Vec3::splat(0.01), ACROSS, Vec3::NEG_ONE, Vec3::splat(-2.0)]
    {
        for mut random in cases(100) {
            let plain = Rig::free(&mut random, 3);
            let links = plain.chain.links();
            let joint = if random.one_in(2) { JointId(0) } else { links[random.index(3)].joint() };
            let scale = if joint == JointId(0) || scale.x > 0.0 { scale } else { ACROSS };
            let rig = plain.scaled(joint, scale);
            let from = rig.as_in(&plain.any_pose(&mut random));
            let limb = Limb::new(&rig.skeleton, [0, 1, 2].map(|n| links[n].joint()), None).unwrap();
            let lengths = rig.lengths(&from);
            let length: f32 = lengths.iter().sum();
            let goal = ChainGoal::at(rig.position(&from, 0) + random.direction() * length * 0.8);
            let (mut local, settings) = (from.local.clone(), LimbSettings::default());
            let result = limb.solve(
                &goal,
                &settings,
                &mut IkPose::new(&rig.skeleton, &mut local, &from.model),
                &mut scratch,
            );
            let error = rig.tip(&rig.posed(local)).distance(goal.position);
            let nearest = ((lengths[0] - lengths[1]).abs() - 0.8 * length).max(0.0);
            assert!((error - result.error).abs() < 1e-3 * length, "{scale} {error} {result:?}");
            assert!((error - nearest).abs() < 1e-3 * length, "{scale} {error} {nearest}");
        }
    }
}

/// A chain with a mirrored joint inside.
fn with_a_mirror(random: &mut Random) -> Case {
    let plain = Case::limited(random);
    let links = plain.rig.chain.links();
    let joint = links[random.index(links.len())].joint();
    let rig: Rig = plain.rig.scaled(joint, ACROSS);
    let [from, to] = [&plain.from, &plain.to].map(|pose| rig.as_in(pose));
    let mut goal = plain.goal;
    goal.position = rig.tip(&to);
    Case { rig, from, to, goal, length: plain.length }
}

#[test]
fn a_mirrored_joint_within_a_chain_keeps_limits_and_reaches_the_goal() {
    let mut scratch = ChainScratch::default();
    for method in METHODS {
        let solver = ChainSolver::default().with_method(method);
        let mut reached = 0;
        for mut random in cases(300) {
            let mut case = with_a_mirror(&mut random);
            if random.one_in(2) {
                case.goal.rotation = Some(random.rotation());
            }
            let (solved, result) = case.solved(&solver, &mut scratch);
            let count = case.rig.chain.links().len() - usize::from(case.goal.rotation.is_none());
            assert!(case.rig.violation(&case.to, case.rig.chain.links().len()) < 1e-4, "the goal is allowed");
            let violation = case.rig.violation(&solved, count);
            assert!(violation < 1e-4, "{method:?} {violation}");
            let error = case.rig.tip(&solved).distance(case.goal.position);
            assert!((error - result.error).abs() < 2e-5 * case.length, "{error} {result:?}");
            reached += usize::from(error < (1e-3 * case.length).max(solver.tolerance));
        }
        assert!(reached > 250, "{method:?}: {reached}");
    }
}

#[test]
fn straight_chains_bend_as_mirror_images() {
    // Directions of arms, legs and tails at rest.
    for along in [Vec3::X, Vec3::Y, Vec3::NEG_Y, Vec3::Z, Vec3::NEG_Z, Vec3::new(3.0, -1.0, 1.0)] {
        let straight = |along: Vec3| {
            let joint = |n: usize| Joint {
                name: n.to_string(),
                parent: n.checked_sub(1).map(|above| above as u32),
                rest: Transform::from_translation(if n > 0 { along } else { Vec3::ZERO }),
                in_scene: true,
            };
            let skeleton = Skeleton::new((0..5).map(joint).collect()).unwrap();
            let chain = Chain::new(&skeleton, &[0, 1, 2, 3, 4].map(JointId)).unwrap();
            (skeleton, chain)
        };
        for method in METHODS {
            let solver = ChainSolver::default().with_method(method);
            let [left, right] = [along, along * ACROSS].map(|along| {
                let (skeleton, chain) = straight(along);
                let mut local = skeleton.rest().to_vec();
                let model = ModelPose::rest(&skeleton);
                let goal = ChainGoal::at(along * 2.0);
                let scratch = &mut ChainScratch::default();
                let result = solver.solve(
                    &chain,
                    &goal,
                    &mut IkPose::new(&skeleton, &mut local, model.as_slice()),
                    scratch,
                );
                assert!(result.error < 1e-3, "{result:?}");
                local
            });
            for (left, right) in left.iter().zip(&right) {
                let image = mirrored(left.rotation);
                assert!(image.dot(right.rotation).abs() > 1.0 - 1e-5, "{along} {method:?}");
            }
        }
    }
}

//! Properties of every chain method on random chains, and their success rates.

use crate::random::{Random, cases};
use crate::random_chain::{Case, Posed};
use sinew::Transform;
use sinew::glam::Quat;
use sinew::ik::{ChainGoal, ChainMethod, ChainScratch, ChainSolver, IkResult};

const METHODS: [ChainMethod; 4] =
    [ChainMethod::Ccd, ChainMethod::Fabrik, ChainMethod::JacobianTranspose, ChainMethod::DampedLeastSquares];

/// Values of `ChainSolver::rounds`: none, some, and all.
const ROUNDS: [u32; 5] = [0, 1, 2, 4, u32::MAX];

fn solver(method: ChainMethod, restarts: u32) -> ChainSolver {
    ChainSolver::default().with_method(method).with_restarts(restarts)
}

fn bits(pose: &[Transform]) -> Vec<[u32; 10]> {
    let numbers = |t: &Transform| {
        let ([x, y, z, w], [a, b, c], [d, e, f]) =
            (t.rotation.to_array(), t.translation.to_array(), t.scale.to_array());
        [x, y, z, w, a, b, c, d, e, f].map(f32::to_bits)
    };
    pose.iter().map(numbers).collect()
}

/// Calls `see` with hundreds of chains, each solved by every method, with and without restarts, with every
/// number of rounds.
fn each(seed: u64, mut see: impl FnMut(&Case, &Posed, IkResult)) {
    let mut random = Random::new(seed);
    let mut scratch = ChainScratch::with_capacity(12);
    for _ in 0..500 {
        let mut case = Case::limited(&mut random);
        if random.one_in(8) {
            case.goal.position += random.direction() * case.length * 2.0;
        }
        if random.one_in(2) {
            case.goal.rotation = Some(random.rotation());
        }
        for method in METHODS {
            let rounds = ROUNDS[random.index(ROUNDS.len())];
            let solver = solver(method, 5 * random.index(2) as u32).with_rounds(rounds);
            let (solved, reach) = case.solved(&solver, &mut scratch);
            see(&case, &solved, reach);
        }
    }
}

#[test]
fn every_joint_of_the_solution_is_within_its_limit() {
    each(41, |case, solved, _| {
        let links = case.rig.chain.links();
        // The tip rotates only for a rotation goal.
        let count = if case.goal.rotation.is_some() { links.len() } else { links.len() - 1 };
        let violation = case.rig.violation(solved, count);
        assert!(violation < 1e-4, "{violation} {:?}", case.goal);
    });
}

#[test]
fn bones_keep_their_lengths_and_other_joints_their_rotations() {
    each(42, |case, solved, _| {
        for (before, after) in case.rig.lengths(&case.from).iter().zip(case.rig.lengths(solved)) {
            assert!((before - after).abs() < 1e-5 * case.length, "{before} {after}");
        }
        let is_linked = |n: usize| case.rig.chain.links().iter().any(|link| link.joint().index() == n);
        for (n, (before, after)) in case.from.local.iter().zip(&solved.local).enumerate() {
            assert_eq!((before.translation, before.scale), (after.translation, after.scale));
            assert!(is_linked(n) || before.rotation == after.rotation, "{n}");
            assert!((after.rotation.length() - 1.0).abs() < 1e-5, "{n}");
        }
    });
}

#[test]
fn the_reported_error_is_that_of_the_pose() {
    each(43, |case, solved, reach| {
        let error = case.rig.tip(solved).distance(case.goal.position);
        assert!((error - reach.error).abs() < 2e-5 * case.length, "{error} {reach:?}");
        let tip = solved.model[case.rig.chain.tip().index()];
        let off = case.goal.rotation.map_or(0.0, |rotation| {
            let off = Transform::from_affine(&tip).rotation.inverse() * rotation;
            2.0 * off.xyz().length().atan2(off.w.abs())
        });
        assert!((off - reach.rotation_error).abs() < 2e-5, "{off} {reach:?}");
    });
}

#[test]
fn the_solution_depends_only_on_the_input() {
    let mut used = ChainScratch::default();
    for mut random in cases(300) {
        let [case, other] = [0; 2].map(|_| Case::limited(&mut random));
        for (method, rounds) in METHODS.into_iter().flat_map(|method| ROUNDS.map(|rounds| (method, rounds))) {
            let solver = solver(method, 2).with_rounds(rounds);
            let (first, result) = case.solved(&solver, &mut ChainScratch::default());
            other.solved(&solver, &mut used);
            for _ in 0..2 {
                let (again, result_again) = case.solved(&solver, &mut used);
                assert_eq!((bits(&first.local), result), (bits(&again.local), result_again), "{method:?}");
            }
        }
    }
}

#[test]
fn stiff_joints_do_not_turn() {
    let mut scratch = ChainScratch::default();
    for mut random in cases(300) {
        let mut case = Case::limited(&mut random);
        if random.one_in(10) {
            case.rig.chain.links_mut().iter_mut().for_each(|link| link.stiffness = 1.0);
        }
        // Joints outside of their limits are clamped, whatever their stiffness.
        case.from = case.rig.allowed(&mut random, &case.from, 2.0);
        for (method, rounds) in METHODS.into_iter().flat_map(|method| ROUNDS.map(|rounds| (method, rounds))) {
            let solver = solver(method, 5).with_rounds(rounds);
            let (solved, _) = case.solved(&solver, &mut scratch);
            for link in case.rig.chain.links().iter().filter(|link| link.stiffness >= 1.0) {
                let joint = link.joint().index();
                let [before, after] = [&case.from, &solved].map(|pose| pose.local[joint].rotation);
                assert!((before.dot(after).abs() - 1.0).abs() < 1e-5, "{method:?}: {before} {after}");
            }
        }
    }
}

/// Number of reachable goals that each method reaches, within a thousandth of the chain's length.
fn reached(rounds: u32, restarts: u32, mut case: impl FnMut(&mut Random) -> Case) -> [usize; 4] {
    METHODS.map(|method| {
        let mut scratch = ChainScratch::default();
        let solver = solver(method, restarts).with_rounds(rounds);
        let mut count = 0;
        for mut random in cases(1000) {
            let case = case(&mut random);
            let error = case.solved(&solver, &mut scratch).1.error;
            count += usize::from(error < (1e-3 * case.length).max(solver.tolerance));
        }
        count
    })
}

#[test]
fn chains_without_limits_reach_all_goals() {
    for rounds in [0, 1, 2, 4] {
        assert_eq!(reached(rounds, 0, Case::free), [1000; 4], "{rounds}");
    }
    let [ccd, fabrik, transpose, damped] = reached(u32::MAX, 0, Case::free);
    assert_eq!([ccd, damped], [1000; 2]);
    // FABRIK and the transpose converge slowly for nearly straight chains.
    assert!(fabrik > 990 && transpose > 990, "{fabrik} {transpose}");
}

#[test]
fn most_goals_within_limits_are_reached() {
    let [once, again] = [0, 5].map(|restarts| reached(1, restarts, Case::limited));
    assert!(once.into_iter().all(|count| count > 870), "{once:?}");
    assert!(again.into_iter().all(|count| count > 910), "{again:?}");
}

#[test]
fn chains_point_at_goals_out_of_reach() {
    let (mut scratch, mut stuck) = (ChainScratch::default(), 0);
    for mut random in cases(300) {
        let n = random.seed();
        let mut case = Case::free(&mut random);
        let root = case.rig.position(&case.from, 0);
        // One distance whose square overflows.
        let far = case.length * [1.5, 10.0, 1e4, 1e20][n % 4];
        let direction = random.direction();
        case.goal = ChainGoal::at(root + direction * far);
        for (method, rounds) in METHODS.into_iter().flat_map(|method| ROUNDS.map(|rounds| (method, rounds))) {
            // A bound on the number of iterations.
            let solver = solver(method, 0).with_rounds(rounds).with_iterations(u32::MAX);
            let (solved, _) = case.solved(&solver, &mut scratch);
            let tip = case.rig.tip(&solved) - root;
            let off = tip.distance(direction * case.length);
            if method == ChainMethod::JacobianTranspose && rounds == u32::MAX {
                stuck += usize::from(off > 0.02 * case.length);
                continue;
            }
            assert!(off < 0.02 * case.length, "{method:?} {rounds} {far}: {tip}");
        }
    }
    // The transpose alone seldom ends before a straight chain has turned.
    assert!(stuck < 4, "{stuck}");
}

#[test]
fn a_weight_blends_from_the_animated_pose_to_the_solution() {
    let mut scratch = ChainScratch::default();
    for mut random in cases(300) {
        let mut case = Case::limited(&mut random);
        for method in METHODS {
            let turns = |pose: &Posed| -> Vec<Quat> {
                case.rig.chain.links().iter().map(|link| pose.local[link.joint().index()].rotation).collect()
            };
            let full = turns(&case.solved(&solver(method, 0), &mut scratch).0);
            let from = turns(&case.from);
            for weight in [0.0, 0.3, 0.8] {
                case.goal.weight = weight;
                let blended = turns(&case.solved(&solver(method, 0), &mut scratch).0);
                for (n, blended) in blended.into_iter().enumerate() {
                    let expected = sinew::math::slerp_shortest(from[n], full[n], weight);
                    assert!((blended.dot(expected).abs() - 1.0).abs() < 1e-4, "{method:?} {weight}");
                }
            }
            case.goal.weight = 1.0;
        }
    }
}

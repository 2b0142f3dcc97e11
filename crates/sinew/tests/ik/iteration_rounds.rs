//! Rounds of a chain method, and the damped steps that finish its solution.

use crate::random::cases;
use crate::random_chain::{Case, Posed};
use sinew::ik::{ChainMethod, ChainScratch, ChainSolver};

/// Methods with rounds.
const METHODS: [ChainMethod; 3] = [ChainMethod::Ccd, ChainMethod::Fabrik, ChainMethod::JacobianTranspose];

const ALONE: u32 = u32::MAX;

fn solver(method: ChainMethod, rounds: u32) -> ChainSolver {
    ChainSolver::default().with_method(method).with_rounds(rounds)
}

fn same(a: &Posed, b: &Posed) -> bool {
    a.local.iter().zip(&b.local).all(|(a, b)| a.rotation.to_array() == b.rotation.to_array())
}

#[test]
fn without_rounds_all_methods_equal_damped_least_squares() {
    let mut scratch = ChainScratch::default();
    for mut random in cases(500) {
        let case = Case::limited(&mut random);
        let restarts = random.seed() as u32 % 3;
        let damped = ChainSolver::default().with_restarts(restarts);
        let (damped_pose, damped_result) = case.solved(&damped, &mut scratch);
        for method in METHODS {
            let (pose, result) = case.solved(&solver(method, 0).with_restarts(restarts), &mut scratch);
            assert!(
                same(&pose, &damped_pose) && result == damped_result,
                "{method:?}: {result:?} {damped_result:?}"
            );
        }
        // Damped least squares has no rounds.
        for rounds in [0, 4, ALONE] {
            let any = solver(ChainMethod::DampedLeastSquares, rounds).with_restarts(restarts);
            assert!(same(&case.solved(&any, &mut scratch).0, &damped_pose), "{rounds}");
        }
    }
}

#[test]
fn with_all_rounds_a_method_uses_no_damped_steps() {
    const ITERATIONS: u32 = 400;
    for method in METHODS {
        let mut scratch = ChainScratch::default();
        let (mut reached, mut early, mut continued, mut others) = (0, 0, 0, 0);
        for mut random in cases(1000) {
            let case = Case::limited(&mut random);
            let mut with = |rounds: u32| {
                let solver = solver(method, rounds).with_iterations(ITERATIONS);
                case.solved(&solver, &mut scratch)
            };
            let [(pose, result), (as_many, _), (nearly, nearly_result), (usual, _)] =
                [ALONE, ITERATIONS, ITERATIONS - 1, 1].map(&mut with);
            assert!(same(&pose, &as_many), "{method:?}");
            if result.error <= ChainSolver::default().tolerance {
                reached += 1;
                // With more than one round the pose differs from that of damped steps.
                others += usize::from(result.iterations > 1 && !same(&pose, &usual));
            } else if result.iterations < ITERATIONS - 1 {
                early += 1;
                continued += usize::from(nearly_result.error < 0.9 * result.error && !same(&pose, &nearly));
            }
            assert!(
                nearly_result.error <= result.error + 1e-5 * case.length,
                "{method:?}: {nearly_result:?} {result:?}"
            );
        }
        println!("{method:?}: {reached} reached, {early} ended early, {continued} led on, {others} others");
        let least = if method == ChainMethod::Fabrik { 700 } else { 850 };
        assert!(reached > least && early > 20 && continued > 5 && others > 200, "{method:?}");
    }
}

#[test]
fn another_round_never_increases_the_error() {
    for method in METHODS {
        let mut scratch = ChainScratch::default();
        for mut random in cases(200) {
            let case = Case::limited(&mut random);
            let mut last = f32::MAX;
            for iterations in 1..12 {
                let solver = solver(method, ALONE).with_iterations(iterations);
                let (_, result) = case.solved(&solver, &mut scratch);
                assert!(result.iterations <= iterations, "{result:?}");
                assert!(
                    result.error <= last + 1e-5 * case.length,
                    "{method:?} {iterations}: {last} {result:?}"
                );
                last = result.error;
            }
        }
    }
}

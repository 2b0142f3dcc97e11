//! Rounds of a chain method, and the damped steps that finish its solution.

use crate::random::Random;
use crate::random_chain::{Case, Posed};
use sinew::ik::{ChainMethod, ChainScratch, ChainSolver};

/// Those with a way of their own.
const METHODS: [ChainMethod; 3] = [ChainMethod::Ccd, ChainMethod::Fabrik, ChainMethod::JacobianTranspose];

const ALONE: u32 = u32::MAX;

fn solver(method: ChainMethod, rounds: u32) -> ChainSolver {
    ChainSolver { method, rounds, ..ChainSolver::default() }
}

fn same(a: &Posed, b: &Posed) -> bool {
    a.local.iter().zip(&b.local).all(|(a, b)| a.rotation.to_array() == b.rotation.to_array())
}

#[test]
fn without_rounds_all_steps_are_damped() {
    let mut random = Random::new(101);
    let mut scratch = ChainScratch::default();
    for n in 0..500 {
        let case = Case::limited(&mut random);
        let tries = n % 3;
        let damped = ChainSolver { restarts: tries, ..ChainSolver::default() };
        let (damped_pose, damped_told) = case.solved(&damped, &mut scratch);
        for method in METHODS {
            let (pose, told) =
                case.solved(&ChainSolver { restarts: tries, ..solver(method, 0) }, &mut scratch);
            assert!(same(&pose, &damped_pose) && told == damped_told, "{method:?}: {told:?} {damped_told:?}");
        }
        // And by damped least squares they always are.
        for rounds in [0, 4, ALONE] {
            let any = ChainSolver { restarts: tries, ..solver(ChainMethod::DampedLeastSquares, rounds) };
            assert!(same(&case.solved(&any, &mut scratch).0, &damped_pose), "{rounds}");
        }
    }
}

#[test]
fn alone_a_method_ends_where_damped_steps_would_go_on() {
    const ITERATIONS: u32 = 400;
    for method in METHODS {
        let mut random = Random::new(102);
        let mut scratch = ChainScratch::default();
        let (mut reached, mut early, mut gone_on, mut others) = (0, 0, 0, 0);
        for _ in 0..1000 {
            let case = Case::limited(&mut random);
            let mut with = |rounds: u32| {
                let solver = ChainSolver { iterations: ITERATIONS, ..solver(method, rounds) };
                case.solved(&solver, &mut scratch)
            };
            let [(pose, told), (as_many, _), (nearly, nearly_told), (usual, _)] =
                [ALONE, ITERATIONS, ITERATIONS - 1, 1].map(&mut with);
            assert!(same(&pose, &as_many), "{method:?}");
            if told.error <= ChainSolver::default().tolerance {
                reached += 1;
                // Where more than one round is needed, what comes of them is another pose than that of damped steps.
                others += usize::from(told.iterations > 1 && !same(&pose, &usual));
            } else if told.iterations < ITERATIONS - 1 {
                early += 1;
                gone_on += usize::from(nearly_told.error < 0.9 * told.error && !same(&pose, &nearly));
            }
            assert!(
                nearly_told.error <= told.error + 1e-5 * case.length,
                "{method:?}: {nearly_told:?} {told:?}"
            );
        }
        println!("{method:?}: {reached} reached, {early} ended early, {gone_on} led on, {others} others");
        let least = if method == ChainMethod::Fabrik { 700 } else { 850 };
        assert!(reached > least && early > 20 && gone_on > 5 && others > 200, "{method:?}");
    }
}

#[test]
fn a_round_more_never_leads_away() {
    for method in METHODS {
        let mut random = Random::new(103);
        let mut scratch = ChainScratch::default();
        for _ in 0..200 {
            let case = Case::limited(&mut random);
            let mut last = f32::MAX;
            for iterations in 1..12 {
                let solver = ChainSolver { iterations, ..solver(method, ALONE) };
                let (_, told) = case.solved(&solver, &mut scratch);
                assert!(told.iterations <= iterations, "{told:?}");
                assert!(told.error <= last + 1e-5 * case.length, "{method:?} {iterations}: {last} {told:?}");
                last = told.error;
            }
        }
    }
}

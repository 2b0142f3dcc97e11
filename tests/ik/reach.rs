//! IK solvers reach targets within reach, keep joint limits and bone lengths: the statistics of
//! `cargo bench --bench reach` over a few targets.

use sinew::ik::ChainMethod::{DampedLeastSquares, Fabrik, JacobianTranspose};
use sinew::ik::FullBodySolver;
use sinew_suite::reach::{ALONE, Body, Case, Part, Row, Solver, Targets, Whole, WholeTargets};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

const COUNT: usize = 300;

/// Smallest share of reachable targets that a solver must reach, over all parts of a body.
fn least(solver: Solver) -> f32 {
    match solver {
        Solver::Chain(DampedLeastSquares, _) | Solver::FullBody => 0.99,
        // Without line search its convergence is slow.
        Solver::Chain(JacobianTranspose, ALONE) => 0.9,
        Solver::Chain(..) | Solver::TwoBone => 0.97,
        Solver::LookAt => 1.0,
    }
}

/// Bounds for one part of a body.
struct Bounds {
    /// Smallest share of targets reached, without and with restarts.
    reached: f32,
    again: f32,
    /// Largest share of target steps at which a joint jumps.
    jumps: f32,
}

impl Bounds {
    fn of(solver: Solver) -> Self {
        match solver {
            Solver::Chain(Fabrik, ALONE) => Self { reached: 0.93, again: 0.97, jumps: 0.12 },
            Solver::Chain(JacobianTranspose, ALONE) => Self { reached: 0.85, again: 0.86, jumps: 0.05 },
            _ => Self { reached: 0.95, again: 0.99, jumps: 0.05 },
        }
    }
}

fn bodies() -> Vec<Body> {
    let open = |name: &str, file: &Path| {
        let imported = sinew_suite::open(file).unwrap();
        Body::of(name, &imported.character).expect(name)
    };
    let mut bodies = vec![open("sinew", &sinew_suite::repository().join("data/sinew.vrm"))];
    if let Some(assets) = sinew_suite::assets() {
        let files = [("Knight", "gltf/kaykit/Knight.glb"), ("tiny.x", "x/tiny/tiny.x")];
        bodies.extend(files.map(|(name, file)| open(name, &assets.join(file))));
    }
    bodies.push(Body::of_ten_bones());
    bodies
}

#[test]
fn reachable_targets_are_reached() {
    let mut failures = Vec::new();
    for body in bodies() {
        let mut shares = BTreeMap::<String, Vec<(f32, f32)>>::new();
        for case in Part::ALL.into_iter().filter_map(|part| Case::new(&body, part)) {
            let targets = Targets::new(&case, COUNT, 1);
            for solver in Solver::ALL {
                let Some(row) = Row::of(&case, solver, &targets, &|| Duration::ZERO) else { continue };
                println!("{}, {}: {row:.4?}", case.name(), solver.name());
                shares.entry(solver.name()).or_default().push((row.reached, least(solver)));
                if !is_sound(&row, &Bounds::of(solver)) {
                    failures.push(format!("{}, {}: {row:.6?}", case.name(), solver.name()));
                }
            }
        }
        for (solver, shares) in shares {
            let mean = shares.iter().map(|(share, _)| share).sum::<f32>() / shares.len() as f32;
            if mean < shares[0].1 {
                failures.push(format!("{}, {solver}: {mean} are reached", body.name));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn is_sound(row: &Row, bounds: &Bounds) -> bool {
    // Rounding decides about targets at the limit of the reach.
    let alike = |share: f32| (share - row.reached).abs() < 0.015;
    let again = row.reached_by_tries.unwrap_or(1.0);
    row.violation < 1e-4
        && row.stretched < 1e-5
        && row.report_error < 0.01
        && row.error[0] < 0.25
        && row.reached > bounds.reached
        && again > bounds.again
        && alike(row.reached_mirrored)
        && alike(row.reached_small)
        && row.pairs[0].share() < bounds.jumps
}

/// Both hands, both feet and the head at once.
#[test]
fn five_reachable_targets_are_reached_at_once() {
    const COUNT: usize = 4000;
    let usual = FullBodySolver::default().restarts;
    for whole in bodies().iter().filter_map(Whole::new) {
        let targets = WholeTargets::new(&whole, COUNT, 1);
        for (restarts, least) in [(usual, 0.995), (0, 0.99)] {
            let row = Row::of_whole(&whole, &targets, restarts, &|| Duration::ZERO).unwrap();
            println!("{}, {restarts} restarts: {row:.4?}", whole.name());
            let alike = |share: f32| (share - row.reached).abs() < 0.007;
            assert!(row.reached >= least, "{}, {restarts} restarts: {row:.4?}", whole.name());
            assert!(row.violation < 1e-4 && row.stretched < 1e-5 && row.report_error < 0.01, "{row:.6?}");
            assert!(alike(row.reached_small) && alike(row.reached_mirrored), "{row:.6?}");
            // About five in a thousand on average; among a thousand pairs there may be a few more by chance.
            assert!(row.pairs[0].share() <= 0.009, "{}: {row:.4?}", whole.name());
        }
    }
}

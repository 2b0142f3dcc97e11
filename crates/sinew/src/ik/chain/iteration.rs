//! Rounds of a method's own way, one after the other: what is done between them, so that many are not needed.

use crate::ik::ChainScratch;
use crate::ik::chain::{ccd, fabrik, jacobian};
use crate::ik::{Chain, ChainMethod, ChainSolver};
use crate::math::turn::small_turn;
use glam::Vec3A;

/// Goes at most so many rounds, until the tip is near enough or comes no nearer; how many they were.
pub(crate) fn go(
    solver: &ChainSolver,
    most: u32,
    chain: &Chain,
    goal: Vec3A,
    bent: &mut ChainScratch,
) -> u32 {
    let tolerance = solver.tolerance;
    match solver.method {
        ChainMethod::Ccd => nearer_and_nearer(most, tolerance, chain, goal, bent, |bent| {
            ccd::round(chain, bent, goal, tolerance);
        }),
        ChainMethod::JacobianTranspose => nearer_and_nearer(most, tolerance, chain, goal, bent, |bent| {
            jacobian::transposed_step(chain, bent, goal);
        }),
        ChainMethod::Fabrik => there_and_back(most, tolerance, chain, goal, bent),
        ChainMethod::DampedLeastSquares => 0,
    }
}

/// Rounds none of which leads away. Every one but the first begins by doing again what the last one did, as far as that leads on
/// (R. Hooke, T. A. Jeeves, *"Direct Search" Solution of Numerical and Statistical Problems*, 1961): those that creep along a
/// bend are alike, and one such step stands for many of them.
fn nearer_and_nearer(
    most: u32,
    tolerance: f32,
    chain: &Chain,
    goal: Vec3A,
    bent: &mut ChainScratch,
    round: impl Fn(&mut ChainScratch),
) -> u32 {
    let (mut rounds, mut way, mut last) = (0, Vec3A::ZERO, f32::MAX);
    let mut error = bent.tip().distance(goal);
    while rounds < most && error > tolerance && error < last {
        let tip = bent.tip();
        if rounds > 0 {
            go_on(chain, goal, way, bent);
        } else if most > 1 {
            bent.bending().for_each(|own| own.aim = own.turn);
        }
        round(bent);
        rounds += 1;
        way = bent.tip() - tip;
        (last, error) = (error, bent.tip().distance(goal));
    }
    rounds
}

/// Turns all joints on as the last round turned them, `way` of the tip's, as far as would bring the tip nearest if it went on
/// straight; back where it is no nearer then.
fn go_on(chain: &Chain, goal: Vec3A, way: Vec3A, bent: &mut ChainScratch) {
    /// Of the last round: less is not worth it, more would lead anywhere.
    const SHARE: (f32, f32) = (0.05, 10.0);
    /// Squared: turns that may be rounding alone, which is not to be multiplied again and again.
    const NOTHING: f32 = 1e-10;
    let left = goal - bent.tip();
    let share = left.dot(way) / way.length_squared();
    if share.is_nan() || share < SHARE.0 {
        return bent.bending().for_each(|own| own.aim = own.turn);
    }
    let share = share.min(SHARE.1);
    for (own, link) in bent.bending().zip(chain.links()) {
        let before = std::mem::replace(&mut own.aim, own.turn);
        let change = own.turn * before.inverse();
        let about = Vec3A::from(change.xyz()) * 2f32.copysign(change.w);
        if about.length_squared() > NOTHING {
            own.turn = link.limit.clamp(small_turn(about * share) * own.turn).normalize();
        }
    }
    bent.refresh(0);
    if goal.distance_squared(bent.tip()) >= left.length_squared() {
        bent.bending().for_each(|own| own.turn = own.aim);
        bent.refresh(0);
    }
}

/// Rounds along lines, which may lead away and back; the best is what is left. Where limits take most of a round away, the
/// next is drawn beyond the goal by part of what was missed, and more as long as that goes on, so that none of them comes to
/// rest where the way back and the way forth undo each other.
fn there_and_back(most: u32, tolerance: f32, chain: &Chain, goal: Vec3A, bent: &mut ChainScratch) -> u32 {
    /// Who brings the tip nearer by less needs help.
    const HELPS: f32 = 0.8;
    const PART: f32 = 0.5;
    /// As many that are no better than the best are in vain.
    const PATIENCE: u32 = 40;
    let (mut rounds, mut vain, mut beyond) = (0, 0, Vec3A::ZERO);
    let (mut best, mut last) = (f32::MAX, f32::MAX);
    let mut error = bent.tip().distance(goal);
    while rounds < most && error > tolerance && vain < PATIENCE {
        if rounds == 0 {
            fabrik::round(chain, bent, goal);
        } else {
            if error > HELPS * last {
                beyond += (goal - bent.tip()) * PART;
            }
            fabrik::round_within(chain, bent, goal + beyond);
        }
        rounds += 1;
        (last, error) = (error, bent.tip().distance(goal));
        if error < best {
            (best, vain) = (error, 0);
            if most > 1 {
                bent.bending().for_each(|own| own.start = own.turn);
            }
        } else {
            vain += 1;
        }
    }
    if vain > 0 {
        bent.bending().for_each(|own| own.turn = own.start);
        bent.refresh(0);
    }
    rounds
}

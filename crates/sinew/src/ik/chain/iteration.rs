//! Rounds of a chain method, with extrapolation between them so that few are needed.

use crate::ik::ChainScratch;
use crate::ik::chain::{ccd, fabrik, jacobian};
use crate::ik::{Chain, ChainMethod};
use crate::math::turn::small_turn;
use glam::Vec3A;

/// Runs at most `max` rounds, until the tip is within the tolerance or makes no progress.
/// Returns their number.
pub(crate) fn go(
    method: ChainMethod,
    tolerance: f32,
    max: u32,
    chain: &Chain,
    goal: Vec3A,
    scratch: &mut ChainScratch,
) -> u32 {
    match method {
        ChainMethod::Ccd => descend(max, tolerance, chain, goal, scratch, |scratch| {
            ccd::round(chain, scratch, goal, tolerance);
        }),
        ChainMethod::JacobianTranspose => descend(max, tolerance, chain, goal, scratch, |scratch| {
            jacobian::transposed_step(chain, scratch, goal);
        }),
        ChainMethod::Fabrik => alternate(max, tolerance, chain, goal, scratch),
        ChainMethod::DampedLeastSquares => 0,
    }
}

/// Descending rounds. Each but the first starts by repeating the last change as far as that helps (R. Hooke,
/// T. A. Jeeves, *"Direct Search" Solution of Numerical and Statistical Problems*, 1961): slow rounds along a
/// bend are alike, and one such step replaces many of them.
fn descend(
    max: u32,
    tolerance: f32,
    chain: &Chain,
    goal: Vec3A,
    scratch: &mut ChainScratch,
    round: impl Fn(&mut ChainScratch),
) -> u32 {
    let (mut rounds, mut moved, mut last) = (0, Vec3A::ZERO, f32::MAX);
    let mut error = scratch.tip().distance(goal);
    while rounds < max && error > tolerance && error < last {
        let tip = scratch.tip();
        if rounds > 0 {
            go_on(chain, goal, moved, scratch);
        } else if max > 1 {
            scratch.bending().for_each(|state| state.aim = state.turn);
        }
        round(scratch);
        rounds += 1;
        moved = scratch.tip() - tip;
        (last, error) = (error, scratch.tip().distance(goal));
    }
    rounds
}

/// Repeats the joint changes of the last round, which moved the tip by `moved`, scaled to bring the tip
/// nearest if it went on straight; undone where the tip is no nearer.
fn go_on(chain: &Chain, goal: Vec3A, moved: Vec3A, scratch: &mut ChainScratch) {
    /// Smallest and largest multiple of the last round.
    const SHARE: (f32, f32) = (0.05, 10.0);
    /// Squared angle of changes that may be rounding and are not repeated.
    const NOTHING: f32 = 1e-10;
    let left = goal - scratch.tip();
    let share = left.dot(moved) / moved.length_squared();
    if share.is_nan() || share < SHARE.0 {
        return scratch.bending().for_each(|state| state.aim = state.turn);
    }
    let share = share.min(SHARE.1);
    for (state, link) in scratch.bending().zip(chain.links()) {
        let before = std::mem::replace(&mut state.aim, state.turn);
        let change = state.turn * before.inverse();
        let about = Vec3A::from(change.xyz()) * 2f32.copysign(change.w);
        if about.length_squared() > NOTHING {
            state.turn = link.limit.clamp(small_turn(about * share) * state.turn).normalize();
        }
    }
    scratch.refresh(0);
    if goal.distance_squared(scratch.tip()) >= left.length_squared() {
        scratch.bending().for_each(|state| state.turn = state.aim);
        scratch.refresh(0);
    }
}

/// FABRIK rounds, which may get worse in between; the best is kept. Where limits take most of a round away,
/// the next one aims beyond the goal by part of the error, and more as long as that goes on, so that the
/// forward and backward passes do not cancel each other.
fn alternate(max: u32, tolerance: f32, chain: &Chain, goal: Vec3A, scratch: &mut ChainScratch) -> u32 {
    /// Ratio of errors above which a round aims further beyond the goal.
    const PROGRESS: f32 = 0.8;
    const OVERSHOOT: f32 = 0.5;
    /// Largest number of rounds without a new best.
    const PATIENCE: u32 = 40;
    let (mut rounds, mut vain, mut beyond) = (0, 0, Vec3A::ZERO);
    let (mut best, mut last) = (f32::MAX, f32::MAX);
    let mut error = scratch.tip().distance(goal);
    while rounds < max && error > tolerance && vain < PATIENCE {
        if rounds == 0 {
            fabrik::round(chain, scratch, goal);
        } else {
            if error > PROGRESS * last {
                beyond += (goal - scratch.tip()) * OVERSHOOT;
            }
            fabrik::round_within(chain, scratch, goal + beyond);
        }
        rounds += 1;
        (last, error) = (error, scratch.tip().distance(goal));
        if error < best {
            (best, vain) = (error, 0);
            if max > 1 {
                scratch.bending().for_each(|state| state.start = state.turn);
            }
        } else {
            vain += 1;
        }
    }
    if vain > 0 {
        scratch.bending().for_each(|state| state.turn = state.start);
        scratch.refresh(0);
    }
    rounds
}

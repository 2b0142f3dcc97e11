//! Start pose of chain solvers: the animated chain, bent or straightened evenly until its tip is as far from
//! its root as the goal, then turned at the root by the shortest arc. Iterations have little left to do, and
//! the result changes smoothly with the goal, also for straight chains and goals in line with them.

use crate::ik::Chain;
use crate::ik::ChainScratch;
use crate::limit::Swing;
use crate::math::axis_angle;
use crate::math::turn::{arc, capped};
use glam::{Quat, Vec3, Vec3A};

/// Largest number of trials for the bend, each about as expensive as a quarter of a round.
const MAX_TRIALS: usize = 12;

/// Brings the chain to its start pose.
pub(crate) fn begin(chain: &Chain, scratch: &mut ChainScratch, goal: Vec3A) {
    let pivot = pivot(chain, scratch.bones());
    let position = scratch.links[pivot].position;
    let wanted = goal.distance(position);
    let before = scratch.tip() - position;
    curl(chain, scratch, pivot, wanted);
    let parent = scratch.parent_rotation(pivot);
    let link = &chain.links()[pivot];
    let now = scratch.tip() - position;
    // Through the original direction of the tip to the goal: only goals straight behind have no shortest arc,
    // however far the chain is bent. A limited pivot turns directly.
    let direct = arc(now, goal - position);
    // A tip at its root has no direction.
    let pointed = before.length() > 0.1 * scratch.length;
    let arc = match link.limit.is_free() && pointed {
        true => {
            arc(now, before).zip(arc(before, goal - position)).map(|(back, there)| there * back).or(direct)
        }
        false => direct.map(|arc| capped(arc, 0.6)),
    };
    if let Some(arc) = arc.filter(|_| link.flexibility() > 0.0) {
        let turn = parent.inverse() * arc * parent * scratch.links[pivot].turn;
        scratch.links[pivot].turn = link.limit.clamp(turn).normalize();
        scratch.refresh(pivot);
    }
}

/// Turns the pivot once more towards the goal within its limit, where the limit clamped it: this swivels the
/// chain to where both nearly agree.
pub(crate) fn aim_within(chain: &Chain, scratch: &mut ChainScratch, goal: Vec3A) {
    /// Cosine of half the angle below which nothing is done.
    const HARDLY: f32 = 0.999_99;
    let pivot = pivot(chain, scratch.bones());
    let (link, back) = (&chain.links()[pivot], scratch.parent_rotation(pivot).inverse());
    let position = scratch.links[pivot].position;
    let arc = arc(back * (scratch.tip() - position), back * (goal - position)).filter(|arc| arc.w < HARDLY);
    if let Some(arc) = arc.filter(|_| link.flexibility() > 0.0) {
        scratch.links[pivot].turn = link.limit.clamp(arc * scratch.links[pivot].turn).normalize();
        scratch.refresh(pivot);
    }
}

/// Swings the chain around the line from its pivot to the goal.
pub(crate) fn swing_around(chain: &Chain, scratch: &mut ChainScratch, goal: Vec3A, angle: f32) {
    let pivot = pivot(chain, scratch.bones());
    if chain.links()[pivot].flexibility() == 0.0 {
        return;
    }
    let Some(axis) = (goal - scratch.links[pivot].position).try_normalize() else { return };
    let parent = scratch.parent_rotation(pivot);
    let around = axis_angle::from_axis_angle(axis.into(), angle);
    let turn = parent.inverse() * around * parent * scratch.links[pivot].turn;
    scratch.links[pivot].turn = chain.links()[pivot].limit.clamp(turn).normalize();
    scratch.refresh(pivot);
}

/// Pivot: the first of the joints with the widest swing, such as an upper arm next to a clavicle.
fn pivot(chain: &Chain, bones: usize) -> usize {
    let mobility = |n: &usize| {
        let link = &chain.links()[*n];
        link.limit.mobility() * link.flexibility()
    };
    let widest = (0..bones).map(|n| mobility(&n)).fold(0.0, f32::max);
    (0..bones).find(|n| mobility(n) >= 0.9 * widest).unwrap_or(0)
}

/// Bends or straightens all joints after the pivot until the tip is at the distance `wanted` from it, or as
/// near to that as possible.
fn curl(chain: &Chain, scratch: &mut ChainScratch, pivot: usize, wanted: f32) {
    let tolerance = 1e-4 * scratch.length;
    let now = scratch.tip().distance(scratch.links[pivot].position);
    if (now - wanted).abs() < tolerance {
        return;
    }
    let curls = wanted < now;
    for n in pivot + 1..scratch.bones() {
        let aim = if curls { curled(chain, scratch, pivot, n) } else { straightened(chain, scratch, n) };
        scratch.links[n].aim = aim;
        scratch.links[n].start = scratch.links[n].turn;
    }
    // Share of the way to fully bent or straight, found by the Illinois method.
    let (mut low, mut high) = ((0.0, now - wanted), (1.0, bend_by(chain, scratch, pivot, 1.0) - wanted));
    if (low.1 > 0.0) == (high.1 > 0.0) {
        return;
    }
    let mut side = 0;
    for _ in 0..MAX_TRIALS {
        let share = (low.0 * high.1 - high.0 * low.1) / (high.1 - low.1);
        let off = bend_by(chain, scratch, pivot, share) - wanted;
        if off.abs() < tolerance {
            return;
        }
        if (off > 0.0) == (high.1 > 0.0) {
            high = (share, off);
            if side == 1 {
                low.1 *= 0.5;
            }
            side = 1;
        } else {
            low = (share, off);
            if side == -1 {
                high.1 *= 0.5;
            }
            side = -1;
        }
    }
}

/// Bends by a share. Returns the distance of the tip from the pivot.
fn bend_by(chain: &Chain, scratch: &mut ChainScratch, pivot: usize, share: f32) -> f32 {
    for n in pivot + 1..scratch.bones() {
        let link = &mut scratch.links[n];
        // A normalized linear blend is enough, at a third of the cost.
        let aim = if link.start.dot(link.aim) < 0.0 { -link.aim } else { link.aim };
        let share = share * chain.links()[n].flexibility();
        let turn = (link.start * (1.0 - share) + aim * share).normalize();
        link.turn = chain.links()[n].limit.clamp(turn);
    }
    scratch.refresh(pivot + 1);
    scratch.tip().distance(scratch.links[pivot].position)
}

/// Rotation of link `n` fully bent towards the pivot.
fn curled(chain: &Chain, scratch: &ChainScratch, pivot: usize, n: usize) -> Quat {
    const FAR: f32 = 2.6;
    let (link, limit) = (&scratch.links[n], &chain.links()[n].limit);
    let back = scratch.parent_rotation(n).inverse();
    let inward = scratch.links[pivot].position - scratch.tip();
    let pull = Vec3::from(back * (scratch.tip() - link.position).cross(inward));
    let about = match limit.swing() {
        Swing::Hinge { axis, range } => {
            let end = if range.max() > -range.min() { range.max() } else { range.min() };
            let turn = axis_angle::from_axis_angle(*axis, end);
            return limit.clamp(turn);
        }
        Swing::Fixed => {
            let Some(range) = limit.twist() else { return link.turn };
            let end = if range.max() > -range.min() { range.max() } else { range.min() };
            return axis_angle::from_axis_angle(limit.bone(), end);
        }
        _ => {
            let strong = pull.length() > 0.02 * scratch.length * scratch.length / scratch.bones() as f32;
            if strong { pull.normalize() } else { Vec3::from(back * scratch.bend) }
        }
    };
    // In a full curl each link turns by less than half a turn.
    let full = (std::f32::consts::TAU / (scratch.bones() - pivot) as f32).min(FAR);
    limit.clamp(axis_angle::from_axis_angle(about, full) * link.turn)
}

/// Rotation of link `n` in line with the bone before it.
fn straightened(chain: &Chain, scratch: &ChainScratch, n: usize) -> Quat {
    let (before, link) = (&scratch.links[n - 1], &scratch.links[n]);
    let back = scratch.parent_rotation(n).inverse();
    let (from, to) = (back * (link.rotation * link.bone), back * (before.rotation * before.bone));
    let arc = arc(from, to).unwrap_or(Quat::IDENTITY);
    chain.links()[n].limit.clamp(arc * link.turn)
}

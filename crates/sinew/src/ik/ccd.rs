//! Cyclic coordinate descent (L.-C. Wang, C. C. Chen, *A Combined Optimization Method for Solving the Inverse Kinematics
//! Problem of Mechanical Manipulators*, 1991): joint by joint, each turns the tip as near to the goal as it may.

use super::Chain;
use super::bent::{COS_HALF_STEP, ChainScratch, arc, arc_about, capped};
use glam::{Quat, Vec3, Vec3A};

/// One round over all joints, the tip's end first.
pub(super) fn round(chain: &Chain, bent: &mut ChainScratch, goal: Vec3A) {
    let mut tip = bent.tip();
    let mut away = tip.distance_squared(goal);
    for n in (0..bent.bones()).rev() {
        let link = &chain.links()[n];
        let place = bent.links[n].place;
        let parent = bent.parent_rotation(n);
        let back = parent.inverse();
        let (from, to) = (back * (tip - place), back * (goal - place));
        let before = bent.links[n].turn;
        let turn = link.follow(before, turned(chain, n, before, from, to));
        let next = place + parent * ((turn * before.inverse()) * from);
        // Along a border the nearest turn may lead away.
        let next_away = next.distance_squared(goal);
        if next_away < away {
            bent.links[n].turn = turn;
            (tip, away) = (next, next_away);
        }
    }
    bent.refresh(0);
}

/// Joint `n` turned so that `from` comes as near to `to`, both seen from its parent, as it may.
fn turned(chain: &Chain, n: usize, before: Quat, from: Vec3A, to: Vec3A) -> Quat {
    let limit = &chain.links()[n].limit;
    let (axes, count) = limit.stance(before).axes(Vec3::from(from.cross(to)));
    if count == 3 {
        let arc = arc(from, to).unwrap_or(Quat::IDENTITY);
        return limit.clamp(capped(arc, COS_HALF_STEP) * before);
    }
    let (mut turn, mut from) = (before, from);
    for axis in &axes[..count] {
        if let Some(arc) = arc_about((*axis).into(), from, to) {
            let next = limit.clamp(capped(arc, COS_HALF_STEP) * turn);
            from = (next * turn.inverse()) * from;
            turn = next;
        }
    }
    turn
}

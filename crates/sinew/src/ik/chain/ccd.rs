//! Cyclic coordinate descent (L.-C. Wang, C. C. Chen, *A Combined Optimization Method for Solving the Inverse
//! Kinematics Problem of Mechanical Manipulators*, 1991): joint by joint, each turns the tip as near to the
//! goal as its limit allows.

use crate::ik::Chain;
use crate::ik::ChainScratch;
use glam::Vec3A;

/// One round over all joints from the tip's end, until the tip is at the goal.
pub(crate) fn round(chain: &Chain, scratch: &mut ChainScratch, goal: Vec3A, tolerance: f32) {
    let mut tip = scratch.tip();
    let mut away = tip.distance_squared(goal);
    for n in (0..scratch.bones()).rev() {
        if away <= 0.25 * tolerance * tolerance {
            break;
        }
        let link = &chain.links()[n];
        let position = scratch.links[n].position;
        let parent = scratch.parent_rotation(n);
        let back = parent.inverse();
        let (from, to) = (back * (tip - position), back * (goal - position));
        let before = scratch.links[n].turn;
        let turn = link.follow(before, link.limit.aimed(before, from, to));
        let next = position + parent * ((turn * before.inverse()) * from);
        // Along a border the nearest rotation may move the tip away.
        let next_away = next.distance_squared(goal);
        if next_away < away {
            scratch.links[n].turn = turn;
            (tip, away) = (next, next_away);
        }
    }
    scratch.refresh(0);
}

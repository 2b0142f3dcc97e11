//! FABRIK, forward and backward reaching (A. Aristidou, J. Lasenby, *FABRIK: A Fast, Iterative Solver for the
//! Inverse Kinematics Problem*, 2011): joints are drawn along lines, backward from the goal and forward from
//! the root. On the forward pass each joint turns within its limit, so the result is always a valid pose.

use crate::ik::ChainScratch;
use crate::ik::chain::state::LinkState;
use crate::ik::{Chain, Link};
use crate::limit::Swing;
use crate::math::turn::{COS_HALF_STEP, arc_about, capped, short_arc};
use glam::{Quat, Vec3A};

/// One round. The backward pass ignores limits: from the start pose that moves joints least, and the result
/// of the damped steps afterwards changes smoothly with the goal.
pub(crate) fn round(chain: &Chain, scratch: &mut ChainScratch, goal: Vec3A) {
    let bones = scratch.bones();
    let mut drawn = goal;
    for n in (0..=bones).rev() {
        // The drawn position is kept for the forward pass.
        let position = scratch.links[n].position;
        if n < bones {
            let length = scratch.links[n].bone.length();
            let line = (position - drawn).normalize_or(scratch.links[n].rotation * -scratch.links[n].bone);
            drawn += line * length;
        }
        scratch.links[n].drawn = drawn;
    }
    forward_pass(chain, scratch, |state, _| state.turn);
}

/// One round with limits between joints in the backward pass too: without them it may come to rest away from
/// the goal, between two poses that are both not allowed. On the forward pass joints start with the twist of
/// the backward pass.
pub(crate) fn round_within(chain: &Chain, scratch: &mut ChainScratch, goal: Vec3A) {
    let bones = scratch.bones();
    let mut drawn = goal;
    scratch.links[bones].drawn = drawn;
    for n in (0..bones).rev() {
        let state = &scratch.links[n];
        let arc = short_arc(state.rotation * state.bone, drawn - state.position);
        let mut rotation = (arc * state.rotation).normalize();
        if n + 1 < bones {
            let (next, link) = (&scratch.links[n + 1], &chain.links()[n + 1]);
            let turn = (rotation * next.above).inverse() * (next.rotation * next.reference.inverse());
            let within = link.follow(next.turn, link.limit.clamp(turn));
            rotation = (next.rotation * (next.above * (within * next.reference)).inverse()).normalize();
        }
        // Both are kept for the forward pass.
        let state = &mut scratch.links[n];
        drawn -= rotation * state.bone;
        (state.rotation, state.drawn) = (rotation, drawn);
    }
    forward_pass(chain, scratch, |state, (link, back)| {
        let turn = back * (state.rotation * state.reference.inverse());
        let change = turn * state.turn.inverse();
        let change = if change.w < 0.0 { -change } else { change };
        link.limit.clamp(capped(change, COS_HALF_STEP) * state.turn)
    });
}

/// Forward pass: each joint, starting at the rotation from `begin`,
/// aims its bone at the drawn position of the next one.
fn forward_pass(
    chain: &Chain,
    scratch: &mut ChainScratch,
    begin: impl Fn(&LinkState, (&Link, Quat)) -> Quat,
) {
    let bones = scratch.bones();
    let (mut rotation, mut position) = (Quat::IDENTITY, scratch.links[0].position);
    for (n, link) in chain.links().iter().enumerate() {
        let parent = rotation * scratch.links[n].above;
        if n < bones {
            let state = &scratch.links[n];
            let back = parent.inverse();
            let begun = begin(state, (link, back));
            let bone = begun * (state.reference * state.bone);
            let to = back * (scratch.links[n + 1].drawn - position);
            let turn = link.limit.aimed(begun, bone, to);
            let turn = twisted(chain, scratch, n, turn, parent, position);
            scratch.links[n].turn = link.follow(state.turn, turn);
        }
        let state = &mut scratch.links[n];
        rotation = parent * (state.turn * state.reference);
        (state.rotation, state.position) = (rotation, position);
        position += rotation * state.bone;
    }
}

/// Rotation of joint `n` twisted about its bone so that a hinge after it opens towards the drawn position of
/// the joint after that, which positions alone do not determine.
fn twisted(
    chain: &Chain,
    scratch: &ChainScratch,
    n: usize,
    turn: Quat,
    parent: Quat,
    position: Vec3A,
) -> Quat {
    let limit = &chain.links()[n].limit;
    let next_is_hinge = || matches!(chain.links()[n + 1].limit.swing(), Swing::Hinge { .. } | Swing::Fixed);
    if n + 2 > scratch.bones() || !next_is_hinge() {
        return turn;
    }
    let (state, next) = (&scratch.links[n], &scratch.links[n + 1]);
    let rotation = turn * state.reference;
    let bone = rotation * state.bone;
    let beyond = rotation * (next.above * (next.turn * (next.reference * next.bone)));
    let to = parent.inverse() * (scratch.links[n + 2].drawn - position) - bone;
    let axis = bone.normalize_or_zero();
    match arc_about(axis, beyond, to) {
        Some(arc) => limit.clamp(capped(arc, COS_HALF_STEP) * turn),
        None => turn,
    }
}

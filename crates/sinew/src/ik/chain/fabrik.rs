//! Forward and backward reaching (A. Aristidou, J. Lasenby, *FABRIK: A Fast, Iterative Solver for the Inverse Kinematics
//! Problem*, 2011): joints are drawn along lines, from the goal back and from the root forth. On the way forth each
//! joint turns as its limit lets it, so that what comes out is always a pose.

use crate::ik::ChainScratch;
use crate::ik::chain::state::Bent;
use crate::ik::{Chain, Link};
use crate::limit::Swing;
use crate::math::turn::{COS_HALF_STEP, arc_about, capped, short_arc};
use glam::{Quat, Vec3A};

/// One round, back and forth. On the way back there are no limits: from where solvers begin that moves joints least, and what
/// damped steps then make of it changes smoothly with the goal.
pub(crate) fn round(chain: &Chain, bent: &mut ChainScratch, goal: Vec3A) {
    let bones = bent.bones();
    let mut drawn = goal;
    for n in (0..=bones).rev() {
        // Where the joint is drawn to is kept until the way forth.
        let place = bent.links[n].place;
        if n < bones {
            let length = bent.links[n].bone.length();
            let line = (place - drawn).normalize_or(bent.links[n].rotation * -bent.links[n].bone);
            drawn += line * length;
        }
        bent.links[n].drawn = drawn;
    }
    go_forth(chain, bent, |own, _| own.turn);
}

/// The same with limits kept on the way back too, as far as they hold joints to one another: what is drawn without them may come
/// to rest away from the goal, between two poses neither of which is allowed. On the way forth joints begin as the way back
/// turned them, which tells their twist.
pub(crate) fn round_within(chain: &Chain, bent: &mut ChainScratch, goal: Vec3A) {
    let bones = bent.bones();
    let mut drawn = goal;
    bent.links[bones].drawn = drawn;
    for n in (0..bones).rev() {
        let own = &bent.links[n];
        let arc = short_arc(own.rotation * own.bone, drawn - own.place);
        let mut rotation = (arc * own.rotation).normalize();
        if n + 1 < bones {
            let (next, link) = (&bent.links[n + 1], &chain.links()[n + 1]);
            let turn = (rotation * next.above).inverse() * (next.rotation * next.zero.inverse());
            let within = link.follow(next.turn, link.limit.clamp(turn));
            rotation = (next.rotation * (next.above * (within * next.zero)).inverse()).normalize();
        }
        // Both are kept until the way forth.
        let own = &mut bent.links[n];
        drawn -= rotation * own.bone;
        (own.rotation, own.drawn) = (rotation, drawn);
    }
    go_forth(chain, bent, |own, (link, back)| {
        let turn = back * (own.rotation * own.zero.inverse());
        let change = turn * own.turn.inverse();
        let change = if change.w < 0.0 { -change } else { change };
        link.limit.clamp(capped(change, COS_HALF_STEP) * own.turn)
    });
}

/// The way forth: each joint, beginning at the turn that `begin` gives it, aims its bone to where the next one is drawn.
fn go_forth(chain: &Chain, bent: &mut ChainScratch, begin: impl Fn(&Bent, (&Link, Quat)) -> Quat) {
    let bones = bent.bones();
    let (mut rotation, mut place) = (Quat::IDENTITY, bent.links[0].place);
    for (n, link) in chain.links().iter().enumerate() {
        let parent = rotation * bent.links[n].above;
        if n < bones {
            let own = &bent.links[n];
            let back = parent.inverse();
            let begun = begin(own, (link, back));
            let bone = begun * (own.zero * own.bone);
            let to = back * (bent.links[n + 1].drawn - place);
            let turn = link.limit.aimed(begun, bone, to);
            let turn = twisted(chain, bent, n, turn, parent, place);
            bent.links[n].turn = link.follow(own.turn, turn);
        }
        let own = &mut bent.links[n];
        rotation = parent * (own.turn * own.zero);
        (own.rotation, own.place) = (rotation, place);
        place += rotation * own.bone;
    }
}

/// Joint `n` twisted about its bone so that a hinge after it opens towards where the joint after that is drawn: places
/// alone would not tell.
fn twisted(chain: &Chain, bent: &ChainScratch, n: usize, turn: Quat, parent: Quat, place: Vec3A) -> Quat {
    let limit = &chain.links()[n].limit;
    let next_is_hinge = || matches!(chain.links()[n + 1].limit.swing(), Swing::Hinge { .. } | Swing::Fixed);
    if n + 2 > bent.bones() || !next_is_hinge() {
        return turn;
    }
    let (own, next) = (&bent.links[n], &bent.links[n + 1]);
    let rotation = turn * own.zero;
    let bone = rotation * own.bone;
    let beyond = rotation * (next.above * (next.turn * (next.zero * next.bone)));
    let to = parent.inverse() * (bent.links[n + 2].drawn - place) - bone;
    let axis = bone.normalize_or_zero();
    match arc_about(axis, beyond, to) {
        Some(arc) => limit.clamp(capped(arc, COS_HALF_STEP) * turn),
        None => turn,
    }
}

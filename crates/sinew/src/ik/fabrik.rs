//! Forward and backward reaching (A. Aristidou, J. Lasenby, *FABRIK: A Fast, Iterative Solver for the Inverse Kinematics
//! Problem*, 2011): joints are drawn along lines, from the goal back and from the root forth. On the way forth each
//! joint turns as its limit lets it, so that what comes out is always a pose.

use super::bent::{COS_HALF_STEP, ChainScratch, arc_about, capped};
use super::{Chain, Swing};
use glam::{Quat, Vec3A};

/// One round, back and forth.
pub(super) fn round(chain: &Chain, bent: &mut ChainScratch, goal: Vec3A) {
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
    let (mut rotation, mut place) = (Quat::IDENTITY, bent.links[0].place);
    for (n, link) in chain.links().iter().enumerate() {
        let parent = rotation * bent.links[n].above;
        if n < bones {
            let own = &bent.links[n];
            let back = parent.inverse();
            let bone = own.turn * (own.zero * own.bone);
            let to = back * (bent.links[n + 1].drawn - place);
            let turn = link.limit.aimed(own.turn, bone, to);
            let turn = twisted(chain, bent, n, turn, parent, place);
            bent.links[n].turn = link.follow(bent.links[n].turn, turn);
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

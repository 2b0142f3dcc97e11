//! Pairs of limbs in a tree of joints: two chains below one joint with equal segment lengths, in any
//! direction. Lengths do not change when a body moves, so a stride shows the same pairs as a standing pose.

use super::joint_tree::JointTree;
use crate::math::ops;

/// Largest number of joints of a limb.
const MAX_JOINTS: usize = 12;

/// Largest number of chains compared below one joint; the longest are taken.
const MAX_LIMBS: usize = 12;

/// Largest number of joints at which pairs are searched; those with the longest limbs are taken.
const MAX_FORKS: usize = 512;

/// Largest ratio of the lengths of two paired segments.
const MAX_RATIO: f32 = 1.35;

/// Kind of limb.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    Leg,
    Arm,
}

/// Two limbs, each from the first joint below the fork.
#[derive(Clone, Debug)]
pub(super) struct LimbPair {
    /// Parent joint of both chains.
    pub(super) fork: usize,
    pub(super) chains: [Vec<usize>; 2],
    /// Indices in a chain of the first joint of the upper segment, that of the lower segment, and the end.
    pub(super) indices: [usize; 3],
    /// Difference from the proportions of legs or arms; 0 is a perfect match.
    pub(super) cost: f32,
    /// Mean length of both segments together.
    pub(super) length: f32,
}

impl LimbPair {
    /// Upper joint, lower joint and end of one of the two limbs.
    pub(super) fn joints(&self, side: usize) -> [usize; 3] {
        self.indices.map(|index| self.chains[side][index])
    }

    /// Whether `joint` belongs to either limb.
    pub(super) fn has(&self, tree: &JointTree, joint: usize) -> bool {
        self.chains.iter().any(|chain| chain[0] == joint || tree.is_below(joint, chain[0]))
    }
}

/// All pairs of limbs, fitted as legs and fitted as arms.
pub(super) fn limb_pairs(tree: &JointTree) -> [Vec<LimbPair>; 2] {
    let mut forks: Vec<(f32, usize, Vec<usize>)> = Vec::new();
    for fork in 0..tree.len() {
        let mut limbs: Vec<usize> = tree.limbs(fork).filter(|limb| tree.depth(*limb) >= 2).collect();
        if limbs.len() < 2 {
            continue;
        }
        let length = |limb: &usize| tree.distance(fork, *limb) + tree.reach(*limb);
        limbs.sort_by(|a, b| length(b).total_cmp(&length(a)).then(a.cmp(b)));
        limbs.truncate(MAX_LIMBS);
        forks.push((length(&limbs[1]), fork, limbs));
    }
    forks.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut found = [Vec::new(), Vec::new()];
    for (_, fork, limbs) in forks.into_iter().take(MAX_FORKS) {
        let chains: Vec<Vec<usize>> = limbs.iter().map(|limb| tree.chain(*limb, MAX_JOINTS)).collect();
        for (n, a) in chains.iter().enumerate() {
            for b in &chains[n + 1..] {
                for (kind, found) in [Kind::Leg, Kind::Arm].into_iter().zip(&mut found) {
                    if let Some((cost, indices, length)) = fit(tree, [a, b], kind) {
                        let chains = [a.clone(), b.clone()];
                        found.push(LimbPair { fork, chains, indices, cost, length });
                    }
                }
            }
        }
    }
    found
}

/// Best choice of three joints in two chains as legs or arms:
/// the cost, the positions in the chains, and the mean length.
fn fit(tree: &JointTree, chains: [&[usize]; 2], kind: Kind) -> Option<(f32, [usize; 3], f32)> {
    let along = chains.map(|chain| arc_lengths(tree, chain));
    let shared = chains[0].len().min(chains[1].len());
    let mut best: Option<(f32, [usize; 3], f32)> = None;
    for upper in 0..shared.min(5) {
        for lower in upper + 1..shared.min(upper + 4) {
            for end in lower + 1..shared.min(lower + 4) {
                let indices = [upper, lower, end];
                let segments = [0, 1].map(|side| {
                    let s = &along[side];
                    [s[upper], s[lower] - s[upper], s[end] - s[lower], s[s.len() - 1] - s[end]]
                });
                let Some(cost) = cost(segments, indices, kind) else { continue };
                let bent =
                    [[upper, lower], [lower, end]].map(|segment| bend_cost(tree, chains, &along, segment));
                let hand = if kind == Kind::Arm { hand_cost(tree, chains, end) } else { 0.0 };
                let cost = cost + bent[0] + bent[1] + hand;
                if best.is_none_or(|(known, ..)| cost < known) {
                    let length = |s: [f32; 4]| s[1] + s[2];
                    best = Some((cost, indices, 0.5 * (length(segments[0]) + length(segments[1]))));
                }
            }
        }
    }
    best
}

/// Distance of each joint of a chain from the first one, along the chain.
fn arc_lengths(tree: &JointTree, chain: &[usize]) -> Vec<f32> {
    let mut length = 0.0;
    let steps = chain.windows(2).map(|pair| tree.distance(pair[0], pair[1]));
    std::iter::once(0.0)
        .chain(steps)
        .map(|step| {
            length += step;
            length
        })
        .collect()
}

/// Difference of two chains from a limb, given the lengths before the upper joint, of both segments, and
/// behind the end; `None` where the two are too unequal. Compares, with wide tolerances, the proportions of a
/// human body (Drillis and Contini, *Body Segment Parameters*, 1966: upper arm 0.186, forearm 0.146, hand
/// 0.108, thigh 0.245, shin 0.246, foot 0.152 of the height).
fn cost(segments: [[f32; 4]; 2], [upper, lower, end]: [usize; 3], kind: Kind) -> Option<f32> {
    let ratio = |part: usize| {
        let (a, b) = (segments[0][part], segments[1][part]);
        let (long, short) = (a.max(b), a.min(b));
        (short > 0.0 && long <= MAX_RATIO * short).then(|| ops::ln(long / short))
    };
    let unequal = ratio(1)?.max(ratio(2)?);
    let mean = |part: usize| 0.5 * (segments[0][part] + segments[1][part]);
    let (before, first, second, behind) = (mean(0), mean(1), mean(2), mean(3));
    let squared = |excess: f32, width: f32, max: f32| (excess.max(0.0) / width).powi(2).min(max);
    let (usual, longest_before, longest_behind) = match kind {
        Kind::Leg => (1.0, 0.35, 0.65),
        Kind::Arm => (0.9, 0.6, 0.95),
    };
    let proportion = (ops::ln(second / (usual * first)) / 0.3).powi(2);
    let left_out = (lower - upper - 1 + end - lower - 1) as f32 + 0.3 * upper.saturating_sub(1) as f32;
    Some(
        proportion
            + (unequal / 0.1).powi(2)
            + squared(before / first - longest_before, 0.25, 9.0)
            + squared(behind / second - longest_behind, 0.3, 4.0)
            + left_out,
    )
}

/// Cost of a bend within a segment: inner joints, such as twist joints, lie on a straight line.
fn bend_cost(tree: &JointTree, chains: [&[usize]; 2], along: &[Vec<f32>; 2], [from, to]: [usize; 2]) -> f32 {
    let of_chain = |side: usize| {
        let straight = tree.distance(chains[side][from], chains[side][to]);
        let bent = along[side][to] - along[side][from];
        ((bent / straight.max(f32::MIN_POSITIVE) - 1.0) / 0.03).powi(2).min(9.0)
    };
    if to == from + 1 { 0.0 } else { 0.5 * (of_chain(0) + of_chain(1)) }
}

/// Cost of an arm's end: a hand branches into fingers, and an arm branches nowhere else.
fn hand_cost(tree: &JointTree, chains: [&[usize]; 2], end: usize) -> f32 {
    let fingers = |joint: usize| tree.limbs(joint).filter(|l| tree.depth(*l) >= 1).count();
    let of_chain = |chain: &[usize]| {
        if fingers(chain[end]) >= 2 {
            return -1.0;
        }
        let elsewhere = chain.iter().any(|joint| fingers(*joint) >= 3);
        if elsewhere { 1.0 } else { 0.0 }
    };
    0.5 * (of_chain(chains[0]) + of_chain(chains[1]))
}

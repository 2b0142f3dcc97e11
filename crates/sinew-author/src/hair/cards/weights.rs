//! Weights of cards on chains.

use super::chain::HairChain;
use super::choose::{CurveFeature, distance_squared};
use sinew::skeleton::JointId;

/// Number of chains that move a card.
const CHAINS: usize = 2;

/// Joint that moves a vertex of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum CardJoint {
    /// Joint of the character, in its indices before chains were added.
    Anchor(JointId),
    /// Bone of a chain.
    Bone {
        /// Number of the chain.
        chain: u32,
        /// Number of the bone.
        bone: u32,
    },
}

/// Influences of a vertex; those without weight may be any.
pub(super) type Row = [(CardJoint, f32); CHAINS * 2];

/// Chains of a card with their shares, by the inverse of the squared distance of their curves: the nearest of
/// `chains`.
pub(super) fn chains_of(card: &CurveFeature, chains: &[(u32, CurveFeature)]) -> Vec<(u32, f32)> {
    let mut near: Vec<(f32, u32)> =
        chains.iter().map(|(number, feature)| (distance_squared(feature, card), *number)).collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0));
    near.truncate(CHAINS);
    // Within a millimetre a card follows one chain alone.
    let weight = |squared: f32| 1.0 / (squared + 1e-6);
    let sum: f32 = near.iter().map(|(squared, _)| weight(*squared)).sum();
    near.into_iter().map(|(squared, chain)| (chain, weight(squared) / sum)).collect()
}

/// Influences of a vertex that is `along` metres from the root of a card of this length. The root stays with
/// the anchor; from the middle of a bone to that of the next one the weight goes over linearly.
pub(super) fn row(
    along: f32,
    length: f32,
    shares: &[(u32, f32)],
    chains: &[HairChain],
    rigid: JointId,
) -> Row {
    let mut row: Row = [(CardJoint::Anchor(rigid), 0.0); CHAINS * 2];
    if shares.is_empty() {
        row[0].1 = 1.0;
    }
    for (n, (number, share)) in shares.iter().enumerate() {
        let chain = &chains[*number as usize];
        let last = chain.bones();
        let position = along / chain.length.max(length).max(f32::MIN_POSITIVE) * last as f32;
        // Station 0 is the anchor, at the root; the others are the bones, in their middles.
        let joint = |station: usize| match station {
            0 => CardJoint::Anchor(chain.anchor),
            _ => CardJoint::Bone { chain: *number, bone: station as u32 - 1 },
        };
        let station = ((position + 0.5).max(0.0) as usize).min(last);
        let (to, passed) = match station {
            0 => (1, (position * 2.0).clamp(0.0, 1.0)),
            _ if station == last => (last, 0.0),
            _ => (station + 1, position + 0.5 - station as f32),
        };
        let from = station;
        row[n * 2] = (joint(from), share * (1.0 - passed));
        row[n * 2 + 1] = (joint(to), share * passed);
    }
    row
}

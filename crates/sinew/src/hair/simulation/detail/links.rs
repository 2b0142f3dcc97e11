//! Search for the guides that hairs follow.

use super::follower::{Follower, LINKS};
use crate::hair::simulation::rest::RestHair;
use glam::Vec3;

/// Guides before and after a hair along the curve that may be its neighbours.
const REACH: usize = 12;
/// Weight of the distance of tips, as that of roots has weight 1.
const TIP_WEIGHT: f32 = 0.25;

/// Guides that the hairs follow, by their distance in the groom. `curve` are the hairs along the curve.
pub(super) fn link(
    curve: &[u32],
    is_guide: &[bool],
    hairs: &[RestHair],
    rest: &[Vec3],
    out: &mut [Follower],
) {
    let ends = |hair: u32| {
        let span = &hairs[hair as usize];
        (rest[span.first], rest[span.first + span.count - 1])
    };
    let guides: Vec<u32> = curve.iter().copied().filter(|hair| is_guide[*hair as usize]).collect();
    let mut passed = 0_usize;
    for hair in curve {
        if is_guide[*hair as usize] {
            passed += 1;
            continue;
        }
        let (root, tip) = ends(*hair);
        let near = &guides[passed.saturating_sub(REACH)..(passed + REACH).min(guides.len())];
        let apart = |guide: u32| {
            let (other, other_tip) = ends(guide);
            root.distance_squared(other) + TIP_WEIGHT * tip.distance_squared(other_tip)
        };
        let mut best = [(f32::INFINITY, 0); LINKS];
        for guide in near {
            let candidate = (apart(*guide), *guide);
            if let Some(index) = best.iter().position(|other| candidate.0 < other.0) {
                best[index..].rotate_right(1);
                best[index] = candidate;
            }
        }
        let weights =
            best.map(|candidate| if candidate.0.is_finite() { 1.0 / (candidate.0 + 1e-8) } else { 0.0 });
        let total: f32 = weights.iter().sum();
        let follower = &mut out[*hair as usize];
        for (n, candidate) in best.iter().enumerate() {
            follower.guides[n] = (candidate.1, if total > 0.0 { weights[n] / total } else { 0.0 });
        }
    }
}

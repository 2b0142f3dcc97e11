//! Pairs of ragdoll parts that overlap; they do not collide.

use super::RagdollPart;
use super::hull::directions;
use glam::{Quat, Vec3};
use std::cell::Cell;

thread_local! {
    /// Extents of all parts in all directions, in turn for every ragdoll of a thread.
    static EXTENTS: Cell<Vec<[f32; 2]>> = Cell::default();
}

/// Allocates for ragdolls of up to `parts` parts ahead of the first one that starts, on this thread.
pub(super) fn reserve_overlap_scratch(parts: usize) {
    let mut extents = EXTENTS.take();
    extents.clear();
    extents.reserve(parts * directions().len());
    EXTENTS.set(extents);
}

/// Adds the pairs of parts, neighbours excepted, that no plane of a few directions separates by `margin`,
/// with the parts at these transforms.
pub(super) fn overlapping_pairs(
    parts: &[RagdollPart],
    transform_of: impl Fn(&RagdollPart) -> (Vec3, Quat),
    margin: f32,
    pairs: &mut Vec<(usize, usize)>,
) {
    let directions = directions();
    let mut extents = EXTENTS.take();
    extents.clear();
    for part in parts {
        let (position, rotation) = transform_of(part);
        let back = rotation.inverse();
        extents.extend(directions.iter().map(|direction| {
            let (at, local) = (position.dot(*direction), back * *direction);
            [at - part.support(-local), at + part.support(local)]
        }));
    }
    let of = |part: usize| &extents[part * directions.len()..][..directions.len()];
    for a in 0..parts.len() {
        for b in a + 1..parts.len() {
            let gap = |(a, b): (&[f32; 2], &[f32; 2])| (a[0] - b[1]).max(b[0] - a[1]);
            let widest = of(a).iter().zip(of(b)).map(gap).fold(f32::MIN, f32::max);
            if !are_neighbours(parts, a, b) && widest < margin {
                pairs.push((a, b));
            }
        }
    }
    EXTENTS.set(extents);
}

/// Whether a joint connects two parts.
pub(super) fn are_neighbours(parts: &[RagdollPart], a: usize, b: usize) -> bool {
    parts[a].parent == Some(b) || parts[b].parent == Some(a)
}

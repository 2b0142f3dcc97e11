use super::RagdollPart;
use super::hull::directions;
use glam::{Quat, Vec3};

/// Pairs of parts, neighbours excepted, that no plane of a few directions separates by `margin`, with the parts at these places.
pub(super) fn overlapping_pairs(
    parts: &[RagdollPart],
    places: &[(Vec3, Quat)],
    margin: f32,
) -> Vec<(usize, usize)> {
    let directions = directions();
    let extents = |part: &RagdollPart, (position, rotation): (Vec3, Quat)| -> Vec<[f32; 2]> {
        let back = rotation.inverse();
        let extent = |direction: &Vec3| {
            let (at, own) = (position.dot(*direction), back * *direction);
            [at - part.support(-own), at + part.support(own)]
        };
        directions.iter().map(extent).collect()
    };
    let extents: Vec<_> = parts.iter().zip(places).map(|(part, place)| extents(part, *place)).collect();
    let mut pairs = Vec::new();
    for a in 0..parts.len() {
        for b in a + 1..parts.len() {
            let gap = |(a, b): (&[f32; 2], &[f32; 2])| (a[0] - b[1]).max(b[0] - a[1]);
            let widest = extents[a].iter().zip(&extents[b]).map(gap).fold(f32::MIN, f32::max);
            if !are_neighbours(parts, a, b) && widest < margin {
                pairs.push((a, b));
            }
        }
    }
    pairs
}

/// Whether a joint connects two parts.
pub(super) fn are_neighbours(parts: &[RagdollPart], a: usize, b: usize) -> bool {
    parts[a].parent == Some(b) || parts[b].parent == Some(a)
}

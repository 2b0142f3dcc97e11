//! Closing of skin that was cut out of a body.

use crate::math::DisjointSets;
use glam::Vec3;
use std::collections::BTreeMap;

/// Closes every open border by triangles to its middle, so that neighbouring parts of a body meet at the same surface.
pub(super) fn close_borders(positions: &mut Vec<Vec3>, triangles: &mut Vec<[u32; 3]>) {
    // Vertices at the same place are one: seams of textures are no borders.
    let mut numbers: BTreeMap<[u32; 3], u32> = BTreeMap::new();
    let welded: Vec<u32> = positions
        .iter()
        .zip(0..)
        .map(|(at, number)| *numbers.entry((*at + 0.0).to_array().map(f32::to_bits)).or_insert(number))
        .collect();
    // How often each edge is run through from its lower to its higher vertex, less the times that it is run back.
    let mut runs: BTreeMap<[u32; 2], i32> = BTreeMap::new();
    for corners in &*triangles {
        for n in 0..3 {
            let [from, to] = [corners[n], corners[(n + 1) % 3]].map(|vertex| welded[vertex as usize]);
            let way = if from < to { 1 } else { -1 };
            *runs.entry([from.min(to), from.max(to)]).or_default() += way;
        }
    }
    runs.retain(|edge, count| edge[0] != edge[1] && *count != 0);
    let mut borders = DisjointSets::new(positions.len());
    runs.keys().for_each(|edge| borders.join(edge[0] as usize, edge[1] as usize));
    // Per border: sum of the middles of its edges by their lengths, and the sum of those.
    let mut sums: BTreeMap<usize, (Vec3, f32)> = BTreeMap::new();
    for edge in runs.keys() {
        let [a, b] = edge.map(|vertex| positions[vertex as usize]);
        let sum = sums.entry(borders.least(edge[0] as usize)).or_default();
        let length = a.distance(b);
        *sum = (sum.0 + (a + b) * (0.5 * length), sum.1 + length);
    }
    let mut middles: BTreeMap<usize, u32> = BTreeMap::new();
    for (border, (sum, length)) in sums {
        middles.insert(border, positions.len() as u32);
        positions.push(sum / length.max(f32::MIN_POSITIVE));
    }
    for (edge, count) in runs {
        let [a, b] = if count > 0 { [edge[1], edge[0]] } else { edge };
        let middle = middles[&borders.least(a as usize)];
        triangles.extend(std::iter::repeat_n([a, b, middle], count.unsigned_abs() as usize));
    }
}

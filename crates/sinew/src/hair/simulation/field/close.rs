//! Closing of skin that was cut out of a body, or has holes.

use super::grid::Grid;
use crate::math::DisjointSets;
use glam::{IVec3, Vec3};
use std::collections::{BTreeMap, HashMap};

/// Share of a cell within which corners are one: seams of textures are no borders.
const WELD: f32 = 1.0 / 1024.0;

/// Closes every open border by triangles to its middle, so that neighbouring parts of a body meet at the same
/// surface.
pub(super) fn close_borders(triangles: &mut Vec<[Vec3; 3]>, grid: &Grid) {
    let mut numbers: HashMap<IVec3, u32> = HashMap::with_capacity(triangles.len());
    let mut positions: Vec<Vec3> = Vec::new();
    // Edges from the lower to the higher corner, and whether they are run through in this direction.
    let mut edges: Vec<([u32; 2], bool)> = Vec::with_capacity(triangles.len() * 3);
    for corners in &mut *triangles {
        let corners = corners.map(|at| {
            let key = ((at - grid.first) / (grid.cell * WELD)).round().as_ivec3();
            *numbers.entry(key).or_insert_with(|| {
                positions.push(at);
                positions.len() as u32 - 1
            })
        });
        for (from, to) in [(0, 1), (1, 2), (2, 0)].map(|(from, to)| (corners[from], corners[to])) {
            if from != to {
                edges.push(([from.min(to), from.max(to)], from < to));
            }
        }
    }
    edges.sort_unstable();
    // Edges that are run through more often in one direction than in the other, and how often.
    let runs: Vec<([u32; 2], i32)> = edges
        .chunk_by(|a, b| a.0 == b.0)
        .map(|uses| (uses[0].0, uses.iter().map(|(_, along)| if *along { 1 } else { -1 }).sum()))
        .filter(|(_, count)| *count != 0)
        .collect();
    let mut borders = DisjointSets::new(positions.len());
    runs.iter().for_each(|(edge, _)| borders.join(edge[0] as usize, edge[1] as usize));
    // Per border: sum of the middles of its edges by their lengths, and the sum of those.
    let mut sums: BTreeMap<usize, (Vec3, f32)> = BTreeMap::new();
    for (edge, _) in &runs {
        let [a, b] = edge.map(|corner| positions[corner as usize]);
        let sum = sums.entry(borders.least(edge[0] as usize)).or_default();
        let length = a.distance(b);
        *sum = (sum.0 + (a + b) * (0.5 * length), sum.1 + length);
    }
    for (edge, count) in runs {
        let (sum, length) = sums[&borders.least(edge[0] as usize)];
        let middle = sum / length.max(f32::MIN_POSITIVE);
        let [a, b] = edge.map(|corner| positions[corner as usize]);
        let [a, b] = if count > 0 { [b, a] } else { [a, b] };
        triangles.extend(std::iter::repeat_n([a, b, middle], count.unsigned_abs() as usize));
    }
}

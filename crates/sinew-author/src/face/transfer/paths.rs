//! Shortest paths along the edges of a surface.

use super::surface::Surface;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Distances along edges from the nearest of `seeds`, one per vertex, metres; infinite beyond `reach`.
///
/// Source: Dijkstra, *A Note on Two Problems in Connexion with Graphs* (1959).
pub(super) fn distances(surface: &Surface, neighbors: &[Vec<u32>], seeds: &[u32], reach: f32) -> Vec<f32> {
    let mut distances = vec![f32::INFINITY; surface.positions.len()];
    // Distances are not negative, so that their bits are in their order.
    let mut queue: BinaryHeap<Reverse<(u32, u32)>> = seeds.iter().map(|seed| Reverse((0, *seed))).collect();
    seeds.iter().for_each(|seed| distances[*seed as usize] = 0.0);
    while let Some(Reverse((bits, vertex))) = queue.pop() {
        let distance = f32::from_bits(bits);
        if distance > distances[vertex as usize] {
            continue;
        }
        let at = surface.positions[vertex as usize];
        for next in &neighbors[vertex as usize] {
            let longer = distance + at.distance(surface.positions[*next as usize]);
            if longer < distances[*next as usize] && longer <= reach {
                distances[*next as usize] = longer;
                queue.push(Reverse((longer.to_bits(), *next)));
            }
        }
    }
    distances
}

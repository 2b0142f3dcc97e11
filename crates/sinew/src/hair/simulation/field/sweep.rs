use super::grid::Grid;
use super::sign::{NONE, SignedNodes};
use super::tree::{TriangleTree, nearest_place};
use glam::{UVec3, Vec3};

/// Rounds of sweeps in all eight directions.
const ROUNDS: usize = 2;

/// Signed distances of all nodes, metres.
pub(super) fn distances(tree: &TriangleTree, grid: &Grid, signs: SignedNodes) -> Vec<f32> {
    let SignedNodes { is_inside, mut features, points } = signs;
    let distance = |feature: u32, at: Vec3| match tree.triangles.get(feature as usize) {
        Some(triangle) => nearest_place(triangle, at).distance(at),
        None => points.get(feature as usize - tree.triangles.len()).map_or(f32::INFINITY, |p| p.distance(at)),
    };
    let start = |(node, feature): (UVec3, &u32)| match *feature {
        NONE => f32::INFINITY,
        own => distance(own, grid.place(node)),
    };
    let mut found: Vec<f32> = grid.nodes().zip(&features).map(start).collect();
    let strides = grid.strides();
    for direction in (0..ROUNDS).flat_map(|_| 0..8_u32) {
        let is_back = [0, 1, 2].map(|axis| direction >> axis & 1 == 1);
        for node in grid.nodes() {
            let along = |axis: usize| {
                if is_back[axis] { grid.counts[axis] - 1 - node[axis] } else { node[axis] }
            };
            let own = UVec3::new(along(0), along(1), along(2));
            let (number, place) = (grid.number(own), grid.place(own));
            // The seven neighbours behind the sweep.
            for offset in 1..8_usize {
                let mut other = number;
                let is_in = (0..3).filter(|axis| offset >> axis & 1 == 1).all(|axis| {
                    other =
                        if is_back[axis] { other + strides[axis] } else { other.wrapping_sub(strides[axis]) };
                    node[axis] > 0
                });
                if !is_in || features[other] == NONE || features[other] == features[number] {
                    continue;
                }
                let reach = distance(features[other], place);
                if reach < found[number] {
                    (found[number], features[number]) = (reach, features[other]);
                }
            }
        }
    }
    found.iter().zip(is_inside).map(|(own, is_inside)| if is_inside { -own } else { *own }).collect()
}

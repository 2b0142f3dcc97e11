//! Distances from a surface: they spread from the nodes beside it to all others, the nearest first.

use super::grid::Grid;
use super::tree::{TriangleTree, nearest_point};

/// Node without a triangle.
const NONE: u32 = u32::MAX;
/// Distances of nodes that are taken in any order, in cells.
const ORDER: f32 = 0.5;

/// Signed distances of all nodes, metres; `None` where all nodes are on one side.
pub(super) fn distances(tree: &TriangleTree, grid: &Grid, is_inside: &[bool]) -> Option<Vec<f32>> {
    let mut spread = Spread::new(grid.node_count(), grid.cell * ORDER);
    let strides = grid.strides();
    for node in grid.nodes() {
        let number = grid.number(node);
        for axis in 0..3 {
            let next = number + strides[axis];
            if node[axis] + 1 == grid.counts[axis] || is_inside[number] == is_inside[next] {
                continue;
            }
            let mut other = node;
            other[axis] += 1;
            for (number, node) in [(number, node), (next, other)] {
                if spread.triangles[number] == NONE {
                    // A surface between two nodes is no farther from either than they are from each other.
                    let nearest = tree.nearest(grid.position(node), grid.cell * 1.01);
                    nearest
                        .into_iter()
                        .for_each(|(triangle, distance)| spread.set(number, triangle, distance));
                }
            }
        }
    }
    if spread.waiting.is_empty() {
        return None;
    }
    while let Some(number) = spread.next() {
        let (triangle, distance) = (spread.triangles[number], spread.distances[number]);
        let node = grid.node(number);
        for axis in 0..3 {
            let mut visit = |other: usize, to: u32| {
                if spread.distances[other] > distance && spread.triangles[other] != triangle {
                    let mut other_node = node;
                    other_node[axis] = to;
                    let position = grid.position(other_node);
                    let reach =
                        nearest_point(&tree.triangles[triangle as usize], position).distance(position);
                    if reach < spread.distances[other] {
                        spread.set(other, triangle, reach);
                    }
                }
            };
            if node[axis] > 0 {
                visit(number - strides[axis], node[axis] - 1);
            }
            if node[axis] + 1 < grid.counts[axis] {
                visit(number + strides[axis], node[axis] + 1);
            }
        }
    }
    let signed = spread
        .distances
        .iter()
        .zip(is_inside)
        .map(|(distance, inside)| if *inside { -distance } else { *distance });
    Some(signed.collect())
}

/// Nearest triangle and distance of each node as far as they are known, and the nodes that hand theirs on.
struct Spread {
    triangles: Vec<u32>,
    distances: Vec<f32>,
    /// Per node: true while it waits.
    is_waiting: Vec<bool>,
    /// Nodes by their distance in units of `unit`.
    waiting: Vec<Vec<usize>>,
    unit: f32,
    /// Order of the nodes that are next.
    order: usize,
}

impl Spread {
    fn new(nodes: usize, unit: f32) -> Self {
        Self {
            triangles: vec![NONE; nodes],
            distances: vec![f32::INFINITY; nodes],
            is_waiting: vec![false; nodes],
            waiting: Vec::new(),
            unit,
            order: 0,
        }
    }

    fn set(&mut self, node: usize, triangle: u32, distance: f32) {
        (self.triangles[node], self.distances[node]) = (triangle, distance);
        self.is_waiting[node] = true;
        let order = ((distance / self.unit) as usize).max(self.order);
        if self.waiting.len() <= order {
            self.waiting.resize_with(order + 1, Vec::new);
        }
        self.waiting[order].push(node);
    }

    /// Next node that waits.
    fn next(&mut self) -> Option<usize> {
        loop {
            match self.waiting.get_mut(self.order)?.pop() {
                // A node may be listed more than once.
                Some(node) if std::mem::take(&mut self.is_waiting[node]) => return Some(node),
                Some(_) => {}
                None => self.order += 1,
            }
        }
    }
}

//! Tree of triangles for nearest points.

use crate::math::{Bounds, nearest_on_triangle};
use glam::Vec3;

/// Most triangles of a leaf.
const MAX_LEAF: usize = 4;
/// Depth of the tree: triangles are halved, and there are at most 2³² of them.
const MAX_DEPTH: usize = 33;

struct Node {
    bounds: Bounds,
    /// Triangles of a leaf, among those of the tree.
    triangles: [usize; 2],
    /// Second child, whose sibling follows the node; 0 for a leaf.
    second: usize,
}

/// Triangles and the tree over them.
pub(super) struct TriangleTree {
    pub(super) triangles: Vec<[Vec3; 3]>,
    nodes: Vec<Node>,
}

impl TriangleTree {
    /// Tree over finite triangles.
    pub(super) fn new(triangles: Vec<[Vec3; 3]>) -> Self {
        let mut tree = Self { nodes: Vec::with_capacity(triangles.len()), triangles };
        tree.add(0, tree.triangles.len());
        tree
    }

    fn add(&mut self, start: usize, end: usize) {
        let part = &mut self.triangles[start..end];
        let bounds = Bounds::from_points(part.iter().flatten().copied());
        let middle = |[a, b, c]: &[Vec3; 3]| (*a + *b + *c) / 3.0;
        let node = self.nodes.len();
        self.nodes.push(Node { bounds, triangles: [start, end], second: 0 });
        if part.len() > MAX_LEAF {
            let extent = bounds.size();
            let axis = (0..3).max_by(|a, b| extent[*a].total_cmp(&extent[*b])).unwrap_or(0);
            let half = part.len() / 2;
            let along = |triangle: &[Vec3; 3]| middle(triangle)[axis];
            part.select_nth_unstable_by(half, |a, b| along(a).total_cmp(&along(b)));
            self.add(start, start + half);
            self.nodes[node].second = self.nodes.len();
            self.add(start + half, end);
        }
    }

    /// Triangle nearest to a point and its distance; `None` where there is none within `reach`.
    pub(super) fn nearest(&self, at: Vec3, reach: f32) -> Option<(u32, f32)> {
        let mut best = (u32::MAX, reach * reach);
        let mut open = [0; MAX_DEPTH + 1];
        let mut count = 1;
        let square = |node: &Node| at.clamp(node.bounds.min, node.bounds.max).distance_squared(at);
        while count > 0 {
            count -= 1;
            let (number, node) = (open[count], &self.nodes[open[count]]);
            if square(node) > best.1 {
                continue;
            }
            if node.second == 0 {
                for triangle in node.triangles[0]..node.triangles[1] {
                    let squared = nearest_point(&self.triangles[triangle], at).distance_squared(at);
                    if squared <= best.1 {
                        best = (triangle as u32, squared);
                    }
                }
            } else {
                let children = (node.second, number + 1);
                let is_second_near = square(&self.nodes[children.0]) < square(&self.nodes[children.1]);
                (open[count], open[count + 1]) =
                    if is_second_near { (children.1, children.0) } else { children };
                count += 2;
            }
        }
        (best.0 != u32::MAX).then_some((best.0, best.1.sqrt()))
    }
}

/// Point of a triangle that is nearest to another point.
pub(super) fn nearest_point([a, b, c]: &[Vec3; 3], at: Vec3) -> Vec3 {
    let [u, v, w] = nearest_on_triangle([*a, *b, *c], at);
    let point = *a * u + *b * v + *c * w;
    // A triangle without area has no shares.
    if point.is_finite() { point } else { *a }
}

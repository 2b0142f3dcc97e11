//! Tree of triangles for winding numbers and nearest points (after G. Barill, N. Dickson, R. Schmidt, D. Levin, A. Jacobson, *Fast Winding
//! Numbers for Soups and Clouds*, 2018): far away the triangles of a node count as one dipole.

use crate::math::{Bounds, nearest_on_triangle, ops};
use glam::Vec3;
use std::f32::consts::PI;

/// Most triangles of a leaf.
const MAX_LEAF: usize = 4;
/// Distance from which a node counts as a dipole, in its radii.
const FAR: f32 = 2.0;
/// Depth of the tree: triangles are halved, and there are at most 2³² of them.
const MAX_DEPTH: usize = 33;

struct Node {
    bounds: Bounds,
    /// Mean place of the area.
    center: Vec3,
    /// Distance of the farthest corner from it.
    radius: f32,
    /// Sum of the area vectors.
    area: Vec3,
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
        let own = &mut self.triangles[start..end];
        let bounds = Bounds::from_points(own.iter().flatten().copied());
        let area = |[a, b, c]: &[Vec3; 3]| (*b - *a).cross(*c - *a) * 0.5;
        let middle = |[a, b, c]: &[Vec3; 3]| (*a + *b + *c) / 3.0;
        let size: f32 = own.iter().map(|triangle| area(triangle).length()).sum();
        let sum: Vec3 = own.iter().map(|triangle| middle(triangle) * area(triangle).length()).sum();
        let center = if size > 0.0 { sum / size } else { bounds.center() };
        let far = own.iter().flatten().map(|corner| corner.distance_squared(center)).fold(0.0, f32::max);
        let node = self.nodes.len();
        self.nodes.push(Node {
            bounds,
            center,
            radius: far.sqrt(),
            area: own.iter().map(area).sum(),
            triangles: [start, end],
            second: 0,
        });
        if own.len() > MAX_LEAF {
            let extent = bounds.size();
            let axis = (0..3).max_by(|a, b| extent[*a].total_cmp(&extent[*b])).unwrap_or(0);
            let half = own.len() / 2;
            let along = |triangle: &[Vec3; 3]| middle(triangle)[axis];
            own.select_nth_unstable_by(half, |a, b| along(a).total_cmp(&along(b)));
            self.add(start, start + half);
            self.nodes[node].second = self.nodes.len();
            self.add(start + half, end);
        }
    }

    /// Generalized winding number of a place: about 1 inside of triangles whose front is outside, 0 outside.
    pub(super) fn winding(&self, at: Vec3) -> f32 {
        let mut sum = 0.0;
        let mut open = [0; MAX_DEPTH + 1];
        let mut count = 1;
        while count > 0 {
            count -= 1;
            let (number, node) = (open[count], &self.nodes[open[count]]);
            let arm = node.center - at;
            let square = arm.length_squared();
            let reach = node.radius * FAR;
            if square > reach * reach {
                sum += node.area.dot(arm) / (square * square.sqrt());
            } else if node.second == 0 {
                let [start, end] = node.triangles;
                sum += self.triangles[start..end].iter().map(|own| solid_angle(own, at)).sum::<f32>();
            } else {
                (open[count], open[count + 1]) = (node.second, number + 1);
                count += 2;
            }
        }
        sum / (4.0 * PI)
    }

    /// Triangle nearest to a place and its distance; `None` where there is none within `reach`.
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
                    let own = nearest_place(&self.triangles[triangle], at).distance_squared(at);
                    if own <= best.1 {
                        best = (triangle as u32, own);
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

/// Signed solid angle of a triangle (A. van Oosterom, J. Strackee, *The Solid Angle of a Plane Triangle*, 1983).
fn solid_angle(triangle: &[Vec3; 3], at: Vec3) -> f32 {
    let [a, b, c] = triangle.map(|corner| corner - at);
    let [x, y, z] = [a, b, c].map(Vec3::length);
    2.0 * ops::atan2(a.dot(b.cross(c)), x * y * z + a.dot(b) * z + b.dot(c) * x + c.dot(a) * y)
}

/// Point of a triangle that is nearest to a place.
pub(super) fn nearest_place([a, b, c]: &[Vec3; 3], at: Vec3) -> Vec3 {
    let [u, v, w] = nearest_on_triangle([*a, *b, *c], at);
    let place = *a * u + *b * v + *c * w;
    // A triangle without area has no shares.
    if place.is_finite() { place } else { *a }
}

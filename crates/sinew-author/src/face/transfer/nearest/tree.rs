//! Nearest points on triangles, found in a tree of boxes (J. Goldsmith, J. Salmon, *Automatic Creation of
//! Object Hierarchies for Ray Tracing*, 1987), which is split at the median of the widest axis.

use super::triangle::{Coordinates, nearest_point};

/// Most triangles of a leaf.
const MAX_LEAF: usize = 4;

/// Point of a triangle: its number, and the shares of its corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::face::transfer) struct NearestPoint {
    pub(in crate::face::transfer) triangle: usize,
    pub(in crate::face::transfer) shares: [f32; 3],
    pub(in crate::face::transfer) distance: f32,
}

/// Triangles in a tree of boxes.
pub(in crate::face::transfer) struct TriangleTree {
    corners: Vec<[Coordinates; 3]>,
    /// Numbers of the triangles in the order of the leaves.
    order: Vec<u32>,
    /// Boxes: each with its left half behind it.
    nodes: Vec<Node>,
}

/// Box around triangles.
struct Node {
    low: Coordinates,
    high: Coordinates,
    /// Range of the triangles in the order.
    start: usize,
    end: usize,
    /// Number of the right half; 0 for a leaf.
    right: usize,
}

impl Node {
    /// Square of the distance to a point; 0 inside.
    fn distance_squared(&self, at: &Coordinates) -> f32 {
        (0..at.len()).map(|k| (self.low[k] - at[k]).max(at[k] - self.high[k]).max(0.0)).map(|d| d * d).sum()
    }
}

impl TriangleTree {
    pub(in crate::face::transfer) fn new(corners: Vec<[Coordinates; 3]>) -> Self {
        let order: Vec<u32> = (0..corners.len() as u32).collect();
        let mut tree = Self { order, nodes: Vec::with_capacity(corners.len()), corners };
        if !tree.order.is_empty() {
            tree.split(0, tree.order.len());
        }
        tree
    }

    /// Adds the box of a range of triangles, and those of its halves.
    fn split(&mut self, start: usize, end: usize) {
        let Self { corners, order, nodes } = self;
        let triangles = &mut order[start..end];
        let (mut low, mut high) = ([f32::INFINITY; 7], [f32::NEG_INFINITY; 7]);
        for corner in triangles.iter().flat_map(|triangle| &corners[*triangle as usize]) {
            for k in 0..corner.len() {
                (low[k], high[k]) = (low[k].min(corner[k]), high[k].max(corner[k]));
            }
        }
        let node = nodes.len();
        nodes.push(Node { low, high, start, end, right: 0 });
        if triangles.len() <= MAX_LEAF {
            return;
        }
        let width = |k: &usize| high[*k] - low[*k];
        let axis = (0..low.len()).max_by(|a, b| width(a).total_cmp(&width(b))).unwrap_or(0);
        let center =
            |triangle: &u32| corners[*triangle as usize].iter().map(|corner| corner[axis]).sum::<f32>();
        let half = triangles.len() / 2;
        triangles.select_nth_unstable_by(half, |a, b| center(a).total_cmp(&center(b)).then(a.cmp(b)));
        self.split(start, start + half);
        self.nodes[node].right = self.nodes.len();
        self.split(start + half, end);
    }

    /// Nearest point within `reach`; `None` where there is none.
    pub(in crate::face::transfer) fn nearest(&self, at: &Coordinates, reach: f32) -> Option<NearestPoint> {
        let mut best = None;
        if !self.nodes.is_empty() {
            self.search(0, at, &mut (reach, &mut best));
        }
        best
    }

    /// Searches a box for a point that is closer than the limit, the nearer half first.
    fn search(&self, node: usize, at: &Coordinates, found: &mut (f32, &mut Option<NearestPoint>)) {
        let Node { start, end, right, .. } = self.nodes[node];
        if right == 0 {
            for triangle in self.order[start..end].iter().map(|triangle| *triangle as usize) {
                let (shares, distance) = nearest_point(&self.corners[triangle], at);
                if distance < found.0 {
                    found.0 = distance;
                    *found.1 = Some(NearestPoint { triangle, shares, distance });
                }
            }
            return;
        }
        let mut halves = [node + 1, right].map(|half| (self.nodes[half].distance_squared(at), half));
        if halves[1].0 < halves[0].0 {
            halves.swap(0, 1);
        }
        for (distance_squared, half) in halves {
            if distance_squared < found.0 * found.0 {
                self.search(half, at, found);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::triangle::{dot, minus};
    use super::*;
    use test_needs::cases;

    /// The nearest point must be as near as the nearest of many points of all triangles.
    #[test]
    fn nearest_points_are_as_near_as_the_best_of_many() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut number = || random.f32() * 2.0 - 1.0;
        let triangles: Vec<[Coordinates; 3]> =
            (0..60).map(|_| std::array::from_fn(|_| std::array::from_fn(|_| number()))).collect();
        let all = TriangleTree::new(triangles.clone());
        for mut random in cases(50) {
            let at: Coordinates = std::array::from_fn(|_| random.f32() * 2.0 - 1.0);
            let found = all.nearest(&at, f32::INFINITY).unwrap();
            let mut best = f32::INFINITY;
            for [a, b, c] in &triangles {
                for i in 0..=20 {
                    for j in 0..=20 - i {
                        let (u, v) = (i as f32 / 20.0, j as f32 / 20.0);
                        let p = std::array::from_fn(|k| a[k] * (1.0 - u - v) + b[k] * u + c[k] * v);
                        let arm = minus(&at, &p);
                        best = best.min(dot(&arm, &arm).sqrt());
                    }
                }
            }
            assert!(found.distance <= best + 1e-4, "{} > {best}", found.distance);
            assert!(best - found.distance < 0.2);
            assert!((found.shares.iter().sum::<f32>() - 1.0).abs() < 1e-4);
            assert_eq!(all.nearest(&at, found.distance * 0.9), None);
        }
    }
}

//! Construction by the surface area heuristic with bins (Wald, *On fast Construction of SAH-based Bounding
//! Volume Hierarchies*, 2007).

use super::node::{Bvh, Node, NodeBox};
use glam::Vec3;

/// Most triangles of a leaf. Larger leaves are refitted faster, smaller ones are hit faster.
const MAX_LEAF: usize = 8;
const BINS: usize = 16;
/// Depth from which nodes are split in halves, which bounds the depth of the whole.
const MAX_UNEVEN_DEPTH: usize = 32;

impl Bvh {
    /// Hierarchy over `triangles`, indices of `positions`.
    pub(in crate::surface) fn new(positions: &[Vec3], triangles: &[[u32; 3]]) -> Self {
        let boxes: Vec<NodeBox> = triangles
            .iter()
            .map(|corners| corners.iter().fold(NodeBox::EMPTY, |b, v| b.including(positions[*v as usize])))
            .collect();
        let mut order: Vec<u32> = (0..triangles.len() as u32).collect();
        let mut bvh = Self::default();
        if !triangles.is_empty() {
            Builder { boxes: &boxes, corners: triangles, bvh: &mut bvh }.add(&mut order, 0);
        }
        bvh.triangles = order;
        bvh
    }
}

struct Builder<'a> {
    boxes: &'a [NodeBox],
    corners: &'a [[u32; 3]],
    bvh: &'a mut Bvh,
}

impl Builder<'_> {
    /// Adds the node of `order` and all below it. `start` is the index of `order` among all triangles.
    fn add(&mut self, order: &mut [u32], start: usize) {
        self.add_below(order, start, 0);
    }

    fn add_below(&mut self, order: &mut [u32], start: usize, depth: usize) {
        if order.len() <= MAX_LEAF {
            return self.add_leaf(order, start);
        }
        let middle = self.split(order, depth);
        let node = self.bvh.nodes.len();
        self.bvh.nodes.push(Node::Inner { right: 0 });
        let (left, right) = order.split_at_mut(middle);
        self.add_below(left, start, depth + 1);
        self.bvh.nodes[node] = Node::Inner { right: self.bvh.nodes.len() as u32 };
        self.add_below(right, start + middle, depth + 1);
    }

    fn add_leaf(&mut self, order: &[u32], start: usize) {
        let first = self.bvh.leaf_vertices.len();
        let mut vertices: Vec<u32> = order.iter().flat_map(|t| self.corners[*t as usize]).collect();
        vertices.sort_unstable();
        vertices.dedup();
        self.bvh.leaf_vertices.extend(vertices);
        self.bvh.nodes.push(Node::Leaf {
            triangles: [start as u32, (start + order.len()) as u32],
            vertices: [first as u32, self.bvh.leaf_vertices.len() as u32],
        });
    }

    fn center(&self, triangle: u32, axis: usize) -> f32 {
        let bounds = &self.boxes[triangle as usize];
        bounds.min[axis] + bounds.max[axis]
    }

    /// Orders triangles into two parts and gives the size of the first.
    fn split(&self, order: &mut [u32], depth: usize) -> usize {
        let centers = order.iter().fold(NodeBox::EMPTY, |all, triangle| {
            all.including(Vec3::from_array([0, 1, 2].map(|axis| self.center(*triangle, axis))))
        });
        let size = centers.max - centers.min;
        let axis = (0..3).max_by(|a, b| size[*a].total_cmp(&size[*b])).unwrap_or(0);
        if depth < MAX_UNEVEN_DEPTH && size[axis] > 0.0 {
            let scale = BINS as f32 / size[axis];
            let bin = |triangle: u32| {
                (((self.center(triangle, axis) - centers.min[axis]) * scale) as usize).min(BINS - 1)
            };
            let last = self.cheapest_bin(order, bin);
            let (mut front, mut back): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
            for triangle in order.iter() {
                if bin(*triangle) <= last { front.push(*triangle) } else { back.push(*triangle) }
            }
            if !front.is_empty() && !back.is_empty() {
                let middle = front.len();
                order[..middle].copy_from_slice(&front);
                order[middle..].copy_from_slice(&back);
                return middle;
            }
        }
        let middle = order.len() / 2;
        order.select_nth_unstable_by(middle, |a, b| {
            self.center(*a, axis).total_cmp(&self.center(*b, axis)).then(a.cmp(b))
        });
        middle
    }

    /// Last bin of the first part of the cheapest split.
    fn cheapest_bin(&self, order: &[u32], bin: impl Fn(u32) -> usize) -> usize {
        let mut bins = [(NodeBox::EMPTY, 0_usize); BINS];
        for triangle in order {
            let target_bin = &mut bins[bin(*triangle)];
            target_bin.0 = target_bin.0.union(self.boxes[*triangle as usize]);
            target_bin.1 += 1;
        }
        let cost = |part: &[(NodeBox, usize)]| {
            let (bounds, count) = part
                .iter()
                .fold((NodeBox::EMPTY, 0), |(b, n), (bin_box, count)| (b.union(*bin_box), n + count));
            bounds.half_area() * count as f32
        };
        let total = |last: usize| cost(&bins[..=last]) + cost(&bins[last + 1..]);
        (0..BINS - 1).min_by(|a, b| total(*a).total_cmp(&total(*b))).unwrap_or(0)
    }
}

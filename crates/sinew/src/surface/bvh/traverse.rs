//! Traversal of the bounding volume hierarchy along a ray.

use super::node::{Bvh, Node, NodeBox};
use super::slab::RaySlabs;

/// Most nodes that wait while others are visited: one per level, with `MAX_UNEVEN_DEPTH` and halves of 2³²
/// triangles below it.
const MAX_WAITING: usize = 72;

impl Bvh {
    /// Visits the triangles of all leaves that the ray enters within `limit`, near leaves first. `visit` gets
    /// a triangle and gives the new limit.
    pub(in crate::surface) fn visit(
        &self,
        boxes: &[NodeBox],
        slabs: &RaySlabs,
        limit: f32,
        mut visit: impl FnMut(u32) -> f32,
    ) {
        let mut limit = limit;
        let mut waiting = [(0_u32, 0.0_f32); MAX_WAITING];
        let mut count = 0;
        let mut next = boxes.first().and_then(|root| slabs.entry(root, limit)).map(|near| (0_u32, near));
        while let Some((number, near)) = next {
            next = None;
            if near <= limit {
                match &self.nodes[number as usize] {
                    Node::Leaf { triangles: [from, to], .. } => {
                        for triangle in &self.triangles[*from as usize..*to as usize] {
                            limit = visit(*triangle);
                        }
                    }
                    Node::Inner { right } => {
                        let entry =
                            |child: u32| slabs.entry(&boxes[child as usize], limit).map(|near| (child, near));
                        next = match (entry(number + 1), entry(*right)) {
                            (Some(a), Some(b)) => {
                                let (first, second) = if a.1 <= b.1 { (a, b) } else { (b, a) };
                                waiting[count] = second;
                                count += 1;
                                Some(first)
                            }
                            (a, b) => a.or(b),
                        };
                    }
                }
            }
            if next.is_none() && count > 0 {
                count -= 1;
                next = Some(waiting[count]);
            }
        }
    }
}

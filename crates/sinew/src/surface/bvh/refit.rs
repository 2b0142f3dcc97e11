//! Refit of the bounding boxes of a hierarchy to posed vertices.

use super::node::{Bvh, Node, NodeBox};
use glam::{Vec3, Vec3A};

impl Bvh {
    /// Fits the boxes of all nodes to `positions`, those of all vertices.
    pub(in crate::surface) fn refit(&self, positions: &[Vec3], boxes: &mut Vec<NodeBox>) {
        boxes.resize(self.nodes.len(), NodeBox::EMPTY);
        for (number, node) in self.nodes.iter().enumerate().rev() {
            boxes[number] = match node {
                Node::Inner { right } => boxes[number + 1].union(boxes[*right as usize]),
                Node::Leaf { vertices: [from, to], .. } => {
                    box_of(&self.leaf_vertices[*from as usize..*to as usize], positions)
                }
            };
        }
    }
}

/// Box of vertices, in registers. A position that is no number changes nothing: it compares with none.
fn box_of(vertices: &[u32], positions: &[Vec3]) -> NodeBox {
    let (mut min, mut max) = (Vec3A::INFINITY, Vec3A::NEG_INFINITY);
    for vertex in vertices {
        let position = Vec3A::from(positions[*vertex as usize]);
        min = Vec3A::select(position.cmplt(min), position, min);
        max = Vec3A::select(position.cmpgt(max), position, max);
    }
    NodeBox { min: min.into(), max: max.into() }
}

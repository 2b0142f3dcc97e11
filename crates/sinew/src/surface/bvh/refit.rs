use super::node::{Bvh, Node, NodeBox};
use glam::Vec3;

impl Bvh {
    /// Fits the boxes of all nodes to `positions`, those of all vertices.
    pub(in crate::surface) fn refit(&self, positions: &[Vec3], boxes: &mut Vec<NodeBox>) {
        boxes.resize(self.nodes.len(), NodeBox::EMPTY);
        for (number, node) in self.nodes.iter().enumerate().rev() {
            boxes[number] = match node {
                Node::Inner { right } => boxes[number + 1].union(boxes[*right as usize]),
                Node::Leaf { vertices: [from, to], .. } => self.leaf_vertices[*from as usize..*to as usize]
                    .iter()
                    .fold(NodeBox::EMPTY, |all, vertex| all.including(positions[*vertex as usize])),
            };
        }
    }
}

use crate::math::Bounds;
use glam::Vec3;

/// Topology of a bounding volume hierarchy; its boxes belong to a pose.
#[derive(Clone, Debug, Default)]
pub(in crate::surface) struct Bvh {
    /// Nodes, each before its children; the left child follows its parent.
    pub(super) nodes: Vec<Node>,
    /// Triangles in the order of the leaves.
    pub(super) triangles: Vec<u32>,
    /// Vertices of the leaves, each once per leaf.
    pub(super) leaf_vertices: Vec<u32>,
}

/// Node of the hierarchy.
#[derive(Clone, Copy, Debug)]
pub(super) enum Node {
    /// Two children: the next node, and this one.
    Inner { right: u32 },
    /// Ranges of `triangles` and `leaf_vertices`.
    Leaf { triangles: [u32; 2], vertices: [u32; 2] },
}

/// Box of a node in a pose.
#[derive(Clone, Copy, Debug)]
pub(in crate::surface) struct NodeBox {
    pub(super) min: Vec3,
    pub(super) max: Vec3,
}

impl NodeBox {
    pub(in crate::surface) const EMPTY: Self = Self { min: Vec3::INFINITY, max: Vec3::NEG_INFINITY };

    /// The box with a point. A point that is no number changes nothing: of two numbers that do not compare,
    /// `min` and `max` give the second.
    #[inline]
    pub(super) fn including(self, point: Vec3) -> Self {
        Self { min: point.min(self.min), max: point.max(self.max) }
    }

    /// The box with another one, whose corners change nothing where they are no numbers.
    pub(in crate::surface) fn union_of_numbers(self, other: &Bounds) -> Self {
        Self { min: other.min.min(self.min), max: other.max.max(self.max) }
    }

    /// True for a box without points.
    pub(in crate::surface) fn is_empty(&self) -> bool {
        !self.min.cmple(self.max).all()
    }

    #[inline]
    pub(super) fn union(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// Lengths of the sides; not positive for an empty box.
    pub(in crate::surface) fn size(&self) -> Vec3 {
        self.max - self.min
    }

    /// Half of the surface's area; 0 for an empty box.
    pub(super) fn half_area(&self) -> f32 {
        let size = self.size().max(Vec3::ZERO);
        size.x * size.y + size.y * size.z + size.z * size.x
    }
}

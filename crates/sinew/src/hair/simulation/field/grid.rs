use crate::math::Bounds;
use glam::{UVec3, Vec3};

/// Regular grid of nodes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Grid {
    /// Position of the first node.
    pub(super) first: Vec3,
    /// Distance of neighbouring nodes, metres.
    pub(super) cell: f32,
    /// Number of nodes along each axis, at least 2.
    pub(super) counts: UVec3,
}

impl Grid {
    /// Grid over a box with `margin` cells around it; `None` where it has more than `most` nodes.
    pub(super) fn around(bounds: &Bounds, cell: f32, margin: f32, most: usize) -> Option<Self> {
        let cells = (bounds.size() / cell).ceil() + 2.0 * margin + 1.0;
        let nodes = f64::from(cells.x) * f64::from(cells.y) * f64::from(cells.z);
        if nodes.is_nan() || nodes > most as f64 {
            return None;
        }
        Some(Self { first: bounds.min - margin * cell, cell, counts: cells.max(Vec3::splat(2.0)).as_uvec3() })
    }

    pub(super) fn node_count(&self) -> usize {
        (self.counts.x * self.counts.y * self.counts.z) as usize
    }

    /// Distance between the numbers of neighbouring nodes along each axis.
    pub(super) fn strides(&self) -> [usize; 3] {
        [1, self.counts.x as usize, (self.counts.x * self.counts.y) as usize]
    }

    /// Position of a node.
    pub(super) fn position(&self, node: UVec3) -> Vec3 {
        self.first + node.as_vec3() * self.cell
    }

    /// Number of a node.
    pub(super) fn number(&self, node: UVec3) -> usize {
        let [x, y, z] = self.strides();
        node.x as usize * x + node.y as usize * y + node.z as usize * z
    }

    /// Node of a number.
    pub(super) fn node(&self, number: usize) -> UVec3 {
        let (number, UVec3 { x, y, .. }) = (number as u32, self.counts);
        UVec3::new(number % x, number / x % y, number / (x * y))
    }

    /// Nodes in the order of their numbers.
    pub(super) fn nodes(&self) -> impl Iterator<Item = UVec3> {
        let UVec3 { x, y, z } = self.counts;
        (0..z).flat_map(move |z| (0..y).flat_map(move |y| (0..x).map(move |x| UVec3::new(x, y, z))))
    }
}

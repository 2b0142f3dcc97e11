//! Grid over a box of points, with trilinear weights.

use glam::{IVec3, Vec3};

/// Most nodes of a grid.
pub(super) const MAX_NODES: usize = 1 << 15;

/// Grid over the box of some points; its nodes lie at multiples of the cell.
#[derive(Clone, Copy, Debug)]
pub(in crate::hair::simulation) struct BoxGrid {
    cell: f32,
    first: IVec3,
    counts: IVec3,
}

/// Cell of a point: its first node, and the share of the way to the next along each axis.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::hair::simulation) struct CellPoint {
    pub(in crate::hair::simulation) node: u32,
    pub(in crate::hair::simulation) share: Vec3,
}

impl BoxGrid {
    /// Grid over the box from `least` to `most`; a part around its middle where it would have too many nodes.
    pub(in crate::hair::simulation) fn over(least: Vec3, most: Vec3, cell: f32) -> Self {
        // Beyond this no box of cells is meant, and numbers of nodes stay exact.
        let bound =
            |corner: Vec3| (corner / cell).floor().clamp(Vec3::splat(-1e6), Vec3::splat(1e6)).as_ivec3();
        let (mut first, last) = (bound(least), bound(most));
        let mut counts = (last - first + 2).max(IVec3::splat(2));
        while counts.as_i64vec3().element_product() > MAX_NODES as i64 {
            let [x, y, z] = counts.to_array();
            let axis = if x >= y && x >= z {
                0
            } else if y >= z {
                1
            } else {
                2
            };
            let cut = (counts[axis] / 8).max(1);
            first[axis] += cut / 2;
            counts[axis] -= cut;
        }
        Self { cell, first, counts }
    }

    pub(in crate::hair::simulation) fn node_count(&self) -> usize {
        self.counts.element_product() as usize
    }

    /// Offsets from the first node of a cell to its eight nodes: along x first, then y, then z.
    pub(in crate::hair::simulation) fn corners(&self) -> [usize; 8] {
        let (row, layer) = (self.counts.x as usize, (self.counts.x * self.counts.y) as usize);
        [0, 1, row, row + 1, layer, layer + 1, layer + row, layer + row + 1]
    }

    /// Sum of the values of all nodes beyond a node along an axis, towards its end or its start, with half of
    /// its own.
    pub(in crate::hair::simulation) fn sums_beyond(
        &self,
        values: &[f32],
        axis: usize,
        to_start: bool,
    ) -> Vec<f32> {
        let counts = self.counts.to_array().map(|count| count as usize);
        let stride = [1, counts[0], counts[0] * counts[1]][axis];
        let mut sums = vec![0.0; values.len()];
        for first in (0..values.len()).filter(|node| node / stride % counts[axis] == 0) {
            let mut sum = 0.0;
            for n in 0..counts[axis] {
                let node = first + stride * if to_start { n } else { counts[axis] - 1 - n };
                sums[node] = sum + 0.5 * values[node];
                sum += values[node];
            }
        }
        sums
    }

    /// Cell of a point; `None` outside of the grid.
    pub(in crate::hair::simulation) fn cell_of(&self, position: Vec3) -> Option<CellPoint> {
        let grid_position = position / self.cell - self.first.as_vec3();
        let cell = grid_position.floor();
        let last = (self.counts - 2).as_vec3();
        if !(cell.cmpge(Vec3::ZERO).all() && cell.cmple(last).all()) {
            return None;
        }
        let [x, y, z] = cell.as_ivec3().to_array();
        let node = (x + self.counts.x * (y + self.counts.y * z)) as u32;
        Some(CellPoint { node, share: grid_position - cell })
    }
}

impl CellPoint {
    /// Weights of the eight nodes, which add up to 1.
    #[inline]
    pub(in crate::hair::simulation) fn weights(&self) -> [f32; 8] {
        let (to, from) = (self.share, Vec3::ONE - self.share);
        let [a, b, c, d] = [from.y * from.z, to.y * from.z, from.y * to.z, to.y * to.z];
        [from.x * a, to.x * a, from.x * b, to.x * b, from.x * c, to.x * c, from.x * d, to.x * d]
    }

    /// Change of a value per cell along each axis, from its values at the eight nodes.
    #[inline]
    pub(in crate::hair::simulation) fn slope(&self, v: [f32; 8]) -> Vec3 {
        let (to, from) = (self.share, Vec3::ONE - self.share);
        let mix = |a: f32, b: f32, c: f32, d: f32, y: usize, z: usize| {
            a * from[y] * from[z] + b * to[y] * from[z] + c * from[y] * to[z] + d * to[y] * to[z]
        };
        Vec3::new(
            mix(v[1] - v[0], v[3] - v[2], v[5] - v[4], v[7] - v[6], 1, 2),
            mix(v[2] - v[0], v[3] - v[1], v[6] - v[4], v[7] - v[5], 0, 2),
            mix(v[4] - v[0], v[5] - v[1], v[6] - v[2], v[7] - v[3], 0, 1),
        )
    }
}

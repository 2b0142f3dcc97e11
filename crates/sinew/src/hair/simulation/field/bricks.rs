//! Bricks of cells of a distance field: their smallest distances, for an early rejection.

use super::grid::Grid;
use glam::UVec3;

/// Edge of a brick, cells.
const EDGE: u32 = 4;

/// Smallest distances in bricks of cells: positions in a brick that is farther from the surface need not read
/// its nodes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Bricks {
    /// Number of bricks along each axis.
    counts: UVec3,
    /// Smallest distance at the nodes of each brick, those on its border included, in units of the field.
    least: Vec<i16>,
}

impl Bricks {
    pub(super) fn of(grid: &Grid, distances: &[i16]) -> Self {
        let cells = grid.counts - UVec3::ONE;
        let counts = (cells + (EDGE - 1)) / EDGE;
        let mut least = vec![i16::MAX; (counts.x * counts.y * counts.z) as usize];
        for (node, distance) in grid.nodes().zip(distances) {
            // A node on the border of bricks belongs to all of them.
            let [from, to] =
                [node.max(UVec3::ONE) - UVec3::ONE, node].map(|corner| (corner / EDGE).min(counts - 1));
            for z in from.z..=to.z {
                for y in from.y..=to.y {
                    for x in from.x..=to.x {
                        let smallest = &mut least[((z * counts.y + y) * counts.x + x) as usize];
                        *smallest = (*smallest).min(*distance);
                    }
                }
            }
        }
        Self { counts, least }
    }

    /// Share of a brick that a cell is along each axis, and the distances between the numbers of neighbouring
    /// bricks.
    pub(super) fn steps(&self) -> (f32, [f32; 3]) {
        (1.0 / EDGE as f32, [1.0, self.counts.x as f32, (self.counts.x * self.counts.y) as f32])
    }

    /// Smallest distance in the brick of this number.
    #[inline(always)]
    pub(super) fn least(&self, number: usize) -> i32 {
        self.least.get(number).map_or(0, |distance| i32::from(*distance))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    #[test]
    fn no_node_of_a_brick_is_nearer_than_its_least_distance() {
        let grid = Grid { first: Vec3::ZERO, cell: 1.0, counts: UVec3::new(7, 10, 6) };
        let mut random = fastrand::Rng::with_seed(4);
        let distances: Vec<i16> = (0..grid.node_count()).map(|_| random.i16(..)).collect();
        let bricks = Bricks::of(&grid, &distances);
        let (share, strides) = bricks.steps();
        assert_eq!((share, bricks.counts), (0.25, UVec3::new(2, 3, 2)));
        let cells = Grid { counts: grid.counts - UVec3::ONE, ..grid };
        for cell in cells.nodes() {
            let brick = (cell.as_vec3() * share).floor();
            let least = bricks.least(brick.dot(Vec3::from_array(strides)) as usize);
            let corners = (0..8).map(|n| grid.number(cell + UVec3::new(n & 1, n >> 1 & 1, n >> 2)));
            let nearest = corners.map(|number| i32::from(distances[number])).min().unwrap();
            assert!(least <= nearest, "cell {cell}: {least} > {nearest}");
        }
        assert_eq!(distances.iter().min(), bricks.least.iter().min());
    }
}

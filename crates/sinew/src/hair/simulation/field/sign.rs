use super::grid::Grid;
use super::tree::TriangleTree;
use glam::{UVec3, Vec3};

/// Surface between the inside and the outside of a grid.
pub(super) struct SignedNodes {
    /// True inside, per node.
    pub(super) is_inside: Vec<bool>,
    /// Nearest feature of the nodes whose neighbour lies on the other side: the number of a triangle, else of a point after all triangles.
    pub(super) features: Vec<u32>,
    /// Points at which holes of the triangles are closed.
    pub(super) points: Vec<Vec3>,
}

/// Node without a feature.
pub(super) const NONE: u32 = u32::MAX;

/// Signs of all nodes and the features along the surface.
pub(super) fn signed_nodes(tree: &TriangleTree, grid: &Grid) -> SignedNodes {
    let windings: Vec<f32> = grid.nodes().map(|node| tree.winding(grid.place(node))).collect();
    let is_inside: Vec<bool> = windings.iter().map(|winding| *winding > 0.5).collect();
    let (strides, triangles) = (grid.strides(), tree.triangles.len() as u32);
    let mut found: Vec<(u32, f32)> = vec![(NONE, f32::INFINITY); grid.node_count()];
    let mut points = Vec::new();
    let mut near = |node: UVec3, number: usize| {
        if found[number].0 == NONE {
            // A surface between two nodes is nearer to either than they are to each other.
            found[number] = tree.nearest(grid.place(node), grid.cell * 2.0).unwrap_or((NONE, f32::INFINITY));
        }
        found[number].1
    };
    let mut holes = Vec::new();
    for node in grid.nodes() {
        let number = grid.number(node);
        for axis in 0..3 {
            let mut other = node;
            other[axis] += 1;
            if other[axis] == grid.counts[axis] || is_inside[number] == is_inside[number + strides[axis]] {
                continue;
            }
            let next = number + strides[axis];
            if near(node, number) + near(other, next) > grid.cell * 1.001 {
                let share = (0.5 - windings[number]) / (windings[next] - windings[number]);
                holes.push(([number, next], [node, other].map(|own| grid.place(own)), share));
            }
        }
    }
    for (numbers, [from, to], share) in holes {
        let feature = triangles + points.len() as u32;
        points.push(from.lerp(to, share.clamp(0.0, 1.0)));
        for (number, distance) in numbers.into_iter().zip([share, 1.0 - share]) {
            if distance * grid.cell < found[number].1 {
                found[number] = (feature, distance * grid.cell);
            }
        }
    }
    SignedNodes { is_inside, features: found.into_iter().map(|own| own.0).collect(), points }
}

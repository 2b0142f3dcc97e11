//! Cover of the points of a groom from wind by the hair around them.

use crate::hair::simulation::volume::BoxGrid;
use glam::{Quat, Vec3};

/// Depth of hair, as its logarithm of the wind, over the most covered point of a groom.
const DEEPEST: f32 = 2.0;

/// Depth of the hair over a point in the groom, towards the six directions of the axes: +X, +Y, +Z, −X, −Y,
/// −Z. Between them it is mixed by the squares of the direction (the ambient cube of G. McTaggart, *Half-Life
/// 2 / Valve Source Shading*, 2004).
#[derive(Clone, Copy, Debug, Default, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(transparent)]
pub struct HairCover(pub [f32; 6]);

impl HairCover {
    /// No hair over the point.
    pub const NONE: Self = Self([0.0; 6]);

    /// Share of the wind that gets through the hair over the point, whose root has this rotation, 0 to 1.
    pub(in crate::hair::simulation) fn exposure(&self, rotation: Quat, wind: Vec3) -> f32 {
        let upwind = rotation.conjugate() * -wind;
        let shares = upwind * upwind / upwind.length_squared().max(f32::MIN_POSITIVE);
        let depth: f32 =
            (0..3).map(|axis| shares[axis] * self.0[if upwind[axis] < 0.0 { axis + 3 } else { axis }]).sum();
        // Near to the exponential function, without a call per point.
        1.0 / (1.0 + depth + 0.5 * depth * depth)
    }
}

/// Cover of every point of a groom. `masses` are the lengths of hair that the points stand for, `cell` the
/// edge of a cell in metres.
pub(in crate::hair::simulation) fn covers(points: &[Vec3], masses: &[f32], cell: f32) -> Vec<HairCover> {
    let bounds = points.iter().fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(a, b), p| (a.min(*p), b.max(*p)));
    let grid = BoxGrid::over(bounds.0, bounds.1, cell);
    let corners = grid.corners();
    let point_cells: Vec<_> = points.iter().map(|point| grid.cell_of(*point)).collect();
    let mut density = vec![0.0; grid.node_count()];
    for (point_cell, mass) in point_cells.iter().zip(masses) {
        let Some(point_cell) = point_cell else { continue };
        for (offset, weight) in corners.iter().zip(point_cell.weights()) {
            density[point_cell.node as usize + offset] += weight * mass;
        }
    }
    let mut found = vec![HairCover::default(); points.len()];
    for side in 0..6 {
        let beyond = grid.sums_beyond(&density, side % 3, side >= 3);
        for (cover, point_cell) in found.iter_mut().zip(&point_cells) {
            let Some(point_cell) = point_cell else { continue };
            let nodes = corners.iter().zip(point_cell.weights());
            cover.0[side] =
                nodes.map(|(offset, weight)| beyond[point_cell.node as usize + offset] * weight).sum();
        }
    }
    let most = found.iter().flat_map(|cover| cover.0).fold(f32::MIN_POSITIVE, f32::max);
    found.iter_mut().for_each(|cover| cover.0 = cover.0.map(|depth| depth / most * DEEPEST));
    found
}

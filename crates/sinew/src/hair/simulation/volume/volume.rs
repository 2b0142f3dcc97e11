//! Density and velocity of hair on a grid, and the pressure and friction between hairs that follow from them.

use super::box_grid::{BoxGrid, CellPoint, MAX_NODES};
use crate::clone_from::impl_clone_from;
use crate::hair::simulation::rest::RestHair;
use crate::hair::simulation::{HairRoot, HairSettings};
use crate::math::ops;
use glam::{Vec3, Vec4};

/// Points that a cell of the groom holds on average: fewer make the density depend on where the nodes are.
const POINTS_PER_CELL: usize = 12;
/// Smallest and largest cell, metres.
const CELLS: [f32; 2] = [0.01, 0.3];
/// Excess of the density, as a share of the groom's, that presses nothing yet, and the largest that counts.
const EXCESS: [f32; 2] = [0.1, 2.0];
/// Speed at which pressure spreads at full volume, m/s.
const SPEED: f32 = 2.0;
/// Share of a cell that pressure may cross in a step.
const MAX_CROSSING: f32 = 0.4;
/// Rate at which the share of [`HairSettings::hair_friction`] is taken, per second.
const FRICTION_RATE: f32 = 60.0;

/// Grid of the density and velocity of hair.
#[derive(Debug)]
pub(in crate::hair::simulation) struct HairVolume {
    cell: f32,
    /// Length of hair that each point stands for, metres.
    masses: Vec<f32>,
    /// Density of the groom at each point, metres of hair per cell.
    rest: Vec<f32>,
    /// Cells of the points in this step; those outside of the grid have none.
    cells: Vec<Option<CellPoint>>,
    local: Vec<Vec3>,
    /// Momentum and mass, per node.
    nodes: Vec<Vec4>,
    /// Mass times excess, per node.
    excess: Vec<f32>,
}

impl_clone_from!(HairVolume { cell, masses, rest }, buffers { cells, local, nodes, excess });

impl HairVolume {
    /// Grid for hairs with these points at rest.
    pub(in crate::hair::simulation) fn new(points: &[Vec3], hairs: &[RestHair]) -> Self {
        let mut volume = Self {
            cell: cell_of(points),
            masses: masses(points, hairs),
            rest: vec![0.0; points.len()],
            cells: vec![None; points.len()],
            local: points.to_vec(),
            nodes: vec![Vec4::ZERO; MAX_NODES],
            excess: vec![0.0; MAX_NODES],
        };
        volume.set_rest(points, hairs, |_| true);
        volume
    }

    /// Takes the density of these points at rest as that of the groom. `counts` says which hairs there are.
    pub(in crate::hair::simulation) fn set_rest(
        &mut self,
        points: &[Vec3],
        hairs: &[RestHair],
        counts: impl Fn(usize) -> bool,
    ) {
        self.local.copy_from_slice(points);
        let (corners, _) = self.splat(hairs, &counts, |_| Vec3::ZERO);
        for (rest, cell) in self.rest.iter_mut().zip(&self.cells) {
            *rest = cell.map_or(0.0, |cell| gather(&self.nodes, &cell, &corners).w);
        }
    }

    /// Changes the velocities of the points by the hair around them in a step. `root` carries the grid.
    pub(in crate::hair::simulation) fn apply(
        &mut self,
        settings: &HairSettings,
        root: &HairRoot,
        hairs: &[RestHair],
        counts: impl Fn(usize) -> bool,
        points: &[Vec3],
        velocities: &mut [Vec3],
    ) {
        let back = root.rotation.conjugate();
        for (local, point) in self.local.iter_mut().zip(points) {
            *local = back * (*point - root.translation);
        }
        let (corners, node_count) = self.splat(hairs, &counts, |n| velocities[n]);
        let kept = ops::powf(1.0 - settings.hair_friction, FRICTION_RATE / settings.rate);
        self.excess[..node_count].fill(0.0);
        let mut is_pressed = false;
        for (_, span) in hairs.iter().enumerate().filter(|(number, _)| counts(*number)) {
            let end = span.first + span.count;
            for (n, velocity) in velocities.iter_mut().enumerate().take(end).skip(span.first + 2) {
                let Some(cell) = &self.cells[n] else { continue };
                let around = gather(&self.nodes, cell, &corners);
                let mean = around.truncate() / around.w;
                *velocity = mean.lerp(*velocity, kept);
                let excess =
                    (around.w / self.rest[n].max(f32::MIN_POSITIVE) - 1.0 - EXCESS[0]).clamp(0.0, EXCESS[1]);
                if settings.volume > 0.0 && excess > 0.0 {
                    is_pressed = true;
                    let first = cell.node as usize;
                    for (offset, weight) in corners.iter().zip(cell.weights()) {
                        self.excess[first + offset] += weight * self.masses[n] * excess;
                    }
                }
            }
        }
        if !is_pressed {
            return;
        }
        let speed = SPEED.min(MAX_CROSSING * self.cell * settings.rate);
        let push = speed * speed * settings.volume / (self.cell * settings.rate);
        let excess = |node: usize| {
            let mass = self.nodes[node].w;
            if mass > 0.0 { self.excess[node] / mass } else { 0.0 }
        };
        for (_, span) in hairs.iter().enumerate().filter(|(number, _)| counts(*number)) {
            let end = span.first + span.count;
            for (n, velocity) in velocities.iter_mut().enumerate().take(end).skip(span.first + 2) {
                let Some(cell) = &self.cells[n] else { continue };
                let slope = cell.slope(corners.map(|offset| excess(cell.node as usize + offset)));
                *velocity -= root.rotation * slope * push;
            }
        }
    }

    /// Finds the cells of the points and fills the nodes with their masses and momenta; gives the offsets of
    /// a cell's nodes and the number of nodes.
    fn splat(
        &mut self,
        hairs: &[RestHair],
        counts: &impl Fn(usize) -> bool,
        velocity: impl Fn(usize) -> Vec3,
    ) -> ([usize; 8], usize) {
        let ranges = hairs.iter().enumerate().filter(|(number, _)| counts(*number));
        let ranges = ranges.map(|(_, span)| span.range());
        let (mut least, mut most) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        for n in ranges.clone().flatten() {
            (least, most) = (least.min(self.local[n]), most.max(self.local[n]));
        }
        let grid = BoxGrid::over(least, most, self.cell);
        self.nodes[..grid.node_count()].fill(Vec4::ZERO);
        let corners = grid.corners();
        self.cells.fill(None);
        for n in ranges.flatten() {
            let cell = grid.cell_of(self.local[n]);
            self.cells[n] = cell;
            let Some(cell) = cell else { continue };
            let momentum = velocity(n).extend(1.0) * self.masses[n];
            for (offset, weight) in corners.iter().zip(cell.weights()) {
                self.nodes[cell.node as usize + offset] += momentum * weight;
            }
        }
        (corners, grid.node_count())
    }
}

fn gather(nodes: &[Vec4], cell: &CellPoint, corners: &[usize; 8]) -> Vec4 {
    let first = cell.node as usize;
    corners.iter().zip(cell.weights()).map(|(offset, weight)| nodes[first + offset] * weight).sum()
}

/// Length of hair that each point stands for, metres.
pub(in crate::hair::simulation) fn masses(points: &[Vec3], hairs: &[RestHair]) -> Vec<f32> {
    let mut masses = vec![0.0; points.len()];
    for span in hairs {
        for n in span.first + 1..span.first + span.count {
            let half = points[n].distance(points[n - 1]) * 0.5;
            masses[n - 1] += half;
            masses[n] += half;
        }
    }
    masses
}

/// Cell of a groom: the smallest that holds enough points on average.
pub(in crate::hair::simulation) fn cell_of(points: &[Vec3]) -> f32 {
    let mut cell = CELLS[0];
    while cell < CELLS[1] {
        let mut cells: Vec<[i32; 3]> =
            points.iter().map(|point| (*point / cell).floor().as_ivec3().to_array()).collect();
        cells.sort_unstable();
        cells.dedup();
        let grid =
            points.iter().fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(a, b), p| (a.min(*p), b.max(*p)));
        // In motion the box of the hair is larger than at rest.
        let nodes = (((grid.1 - grid.0) / cell + 2.0) * 1.3).element_product();
        if cells.len() * POINTS_PER_CELL <= points.len() && nodes < MAX_NODES as f32 {
            break;
        }
        cell *= 1.1;
    }
    cell
}

//! Share of the light around that arrives within hair: strands in a grid of cells keep the rest off.

use super::strands::CardStrands;
use glam::{IVec3, Vec3};
use sinew::internal::ops;
use sinew::math::Bounds;

/// Cells along the longest side of the grid.
const CELLS: f32 = 40.0;
/// Largest number of cells along a side.
const MAX_CELLS: i32 = 64;
/// Mean share of its side view that a cylinder shows from a random direction.
const MEAN_VIEW: f32 = std::f32::consts::FRAC_PI_4;
/// Share of the light that fibres do not pass on in its direction.
const LOST: f32 = 0.5;

/// Extinction of hair in cells, per metre.
pub(super) struct HairOcclusion {
    min: Vec3,
    cell: f32,
    size: IVec3,
    extinction: Vec<f32>,
}

impl HairOcclusion {
    /// Hair of this width, metres.
    pub(super) fn new(strands: &CardStrands, width: f32) -> Self {
        let bounds = strands
            .all
            .iter()
            .flat_map(|strand| &strand.points)
            .fold(Bounds::EMPTY, |bounds, point| bounds.including(*point));
        let cell = (bounds.size().max_element() / CELLS).max(1e-5);
        let size = (bounds.size() / cell).ceil().as_ivec3().clamp(IVec3::ONE, IVec3::splat(MAX_CELLS));
        let mut grid =
            Self { min: bounds.min, cell, size, extinction: vec![0.0; (size.x * size.y * size.z) as usize] };
        for strand in &strands.all {
            for pair in strand.points.windows(2) {
                let length = pair[0].distance(pair[1]);
                // Long segments are counted in each cell that they go through.
                let pieces = (length / cell).ceil().max(1.0);
                for n in 0..pieces as usize {
                    let at = pair[0].lerp(pair[1], (n as f32 + 0.5) / pieces);
                    if let Some(index) = grid.index(grid.cell_of(at)) {
                        grid.extinction[index] +=
                            length / pieces * width * strands.share * MEAN_VIEW / (cell * cell * cell);
                    }
                }
            }
        }
        grid
    }

    fn cell_of(&self, at: Vec3) -> IVec3 {
        ((at - self.min) / self.cell).floor().as_ivec3()
    }

    fn index(&self, cell: IVec3) -> Option<usize> {
        let is_inside = cell.cmpge(IVec3::ZERO).all() && cell.cmplt(self.size).all();
        is_inside.then(|| ((cell.z * self.size.y + cell.y) * self.size.x + cell.x) as usize)
    }

    /// Share of the light from all sides that arrives at a position, 0 to 1: all of it where half of the
    /// sides are free, as at a surface.
    pub(super) fn light(&self, at: Vec3) -> f32 {
        let mut visible = 0.0;
        for n in 0..26 {
            // The middle of 27 cells has no direction.
            let n = if n < 13 { n } else { n + 1 };
            let way = Vec3::new((n % 3) as f32, (n / 3 % 3) as f32, (n / 9) as f32) - 1.0;
            let step = way.normalize() * self.cell;
            let mut depth = 0.0;
            let mut point = at + step * 0.5;
            while let Some(index) = self.index(self.cell_of(point)) {
                depth += self.extinction[index];
                point += step;
            }
            visible += ops::exp(-LOST * depth * self.cell) / 26.0;
        }
        let hidden = 1.0 - visible;
        1.0 - hidden * hidden
    }
}

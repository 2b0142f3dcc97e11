//! Depth map of a face seen from the front.

use super::surface::Surface;
use glam::Vec2;

/// Pixels along each side.
pub(super) const SIZE: usize = 256;

/// Orthographic depth map: the largest z of the front faces over a square of the frontal plane.
#[derive(Clone, Debug)]
pub(super) struct DepthMap {
    /// Lower left corner of the square.
    corner: Vec2,
    /// Side of a pixel, metres.
    pub(super) pixel: f32,
    /// Depths by row, the lowest row first; NaN where nothing is seen.
    depths: Vec<f32>,
}

impl DepthMap {
    /// Depth map of the square around `center` with half the side `half`.
    pub(super) fn new(surface: &Surface, center: Vec2, half: f32) -> Self {
        let (corner, pixel) = (center - half, 2.0 * half / SIZE as f32);
        let mut map = Self { corner, pixel, depths: vec![f32::NAN; SIZE * SIZE] };
        for triangle in &surface.triangles {
            map.draw(triangle.map(|vertex| surface.positions[vertex as usize]));
        }
        map
    }

    fn draw(&mut self, [a, b, c]: [glam::Vec3; 3]) {
        let in_pixels = |p: glam::Vec3| (p.truncate() - self.corner) / self.pixel - 0.5;
        let [p, q, r] = [in_pixels(a), in_pixels(b), in_pixels(c)];
        let area = (q - p).perp_dot(r - p);
        if area <= 0.0 {
            return;
        }
        let (low, high) = (p.min(q).min(r).ceil().max(Vec2::ZERO), p.max(q).max(r).floor());
        let high = high.min(Vec2::splat((SIZE - 1) as f32));
        if !(low.cmple(high).all()) {
            return;
        }
        for row in low.y as usize..=high.y as usize {
            for column in low.x as usize..=high.x as usize {
                let at = Vec2::new(column as f32, row as f32);
                let shares =
                    [(q, r), (r, p), (p, q)].map(|(from, to)| (to - from).perp_dot(at - from) / area);
                if shares.iter().all(|share| *share >= -1e-5) {
                    let z = shares[0] * a.z + shares[1] * b.z + shares[2] * c.z;
                    let depth = &mut self.depths[row * SIZE + column];
                    *depth = depth.max(z);
                }
            }
        }
    }

    /// Depth of a pixel; `None` outside the square and where nothing is seen.
    pub(super) fn at(&self, column: usize, row: usize) -> Option<f32> {
        let inside = column < SIZE && row < SIZE;
        inside.then(|| self.depths[row * SIZE + column]).filter(|depth| !depth.is_nan())
    }

    /// Depth of a pixel as the mean of the seen pixels around it, those near it weighing more; `None` where
    /// the pixel is not seen.
    pub(super) fn smooth_at(&self, column: usize, row: usize) -> Option<f32> {
        self.at(column, row)?;
        let (mut sum, mut total) = (0.0, 0.0);
        for (up, down) in [(0, 2), (0, 1), (0, 0), (1, 0), (2, 0)] {
            for (right, left) in [(0, 1), (0, 0), (1, 0)] {
                let (Some(c), Some(r)) = ((column + right).checked_sub(left), (row + up).checked_sub(down))
                else {
                    continue;
                };
                let weight = 4.0_f32 - (up + down) as f32 - (right + left) as f32;
                if let Some(depth) = self.at(c, r) {
                    sum += depth * weight;
                    total += weight;
                }
            }
        }
        Some(sum / total)
    }

    /// Position of the centre of a pixel in the frontal plane.
    pub(super) fn position(&self, column: usize, row: usize) -> Vec2 {
        self.corner + Vec2::new(column as f32 + 0.5, row as f32 + 0.5) * self.pixel
    }

    /// Column and row of the pixel over a position; `None` outside the square.
    pub(super) fn pixel_at(&self, position: Vec2) -> Option<(usize, usize)> {
        let at = (position - self.corner) / self.pixel;
        let inside = at.min_element() >= 0.0 && at.max_element() < SIZE as f32;
        inside.then_some((at.x as usize, at.y as usize))
    }

    /// Depth of the surface over a position with how steep it is there, as depth per distance; `None` at and
    /// beside unseen positions.
    pub(super) fn surface_at(&self, position: Vec2) -> Option<(f32, f32)> {
        let (column, row) = self.pixel_at(position)?;
        let side = |c: Option<usize>, r: Option<usize>| self.at(c?, r?);
        let (left, right) = (side(column.checked_sub(1), Some(row))?, side(Some(column + 1), Some(row))?);
        let (below, above) = (side(Some(column), row.checked_sub(1))?, side(Some(column), Some(row + 1))?);
        let slope = Vec2::new(right - left, above - below) / (2.0 * self.pixel);
        Some((self.at(column, row)?, slope.length()))
    }
}

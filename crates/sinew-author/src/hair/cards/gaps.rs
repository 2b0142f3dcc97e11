//! Colours of texels between strands.

use super::canvas::{Canvas, Texel};
use super::tile::Tile;

/// Coverage from which a texel has the colour of its strand alone: a share of another one would be an outline.
const FAINT: f32 = 0.02;

/// Gives texels without strands the mean colour of their row in the tile, so that smaller versions of the
/// texture and filters take no other colour.
pub(super) fn fill_gaps(canvas: &mut Canvas, tiles: u32) {
    for number in 0..tiles {
        let [left, right] = Tile { number, count: tiles, width: canvas.width }.edges();
        let mut last = Texel::default();
        for y in 0..canvas.height {
            let mut sum = Texel::default();
            (left..right).for_each(|x| sum.add(canvas.at(x, y)));
            // Rows beyond the tips are like the last one with strands.
            if sum.coverage > 0.5 {
                last = sum.unweighted();
            }
            for x in left..right {
                let texel = canvas.at(x, y);
                let coverage = texel.coverage;
                *texel = if coverage > FAINT { texel.unweighted() } else { texel.over(&last) };
                texel.coverage = coverage;
            }
        }
    }
}

impl Texel {
    fn add(&mut self, other: &Self) {
        self.color += other.color;
        self.coverage += other.coverage;
        self.flow += other.flow;
        self.depth += other.depth;
    }

    /// The values that were weighted by the coverage.
    fn unweighted(&self) -> Self {
        let by = 1.0 / self.coverage.max(1e-6);
        Self {
            color: self.color * by,
            coverage: 1.0,
            flow: self.flow * by,
            tilt: self.tilt * by,
            depth: self.depth * by,
        }
    }

    /// The colour and direction of the texel over those of `behind`.
    fn over(&self, behind: &Self) -> Self {
        let gap = 1.0 - self.coverage;
        Self { color: self.color + behind.color * gap, flow: self.flow + behind.flow * gap, ..*self }
    }
}

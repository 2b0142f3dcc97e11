//! Texture of cards: columns of strands, painted one over the other.

use super::settings::MAX_CARD_COLUMNS;
use crate::surface::srgb_byte;
use glam::Vec3;
use sinew::character::Pixels;
use sinew::hair::HairLook;
use sinew::internal::{Random, ops};
use sinew::math::smoothstep;
use std::f32::consts::TAU;

/// Largest side of a texture, pixels.
pub const MAX_CARD_TEXTURE: u32 = 4096;

/// Part of the strands' rows at whose end they are densest.
const DENSE_ROW: u32 = 8;
/// Share of the rows, from the top, that show strands.
pub(super) const STRAND_ROWS: f32 = 14.0 / 16.0;
/// Share of the rows above those for caps. The rows between are empty, so that smaller versions of the
/// texture do not mix both.
const ROWS_ABOVE_CAPS: f32 = 15.0 / 16.0;
/// Height at which the texture has no gaps: the middle of the rows for caps.
pub(super) const SOLID_ROW: f32 = 31.0 / 32.0;

/// Alpha texture of cards: columns of strands from the root (top) to the tip, with gaps towards the tip. The
/// lowest rows are opaque, in the colour of the roots, for caps.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct CardTexture {
    /// Width and height in pixels, 16 to [`MAX_CARD_TEXTURE`].
    pub size: [u32; 2],
    /// Number of columns; that of the cards.
    pub columns: u32,
    /// Strands of a column, 1 to 1,000.
    pub strands: u32,
    /// Seed.
    pub seed: u64,
}

impl Default for CardTexture {
    /// 1,024 × 512 pixels with eight columns of 56 strands.
    fn default() -> Self {
        Self { size: [1024, 512], columns: 8, strands: 56, seed: 1 }
    }
}

/// Strand of a column, in widths of the column.
struct Stroke {
    at: f32,
    wave: f32,
    phase: f32,
    lean: f32,
    half: f32,
    /// Shares of the length at which it begins and ends.
    begin: f32,
    end: f32,
    brightness: f32,
}

impl CardTexture {
    /// The texture with this number of columns.
    #[must_use]
    pub const fn with_columns(self, columns: u32) -> Self {
        Self { columns, ..self }
    }

    /// The texture with this seed.
    #[must_use]
    pub const fn with_seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// The texture with this width and height in pixels.
    #[must_use]
    pub const fn with_size(self, size: [u32; 2]) -> Self {
        Self { size, ..self }
    }

    /// Pixels in the colours of a look. Values out of range are clamped.
    #[must_use]
    pub fn pixels(&self, look: &HairLook) -> Pixels {
        let [width, height] = self.size.map(|side| side.clamp(16, MAX_CARD_TEXTURE));
        let columns = self.columns.clamp(1, MAX_CARD_COLUMNS).min(width / 8).max(1);
        let mut coverage = vec![0.0f32; (width * height) as usize];
        let mut brightness = vec![1.0f32; (width * height) as usize];
        let strand_rows = (height as f32 * STRAND_ROWS) as u32;
        for column in 0..columns {
            let edges = [column, column + 1].map(|edge| (edge * width / columns) as f32);
            for stroke in self.strokes(look.variation, column, edges[1] - edges[0]) {
                for y in 0..strand_rows {
                    let t = (y as f32 + 0.5) / strand_rows as f32;
                    paint(&stroke, t, edges, &mut |x, cover| {
                        let pixel = (y * width + x) as usize;
                        coverage[pixel] = coverage[pixel].max(cover);
                        brightness[pixel] += (stroke.brightness - brightness[pixel]) * cover;
                    });
                }
            }
        }
        // Rows for caps: the densest of the strands, without gaps.
        let dense = (strand_rows / DENSE_ROW) as usize * width as usize;
        for n in (height as f32 * ROWS_ABOVE_CAPS) as usize * width as usize..coverage.len() {
            (coverage[n], brightness[n]) = (1.0, brightness[dense + n % width as usize]);
        }
        let row = |n: usize| match n as u32 / width {
            row if row < strand_rows => row as f32 / (strand_rows - 1) as f32,
            _ => 0.0,
        };
        let color = |n: usize| look.root_color.lerp(look.tip_color, row(n)) * brightness[n];
        let byte = |value: f32| srgb_byte(value.clamp(0.0, 1.0));
        let pixel = |n: usize| {
            let Vec3 { x, y, z } = color(n);
            [byte(x), byte(y), byte(z), (coverage[n] * 255.0 + 0.5) as u8]
        };
        Pixels { width, height, rgba: (0..coverage.len()).flat_map(pixel).collect() }
    }

    /// Strands of a column of this width in pixels: inner ones first, and short ones above.
    fn strokes(&self, variation: f32, column: u32, width: f32) -> Vec<Stroke> {
        let mut random = Random::new(self.seed ^ (u64::from(column) << 32));
        let count = self.strands.clamp(1, 1000);
        let raggedness = 0.12 + 0.28 * random.unit();
        let stroke = |n: u32| {
            let at = (n as f32 + random.unit()) / count as f32;
            // Locks are longest in the middle.
            let edge = (at * 2.0 - 1.0).abs();
            let end = 1.0 - (raggedness * random.unit() + 0.25 * edge * edge * random.unit());
            Stroke {
                at: 0.04 + 0.92 * at,
                wave: 0.02 * random.unit(),
                phase: random.unit(),
                lean: 0.08 * (random.unit() - 0.5),
                half: (0.7 + 0.9 * random.unit()) / count as f32,
                // Hairlines are not cut with a knife.
                begin: 0.008 * random.unit() + 0.012 * edge * edge,
                end,
                brightness: 1.0 + variation.clamp(0.0, 1.0) * (random.unit() * 2.0 - 1.0),
            }
        };
        let mut all: Vec<Stroke> = (0..count).map(stroke).collect();
        // A strand narrower than a pixel would be lost.
        all.iter_mut().for_each(|stroke| stroke.half = stroke.half.max(0.75 / width.max(1.0)));
        let order: Vec<f32> = all.iter().map(|_| random.unit()).collect();
        let mut numbered: Vec<(f32, Stroke)> = order.into_iter().zip(all).collect();
        numbered.sort_by(|a, b| a.0.total_cmp(&b.0));
        numbered.into_iter().map(|(_, stroke)| stroke).collect()
    }
}

/// Paints the row of a stroke at `t` from root to tip: `put` takes the pixel of the row and its coverage.
fn paint(stroke: &Stroke, t: f32, [left, right]: [f32; 2], put: &mut impl FnMut(u32, f32)) {
    if !(stroke.begin..=stroke.end).contains(&t) {
        return;
    }
    let width = right - left;
    let taper = 1.0 - 0.75 * smoothstep((t / stroke.end - 0.45) / 0.55);
    let wave = stroke.wave * ops::sin((t * 1.3 + stroke.phase) * TAU) * t;
    let margin = 1.5 / width;
    let half = stroke.half * taper;
    let middle = (stroke.at + wave + stroke.lean * t * t).clamp(margin + half, 1.0 - margin - half);
    let [from, to] = [middle - half, middle + half].map(|edge| left + edge * width);
    let first = from.max(left + 1.0).floor() as u32;
    let last = to.min(right - 1.0).ceil() as u32;
    for x in first..last {
        // Share of the pixel that lies within the stroke.
        let cover = (to.min(x as f32 + 1.0) - from.max(x as f32)).clamp(0.0, 1.0);
        if cover > 0.0 {
            put(x, cover);
        }
    }
}

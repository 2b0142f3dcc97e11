//! Painting of the strands of cards into the tiles of a texture.

use super::canvas::{Canvas, Stroke, Texel};
use super::project::on_card;
use super::shape::CardRow;
use super::strands::CardStrand;
use super::tile::Tile;
use glam::{Vec2, Vec3};
use sinew::hair::HairLook;
use sinew::internal::Random;
use std::ops::Range;

/// Share of the rows, from the top, that show strands.
pub(super) const STRAND_ROWS: f32 = 13.0 / 16.0;
/// Rows for caps: from the edge, where strands thin out, to where there are no gaps. The rows above are empty,
/// so that smaller versions of the texture do not mix both.
pub(super) const CAP_ROWS: Range<f32> = 13.6 / 16.0..15.5 / 16.0;
/// Share of light without colour that the surfaces of several strands reflect from all sides: it is part of the
/// diffuse colour of a card. One surface reflects 0.046 of it; this is what brown, black, red and fair cards
/// need beside drawn strands.
const REFLECTED: f32 = 0.02;
/// Brightness of the strands that lie lowest: those above keep light off.
const LOWEST: f32 = 0.9;
/// Share of the way from the card's beginning to a root by which strands begin earlier: roots lie all over the
/// skin below a card, but it has to cover that skin from its beginning on.
const EARLIER: f32 = 0.7;
/// Share of the strand in which it gets to where it lies.
const EARLY_PART: f32 = 0.3;
/// Share of the card over which its roots lie from which on none is moved: between short hair skin shows.
const LONG_ROOTS: f32 = 0.25;
/// Least width of a strand, texels: thinner ones would be lost.
const THINNEST: f32 = 1.1;
/// Largest number of strands of a cap.
const CAP_STRANDS: u32 = 4000;

/// Paints the strands of a card. `share` is the number of strands that each stands for.
pub(super) fn paint_card(
    canvas: &mut Canvas,
    tile: Tile,
    card: &[CardRow],
    strands: &[&CardStrand],
    look: &HairLook,
    share: f32,
) {
    let rows = canvas.height as f32 * STRAND_ROWS;
    let length = card.last().map_or(0.0, |row| row.along).max(f32::MIN_POSITIVE);
    let [left, right] = tile.edges();
    let firsts: Vec<f32> =
        strands.iter().map(|strand| on_card(card, strand.points[0]).along.max(0.0)).collect();
    let spread = firsts.iter().copied().fold(0.0, f32::max);
    let earlier = EARLIER * (1.0 - spread / LONG_ROOTS).clamp(0.0, 1.0);
    let mut lines: Vec<(f32, Vec<Spot>, &CardStrand)> = strands
        .iter()
        .zip(&firsts)
        .map(|(strand, first)| {
            let spots: Vec<Spot> = strand
                .points
                .iter()
                .map(|point| {
                    let at = on_card(card, *point);
                    let late = 1.0 - ((at.along - first) / EARLY_PART).clamp(0.0, 1.0);
                    let along = at.along - first * earlier * late;
                    let texels = Vec2::new(tile.texel(at.across), along * rows);
                    let per_metre = (tile.texel(1.0) - tile.texel(-1.0)) / (2.0 * at.half_width);
                    Spot { texels, per_metre: Vec2::new(per_metre, rows / length), above: at.above }
                })
                .collect();
            let above = spots.iter().map(|spot| spot.above).sum::<f32>() / spots.len().max(1) as f32;
            (above, spots, *strand)
        })
        .collect();
    lines.sort_by(|a, b| a.0.total_cmp(&b.0));
    let all = || lines.iter().flat_map(|(_, spots, _)| spots.iter().map(|spot| spot.above));
    let (low, high) = all().fold((f32::INFINITY, f32::NEG_INFINITY), |(a, b), at| (a.min(at), b.max(at)));
    let depth_of = |above: f32| (above - low) / (high - low).max(1e-6);
    // Strands that stand for several are as wide as they are together where they are few.
    let width = look.width * share.sqrt();
    for (_, spots, strand) in &lines {
        let brightness = look.brightness(strand.random);
        let last = (spots.len() - 1).max(1) as f32;
        for (n, pair) in spots.windows(2).enumerate() {
            let depth = depth_of((pair[0].above + pair[1].above) * 0.5);
            let light = brightness * (LOWEST + (1.0 - LOWEST) * depth);
            let ends = [0, 1].map(|end| (n + end) as f32 / last);
            let stroke = Stroke {
                from: pair[0].texels,
                to: pair[1].texels,
                half: [0, 1].map(|end| {
                    let thick = width * (1.0 + (look.tip_width - 1.0) * ends[end]);
                    (0.5 * thick * pair[0].texels_across(pair[1].texels)).max(0.5 * THINNEST)
                }),
                color: ends.map(|t| scattered(look.color_at(t, strand.is_grey) * light)),
                depth,
            };
            canvas.paint(&stroke, [left + 1, right - 1], rows as u32);
        }
    }
}

/// Diffuse colour of strands of this colour.
fn scattered(color: Vec3) -> Vec3 {
    color.lerp(Vec3::ONE, REFLECTED)
}

/// Point of a strand in the texture.
struct Spot {
    texels: Vec2,
    /// Texels of a metre across and along the card.
    per_metre: Vec2,
    above: f32,
}

impl Spot {
    /// Texels of a metre across a strand that goes on to `next`.
    fn texels_across(&self, next: Vec2) -> f32 {
        let way = next - self.texels;
        let across = Vec2::new(-way.y, way.x).normalize_or(Vec2::X);
        // The metres that a texel in this direction is long.
        1.0 / (across / self.per_metre).length().max(f32::MIN_POSITIVE)
    }
}

/// Paints the rows for caps: strands in the colour of the roots, fewer towards the edge.
pub(super) fn paint_cap(canvas: &mut Canvas, look: &HairLook, seed: u64) {
    let mut random = Random::new(seed);
    let row = |share: f32| canvas.height as f32 * share;
    let (top, solid, bottom) = (row(CAP_ROWS.start), row(CAP_ROWS.end), canvas.height as f32);
    let width = canvas.width;
    let color = |random: &mut Random| {
        let brightness = look.brightness(random.unit());
        scattered(look.root_color * (brightness * LOWEST))
    };
    for y in (solid as u32).min(canvas.height)..canvas.height {
        for x in 0..width {
            let ground = Texel {
                color: scattered(look.root_color * LOWEST),
                coverage: 1.0,
                flow: Vec2::Y,
                depth: 0.0,
                ..Texel::default()
            };
            *canvas.at(x, y) = ground;
        }
    }
    for _ in 0..(width * 2).min(CAP_STRANDS) {
        let x = random.unit() * width as f32;
        // Strands begin anywhere from the edge on; most are near the middle.
        let begin = top + (bottom - top) * random.unit().sqrt();
        let stroke = Stroke {
            from: Vec2::new(x, begin),
            to: Vec2::new(x + (random.unit() - 0.5) * 6.0, bottom),
            half: [0.55, 1.0],
            color: [color(&mut random); 2],
            depth: 0.1 + 0.2 * random.unit(),
        };
        canvas.paint(&stroke, [0, width], canvas.height);
    }
}

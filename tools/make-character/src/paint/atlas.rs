//! Packing of charts into a square: shelves of decreasing height with the largest possible scale.

use super::Unwrapped;
use glam::Vec2;

/// Gap between charts relative to the square's side.
const GAP: f32 = 6.0 / 1024.0;

/// Packs the charts of all parts into the unit square and rewrites their texture coordinates.
pub(crate) fn pack(parts: &mut [&mut Unwrapped]) {
    let mut items: Vec<(usize, usize, Vec2)> = Vec::new();
    for (p, part) in parts.iter().enumerate() {
        for (c, size) in part.sizes.iter().enumerate().filter(|(_, s)| s.x > 0.0) {
            items.push((p, c, *size));
        }
    }
    items.sort_by(|a, b| b.2.y.total_cmp(&a.2.y).then(a.0.cmp(&b.0)).then(a.1.cmp(&b.1)));
    let (mut low, mut high) = (0.0f32, 100.0f32);
    for _ in 0..40 {
        let middle = (low + high) * 0.5;
        if shelves(&items, middle).is_some() { low = middle } else { high = middle }
    }
    let Some(corners) = shelves(&items, low) else { return };
    for ((p, c, size), corner) in items.iter().zip(corners) {
        let part = &mut parts[*p];
        for (uv, chart) in part.surface.uvs.iter_mut().zip(&part.chart_of) {
            if chart == c {
                // Texture rows run from top to bottom.
                *uv = [corner.x + uv[0] * low, corner.y + (size.y - uv[1]) * low];
            }
        }
    }
}

fn shelves(items: &[(usize, usize, Vec2)], scale: f32) -> Option<Vec<Vec2>> {
    let mut corner = Vec2::splat(GAP);
    let mut shelf = 0.0f32;
    let mut out = Vec::with_capacity(items.len());
    for (_, _, size) in items {
        let size = *size * scale;
        if corner.x + size.x + GAP > 1.0 {
            corner = Vec2::new(GAP, corner.y + shelf + GAP);
            shelf = 0.0;
        }
        if corner.x + size.x + GAP > 1.0 || corner.y + size.y + GAP > 1.0 {
            return None;
        }
        out.push(corner);
        corner.x += size.x + GAP;
        shelf = shelf.max(size.y);
    }
    Some(out)
}

//! Height of folded skin over the plane of the face.

use super::creases::{Crease, REGIONS};
use glam::Vec2;
use sinew::internal::ops;

/// Reach of a furrow with its ridges, in widths.
const REACH: f32 = 5.0;
/// Radius of the mask around a wrinkle, in units of the plane.
const MASK_RADIUS: f32 = 0.2;

/// Power that sharpens the borders between masks.
const MASK_SHARPNESS: f32 = 6.0;

/// Wrinkles with their boxes.
pub(super) struct FoldedSkin {
    creases: Vec<(Crease, [Vec2; 2])>,
}

/// Skin at a point.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fold {
    /// Height, in units of the plane.
    pub(super) height: f32,
    /// Share of a furrow, 0 to 1.
    pub(super) furrow: f32,
}

impl FoldedSkin {
    pub(super) fn new(creases: Vec<Crease>) -> Self {
        let with_box = |crease: Crease| {
            let first = crease.points[0];
            let [low, high] =
                crease.points.iter().fold([first; 2], |[low, high], p| [low.min(*p), high.max(*p)]);
            (crease, [low, high])
        };
        Self { creases: creases.into_iter().map(with_box).collect() }
    }

    /// Height and furrow at a point. A furrow has a ridge on each side, so that the skin keeps its volume.
    pub(super) fn fold(&self, point: Vec2) -> Fold {
        let mut fold = Fold::default();
        for (crease, bounds) in &self.creases {
            let reach = crease.width * REACH;
            if !is_near(point, bounds, reach) {
                continue;
            }
            let (distance, along) = nearest(&crease.points, point);
            let depth = crease.depth * strength_along(crease, along);
            let (furrow, ridge) =
                (bell(distance / crease.width), bell((distance / crease.width - 2.2) / 1.4));
            fold.height += depth * (0.45 * ridge - furrow);
            fold.furrow = fold.furrow.max(furrow * depth / crease.depth.max(1e-6));
        }
        fold
    }

    /// Masks of all regions at a point, 0 to 1.
    pub(super) fn masks(&self, point: Vec2) -> [f32; REGIONS.len()] {
        let mut masks = [0.0f32; REGIONS.len()];
        // Shares of the furrows and ridges that are seen at the point.
        let mut seen = [0.0f32; REGIONS.len()];
        for (crease, bounds) in &self.creases {
            if is_near(point, bounds, MASK_RADIUS * 2.5) {
                let (distance, along) = nearest(&crease.points, point);
                let mask = bell((distance - MASK_RADIUS * 0.5).max(0.0) / MASK_RADIUS);
                masks[crease.region] = masks[crease.region].max(mask);
                let width = crease.width;
                let fold =
                    bell((distance - 1.5 * width).max(0.0) / (2.0 * width)) * strength_along(crease, along);
                seen[crease.region] = seen[crease.region].max(fold);
            }
        }
        // A point between two regions belongs to the nearer one.
        let largest = masks.iter().copied().fold(0.0, f32::max);
        let sharp = masks.map(|mask| ops::powf(mask, MASK_SHARPNESS));
        let sum = sharp.iter().sum::<f32>().max(1e-12);
        // No region shows the wrinkles of another one, which lie in the same image.
        let mut region = 0;
        sharp.map(|mask| {
            let others = seen.iter().enumerate().filter(|(n, _)| *n != region).map(|(_, seen)| *seen);
            let foreign = others.fold(0.0, f32::max) - seen[region];
            region += 1;
            mask / sum * largest * (1.0 - foreign.clamp(0.0, 1.0))
        })
    }

    /// Share of blood in folded skin, 0 to 1.
    pub(super) fn redness(&self, point: Vec2) -> f32 {
        let near_creases =
            self.creases.iter().filter(|(_, bounds)| is_near(point, bounds, MASK_RADIUS * 2.5));
        let strengths = near_creases.map(|(crease, _)| bell(nearest(&crease.points, point).0 / MASK_RADIUS));
        strengths.fold(0.0, f32::max)
    }
}

/// Strength of a furrow at a share of its line; furrows run out at their ends.
fn strength_along(crease: &Crease, along: f32) -> f32 {
    let ends = (along / crease.start).min((1.0 - along) * 4.0).clamp(0.0, 1.0);
    ends * ends * (3.0 - 2.0 * ends)
}

fn is_near(point: Vec2, [low, high]: &[Vec2; 2], reach: f32) -> bool {
    point.cmpge(*low - reach).all() && point.cmple(*high + reach).all()
}

/// Gaussian bell of height 1.
fn bell(x: f32) -> f32 {
    ops::exp(-x * x)
}

/// Distance of a point from a polyline, and the share of the line up to there.
fn nearest(points: &[Vec2], point: Vec2) -> (f32, f32) {
    let (mut distance, mut along) = (f32::INFINITY, 0.0);
    let count = (points.len() - 1) as f32;
    for (n, pair) in points.windows(2).enumerate() {
        let way = pair[1] - pair[0];
        let t = ((point - pair[0]).dot(way) / way.length_squared().max(1e-12)).clamp(0.0, 1.0);
        let apart = point.distance(pair[0] + way * t);
        if apart < distance {
            (distance, along) = (apart, (n as f32 + t) / count);
        }
    }
    (distance, along)
}

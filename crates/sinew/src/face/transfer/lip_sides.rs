//! Sides of the mouth: whether a vertex belongs to the upper or to the lower lip and jaw.

use super::FaceLandmarks;
use super::paths;
use super::surface::Surface;
use crate::math::smoothstep;
use glam::Vec3;

/// Reach of the sides from the middle of the mouth, in half widths of the mouth.
const REACH: [f32; 2] = [1.3, 2.6];
/// Least way along the surface between lips that are apart, in half widths of the mouth.
const MIN_WAY: f32 = 1.0;
/// Share of the difference of ways from which on a vertex belongs to one lip alone.
const SHARP: f32 = 0.35;

/// Sides of the vertices of a face.
pub(super) struct LipSides {
    /// 1 on the upper lip, -1 on the lower one, 0 at the corners and away from the mouth.
    pub(super) sides: Vec<f32>,
    /// Whether the lips are apart, so that the mouth can open.
    pub(super) are_apart: bool,
}

impl LipSides {
    /// Sides by the shorter way along the surface from the middle of each lip.
    pub(super) fn new(surface: &Surface, neighbors: &[Vec<u32>], landmarks: &FaceLandmarks) -> Self {
        let half = landmarks.mouth_half();
        let normals = surface.normals(&surface.positions);
        let nearest = |place: Vec3| {
            let front = (0..surface.positions.len()).filter(|i| normals[*i].z > 0.0);
            let distance = |i: &usize| surface.positions[*i].distance_squared(place);
            front.min_by(|a, b| distance(a).total_cmp(&distance(b))).map(|i| i as u32)
        };
        let seeds = [landmarks.upper_lip, landmarks.lower_lip].map(|place| Vec::from_iter(nearest(place)));
        let [upper, lower] =
            seeds.each_ref().map(|seeds| paths::distances(surface, neighbors, seeds, REACH[1] * half * 2.0));
        let way = seeds[1].first().map_or(0.0, |seed| upper[*seed as usize]);
        let side = |i: usize| {
            let (u, l) = (upper[i], lower[i]);
            let share = match (u.is_finite(), l.is_finite()) {
                (true, true) => (l - u) / (l + u).max(f32::MIN_POSITIVE),
                (true, false) => 1.0,
                (false, true) => -1.0,
                (false, false) => 0.0,
            };
            let far = surface.positions[i].distance(landmarks.mouth) / half;
            (share / SHARP).clamp(-1.0, 1.0) * (1.0 - smoothstep((far - REACH[0]) / (REACH[1] - REACH[0])))
        };
        Self { sides: (0..surface.positions.len()).map(side).collect(), are_apart: way > MIN_WAY * half }
    }
}

//! Sides of the mouth: membership of vertices in the upper lip, or in the lower lip and jaw.

use super::FaceLandmarks;
use super::depth_map::DepthMap;
use super::paths;
use super::surface::Surface;
use glam::Vec3;
use sinew::math::smoothstep;

/// Reach of the sides from the middle of the mouth, in half widths of the mouth.
const REACH: [f32; 2] = [1.3, 2.6];
/// Least way along the surface between lips that are apart, in half widths of the mouth.
const MIN_WAY: f32 = 1.0;
/// Share of the difference of ways from which on a vertex belongs to one lip alone.
const SHARP: f32 = 0.35;
/// Largest distance between the skin that is seen and the end of the gap between the lips, in half widths of
/// the mouth.
const SEEN: f32 = 0.15;
/// Range of the end of the gap from the middle, in half widths of the mouth.
const GAP_RANGE: [f32; 2] = [0.5, 1.5];
/// Largest height of the end of the gap over the middle, in half widths of the mouth.
const GAP_HEIGHT: f32 = 0.7;

/// Sides of the vertices of a face.
pub(super) struct LipSides {
    /// 1 on the upper lip, -1 on the lower one, 0 at the corners and away from the mouth.
    pub(super) sides: Vec<f32>,
    /// True for lips that are apart, so that the mouth can open.
    pub(super) are_apart: bool,
}

impl LipSides {
    /// Sides by the shorter way along the surface from the middle of each lip.
    pub(super) fn new(surface: &Surface, neighbors: &[Vec<u32>], landmarks: &FaceLandmarks) -> Self {
        let half = landmarks.mouth_half();
        let normals = surface.normals(&surface.positions);
        let nearest = |point: Vec3| {
            let front = (0..surface.positions.len()).filter(|i| normals[*i].z > 0.0);
            let distance = |i: &usize| surface.positions[*i].distance_squared(point);
            front.min_by(|a, b| distance(a).total_cmp(&distance(b))).map(|i| i as u32)
        };
        let seeds = [landmarks.upper_lip, landmarks.lower_lip].map(|point| Vec::from_iter(nearest(point)));
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

    /// The landmarks with the corners of the mouth where the gap between the lips ends in the mesh: there the
    /// mouth opens from. Lips of one surface keep theirs.
    pub(super) fn with_gap_ends(
        &self,
        surface: &Surface,
        landmarks: &FaceLandmarks,
        map: &DepthMap,
    ) -> FaceLandmarks {
        let (half, mouth) = (landmarks.mouth_half(), landmarks.mouth);
        let mut ends: [Option<Vec3>; 2] = [None; 2];
        let edges = surface.triangles.iter().flat_map(|[a, b, c]| [(a, b), (b, c), (c, a)]);
        for (a, b) in edges {
            let (s, t) = (self.sides[*a as usize], self.sides[*b as usize]);
            if s * t >= 0.0 {
                continue;
            }
            let end = surface.positions[*a as usize].lerp(surface.positions[*b as usize], s / (s - t));
            let step = (end - mouth) / half;
            let seen =
                map.surface_at(end.truncate()).is_some_and(|(depth, _)| (depth - end.z).abs() < SEEN * half);
            let in_range = (GAP_RANGE[0]..GAP_RANGE[1]).contains(&step.x.abs()) && step.y.abs() < GAP_HEIGHT;
            let known = &mut ends[usize::from(step.x > 0.0)];
            if seen
                && in_range
                && known.is_none_or(|known| (end.x - mouth.x).abs() < (known.x - mouth.x).abs())
            {
                *known = Some(end);
            }
        }
        match ends {
            [Some(mouth_right), Some(mouth_left)] if self.are_apart => {
                FaceLandmarks { mouth_left, mouth_right, ..*landmarks }
            }
            _ => *landmarks,
        }
    }
}

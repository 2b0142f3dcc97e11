//! Wings of the nose, beside which the nasolabial folds begin.

use super::face_plane::FacePlane;
use glam::{Vec2, Vec3};

/// Heights above the base of the nose between which the wings are measured, units of the plane.
const HEIGHTS: [f32; 2] = [0.02, 0.32];
/// Distance from the middle up to which the face is measured, units of the plane.
const FARTHEST: f32 = 1.2;
/// Width of a step of the profile, units of the plane.
const STEP: f32 = 0.06;
/// Steps of the profile.
const STEPS: usize = (FARTHEST / STEP) as usize;
/// Distances from the middle between which wings end.
const WINGS: [f32; 2] = [0.26, 0.75];
/// Least depth of the crease between wing and cheek, units of the plane.
const LEAST: f32 = 0.015;

/// Distance from the middle at which the wings of a nose meet the cheeks: where its profile across the face is
/// the deepest below the line from one side of it to the other. `None` where there is no such crease.
pub(super) fn wing(positions: impl Iterator<Item = Vec3>, plane: &FacePlane, nose_base: Vec2) -> Option<f32> {
    let mut profile = [f32::NEG_INFINITY; STEPS];
    for position in positions.filter(|position| plane.covers(*position)) {
        let at = plane.at(position);
        let step = (at.x.abs() / STEP) as usize;
        if step < STEPS && (nose_base.y + HEIGHTS[0]..nose_base.y + HEIGHTS[1]).contains(&at.y) {
            profile[step] = profile[step].max(position.z / plane.unit());
        }
    }
    // Coarse faces have no vertex in some steps.
    let known: Vec<(f32, f32)> = profile
        .iter()
        .enumerate()
        .filter(|(_, depth)| depth.is_finite())
        .map(|(step, depth)| ((step as f32 + 0.5) * STEP, *depth))
        .collect();
    let creases = known.windows(3).map(|three| {
        let [(x0, z0), (x, z), (x1, z1)] = [three[0], three[1], three[2]];
        (x, z0 + (z1 - z0) * (x - x0) / (x1 - x0) - z)
    });
    let wings = creases.filter(|(x, depth)| (WINGS[0]..=WINGS[1]).contains(x) && *depth > LEAST);
    wings.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(x, _)| x)
}

//! Fine lines of stretched skin, along the pull.
//!
//! Source of the directions: Langer's lines of tension (K. Langer, *Zur Anatomie und Physiologie der
//! Haut*, 1861) run across the pull of the muscles at rest; stretched skin shows lines along it.

use super::creases::REGIONS;
use glam::Vec2;
use sinew::internal::ops;
use std::f32::consts::TAU;

/// Lines per unit of the plane of the face.
const LINES: f32 = 5.0;
/// Depth of a line, in units of the plane.
const DEPTH: f32 = 0.003;

/// Direction of the lines of a region in the plane of the face; `None` where stretched skin is smooth.
fn direction(region: &str) -> Option<Vec2> {
    let name = region.trim_end_matches("_left").trim_end_matches("_right");
    match name {
        // Brows, jaw and cheeks pull downwards.
        "forehead" | "brow" | "nasolabial" | "chin" => Some(Vec2::Y),
        // Smiling pulls the lips apart.
        "lips" => Some(Vec2::X),
        _ => None,
    }
}

/// Height of stretched skin at a point, in units of the plane, where regions have the shares `masks`.
pub(super) fn tension(point: Vec2, masks: &[f32; REGIONS.len()]) -> f32 {
    let shares = REGIONS.iter().zip(masks).filter(|(_, share)| **share > 0.0);
    shares.filter_map(|(region, share)| Some(share * lines(point, direction(region)?))).sum()
}

/// Lines along `direction`, uneven in their spacing and not quite straight.
fn lines(point: Vec2, direction: Vec2) -> f32 {
    let (across, along) = (point.perp_dot(direction), point.dot(direction));
    let bend = 0.5 * ops::sin(along * 3.1 + across * 1.7) + 0.7 * ops::sin(across * 5.3);
    let wave = |frequency: f32, phase: f32| ops::sin(TAU * LINES * frequency * across + phase + bend);
    // Lines end and begin along the pull.
    let fade = 0.65 + 0.35 * ops::sin(along * 9.0 + 4.0 * ops::sin(across * 7.0));
    DEPTH * fade * (0.6 * wave(1.0, 0.0) + 0.4 * wave(1.618, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_run_along_the_pull_of_their_region() {
        let mut masks = [0.0; REGIONS.len()];
        masks[REGIONS.iter().position(|name| *name == "forehead_left").unwrap()] = 1.0;
        let change = |step: Vec2| {
            let at = |n: usize| tension(Vec2::new(0.5, 1.2) + step * n as f32, &masks);
            (0..50).map(|n| (at(n + 1) - at(n)).abs()).sum::<f32>()
        };
        let (across, along) = (change(Vec2::X * 0.01), change(Vec2::Y * 0.01));
        assert!(across > 3.0 * along && across > 1e-3, "{across} {along}");
        assert_eq!(tension(Vec2::ONE, &[0.0; REGIONS.len()]), 0.0);
    }
}

//! Prop of a target, a sphere to look and aim at.

use super::build::{Build, Paint};
use super::surface::Surface;
use sinew::Character;
use sinew::character::CharacterError;
use sinew::glam::Vec3;

const RED: Paint = Paint { name: "red", color: [206, 52, 44], roughness: 0.6, metallic: 0.0 };
const WHITE: Paint = Paint { name: "white", color: [236, 233, 226], roughness: 0.6, metallic: 0.0 };

/// Rings, from pole to pole, at which the colour changes.
const CHANGES: [usize; 6] = [3, 7, 11, 13, 17, 21];

/// Target to look and aim at: a sphere around the origin with red and white rings about Z. Lengths are metres
/// before `scale`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Target {
    pub(crate) radius: f32,
    /// Factor on every length, 1 for a body of 1.7 m.
    pub(crate) scale: f32,
}

impl Default for Target {
    fn default() -> Self {
        Self { radius: 0.06, scale: 1.0 }
    }
}

impl Target {
    /// The target for drawing.
    pub(crate) fn character(&self) -> Result<Character, CharacterError> {
        let (mut red, mut white) = (Surface::default(), Surface::default());
        for ring in 0..Surface::BALL_RINGS {
            let changes = CHANGES.iter().filter(|&&change| ring >= change).count();
            let surface = if changes.is_multiple_of(2) { &mut red } else { &mut white };
            *surface = std::mem::take(surface).ball_ring(self.radius, ring);
        }
        let mut build = Build::new(self.scale);
        let node = build.node("target", None, Vec3::ZERO);
        build.part(node, RED, red);
        build.part(node, WHITE, white);
        build.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ball_is_as_large_as_told_and_the_same_from_behind() {
        let bounds = Target { radius: 0.1, scale: 3.0 }.character().unwrap().rest_bounds();
        assert!((bounds.max - Vec3::splat(0.3)).abs().max_element() < 1e-3);
        assert!((bounds.min + Vec3::splat(0.3)).abs().max_element() < 1e-3);
        let mirrored = CHANGES.map(|change| Surface::BALL_RINGS - change);
        assert!(CHANGES.iter().rev().eq(&mirrored));
    }
}

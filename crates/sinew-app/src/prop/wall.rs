//! Prop of a wall beside the character.

use super::build::{Build, Paint};
use super::surface::Surface;
use sinew::Character;
use sinew::character::CharacterError;
use sinew::glam::Vec3;

const PLASTER: Paint = Paint { name: "wall", color: [190, 184, 172], roughness: 0.9, metallic: 0.0 };

/// Wall beside the origin, along Z.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Wall {
    /// Factor on every length, 1 for a body of 1.7 m.
    pub(crate) scale: f32,
}

/// Distance from the origin along X, thickness, height and length, before the scale.
const AWAY: f32 = 0.45;
const THICKNESS: f32 = 0.2;
const HEIGHT: f32 = 2.4;
const LENGTH: f32 = 6.0;

impl Wall {
    /// The wall for drawing.
    pub(crate) fn character(&self) -> Result<Character, CharacterError> {
        let low = Vec3::new(AWAY, 0.0, -LENGTH * 0.5);
        let high = Vec3::new(AWAY + THICKNESS, HEIGHT, LENGTH * 0.5);
        let mut build = Build::new(self.scale);
        let node = build.node("wall", None, Vec3::ZERO);
        build.part(node, PLASTER, Surface::default().block(low, high));
        build.finish()
    }
}

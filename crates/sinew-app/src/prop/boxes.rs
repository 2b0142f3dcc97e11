//! Prop of boxes on the floor, onto which a character falls.

use super::build::{Build, Paint};
use super::surface::Surface;
use crate::random::Random;
use sinew::Character;
use sinew::character::CharacterError;
use sinew::glam::{Quat, Vec3};

const WOOD: Paint = Paint { name: "box", color: [176, 140, 98], roughness: 0.8, metallic: 0.0 };

/// Boxes that stand on the floor around the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Boxes {
    /// Seed of their positions and sizes.
    pub(crate) seed: u64,
    /// Factor on every length, 1 for a body of 1.7 m.
    pub(crate) scale: f32,
}

/// Number of boxes.
const COUNT: usize = 9;

/// Height of the tallest box, before the scale.
const TALLEST: f32 = 0.75;

impl Boxes {
    /// Height above which no box reaches.
    pub(crate) fn top(&self) -> f32 {
        TALLEST * self.scale
    }

    /// The boxes for drawing.
    pub(crate) fn character(&self) -> Result<Character, CharacterError> {
        let mut random = Random::new(self.seed.wrapping_add(0xB0));
        let mut surface = Surface::default();
        for n in 0..COUNT {
            let half = random.inside(Vec3::splat(0.15), Vec3::new(0.35, TALLEST * 0.5, 0.35));
            // A grid of cells, so that boxes hardly overlap.
            let cell = Vec3::new((n % 3) as f32 - 1.0, 0.0, (n / 3) as f32 - 1.0) * 0.65;
            let center = cell + random.inside(Vec3::splat(-0.1), Vec3::splat(0.1)).with_y(half.y);
            let turn = Quat::from_axis_angle(Vec3::Y, random.between(-0.7, 0.7));
            surface = surface.cuboid(center, half, turn);
        }
        let mut build = Build::new(self.scale);
        let node = build.node("boxes", None, Vec3::ZERO);
        build.part(node, WOOD, surface);
        build.finish()
    }
}

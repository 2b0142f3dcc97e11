//! Prop of stairs up to a landing and down again.

use super::build::{Build, Paint};
use super::surface::Surface;
use sinew::Character;
use sinew::character::CharacterError;
use sinew::glam::Vec3;

const TREAD: Paint = Paint { name: "tread", color: [186, 152, 112], roughness: 0.75, metallic: 0.0 };
const BODY: Paint = Paint { name: "body", color: [152, 158, 167], roughness: 0.9, metallic: 0.0 };

/// Thickness of treads.
const THICKNESS: f32 = 0.035;

/// Stairs along +Z, up from the floor to a landing and down on the other side. The floor at height 0 belongs
/// to the scene. Lengths are metres before `scale`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stairs {
    /// Position of the first riser along Z.
    pub(crate) start: f32,
    /// Number of risers per side, at least one; the last leads onto the landing.
    pub(crate) steps: u32,
    /// Height of a step.
    pub(crate) rise: f32,
    /// Depth of a step.
    pub(crate) going: f32,
    /// Depth of the landing.
    pub(crate) landing: f32,
    /// Width, centred on x = 0.
    pub(crate) width: f32,
    /// Factor on every length, 1 for a body of 1.7 m.
    pub(crate) scale: f32,
}

impl Default for Stairs {
    /// Six steps from z = 0.
    fn default() -> Self {
        Self { start: 0.0, steps: 6, rise: 0.17, going: 0.29, landing: 1.2, width: 2.0, scale: 1.0 }
    }
}

impl Stairs {
    /// The stairs for drawing.
    pub(crate) fn character(&self) -> Result<Character, CharacterError> {
        let (half_width, middle) = (self.width * 0.5, self.middle());
        let thickness = THICKNESS.min(self.rise * 0.5);
        let layer = |surface: Surface, from: f32, to: f32, low: f32, high: f32| {
            surface.block(Vec3::new(-half_width, low, from), Vec3::new(half_width, high, to))
        };
        let (mut body, mut treads) = (Surface::default(), Surface::default());
        for step in 1..=self.steps {
            let (reach, top) = (self.reach(step), self.rise * step as f32);
            let under = top - thickness;
            let foot = if step == 1 { 0.0 } else { under - self.rise };
            body = layer(body, middle - reach, middle + reach, foot, under);
            if step == self.steps {
                treads = layer(treads, middle - reach, middle + reach, under, top);
            } else {
                let inner = self.reach(step + 1);
                treads = layer(treads, middle - reach, middle - inner, under, top);
                treads = layer(treads, middle + inner, middle + reach, under, top);
            }
        }
        let mut build = Build::new(self.scale);
        let node = build.node("stairs", None, Vec3::ZERO);
        build.part(node, BODY, body);
        build.part(node, TREAD, treads);
        build.finish()
    }

    /// Height and normal of the ground at (x, z), in scaled metres: the upper tread at a riser, the floor
    /// beside the stairs.
    pub(crate) fn ground(&self, x: f32, z: f32) -> (f32, Vec3) {
        let (x, z) = (x / self.scale, z / self.scale);
        let away = (z - self.middle()).abs();
        let beside = x.abs() > self.width * 0.5;
        let step =
            if beside { 0 } else { (1..=self.steps).rev().find(|&s| away <= self.reach(s)).unwrap_or(0) };
        (self.rise * step as f32 * self.scale, Vec3::Y)
    }

    /// Depth from the first riser to the last, before `scale`.
    pub(crate) fn depth(&self) -> f32 {
        2.0 * self.reach(1)
    }

    /// Middle of the landing along Z.
    fn middle(&self) -> f32 {
        self.start + self.reach(1)
    }

    /// Distance from the middle within which the ground is at least as high as `step`.
    fn reach(&self, step: u32) -> f32 {
        self.landing * 0.5 + self.going * self.steps.saturating_sub(step) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prop::probe;

    #[test]
    fn the_ground_is_that_of_the_triangles() {
        for scale in [1.0, 0.6] {
            let stairs = Stairs { start: 1.5, steps: 5, scale, ..Stairs::default() };
            probe::compare(&stairs.character().unwrap(), |x, z| stairs.ground(x, z));
        }
    }

    #[test]
    fn steps_are_as_high_and_deep_as_told() {
        let stairs = Stairs { start: 2.0, scale: 2.0, ..Stairs::default() };
        let height = |z: f32| stairs.ground(0.3, z * 2.0).0 * 0.5;
        let near = |a: f32, b: f32| assert!((a - b).abs() < 1e-5, "{a} {b}");
        near(height(1.99), 0.0);
        for step in 0..5u16 {
            let z = 2.0 + 0.29 * f32::from(step);
            near(height(z + 0.01), 0.17 * f32::from(step + 1));
            near(height(z + 0.28), 0.17 * f32::from(step + 1));
        }
        near(height(2.0 + 5.0 * 0.29 + 1.19), 1.02);
        near(height(2.0 + 5.0 * 0.29 + 1.21), 0.85);
        near(height(2.0 + 10.0 * 0.29 + 1.21), 0.0);
        near(stairs.ground(2.01, 2.0 * 3.8).0, 0.0);
    }
}

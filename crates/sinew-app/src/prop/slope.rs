//! Prop of a ramp up and a ramp down.

use super::build::{Build, Paint};
use super::surface::Surface;
use sinew::Character;
use sinew::character::CharacterError;
use sinew::glam::{Vec2, Vec3};

const BODY: Paint = Paint { name: "body", color: [152, 158, 167], roughness: 0.9, metallic: 0.0 };
const LIGHT: Paint = Paint { name: "light boards", color: [186, 152, 112], roughness: 0.75, metallic: 0.0 };
const DARK: Paint = Paint { name: "dark boards", color: [164, 131, 94], roughness: 0.75, metallic: 0.0 };

/// Vertical thickness and approximate length of boards.
const THICKNESS: f32 = 0.035;
const BOARD: f32 = 0.3;

/// Ramp along +Z from the floor to a level top, and a ramp down. The floor at height 0 belongs to the scene.
/// Lengths are metres before `scale`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Slope {
    /// Start of the ramp up, along Z.
    pub(crate) start: f32,
    /// Angle of the ramps, radians, between 0 and a right angle.
    pub(crate) angle: f32,
    /// Length of each ramp, measured along it.
    pub(crate) length: f32,
    /// Depth of the level top.
    pub(crate) top: f32,
    /// Width, centred on x = 0.
    pub(crate) width: f32,
    /// Factor on every length, 1 for a body of 1.7 m.
    pub(crate) scale: f32,
}

impl Default for Slope {
    /// A slope of 20° from z = 0.
    fn default() -> Self {
        let angle = 20.0f32.to_radians();
        Self { start: 0.0, angle, length: 3.0, top: 1.2, width: 2.0, scale: 1.0 }
    }
}

impl Slope {
    /// The slope for drawing.
    pub(crate) fn character(&self) -> Result<Character, CharacterError> {
        let (half_width, [run, rise]) = (self.width * 0.5, self.ramp());
        let end = 2.0 * run + self.top;
        let thickness = THICKNESS.min(rise * 0.5);
        let at = |z: f32, y: f32| Vec2::new(self.start + z, y);
        let foot = run * thickness / rise;
        let under = rise - thickness;
        let outline = [at(foot, 0.0), at(end - foot, 0.0), at(run + self.top, under), at(run, under)];
        let body = Surface::default().prism(&outline, half_width);

        // Boards make the slope visible. The lowest ones reach into the floor.
        let mut boards = [Surface::default(), Surface::default()];
        let mut lay = |number: usize, from: Vec2, to: Vec2| {
            let down = Vec2::Y * thickness;
            let board = std::mem::take(&mut boards[number % 2]);
            boards[number % 2] = board.prism(&[from - down, to - down, to, from], half_width);
        };
        let count = ((self.length / BOARD).round() as usize).max(1);
        let up = |n: usize| Vec2::new(run, rise) * (n as f32 / count as f32);
        for n in 0..count {
            let (from, to) = (up(n), up(n + 1));
            lay(n, at(from.x, from.y), at(to.x, to.y));
            lay(n, at(end - to.x, to.y), at(end - from.x, from.y));
        }
        let count_on_top = ((self.top / BOARD).round() as usize).max(1);
        let along = |n: usize| run + self.top * (n as f32 / count_on_top as f32);
        for n in 0..count_on_top {
            lay(count + n, at(along(n), rise), at(along(n + 1), rise));
        }

        let mut build = Build::new(self.scale);
        let node = build.node("slope", None, Vec3::ZERO);
        build.part(node, BODY, body);
        for (paint, surface) in [LIGHT, DARK].into_iter().zip(boards) {
            build.part(node, paint, surface);
        }
        build.finish()
    }

    /// Height and normal of the ground at (x, z), in scaled metres; the floor beside the slope.
    pub(crate) fn ground(&self, x: f32, z: f32) -> (f32, Vec3) {
        let (x, z) = (x / self.scale, z / self.scale - self.start);
        let [run, rise] = self.ramp();
        let end = 2.0 * run + self.top;
        if x.abs() > self.width * 0.5 || z < 0.0 || z > end {
            return (0.0, Vec3::Y);
        }
        let (sin, cos) = self.angle.sin_cos();
        let from_foot = z.min(end - z);
        if from_foot >= run {
            return (rise * self.scale, Vec3::Y);
        }
        let uphill = if z < run { 1.0 } else { -1.0 };
        (rise * from_foot / run * self.scale, Vec3::new(0.0, cos, -sin * uphill))
    }

    /// Horizontal length and height of a ramp.
    fn ramp(&self) -> [f32; 2] {
        let (sin, cos) = self.angle.sin_cos();
        [cos * self.length, sin * self.length]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prop::probe;

    #[test]
    fn the_ground_is_that_of_the_triangles() {
        for (angle, scale) in [(20.0f32, 1.0), (35.0, 0.6), (5.0, 1.2)] {
            let slope = Slope { start: 1.5, angle: angle.to_radians(), scale, ..Slope::default() };
            probe::compare(&slope.character().unwrap(), |x, z| slope.ground(x, z));
        }
    }

    #[test]
    fn ramps_are_as_steep_and_long_as_told() {
        let slope = Slope { scale: 2.0, ..Slope::default() };
        let (low, normal) = slope.ground(0.0, 1.0);
        let (high, _) = slope.ground(0.0, 2.0);
        assert!((high - low - 20.0f32.to_radians().tan()).abs() < 1e-5);
        assert!((normal.angle_between(Vec3::Y) - slope.angle).abs() < 1e-3 && normal.z < 0.0);
        let top = slope.ground(0.0, 2.0 * 3.0);
        assert!((top.0 - 2.0 * 3.0 * slope.angle.sin()).abs() < 1e-5 && top.1 == Vec3::Y);
    }
}

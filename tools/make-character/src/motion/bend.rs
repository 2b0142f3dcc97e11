//! Steps along a bend: where a foot stands while the body turns on.
//!
//! A step of the straight walk tells by its place ahead of the body how long ago, or in how long, the body passes over
//! it. That long before or after, the body stands elsewhere on its arc and faces elsewhere; the foot stays.

use super::pose::Step;
use glam::{Quat, Vec3};

/// A way with one speed and one rate of turn.
#[derive(Clone, Copy)]
pub(crate) struct Bend {
    /// Metres a second, forwards.
    pub speed: f32,
    /// Radians a second, to the left.
    pub turn: f32,
}

impl Bend {
    /// The step of the left (0) or right (1) foot, made for walking straight at `straight` metres a second over a place
    /// `middle` metres ahead; `rest` is where the foot stands at rest.
    pub(crate) fn step(self, mut step: Step, side: usize, straight: f32, middle: f32, rest: Vec3) -> Step {
        let time = (middle - step.at.z) / straight;
        let stands = rest + Vec3::new(step.at.x, 0.0, middle * self.speed / straight);
        let there = Quat::from_rotation_y(-self.turn * time) * (stands - self.way(time));
        step.at = Vec3::new(there.x - rest.x, step.at.y, there.z - rest.z);
        let left = (-self.turn * time).to_degrees();
        step.out += if side == 0 { left } else { -left };
        step
    }

    /// How far the body goes in `time` seconds.
    pub(crate) fn way(self, time: f32) -> Vec3 {
        let angle = self.turn * time;
        if angle.abs() < 1e-5 {
            return Vec3::Z * (self.speed * time);
        }
        Vec3::new(1.0 - angle.cos(), 0.0, angle.sin()) * (self.speed / self.turn)
    }
}

//! Conversion of a straight gait to a curved path.
//!
//! The position of a step ahead of the body in the straight gait determines the time at which the body passes
//! over it. The body's position and heading on the arc at that time give the foot's position and heading.

use super::pose::Step;
use glam::{Quat, Vec3};

/// Path with constant speed and turn rate.
#[derive(Clone, Copy)]
pub(crate) struct Bend {
    /// Forward speed in metres per second.
    pub speed: f32,
    /// Turn rate to the left in radians per second.
    pub turn: f32,
}

impl Bend {
    /// Converts a step of the left (0) or right (1) foot of a straight gait with a speed of `straight` metres
    /// per second. `middle` is the distance of the stance's middle ahead of the body in metres, `rest` the
    /// foot's rest position.
    pub(crate) fn step(self, mut step: Step, side: usize, straight: f32, middle: f32, rest: Vec3) -> Step {
        let time = (middle - step.at.z) / straight;
        let stands = rest + Vec3::new(step.at.x, 0.0, middle * self.speed / straight);
        let there = Quat::from_rotation_y(-self.turn * time) * (stands - self.displacement(time));
        step.at = Vec3::new(there.x - rest.x, step.at.y, there.z - rest.z);
        let left = (-self.turn * time).to_degrees();
        step.out += if side == 0 { left } else { -left };
        step
    }

    /// Displacement of the body after `time` seconds.
    pub(crate) fn displacement(self, time: f32) -> Vec3 {
        let angle = self.turn * time;
        if angle.abs() < 1e-5 {
            return Vec3::Z * (self.speed * time);
        }
        Vec3::new(1.0 - angle.cos(), 0.0, angle.sin()) * (self.speed / self.turn)
    }
}

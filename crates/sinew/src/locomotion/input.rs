use crate::ground::Ground;
use glam::{Affine3A, Vec3};
use std::fmt;

/// Input of foot IK in a frame: the surroundings of the feet.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct FootIkInput<'a> {
    /// Ground that the feet stand on.
    pub ground: &'a dyn Ground,
    /// World from model: where the character stands.
    pub world_from_model: Affine3A,
    /// Simulated time since the last frame, seconds. 0 solves the last step again.
    pub dt: f32,
    /// Weight of the blend from the animated pose, 0 to 1. At 0 the feet forget where they stood.
    pub weight: f32,
    /// Direction upwards in the world.
    pub up: Vec3,
}

impl<'a> FootIkInput<'a> {
    /// Frame of `dt` seconds with the character at `world_from_model`, at full weight.
    #[must_use]
    pub fn new(ground: &'a dyn Ground, dt: f32, world_from_model: Affine3A) -> Self {
        Self { ground, world_from_model, dt, weight: 1.0, up: Vec3::Y }
    }

    /// Sets the direction upwards in the world, +Y at first.
    #[must_use]
    pub fn with_up(self, up: Vec3) -> Self {
        Self { up, ..self }
    }

    /// Sets the weight of the blend from the animated pose, 0 to 1.
    #[must_use]
    pub fn with_weight(self, weight: f32) -> Self {
        Self { weight, ..self }
    }
}

impl fmt::Debug for FootIkInput<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FootIkInput")
            .field("world_from_model", &self.world_from_model)
            .field("dt", &self.dt)
            .field("weight", &self.weight)
            .field("up", &self.up)
            .finish_non_exhaustive()
    }
}

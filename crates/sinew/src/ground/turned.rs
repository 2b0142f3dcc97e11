use super::{Ground, GroundHit};
use crate::math::UprightWorld;
use glam::Vec3;

/// Ground of an engine with another direction upwards, in the world of a stage.
pub(crate) struct TurnedGround<'a> {
    pub(crate) engine: &'a dyn Ground,
    pub(crate) upright: UprightWorld,
}

impl Ground for TurnedGround<'_> {
    fn under(&self, position: Vec3) -> Option<GroundHit> {
        let GroundHit { position, normal, platform } =
            self.engine.under(self.upright.world_vector(position))?;
        Some(GroundHit {
            position: self.upright.upright_vector(position),
            normal: self.upright.direction(normal),
            platform: platform.map(|(number, at)| (number, self.upright.matrix_from_world(&at))),
        })
    }
}

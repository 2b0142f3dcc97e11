use super::{Ground, GroundHit};
use crate::math::OwnWorld;
use glam::Vec3;

/// Ground of an engine with another direction upwards, in the world of a stage.
pub(crate) struct TurnedGround<'a> {
    pub(crate) engine: &'a dyn Ground,
    pub(crate) own_world: OwnWorld,
}

impl Ground for TurnedGround<'_> {
    fn under(&self, position: Vec3) -> Option<GroundHit> {
        let GroundHit { position, normal, platform } = self.engine.under(self.own_world.world(position))?;
        Some(GroundHit {
            position: self.own_world.own(position),
            normal: self.own_world.direction(normal),
            platform: platform.map(|(number, at)| (number, self.own_world.placed(&at))),
        })
    }
}

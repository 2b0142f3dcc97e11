use glam::Vec3;

/// Wind: velocity of the air by position.
pub trait Wind {
    /// The velocity of the air at a position, both in the world: in its units of length per second.
    fn velocity(&self, world_position: Vec3) -> Vec3;
}

impl<F: Fn(Vec3) -> Vec3> Wind for F {
    fn velocity(&self, world_position: Vec3) -> Vec3 {
        self(world_position)
    }
}

use glam::Vec3;

/// Air that moves.
pub trait Wind {
    /// The velocity of the air at a position, both in the world, in m/s.
    fn velocity(&self, position_ws: Vec3) -> Vec3;
}

impl<F: Fn(Vec3) -> Vec3> Wind for F {
    fn velocity(&self, position_ws: Vec3) -> Vec3 {
        self(position_ws)
    }
}

use glam::Vec3;

/// Wind: velocity of the air by position and time. Any function of both is one; [`EvenWind`](super::EvenWind)
/// is the same everywhere, with gusts.
pub trait Wind {
    /// The velocity of the air at a position, both in the world, in its units of length per second; `time` is
    /// that of the frame ([`StageInput::time`](super::StageInput::time)), in seconds. A velocity that is not
    /// finite counts as still air.
    fn velocity(&self, world_position: Vec3, time: f64) -> Vec3;
}

impl<F: Fn(Vec3, f64) -> Vec3> Wind for F {
    fn velocity(&self, world_position: Vec3, time: f64) -> Vec3 {
        self(world_position, time)
    }
}

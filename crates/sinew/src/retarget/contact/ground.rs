use glam::Vec3;

/// Level ground that may move under a clip made in place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MovingGround {
    /// Metres per second.
    pub(crate) velocity: Vec3,
    /// Metres in model space.
    pub(crate) height: f32,
}

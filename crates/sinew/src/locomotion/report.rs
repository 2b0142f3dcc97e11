use glam::Vec3;

/// Result of foot IK for one foot.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct FootIkReport {
    /// Whether the foot is planted: locked and on the ground.
    pub planted: bool,
    /// Offset of the ball from its animated position, in the world.
    pub offset: Vec3,
    /// Distance by which the leg misses the target, in metres of the world.
    pub error: f32,
}

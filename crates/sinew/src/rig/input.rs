use glam::Vec3;

/// Input of an IK rig in a frame, beside the [`StageInput`](crate::stage::StageInput): feet and gaze.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct IkInput {
    /// Weight of the feet on the ground, 0 to 1: 0 leaves them as they are animated. Bodies that lie do not
    /// stand on their feet.
    pub feet_weight: f32,
    /// World position that looks without a goal of their own look at.
    pub gaze_target: Option<Vec3>,
}

impl Default for IkInput {
    fn default() -> Self {
        Self { feet_weight: 1.0, gaze_target: None }
    }
}

impl IkInput {
    /// Input with the whole weight on the feet, and nothing to look at.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the weight of the feet on the ground, 0 to 1.
    #[must_use]
    pub fn with_feet_weight(self, weight: f32) -> Self {
        Self { feet_weight: weight, ..self }
    }

    /// Sets the world position that looks without a goal of their own look at.
    #[must_use]
    pub fn with_gaze_target(self, world_target: Option<Vec3>) -> Self {
        Self { gaze_target: world_target, ..self }
    }
}

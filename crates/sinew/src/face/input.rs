use glam::{Quat, Vec3};

/// Input of a face in a frame, beside the [`StageInput`](crate::stage::StageInput): what clips animate, and what the IK rig looks at.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct FaceInput<'a> {
    /// Animated weights, one per expression.
    pub expressions: &'a [f32],
    /// The animated turn of the eyes from straight ahead; `None` where clips do not animate it.
    pub gaze: Option<Quat>,
    /// The point that head and body look at, as [`IkState::look_target`](crate::rig::IkState::look_target)
    /// has it; `None` without a look.
    pub look: Option<LookTarget>,
}

impl<'a> FaceInput<'a> {
    /// Input with animated expression weights, one per expression, without an animated gaze or a look.
    #[must_use]
    pub fn new(expressions: &'a [f32]) -> Self {
        Self { expressions, gaze: None, look: None }
    }

    /// Sets the animated [`gaze`](Self::gaze).
    #[must_use]
    pub fn with_gaze(self, gaze: Option<Quat>) -> Self {
        Self { gaze, ..self }
    }

    /// Sets the [`look`](Self::look) of head and body.
    #[must_use]
    pub fn with_look(self, look: Option<LookTarget>) -> Self {
        Self { look, ..self }
    }
}

/// Point that head and body look at, by the look of an IK rig.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LookTarget {
    /// The point, in model space.
    pub model_target: Vec3,
    /// Weight of the look, 0 to 1.
    pub weight: f32,
    /// Whether the IK rig turns the eyes as well.
    pub turns_eyes: bool,
}

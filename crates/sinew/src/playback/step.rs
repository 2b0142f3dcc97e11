use crate::clip::RootMotion;

/// Result of a step of playback, besides the pose and the events.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct PlaybackStep {
    /// Root motion of the step.
    pub root_motion: RootMotion,
    /// Relation of the new pose to the last one.
    pub change: PoseChange,
}

/// Relation of a pose to the one before it, by which [`Inertialization`](super::Inertialization) tells motion
/// from jumps.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum PoseChange {
    /// The motion goes on.
    #[default]
    Continuous,
    /// A clip whose last pose differs from its first began its next loop: the pose jumped, the velocity did
    /// not.
    LoopSeam,
    /// The pose jumped, as after a seek. The difference from the last pose is no velocity.
    Jump,
    /// Another motion began, to be reached by inertialization within so many seconds; 0 is a cut.
    Transition(f32),
}

impl PlaybackStep {
    pub(crate) fn new(root_motion: RootMotion, change: PoseChange) -> Self {
        Self { root_motion, change }
    }
}

impl PoseChange {
    /// The change of a pose that is blended from two. Of two transitions the shorter one counts.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Transition(a), Self::Transition(b)) => Self::Transition(a.min(b)),
            (Self::Transition(_), _) => self,
            (_, Self::Transition(_)) => other,
            (Self::Jump, _) | (_, Self::Jump) => Self::Jump,
            (Self::LoopSeam, _) | (_, Self::LoopSeam) => Self::LoopSeam,
            _ => Self::Continuous,
        }
    }
}

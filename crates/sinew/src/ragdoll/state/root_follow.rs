use crate::clip::RootMotion;
use glam::Vec3;

/// Root motion of a body that falls: the character's position follows it, so that it stays below the hips, at
/// the height of the lowest part.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::ragdoll) struct RootFollow {
    /// Distance in the world by which the position was elsewhere when the body began to fall, which fades;
    /// `None` at first.
    pub(in crate::ragdoll) offset: Option<Vec3>,
    /// Height of the ground under the body; `None` before the first frame.
    pub(in crate::ragdoll) support: Option<f32>,
    /// Motion that the character has not made yet.
    pub(in crate::ragdoll) motion: Option<RootMotion>,
}

impl RootFollow {
    pub(in crate::ragdoll) fn begin(&mut self) {
        *self = Self::default();
    }

    pub(in crate::ragdoll) fn take(&mut self) -> Option<RootMotion> {
        self.motion.take()
    }
}

//! Impulses, a drag and a release that wait for the coming frame.

use crate::clip::RootMotion;
use glam::Vec3;

/// Impulse that is applied in the next frame.
#[derive(Clone, Copy, Debug)]
pub(in crate::ragdoll) struct Impulse {
    pub(in crate::ragdoll) part: usize,
    pub(in crate::ragdoll) impulse: Vec3,
    /// Point in the world; `None` for the centre of mass.
    pub(in crate::ragdoll) point: Option<Vec3>,
}

/// Point of a part that is pulled to a point in the world.
#[derive(Clone, Copy, Debug)]
pub(in crate::ragdoll) struct Drag {
    pub(in crate::ragdoll) part: usize,
    /// Point in the body's space.
    pub(in crate::ragdoll) point: Vec3,
    pub(in crate::ragdoll) target: Vec3,
    /// Force that carries what hangs on the point.
    pub(in crate::ragdoll) force: Vec3,
}

/// Events of frames without physics.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::ragdoll) struct Missed {
    pub(in crate::ragdoll) frames: bool,
    pub(in crate::ragdoll) teleported: bool,
    pub(in crate::ragdoll) pose_jumped: bool,
}

/// A body that was given back to its animation and still has the fallen pose.
#[derive(Clone, Copy, Debug)]
pub(in crate::ragdoll) struct Release {
    /// Time in which the animation is reached.
    pub(in crate::ragdoll) seconds: f32,
    /// Motion of the character to where the animation continues the body; without one it stays where it is
    /// for a frame.
    pub(in crate::ragdoll) motion: Option<RootMotion>,
    /// Whether the fallen pose has been shown for a frame since.
    pub(in crate::ragdoll) is_shown: bool,
}

impl Release {
    pub(in crate::ragdoll) fn new(seconds: f32) -> Self {
        let seconds = if seconds.is_finite() { seconds.max(0.0) } else { 0.0 };
        Self { seconds, motion: None, is_shown: false }
    }
}

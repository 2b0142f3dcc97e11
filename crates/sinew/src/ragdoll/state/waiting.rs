//! Impulses, a drag and a release that wait for the coming frame.

use crate::clip::RootDelta;
use glam::{Vec2, Vec3};

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
    /// Motion of the character to where the animation continues the body.
    pub(in crate::ragdoll) motion: RootDelta,
    /// Whether the character moves to where the body lies, so that both have the same ground.
    pub(in crate::ragdoll) has_place: bool,
    /// Whether the fallen pose has been shown for a frame since.
    pub(in crate::ragdoll) is_shown: bool,
}

impl Release {
    pub(in crate::ragdoll) fn new(seconds: f32) -> Self {
        let seconds = if seconds.is_finite() { seconds.max(0.0) } else { 0.0 };
        Self { seconds, motion: RootDelta::IDENTITY, has_place: false, is_shown: false }
    }
}

/// A whole body whose animation is being blended in.
#[derive(Clone, Copy, Debug)]
pub(in crate::ragdoll) struct Recovery {
    /// Time in which the animation is reached, seconds.
    pub(in crate::ragdoll) blend: f32,
    /// Time since the body was given back, seconds.
    pub(in crate::ragdoll) time: f32,
    /// Height of the lowest part when the body was given back.
    pub(in crate::ragdoll) lowest: f32,
    /// Rise of the ground under the body per metre along x and z; none before the first frame on ground.
    pub(in crate::ragdoll) slope: Option<Vec2>,
    /// Height by which the body is lifted, with the rate of its change.
    pub(in crate::ragdoll) lift: (f32, f32),
    /// Share from 1 where the body lies to 0 where it stands.
    pub(in crate::ragdoll) lying: f32,
    /// The share of the frame before, which this frame's feet have.
    pub(in crate::ragdoll) lay: f32,
}

impl Recovery {
    pub(in crate::ragdoll) fn new(blend: f32, lowest: f32) -> Self {
        Self { blend, time: 0.0, lowest, slope: None, lift: (0.0, 0.0), lying: 1.0, lay: 1.0 }
    }
}

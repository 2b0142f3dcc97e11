//! Foot contacts of a retargeted clip and the quality of their correction.

use crate::skeleton::JointId;
use glam::Vec3;

/// A time range in which a foot stands on the ground: for footstep events or for foot locking.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct FootContact {
    /// Target joint whose point touches the ground.
    pub joint: JointId,
    /// Contact point under the ball of the foot, metres in the joint's space.
    pub point: Vec3,
    /// Start, seconds of clip time.
    pub start: f32,
    /// End, seconds of clip time.
    pub end: f32,
    /// Velocity of the ground under the foot, metres per second: zero, except under a clip made in place.
    pub ground_velocity: Vec3,
}

/// Quality of the foot correction of a retargeted clip. All lengths are metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ContactReport {
    /// Number of foot contacts.
    pub contacts: usize,
    /// Largest horizontal slide of a foot within one contact: the largest distance between any two positions
    /// of the contact point relative to the ground. Measured on the resulting clip, at its frames and three
    /// times between them.
    pub slide: f32,
    /// The same before the correction, at the frames.
    pub slide_before: f32,
    /// Deepest penetration of a sole into the floor, measured like `slide`: of the skin where the body has
    /// one (see [`with_skin`](crate::body::TPose::with_skin)), else of ball and heel.
    pub penetration: f32,
    /// Largest distance from an ankle to its goal where a leg is too short to reach it.
    pub shortfall: f32,
}

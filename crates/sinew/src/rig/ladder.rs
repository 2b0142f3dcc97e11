//! Ladder and its rungs.

use crate::math::Transform;
use glam::{Affine3A, Vec3};

/// Ladder in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ladder {
    /// Pose of its foot: the middle between the rails, +Y along the rails, +Z away from the climber. Only rotation
    /// and translation are used; lengths are in metres.
    pub foot: Affine3A,
    /// Distance from rung to rung, and from the foot to the lowest one, metres.
    pub spacing: f32,
    /// Number of rungs.
    pub rungs: u32,
    /// Distance between the rails, metres.
    pub width: f32,
}

impl Ladder {
    /// Middle of a rung in the world, counted from below.
    pub fn rung(&self, number: u32) -> Vec3 {
        self.placed().transform_point3(Vec3::Y * self.height(number as f32))
    }

    /// Pose of the foot without scale.
    pub(crate) fn placed(&self) -> Affine3A {
        let Transform { rotation, translation, .. } = Transform::from_affine(&self.foot);
        Affine3A::from_rotation_translation(rotation, translation)
    }

    /// Distance of a rung along the rails.
    pub(crate) fn height(&self, number: f32) -> f32 {
        self.step() * (number + 1.0)
    }

    /// Distance from rung to rung; a small positive one for an invalid ladder.
    pub(crate) fn step(&self) -> f32 {
        if self.spacing.is_finite() { self.spacing.max(1e-4) } else { 0.3 }
    }

    /// Half thickness of rungs and rails, as of usual ladders.
    pub(crate) fn thickness(&self) -> f32 {
        if self.width.is_finite() { 0.06 * self.width.max(0.0) } else { 0.0 }
    }

    /// Sideways position limited to between the rails.
    pub(crate) fn aside(&self, wanted: f32) -> f32 {
        let most = if self.width.is_finite() { 0.42 * self.width.max(0.0) } else { f32::MAX };
        wanted.clamp(-most, most)
    }
}

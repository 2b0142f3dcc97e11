//! A ladder and its rungs.

use crate::math::Transform;
use glam::{Affine3A, Vec3};

/// A ladder in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ladder {
    /// Where it stands: the middle of its foot, +Y along its rails, +Z away from who climbs it. It counts as turned and moved
    /// only; a scale is left out, as lengths are told in metres.
    pub foot: Affine3A,
    /// From rung to rung, and from the foot to the lowest one, in metres.
    pub spacing: f32,
    /// How many rungs.
    pub rungs: u32,
    /// Between the rails, in metres.
    pub width: f32,
}

impl Ladder {
    /// The middle of a rung in the world, counted from below.
    pub fn rung(&self, number: u32) -> Vec3 {
        self.placed().transform_point3(Vec3::Y * self.height(number as f32))
    }

    /// The foot as it is turned and moved, without its scale.
    pub(crate) fn placed(&self) -> Affine3A {
        let Transform { rotation, translation, .. } = Transform::from_affine(&self.foot);
        Affine3A::from_rotation_translation(rotation, translation)
    }

    /// How far along the rails a rung is.
    pub(crate) fn height(&self, number: f32) -> f32 {
        self.step() * (number + 1.0)
    }

    /// From rung to rung; of what is no ladder a little.
    pub(crate) fn step(&self) -> f32 {
        if self.spacing.is_finite() { self.spacing.max(1e-4) } else { 0.3 }
    }

    /// How far rungs and rails reach to who climbs, from their middle, as ladders usually are.
    pub(crate) fn thickness(&self) -> f32 {
        if self.width.is_finite() { 0.06 * self.width.max(0.0) } else { 0.0 }
    }

    /// How far aside something is held that would like to be so far, between the rails.
    pub(crate) fn aside(&self, wanted: f32) -> f32 {
        let most = if self.width.is_finite() { 0.42 * self.width.max(0.0) } else { f32::MAX };
        wanted.clamp(-most, most)
    }
}

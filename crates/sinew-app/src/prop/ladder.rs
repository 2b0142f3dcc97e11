//! Ladder and its rungs.

use super::build::{Build, Paint};
use super::surface::Surface;
use sinew::Character;
use sinew::character::CharacterError;
use sinew::glam::{Affine3A, Vec3};
use sinew::math::Transform;

const RAILS: Paint = Paint { name: "rails", color: [182, 128, 84], roughness: 0.7, metallic: 0.0 };
const RUNGS: Paint = Paint { name: "rungs", color: [214, 178, 128], roughness: 0.6, metallic: 0.0 };

/// Radius of a rung and half the thickness of a rail, as shares of the ladder's width.
const RUNG: f32 = 0.035;
const RAIL: f32 = 0.055;

/// Ladder in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ladder {
    /// Pose of its foot: the middle between the rails, +Y along the rails, +Z away from the climber. Only
    /// rotation and translation are used; lengths are in metres.
    pub(crate) foot: Affine3A,
    /// Distance from rung to rung, and from the foot to the lowest one, metres.
    pub(crate) spacing: f32,
    /// Number of rungs.
    pub(crate) rungs: u32,
    /// Distance between the rails, metres.
    pub(crate) width: f32,
}

impl Ladder {
    /// Middle of a rung in the world, counted from below.
    #[cfg(test)]
    pub(crate) fn rung(&self, number: u32) -> Vec3 {
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
        let max = if self.width.is_finite() { 0.42 * self.width.max(0.0) } else { f32::MAX };
        wanted.clamp(-max, max)
    }
}

/// A ladder for drawing, in the space of its foot.
pub(crate) fn character(ladder: &Ladder) -> Result<Character, CharacterError> {
    let half = ladder.width * 0.5;
    let top = ladder.spacing * (ladder.rungs as f32 + 0.6);
    let (rung, rail) = (RUNG * ladder.width, RAIL * ladder.width);
    let rails = [-half, half].into_iter().fold(Surface::default(), |surface, x| {
        surface.block(Vec3::new(x - rail, 0.0, -rail), Vec3::new(x + rail, top, rail))
    });
    let rungs = (0..ladder.rungs).fold(Surface::default(), |surface, n| {
        let y = ladder.spacing * (n as f32 + 1.0);
        surface.rod(Vec3::new(-half, y, 0.0), Vec3::new(half, y, 0.0), rung)
    });
    let mut build = Build::new(1.0);
    let node = build.node("ladder", None, Vec3::ZERO);
    build.part(node, RAILS, rails);
    build.part(node, RUNGS, rungs);
    build.finish()
}

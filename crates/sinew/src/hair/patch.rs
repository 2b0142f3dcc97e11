//! Patch of four control hairs (C. Granberg, *Character Animation with Direct3D*, 2009, chapter 15).

use super::HairCurve;
use glam::{Vec2, Vec3};

/// Patch of the scalp between four control hairs. A hair in it has a position (x, y) in 0..=1; its curve is
/// the bilinear blend of those of the four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HairPatch {
    /// Indices of the control hairs at (0, 0), (1, 0), (0, 1) and (1, 1).
    pub corners: [u32; 4],
}

impl HairPatch {
    /// Patch with these control hairs at (0, 0), (1, 0), (0, 1) and (1, 1).
    #[must_use]
    pub const fn new(corners: [u32; 4]) -> Self {
        Self { corners }
    }

    /// Weights of the four control hairs at a position; their sum is 1.
    #[must_use]
    #[inline]
    pub fn weights(position: Vec2) -> [f32; 4] {
        let Vec2 { x, y } = position;
        [(1.0 - x) * (1.0 - y), x * (1.0 - y), (1.0 - x) * y, x * y]
    }

    /// Point at `t` (0 at the root, 1 at the tip) of the hair at a position. `hair` gives the points of a
    /// control hair.
    #[must_use]
    #[inline]
    pub fn at<'a>(&self, position: Vec2, t: f32, curve: HairCurve, hair: impl Fn(u32) -> &'a [Vec3]) -> Vec3 {
        let weights = Self::weights(position);
        (0..4).map(|n| curve.at(hair(self.corners[n]), t) * weights[n]).sum()
    }
}

use crate::surface::SurfacePoint;
use glam::Vec3;

/// Drop that runs down the skin or falls.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Drip {
    /// Location on the skin, or in the air.
    pub location: DripLocation,
    /// Position in world space; no number before the first [`Drips::advance`](super::Drips::advance) of the
    /// drop.
    pub position: Vec3,
    /// Velocity in world space, m/s: that of the skin and of the drop on it. Zero in the first frame.
    pub velocity: Vec3,
    /// Seconds on the skin, or since it falls.
    pub age: f32,
    /// Length of its way over the skin, metres.
    pub distance: f32,
    /// Velocity on the skin in model space, m/s.
    pub(super) along: Vec3,
    /// Length of the way after which it has dried, metres.
    pub(super) reach: f32,
    /// Metres since the last point of its trail.
    pub(super) since_trail: f32,
    /// Phase of its way to either side, radians.
    pub(super) phase: f32,
}

impl Drip {
    /// Share of its way that the drop has behind it, 0 to 1; 1 for a way without length.
    pub(super) fn dryness(&self) -> f32 {
        if self.reach > 0.0 { (self.distance / self.reach).clamp(0.0, 1.0) } else { 1.0 }
    }
}

/// Location of a drop.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum DripLocation {
    /// On the skin.
    Skin(SurfacePoint),
    /// In the air.
    Air,
}

/// Event of a drop.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum DripEvent {
    /// The drop leaves a trail here, such as a small decal.
    Trail {
        /// Point of the skin.
        point: SurfacePoint,
        /// Unit direction of its way along the skin, model space; zero where it begins.
        direction: Vec3,
        /// Share of the drop that is left: 1 where it begins, 0 where it has dried.
        wetness: f32,
    },
    /// The drop leaves the skin.
    Fall {
        /// Position in world space.
        position: Vec3,
        /// Velocity in world space, m/s.
        velocity: Vec3,
    },
    /// The falling drop meets the skin again and runs on there.
    Land(SurfacePoint),
    /// The drop has dried.
    Dry(SurfacePoint),
}

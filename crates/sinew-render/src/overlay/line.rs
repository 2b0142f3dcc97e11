use sinew::glam::{Vec3, Vec4};

/// Straight line in world space, drawn over everything, weaker where something is in front of it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Line {
    /// First end.
    pub start: Vec3,
    /// Second end.
    pub end: Vec3,
    /// Linear colour and opacity, shown without tone mapping.
    pub color: Vec4,
    /// Width in pixels.
    pub width: f32,
}

impl Line {
    /// Line from `start` to `end`, one pixel wide.
    #[must_use]
    pub fn new(start: Vec3, end: Vec3, color: Vec4) -> Self {
        Self { start, end, color, width: 1.0 }
    }

    /// Replaces the width, in pixels.
    #[must_use]
    pub fn with_width(self, width: f32) -> Self {
        Self { width, ..self }
    }
}

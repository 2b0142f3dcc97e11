use glam::Vec3;
use sinew::hair::GuidePose;

/// Round brush in a view: a cone from the eye around a direction, up to a depth.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct HairBrush {
    /// Eye of the view, world space.
    pub eye: Vec3,
    /// Unit vector from the eye to the middle of the brush.
    pub direction: Vec3,
    /// Radius at a distance of one metre from the eye, metres.
    pub radius: f32,
    /// Largest depth along `direction`, metres.
    pub depth: f32,
}

impl HairBrush {
    /// Brush without a largest depth. `direction` may have any length; one without a length touches nothing.
    #[must_use]
    pub fn new(eye: Vec3, direction: Vec3, radius: f32) -> Self {
        Self { eye, direction: direction.normalize_or_zero(), radius, depth: f32::INFINITY }
    }

    /// The brush with this depth.
    #[must_use]
    pub const fn with_depth(self, depth: f32) -> Self {
        Self { depth, ..self }
    }

    /// Depth of the nearest point of the guides that the brush touches; `None` where it touches none.
    #[must_use]
    pub fn nearest<'a>(&self, poses: impl IntoIterator<Item = &'a GuidePose>) -> Option<f32> {
        let points = poses.into_iter().flat_map(GuidePose::points).map(|point| point.position());
        let touched = points.filter(|position| self.strength(*position) > 0.0);
        touched.map(|position| self.depth_of(position)).min_by(f32::total_cmp)
    }

    /// Strength of the brush at a position: 1 in the middle, falling to 0 at its border and beyond.
    #[must_use]
    pub fn strength(&self, position: Vec3) -> f32 {
        let depth = self.depth_of(position);
        if !(depth > 0.0 && depth <= self.depth && self.radius > 0.0) {
            return 0.0;
        }
        let aside = (position - self.eye - self.direction * depth).length() / (depth * self.radius);
        let inner = (1.0 - aside * aside).max(0.0);
        inner * inner
    }

    /// Movement of a position in a drag of the brush's middle to the direction `to`, at the position's depth.
    /// Zero for a direction away from the brush.
    #[must_use]
    pub fn drag(&self, position: Vec3, to: Vec3) -> Vec3 {
        let ahead = to.dot(self.direction);
        if ahead > 0.0 { (to / ahead - self.direction) * self.depth_of(position) } else { Vec3::ZERO }
    }

    fn depth_of(&self, position: Vec3) -> f32 {
        (position - self.eye).dot(self.direction)
    }
}

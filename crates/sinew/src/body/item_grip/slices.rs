use super::surface::extent;
use glam::{Vec2, Vec3};

/// Number of slices.
const COUNT: usize = 160;

/// Cross-sections of an item along an axis.
pub(super) struct Slices {
    pub(super) axis: Vec3,
    across: [Vec3; 2],
    /// Coordinate of the first end.
    pub(super) start: f32,
    /// Thickness of a slice.
    pub(super) step: f32,
    /// Bounds across the axis of each slice, least and largest; empty slices have the least above the largest.
    bounds: Vec<(Vec2, Vec2)>,
}

impl Slices {
    /// Slices along the first axis; `None` for an item without a length.
    pub(super) fn new(triangles: &[[Vec3; 3]], [axis, u, v]: [Vec3; 3]) -> Option<Self> {
        let (start, end) = extent(triangles, axis);
        let step = (end - start) / COUNT as f32;
        if !(step.is_finite() && step > 0.0) {
            return None;
        }
        let empty = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        let mut slices = Self { axis, across: [u, v], start, step, bounds: vec![empty; COUNT] };
        for triangle in triangles {
            for [a, b] in [[0, 1], [1, 2], [2, 0]].map(|[a, b]| [triangle[a], triangle[b]]) {
                slices.add_edge(a, b);
            }
        }
        Some(slices)
    }

    /// Adds an edge: its ends, and where it crosses the middle of a slice.
    fn add_edge(&mut self, a: Vec3, b: Vec3) {
        let at = |point: Vec3| (point.dot(self.axis) - self.start) / self.step;
        let (from, to) = (at(a), at(b));
        self.add(from, a);
        self.add(to, b);
        let (low, high) = (from.min(to), from.max(to));
        let first = (low - 0.5).ceil().max(0.0) as usize;
        let last = (high - 0.5).floor().min(COUNT as f32 - 1.0);
        if last < 0.0 || high <= low {
            return;
        }
        for slice in first..=last as usize {
            let middle = slice as f32 + 0.5;
            self.add(middle, a.lerp(b, ((middle - from) / (to - from)).clamp(0.0, 1.0)));
        }
    }

    fn add(&mut self, at: f32, point: Vec3) {
        let slice = (at.max(0.0) as usize).min(COUNT - 1);
        let flat = Vec2::new(point.dot(self.across[0]), point.dot(self.across[1]));
        let (least, most) = &mut self.bounds[slice];
        (*least, *most) = (least.min(flat), most.max(flat));
    }

    /// Number of slices.
    pub(super) fn len(&self) -> usize {
        self.bounds.len()
    }

    /// Widths of a slice: the thinner and the wider one; `None` for an empty slice.
    pub(super) fn widths(&self, slice: usize) -> Option<(f32, f32)> {
        let (least, most) = self.bounds[slice];
        let size = most - least;
        (size.x >= 0.0).then(|| (size.min_element(), size.max_element()))
    }

    /// Bounds of a slice along the second axis, least and largest; `None` for an empty slice.
    pub(super) fn range(&self, slice: usize) -> Option<(f32, f32)> {
        let (least, most) = self.bounds[slice];
        (most.x >= least.x).then_some((least.x, most.x))
    }

    /// Width of a slice along the third axis; 0 for an empty slice.
    pub(super) fn depth(&self, slice: usize) -> f32 {
        let (least, most) = self.bounds[slice];
        (most.y - least.y).max(0.0)
    }

    /// Middle of a slice.
    pub(super) fn middle(&self, slice: usize) -> Vec3 {
        let (least, most) = self.bounds[slice];
        let flat = (least + most) * 0.5;
        let along = self.start + (slice as f32 + 0.5) * self.step;
        self.axis * along + self.across[0] * flat.x + self.across[1] * flat.y
    }

    /// Length of the item along the axis.
    pub(super) fn length(&self) -> f32 {
        self.step * self.len() as f32
    }
}

//! Curves with another number of points, evenly spaced by their length.

use super::limits::{MAX_HAIR_CURVE_POINTS, MAX_HAIR_TOTAL_POINTS};
use super::{HairCurves, HairCurvesError};
use glam::Vec3;

/// Positions along a polyline by its length.
pub(in crate::hair) struct Polyline<'a> {
    points: &'a [Vec3],
    /// Length from the root to each point.
    along: Vec<f64>,
}

impl<'a> Polyline<'a> {
    pub(in crate::hair) fn new(points: &'a [Vec3]) -> Self {
        let mut sum = 0.0;
        let mut along = Vec::with_capacity(points.len());
        along.push(sum);
        for pair in points.windows(2) {
            sum += pair[0].as_dvec3().distance(pair[1].as_dvec3());
            along.push(sum);
        }
        Self { points, along }
    }

    /// Length of the whole polyline, metres.
    pub(in crate::hair) fn length(&self) -> f64 {
        self.along[self.points.len() - 1]
    }

    /// Segment at a share of the length (0 at the root, 1 at the tip), and the share of the segment.
    pub(in crate::hair) fn segment_at(&self, share: f64) -> (usize, f32) {
        let last = self.points.len() - 2;
        let wanted = share * self.along[last + 1];
        let segment = self.along.partition_point(|along| *along <= wanted).saturating_sub(1).min(last);
        let (from, to) = (self.along[segment], self.along[segment + 1]);
        let inside = if to > from { ((wanted - from) / (to - from)).clamp(0.0, 1.0) } else { 1.0 };
        (segment, inside as f32)
    }

    /// Point at a share of the length.
    pub(in crate::hair) fn at(&self, share: f64) -> Vec3 {
        let (segment, inside) = self.segment_at(share);
        self.points[segment].lerp(self.points[segment + 1], inside)
    }
}

/// Segments and shares of them for `count` points spaced evenly; the points themselves where there are as
/// many.
fn stations(points: &[Vec3], count: usize) -> impl Iterator<Item = (usize, f32)> {
    let (polyline, last) = (Polyline::new(points), count - 1);
    (0..count).map(move |n| match points.len() == count {
        true => (n.min(last - 1), if n == last { 1.0 } else { 0.0 }),
        false => polyline.segment_at(n as f64 / last as f64),
    })
}

/// Points of one curve as [`HairCurves::resampled`] makes them; `count` is at least 2.
pub(in crate::hair) fn resampled(points: &[Vec3], count: usize) -> impl Iterator<Item = Vec3> {
    stations(points, count).map(|(segment, share)| points[segment].lerp(points[segment + 1], share))
}

impl HairCurves {
    /// Curves with `count` points each: root and tip stay, and the others are spaced evenly by length on the
    /// straight lines between the points, with their properties. Curves that have this number already stay as
    /// they are.
    ///
    /// # Errors
    /// When `count` is below 2, above [`MAX_HAIR_CURVE_POINTS`], or too many points arise; when a curve
    /// loses its length, because its points lie between the new ones and the tip is at the root.
    pub fn resampled(&self, count: usize) -> Result<Self, HairCurvesError> {
        if !(2..=MAX_HAIR_CURVE_POINTS).contains(&count) {
            return Err(HairCurvesError::PointCount { curve: 0, points: count });
        }
        let total = self.len() * count;
        if total > MAX_HAIR_TOTAL_POINTS {
            let items = "points of curves";
            return Err(HairCurvesError::TooMany { items, count: total, max: MAX_HAIR_TOTAL_POINTS });
        }
        let room = |has: bool| if has { total } else { 0 };
        let mut points = Vec::with_capacity(total);
        let mut thickness = Vec::with_capacity(room(!self.thickness.is_empty()));
        let mut colors = Vec::with_capacity(room(!self.colors.is_empty()));
        let mut opacity = Vec::with_capacity(room(!self.opacity.is_empty()));
        for curve in 0..self.len() {
            let (line, first) = (self.curve(curve), self.range(curve).start);
            for (segment, share) in stations(line, count) {
                points.push(line[segment].lerp(line[segment + 1], share));
                let at = first + segment;
                if let [from, to, ..] = self.thickness[at.min(self.thickness.len())..] {
                    thickness.push(mix(from, to, share));
                }
                if let [from, to, ..] = self.colors[at.min(self.colors.len())..] {
                    colors.push(from.lerp(to, share));
                }
                if let [from, to, ..] = self.opacity[at.min(self.opacity.len())..] {
                    opacity.push(mix(from, to, share));
                }
            }
        }
        let resampled = Self::new(points, &vec![count as u32; self.len()])?;
        Ok(Self { thickness, colors, opacity, ..resampled })
    }
}

fn mix(from: f32, to: f32, share: f32) -> f32 {
    from * (1.0 - share) + to * share
}

use super::HairCurvesError;
use super::limits::{
    MAX_HAIR_COORDINATE, MAX_HAIR_CURVE_POINTS, MAX_HAIR_CURVES, MAX_HAIR_TOTAL_POINTS, MIN_HAIR_CURVE_LENGTH,
};
use glam::{Affine3A, Vec3};
use sinew::Bounds;
use std::ops::Range;

/// Polylines of hair from root to tip, with optional thickness, colour and opacity at their points. Lengths
/// are metres.
///
/// ```
/// use sinew::glam::Vec3;
/// use sinew_author::hair::HairCurves;
/// let points = vec![Vec3::ZERO, Vec3::NEG_Y * 0.1, Vec3::NEG_Y * 0.3, Vec3::X, Vec3::X * 1.2];
/// let curves = HairCurves::new(points, &[3, 2])?.with_thickness(vec![0.0001; 5])?;
/// assert_eq!((curves.len(), curves.curve(1)), (2, &[Vec3::X, Vec3::X * 1.2][..]));
/// let even = curves.resampled(4)?;
/// assert!(even.curve(0)[1].distance(Vec3::NEG_Y * 0.1) < 1e-6);
/// # Ok::<(), sinew_author::hair::HairCurvesError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct HairCurves {
    pub(super) points: Vec<Vec3>,
    /// Index of the first point of each curve, then the number of points.
    pub(super) starts: Vec<u32>,
    pub(super) thickness: Vec<f32>,
    pub(super) colors: Vec<Vec3>,
    pub(super) opacity: Vec<f32>,
}

impl HairCurves {
    /// Curves through `points`, curve after curve; `counts` has the number of points of each curve.
    ///
    /// # Errors
    /// When there are too many curves or points, the counts do not add up, or a curve is not as
    /// [`HairCurves::check`] demands.
    pub fn new(points: Vec<Vec3>, counts: &[u32]) -> Result<Self, HairCurvesError> {
        let too_many = |items, count, max| Err(HairCurvesError::TooMany { items, count, max });
        if counts.len() > MAX_HAIR_CURVES {
            return too_many("curves", counts.len(), MAX_HAIR_CURVES);
        }
        if points.len() > MAX_HAIR_TOTAL_POINTS {
            return too_many("points of curves", points.len(), MAX_HAIR_TOTAL_POINTS);
        }
        let sum: usize = counts.iter().map(|count| *count as usize).sum();
        if sum != points.len() {
            return Err(HairCurvesError::PointSum { sum, points: points.len() });
        }
        let mut starts = Vec::with_capacity(counts.len() + 1);
        starts.push(0);
        let mut start = 0;
        for (curve, count) in counts.iter().enumerate() {
            let end = start + count;
            Self::check(curve, &points[start as usize..end as usize])?;
            starts.push(end);
            start = end;
        }
        Ok(Self { points, starts, thickness: Vec::new(), colors: Vec::new(), opacity: Vec::new() })
    }

    /// Checks the points of curve number `curve`: 2 to [`MAX_HAIR_CURVE_POINTS`], finite, within
    /// [`MAX_HAIR_COORDINATE`], of at least [`MIN_HAIR_CURVE_LENGTH`] together. Single segments may be
    /// without length.
    ///
    /// # Errors
    /// The first fault.
    pub fn check(curve: usize, points: &[Vec3]) -> Result<(), HairCurvesError> {
        if !(2..=MAX_HAIR_CURVE_POINTS).contains(&points.len()) {
            return Err(HairCurvesError::PointCount { curve, points: points.len() });
        }
        let is_near = |point: &Vec3| point.abs().cmple(Vec3::splat(MAX_HAIR_COORDINATE)).all();
        if let Some(point) = points.iter().position(|point| !is_near(point)) {
            return Err(HairCurvesError::Position { curve, point, position: points[point] });
        }
        if length(points) < f64::from(MIN_HAIR_CURVE_LENGTH) {
            return Err(HairCurvesError::NoLength { curve });
        }
        Ok(())
    }

    /// Number of curves.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// True without curves.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Points of all curves, curve after curve.
    #[must_use]
    pub fn points(&self) -> &[Vec3] {
        &self.points
    }

    /// Indices of the points of a curve.
    ///
    /// # Panics
    /// When there is no such curve.
    #[must_use]
    pub fn range(&self, curve: usize) -> Range<usize> {
        self.starts[curve] as usize..self.starts[curve + 1] as usize
    }

    /// Points of a curve from root to tip.
    ///
    /// # Panics
    /// When there is no such curve.
    #[must_use]
    pub fn curve(&self, curve: usize) -> &[Vec3] {
        &self.points[self.range(curve)]
    }

    /// Points of each curve.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[Vec3]> {
        (0..self.len()).map(|curve| self.curve(curve))
    }

    /// Number of points of each curve.
    pub fn counts(&self) -> impl ExactSizeIterator<Item = u32> {
        (0..self.len()).map(|curve| self.starts[curve + 1] - self.starts[curve])
    }

    /// Length of a curve, metres.
    ///
    /// # Panics
    /// When there is no such curve.
    #[must_use]
    pub fn length(&self, curve: usize) -> f32 {
        length(self.curve(curve)) as f32
    }

    /// Box around all points; empty without curves.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        Bounds::from_points(self.points.iter().copied())
    }

    /// Curves moved by a matrix. Thickness grows with the cube root of its volume.
    ///
    /// # Errors
    /// When a moved curve is not as [`HairCurves::check`] demands, or a thickness is no longer finite.
    pub fn transformed(mut self, matrix: &Affine3A) -> Result<Self, HairCurvesError> {
        for point in &mut self.points {
            *point = matrix.transform_point3(*point);
        }
        for (curve, points) in self.iter().enumerate() {
            Self::check(curve, points)?;
        }
        if self.thickness.is_empty() {
            return Ok(self);
        }
        let factor = sinew::internal::ops::cbrt(matrix.matrix3.determinant().abs());
        let thickness = self.thickness.iter().map(|value| value * factor).collect();
        self.with_thickness(thickness)
    }

    /// Curves with the order of the points of each curve reversed, for files that store them from tip to
    /// root.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        for curve in 0..self.len() {
            let range = self.range(curve);
            self.points[range.clone()].reverse();
            let reverse = |values: &mut Vec<f32>| {
                if let Some(values) = values.get_mut(range.clone()) {
                    values.reverse();
                }
            };
            reverse(&mut self.thickness);
            reverse(&mut self.opacity);
            if let Some(colors) = self.colors.get_mut(range.clone()) {
                colors.reverse();
            }
        }
        self
    }
}

/// Sum of the lengths of the segments.
pub(super) fn length(points: &[Vec3]) -> f64 {
    points.windows(2).map(|pair| pair[0].as_dvec3().distance(pair[1].as_dvec3())).sum()
}

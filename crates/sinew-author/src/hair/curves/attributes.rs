//! Properties at the points of curves.

use super::limits::MAX_HAIR_COORDINATE;
use super::{HairCurves, HairCurvesError};
use glam::Vec3;

impl HairCurves {
    /// Sets the thickness at each point: the diameter in metres, 0 to [`MAX_HAIR_COORDINATE`]. An empty list
    /// removes it.
    ///
    /// # Errors
    /// When the values are not one per point, or one is out of range.
    pub fn with_thickness(self, thickness: Vec<f32>) -> Result<Self, HairCurvesError> {
        let max = MAX_HAIR_COORDINATE;
        let values = thickness.iter().map(|value| [*value]);
        check("thickness", values, self.points.len(), max, "finite, 0 m or more")?;
        Ok(Self { thickness, ..self })
    }

    /// Sets the linear colour at each point, components 0 to 1. An empty list removes it.
    ///
    /// # Errors
    /// When the values are not one per point, or one is out of range.
    pub fn with_colors(self, colors: Vec<Vec3>) -> Result<Self, HairCurvesError> {
        let values = colors.iter().map(Vec3::to_array);
        check("colour", values, self.points.len(), 1.0, "0 to 1")?;
        Ok(Self { colors, ..self })
    }

    /// Sets the opacity at each point, 0 (invisible) to 1. An empty list removes it.
    ///
    /// # Errors
    /// When the values are not one per point, or one is out of range.
    pub fn with_opacity(self, opacity: Vec<f32>) -> Result<Self, HairCurvesError> {
        let values = opacity.iter().map(|value| [*value]);
        check("opacity", values, self.points.len(), 1.0, "0 to 1")?;
        Ok(Self { opacity, ..self })
    }

    /// Thickness at each point, metres; empty where it is not known.
    #[must_use]
    pub fn thickness(&self) -> &[f32] {
        &self.thickness
    }

    /// Linear colour at each point; empty where it is not known.
    #[must_use]
    pub fn colors(&self) -> &[Vec3] {
        &self.colors
    }

    /// Opacity at each point; empty where it is not known.
    #[must_use]
    pub fn opacity(&self) -> &[f32] {
        &self.opacity
    }

    /// These curves, then those of `other`. A property stays where both have it.
    ///
    /// # Errors
    /// When there are too many curves or points together.
    pub fn joined(self, other: &Self) -> Result<Self, HairCurvesError> {
        fn both<T: Copy>(mut values: Vec<T>, more: &[T]) -> Vec<T> {
            if values.is_empty() || more.is_empty() {
                return Vec::new();
            }
            values.extend_from_slice(more);
            values
        }
        if other.is_empty() {
            return Ok(self);
        }
        if self.is_empty() {
            return Ok(other.clone());
        }
        let counts: Vec<u32> = self.counts().chain(other.counts()).collect();
        let joined = Self::new(both(self.points, &other.points), &counts)?;
        Ok(Self {
            thickness: both(self.thickness, &other.thickness),
            colors: both(self.colors, &other.colors),
            opacity: both(self.opacity, &other.opacity),
            ..joined
        })
    }
}

/// Checks values of a property, each with some components from 0 to `max`.
fn check<const N: usize>(
    property: &'static str,
    values: impl ExactSizeIterator<Item = [f32; N]>,
    points: usize,
    max: f32,
    range: &'static str,
) -> Result<(), HairCurvesError> {
    if values.len() != points && values.len() != 0 {
        return Err(HairCurvesError::ValueCount { property, values: values.len(), points });
    }
    for (point, value) in values.enumerate() {
        if let Some(&value) = value.iter().find(|component| !(0.0..=max).contains(*component)) {
            return Err(HairCurvesError::Value { property, point, value, range });
        }
    }
    Ok(())
}

//! Control hair: points from root to tip that other hairs are interpolated from, and its checks.

use super::{HairCurve, HairError};
use glam::Vec3;

/// Smallest number of points of a control hair: the first two say where it grows from and in which direction.
pub const MIN_HAIR_POINTS: usize = 3;
/// Largest number of points of a control hair.
pub const MAX_HAIR_POINTS: usize = 256;

/// Hair that others are interpolated from: its points from root to tip.
#[derive(Clone, Debug, PartialEq)]
pub struct ControlHair {
    points: Vec<Vec3>,
}

impl ControlHair {
    /// Hair through these points.
    ///
    /// # Errors
    /// When there are fewer than three or more than 256 points, one is not finite, or two that follow each
    /// other are at the same position. The error names the hair as number 0.
    pub fn new(points: impl Into<Vec<Vec3>>) -> Result<Self, HairError> {
        let points = points.into();
        check(0, &points)?;
        Ok(Self { points })
    }

    /// Points from root to tip.
    #[must_use]
    pub fn points(&self) -> &[Vec3] {
        &self.points
    }

    /// Length of the straight lines between the points, metres.
    #[must_use]
    pub fn length(&self) -> f32 {
        self.points.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
    }

    /// Hair along the same curve with `count` points, spaced evenly by the curve's parameter.
    ///
    /// # Errors
    /// As [`ControlHair::new`].
    pub fn resampled(&self, count: usize, curve: HairCurve) -> Result<Self, HairError> {
        if !(MIN_HAIR_POINTS..=MAX_HAIR_POINTS).contains(&count) {
            return Err(HairError::PointCount { hair: 0, points: count });
        }
        let last = (count - 1) as f32;
        Self::new((0..count).map(|n| curve.at(&self.points, n as f32 / last)).collect::<Vec<_>>())
    }
}

/// Checks the points of hair number `hair`.
pub fn check(hair: usize, points: &[Vec3]) -> Result<(), HairError> {
    if !(MIN_HAIR_POINTS..=MAX_HAIR_POINTS).contains(&points.len()) {
        return Err(HairError::PointCount { hair, points: points.len() });
    }
    if let Some(point) = points.iter().position(|point| !point.is_finite()) {
        return Err(HairError::NotFinite { hair, point });
    }
    let is_empty = |pair: &[Vec3]| (pair[1] - pair[0]).try_normalize().is_none();
    match points.windows(2).position(is_empty) {
        Some(point) => Err(HairError::NoLength { hair, point }),
        None => Ok(()),
    }
}

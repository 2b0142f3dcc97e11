//! Tracks: keys of one value over time, with their interpolation.

use glam::{Quat, Vec3};
use std::sync::Arc;

/// Interpolation between keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpolation {
    /// Each key holds until the next.
    Step,
    /// Linear; spherical along the shorter arc for rotations.
    Linear,
    /// Cubic Hermite spline, with a tangent into and out of every key (units per second).
    CubicSpline,
}

/// Keys of one animated quantity. A key is a row of `width` values: 1 for a translation, rotation or scale,
/// the number of morph targets for morph weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Track<V> {
    interpolation: Interpolation,
    width: usize,
    times: Arc<[f32]>,
    values: Vec<V>,
}

/// Value that a [`Track`] animates: a number, a vector or a rotation.
pub trait TrackValue: Copy + PartialEq + sealed::Sealed {
    /// Whether all of its numbers are finite.
    fn is_finite(self) -> bool;

    /// Length of a rotation's quaternion; `None` for other values.
    fn rotation_length(self) -> Option<f32> {
        None
    }
}

mod sealed {
    /// Keeps other crates from implementing [`TrackValue`](super::TrackValue).
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for glam::Vec3 {}
    impl Sealed for glam::Quat {}
}

impl TrackValue for f32 {
    fn is_finite(self) -> bool {
        self.is_finite()
    }
}

impl TrackValue for Vec3 {
    fn is_finite(self) -> bool {
        Vec3::is_finite(self)
    }
}

impl TrackValue for Quat {
    fn is_finite(self) -> bool {
        Quat::is_finite(self)
    }

    fn rotation_length(self) -> Option<f32> {
        Some(self.length())
    }
}

/// Largest deviation of a key's quaternion from unit length: rounding, and the 8 bits per number that files
/// may have.
const UNIT_TOLERANCE: f32 = 0.02;

/// Reason why keys do not form a track.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TrackError {
    /// No key.
    #[error("the track has no keys")]
    Empty,
    /// A wrong number of values.
    #[error("the track has {found} values; expected {expected} for its keys")]
    Length {
        /// Number of values.
        found: usize,
        /// Expected number of values.
        expected: usize,
    },
    /// A time that is not finite, or before its predecessor.
    #[error("key {key} of the track is at {time} s; expected a finite time, not before its predecessor")]
    Time {
        /// Index of the key.
        key: usize,
        /// Its time, seconds.
        time: f32,
    },
    /// A value that is not finite.
    #[error("key {key} of the track is not finite")]
    NotFinite {
        /// Index of the key.
        key: usize,
    },
    /// A rotation whose quaternion is not of unit length.
    #[error("key {key} of the track is a quaternion of length {length}; expected length 1")]
    NotUnitRotation {
        /// Index of the key.
        key: usize,
        /// Length of the quaternion.
        length: f32,
    },
}

impl<V: TrackValue> Track<V> {
    /// Track of keys at `times` (seconds, ascending; equal neighbours make a discontinuity). `values` holds
    /// `width` values per key, or three such rows per key with [`Interpolation::CubicSpline`]: tangent in,
    /// value, tangent out. Several tracks may share one `times`.
    ///
    /// # Errors
    /// When there is no key, times descend or are not finite, the number of values is wrong, a value is not
    /// finite, or a rotation is not of unit length (within 2 %; tangents may have any).
    pub fn new(
        interpolation: Interpolation,
        width: usize,
        times: Arc<[f32]>,
        values: Vec<V>,
    ) -> Result<Self, TrackError> {
        if times.is_empty() {
            return Err(TrackError::Empty);
        }
        let mut last = f32::NEG_INFINITY;
        for (key, &time) in times.iter().enumerate() {
            if !time.is_finite() || time < last {
                return Err(TrackError::Time { key, time });
            }
            last = time;
        }
        let rows = if interpolation == Interpolation::CubicSpline { 3 } else { 1 };
        let expected = times.len().saturating_mul(width).saturating_mul(rows);
        if values.len() != expected {
            return Err(TrackError::Length { found: values.len(), expected });
        }
        let track = Self { interpolation, width, times, values };
        track.check_values().map(|()| track)
    }

    /// Checks that values are finite and rotations of unit length.
    fn check_values(&self) -> Result<(), TrackError> {
        let row = self.values.len() / self.times.len();
        if let Some(n) = self.values.iter().position(|value| !value.is_finite()) {
            return Err(TrackError::NotFinite { key: n / row.max(1) });
        }
        for key in 0..self.times.len() {
            let mut lengths = self.key(key).iter().filter_map(|value| value.rotation_length());
            if let Some(length) = lengths.find(|length| (length - 1.0).abs() > UNIT_TOLERANCE) {
                return Err(TrackError::NotUnitRotation { key, length });
            }
        }
        Ok(())
    }

    /// Replaces every stored value, tangents included, by `change(value)`, which has to give finite values
    /// and, for rotations, unit quaternions.
    pub fn map_values(&mut self, change: impl Fn(V) -> V) {
        self.values.iter_mut().for_each(|value| *value = change(*value));
    }

    /// Interpolation between keys.
    #[must_use]
    pub fn interpolation(&self) -> Interpolation {
        self.interpolation
    }

    /// Number of values per key.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Times of the keys, shared with the track.
    pub(super) fn shared_times(&self) -> Arc<[f32]> {
        Arc::clone(&self.times)
    }

    /// Key times in seconds, ascending; at least one.
    #[must_use]
    pub fn times(&self) -> &[f32] {
        &self.times
    }

    /// Stored values, in the layout of [`Track::new`].
    #[must_use]
    pub fn values(&self) -> &[V] {
        &self.values
    }

    /// Values of key `key`, without tangents.
    #[must_use]
    pub fn key(&self, key: usize) -> &[V] {
        let row = match self.interpolation {
            Interpolation::CubicSpline => 3 * key + 1,
            Interpolation::Step | Interpolation::Linear => key,
        };
        &self.values[row * self.width..][..self.width]
    }

    /// Whether any key differs from the first.
    pub(super) fn changes(&self) -> bool {
        (1..self.times.len()).any(|key| self.key(key) != self.key(0))
    }

    /// Tangent into (`out` false) or out of key `key` of a cubic spline.
    pub(super) fn tangent(&self, key: usize, out: bool) -> &[V] {
        let row = 3 * key + if out { 2 } else { 0 };
        &self.values[row * self.width..][..self.width]
    }

    /// Size of times and values in bytes.
    #[must_use]
    pub fn size_in_bytes(&self) -> usize {
        size_of_val(self.times()) + size_of_val(self.values())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_keys_are_refused() {
        let track = |times: &[f32], n| Track::new(Interpolation::Linear, 1, times.into(), vec![0.0f32; n]);
        assert_eq!(track(&[], 0), Err(TrackError::Empty));
        assert_eq!(track(&[0.0, 1.0], 3), Err(TrackError::Length { found: 3, expected: 2 }));
        assert_eq!(track(&[1.0, 0.5], 2), Err(TrackError::Time { key: 1, time: 0.5 }));
        assert!(track(&[0.0, f32::NAN], 2).is_err());
        let numbers = |values: Vec<f32>| Track::new(Interpolation::Linear, 1, [0.0, 1.0].into(), values);
        assert_eq!(numbers(vec![0.0, f32::NAN]), Err(TrackError::NotFinite { key: 1 }));
        let turns = |second: Quat, interpolation| {
            let rows = if interpolation == Interpolation::CubicSpline { 3 } else { 1 };
            let mut values = vec![Quat::from_xyzw(0.0, 0.0, 0.0, 0.0); 2 * rows];
            (values[rows / 2], values[rows + rows / 2]) = (Quat::IDENTITY, second);
            Track::new(interpolation, 1, [0.0, 1.0].into(), values)
        };
        for interpolation in [Interpolation::Linear, Interpolation::CubicSpline] {
            let long = turns(Quat::from_xyzw(0.0, 0.0, 0.0, 2.0), interpolation);
            assert_eq!(long, Err(TrackError::NotUnitRotation { key: 1, length: 2.0 }));
            assert!(turns(Quat::from_xyzw(0.0, 0.0, 0.0, 1.004), interpolation).is_ok(), "rounded");
            let nan = turns(Quat::from_xyzw(0.0, f32::NAN, 0.0, 1.0), interpolation);
            assert_eq!(nan, Err(TrackError::NotFinite { key: 1 }));
        }
        let cubic = Track::new(Interpolation::CubicSpline, 2, [0.0].into(), vec![0.0f32; 6]);
        assert_eq!(cubic.unwrap().key(0).len(), 2);
    }
}

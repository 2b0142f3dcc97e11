use std::sync::Arc;

/// How a value runs from one key to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpolation {
    /// The earlier key holds until the next.
    Step,
    /// A straight line; along the shorter arc for rotations.
    Linear,
    /// A cubic Hermite spline with a tangent into and out of every key (units per second).
    CubicSpline,
}

/// Keys of one quantity over time. A key is a row of `width` values: 1 for a translation, rotation or scale, the
/// number of morph targets for morph weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Track<V> {
    interpolation: Interpolation,
    width: usize,
    times: Arc<[f32]>,
    values: Vec<V>,
}

/// Why keys do not form a track.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TrackError {
    /// No key at all.
    #[error("the track has no key")]
    Empty,
    /// Too many or too few values for the keys.
    #[error("the track has {found} values for its keys, expected {expected}")]
    Length {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// A time that is not finite, or before its predecessor.
    #[error("key {key} of the track stands at {time} s, not after its predecessor")]
    Time {
        /// The key.
        key: usize,
        /// Its time.
        time: f32,
    },
}

impl<V: Copy> Track<V> {
    /// A track of keys at `times` (seconds, ascending; equal neighbours are allowed and jump). `values` holds
    /// `width` values a key; with [`Interpolation::CubicSpline`] three such rows a key: tangent in, value, tangent
    /// out. Many tracks may share one `times`.
    ///
    /// # Errors
    /// When there is no key, times descend or are not finite, or the number of values is wrong.
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
        Ok(Self { interpolation, width, times, values })
    }

    /// Replaces every stored value, tangents included, by what `change` makes of it.
    pub fn map_values(&mut self, change: impl Fn(V) -> V) {
        self.values.iter_mut().for_each(|value| *value = change(*value));
    }

    /// How values run between keys.
    pub fn interpolation(&self) -> Interpolation {
        self.interpolation
    }

    /// Values per key.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Key times in seconds, ascending, at least one.
    pub fn times(&self) -> &[f32] {
        &self.times
    }

    /// The stored values, in the layout of [`Track::new`].
    pub fn values(&self) -> &[V] {
        &self.values
    }

    /// The values at key `key` (without tangents).
    pub fn key(&self, key: usize) -> &[V] {
        let row = match self.interpolation {
            Interpolation::CubicSpline => 3 * key + 1,
            Interpolation::Step | Interpolation::Linear => key,
        };
        &self.values[row * self.width..][..self.width]
    }

    /// The tangent into (`out` false) or out of key `key` of a cubic spline.
    pub(super) fn tangent(&self, key: usize, out: bool) -> &[V] {
        let row = 3 * key + if out { 2 } else { 0 };
        &self.values[row * self.width..][..self.width]
    }

    /// Bytes of keys: times and values.
    pub fn bytes(&self) -> usize {
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
        let cubic = Track::new(Interpolation::CubicSpline, 2, [0.0].into(), vec![0.0f32; 6]);
        assert_eq!(cubic.unwrap().key(0).len(), 2);
    }
}

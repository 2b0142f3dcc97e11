use std::f32::consts::{PI, TAU};

/// Range of angles in radians, from a lower to an upper end anywhere on the circle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AngleRange {
    min: f32,
    max: f32,
}

impl AngleRange {
    /// Range from `min` up to `max`. Non-finite ends count as 0; a range with `max` below `min` is the single
    /// angle in the middle, and no range is wider than the circle.
    #[must_use]
    pub fn new(min: f32, max: f32) -> Self {
        let [min, max] = [min, max].map(|angle| if angle.is_finite() { angle } else { 0.0 });
        let (center, half) = ((min + max) * 0.5, ((max - min) * 0.5).clamp(0.0, PI));
        Self { min: center - half, max: center + half }
    }

    /// Range in degrees.
    #[must_use]
    pub fn from_degrees(min: f32, max: f32) -> Self {
        Self::new(min.to_radians(), max.to_radians())
    }

    /// Range from `-half` to `half`.
    #[must_use]
    pub fn symmetric(half: f32) -> Self {
        Self::new(-half, half)
    }

    /// Lower end.
    #[inline]
    #[must_use]
    pub fn min(self) -> f32 {
        self.min
    }

    /// Upper end.
    #[inline]
    #[must_use]
    pub fn max(self) -> f32 {
        self.max
    }

    /// `angle` wrapped to within half a turn of the range's middle.
    #[inline]
    #[must_use]
    pub fn wrapped(self, angle: f32) -> f32 {
        let center = (self.min + self.max) * 0.5;
        let away = angle - center;
        // Usual case: angles from an arctangent.
        if away.abs() <= PI { angle } else { center + away - TAU * (away / TAU).round() }
    }

    /// Nearest angle within the range.
    #[inline]
    #[must_use]
    pub fn clamp(self, angle: f32) -> f32 {
        self.wrapped(angle).clamp(self.min, self.max)
    }

    /// Distance of `angle` from the range, 0 within.
    #[inline]
    #[must_use]
    pub fn excess(self, angle: f32) -> f32 {
        let angle = self.wrapped(angle);
        (self.min - angle).max(angle - self.max).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_may_lie_across_the_half_turn() {
        let behind = AngleRange::from_degrees(150.0, 210.0);
        assert!((behind.clamp(-3.0) - (TAU - 3.0)).abs() < 1e-5);
        assert_eq!(behind.excess(PI), 0.0);
        assert!((behind.clamp(0.5) - 150f32.to_radians()).abs() < 1e-5);
        assert!((behind.clamp(-0.5) - 210f32.to_radians()).abs() < 1e-5);
        assert!((behind.excess(0.0) - 150f32.to_radians()).abs() < 1e-5);
    }

    #[test]
    fn odd_ranges_are_made_sound() {
        assert_eq!(AngleRange::new(1.0, -1.0), AngleRange::new(0.0, 0.0));
        let whole = AngleRange::new(-100.0, 100.0);
        assert_eq!((whole.min(), whole.max()), (-PI, PI));
        assert_eq!(AngleRange::new(f32::NAN, 1.0), AngleRange::new(0.0, 1.0));
    }
}

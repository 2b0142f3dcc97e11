use crate::limit::AngleRange;
use crate::math::ops;

/// Range of angles as sines and cosines of half angles, so that excess is found without inverse functions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RangeEnds {
    middle: (f32, f32),
    /// Half the angle from the middle to either end.
    far: (f32, f32),
    ends: [(f32, f32); 2],
}

/// Margin inside the border within which a joint counts as at the border.
pub(crate) const NEAR: f32 = 1e-4;

impl RangeEnds {
    pub(crate) fn of(range: AngleRange) -> Self {
        let far = (range.max() - range.min()) * 0.25;
        Self {
            middle: ops::sin_cos((range.min() + range.max()) * 0.25),
            far: ops::sin_cos(far),
            ends: [range.min(), range.max()].map(|angle| ops::sin_cos(angle * 0.5)),
        }
    }

    /// Excess of an angle over the ends, as the sine of half of it, and whether it is over the upper end. The
    /// result scales with the length of the given pair.
    #[inline]
    pub(crate) fn beyond(&self, (sine, cosine): (f32, f32)) -> (f32, bool) {
        let ((middle_sine, middle_cosine), (far_sine, far_cosine)) = (self.middle, self.far);
        let away = sine * middle_cosine - cosine * middle_sine;
        let along = cosine * middle_cosine + sine * middle_sine;
        (away.abs() * far_cosine - along.abs() * far_sine, away * along > 0.0)
    }

    /// Nearest end, as sine and cosine of half its angle; none within the range.
    #[inline]
    pub(crate) fn clamp(&self, half: (f32, f32)) -> Option<(f32, f32)> {
        let (beyond, is_above) = self.beyond(half);
        (beyond > 0.0).then(|| self.ends[usize::from(is_above)])
    }

    /// End at which an angle is: 1 for the upper, -1 for the lower, none inside.
    #[inline]
    pub(crate) fn border(&self, half: (f32, f32)) -> Option<f32> {
        let (beyond, is_above) = self.beyond(half);
        (beyond > -0.5 * NEAR).then_some(if is_above { 1.0 } else { -1.0 })
    }

    /// Whether the range is so narrow that all of it is at both ends.
    #[inline]
    pub(crate) fn is_narrow(&self) -> bool {
        self.far.0 <= 0.5 * NEAR
    }
}

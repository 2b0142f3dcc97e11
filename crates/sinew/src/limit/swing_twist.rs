use crate::limit::AngleRange;
use crate::math::angle::{atan2, half, sin_cos};
use glam::{Quat, Vec3};

/// Swing–twist decomposition of a rotation: first a twist about the bone, then a swing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SwingTwist {
    /// Swing.
    pub(crate) swing: Quat,
    /// Sine and cosine of half the twist; the cosine is not negative.
    pub(crate) twist: (f32, f32),
}

impl SwingTwist {
    #[inline]
    pub(crate) fn of(turn: Quat, bone: Vec3) -> Self {
        let along = turn.xyz().dot(bone);
        let length = (along * along + turn.w * turn.w).sqrt();
        // A swing by half a turn has any twist; it gets none.
        if length < 1e-9 {
            return Self { swing: turn, twist: (0.0, 1.0) };
        }
        let sign = 1.0f32.copysign(turn.w) / length;
        let (sine, cosine) = (along * sign, turn.w * sign);
        let back = (bone * -sine).extend(cosine);
        let swing = turn * Quat::from_vec4(back);
        Self { swing, twist: (sine, cosine) }
    }

    /// Twist angle, radians.
    #[inline]
    pub(crate) fn twist(self) -> f32 {
        2.0 * atan2(self.twist.0, self.twist.1)
    }

    /// Axis and angle of the swing; none for a swing near zero.
    #[inline]
    pub(crate) fn swung(self) -> Option<SwingArc> {
        let axis = self.swing.xyz() * 1.0f32.copysign(self.swing.w);
        let sine = axis.length();
        (sine > 1e-7).then(|| SwingArc { about: axis / sine, half: (sine, self.swing.w.abs()) })
    }

    /// Sine and cosine of half the angle about `axis` (perpendicular to `bone`) of the bone, projected into the plane
    /// of the hinge.
    #[inline]
    pub(crate) fn about_hinge(self, axis: Vec3, bone: Vec3) -> (f32, f32) {
        let pointing = self.swing * bone;
        half(pointing.dot(axis.cross(bone)), pointing.dot(bone))
    }
}

/// Axis (unit, perpendicular to the bone) and angle of a swing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SwingArc {
    pub(crate) about: Vec3,
    /// Sine and cosine of half its angle, neither negative.
    pub(crate) half: (f32, f32),
}

impl SwingArc {
    #[inline]
    pub(crate) fn angle(self) -> f32 {
        2.0 * atan2(self.half.0, self.half.1)
    }

    /// Excess over an angle, given as sine and cosine of half of it: the sine of half the difference.
    #[inline]
    pub(crate) fn beyond(self, (sine, cosine): (f32, f32)) -> f32 {
        self.half.0 * cosine - self.half.1 * sine
    }
}

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
            middle: ((range.min() + range.max()) * 0.25).sin_cos(),
            far: far.sin_cos(),
            ends: [range.min(), range.max()].map(|angle| (angle * 0.5).sin_cos()),
        }
    }

    /// Excess of an angle over the ends, as the sine of half of it, and whether it is over the upper end. The result
    /// scales with the length of the given pair.
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

/// Rotation about an axis from sine and cosine of half its angle.
#[inline]
pub(crate) fn about(axis: Vec3, (sine, cosine): (f32, f32)) -> Quat {
    Quat::from_vec4((axis * sine).extend(cosine))
}

/// Sine and cosine of half an angle up to half a turn.
#[inline]
pub(crate) fn half_of(angle: f32) -> (f32, f32) {
    sin_cos(angle * 0.5)
}

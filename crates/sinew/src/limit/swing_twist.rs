use crate::limit::AngleRange;
use crate::math::angle::{atan2, half, sin_cos};
use glam::{Quat, Vec3};

/// A turn taken apart: first a twist about the bone, then a swing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parts {
    /// Of no twist.
    pub(crate) swing: Quat,
    /// Sine and cosine of half the twist; the cosine is not negative.
    pub(crate) twist: (f32, f32),
}

impl Parts {
    #[inline]
    pub(crate) fn of(turn: Quat, bone: Vec3) -> Self {
        let along = turn.xyz().dot(bone);
        let length = (along * along + turn.w * turn.w).sqrt();
        // Half a turn of swing has any twist; it gets none.
        if length < 1e-9 {
            return Self { swing: turn, twist: (0.0, 1.0) };
        }
        let sign = 1.0f32.copysign(turn.w) / length;
        let (sine, cosine) = (along * sign, turn.w * sign);
        let back = (bone * -sine).extend(cosine);
        let swing = turn * Quat::from_vec4(back);
        Self { swing, twist: (sine, cosine) }
    }

    /// The angle of the twist.
    #[inline]
    pub(crate) fn twist(self) -> f32 {
        2.0 * atan2(self.twist.0, self.twist.1)
    }

    /// The swing; none where there is next to none.
    #[inline]
    pub(crate) fn swung(self) -> Option<Swung> {
        let axis = self.swing.xyz() * 1.0f32.copysign(self.swing.w);
        let sine = axis.length();
        (sine > 1e-7).then(|| Swung { about: axis / sine, half: (sine, self.swing.w.abs()) })
    }

    /// Sine and cosine of half the angle about `axis`, square to `bone`, at which the bone points once it is brought into
    /// the plane of the hinge.
    #[inline]
    pub(crate) fn about_hinge(self, axis: Vec3, bone: Vec3) -> (f32, f32) {
        let pointing = self.swing * bone;
        half(pointing.dot(axis.cross(bone)), pointing.dot(bone))
    }
}

/// A swing: about a unit axis square to the bone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Swung {
    pub(crate) about: Vec3,
    /// Sine and cosine of half its angle, neither negative.
    pub(crate) half: (f32, f32),
}

impl Swung {
    #[inline]
    pub(crate) fn angle(self) -> f32 {
        2.0 * atan2(self.half.0, self.half.1)
    }

    /// How far it is beyond an angle of which this is half, as a sine of half the angle between.
    #[inline]
    pub(crate) fn beyond(self, (sine, cosine): (f32, f32)) -> f32 {
        self.half.0 * cosine - self.half.1 * sine
    }
}

/// A range of angles as sines and cosines of half of them, by which what is beyond is found without angles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ends {
    middle: (f32, f32),
    /// Half the way from the middle to either end.
    far: (f32, f32),
    ends: [(f32, f32); 2],
}

/// A little inside the border counts as at it.
pub(crate) const NEAR: f32 = 1e-4;

impl Ends {
    pub(crate) fn of(range: AngleRange) -> Self {
        let far = (range.max() - range.min()) * 0.25;
        Self {
            middle: ((range.min() + range.max()) * 0.25).sin_cos(),
            far: far.sin_cos(),
            ends: [range.min(), range.max()].map(|angle| (angle * 0.5).sin_cos()),
        }
    }

    /// How far an angle is beyond the ends, as a sine of half of that, and whether it is the upper one. Where sine and cosine
    /// are both too long, so is what is told.
    #[inline]
    pub(crate) fn beyond(&self, (sine, cosine): (f32, f32)) -> (f32, bool) {
        let ((middle_sine, middle_cosine), (far_sine, far_cosine)) = (self.middle, self.far);
        let away = sine * middle_cosine - cosine * middle_sine;
        let along = cosine * middle_cosine + sine * middle_sine;
        (away.abs() * far_cosine - along.abs() * far_sine, away * along > 0.0)
    }

    /// The nearest end, as sine and cosine of half its angle; none where the angle is within.
    #[inline]
    pub(crate) fn clamp(&self, half: (f32, f32)) -> Option<(f32, f32)> {
        let (beyond, is_above) = self.beyond(half);
        (beyond > 0.0).then(|| self.ends[usize::from(is_above)])
    }

    /// At which end it is, if any: 1 the upper, -1 the lower.
    #[inline]
    pub(crate) fn border(&self, half: (f32, f32)) -> Option<f32> {
        let (beyond, is_above) = self.beyond(half);
        (beyond > -0.5 * NEAR).then_some(if is_above { 1.0 } else { -1.0 })
    }

    /// Whether it is so narrow that all of it is at both ends.
    #[inline]
    pub(crate) fn is_narrow(&self) -> bool {
        self.far.0 <= 0.5 * NEAR
    }
}

/// The turn by half an angle of which sine and cosine are known.
#[inline]
pub(crate) fn about(axis: Vec3, (sine, cosine): (f32, f32)) -> Quat {
    Quat::from_vec4((axis * sine).extend(cosine))
}

/// Sine and cosine of half an angle up to half a turn.
#[inline]
pub(crate) fn half_of(angle: f32) -> (f32, f32) {
    sin_cos(angle * 0.5)
}

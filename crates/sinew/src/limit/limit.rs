//! Joint limit: bounds of a joint's rotation from its reference rotation, as a swing of the bone and a twist
//! about it (P. Baerlocher, R. Boulic, *Parametrization and Range of Motion of the Ball-and-Socket Joint*,
//! 2001).

use crate::limit::range_ends::{NEAR, RangeEnds};
use crate::limit::{AngleRange, Swing};
use crate::math::ops;
use crate::math::swing_twist::SwingTwist;
use crate::math::turn::about;
use crate::math::turn::{renewed, short_arc, short_arc_about, shortened, small_turn};
use glam::{Quat, Vec3, Vec3A};

/// Limit of a joint. Rotations are relative to the joint's reference rotation, in the parent's space: first
/// the twist about the bone, then the swing that brings the bone to its direction.
#[derive(Clone, Debug, PartialEq)]
pub struct Limit {
    /// Unit direction of the bone at the reference rotation.
    pub(crate) bone: Vec3,
    pub(crate) swing: Swing,
    pub(crate) twist: Option<AngleRange>,
    /// Squared cosine of half the swing that is allowed in every direction,
    /// rounded up; and the same a little inside.
    sure: f32,
    pub(crate) well_inside: f32,
    /// Ends of the hinge's range.
    pub(crate) hinge_ends: Option<RangeEnds>,
    /// Whether the joint rotates about more than one axis: the swing is neither fixed nor a hinge, and the
    /// twist range is not narrow.
    is_ball: bool,
    /// Ends of the twist range.
    pub(crate) twist_ends: Option<RangeEnds>,
    /// Swing that is allowed in every direction, radians.
    mobility: f32,
}

impl Limit {
    /// No limit.
    #[must_use]
    pub fn free() -> Self {
        Self::new(Vec3::Y, Swing::Free, None)
    }

    /// Fixed joint.
    #[must_use]
    pub fn fixed() -> Self {
        Self::new(Vec3::Y, Swing::Fixed, Some(AngleRange::new(0.0, 0.0)))
    }

    /// Hinge: rotations about one axis.
    #[must_use]
    pub fn hinge(axis: Vec3, range: AngleRange) -> Self {
        Self::new(axis, Swing::Fixed, Some(range))
    }

    /// Ball joint: swings within `swing` and twists within `twist`; without one any twist is allowed. `bone`
    /// is the direction of the bone at the reference rotation, in the parent's space.
    #[must_use]
    pub fn ball(bone: Vec3, swing: Swing, twist: Option<AngleRange>) -> Self {
        Self::new(bone, swing, twist)
    }

    fn new(bone: Vec3, swing: Swing, twist: Option<AngleRange>) -> Self {
        let bone = bone.normalize_or(Vec3::Y);
        let swing = match swing {
            Swing::Hinge { axis, range } => {
                let square = axis.reject_from_normalized(bone).try_normalize();
                Swing::Hinge { axis: square.unwrap_or_else(|| bone.any_orthonormal_vector()), range }
            }
            other => other,
        };
        // Rounding error of a cosine, which is a wide angle where the cosine is near 1.
        const ROUNDING: f32 = 3e-7;
        let sure = swing.sure(bone);
        let sure_swing = if sure.is_finite() { ops::cos(sure * 0.5) + ROUNDING } else { 0.0 };
        // A swing of no extent has no region that is surely allowed.
        let sure_swing = if sure == 0.0 { f32::INFINITY } else { sure_swing };
        // A swing by half a turn has any twist, and needs the full test.
        let square = |cosine: f32| (cosine * cosine).max(1e-12);
        let margin = if sure.is_finite() { NEAR } else { 0.0 };
        let hinge_ends = match &swing {
            Swing::Hinge { range, .. } => Some(RangeEnds::of(*range)),
            _ => None,
        };
        let is_narrow = twist.is_some_and(|twist| RangeEnds::of(twist).is_narrow());
        let is_ball = !is_narrow && !matches!(swing, Swing::Fixed | Swing::Hinge { .. });
        Self {
            bone,
            swing,
            twist,
            sure: square(sure_swing),
            well_inside: square(sure_swing + margin),
            hinge_ends,
            is_ball,
            twist_ends: twist.map(RangeEnds::of),
            mobility: sure.min(std::f32::consts::PI),
        }
    }

    /// Whether there is no limit.
    #[inline]
    #[must_use]
    pub fn is_free(&self) -> bool {
        matches!(self.swing, Swing::Free) && self.twist.is_none()
    }

    /// Swing that is allowed in every direction, radians.
    pub(crate) fn mobility(&self) -> f32 {
        self.mobility
    }

    /// Direction of the bone at the reference rotation, in the parent's space.
    #[must_use]
    pub fn bone(&self) -> Vec3 {
        self.bone
    }

    /// Swing limit.
    #[must_use]
    pub fn swing(&self) -> &Swing {
        &self.swing
    }

    /// Twist limit; none for any twist.
    #[must_use]
    pub fn twist(&self) -> Option<AngleRange> {
        self.twist
    }

    /// Nearest allowed rotation: the rotation itself where it is allowed, else one at the border. There the
    /// bone points to where it met the border on its way from the reference direction, and the twist is as
    /// near as allowed. The result is continuous except where the bone points straight back.
    #[must_use]
    pub fn clamp(&self, rotation: Quat) -> Quat {
        self.clamped(rotation).unwrap_or(rotation)
    }

    /// [`Limit::clamp`]; none where the rotation is allowed.
    #[inline]
    pub(crate) fn clamped(&self, turn: Quat) -> Option<Quat> {
        if self.is_surely_within(turn) { None } else { self.led_back(turn) }
    }

    /// Quick test whether a rotation is allowed; may be false for some that are. The components of the
    /// quaternion along the bone and the real one have together the length of the cosine of half the swing,
    /// and the ratio of sine and cosine of half the twist.
    #[inline]
    fn is_surely_within(&self, turn: Quat) -> bool {
        let twist = (turn.xyz().dot(self.bone), turn.w);
        twist.0 * twist.0 + twist.1 * twist.1 >= self.sure
            && self.twist_ends.as_ref().is_none_or(|ends| ends.beyond(twist).0 <= 0.0)
    }

    fn led_back(&self, turn: Quat) -> Option<Quat> {
        let parts = SwingTwist::of(turn, self.bone);
        let is_sure = parts.swing.w * parts.swing.w >= self.sure;
        let swing = if is_sure { None } else { self.clamped_swing(parts) };
        let twist = self.twist_ends.and_then(|ends| ends.clamp(parts.twist));
        if swing.is_none() && twist.is_none() {
            return None;
        }
        Some(swing.unwrap_or(parts.swing) * about(self.bone, twist.unwrap_or(parts.twist)))
    }

    /// Rotates on from `turn` by the small rotation vector `about` (parent's space), along the border where
    /// it would cross it.
    pub(crate) fn slide(&self, turn: Quat, about: Vec3A) -> Quat {
        /// Squared angle below which the remaining rotation is ignored.
        const NOTHING: f32 = 4e-8;
        let next = small_turn(about) * turn;
        let Some(within) = self.clamped(next) else { return renewed(next) };
        // The clamped rotation is not the nearest one to the wanted: the rest slides along the border.
        let left = next * within.inverse();
        let left = left.xyz() * 2.0f32.copysign(left.w);
        if left.length_squared() < NOTHING {
            return renewed(within);
        }
        let along = self.stance(within).against(left).rest(left);
        renewed(self.clamp(small_turn(along.into()) * within))
    }

    /// Rotation from `before` that brings `from` as near to the direction of `to` as possible: by the
    /// shortest arc, then along the border as far as the limit clamped it. The result is continuous.
    pub(crate) fn aimed(&self, before: Quat, from: Vec3A, to: Vec3A) -> Quat {
        /// Sine of half the rotation below which sliding is skipped.
        const HARDLY: f32 = 1e-3;
        let arc = match self.is_ball {
            true => short_arc(from, to),
            false => {
                let push = Vec3::from(from.cross(to));
                short_arc_about(self.stance(before).blocked_axes().rest(push).into(), from, to)
            }
        };
        let next = arc * before;
        let Some(within) = self.clamped(next) else { return next };
        let led_back = next.dot(within);
        let led_back = (1.0 - led_back * led_back).max(0.0).sqrt();
        if led_back < HARDLY {
            return within;
        }
        let from = (within * before.inverse()) * from;
        let push = Vec3::from(from.cross(to));
        let about = self.stance(within).against(push).rest(push);
        let arc = shortened(short_arc_about(about.into(), from, to), led_back);
        if arc.xyz().length_squared() < HARDLY * HARDLY {
            return within;
        }
        self.clamp(arc * within)
    }

    /// Nearest allowed swing; none where the swing is allowed.
    #[inline]
    fn clamped_swing(&self, parts: SwingTwist) -> Option<Quat> {
        match &self.swing {
            Swing::Free => None,
            Swing::Fixed => Some(Quat::IDENTITY),
            Swing::Hinge { axis, .. } => {
                let half = parts.about_hinge(*axis, self.bone);
                let end = self.hinge_ends.and_then(|ends| ends.clamp(half));
                Some(about(*axis, end.unwrap_or(half)))
            }
            Swing::Ellipse(_) | Swing::Polygon(_) => {
                let arc = parts.swing_arc()?;
                let border = self.swing.border(self.bone, arc.about);
                (arc.beyond(border) > 0.0).then(|| about(arc.about, border))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limit::SwingEllipse;

    #[test]
    fn what_slides_stays_within_and_goes_on_along_the_border() {
        let range = AngleRange::symmetric(0.5);
        let round = Swing::Ellipse(SwingEllipse::new(Vec3::Y, Vec3::X, range, AngleRange::symmetric(1.0)));
        let ball = Limit::ball(Vec3::Y, round, Some(range));
        let mut turn = ball.clamp(Quat::from_rotation_z(0.2) * Quat::from_rotation_x(3.0));
        for _ in 0..100 {
            turn = ball.slide(turn, Vec3A::new(0.05, 0.0, 0.02));
            assert!(ball.violation(turn) < 1e-5);
        }
        // The slide ends where the push points straight across the border.
        let bone = turn * Vec3::Y;
        assert!(bone.z > 0.3 && bone.x < -0.3, "{bone}");
        assert!(turn.angle_between(ball.slide(turn, Vec3A::new(0.05, 0.0, 0.02))) < 0.01);
    }
}

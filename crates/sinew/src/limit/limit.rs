//! What a joint may do: its turn from where it is measured, as a swing of the bone and a twist about it
//! (P. Baerlocher, R. Boulic, *Parametrization and Range of Motion of the Ball-and-Socket Joint*, 2001).

use crate::limit::swing_twist::{Ends, NEAR, Parts, about};
use crate::limit::{AngleRange, Swing};
use crate::math::turn::{renewed, short_arc, short_arc_about, shortened, small_turn};
use glam::{Quat, Vec3, Vec3A};

/// What a joint may do. Turns are counted in the parent's space from where the joint is measured: first the twist about
/// the bone, then the swing that brings the bone to where it points.
#[derive(Clone, Debug, PartialEq)]
pub struct Limit {
    pub(crate) bone: Vec3,
    pub(crate) swing: Swing,
    pub(crate) twist: Option<AngleRange>,
    /// Squared cosine of half the angle that the bone may swing in every direction, rounded up; the same a little inside.
    sure: f32,
    pub(crate) well_inside: f32,
    /// The angles of a hinge, and of the twist.
    pub(crate) hinge_ends: Option<Ends>,
    is_ball: bool,
    pub(crate) twist_ends: Option<Ends>,
    /// The angle that the bone may swing in every direction.
    mobility: f32,
}

impl Limit {
    /// A joint that may turn any way.
    pub fn free() -> Self {
        Self::new(Vec3::Y, Swing::Free, None)
    }

    /// A joint that may not turn.
    pub fn fixed() -> Self {
        Self::new(Vec3::Y, Swing::Fixed, Some(AngleRange::new(0.0, 0.0)))
    }

    /// A hinge: turns about one axis.
    pub fn hinge(axis: Vec3, range: AngleRange) -> Self {
        Self::new(axis, Swing::Fixed, Some(range))
    }

    /// A ball: the bone swings within `swing` and twists within `twist`; without one it may twist any way. `bone` is the
    /// direction of the bone where the limit is measured, in the parent's space.
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
        // A few last digits, which are wide angles near both ends of a sine.
        const ROUNDING: f32 = 3e-7;
        let sure = swing.sure(bone);
        let sure_swing = if sure.is_finite() { (sure * 0.5).cos() + ROUNDING } else { 0.0 };
        // A hinge of no width has nothing to be sure of.
        let sure_swing = if sure == 0.0 { f32::INFINITY } else { sure_swing };
        // Half a turn of swing has any twist, and is looked at.
        let square = |cosine: f32| (cosine * cosine).max(1e-12);
        let margin = if sure.is_finite() { NEAR } else { 0.0 };
        let hinge_ends = match &swing {
            Swing::Hinge { range, .. } => Some(Ends::of(*range)),
            _ => None,
        };
        let is_narrow = twist.is_some_and(|twist| Ends::of(twist).is_narrow());
        let is_ball = !is_narrow && !matches!(swing, Swing::Fixed | Swing::Hinge { .. });
        Self {
            bone,
            swing,
            twist,
            sure: square(sure_swing),
            well_inside: square(sure_swing + margin),
            hinge_ends,
            is_ball,
            twist_ends: twist.map(Ends::of),
            mobility: sure.min(std::f32::consts::PI),
        }
    }

    /// Whether it may turn any way.
    #[inline]
    pub fn is_free(&self) -> bool {
        matches!(self.swing, Swing::Free) && self.twist.is_none()
    }

    /// The angle that the bone may swing in every direction.
    pub(crate) fn mobility(&self) -> f32 {
        self.mobility
    }

    /// The direction of the bone where the limit is measured, in the parent's space.
    pub fn bone(&self) -> Vec3 {
        self.bone
    }

    /// Where the bone may point.
    pub fn swing(&self) -> &Swing {
        &self.swing
    }

    /// How it may twist; none where it may any way.
    pub fn twist(&self) -> Option<AngleRange> {
        self.twist
    }

    /// The same turn where it is allowed, else one at the border: the bone points to where it met the border on its way
    /// from where it is measured, and twists as near to what was asked as it may. Changes without jumps, but where the
    /// bone points straight back.
    pub fn clamp(&self, turn: Quat) -> Quat {
        self.clamped(turn).unwrap_or(turn)
    }

    /// The same; none where the turn is allowed.
    #[inline]
    pub(crate) fn clamped(&self, turn: Quat) -> Option<Quat> {
        if self.is_surely_within(turn) { None } else { self.led_back(turn) }
    }

    /// Whether a turn is allowed at first sight. Its parts along the bone and along nothing are both as long as the cosine of
    /// half its swing, and in the ratio of sine and cosine of half its twist.
    #[inline]
    fn is_surely_within(&self, turn: Quat) -> bool {
        let twist = (turn.xyz().dot(self.bone), turn.w);
        twist.0 * twist.0 + twist.1 * twist.1 >= self.sure
            && self.twist_ends.as_ref().is_none_or(|ends| ends.beyond(twist).0 <= 0.0)
    }

    fn led_back(&self, turn: Quat) -> Option<Quat> {
        let parts = Parts::of(turn, self.bone);
        let is_sure = parts.swing.w * parts.swing.w >= self.sure;
        let swing = if is_sure { None } else { self.clamped_swing(parts) };
        let twist = self.twist_ends.and_then(|ends| ends.clamp(parts.twist));
        if swing.is_none() && twist.is_none() {
            return None;
        }
        Some(swing.unwrap_or(parts.swing) * about(self.bone, twist.unwrap_or(parts.twist)))
    }

    /// Turns on from `turn` by about `about`, a small turn in the parent's space; along the border where it leads across it.
    pub(crate) fn slide(&self, turn: Quat, about: Vec3A) -> Quat {
        /// Squared: less than this is not worth a look.
        const NOTHING: f32 = 4e-8;
        let next = small_turn(about) * turn;
        let Some(within) = self.clamped(next) else { return renewed(next) };
        // Where the border met it on the way back is not the nearest place to where it was to go.
        let left = next * within.inverse();
        let left = left.xyz() * 2.0f32.copysign(left.w);
        if left.length_squared() < NOTHING {
            return renewed(within);
        }
        let along = self.stance(within).against(left).rest(left);
        renewed(self.clamp(small_turn(along.into()) * within))
    }

    /// Turned on from `before` until `from` comes as near to the direction of `to` as one turn brings it: by the shortest one,
    /// then, as far as the border leads it back, along the border. Changes without jumps.
    pub(crate) fn aimed(&self, before: Quat, from: Vec3A, to: Vec3A) -> Quat {
        /// The sine of half of a turn that is not worth a look.
        const HARDLY: f32 = 1e-3;
        let arc = match self.is_ball {
            true => short_arc(from, to),
            false => {
                let push = Vec3::from(from.cross(to));
                short_arc_about(self.stance(before).held().rest(push).into(), from, to)
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

    /// The nearest swing that is allowed; none where it is allowed itself.
    #[inline]
    fn clamped_swing(&self, parts: Parts) -> Option<Quat> {
        match &self.swing {
            Swing::Free => None,
            Swing::Fixed => Some(Quat::IDENTITY),
            Swing::Hinge { axis, .. } => {
                let half = parts.about_hinge(*axis, self.bone);
                let end = self.hinge_ends.and_then(|ends| ends.clamp(half));
                Some(about(*axis, end.unwrap_or(half)))
            }
            Swing::Ellipse(_) | Swing::Cone(_) => {
                let swung = parts.swung()?;
                let border = self.swing.border(self.bone, swung.about);
                (swung.beyond(border) > 0.0).then(|| about(swung.about, border))
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
        // Straight across the border lies the place where the push ends up.
        let bone = turn * Vec3::Y;
        assert!(bone.z > 0.3 && bone.x < -0.3, "{bone}");
        assert!(turn.angle_between(ball.slide(turn, Vec3A::new(0.05, 0.0, 0.02))) < 0.01);
    }
}

//! What a joint may do: its turn from where it is measured, as a swing of the bone and a twist about it
//! (P. Baerlocher, R. Boulic, *Parametrization and Range of Motion of the Ball-and-Socket Joint*, 2001).

use super::bent::small_turn;
use super::parts::{Ends, Parts, about};
use super::{AngleRange, Swing};
use glam::{Quat, Vec3};

/// What a joint may do. Turns are counted in the parent's space from where the joint is measured: first the twist about
/// the bone, then the swing that brings the bone to where it points.
#[derive(Clone, Debug, PartialEq)]
pub struct Limit {
    pub(super) bone: Vec3,
    pub(super) swing: Swing,
    pub(super) twist: Option<AngleRange>,
    /// Cosine of half the angle that the bone may swing in every direction, rounded up.
    pub(super) sure_swing: f32,
    /// The angles of a hinge, and of the twist.
    pub(super) hinge_ends: Option<Ends>,
    pub(super) twist_ends: Option<Ends>,
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
        let sure_swing = if sure.is_finite() { (sure * 0.5).cos() + ROUNDING } else { -1.0 };
        // A hinge of no width has nothing to be sure of.
        let sure_swing = if sure == 0.0 { f32::INFINITY } else { sure_swing };
        let hinge_ends = match &swing {
            Swing::Hinge { range, .. } => Some(Ends::of(*range)),
            _ => None,
        };
        Self {
            bone,
            swing,
            twist,
            sure_swing,
            hinge_ends,
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
    pub(super) fn mobility(&self) -> f32 {
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
        if self.is_free() {
            return turn;
        }
        let parts = Parts::of(turn, self.bone);
        let swing_is_sure = parts.swing.w.abs() >= self.sure_swing;
        let swing = if swing_is_sure { None } else { self.clamped_swing(parts) };
        let twist = self.twist_ends.and_then(|ends| ends.clamp(parts.twist));
        if swing.is_none() && twist.is_none() {
            return turn;
        }
        swing.unwrap_or(parts.swing) * about(self.bone, twist.unwrap_or(parts.twist))
    }

    /// Turns on from `turn` by about `about`, a small turn in the parent's space; along the border where it leads across it.
    pub(super) fn slide(&self, turn: Quat, about: Vec3) -> Quat {
        let next = small_turn(about) * turn;
        let within = self.clamp(next);
        if within == next {
            return next.normalize();
        }
        // Where the border met it on the way back is not the nearest place to where it was to go.
        let left = next * within.inverse();
        let left = left.xyz() * 2.0f32.copysign(left.w);
        let (axes, count) = self.stance(within).axes(left);
        let along: Vec3 = axes[..count].iter().map(|axis| *axis * axis.dot(left)).sum();
        self.clamp(small_turn(along) * within).normalize()
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
    use crate::ik::SwingEllipse;

    #[test]
    fn what_slides_stays_within_and_goes_on_along_the_border() {
        let range = AngleRange::symmetric(0.5);
        let round = Swing::Ellipse(SwingEllipse::new(Vec3::Y, Vec3::X, range, AngleRange::symmetric(1.0)));
        let ball = Limit::ball(Vec3::Y, round, Some(range));
        let mut turn = ball.clamp(Quat::from_rotation_z(0.2) * Quat::from_rotation_x(3.0));
        for _ in 0..100 {
            turn = ball.slide(turn, Vec3::new(0.05, 0.0, 0.02));
            assert!(ball.violation(turn) < 1e-5);
        }
        // Straight across the border lies the place where the push ends up.
        let bone = turn * Vec3::Y;
        assert!(bone.z > 0.3 && bone.x < -0.3, "{bone}");
        assert!(turn.angle_between(ball.slide(turn, Vec3::new(0.05, 0.0, 0.02))) < 0.01);
    }
}

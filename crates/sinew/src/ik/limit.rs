//! What a joint may do: its turn from where it is measured, as a swing of the bone and a twist about it
//! (P. Baerlocher, R. Boulic, *Parametrization and Range of Motion of the Ball-and-Socket Joint*, 2001).

use super::bent::small_turn;
use super::{AngleRange, Swing};
use glam::{Quat, Vec3};

/// What a joint may do. Turns are counted in the parent's space from where the joint is measured: first the twist about
/// the bone, then the swing that brings the bone to where it points.
#[derive(Clone, Debug, PartialEq)]
pub struct Limit {
    bone: Vec3,
    swing: Swing,
    twist: Option<AngleRange>,
    /// Cosine of half the angle that the bone may swing in every direction, rounded up.
    sure_swing: f32,
    /// Sine of half the angle that it may twist either way, rounded down.
    sure_twist: f32,
    /// The angle that the bone may swing in every direction.
    mobility: f32,
}

/// How a joint stands to one of its limits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measure {
    /// Which limit.
    pub kind: MeasureKind,
    /// Where it begins, in radians.
    pub min: f32,
    /// Where it ends; of a swing, in the direction that the bone has taken.
    pub max: f32,
    /// Where the joint is.
    pub value: f32,
}

/// The kinds of limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeasureKind {
    /// The angle about the axis of a hinge.
    Hinge,
    /// The angle between the bone and where it is measured from.
    Swing,
    /// The angle about the bone.
    Twist,
}

/// A little inside the border counts as at it.
const NEAR: f32 = 1e-4;

/// Axes about which a joint cannot turn, unit and square to one another.
#[derive(Default)]
struct Held {
    axes: [Vec3; 3],
    count: usize,
}

impl Held {
    fn hold(&mut self, axis: Vec3) {
        if let Some(axis) = self.rest(axis).filter(|_| self.count < 3) {
            self.axes[self.count] = axis;
            self.count += 1;
        }
    }

    /// The direction of what is left of an axis.
    fn rest(&self, axis: Vec3) -> Option<Vec3> {
        let left = self.axes[..self.count].iter().fold(axis, |left, own| left - *own * left.dot(*own));
        (left.length_squared() > 1e-6).then(|| left.normalize())
    }

    /// The axis of the turns that lead out of a range at whose end an angle about `axis` is. One so narrow that all of it is at
    /// both ends holds the axis.
    fn border(&mut self, range: AngleRange, angle: f32, axis: Vec3) -> Option<Vec3> {
        if range.max() - range.min() < 2.0 * NEAR {
            self.hold(axis);
            return None;
        }
        match angle {
            low if low < range.min() + NEAR => Some(-axis),
            high if high > range.max() - NEAR => Some(axis),
            _ => None,
        }
    }

    /// Holds those borders that a push leads across, but for one that it leads away from where the other holds it.
    fn hold_back(&mut self, push: Vec3, borders: [Option<Vec3>; 2]) {
        let [first, second] = borders.map(|border| self.rest(border?));
        let across = |border: Option<Vec3>, push: Vec3| border.filter(|border| push.dot(*border) > 0.0);
        let (first, second) = match (across(first, push), across(second, push)) {
            (Some(a), Some(b)) => {
                let along_a = across(second, push - a * push.dot(a));
                let along_b = across(first, push - b * push.dot(b));
                match (along_a, along_b) {
                    (None, _) => (Some(a), None),
                    (_, None) => (None, Some(b)),
                    _ => (Some(a), Some(b)),
                }
            }
            (Some(a), None) => (Some(a), across(second, push - a * push.dot(a))),
            (None, Some(b)) => (across(first, push - b * push.dot(b)), Some(b)),
            (None, None) => (None, None),
        };
        for axis in [first, second].into_iter().flatten() {
            self.hold(axis);
        }
    }

    /// The axes that are left, and how many.
    fn free(&self) -> ([Vec3; 3], usize) {
        match self.count {
            0 => ([Vec3::X, Vec3::Y, Vec3::Z], 3),
            1 => {
                let (x, y) = self.axes[0].any_orthonormal_pair();
                ([x, y, Vec3::ZERO], 2)
            }
            2 => ([self.axes[0].cross(self.axes[1]), Vec3::ZERO, Vec3::ZERO], 1),
            _ => ([Vec3::ZERO; 3], 0),
        }
    }
}

/// A turn taken apart.
#[derive(Clone, Copy, Debug)]
struct Parts {
    /// Of no twist; w is not negative.
    swing: Quat,
    /// Sine and cosine of half the twist; the cosine is not negative.
    twist: (f32, f32),
}

impl Parts {
    #[inline]
    fn of(turn: Quat, bone: Vec3) -> Self {
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

    #[inline]
    fn twist(self) -> f32 {
        2.0 * self.twist.0.atan2(self.twist.1)
    }

    /// The angle of the swing and its axis, square to the bone; none where there is next to no swing.
    #[inline]
    fn swing(self) -> Option<(f32, Vec3)> {
        let axis = self.swing.xyz() * 1.0f32.copysign(self.swing.w);
        let sine = axis.length();
        (sine > 1e-7).then(|| (2.0 * sine.atan2(self.swing.w.abs()), axis / sine))
    }
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
        let sure_twist = twist.map_or(2.0, |range| {
            let half = range.max().min(-range.min()) * 0.5;
            half.min(std::f32::consts::FRAC_PI_2).sin() - ROUNDING
        });
        Self { bone, swing, twist, sure_swing, sure_twist, mobility: sure.min(std::f32::consts::PI) }
    }

    /// Whether it may turn any way.
    pub fn is_free(&self) -> bool {
        self.swing == Swing::Free && self.twist.is_none()
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
        let parts = Parts::of(turn, self.bone);
        let swing_is_sure = parts.swing.w.abs() >= self.sure_swing;
        let twist_is_sure = parts.twist.0.abs() <= self.sure_twist;
        if swing_is_sure && twist_is_sure {
            return turn;
        }
        let swing = if swing_is_sure { None } else { self.clamped_swing(parts) };
        let twist = self.twist.filter(|_| !twist_is_sure).map(|range| (range, parts.twist()));
        let twist = twist.filter(|(range, twist)| range.excess(*twist) > 0.0);
        if swing.is_none() && twist.is_none() {
            return turn;
        }
        let (sine, cosine) = match twist {
            None => parts.twist,
            Some((range, twist)) => (range.clamp(twist) * 0.5).sin_cos(),
        };
        swing.unwrap_or(parts.swing) * Quat::from_vec4((self.bone * sine).extend(cosine))
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
        let (axes, count) = self.axes(within, left);
        let along: Vec3 = axes[..count].iter().map(|axis| *axis * axis.dot(left)).sum();
        self.clamp(small_turn(along) * within).normalize()
    }

    /// The nearest swing that is allowed; none where it is allowed itself.
    fn clamped_swing(&self, parts: Parts) -> Option<Quat> {
        match &self.swing {
            Swing::Free => None,
            Swing::Fixed => Some(Quat::IDENTITY),
            Swing::Hinge { axis, range } => {
                let angle = range.clamp(self.about_hinge(*axis, parts.swing));
                Some(Quat::from_axis_angle(*axis, angle))
            }
            Swing::Ellipse(_) | Swing::Cone(_) => {
                let (angle, about) = parts.swing()?;
                let reach = self.swing.reach(self.bone, about);
                (angle > reach).then(|| Quat::from_axis_angle(about, reach))
            }
        }
    }

    /// The angle about `axis` at which the bone points once it is brought into the plane of the hinge.
    fn about_hinge(&self, axis: Vec3, swing: Quat) -> f32 {
        let pointing = swing * self.bone;
        pointing.dot(axis.cross(self.bone)).atan2(pointing.dot(self.bone))
    }

    /// How far `turn` is outside of what is allowed, in radians: the worse of swing and twist; 0 inside.
    pub fn violation(&self, turn: Quat) -> f32 {
        let parts = Parts::of(turn, self.bone);
        let swung = match &self.swing {
            Swing::Free => 0.0,
            Swing::Fixed => parts.swing().map_or(0.0, |(angle, _)| angle),
            Swing::Hinge { axis, range } => {
                let aside = (parts.swing * self.bone).dot(*axis).clamp(-1.0, 1.0).asin().abs();
                aside.max(range.excess(self.about_hinge(*axis, parts.swing)))
            }
            Swing::Ellipse(_) | Swing::Cone(_) => parts
                .swing()
                .map_or(0.0, |(angle, about)| (angle - self.swing.reach(self.bone, about)).max(0.0)),
        };
        swung.max(self.twist.map_or(0.0, |range| range.excess(parts.twist())))
    }

    /// How `turn` stands to the limits that there are: to that of the swing, then to that of the twist.
    pub fn measures(&self, turn: Quat) -> impl Iterator<Item = Measure> {
        let parts = Parts::of(turn, self.bone);
        let swung = match &self.swing {
            Swing::Free | Swing::Fixed => None,
            Swing::Hinge { axis, range } => {
                let value = range.counted(self.about_hinge(*axis, parts.swing));
                Some(Measure { kind: MeasureKind::Hinge, min: range.min(), max: range.max(), value })
            }
            Swing::Ellipse(_) | Swing::Cone(_) => {
                let any = self.bone.any_orthonormal_vector();
                let (value, about) = parts.swing().unwrap_or((0.0, any));
                let max = self.swing.reach(self.bone, about);
                Some(Measure { kind: MeasureKind::Swing, min: 0.0, max, value })
            }
        };
        // A joint that only twists is a hinge.
        let kind = if self.swing == Swing::Fixed { MeasureKind::Hinge } else { MeasureKind::Twist };
        let value = parts.twist();
        let twisted = self.twist.map(|range| Measure {
            kind,
            min: range.min(),
            max: range.max(),
            value: range.counted(value),
        });
        swung.into_iter().chain(twisted)
    }

    /// The axes, in the parent's space, about which a joint that stands at `turn` can follow a push about `push`: as many as
    /// the answer says, unit and square to one another. What is at its border gives way to pushes from the border only.
    pub(super) fn axes(&self, turn: Quat, push: Vec3) -> ([Vec3; 3], usize) {
        let parts = Parts::of(turn, self.bone);
        let near_swing = parts.swing.w.abs() < self.sure_swing + NEAR;
        let near_twist = parts.twist.0.abs() > self.sure_twist - NEAR;
        if !near_swing && !near_twist {
            return ([Vec3::X, Vec3::Y, Vec3::Z], 3);
        }
        let pointing = parts.swing * self.bone;
        let mut held = Held::default();
        let mut border = [None; 2];
        if near_swing {
            match &self.swing {
                Swing::Free => {}
                Swing::Fixed => {
                    let (x, y) = pointing.any_orthonormal_pair();
                    held.hold(x);
                    held.hold(y);
                }
                Swing::Hinge { axis, range } => {
                    held.hold(axis.cross(pointing));
                    let angle = range.counted(self.about_hinge(*axis, parts.swing));
                    border[0] = held.border(*range, angle, *axis);
                }
                Swing::Ellipse(_) | Swing::Cone(_) => {
                    let swung = parts.swing();
                    let at_border =
                        swung.filter(|(angle, about)| *angle > self.swing.reach(self.bone, *about) - NEAR);
                    border[0] = at_border.map(|(angle, about)| self.swing.outward(about, angle, pointing));
                }
            }
        }
        if let Some(range) = self.twist.filter(|_| near_twist) {
            let twist = range.counted(parts.twist());
            // What a turn about an axis adds to the twist.
            let rate = (self.bone + pointing).normalize_or(self.bone);
            border[1] = held.border(range, twist, rate);
        }
        held.hold_back(push, border);
        held.free()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ik::SwingEllipse;

    fn count(limit: &Limit, turn: Quat, push: Vec3) -> usize {
        limit.axes(turn, push).1
    }

    #[test]
    fn a_joint_gives_way_within_its_limit_and_from_its_border() {
        let range = AngleRange::symmetric(0.5);
        let hinge = Limit::hinge(Vec3::Z, range);
        let at = Quat::from_rotation_z;
        assert_eq!(hinge.axes(at(0.2), Vec3::Z).0[0].abs(), Vec3::Z);
        assert_eq!([0.2, 0.5, -0.5].map(|angle| count(&hinge, at(angle), Vec3::Z)), [1, 0, 1]);
        assert_eq!([0.2, 0.5, -0.5].map(|angle| count(&hinge, at(angle), Vec3::NEG_Z)), [1, 1, 0]);
        let round = Swing::Ellipse(SwingEllipse::new(Vec3::Y, Vec3::X, range, range));
        let ball = Limit::ball(Vec3::Y, round, Some(range));
        assert_eq!([0.2, 0.5, -0.5].map(|angle| count(&ball, at(angle), Vec3::Z)), [3, 2, 3]);
        assert_eq!(count(&ball, Quat::from_rotation_y(0.5), Vec3::Y), 2);
        assert_eq!(count(&ball, at(0.5) * Quat::from_rotation_y(0.5), Vec3::new(0.0, 1.0, 1.0)), 1);
        assert_eq!(count(&Limit::free(), at(3.0), Vec3::Z), 3);
    }

    #[test]
    fn a_range_of_no_width_gives_way_to_neither_side() {
        let none = AngleRange::new(0.0, 0.0);
        let hinge = Swing::Hinge { axis: Vec3::X, range: AngleRange::new(0.3, 0.3) };
        for push in [Vec3::Y, Vec3::NEG_Y, Vec3::ONE, Vec3::NEG_ONE] {
            assert_eq!(count(&Limit::fixed(), Quat::IDENTITY, push), 0);
            assert_eq!(count(&Limit::hinge(Vec3::Y, none), Quat::IDENTITY, push), 0);
            assert_eq!(count(&Limit::ball(Vec3::Y, Swing::Free, Some(none)), Quat::IDENTITY, push), 2);
            let knee = Limit::ball(Vec3::Y, hinge.clone(), Some(none));
            assert_eq!(count(&knee, Quat::from_rotation_x(0.3), push), 0);
        }
    }

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

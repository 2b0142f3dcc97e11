//! Active limits of a joint: a joint inside its limits follows a push, a joint at a border slides along it.

use crate::limit::range_ends::{NEAR, RangeEnds};
use crate::limit::{Limit, Swing};
use crate::math::swing_twist::{SwingArc, SwingTwist};
use glam::{Quat, Vec3};

/// Axes about which a joint cannot turn, unit and perpendicular to one another.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BlockedAxes {
    axes: [Vec3; 3],
    count: usize,
}

impl BlockedAxes {
    fn hold(&mut self, axis: Vec3) {
        if let Some(axis) = self.direction(axis).filter(|_| self.count < 3) {
            self.axes[self.count] = axis;
            self.count += 1;
        }
    }

    /// Blocked axes.
    #[inline]
    pub(crate) fn axes(&self) -> &[Vec3] {
        &self.axes[..self.count]
    }

    /// Component of a rotation vector that is not blocked.
    #[inline]
    pub(crate) fn rest(&self, axis: Vec3) -> Vec3 {
        if self.count == 3 {
            return Vec3::ZERO;
        }
        self.axes().iter().fold(axis, |left, locked| left - *locked * left.dot(*locked))
    }

    /// Direction of the component of an axis that is not blocked.
    fn direction(&self, axis: Vec3) -> Option<Vec3> {
        let left = self.rest(axis);
        (left.length_squared() > 1e-6).then(|| left.normalize())
    }

    /// Axis of the rotations that leave a range at whose end the angle is; `half` is sine and cosine of half
    /// the angle about `axis`. A range so narrow that all of it is at both ends blocks the axis.
    fn border(&mut self, ends: &RangeEnds, half: (f32, f32), axis: Vec3) -> Option<Vec3> {
        if ends.is_narrow() {
            self.hold(axis);
            return None;
        }
        ends.border(half).map(|end| axis * end)
    }

    /// Blocks the borders that a push would cross, except one that it leaves while it slides along the other.
    fn hold_back(&mut self, push: Vec3, borders: [Option<Vec3>; 2]) {
        let [first, second] = match borders {
            [Some(first), Some(second)] => [first, second].map(|border| self.direction(border)),
            [Some(border), None] | [None, Some(border)] => return self.hold_one_back(push, border),
            [None, None] => return,
        };
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

    /// The same for one border.
    #[inline]
    fn hold_one_back(&mut self, push: Vec3, border: Vec3) {
        let border = if self.count == 0 { Some(border) } else { self.direction(border) };
        if let Some(border) = border.filter(|border| self.count < 3 && push.dot(*border) > 0.0) {
            self.axes[self.count] = border;
            self.count += 1;
        }
    }

    /// Free axes, and their number.
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

/// Active limits of a joint: axes that are always blocked, and borders.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ActiveLimits {
    held: BlockedAxes,
    /// Axes of the rotations that cross each border.
    borders: [Option<Vec3>; 2],
}

impl ActiveLimits {
    /// Axes about which the joint can follow a push about `push`: unit and perpendicular to one another, as
    /// many as the returned number. A joint at a border follows pushes away from it only.
    #[inline]
    pub(crate) fn axes(&self, push: Vec3) -> ([Vec3; 3], usize) {
        self.against(push).free()
    }

    /// Axes that are always blocked.
    #[inline]
    pub(crate) fn blocked_axes(&self) -> BlockedAxes {
        self.held
    }

    /// Axes that are blocked for a push.
    #[inline]
    pub(crate) fn against(&self, push: Vec3) -> BlockedAxes {
        let mut held = self.held;
        if self.has_borders() {
            held.hold_back(push, self.borders);
        }
        held
    }

    /// Active limits in the space in which the parent has the rotation `parent`.
    #[inline]
    pub(crate) fn within(mut self, parent: Quat) -> Self {
        if !self.is_free() {
            self.held.axes[..self.held.count].iter_mut().for_each(|axis| *axis = parent * *axis);
            self.borders = self.borders.map(|border| border.map(|axis| parent * axis));
        }
        self
    }

    /// Whether blocked axes depend on the push.
    #[inline]
    pub(crate) fn has_borders(&self) -> bool {
        self.borders[0].is_some() || self.borders[1].is_some()
    }

    /// Whether any push can be followed.
    #[inline]
    pub(crate) fn is_free(&self) -> bool {
        self.held.count == 0 && !self.has_borders()
    }
}

impl Limit {
    /// Active limits of a joint at the rotation `turn`, in the parent's space.
    pub(crate) fn stance(&self, turn: Quat) -> ActiveLimits {
        let mut stance = ActiveLimits::default();
        let twist = (turn.xyz().dot(self.bone), turn.w);
        let near_swing = twist.0 * twist.0 + twist.1 * twist.1 < self.well_inside;
        if !near_swing && self.twist_ends.as_ref().is_none_or(|ends| ends.beyond(twist).0 < -0.5 * NEAR) {
            return stance;
        }
        let parts = SwingTwist::of(turn, self.bone);
        let at_twist = self.twist_ends.filter(|ends| ends.is_narrow() || ends.border(parts.twist).is_some());
        if !near_swing && at_twist.is_none() {
            return stance;
        }
        let pointing = parts.swing * self.bone;
        let ActiveLimits { held, borders } = &mut stance;
        if near_swing {
            match (&self.swing, &self.hinge_ends) {
                (Swing::Hinge { axis, .. }, Some(ends)) => {
                    held.hold(axis.cross(pointing));
                    borders[0] = held.border(ends, parts.about_hinge(*axis, self.bone), *axis);
                }
                (Swing::Fixed, _) => {
                    let (x, y) = pointing.any_orthonormal_pair();
                    held.hold(x);
                    held.hold(y);
                }
                (Swing::Ellipse(_) | Swing::Polygon(_), _) => {
                    let is_near =
                        |arc: &SwingArc| arc.beyond(self.swing.border(self.bone, arc.about)) > -0.5 * NEAR;
                    let arc = parts.swing_arc().filter(is_near);
                    borders[0] = arc.map(|arc| self.swing.outward(arc, pointing));
                }
                _ => {}
            }
        }
        if let Some(ends) = at_twist {
            // Rate of the twist for rotations about an axis.
            let rate = (self.bone + pointing).normalize_or(self.bone);
            borders[1] = held.border(&ends, parts.twist, rate);
        }
        stance
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limit::{AngleRange, SwingEllipse};

    fn count(limit: &Limit, turn: Quat, push: Vec3) -> usize {
        limit.stance(turn).axes(push).1
    }

    #[test]
    fn a_joint_gives_way_within_its_limit_and_from_its_border() {
        let range = AngleRange::symmetric(0.5);
        let hinge = Limit::hinge(Vec3::Z, range);
        let at = Quat::from_rotation_z;
        assert_eq!(hinge.stance(at(0.2)).axes(Vec3::Z).0[0].abs(), Vec3::Z);
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
}

//! Mirrored joint limits: the limit of the other side of a body.

use crate::limit::{AngleRange, Limit, Swing, SwingEllipse, SwingPolygon};
use glam::Vec3;

/// Direction mirrored in the plane x = 0.
fn direction(v: Vec3) -> Vec3 {
    Vec3::new(-v.x, v.y, v.z)
}

/// Axis of rotation mirrored in the plane x = 0: a rotation about it by an angle is the mirrored rotation by
/// the same angle.
fn axis(v: Vec3) -> Vec3 {
    Vec3::new(v.x, -v.y, -v.z)
}

fn reversed(range: AngleRange) -> AngleRange {
    AngleRange::new(-range.max(), -range.min())
}

impl Limit {
    /// The limit of the mirrored rotations, in the plane x = 0 of the parent's space.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let bone = direction(self.bone);
        let swing = match &self.swing {
            Swing::Free => Swing::Free,
            Swing::Fixed => Swing::Fixed,
            Swing::Hinge { axis: hinge_axis, range } => {
                Swing::Hinge { axis: axis(*hinge_axis), range: *range }
            }
            Swing::Ellipse(ellipse) => {
                let (ellipse_axis, [about_axis, about_other]) = (ellipse.axis(), ellipse.ranges());
                // The second axis is the bone × the first, which mirroring reverses.
                Swing::Ellipse(SwingEllipse::new(bone, axis(ellipse_axis), about_axis, reversed(about_other)))
            }
            Swing::Polygon(polygon) => {
                let corners: Vec<Vec3> = polygon.points().iter().copied().map(direction).collect();
                SwingPolygon::new(bone, &corners).map_or_else(|_| self.swing.clone(), Swing::Polygon)
            }
        };
        // The twist is about the bone's direction, which is no axis.
        Self::ball(bone, swing, self.twist.map(reversed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::mirrored;
    use glam::Quat;
    use test_needs::cases;

    #[test]
    fn mirrored_rotations_exceed_a_mirrored_limit_by_as_much() {
        let range = AngleRange::from_degrees;
        let bone = Vec3::new(0.6, 0.8, 0.0);
        let ellipse = SwingEllipse::new(bone, Vec3::Z, range(-30.0, 70.0), range(-20.0, 45.0));
        let corner = |x, y| bone + Vec3::new(0.8, -0.6, 0.0) * x + Vec3::Z * y;
        let corners = [corner(1.0, 0.2), corner(-0.3, 0.9), corner(-0.6, -0.2), corner(0.1, -0.7)];
        let limits = [
            Limit::ball(bone, Swing::Ellipse(ellipse), Some(range(-40.0, 60.0))),
            Limit::ball(
                bone,
                Swing::Polygon(SwingPolygon::new(bone, &corners).unwrap()),
                Some(range(-10.0, 30.0)),
            ),
            Limit::ball(
                bone,
                Swing::Hinge { axis: Vec3::Z, range: range(0.0, 150.0) },
                Some(range(-10.0, 90.0)),
            ),
            Limit::hinge(bone, range(-50.0, 20.0)),
        ];
        for limit in limits {
            let other = limit.mirrored();
            for mut random in cases(1000) {
                let mut next = || random.f32() * 3.0 - 1.5;
                let turn = Quat::from_scaled_axis(Vec3::new(next(), next(), next()));
                let [direct, mirrored] = [limit.violation(turn), other.violation(mirrored(turn))];
                assert!((direct - mirrored).abs() < 2e-3, "{limit:?}: {turn}: {direct} and {mirrored}");
            }
        }
    }
}

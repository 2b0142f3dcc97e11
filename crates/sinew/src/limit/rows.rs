use crate::limit::{Limit, Swing};
use crate::math::ops;
use crate::math::swing_twist::SwingTwist;
use glam::{Mat3, Quat, Vec3};

/// Limit linearized at a rotation, for constraint solvers: the small rotations by which a joint may go on, as
/// ranges of angles about three axes perpendicular to one another.
///
/// Ranges that do not contain 0 mean that the rotation exceeds the limit; the nearest end is what leads back.
/// Physics engines that limit a joint by an angle per axis get exact hinges, elliptic cones and polygons by
/// setting these axes and ranges before each step.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct LimitRows {
    /// Rotation whose X, Y and Z axes are the three axes, in the parent's space.
    pub axes: Quat,
    /// Least and greatest angle about each axis, radians; infinite where there is no limit.
    pub ranges: [[f32; 2]; 3],
}

/// Range of an axis without limit.
const OPEN: [f32; 2] = [f32::NEG_INFINITY, f32::INFINITY];

impl Limit {
    /// The limit, linearized at a rotation.
    #[must_use]
    pub fn rows(&self, rotation: Quat) -> LimitRows {
        let parts = SwingTwist::of(rotation, self.bone);
        let pointing = parts.swing * self.bone;
        let arc = parts.swing_arc();
        let (angle, about) = match arc {
            Some(arc) => (arc.angle(), arc.about),
            None => (0.0, self.bone.any_orthonormal_vector()),
        };
        // A rotation about the axis halfway between the bone's two directions changes the twist alone, by
        // more than its angle.
        let half = (self.bone + pointing).try_normalize().unwrap_or(pointing);
        let rate = arc.map_or(1.0, |arc| arc.half.1).max(0.05);
        let twist = self.twist.map_or(OPEN, |range| {
            let now = range.wrapped(parts.twist());
            [range.min() - now, range.max() - now]
        });
        let about_half = twist.map(|left| left * rate);
        let (axes, ranges) = match &self.swing {
            Swing::Free => (frame(about, half), [OPEN, about_half, OPEN]),
            Swing::Fixed => (frame(about, half), [[-angle; 2], about_half, [0.0; 2]]),
            Swing::Hinge { axis, range } => {
                let (sine, cosine) = parts.about_hinge(*axis, self.bone);
                let now = range.wrapped(2.0 * ops::atan2(sine, cosine));
                let off_plane = ops::asin(pointing.dot(*axis).clamp(-1.0, 1.0));
                (frame(*axis, pointing), [[range.min() - now, range.max() - now], twist, [off_plane; 2]])
            }
            Swing::Ellipse(_) | Swing::Polygon(_) => {
                let outward = arc.map_or(about, |arc| self.swing.outward(arc, pointing));
                let left = (self.swing.reach(self.bone, about) - angle) * outward.dot(about).max(0.05);
                (frame(outward, half), [[f32::NEG_INFINITY, left], about_half, OPEN])
            }
        };
        LimitRows { axes, ranges }
    }
}

/// Rotation with the X axis `x` and the Y axis as near as possible to `y`.
fn frame(x: Vec3, y: Vec3) -> Quat {
    let y = y.reject_from_normalized(x).try_normalize().unwrap_or_else(|| x.any_orthonormal_vector());
    Quat::from_mat3(&Mat3::from_cols(x, y, x.cross(y)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limit::{AngleRange, SwingEllipse};
    use crate::math::turn::small_turn;
    use test_needs::cases;

    fn limits() -> [Limit; 4] {
        let range = AngleRange::from_degrees;
        let ellipse = SwingEllipse::new(Vec3::Y, Vec3::X, range(-30.0, 70.0), range(-20.0, 45.0));
        [
            Limit::ball(Vec3::Y, Swing::Ellipse(ellipse), Some(range(-40.0, 60.0))),
            Limit::ball(
                Vec3::Y,
                Swing::Hinge { axis: Vec3::X, range: range(0.0, 150.0) },
                Some(range(-10.0, 90.0)),
            ),
            Limit::hinge(Vec3::Z, range(-50.0, 20.0)),
            Limit::ball(Vec3::Y, Swing::Free, Some(range(-40.0, 60.0))),
        ]
    }

    /// Steps by the nearest allowed angles about the axes, as a solver does,
    /// lead back into the limit from anywhere.
    #[test]
    fn rows_lead_back_into_the_limit() {
        for limit in limits() {
            for mut random in cases(2000) {
                let mut next = || random.f32() * 4.0 - 2.0;
                let mut turn = Quat::from_scaled_axis(Vec3::new(next(), next(), next()));
                let before = limit.violation(turn);
                for _ in 0..60 {
                    let rows = limit.rows(turn);
                    let amounts =
                        rows.ranges.map(|[min, max]| 0.0f32.clamp(min, max.max(min)).clamp(-0.2, 0.2));
                    turn = (small_turn((rows.axes * Vec3::from(amounts)).into()) * turn).normalize();
                }
                let after = limit.violation(turn);
                assert!(after < 2e-3, "{limit:?}: {before} to {after}");
            }
        }
    }

    /// Ranges of a rotation within its limit all contain 0, and a rotation to the end of one reaches the
    /// border.
    #[test]
    fn ranges_end_at_the_border() {
        for limit in limits() {
            for mut random in cases(2000) {
                let mut next = || random.f32() * 4.0 - 2.0;
                let turn = limit.clamp(Quat::from_scaled_axis(Vec3::new(next(), next(), next())));
                let rows = limit.rows(turn);
                for (n, [min, max]) in rows.ranges.into_iter().enumerate() {
                    assert!(min < 3e-3 && max > -3e-3, "{limit:?}: {turn}: row {n} from {min} to {max}");
                    let axis = rows.axes * Vec3::AXES[n];
                    if max > 0.01 && max < 0.1 {
                        let over = (small_turn((axis * (max + 0.02)).into()) * turn).normalize();
                        assert!(limit.violation(over) > 2e-3, "{limit:?}: {turn}: row {n}");
                    }
                }
            }
        }
    }
}

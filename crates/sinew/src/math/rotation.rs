//! Spherical interpolation of rotations (Shoemake, *Animating Rotation with Quaternion Curves*, 1985) along
//! the shorter arc.

use crate::math::ops;
use glam::Quat;

/// Cosine of the angle below which linear interpolation replaces the arc; its error is less than 1e-6 there.
const NEARLY_EQUAL: f32 = 0.9995;

/// Spherical linear interpolation from `a` (`s` = 0) to `b` (`s` = 1) along the shorter arc, at constant
/// speed. `a` and `b` are unit quaternions; `b` and `-b` give the same result. Lengths that files round a
/// little off 1 are interpolated too.
#[inline]
#[must_use]
pub fn slerp_shortest(a: Quat, b: Quat, s: f32) -> Quat {
    if a == b {
        return a;
    }
    let dot = a.dot(b);
    let (b, dot) = if dot < 0.0 { (-b, -dot) } else { (b, dot) };
    if dot > NEARLY_EQUAL {
        return (a * (1.0 - s) + b * s).normalize();
    }
    // The half-angle from chord lengths keeps full precision, where acos(dot) loses it.
    let angle = 2.0 * ops::atan2((b - a).length(), (b + a).length());
    (a * ops::sin((1.0 - s) * angle) + b * ops::sin(s * angle)) / ops::sin(angle)
}

/// A rotation mirrored in the plane x = 0, which swaps left and right.
#[inline]
pub(crate) fn mirrored(q: Quat) -> Quat {
    Quat::from_xyzw(q.x, -q.y, -q.z, q.w)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    #[test]
    fn speed_is_constant_along_the_shorter_arc() {
        let a = Quat::from_rotation_y(0.2);
        let b = -Quat::from_rotation_y(2.2);
        for i in 0..=10 {
            let s = i as f32 / 10.0;
            let expected = Quat::from_rotation_y(0.2 + 2.0 * s);
            assert!(slerp_shortest(a, b, s).dot(expected).abs() > 1.0 - 1e-6);
        }
    }

    #[test]
    fn a_mirror_swaps_left_and_right() {
        let across = Vec3::new(-1.0, 1.0, 1.0);
        let q = Quat::from_euler(glam::EulerRot::XYZ, 0.4, -1.1, 2.0);
        for v in [Vec3::X, Vec3::Y, Vec3::Z] {
            assert!((mirrored(q) * v).abs_diff_eq((q * (v * across)) * across, 1e-6));
        }
    }

    #[test]
    fn equal_and_nearly_equal_ends_stay_unit() {
        let a = Quat::from_rotation_x(1.0);
        let b = Quat::from_rotation_x(1.0 + 1e-6);
        for q in [slerp_shortest(a, a, 0.5), slerp_shortest(a, b, 0.5), slerp_shortest(a, -a, 0.3)] {
            assert!((q.length() - 1.0).abs() < 1e-6 && q.dot(a).abs() > 0.999_999);
        }
    }
}

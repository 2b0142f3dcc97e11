//! Rotation between two keys: the spherical interpolation of Shoemake, *Animating Rotation with Quaternion
//! Curves* (1985), along the shorter of the two arcs.

use glam::Quat;

/// Cosine of the angle below which the straight line serves as the arc: it is off by less than 1e-6 there.
const NEARLY_EQUAL: f32 = 0.9995;

/// The unit quaternion a share `s` (0..1) of the way from `a` to `b`, along the shorter arc, at constant speed.
/// `a` and `b` are unit quaternions; `b` and `-b` give the same answer. Where files round them a little off, the
/// length runs from the one's to the other's.
#[inline]
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
    let angle = 2.0 * (b - a).length().atan2((b + a).length());
    (a * ((1.0 - s) * angle).sin() + b * (s * angle).sin()) / angle.sin()
}

/// A rotation seen in the mirror that swaps left and right.
#[inline]
pub(crate) fn mirrored(q: Quat) -> Quat {
    Quat::from_xyzw(q.x, -q.y, -q.z, q.w)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    #[test]
    fn constant_speed_along_the_short_way() {
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

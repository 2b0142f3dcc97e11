//! Rotations from and to axes and angles. glam's functions of the same names call the system's library, which
//! gives other bits on other systems.

use crate::math::ops;
use glam::{Quat, Vec3};

/// Rotation by `angle` radians about `axis`, a unit vector.
#[inline]
pub fn from_axis_angle(axis: Vec3, angle: f32) -> Quat {
    let (sine, cosine) = ops::sin_cos(angle * 0.5);
    Quat::from_vec4((axis * sine).extend(cosine))
}

/// Rotation about the x axis by `angle` radians.
#[inline]
pub(crate) fn from_rotation_x(angle: f32) -> Quat {
    from_axis_angle(Vec3::X, angle)
}

/// Rotation about the y axis by `angle` radians.
#[inline]
pub(crate) fn from_rotation_y(angle: f32) -> Quat {
    from_axis_angle(Vec3::Y, angle)
}

/// Rotation about a vector by its length in radians.
#[inline]
pub fn from_scaled_axis(vector: Vec3) -> Quat {
    let angle = vector.length();
    if angle == 0.0 { Quat::IDENTITY } else { from_axis_angle(vector / angle, angle) }
}

/// Axis of a unit quaternion, scaled by its angle of 0 to 2π radians; zero for the identity.
#[inline]
pub fn to_scaled_axis(turn: Quat) -> Vec3 {
    const NO_TURN: f32 = 1e-8;
    let sine = turn.xyz().length();
    if sine < NO_TURN { Vec3::ZERO } else { turn.xyz() * (2.0 * ops::atan2(sine, turn.w) / sine) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use test_needs::cases;

    #[test]
    fn rotations_are_those_of_glam() {
        for mut random in cases(10_000) {
            let vector = Vec3::from_array(std::array::from_fn(|_| random.f32() * 4.0 - 2.0));
            let turn = from_scaled_axis(vector);
            assert!(turn.abs_diff_eq(Quat::from_scaled_axis(vector), 1e-6), "{vector}");
            assert!(to_scaled_axis(turn).abs_diff_eq(turn.to_scaled_axis(), 2e-6), "{vector}");
            assert!(from_rotation_x(vector.x).abs_diff_eq(Quat::from_rotation_x(vector.x), 1e-6));
            assert!(from_rotation_y(vector.x).abs_diff_eq(Quat::from_rotation_y(vector.x), 1e-6));
        }
        assert_eq!(from_scaled_axis(Vec3::ZERO), Quat::IDENTITY);
        assert_eq!(to_scaled_axis(Quat::IDENTITY), Vec3::ZERO);
    }
}

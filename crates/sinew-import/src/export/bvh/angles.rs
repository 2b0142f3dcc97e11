//! Angles of rotations, in the order Z, X, Y, without jumps from frame to frame.

use sinew::glam::{DQuat, EulerRot};
use std::f64::consts::{PI, TAU};

/// Angles in radians about Z, then the turned X, then the turned Y, that are nearest to those of the frame
/// before.
pub(super) fn zxy(rotation: DQuat, before: [f64; 3]) -> [f64; 3] {
    let (z, x, y) = rotation.to_euler(EulerRot::ZXY);
    // The same rotation, the other way round.
    let other = [z + PI, PI - x, y + PI];
    let near = |angles: [f64; 3]| {
        let mut near = angles;
        for (angle, before) in near.iter_mut().zip(before) {
            *angle -= ((*angle - before) / TAU).round() * TAU;
        }
        let distance: f64 = near.iter().zip(before).map(|(a, b)| (a - b).abs()).sum();
        (near, distance)
    };
    let ((first, a), (second, b)) = (near([z, x, y]), near(other));
    if b < a { second } else { first }
}

#[cfg(test)]
mod tests {
    use super::zxy;
    use sinew::glam::{DQuat, DVec3};
    use test_needs::cases;

    fn rotation([z, x, y]: [f64; 3]) -> DQuat {
        DQuat::from_rotation_z(z) * DQuat::from_rotation_x(x) * DQuat::from_rotation_y(y)
    }

    #[test]
    fn angles_give_the_rotation() {
        for mut random in cases(20_000) {
            let mut number = || random.f64() * 2.0 - 1.0;
            let before = [9.0 * number(), 9.0 * number(), 9.0 * number()];
            let given = DQuat::from_xyzw(number(), number(), number(), number()).normalize();
            let back = rotation(zxy(given, before));
            for axis in DVec3::AXES {
                assert!((back * axis).distance(given * axis) < 1e-7, "{given}");
            }
        }
    }

    #[test]
    fn angles_do_not_jump() {
        let mut before = [0.0; 3];
        for n in 0..2000 {
            let t = f64::from(n) * 0.01;
            let angles = [t, 1.5 * (0.3 * t).sin(), -2.0 * t];
            let now = zxy(rotation(angles), before);
            assert!(now.iter().zip(before).all(|(a, b)| (a - b).abs() < 0.2), "{now:?} after {before:?}");
            before = now;
        }
    }
}

//! Roll of a line of sight. The shortest rotation to a direction aside and above tilts a head to its
//! shoulder; people turn it about the vertical, and then about its own horizontal axis (P. Radau, D. Tweed,
//! T. Vilis, *Three-dimensional eye, head, and chest orientations after large gaze shifts*, 1994).

use crate::math::angle::atan2;
use crate::math::smoothstep;
use glam::Vec3A;

/// Share of the view cone at which lines of sight begin to lose their roll, and at which they have none.
pub(crate) const ROLL_SHARE: [f32; 2] = [0.5, 0.9];

/// Part of the roll that is removed at a share of the view cone, 0 to 1.
#[inline]
pub(crate) fn removed_part(share: f32) -> f32 {
    let [begin, end] = ROLL_SHARE;
    smoothstep((share - begin) / (end - begin))
}

/// Angle about `from` that takes away the roll of the shortest rotation from `from` to `to`, radians; less
/// than that near `up` and its opposite, where roll has no meaning. All are unit vectors.
pub(crate) fn roll_of(up: Vec3A, from: Vec3A, to: Vec3A) -> f32 {
    // Sine of the angle to the vertical below which the roll fades,
    // and cosine of the rotation beyond which it does.
    const STEEP: f32 = 0.5;
    const WIDE: f32 = -0.8;
    let level = |direction: Vec3A| up - direction * up.dot(direction);
    let (before, after) = (level(from), level(to));
    let along = from.dot(to);
    let steep = (before.length() * after.length() / (STEEP * STEEP)).min(1.0);
    let wide = ((1.0 + along) / (1.0 + WIDE)).min(1.0);
    if !(steep > 1e-3 && wide > 1e-3) {
        return 0.0;
    }
    let turned = before - (from + to) * (to.dot(before) / (1.0 + along));
    atan2(turned.cross(after).dot(to), turned.dot(after)) * steep * wide
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Quat;

    #[test]
    fn the_roll_of_the_shortest_rotation_is_removed() {
        let pose = |yaw: f32, pitch: f32| Quat::from_rotation_y(yaw) * Quat::from_rotation_x(-pitch);
        for (from, to) in [
            (pose(0.0, 0.0), pose(0.9, 0.4)),
            (pose(0.0, 0.0), pose(-0.9, 0.4)),
            (pose(0.0, 0.0), pose(1.0, -0.6)),
            (pose(0.3, 0.2), pose(-0.7, 0.5)),
        ] {
            let [a, b] = [from, to].map(|pose| pose * Vec3A::Z);
            let shortest = Quat::from_rotation_arc(a.into(), b.into());
            let roll = Quat::from_axis_angle(a.into(), roll_of(Vec3A::Y, a, b));
            let up = shortest * roll * from * Vec3A::Y;
            assert!((up - to * Vec3A::Y).length() < 1e-5, "{from} {to}: {up}");
            assert!((shortest * from * Vec3A::Y - to * Vec3A::Y).length() > 0.1);
        }
        // Level and vertical turns have none.
        for to in [pose(1.2, 0.0), pose(0.0, 1.2), pose(0.0, -1.57), pose(0.0, 0.0)] {
            assert!(roll_of(Vec3A::Y, Vec3A::Z, to * Vec3A::Z).abs() < 1e-6);
        }
        assert_eq!(roll_of(Vec3A::Y, Vec3A::Z, -Vec3A::Z), 0.0);
        assert_eq!(roll_of(Vec3A::Y, Vec3A::Y, Vec3A::Z), 0.0);
    }
}

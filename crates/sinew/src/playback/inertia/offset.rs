use crate::math::ops;
use glam::{Quat, Vec3};

/// A decaying difference from the new motion: a vector, or a rotation as a scaled axis.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Offset {
    /// The difference at the change.
    distance: Vec3,
    /// Its velocity at the change.
    speed: Vec3,
    /// Seconds within which the velocity decays. Less than the duration of the transition where the
    /// difference would grow too much by then.
    decay: f32,
}

/// Offsets of a joint's local transform.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct JointOffset {
    pub(super) translation: Offset,
    /// In the parent's axes.
    pub(super) rotation: Offset,
    pub(super) scale: Offset,
}

/// Largest value of the velocity's quintic per second of its decay, reached after a third of it.
const PEAK: f32 = 16.0 / 81.0;

impl Offset {
    /// An offset without velocity.
    pub(super) fn still(distance: Vec3) -> Self {
        Self { distance, speed: Vec3::ZERO, decay: 0.0 }
    }

    /// An offset whose velocity decays within `duration` seconds, or sooner where it would carry the offset
    /// further than `overshoot`.
    pub(super) fn moving(distance: Vec3, speed: Vec3, overshoot: f32, duration: f32) -> Self {
        let farthest = speed.length() * PEAK * duration;
        let decay = if farthest > overshoot { duration * (overshoot / farthest) } else { duration };
        // A velocity that is not finite is none.
        match speed.is_finite() && decay.is_finite() {
            true => Self { distance, speed, decay },
            false => Self::still(distance),
        }
    }

    pub(super) fn distance(&self) -> Vec3 {
        self.distance
    }

    /// The remaining offset after `elapsed` seconds, at which `left` of the distance remains.
    pub(super) fn after(&self, elapsed: f32, left: f32) -> Vec3 {
        self.distance * left + self.speed * remaining_velocity(elapsed, self.decay)
    }
}

/// Remaining share of an offset after `elapsed` of `duration` seconds: the quintic that begins at 1 and ends
/// at 0, at rest.
pub(super) fn remaining_distance(elapsed: f32, duration: f32) -> f32 {
    if elapsed >= duration {
        return 0.0;
    }
    let s = elapsed / duration;
    1.0 - s * s * s * (10.0 - 15.0 * s + 6.0 * s * s)
}

/// Offset of a unit velocity after `elapsed` of `duration` seconds: the quintic that begins at 0 with slope 1
/// and ends at 0, at rest.
fn remaining_velocity(elapsed: f32, duration: f32) -> f32 {
    if elapsed >= duration {
        return 0.0;
    }
    let s = elapsed / duration;
    let s2 = s * s;
    elapsed * (1.0 - s2 * (6.0 - 8.0 * s + 3.0 * s2))
}

/// The rotation from `b` to `a` in the parent's axes, as a scaled axis of at most half a turn.
pub(super) fn turn(a: Quat, b: Quat) -> Vec3 {
    let q = a * b.inverse();
    let q = if q.w < 0.0 { -q } else { q };
    let axis = q.xyz();
    let sine = axis.length();
    if sine > 1e-9 { axis * (2.0 * ops::atan2(sine, q.w) / sine) } else { axis * 2.0 }
}

/// The derivative of a rotation's scaled axis under an angular velocity `rate` in rad/s: the inverse of the
/// left Jacobian of the rotation group.
pub(super) fn vector_speed(vector: Vec3, rate: Vec3) -> Vec3 {
    let angle = vector.length();
    let along = vector.cross(rate);
    let factor = match angle > 1e-3 {
        true => (1.0 - 0.5 * angle / ops::tan(0.5 * angle)) / (angle * angle),
        false => 1.0 / 12.0,
    };
    rate - along * 0.5 + vector.cross(along) * factor
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offset_keeps_its_velocity_at_first_and_never_exceeds_its_bound() {
        let (distance, speed) = (Vec3::X * 0.2, Vec3::X * 3.0);
        for (overshoot, duration) in [(1.0, 0.3), (0.05, 0.3), (0.05, 2.0), (0.0, 0.3)] {
            let offset = Offset::moving(distance, speed, overshoot, duration);
            let at = |elapsed: f32| offset.after(elapsed, remaining_distance(elapsed, duration)).x;
            assert_eq!(at(0.0), 0.2);
            if overshoot > 0.0 {
                assert!((at(1e-4) - 0.2 - 3e-4).abs() < 1e-5, "{overshoot} {duration}");
            }
            let farthest = (0..=1000).map(|n| at(duration * n as f32 / 1000.0)).fold(0.0, f32::max);
            assert!(farthest <= 0.2 + overshoot + 1e-5, "{farthest} of {overshoot} within {duration} s");
            assert_eq!(at(duration), 0.0);
        }
        let absurd = Offset::moving(distance, Vec3::splat(f32::INFINITY), 0.1, 0.3);
        assert_eq!(absurd.after(0.1, 0.5), distance * 0.5);
    }
}

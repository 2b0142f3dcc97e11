//! Idle clip: breathing, a slow shift of weight, small motions of head and arms, two blinks.

use super::pose::{Arm, Pose, blink_at};
use glam::Vec3;
use std::f32::consts::TAU;

/// Sine wave with whole periods in the four seconds of the loop.
pub(crate) fn wave(t: f32, periods: f32, late: f32) -> f32 {
    ((t / 4.0 * periods - late) * TAU).sin()
}

/// Standing pose, the first and last pose of the other standing clips; `t` drives breathing and drift.
pub(crate) fn stand(t: f32, pose: &mut Pose<'_>) {
    let breath = wave(t, 1.0, 0.0);
    let shift = wave(t, 1.0, 0.15);
    pose.hips = Vec3::new(0.014 + 0.010 * shift, -0.007 + 0.0015 * breath, -0.006);
    pose.turn("hips", 1.5, -2.0 + 1.2 * shift, -1.6 - 0.8 * shift);
    pose.spine(-1.0 - 1.3 * breath, 1.5 - 0.8 * shift, 2.2 + 0.9 * shift);
    pose.head(1.0 + 0.9 * breath, 1.5 * wave(t, 1.0, 0.35), 1.4 + 1.1 * wave(t, 1.0, 0.3));
    pose.feet[0].at = Vec3::new(-0.004, 0.0, -0.012);
    pose.feet[0].out = 9.0;
    pose.feet[1].at = Vec3::new(-0.020, 0.0, 0.030);
    pose.feet[1].out = 14.0;
    for side in 0..2 {
        pose.arm(side, stand_arm(t, side));
    }
    pose.morph("smile", 0.42);
}

/// Arm of the standing pose.
pub(crate) fn stand_arm(t: f32, side: usize) -> Arm {
    let breath = wave(t, 1.0, 0.06);
    let drift = wave(t, 1.0, 0.2 + 0.1 * side as f32);
    Arm {
        swing: 3.0 + 1.2 * drift - 3.0 * side as f32,
        out: 12.0 + 0.7 * breath,
        elbow: 17.0 + 1.6 * drift + 4.0 * side as f32,
        shrug: 0.9 * breath,
        flex: 5.0 + 1.5 * drift,
        curl: 1.15 + 0.06 * breath,
        ..Arm::default()
    }
}

/// Pose at time `t` in seconds.
pub(crate) fn pose(t: f32, pose: &mut Pose<'_>) {
    stand(t, pose);
    pose.gaze(0.6 * wave(t, 1.0, 0.1), 1.6 * wave(t, 1.0, 0.4));
    pose.blink(blink_at(1.15, t).max(blink_at(3.05, t)));
}

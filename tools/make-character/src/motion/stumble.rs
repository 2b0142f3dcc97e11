//! Stumble clip: the body, pushed from behind, tips over its feet; the right foot catches it, the left one
//! follows, the arms balance. Hips and feet are authored along the ground; the root's displacement is
//! subtracted.

use super::curve::{rows, through};
use super::idle;
use super::pose::{Arm, Pose, Step};
use glam::Vec3;

/// Length of the clip in seconds.
pub(crate) const LENGTH: f32 = 1.25;
/// Displacement of the whole clip in metres.
const WAY: f32 = 0.62;
/// Times in seconds at which the feet come down.
pub(crate) const STEPS: [(f32, &str); 2] = [(0.36, "right"), (0.80, "left")];

/// Forward displacement of the root in metres.
pub(crate) fn travel(t: f32) -> f32 {
    through(&[(0.0, 0.0), (0.12, 0.05), (0.48, 0.42), (0.95, WAY), (LENGTH, WAY)], t)
}

/// Hips: displacement forward and upward in metres, and pitch in degrees.
const HIPS: [(f32, [f32; 3]); 8] = [
    (0.0, [0.0, 0.0, 0.0]),
    (0.08, [0.05, -0.004, 4.0]),
    (0.22, [0.21, -0.035, 9.0]),
    (0.38, [0.41, -0.105, 14.0]),
    (0.56, [0.57, -0.120, 15.0]),
    (0.80, [0.655, -0.050, 9.0]),
    (1.03, [0.632, -0.012, 2.0]),
    (LENGTH, [WAY, 0.0, 0.0]),
];

/// Bend of the spine and of the head forward, in degrees.
const SPINE: [(f32, [f32; 2]); 8] = [
    (0.0, [0.0, 0.0]),
    (0.08, [-8.0, -16.0]),
    (0.20, [2.0, -14.0]),
    (0.40, [22.0, 4.0]),
    (0.58, [21.0, -20.0]),
    (0.85, [7.0, -10.0]),
    (1.08, [-2.0, 0.0]),
    (LENGTH, [0.0, 0.0]),
];

/// Left foot: displacement and height in metres, pitch in degrees, toes as in [`Step`].
const LEFT: [(f32, [f32; 4]); 7] = [
    (0.0, [0.0, 0.0, 0.0, 1.0]),
    (0.12, [0.0, 0.0, 0.0, 1.0]),
    (0.42, [0.0, 0.0, -52.0, 1.0]),
    (0.50, [0.06, 0.035, -54.0, 0.5]),
    (0.66, [0.42, 0.060, -20.0, 0.3]),
    (0.80, [WAY, 0.0, 4.0, 1.0]),
    (0.87, [WAY, 0.0, 0.0, 1.0]),
];

/// Right foot, as the left one.
const RIGHT: [(f32, [f32; 4]); 6] = [
    (0.0, [0.0, 0.0, 0.0, 1.0]),
    (0.05, [0.0, 0.0, -2.0, 1.0]),
    (0.13, [0.03, 0.020, -26.0, 0.5]),
    (0.25, [0.34, 0.070, -8.0, 0.3]),
    (0.36, [WAY, 0.0, 8.0, 1.0]),
    (0.43, [WAY, 0.0, 0.0, 1.0]),
];

/// Changes of the left and right arm in degrees: swing, out, elbow.
const ARMS: [[(f32, [f32; 3]); 7]; 2] = [
    [
        (0.0, [0.0, 0.0, 0.0]),
        (0.10, [-22.0, 10.0, 12.0]),
        (0.35, [46.0, 34.0, 34.0]),
        (0.52, [58.0, 42.0, 28.0]),
        (0.72, [20.0, 38.0, 26.0]),
        (1.00, [-4.0, 14.0, 10.0]),
        (LENGTH, [0.0, 0.0, 0.0]),
    ],
    [
        (0.0, [0.0, 0.0, 0.0]),
        (0.10, [-26.0, 12.0, 14.0]),
        (0.34, [10.0, 44.0, 40.0]),
        (0.53, [28.0, 54.0, 34.0]),
        (0.76, [30.0, 34.0, 30.0]),
        (1.04, [6.0, 12.0, 8.0]),
        (LENGTH, [0.0, 0.0, 0.0]),
    ],
];

/// Pose at time `t` in seconds.
pub(crate) fn pose(t: f32, pose: &mut Pose<'_>) {
    idle::pose(0.0, pose);
    let root = travel(t);
    let [forward, down, pitch] = rows(&HIPS, t);
    pose.hips += Vec3::new(0.0, down, forward - root);
    let weight =
        through(&[(0.05, 0.0), (0.22, 1.0), (0.40, -1.0), (0.66, -1.0), (0.90, 0.4), (1.15, 0.0)], t);
    pose.hips.x += 0.02 * weight;
    pose.add_turn("hips", pitch, 5.0 * weight, 2.0 * weight);
    let [bend, nod] = rows(&SPINE, t);
    pose.add_spine(bend, -9.0 * weight, -3.0 * weight);
    pose.add_head(nod, 4.0 * weight, 0.0);
    for (side, keys) in [&LEFT[..], &RIGHT[..]].into_iter().enumerate() {
        let [way, height, pitch, toes] = rows(keys, t);
        let at = pose.feet[side].at + Vec3::new(0.0, height, way - root);
        pose.feet[side] = Step { at, pitch, toes, ..pose.feet[side] };
        let [swing, out, elbow] = rows(&ARMS[side], t);
        let rest = idle::stand_arm(0.0, side);
        let spread = through(&[(0.1, 0.0), (0.3, 1.0), (0.7, 0.8), (1.18, 0.0)], t);
        pose.arm(
            side,
            Arm {
                swing: rest.swing + swing,
                out: rest.out + out,
                elbow: rest.elbow + elbow,
                curl: rest.curl - 0.75 * spread,
                spread: rest.spread + 8.0 * spread,
                flex: rest.flex - 22.0 * spread,
                shrug: rest.shrug + 8.0 * spread,
                ..rest
            },
        );
    }
    pose.morphs.clear();
    let alarm = through(&[(0.0, 0.0), (0.12, 1.0), (0.6, 0.8), (1.15, 0.0)], t);
    pose.morph("smile", 0.42 * (1.0 - alarm));
    pose.morph("brow_up", 0.9 * alarm);
    pose.morph("jaw_open", 0.4 * alarm);
}

//! Jump clip: crouch with the arms back, push-off from the toes, ballistic flight, landing with compression
//! and recovery.

use super::curve::through;
use super::pose::{Arm, Pose, Step};
use glam::Vec3;

/// Length of the clip in seconds.
pub(crate) const LENGTH: f32 = 1.6;
/// Time at which the toes leave the ground, in seconds.
const OFF: f32 = 0.52;
/// Time at which the toes touch down, in seconds.
const DOWN: f32 = 0.98;
/// Height of the hips above rest when the toes leave the ground, in metres.
const RISE: f32 = 0.055;

fn hips(t: f32) -> f32 {
    if (OFF..=DOWN).contains(&t) {
        let s = t - OFF;
        return RISE + 0.5 * 9.81 * s * (DOWN - OFF - s);
    }
    if t < OFF {
        // The push-off ends with the initial speed of the flight.
        let low = through(&[(0.0, -0.010), (0.06, -0.006), (0.33, -0.225)], t);
        let s = ((t - 0.33) / (OFF - 0.33)).clamp(0.0, 1.0);
        let speed = 0.5 * 9.81 * (DOWN - OFF) * (OFF - 0.33);
        let (s2, s3) = (s * s, s * s * s);
        return if t < 0.33 {
            low
        } else {
            -0.225 * (2.0 * s3 - 3.0 * s2 + 1.0) + RISE * (3.0 * s2 - 2.0 * s3) + speed * (s3 - s2)
        };
    }
    let sink = 0.17;
    let s = ((t - DOWN) / sink).clamp(0.0, 1.0);
    if t < DOWN + sink {
        let speed = -0.5 * 9.81 * (DOWN - OFF) * sink;
        let (s2, s3) = (s * s, s * s * s);
        return RISE * (2.0 * s3 - 3.0 * s2 + 1.0) + speed * (s3 - 2.0 * s2 + s)
            - 0.205 * (3.0 * s2 - 2.0 * s3);
    }
    through(&[(DOWN + sink, -0.205), (1.44, -0.006), (LENGTH, -0.010)], t)
}

/// Pose at time `t` in seconds.
pub(crate) fn pose(t: f32, pose: &mut Pose<'_>) {
    let crouch = through(&[(0.0, 0.0), (0.33, 1.0), (0.50, 0.0), (0.98, 0.10), (1.14, 0.80), (1.48, 0.0)], t);
    let air = through(&[(0.44, 0.0), (0.56, 1.0), (0.86, 0.8), (1.04, 0.0)], t);
    pose.hips = Vec3::new(0.0, hips(t), -0.055 * crouch - 0.004);
    pose.turn("hips", 30.0 * crouch - 3.0 * air, 0.0, 0.0);
    pose.spine(15.0 * crouch - 8.0 * air, 0.0, 0.0);
    pose.head(-26.0 * crouch + 3.0 * air, 0.0, 0.0);
    // Feet: flat, heels raised for the push-off, hanging in the air, toes first on landing.
    let pitch = through(
        &[(0.36, 0.0), (OFF, -50.0), (0.66, -32.0), (0.84, -18.0), (DOWN, -24.0), (DOWN + 0.07, 0.0)],
        t,
    );
    let tuck = through(&[(OFF, 0.0), (0.70, 0.075), (0.80, 0.075), (DOWN, 0.0)], t);
    let flight = if (OFF..=DOWN).contains(&t) { hips(t) - RISE } else { 0.0 };
    let toes = through(&[(OFF, 1.0), (0.60, 0.3), (0.90, 0.4), (DOWN, 1.0)], t);
    for side in 0..2 {
        let sign = if side == 0 { 1.0 } else { -1.0 };
        pose.feet[side] = Step {
            at: Vec3::new(0.014 * sign, flight + tuck, 0.0),
            pitch,
            out: 8.0,
            toes,
            ..Step::default()
        };
        let swing = through(
            &[
                (0.0, 2.0),
                (0.30, -52.0),
                (0.36, -50.0),
                (0.58, 128.0),
                (0.70, 122.0),
                (0.96, 58.0),
                (1.16, 10.0),
                (1.34, -6.0),
                (LENGTH, 2.0),
            ],
            t,
        );
        pose.arm(
            side,
            Arm {
                swing,
                out: through(
                    &[(0.0, 13.0), (0.3, 17.0), (0.58, 24.0), (0.96, 40.0), (1.2, 22.0), (LENGTH, 13.0)],
                    t,
                ),
                elbow: through(
                    &[
                        (0.0, 16.0),
                        (0.3, 26.0),
                        (0.46, 52.0),
                        (0.62, 26.0),
                        (1.0, 38.0),
                        (1.2, 36.0),
                        (LENGTH, 16.0),
                    ],
                    t,
                ),
                shrug: through(&[(0.4, 0.0), (0.6, 14.0), (0.9, 6.0), (1.2, 0.0)], t),
                curl: through(&[(0.0, 1.15), (0.3, 1.9), (0.62, 0.7), (1.0, 0.6), (LENGTH, 1.15)], t),
                ..Arm::default()
            },
        );
    }
    pose.morph("smile", through(&[(0.0, 0.4), (0.3, 0.1), (0.6, 0.8), (1.1, 0.3), (LENGTH, 0.4)], t));
    pose.morph("brow_up", through(&[(0.3, 0.0), (0.6, 0.9), (1.0, 0.5), (1.3, 0.0)], t));
    pose.morph("jaw_open", through(&[(0.4, 0.0), (0.62, 0.35), (1.0, 0.12), (1.2, 0.0)], t));
    pose.blink(through(&[(0.22, 0.0), (0.32, 0.35), (0.46, 0.0), (0.98, 0.0), (1.08, 1.0), (1.26, 0.0)], t));
}

//! Run clip: left contact at 0, compression, push-off, flight; the right side half a cycle later.

use super::bend::Bend;
use super::curve::around;
use super::pose::{Arm, Pose, Step};
use glam::Vec3;

/// Duration of a cycle in seconds.
pub(crate) const PERIOD: f32 = 0.7;
/// Distance per cycle in metres.
const STRIDE: f32 = 1.80;
/// Fraction of the cycle in which a foot is on the ground.
const STANCE: f32 = 0.36;

fn step(phase: f32) -> Step {
    let p = phase.rem_euclid(1.0);
    let (front, back) = (0.235, 0.235 - STRIDE * STANCE);
    let z = if p < STANCE {
        front - STRIDE * p
    } else {
        let s = (p - STANCE) / (1.0 - STANCE);
        let m = -STRIDE * (1.0 - STANCE) * 0.55;
        let (s2, s3) = (s * s, s * s * s);
        back * (2.0 * s3 - 3.0 * s2 + 1.0)
            + m * (s3 - 2.0 * s2 + s)
            + front * (3.0 * s2 - 2.0 * s3)
            + m * (s3 - s2)
    };
    let pitch = around(
        &[
            (0.0, 7.0),
            (0.06, 0.0),
            (0.17, 0.0),
            (0.27, -24.0),
            (0.36, -52.0),
            (0.50, -84.0),
            (0.68, -52.0),
            (0.84, -4.0),
            (0.94, 10.0),
        ],
        p,
    );
    let lift =
        around(&[(0.0, 0.0), (0.36, 0.0), (0.46, 0.13), (0.58, 0.235), (0.72, 0.185), (0.88, 0.075)], p);
    let toes = around(&[(0.0, 1.0), (0.36, 1.0), (0.46, 0.2), (0.94, 0.5)], p);
    Step { at: Vec3::new(-0.045, lift, z), pitch, out: 3.0, toes, ..Step::default() }
}

/// Straight path.
pub(crate) const STRAIGHT: Bend = Bend { speed: STRIDE / PERIOD, turn: 0.0 };

/// Pose at time `t` in seconds on a straight path.
pub(crate) fn pose(t: f32, pose: &mut Pose<'_>) {
    along(STRAIGHT, t, pose);
}

/// Pose at time `t` in seconds on a curved path: the body leans into the curve and looks ahead.
pub(crate) fn along(bend: Bend, t: f32, pose: &mut Pose<'_>) {
    let p = t / PERIOD;
    let bounce = around(&[(0.0, -0.020), (0.24, -0.058), (0.60, 0.010), (0.84, 0.026)], p * 2.0);
    let yaw = around(&[(0.0, -9.0), (0.25, 0.0), (0.5, 9.0), (0.75, 0.0)], p);
    let drop = around(&[(0.0, 0.0), (0.15, 4.0), (0.36, 0.0), (0.5, 0.0), (0.65, -4.0), (0.86, 0.0)], p);
    let sway = around(&[(0.15, 0.010), (0.65, -0.010)], p);
    pose.hips = Vec3::new(sway, bounce, 0.0);
    pose.turn("hips", 9.0, yaw, -drop);
    let chest = around(&[(0.02, 12.0), (0.27, 0.0), (0.52, -12.0), (0.77, 0.0)], p);
    let nod = around(&[(0.0, 0.0), (0.28, 2.5), (0.75, -1.5)], p * 2.0);
    let (into, lean) = (bend.turn * 5.0, -bend.turn * bend.speed * 3.0);
    pose.spine(5.0 + nod, chest - yaw + into, drop + lean);
    pose.head(-10.0 - nod * 0.9, -chest * 0.9 + into * 1.5, -drop * 0.2 - lean * 0.7);
    for side in 0..2 {
        let q = p + 0.5 * side as f32;
        pose.feet[side] = step(q);
        pose.feet[side].at.x *= if side == 0 { 1.0 } else { -1.0 };
        let rest = pose.foot_at_rest(side);
        let step = pose.feet[side];
        pose.feet[side] = bend.step(step, side, STRAIGHT.speed, 0.235 - STRIDE * STANCE * 0.5, rest);
        let swing = around(&[(0.02, -44.0), (0.27, -6.0), (0.52, 30.0), (0.77, -6.0)], q);
        let elbow = around(&[(0.02, 78.0), (0.27, 86.0), (0.54, 104.0), (0.80, 92.0)], q);
        pose.arm(
            side,
            Arm {
                swing,
                elbow,
                out: 15.0,
                turn: 16.0 + 0.16 * swing,
                palm: 2.0,
                flex: 6.0,
                shrug: 2.0,
                reach: swing * 0.20,
                curl: 2.5,
                ..Arm::default()
            },
        );
    }
    pose.morph("smile", 0.2);
    pose.morph("brow_up", 0.25);
}

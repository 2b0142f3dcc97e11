//! Walk clip: left heel contact at 0, down, passing, up; the right side half a cycle later.

use super::bend::Bend;
use super::curve::around;
use super::pose::{Arm, Pose, Step};
use glam::Vec3;

/// Duration of a cycle in seconds.
pub(crate) const PERIOD: f32 = 32.0 / 30.0;
/// Distance per cycle in metres.
pub(crate) const STRIDE: f32 = 1.06;
/// Fraction of the cycle in which a foot is on the ground.
pub(crate) const STANCE: f32 = 0.60;

/// Path of a foot: constant backward speed while planted, a forward arc while swinging.
fn step(phase: f32) -> Step {
    let p = phase.rem_euclid(1.0);
    let (front, back) = (0.305, 0.305 - STRIDE * STANCE);
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
            (0.0, 17.0),
            (0.09, 0.0),
            (0.36, 0.0),
            (0.50, -18.0),
            (0.60, -40.0),
            (0.68, -48.0),
            (0.80, -14.0),
            (0.92, 14.0),
        ],
        p,
    );
    let lift = around(&[(0.0, 0.0), (0.60, 0.0), (0.70, 0.024), (0.82, 0.034), (0.93, 0.014)], p);
    let toes = around(&[(0.0, 1.0), (0.60, 1.0), (0.70, 0.25), (0.95, 0.4)], p);
    Step { at: Vec3::new(-0.015, lift, z), pitch, out: 5.0, toes, ..Step::default() }
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
    let bounce = around(&[(0.0, -0.030), (0.09, -0.041), (0.32, -0.006)], p * 2.0);
    let sway = around(&[(0.04, 0.0), (0.27, 0.021), (0.54, 0.0), (0.77, -0.021)], p);
    let yaw = around(&[(0.0, -7.5), (0.25, 0.0), (0.5, 7.5), (0.75, 0.0)], p);
    let drop = around(&[(0.0, 0.0), (0.14, 3.6), (0.36, 0.8), (0.5, 0.0), (0.64, -3.6), (0.86, -0.8)], p);
    pose.hips = Vec3::new(sway, bounce, 0.0);
    pose.turn("hips", 3.0, yaw, -drop);
    let chest = around(&[(0.03, 6.5), (0.28, 0.0), (0.53, -6.5), (0.78, 0.0)], p);
    let nod = around(&[(0.0, 0.0), (0.12, 1.6), (0.35, -0.8)], p * 2.0);
    let (into, lean) = (bend.turn * 6.0, -bend.turn * bend.speed * 2.5);
    pose.spine(-0.5 + nod, chest - yaw + into, drop * 1.15 + lean);
    pose.head(-1.6 - nod * 0.8, -chest * 0.85 + into * 1.5, -drop * 0.2 - lean * 0.7);
    for side in 0..2 {
        let q = p + 0.5 * side as f32;
        pose.feet[side] = step(q);
        pose.feet[side].at.x *= if side == 0 { 1.0 } else { -1.0 };
        let rest = pose.foot_at_rest(side);
        let step = pose.feet[side];
        pose.feet[side] = bend.step(step, side, STRAIGHT.speed, 0.305 - STRIDE * STANCE * 0.5, rest);
        let swing = around(&[(0.03, -21.0), (0.27, 1.0), (0.53, 22.0), (0.77, 1.0)], q);
        let elbow = around(&[(0.07, 13.0), (0.32, 17.0), (0.58, 33.0), (0.82, 22.0)], q);
        let late = around(&[(0.12, -6.0), (0.62, 7.0)], q);
        pose.arm(
            side,
            Arm {
                swing,
                elbow,
                out: 12.5,
                turn: 9.0,
                flex: 5.0 + late,
                reach: swing * 0.16,
                curl: 1.15 + 0.12 * late / 7.0,
                ..Arm::default()
            },
        );
    }
    pose.morph("smile", 0.30);
    pose.blink(super::pose::blink_at(0.42, t));
}

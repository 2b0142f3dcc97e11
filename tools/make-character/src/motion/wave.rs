//! Wave clip: the right hand is raised with the elbow leading, waves three times and is lowered; head and
//! chest follow.

use super::curve::through;
use super::idle::{stand, stand_arm};
use super::pose::{Arm, Pose, blink_at};

/// Length of the clip in seconds.
pub(crate) const LENGTH: f32 = 2.5;

/// Pose at time `t` in seconds.
pub(crate) fn pose(t: f32, pose: &mut Pose<'_>) {
    // Breathing is periodic over the clip, so that the last key equals the first.
    stand(t / LENGTH * 4.0, pose);
    let rest = stand_arm(t / LENGTH * 4.0, 1);
    let up = through(
        &[(0.0, 0.0), (0.12, -0.03), (0.55, 1.04), (0.66, 1.0), (1.85, 1.0), (2.38, 0.0), (2.5, 0.0)],
        t,
    );
    let forearm = through(&[(0.05, 0.0), (0.62, 1.05), (0.72, 1.0), (1.82, 1.0), (2.32, 0.0)], t);
    let beat = through(
        &[
            (0.50, 0.0),
            (0.70, -1.0),
            (0.90, 1.0),
            (1.10, -1.0),
            (1.30, 1.0),
            (1.50, -1.0),
            (1.70, 0.8),
            (1.92, 0.0),
        ],
        t,
    );
    let late = through(
        &[
            (0.55, 0.0),
            (0.76, -1.0),
            (0.96, 1.0),
            (1.16, -1.0),
            (1.36, 1.0),
            (1.56, -1.0),
            (1.76, 0.8),
            (1.98, 0.0),
        ],
        t,
    );
    let mix = |a: f32, b: f32, s: f32| a + (b - a) * s;
    pose.arm(
        1,
        Arm {
            swing: mix(rest.swing, 14.0, up),
            out: mix(rest.out, 56.0, up) + 3.0 * beat,
            turn: mix(rest.turn, -86.0, forearm),
            elbow: mix(rest.elbow, 113.0, forearm) - 16.0 * beat,
            palm: mix(rest.palm, 4.0, forearm),
            flex: mix(rest.flex, -6.0, forearm),
            thumbward: 13.0 * late,
            shrug: mix(rest.shrug, 9.0, up),
            reach: 0.0,
            curl: mix(rest.curl, 0.25, forearm) - 0.1 * late,
            spread: 7.0 * forearm,
        },
    );
    let join = through(&[(0.1, 0.0), (0.7, 1.0), (1.75, 1.0), (2.4, 0.0)], t);
    pose.spine(-1.0 - 1.5 * join, 1.0 - 4.0 * join, 2.0 - 5.0 * join);
    pose.head(1.0 - 3.0 * join, 1.0 + 3.0 * join, 1.0 + 6.0 * join);
    pose.morphs.clear();
    pose.morph("smile", 0.42 + 0.5 * join);
    pose.morph("brow_up", 0.55 * join);
    pose.morph("jaw_open", 0.30 * join);
    pose.blink(blink_at(0.28, t).max(blink_at(1.95, t)));
}

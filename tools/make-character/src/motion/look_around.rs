//! Look-around clip: the eyes lead, then the head, then the chest; each change of gaze has a blink.

use super::curve::through;
use super::idle::stand;
use super::pose::{Pose, blink_at};

/// Length of the clip in seconds.
pub(crate) const LENGTH: f32 = 5.0;

/// Gaze direction in degrees to the left, delayed by `late` seconds.
fn look(t: f32, late: f32) -> f32 {
    through(
        &[(0.25, 0.0), (0.85, 1.0), (1.75, 1.05), (2.55, -1.0), (3.60, -1.08), (4.35, 0.0)]
            .map(|(k, v): (f32, f32)| (k + late, v)),
        t,
    )
}

/// Pose at time `t` in seconds.
pub(crate) fn pose(t: f32, pose: &mut Pose<'_>) {
    stand(t / LENGTH * 4.0, pose);
    let (eyes, head, chest) = (look(t, -0.10), look(t, 0.0), look(t, 0.14));
    let up = through(&[(0.3, 0.0), (1.0, 1.0), (1.7, 0.6), (2.5, -0.5), (3.5, -0.2), (4.3, 0.0)], t);
    pose.gaze(-4.0 * up, (eyes - head) * 38.0 + head * 7.0);
    let dip = through(
        &[
            (0.3, 0.0),
            (0.55, 1.0),
            (0.9, 0.0),
            (1.8, 0.0),
            (2.15, 1.0),
            (2.6, 0.0),
            (3.65, 0.0),
            (3.95, 1.0),
            (4.4, 0.0),
        ],
        t,
    );
    pose.head(1.0 + 4.5 * dip - 5.0 * up, 46.0 * head, 4.0 * head + 1.4);
    pose.spine(-1.0 + dip, 1.5 + 15.0 * chest, 2.2 - 1.5 * chest);
    pose.hips.x += 0.010 * chest;
    pose.morphs.clear();
    pose.morph("smile", 0.42 - 0.15 * up.abs());
    pose.morph("brow_up", 0.45 * up.max(0.0));
    pose.blink([0.42, 1.95, 3.78].iter().map(|s| blink_at(*s, t)).fold(0.0, f32::max));
}

//! Get-up clip from sitting on the floor: the second half of that from the back.

use super::curve::through;
use super::get_up::{BACK, BACK_LENGTH};
use super::pose::{Pose, blink_at};

/// Time at which the body begins to rise, and that of the same pose in the clip from the back, seconds.
const RISES: f32 = 0.15;
const SAME: f32 = 0.92;

/// Length of the clip, in seconds.
pub(crate) const LENGTH: f32 = BACK_LENGTH - SAME + RISES;

/// Pose at time `t` in seconds.
pub(crate) fn pose(t: f32, pose: &mut Pose<'_>) {
    BACK.pose(SAME + (t - RISES).max(0.0), pose);
    let leans = through(&[(0.05, 1.0), (0.5, 0.0)], t);
    pose.add_spine(22.0 * leans, 0.0, 0.0);
    pose.add_head(14.0 * leans, 0.0, 0.0);
    let shut = through(&[(0.08, 1.0), (0.26, 0.0)], t);
    pose.blink(shut.max(blink_at(1.0, t)));
    pose.morph("brow_up", through(&[(0.2, 0.0), (0.5, 0.3), (1.0, 0.2), (1.5, 0.0)], t));
}

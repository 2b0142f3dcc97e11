//! Get-up clips from lying on a side: the body rolls onto its hands and toes and goes on as from its belly.

use super::curve::through;
use super::get_up::{FRONT, FRONT_LENGTH};
use super::pose::{Arm, Pose, blink_at};
use glam::{Quat, Vec3};

/// Time at which the body is on its hands and toes, seconds, and that of the same pose in the clip from the belly.
const ROLLED: f32 = 0.85;
const SAME: f32 = 0.52;

/// Length of the clips, in seconds.
pub(crate) const LENGTH: f32 = FRONT_LENGTH - SAME + ROLLED;

/// Height of the axis about which the body rolls, and that of the hips of a body on its side, below which they do not sink, metres.
const AXIS: f32 = 0.135;
const LIES_AT: f32 = 0.212;

/// Height by which the body is lifted while it rolls over its edge, metres.
const EDGE: f32 = 0.042;

/// Angle by which the body lies on its side, degrees.
const LIES: f32 = 84.0;

/// Pose at time `t` in seconds of the clip that begins on the left side.
pub(crate) fn left(t: f32, pose: &mut Pose<'_>) {
    side(t, 0, pose);
}

/// Pose at time `t` in seconds of the clip that begins on the right side.
pub(crate) fn right(t: f32, pose: &mut Pose<'_>) {
    side(t, 1, pose);
}

/// `lower` is the arm on which the body lies: 0 is left.
fn side(t: f32, lower: usize, pose: &mut Pose<'_>) {
    FRONT.pose(SAME + (t - ROLLED).max(0.0), pose);
    let height = pose.skeleton.at("hips").y + pose.hips.y;
    let lies = through(&[(0.15, 1.0), (0.8, 0.0)], t);
    if lies > 0.0 {
        // The arms come from before the chest; the upper hand reaches the floor first.
        for side in 0..2 {
            let keys = if side == lower { [0.68, ROLLED + 0.1] } else { [0.2, 0.7] };
            pose.hands[side].weight *= through(&[(keys[0], 0.0), (keys[1], 1.0)], t);
            let (swing, out, elbow) = if side == lower { (78.0, -12.0, 42.0) } else { (52.0, 4.0, 58.0) };
            // Arms before the chest would go through the floor as the chest comes down.
            let swing = swing * lies * lies;
            pose.arm(side, Arm { swing, out, turn: 4.0, elbow, curl: 0.6, ..Arm::default() });
        }
        pose.head(-4.0 - 10.0 * (1.0 - lies), 0.0, 0.0);
        pose.spine(4.0 - 24.0 * (1.0 - lies), 0.0, 0.0);
    }
    let sign = if lower == 0 { -1.0 } else { 1.0 };
    let turn = Quat::from_rotation_z(sign * (LIES * lies).to_radians());
    let axis = Vec3::Y * AXIS;
    pose.lay = (
        turn,
        axis - turn * axis + Vec3::Y * ((LIES_AT - height).max(0.0) + EDGE * 4.0 * lies * (1.0 - lies)),
    );
    let shut = through(&[(0.10, 1.0), (0.30, 0.0)], t);
    pose.blink(shut.max(blink_at(1.45, t)));
    pose.morph("brow_up", through(&[(0.3, 0.0), (0.6, 0.3), (1.4, 0.2), (2.2, 0.0)], t));
}

//! Get-up clips from lying on a side: the body rolls onto its hands and toes and goes on as from its belly.

use super::curve::{rows, through};
use super::get_up::{FRONT, FRONT_LENGTH};
use super::pose::{Arm, Pose, blink_at};
use glam::{Quat, Vec3};

/// Time at which the body is on its hands and toes, seconds, and that of the same pose in the clip from the
/// belly.
const ROLLED: f32 = 0.85;
const SAME: f32 = 0.64;

/// Length of the clips, in seconds.
pub(crate) const LENGTH: f32 = FRONT_LENGTH - SAME + ROLLED;

/// Height of the axis about which the body rolls, and that of the hips of a body on its side, below which
/// they do not sink, metres.
const AXIS: f32 = 0.21;
const LIES_AT: f32 = 0.235;

/// Height by which the body is lifted while it rolls over its edge, metres.
const EDGE: f32 = 0.055;

/// Angle by which the body lies on its side, degrees.
const LIES: f32 = 84.0;

/// Ways of the hands over the floor to their places beside the chest: to the side in parts of the distance of
/// that place from the middle, height, and way towards the head beyond that place, metres.
const LOWER_HAND: [(f32, [f32; 3]); 4] = [
    (0.10, [-1.0, 0.035, 0.05]),
    (0.35, [-0.6, 0.07, 0.16]),
    (0.60, [0.5, 0.10, 0.14]),
    (0.85, [1.0, 0.032, 0.0]),
];
const UPPER_HAND: [(f32, [f32; 3]); 4] = [
    (0.25, [1.5, 0.05, -0.10]),
    (0.42, [1.3, 0.10, -0.05]),
    (0.62, [1.0, 0.075, 0.0]),
    (0.80, [1.0, 0.032, 0.0]),
];

/// Direction of the elbow of the arm on which the body lies, over the floor towards the feet.
const LOWER_ELBOW: Vec3 = Vec3::new(-0.6, 0.2, -0.8);

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
    let sign = if lower == 0 { -1.0 } else { 1.0 };
    let turn = Quat::from_rotation_z(sign * (LIES * lies).to_radians());
    let axis = Vec3::Y * AXIS;
    let offset =
        axis - turn * axis + Vec3::Y * lies * ((LIES_AT - height).max(0.0) + EDGE * 4.0 * (1.0 - lies));
    pose.lay = (turn, offset);
    if t < ROLLED {
        // The arms come from before the chest, and the hands move over the floor to where they carry: the
        // lower one below the chin.
        for (side, ways, outwards) in [(lower, &LOWER_HAND, -1.0), (1 - lower, &UPPER_HAND, 1.0)] {
            let (swing, out, elbow) = if side == lower { (78.0, -12.0, 42.0) } else { (52.0, 4.0, 58.0) };
            pose.arm(side, Arm { swing, out, turn: 4.0, elbow, curl: 0.6, ..Arm::default() });
            let [out, y, z] = rows(ways, t);
            let hand = &mut pose.hands[side];
            let floor = Vec3::new(outwards * sign * out * hand.at.x.abs(), y, hand.at.z + z);
            hand.at = turn.inverse() * (floor - offset);
            // Palms on the floor.
            hand.roll = outwards * LIES * lies;
            hand.weight = through(&[(0.1, 0.0), (0.5, 1.0)], t);
            if side == lower {
                hand.elbow = hand.elbow.lerp(LOWER_ELBOW, lies);
            }
        }
        pose.head(-4.0 - 10.0 * (1.0 - lies), 0.0, 0.0);
        pose.spine(4.0 - 24.0 * (1.0 - lies), 0.0, 0.0);
    }
    let shut = through(&[(0.10, 1.0), (0.30, 0.0)], t);
    pose.blink(shut.max(blink_at(1.45, t)));
    pose.morph("brow_up", through(&[(0.3, 0.0), (0.6, 0.3), (1.4, 0.2), (2.2, 0.0)], t));
}

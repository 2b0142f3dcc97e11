//! Flinch clips: the upper body recoils from a blow, head and arms lag behind, the feet stay planted.

use super::curve::through;
use super::idle;
use super::pose::{Arm, Pose};
use glam::Vec3;

/// Length of the clips in seconds.
pub(crate) const LENGTH: f32 = 0.65;

/// Pose at time `t` in seconds after a blow from the front.
pub(crate) fn front(t: f32, pose: &mut Pose<'_>) {
    flinch(t, pose, Blow { pitch: -1.0, side: 0.0 });
}

/// Pose at time `t` in seconds after a blow from behind.
pub(crate) fn back(t: f32, pose: &mut Pose<'_>) {
    flinch(t, pose, Blow { pitch: 1.0, side: 0.0 });
}

/// Pose at time `t` in seconds after a blow from the left.
pub(crate) fn left(t: f32, pose: &mut Pose<'_>) {
    flinch(t, pose, Blow { pitch: 0.0, side: -1.0 });
}

/// Pose at time `t` in seconds after a blow from the right.
pub(crate) fn right(t: f32, pose: &mut Pose<'_>) {
    flinch(t, pose, Blow { pitch: 0.0, side: 1.0 });
}

/// Direction in which a blow drives the body.
struct Blow {
    /// 1 forward, -1 backward, 0 for a blow from the side.
    pitch: f32,
    /// 1 to the left, -1 to the right, 0 for a blow from the front or from behind.
    side: f32,
}

impl Blow {
    /// Changes of an arm in degrees at the height of the flinch: swing, out and elbow. `guard` is 1 for the
    /// arm on the struck side and 0 for the other one.
    fn arm(&self, guard: f32) -> [f32; 3] {
        if self.pitch < 0.0 {
            [25.0, 13.0, 44.0]
        } else if self.pitch > 0.0 {
            [-20.0, 13.0, 30.0]
        } else {
            [14.0 + 12.0 * guard, 22.0 - 12.0 * guard, 22.0 + 36.0 * guard]
        }
    }
}

fn flinch(t: f32, pose: &mut Pose<'_>, blow: Blow) {
    idle::pose(0.0, pose);
    let chest = through(&[(0.0, 0.0), (0.10, 1.0), (0.20, 0.88), (0.47, -0.08), (LENGTH, 0.0)], t);
    let hips = through(&[(0.02, 0.0), (0.15, 1.0), (0.24, 0.85), (0.50, -0.06), (LENGTH, 0.0)], t);
    // The head stays behind at first, then is thrown after the chest.
    let head =
        through(&[(0.0, 0.0), (0.06, -1.0), (0.19, 1.0), (0.30, 0.7), (0.52, -0.14), (LENGTH, 0.0)], t);
    let limbs = through(&[(0.02, 0.0), (0.21, 1.0), (0.31, 0.82), (0.56, -0.04), (LENGTH, 0.0)], t);
    let Blow { pitch, side } = blow;
    pose.hips += Vec3::new(0.045 * side * hips, -0.018 * hips, 0.045 * pitch * hips);
    pose.add_turn("hips", 5.0 * pitch * hips, -5.0 * side * hips, 4.0 * side * chest);
    pose.add_spine(
        20.0 * pitch * chest + 5.0 * side.abs() * chest,
        -13.0 * side * chest,
        15.0 * side * chest,
    );
    // After a blow from behind the eyes stay on what lies ahead.
    let raised = 6.0 * pitch.max(0.0) * chest;
    pose.add_head(13.0 * pitch * head - raised, -4.0 * side * head, 12.0 * side * head);
    // Hands open toward a blow from the front and close otherwise.
    let curl = if pitch < 0.0 { -0.6 } else { 0.9 };
    for (n, (struck, share)) in [(-side, 1.0), (side, 0.7)].into_iter().enumerate() {
        let rest = idle::stand_arm(0.0, n);
        let guard = 0.5 + 0.5 * struck;
        let [swing, out, elbow] = blow.arm(guard);
        pose.arm(
            n,
            Arm {
                swing: rest.swing + swing * limbs * share,
                out: rest.out + out * limbs,
                elbow: rest.elbow + elbow * limbs * share,
                turn: rest.turn + 12.0 * guard * limbs,
                shrug: rest.shrug + 10.0 * chest.max(0.0),
                curl: rest.curl + curl * limbs.max(0.0),
                ..rest
            },
        );
    }
    pose.morphs.clear();
    let wince = through(&[(0.0, 0.0), (0.08, 1.0), (0.26, 0.9), (0.55, 0.0)], t);
    pose.morph("smile", 0.42 * (1.0 - wince));
    pose.morph("jaw_open", 0.35 * wince);
    pose.blink(0.85 * wince);
}

//! Rotation of resting feet: while ankle and toes rest in the source, the foot keeps its rotation, so that
//! the noise of the source and the shape of the target's foot do not move the ankle about the ball.

use super::correction::FootCorrection;
use super::windows::rest_weights;
use crate::math::slerp_shortest;
use crate::math::turn::rotation_of;
use crate::retarget::contact::{ContactFrames, Foot};
use crate::skeleton::JointId;
use glam::Quat;

/// Largest rotation from the mean of a rest that is taken out, radians; a foot that turns further on the spot
/// does turn.
const MAX_HELD: f32 = 0.1;

impl FootCorrection<'_> {
    /// Holds the rotations of foot and toes over each rest.
    pub(crate) fn hold_rests(&mut self, foot: &Foot) {
        if foot.rests.is_empty() {
            return;
        }
        for joint in [Some(foot.shape.leg.foot), foot.shape.leg.toes].into_iter().flatten() {
            let rotations: Vec<Quat> = (0..self.frames.len()).map(|k| self.rotation(joint, k)).collect();
            let means: Vec<Quat> = foot.rests.iter().map(|rest| mean(&rotations, rest)).collect();
            for k in 0..rotations.len() {
                let mut turn = Quat::IDENTITY;
                for (n, weight) in rest_weights(self.times, &foot.rests, k).into_iter().flatten() {
                    // Outside of the rest the correction of its nearest frame fades.
                    let rest = &foot.rests[n];
                    let held = held_turn(rotations[k.clamp(rest.first, rest.last)], means[n]);
                    turn = slerp_shortest(Quat::IDENTITY, held, weight) * turn;
                }
                if turn != Quat::IDENTITY {
                    self.set_rotation(joint, k, turn * rotations[k]);
                }
            }
        }
    }

    /// Rotation of a joint at a frame, model space.
    fn rotation(&mut self, joint: JointId, frame: usize) -> Quat {
        self.load(frame);
        rotation_of(&self.model[joint.index()])
    }

    fn set_rotation(&mut self, joint: JointId, frame: usize, rotation: Quat) {
        self.load(frame);
        let current = rotation_of(&self.model[joint.index()]);
        let turned = (self.pose[joint.index()].rotation * current.inverse() * rotation).normalize();
        if turned.is_finite() {
            self.pose[joint.index()].rotation = turned;
            self.frames.set(frame, &self.pose);
        }
    }
}

/// Mean rotation over a rest, in which the rotations are near each other.
fn mean(rotations: &[Quat], rest: &ContactFrames) -> Quat {
    let first = rotations[rest.first];
    let sum = rotations[rest.first..=rest.last].iter().fold(
        Quat::from_xyzw(0.0, 0.0, 0.0, 0.0),
        |sum, rotation| {
            if rotation.dot(first) < 0.0 { sum - *rotation } else { sum + *rotation }
        },
    );
    if sum.length_squared() > 1e-12 { sum.normalize() } else { first }
}

/// Rotation that takes `rotation` to `mean`, by [`MAX_HELD`] at most.
fn held_turn(rotation: Quat, mean: Quat) -> Quat {
    let whole = mean * rotation.inverse();
    let angle = whole.angle_between(Quat::IDENTITY);
    if angle > MAX_HELD { slerp_shortest(Quat::IDENTITY, whole, MAX_HELD / angle) } else { whole }
}

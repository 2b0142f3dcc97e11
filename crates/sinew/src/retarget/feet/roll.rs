//! Foot roll over the ball and the heel, where proportions differ.
//!
//! A foot that is large relative to its leg lifts the ankle so far with its heel that the knee has to fold; a
//! small one leaves the ankle out of reach. Then the foot rotates, as a human's does: a standing foot about
//! its ball, until the knee bends nearly as in the source; a swinging foot about its ankle, until it clears
//! the floor, but no flatter than the floor.

use super::correction::{AnkleGoal, FootCorrection};
use super::windows::{hold_over, larger_magnitude, window_extremes, window_means, windows};
use crate::math::axis_angle;
use crate::math::ops;
use crate::math::turn::rotation_of;
use crate::retarget::contact::Foot;
use crate::skeleton::JointId;
use glam::{Affine3A, Vec3};
use std::f32::consts::FRAC_PI_2;

/// Difference in knee bend from the source without which the foot does not roll, radians.
const KNEE_TOLERANCE: f32 = 0.14;
/// Pitch below which a foot counts as flat, radians.
const FLAT_PITCH: f32 = 0.1;
/// Largest roll for the sake of the knee, radians.
const MAX_ROLL: f32 = 0.9;
/// Penetration up to which the leg lifts the foot without a roll, leg lengths.
const MAX_PENETRATION: f32 = 0.01;
/// Half the length of the smoothing window, seconds.
const WINDOW: f32 = 0.07;
/// Step of the search for a roll, radians.
const STEP: f32 = 0.03;

/// Pitch of a foot at one frame.
struct FootAngles {
    /// Roll axis: a positive angle turns the toes down.
    across: Vec3,
    /// Pitch of foot and toes, radians, down.
    pitch: f32,
    toes_pitch: f32,
    /// From the ankle to the toes (to the ball, without toes).
    to_toes: Vec3,
    /// From there to the contact point of the ball.
    to_ball: Vec3,
}

impl FootAngles {
    /// Angles in the pose `model`; `None` for a foot that lies on its side.
    fn of(model: &[Affine3A], foot: &Foot) -> Option<Self> {
        let turn = rotation_of(&model[foot.shape.leg.foot.index()]) * foot.shape.flat_rotation.inverse();
        // The side axis defines the pitch of feet that point straight down as well.
        let side = turn * Vec3::X;
        let across = side.with_y(0.0).try_normalize().filter(|_| side.y.abs() < 0.9)?;
        let level = across.cross(Vec3::Y);
        let down = |ahead: Vec3| ops::atan2(-ahead.y, ahead.dot(level));
        let pitch = down(turn * Vec3::Z);
        let at = |joint: JointId| Vec3::from(model[joint.index()].translation);
        let (ankle, ball) = (at(foot.shape.leg.foot), foot.shape.ball.at(model));
        let toes = foot.shape.leg.toes.map(|toes| {
            (
                at(toes),
                down(rotation_of(&model[toes.index()]) * foot.shape.flat_toes_rotation.inverse() * Vec3::Z),
            )
        });
        let (joint, toes_pitch) = toes.unwrap_or((ball, pitch));
        let angles = Self { across, pitch, toes_pitch, to_toes: joint - ankle, to_ball: ball - joint };
        (angles.to_toes.is_finite() && angles.to_ball.is_finite() && angles.across.is_finite())
            .then_some(angles)
    }

    /// Roll of the toes for a roll of the foot: they keep their pitch, but point no further down than they
    /// have to.
    fn toes_roll(&self, roll: f32) -> f32 {
        if roll < 0.0 && self.toes_pitch > 0.0 { roll.max(-self.toes_pitch) } else { 0.0 }
    }

    /// Vector from the ankle to the contact point of the ball after a roll.
    fn ankle_to_ball(&self, roll: f32) -> Vec3 {
        let turned = |vector: Vec3, by: f32| axis_angle::from_axis_angle(self.across, by) * vector;
        turned(self.to_toes, roll) + turned(self.to_ball, self.toes_roll(roll))
    }
}

impl FootCorrection<'_> {
    /// Rolls a foot about its ankle where it would penetrate the floor.
    pub(crate) fn clear_floor(&mut self, foot: &Foot) {
        let rolls: Vec<f32> = (0..self.frames.len()).map(|k| self.floor_roll(foot, k)).collect();
        if rolls.iter().all(|roll| *roll == 0.0) {
            return;
        }
        let windows = windows(self.times, WINDOW);
        let mut smooth = window_means(&window_extremes(&rolls, &windows), &windows);
        hold_over(&mut smooth, self.times, &foot.rests, |rest| {
            rolls[rest].iter().copied().fold(0.0, larger_magnitude)
        });
        for (k, roll) in smooth.into_iter().enumerate() {
            self.load(k);
            self.roll_foot(foot, roll);
            self.frames.set(k, &self.pose);
        }
    }

    /// Rolls a standing foot about its ball for the bend of the knee; the hips are final.
    pub(crate) fn roll(&mut self, foot: &Foot, goals: &mut [AnkleGoal]) {
        let mut rolls = Vec::with_capacity(goals.len());
        for (k, goal) in goals.iter().enumerate() {
            self.load(k);
            let angles = FootAngles::of(&self.model, foot).filter(|_| foot.is_planted_at(k));
            rolls.push(
                angles.map_or(0.0, |angles| {
                    self.knee_roll(foot, &angles, goal.ankle + angles.ankle_to_ball(0.0))
                }),
            );
        }
        let mut smooth = window_means(&rolls, &windows(self.times, WINDOW));
        hold_over(&mut smooth, self.times, &foot.rests, |rest| {
            let count = rest.len() as f32;
            rolls[rest].iter().sum::<f32>() / count
        });
        for (k, (goal, roll)) in goals.iter_mut().zip(smooth).enumerate() {
            self.load(k);
            if let Some(angles) = FootAngles::of(&self.model, foot).filter(|_| foot.is_planted_at(k)) {
                goal.ankle += angles.ankle_to_ball(0.0) - angles.ankle_to_ball(roll);
            }
            goal.roll = roll;
            self.roll_foot(foot, roll);
            let by = goal.ankle - self.position(foot.shape.leg.foot);
            let up = self.ground.height - foot.shape.lowest(&self.model) - by.y;
            // A standing foot moves down as well as up.
            let up = if foot.is_planted_at(k) { up } else { up.max(0.0) };
            goal.ankle.y += if up.is_finite() { up } else { 0.0 };
        }
    }

    /// Smallest roll about a ball at `ball` with which the knee keeps its bend within the tolerance.
    fn knee_roll(&self, foot: &Foot, angles: &FootAngles, ball: Vec3) -> f32 {
        let [hip, knee, ankle] = [foot.shape.leg.upper, foot.shape.leg.lower, foot.shape.leg.foot]
            .map(|joint| self.position(joint));
        let (thigh, shin) = (hip.distance(knee), knee.distance(ankle));
        let bend = (knee - hip).angle_between(ankle - knee);
        let length = |bend: f32| {
            let bend = bend.clamp(0.0, std::f32::consts::PI);
            (thigh * thigh + shin * shin + 2.0 * thigh * shin * ops::cos(bend)).max(0.0).sqrt()
        };
        let (min, max) = (length(bend + KNEE_TOLERANCE), length(bend - KNEE_TOLERANCE));
        let error = |roll: f32| {
            let distance = hip.distance(ball - angles.ankle_to_ball(roll));
            (min - distance).max(distance - max).max(0.0)
        };
        // No flatter than the floor, and no further onto the toes than the limit.
        let (down, up) = (-angles.pitch.clamp(0.0, MAX_ROLL), MAX_ROLL);
        let mut best = (error(0.0), 0.0);
        if !(best.0 > 0.0 && best.0.is_finite()) {
            return 0.0;
        }
        let steps = (MAX_ROLL / STEP) as u32;
        for by in (1..=steps).flat_map(|n| [-(n as f32) * STEP, n as f32 * STEP]) {
            let by = by.clamp(down, up);
            let error = error(by);
            if error < best.0 {
                best = (error, by);
            }
            if error <= 0.0 {
                break;
            }
        }
        // Flat feet stay flat: the hips come down to them.
        best.1 * ((angles.pitch.abs() - FLAT_PITCH) / (2.0 * FLAT_PITCH)).clamp(0.0, 1.0)
    }

    /// Smallest roll towards level that clears the floor, except for the penetration that the leg corrects.
    fn floor_roll(&mut self, foot: &Foot, frame: usize) -> f32 {
        let floor = self.ground.height - MAX_PENETRATION * self.leg;
        self.load(frame);
        let Some(angles) = FootAngles::of(&self.model, foot) else { return 0.0 };
        if foot.shape.lowest(&self.model) >= floor {
            return 0.0;
        }
        let faces_up = foot.shape.flatness(&self.model) < 0.0;
        let level = -angles.pitch.clamp(-FRAC_PI_2, FRAC_PI_2);
        let mut clears = |roll: f32| {
            self.load(frame);
            self.roll_foot(foot, roll);
            foot.shape.lowest(&self.model) >= floor
        };
        // A sole that faces up, such as that of a body that lies on its front, is not turned to the ground
        // for nothing.
        if faces_up && !clears(level) {
            return 0.0;
        }
        let (mut no, mut yes) = (0.0, 1.0);
        for _ in 0..6 {
            let middle = 0.5 * (no + yes);
            if clears(middle * level) { yes = middle } else { no = middle }
        }
        yes * level
    }

    /// Rolls foot and toes of the loaded pose; the ankle stays.
    pub(crate) fn roll_foot(&mut self, foot: &Foot, roll: f32) {
        if roll == 0.0 {
            return;
        }
        let Some(angles) = FootAngles::of(&self.model, foot) else { return };
        let toes_roll = angles.toes_roll(roll);
        for (joint, by) in [(Some(foot.shape.leg.foot), roll), (foot.shape.leg.toes, toes_roll - roll)] {
            let Some(joint) = joint else { continue };
            let current = rotation_of(&self.model[joint.index()]);
            let turned = self.pose[joint.index()].rotation
                * current.inverse()
                * axis_angle::from_axis_angle(angles.across, by)
                * current;
            if turned.is_finite() && turned.length() > 0.5 {
                self.pose[joint.index()].rotation = turned.normalize();
            }
            self.pose_to_model();
        }
    }
}

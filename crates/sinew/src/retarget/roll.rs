//! Feet that roll over their balls and heels where proportions differ.
//!
//! A foot that is large against its leg lifts the ankle so far as its heel comes up that the knee has to fold, and one that
//! is small leaves it out of reach. What is turned then is the foot, as people do: a standing one about its ball, so far
//! that the knee bends nearly as the source's does; a swinging one about the ankle, until it clears the floor, but no
//! flatter than the floor.

use super::feet::Stage;
use super::foot::Foot;
use super::hips::{means, widest, windows};
use super::leg::rotation;
use crate::skeleton::JointIndex;
use glam::{Affine3A, Quat, Vec3};
use std::f32::consts::FRAC_PI_2;

/// A knee may bend so much more or less than the source's before the foot rolls: radians.
const ALLOWED: f32 = 0.14;
/// A foot that points less up or down is flat: radians.
const FLAT: f32 = 0.1;
/// A foot rolls no farther than this for the knee's sake: radians.
const FARTHEST: f32 = 0.9;
/// A foot that is no deeper in the floor is lifted by the leg: leg lengths.
const SUNK: f32 = 0.01;
/// Feet roll as much as any moment within this many seconds asks for.
const AROUND: f32 = 0.07;
/// Steps in which a roll is looked for: radians.
const STEP: f32 = 0.03;

/// Where an ankle should be, and how far the foot rolls: radians, toes down.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    pub(super) ankle: Vec3,
    pub(super) roll: f32,
}

/// A foot at a frame.
struct Shown {
    /// About which it rolls, toes down.
    across: Vec3,
    /// How far foot and toes point down: radians.
    pitch: f32,
    toes_pitch: f32,
    /// From ankle to toes (or all the way to the ball), and from there to where the ball touches the ground.
    to_toes: Vec3,
    to_ball: Vec3,
}

impl Shown {
    /// The foot as shown; none where it lies on its side.
    fn of(model: &[Affine3A], foot: &Foot) -> Option<Self> {
        let turn = rotation(&model[foot.leg.foot.index()]) * foot.flat.inverse();
        // Told by the side, so that feet that point straight down have a pitch as well.
        let side = turn * Vec3::X;
        let across = side.with_y(0.0).try_normalize().filter(|_| side.y.abs() < 0.9)?;
        let level = across.cross(Vec3::Y);
        let down = |ahead: Vec3| (-ahead.y).atan2(ahead.dot(level));
        let pitch = down(turn * Vec3::Z);
        let at = |joint: JointIndex| Vec3::from(model[joint.index()].translation);
        let (ankle, ball) = (at(foot.leg.foot), foot.ball.at(model));
        let toes = foot.leg.toes.map(|toes| {
            (at(toes), down(rotation(&model[toes.index()]) * foot.toes_flat.inverse() * Vec3::Z))
        });
        let (joint, toes_pitch) = toes.unwrap_or((ball, pitch));
        let own = Self { across, pitch, toes_pitch, to_toes: joint - ankle, to_ball: ball - joint };
        (own.to_toes.is_finite() && own.to_ball.is_finite() && own.across.is_finite()).then_some(own)
    }

    /// How far the toes turn when the foot rolls: they stay as they are, but no farther down than they have to.
    fn toes_roll(&self, roll: f32) -> f32 {
        if roll < 0.0 && self.toes_pitch > 0.0 { roll.max(-self.toes_pitch) } else { 0.0 }
    }

    /// From the ankle to the ball's place on the ground when the foot rolls.
    fn way(&self, roll: f32) -> Vec3 {
        let turned = |way: Vec3, by: f32| Quat::from_axis_angle(self.across, by) * way;
        turned(self.to_toes, roll) + turned(self.to_ball, self.toes_roll(roll))
    }
}

impl Stage<'_> {
    /// Lets a foot roll about its ankle where it would be in the floor.
    pub(super) fn clear_floor(&mut self, foot: &Foot) {
        let rolls: Vec<f32> = (0..self.frames.len()).map(|k| self.off_the_floor(foot, k)).collect();
        if rolls.iter().all(|roll| *roll == 0.0) {
            return;
        }
        let windows = windows(self.times, AROUND);
        for (k, roll) in means(&widest(&rolls, &windows), &windows).into_iter().enumerate() {
            self.show(k);
            self.turn_foot(foot, roll);
            self.frames.set(k, &self.pose);
        }
    }

    /// Lets a standing foot roll about its ball, so that the knee bends as it should; hips are where they should be.
    pub(super) fn roll(&mut self, foot: &Foot, goals: &mut [Goal]) {
        let mut rolls = Vec::with_capacity(goals.len());
        for (k, goal) in goals.iter().enumerate() {
            self.show(k);
            let shown = Shown::of(&self.model, foot).filter(|_| foot.stands_at(k));
            rolls.push(
                shown.map_or(0.0, |shown| self.for_the_knee(foot, &shown, goal.ankle + shown.way(0.0))),
            );
        }
        let rolls = means(&rolls, &windows(self.times, AROUND));
        for (k, (goal, roll)) in goals.iter_mut().zip(rolls).enumerate() {
            self.show(k);
            if let Some(shown) = Shown::of(&self.model, foot).filter(|_| foot.stands_at(k)) {
                goal.ankle += shown.way(0.0) - shown.way(roll);
            }
            goal.roll = roll;
            self.turn_foot(foot, roll);
            let by = goal.ankle - Vec3::from(self.model[foot.leg.foot.index()].translation);
            let up = self.floor - foot.lowest(&self.model) - by.y;
            // A standing foot comes down again, too.
            let up = if foot.stands_at(k) { up } else { up.max(0.0) };
            goal.ankle.y += if up.is_finite() { up } else { 0.0 };
        }
    }

    /// The least roll about a ball at `ball` with which the knee bends nearly as it does.
    fn for_the_knee(&self, foot: &Foot, shown: &Shown, ball: Vec3) -> f32 {
        let at = |joint: JointIndex| Vec3::from(self.model[joint.index()].translation);
        let (hip, knee, ankle) = (at(foot.leg.upper), at(foot.leg.lower), at(foot.leg.foot));
        let (thigh, shin) = (hip.distance(knee), knee.distance(ankle));
        let bend = (knee - hip).angle_between(ankle - knee);
        let length = |bend: f32| {
            let bend = bend.clamp(0.0, std::f32::consts::PI);
            (thigh * thigh + shin * shin + 2.0 * thigh * shin * bend.cos()).max(0.0).sqrt()
        };
        let (least, most) = (length(bend + ALLOWED), length(bend - ALLOWED));
        let off = |roll: f32| {
            let far = hip.distance(ball - shown.way(roll));
            (least - far).max(far - most).max(0.0)
        };
        // No flatter than the floor, and no farther on the toes than so much.
        let (down, up) = (-shown.pitch.clamp(0.0, FARTHEST), FARTHEST);
        let mut best = (off(0.0), 0.0);
        if !(best.0 > 0.0 && best.0.is_finite()) {
            return 0.0;
        }
        let steps = (FARTHEST / STEP) as u32;
        for by in (1..=steps).flat_map(|n| [-(n as f32) * STEP, n as f32 * STEP]) {
            let by = by.clamp(down, up);
            let off = off(by);
            if off < best.0 {
                best = (off, by);
            }
            if off <= 0.0 {
                break;
            }
        }
        // Flat feet stay flat: the hips come down to them.
        best.1 * ((shown.pitch.abs() - FLAT) / (2.0 * FLAT)).clamp(0.0, 1.0)
    }

    /// The least roll towards level that clears the floor, but for what legs take.
    fn off_the_floor(&mut self, foot: &Foot, frame: usize) -> f32 {
        let floor = self.floor - SUNK * self.leg;
        self.show(frame);
        let Some(shown) = Shown::of(&self.model, foot) else { return 0.0 };
        if foot.lowest(&self.model) >= floor {
            return 0.0;
        }
        let level = -shown.pitch.clamp(-FRAC_PI_2, FRAC_PI_2);
        let (mut no, mut yes) = (0.0, 1.0);
        for _ in 0..6 {
            let middle = 0.5 * (no + yes);
            self.show(frame);
            self.turn_foot(foot, middle * level);
            if foot.lowest(&self.model) >= floor { yes = middle } else { no = middle }
        }
        yes * level
    }

    /// Turns foot and toes as shown, the ankle stays.
    pub(super) fn turn_foot(&mut self, foot: &Foot, roll: f32) {
        if roll == 0.0 {
            return;
        }
        let Some(shown) = Shown::of(&self.model, foot) else { return };
        let toes_roll = shown.toes_roll(roll);
        for (joint, by) in [(Some(foot.leg.foot), roll), (foot.leg.toes, toes_roll - roll)] {
            let Some(joint) = joint else { continue };
            let own = rotation(&self.model[joint.index()]);
            let turned = self.pose[joint.index()].rotation
                * own.inverse()
                * Quat::from_axis_angle(shown.across, by)
                * own;
            if turned.is_finite() && turned.length() > 0.5 {
                self.pose[joint.index()].rotation = turned.normalize();
            }
            self.pose_to_model();
        }
    }
}

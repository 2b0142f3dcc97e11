//! Inertialization: after a change of motion the body goes on as it went, and what sets it apart from the new motion
//! dies away (D. Bollo, *Inertialization: High-Performance Animation Transitions in Gears of War*, GDC 2018).
//!
//! Here each number's distance from the new motion runs along a quintic that begins with the distance and relative speed
//! at the change and without relative acceleration, and ends with none of the three, so that pose and velocity are
//! continuous whatever was interrupted. The new motion's own speed is only known one frame after the change; until then
//! the body keeps its course.

use super::FullPose;
use crate::math::Transform;
use glam::{Quat, Vec3};

/// Keeps a body's motion continuous over changes. Feed it every pose of a character, in order.
#[derive(Clone, Debug)]
pub struct Inertialization {
    /// The last pose given out and the one before it, `step` seconds apart. 0 seconds before there were two.
    last: FullPose,
    previous: FullPose,
    step: f32,
    /// How many poses have been given out since the last cut, up to 2.
    known: u8,
    stage: Stage,
    duration: f32,
    elapsed: f32,
    /// The new motion at the change.
    target: FullPose,
    joints: Vec<JointOffset>,
    weights: Vec<Offset<f32>>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Stage {
    Idle,
    /// A change comes with the next pose.
    Asked,
    /// The change has come; the new motion's speed is not known yet.
    Changed,
    Fading,
}

/// A distance from the new motion and how fast it grew at the change.
#[derive(Clone, Copy, Debug, Default)]
struct Offset<V> {
    distance: V,
    speed: V,
}

#[derive(Clone, Copy, Debug, Default)]
struct JointOffset {
    translation: Offset<Vec3>,
    /// A turn in the parent's axes, as a vector.
    rotation: Offset<Vec3>,
    scale: Offset<Vec3>,
}

impl Inertialization {
    /// For poses like `rest`.
    pub fn new(rest: &FullPose) -> Self {
        let weights = rest.morphs.as_slice().len() + rest.expressions.len();
        Self {
            last: rest.clone(),
            previous: rest.clone(),
            step: 0.0,
            known: 0,
            stage: Stage::Idle,
            duration: 0.0,
            elapsed: 0.0,
            target: rest.clone(),
            joints: vec![JointOffset::default(); rest.local.as_slice().len()],
            weights: vec![Offset::default(); weights],
        }
    }

    /// The next pose is of another motion, which takes over within `seconds`.
    pub fn start(&mut self, seconds: f32) {
        if self.known > 0 && seconds > 0.0 {
            (self.stage, self.duration) = (Stage::Asked, seconds);
        }
    }

    /// The next pose has nothing to do with the last; no motion is kept.
    pub fn cut(&mut self) {
        (self.stage, self.known) = (Stage::Idle, 0);
    }

    /// Whether a change is still dying away.
    pub fn is_active(&self) -> bool {
        self.stage != Stage::Idle
    }

    /// Makes `pose`, which comes `dt` seconds after the last, continuous with what went before.
    pub fn apply(&mut self, pose: &mut FullPose, dt: f32) {
        let dt = if dt.is_finite() { dt.abs() } else { 0.0 };
        match self.stage {
            Stage::Idle => {}
            Stage::Asked => self.change(pose, dt),
            Stage::Changed if dt > 0.0 => {
                self.learn_speed(pose, dt);
                self.elapsed = dt;
                self.stage = Stage::Fading;
                self.shift(pose);
            }
            Stage::Changed => self.shift(pose),
            Stage::Fading => {
                self.elapsed += dt;
                self.shift(pose);
            }
        }
        if self.stage == Stage::Fading && self.elapsed >= self.duration {
            self.stage = Stage::Idle;
        }
        if dt > 0.0 {
            std::mem::swap(&mut self.last, &mut self.previous);
            self.step = dt;
            self.known = (self.known + 1).min(2);
        }
        self.known = self.known.max(1);
        self.last.copy_from(pose);
    }

    /// Seconds between the two poses known; none while there are not two.
    fn known_step(&self) -> Option<f32> {
        (self.known > 1 && self.step > 0.0).then_some(self.step)
    }

    /// Takes the distance of where the body would have gone from the first pose of the new motion.
    fn change(&mut self, pose: &mut FullPose, dt: f32) {
        let ahead = self.known_step().map_or(0.0, |step| dt / step);
        self.target.copy_from(pose);
        let poses = self.last.local.as_slice().iter().zip(self.previous.local.as_slice());
        for ((offset, (last, previous)), new) in self.joints.iter_mut().zip(poses).zip(pose.local.as_slice())
        {
            let translation = last.translation + (last.translation - previous.translation) * ahead;
            let turned = turn(last.rotation, previous.rotation) * ahead;
            let rotation = Quat::from_scaled_axis(turned) * last.rotation;
            let scale = last.scale + (last.scale - previous.scale) * ahead;
            offset.translation = Offset { distance: translation - new.translation, speed: Vec3::ZERO };
            offset.rotation = Offset { distance: turn(rotation, new.rotation), speed: Vec3::ZERO };
            offset.scale = Offset { distance: scale - new.scale, speed: Vec3::ZERO };
        }
        let (last, previous) = (weights(&self.last), weights(&self.previous));
        for ((offset, (last, previous)), new) in
            self.weights.iter_mut().zip(last.zip(previous)).zip(weights(pose))
        {
            *offset = Offset { distance: last + (last - previous) * ahead - new, speed: 0.0 };
        }
        (self.stage, self.elapsed) = (Stage::Changed, 0.0);
        self.shift(pose);
    }

    /// Takes the speed of the body relative to the new motion, now that this has moved on by `dt`.
    fn learn_speed(&mut self, pose: &FullPose, dt: f32) {
        let Some(step) = self.known_step() else { return };
        let before = self.last.local.as_slice().iter().zip(self.previous.local.as_slice());
        let new = pose.local.as_slice().iter().zip(self.target.local.as_slice());
        for ((offset, (last, previous)), (new, first)) in self.joints.iter_mut().zip(before).zip(new) {
            let relative = |body: Vec3, new: Vec3| body / step - new / dt;
            offset.translation.speed =
                relative(last.translation - previous.translation, new.translation - first.translation);
            offset.scale.speed = relative(last.scale - previous.scale, new.scale - first.scale);
            let apart = offset.rotation.distance;
            let body = turn(last.rotation, previous.rotation) / step;
            let new = turn(new.rotation, first.rotation) / dt;
            offset.rotation.speed = vector_speed(apart, body - Quat::from_scaled_axis(apart) * new);
        }
        let before = weights(&self.last).zip(weights(&self.previous));
        let new = weights(pose).zip(weights(&self.target));
        for ((offset, (last, previous)), (new, first)) in self.weights.iter_mut().zip(before).zip(new) {
            offset.speed = (last - previous) / step - (new - first) / dt;
        }
    }

    /// Adds what is left of the distances.
    fn shift(&self, pose: &mut FullPose) {
        let (of_distance, of_speed) = quintic(self.elapsed, self.duration);
        let left = |offset: &Offset<Vec3>| offset.distance * of_distance + offset.speed * of_speed;
        for (offset, joint) in self.joints.iter().zip(pose.local.as_mut_slice()) {
            let rotation = left(&offset.rotation);
            *joint = Transform {
                translation: joint.translation + left(&offset.translation),
                rotation: match rotation == Vec3::ZERO {
                    true => joint.rotation,
                    false => (Quat::from_scaled_axis(rotation) * joint.rotation).normalize(),
                },
                scale: joint.scale + left(&offset.scale),
            };
        }
        let FullPose { morphs, expressions, .. } = pose;
        let weights = morphs.as_mut_slice().iter_mut().chain(expressions);
        for (offset, weight) in self.weights.iter().zip(weights) {
            *weight += offset.distance * of_distance + offset.speed * of_speed;
        }
    }
}

fn weights(pose: &FullPose) -> impl Iterator<Item = f32> + '_ {
    pose.morphs.as_slice().iter().chain(&pose.expressions).copied()
}

/// The turn from `b` to `a` in the parent's axes, as a vector along its axis, at most half a round long.
fn turn(a: Quat, b: Quat) -> Vec3 {
    let q = a * b.inverse();
    let q = if q.w < 0.0 { -q } else { q };
    let axis = q.xyz();
    let sine = axis.length();
    if sine > 1e-9 { axis * (2.0 * sine.atan2(q.w) / sine) } else { axis * 2.0 }
}

/// How fast the vector of a turn changes while it turns at `rate` (radians a second about an axis): the inverse of the
/// left Jacobian of the rotation group.
fn vector_speed(vector: Vec3, rate: Vec3) -> Vec3 {
    let angle = vector.length();
    let along = vector.cross(rate);
    let factor = match angle > 1e-3 {
        true => (1.0 - 0.5 * angle / (0.5 * angle).tan()) / (angle * angle),
        false => 1.0 / 12.0,
    };
    rate - along * 0.5 + vector.cross(along) * factor
}

/// How much of a distance and of a speed is left after `elapsed` of `duration` seconds: the quintic that begins with
/// them and ends at rest.
fn quintic(elapsed: f32, duration: f32) -> (f32, f32) {
    if elapsed >= duration {
        return (0.0, 0.0);
    }
    let s = elapsed / duration;
    let (s2, s3) = (s * s, s * s * s);
    let of_distance = 1.0 - s3 * (10.0 - 15.0 * s + 6.0 * s2);
    let of_speed = s * (1.0 - s2 * (6.0 - 8.0 * s + 3.0 * s2));
    (of_distance, of_speed * duration)
}

//! Inertialization: after a change of motion the body goes on as it went, and what sets it apart from the new motion
//! dies away (D. Bollo, *Inertialization: High-Performance Animation Transitions in Gears of War*, GDC 2018).
//!
//! Here each number's distance from the new motion runs along a quintic that begins with the distance and relative speed
//! at the change and without relative acceleration, and ends with none of the three, so that pose and velocity are
//! continuous whatever was interrupted. The new motion's own speed is only known one frame after the change; until then
//! the body keeps its course.

use super::FullPose;
use crate::clip::RootDelta;
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
    weights: Vec<f32>,
    /// A turn, as a vector.
    gaze: Vec3,
    /// Metres and radians a second that the body travels, and travelled at the change.
    speed: Option<[Vec3; 2]>,
    speed_before: Option<[Vec3; 2]>,
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
struct Offset {
    distance: Vec3,
    speed: Vec3,
}

#[derive(Clone, Copy, Debug, Default)]
struct JointOffset {
    translation: Offset,
    /// A turn in the parent's axes, as a vector.
    rotation: Offset,
    scale: Offset,
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
            weights: vec![0.0; weights],
            gaze: Vec3::ZERO,
            speed: None,
            speed_before: None,
        }
    }

    /// For poses like `pose`, which the body holds already.
    pub(super) fn holding(pose: &FullPose) -> Self {
        Self { known: 1, ..Self::new(pose) }
    }

    /// The next pose is of another motion, which takes over within `seconds` (an hour at most).
    pub fn start(&mut self, seconds: f32) {
        if self.known > 0 && seconds > 0.0 {
            (self.stage, self.duration) = (Stage::Asked, seconds.min(3600.0));
        }
    }

    /// The next pose has nothing to do with the last; no motion is kept.
    pub fn cut(&mut self) {
        (self.stage, self.known, self.speed) = (Stage::Idle, 0, None);
    }

    /// Whether a change is still dying away.
    pub fn is_active(&self) -> bool {
        self.stage != Stage::Idle
    }

    /// Makes `pose`, which comes `dt` seconds after the last, continuous with what went before.
    pub fn apply(&mut self, pose: &mut FullPose, dt: f32) {
        self.apply_with(pose, RootDelta::NONE, dt);
    }

    /// [`Inertialization::apply`], and the same for the body's travel in that time.
    pub fn apply_with(&mut self, pose: &mut FullPose, travel: RootDelta, dt: f32) -> RootDelta {
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
        let travel = self.carry(travel, dt);
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
        travel
    }

    /// The body goes on at the speed it had, less and less of it.
    fn carry(&mut self, travel: RootDelta, dt: f32) -> RootDelta {
        let old = match self.stage {
            Stage::Idle => None,
            Stage::Asked | Stage::Changed | Stage::Fading => self.speed_before,
        };
        let carried = match old {
            Some([way, turn]) if dt > 0.0 => {
                let old = RootDelta { translation: way * dt, rotation: Quat::from_scaled_axis(turn * dt) };
                let share =
                    super::ease(if self.stage == Stage::Fading { self.elapsed / self.duration } else { 0.0 });
                old.blended(&travel, share)
            }
            _ => travel,
        };
        if dt > 0.0 {
            let turn = if carried.rotation.w < 0.0 { -carried.rotation } else { carried.rotation };
            self.speed = Some([carried.translation / dt, turn.to_scaled_axis() / dt]);
        }
        carried
    }

    /// Seconds between the two poses known; none while there are not two.
    fn known_step(&self) -> Option<f32> {
        (self.known > 1 && self.step > 0.0).then_some(self.step)
    }

    /// Takes the distance of the body from the first pose of the new motion, on which it goes as it went for `dt`
    /// seconds, the less the longer that is.
    fn change(&mut self, pose: &mut FullPose, dt: f32) {
        self.target.copy_from(pose);
        self.speed_before = self.speed;
        let step = self.known_step();
        let speed = |way: Vec3| step.map_or(Vec3::ZERO, |step| way / step);
        let poses = self.last.local.as_slice().iter().zip(self.previous.local.as_slice());
        for ((offset, (last, previous)), new) in self.joints.iter_mut().zip(poses).zip(pose.local.as_slice())
        {
            let vector = |last: Vec3, previous: Vec3, new: Vec3| Offset {
                distance: last - new,
                speed: speed(last - previous),
            };
            offset.translation = vector(last.translation, previous.translation, new.translation);
            offset.scale = vector(last.scale, previous.scale, new.scale);
            let apart = turn(last.rotation, new.rotation);
            let rate = vector_speed(apart, speed(turn(last.rotation, previous.rotation)));
            offset.rotation = Offset { distance: apart, speed: rate };
        }
        for ((offset, last), new) in self.weights.iter_mut().zip(weights(&self.last)).zip(weights(pose)) {
            *offset = last - new;
        }
        self.gaze = turn(self.last.gaze.unwrap_or(Quat::IDENTITY), pose.gaze.unwrap_or(Quat::IDENTITY));
        self.elapsed = dt;
        self.shift(pose);
        // From the next pose on the rest of the time counts, from here.
        (self.duration, self.elapsed) = (self.duration - dt, 0.0);
        self.stage = if self.duration > 0.0 { Stage::Changed } else { Stage::Idle };
        self.measure(pose);
    }

    /// Takes the distances anew: from `pose`, which has been given out, to the new motion's.
    fn measure(&mut self, pose: &FullPose) {
        let poses = pose.local.as_slice().iter().zip(self.target.local.as_slice());
        for (offset, (own, new)) in self.joints.iter_mut().zip(poses) {
            let at = |distance: Vec3| Offset { distance, speed: Vec3::ZERO };
            offset.translation = at(own.translation - new.translation);
            offset.scale = at(own.scale - new.scale);
            offset.rotation = at(turn(own.rotation, new.rotation));
        }
        for ((offset, own), new) in self.weights.iter_mut().zip(weights(pose)).zip(weights(&self.target)) {
            *offset = own - new;
        }
        self.gaze = turn(pose.gaze.unwrap_or(Quat::IDENTITY), self.target.gaze.unwrap_or(Quat::IDENTITY));
    }

    /// Takes the speed of the body relative to the new motion, now that this has moved on by `dt`. Weights have none:
    /// carried beyond their range they would distort the face.
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
    }

    /// Adds what is left of the distances.
    fn shift(&self, pose: &mut FullPose) {
        let (of_distance, of_speed) = quintic(self.elapsed, self.duration);
        let left = |offset: &Offset| offset.distance * of_distance + offset.speed * of_speed;
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
            *weight += offset * of_distance;
        }
        if self.gaze != Vec3::ZERO && of_distance > 0.0 {
            let ahead = pose.gaze.unwrap_or(Quat::IDENTITY);
            pose.gaze = Some((Quat::from_scaled_axis(self.gaze * of_distance) * ahead).normalize());
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

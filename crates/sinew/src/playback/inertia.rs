//! Inertialization: a transition in which the pose keeps its velocity, and the offset from the new motion decays (D. Bollo, *Inertialization: High-Performance Animation Transitions in Gears of War*, GDC 2018).
//!
//! Each offset follows a quintic that begins with the offset and relative velocity at the change, without relative acceleration, and
//! ends with all three at zero, so that pose and velocity are continuous whatever was interrupted. The velocity of the new motion is
//! known only one frame after the change; until then the old velocity is kept.

use super::FullPose;
use crate::clip::RootDelta;
use crate::math::Transform;
use glam::{Quat, Vec3};

/// Inertialization state of one character: keeps pose and velocity continuous when the clip changes. Apply it to every pose of
/// the character, in order.
#[derive(Clone, Debug)]
pub struct Inertialization {
    /// The last two poses, `step` seconds apart; 0 before there are two.
    last: FullPose,
    previous: FullPose,
    step: f32,
    /// Number of poses since the last cut, up to 2.
    known: u8,
    stage: Stage,
    duration: f32,
    elapsed: f32,
    /// The first pose of the new motion.
    target: FullPose,
    joints: Vec<JointOffset>,
    weights: Vec<f32>,
    /// A rotation, as a scaled axis.
    gaze: Vec3,
    /// Velocity of the root motion in m/s and rad/s, now and at the change.
    speed: Option<[Vec3; 2]>,
    speed_before: Option<[Vec3; 2]>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Stage {
    Idle,
    /// The next pose is the first of the new motion.
    Asked,
    /// One pose of the new motion has come; its velocity is not known yet.
    Changed,
    Fading,
}

/// An offset from the new motion, and its velocity at the change.
#[derive(Clone, Copy, Debug, Default)]
struct Offset {
    distance: Vec3,
    speed: Vec3,
}

#[derive(Clone, Copy, Debug, Default)]
struct JointOffset {
    translation: Offset,
    /// A rotation in the parent's axes, as a scaled axis.
    rotation: Offset,
    scale: Offset,
}

impl Inertialization {
    /// An idle inertializer for the character of `rest`.
    #[must_use]
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

    /// Goes on after poses that it was not applied to: the last one, the one before with the seconds between them, and the root motion
    /// up to the last one with its seconds. The one before is written by a function.
    pub(super) fn resume(
        &mut self,
        last: &FullPose,
        previous: Option<(f32, impl FnOnce(&mut FullPose))>,
        root: Option<(RootDelta, f32)>,
    ) {
        (self.stage, self.known) = (Stage::Idle, 1);
        self.last.copy_from(last);
        if let Some((step, write)) = previous {
            write(&mut self.previous);
            (self.step, self.known) = (step, 2);
        }
        self.speed = root.map(|(delta, dt)| root_speed(&delta, dt));
    }

    /// Starts a transition: the next pose belongs to another motion, reached within `seconds` (an hour at most).
    pub fn start(&mut self, seconds: f32) {
        if self.known > 0 && seconds > 0.0 {
            (self.stage, self.duration) = (Stage::Asked, seconds.min(3600.0));
        }
    }

    /// Resets: the next pose is used as it is, without a transition or velocity.
    pub fn cut(&mut self) {
        (self.stage, self.known, self.speed) = (Stage::Idle, 0, None);
    }

    /// Whether a transition is in progress.
    #[must_use]
    pub fn is_active(&self) -> bool {
        self.stage != Stage::Idle
    }

    /// Applies the transition to `pose`, which comes `dt` seconds after the last one.
    pub fn apply(&mut self, pose: &mut FullPose, dt: f32) {
        self.apply_with_root_motion(pose, RootDelta::IDENTITY, dt);
    }

    /// [`Inertialization::apply`], and the same for the root motion of that time.
    pub fn apply_with_root_motion(
        &mut self,
        pose: &mut FullPose,
        root_motion: RootDelta,
        dt: f32,
    ) -> RootDelta {
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
        let root_motion = self.blend_root_motion(root_motion, dt);
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
        root_motion
    }

    /// Root motion blended from the old velocity to the new.
    fn blend_root_motion(&mut self, root_motion: RootDelta, dt: f32) -> RootDelta {
        let old = match self.stage {
            Stage::Idle => None,
            Stage::Asked | Stage::Changed | Stage::Fading => self.speed_before,
        };
        let blended = match old {
            Some([way, turn]) if dt > 0.0 => {
                let old = RootDelta { translation: way * dt, rotation: Quat::from_scaled_axis(turn * dt) };
                let share =
                    super::ease(if self.stage == Stage::Fading { self.elapsed / self.duration } else { 0.0 });
                old.lerp(&root_motion, share)
            }
            _ => root_motion,
        };
        if dt > 0.0 {
            self.speed = Some(root_speed(&blended, dt));
        }
        blended
    }

    /// Seconds between the last two poses; `None` while there are not two.
    fn known_step(&self) -> Option<f32> {
        (self.known > 1 && self.step > 0.0).then_some(self.step)
    }

    /// Measures the offsets from the first pose of the new motion, and continues the old velocity for `dt` seconds.
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

    /// Measures the offsets again, from the resulting `pose`.
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

    /// Measures the velocity relative to the new motion, which has moved on by `dt`. Weights have none: overshooting their range would
    /// distort the face.
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

    /// Adds the remaining offsets.
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

/// Velocity of root motion in m/s and rad/s.
fn root_speed(delta: &RootDelta, dt: f32) -> [Vec3; 2] {
    let turn = if delta.rotation.w < 0.0 { -delta.rotation } else { delta.rotation };
    [delta.translation / dt, turn.to_scaled_axis() / dt]
}

fn weights(pose: &FullPose) -> impl Iterator<Item = f32> + '_ {
    pose.morphs.as_slice().iter().chain(&pose.expressions).copied()
}

/// The rotation from `b` to `a` in the parent's axes, as a scaled axis of at most half a turn.
fn turn(a: Quat, b: Quat) -> Vec3 {
    let q = a * b.inverse();
    let q = if q.w < 0.0 { -q } else { q };
    let axis = q.xyz();
    let sine = axis.length();
    if sine > 1e-9 { axis * (2.0 * sine.atan2(q.w) / sine) } else { axis * 2.0 }
}

/// The derivative of a rotation's scaled axis under an angular velocity `rate` in rad/s: the inverse of the left Jacobian of the
/// rotation group.
fn vector_speed(vector: Vec3, rate: Vec3) -> Vec3 {
    let angle = vector.length();
    let along = vector.cross(rate);
    let factor = match angle > 1e-3 {
        true => (1.0 - 0.5 * angle / (0.5 * angle).tan()) / (angle * angle),
        false => 1.0 / 12.0,
    };
    rate - along * 0.5 + vector.cross(along) * factor
}

/// The remaining factors of an offset and of its velocity after `elapsed` of `duration` seconds: the quintic that begins with them
/// and ends at rest.
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

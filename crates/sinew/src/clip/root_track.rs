//! Root motion of clips: a track of root poses apart from the pose.

use super::PlayheadStep;
use crate::math::axis_angle;
use crate::math::mirrored;
use crate::skeleton::MAX_COORDINATE;
use glam::{Affine3A, Quat, Vec3};
use std::sync::Arc;

/// Largest heading, radians: a hundred thousand turns.
const MAX_HEADING: f32 = 1e6;

/// Root motion of a step: translation, then rotation, in model space, as Unity's `deltaPosition` and
/// `deltaRotation`. [`RootMotion::apply_to`] moves a character in the world by it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootMotion {
    /// Translation, metres.
    pub translation: Vec3,
    /// Rotation, a unit quaternion.
    pub rotation: Quat,
}

impl RootMotion {
    /// No motion.
    pub const IDENTITY: Self = Self { translation: Vec3::ZERO, rotation: Quat::IDENTITY };

    /// World transform of a character after the motion.
    #[must_use]
    pub fn apply_to(&self, world_from_model: Affine3A) -> Affine3A {
        world_from_model * Affine3A::from_rotation_translation(self.rotation, self.translation)
    }

    /// This motion, followed by `next`.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        Self {
            translation: self.translation + self.rotation * next.translation,
            rotation: (self.rotation * next.rotation).normalize(),
        }
    }

    /// Blend towards `other`: this motion at `t` = 0, `other` at 1.
    #[must_use]
    pub fn lerp(&self, other: &Self, t: f32) -> Self {
        Self {
            translation: self.translation.lerp(other.translation, t),
            rotation: self.rotation.lerp(other.rotation, t),
        }
    }

    /// The motion of a character that faces another way: turned about +Y by a rotation.
    #[must_use]
    pub fn turned(&self, turn: Quat) -> Self {
        Self { translation: turn * self.translation, rotation: turn * self.rotation * turn.inverse() }
    }

    /// Mirror image that swaps left and right of a character that faces +Z or -Z.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let translation = self.translation * Vec3::new(-1.0, 1.0, 1.0);
        Self { translation, rotation: mirrored(self.rotation) }
    }
}

impl Default for RootMotion {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// Position and heading of a character's root.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RootPose {
    /// Position, metres.
    pub position: Vec3,
    /// Heading about +Y, radians; unwrapped, so that it may exceed half a turn.
    pub heading: f32,
}

impl RootPose {
    /// Composition: the pose `next`, which is relative to this one, in this pose's reference frame.
    #[must_use]
    pub fn then(self, next: Self) -> Self {
        let turn = axis_angle::from_rotation_y(self.heading);
        Self { position: self.position + turn * next.position, heading: self.heading + next.heading }
    }

    /// Inverse: `pose.then(pose.inverse())` is the default pose.
    #[must_use]
    pub fn inverse(self) -> Self {
        let turn = axis_angle::from_rotation_y(-self.heading);
        Self { position: -(turn * self.position), heading: -self.heading }
    }

    /// Composition of `times` copies of this pose; of the inverse where `times` is negative.
    fn repeated(self, times: i64) -> Self {
        let mut power = if times < 0 { self.inverse() } else { self };
        let (mut left, mut all) = (times.unsigned_abs(), Self::default());
        while left > 0 {
            if left % 2 == 1 {
                all = all.then(power);
            }
            power = power.then(power);
            left /= 2;
        }
        all
    }

    fn to_motion(self) -> RootMotion {
        RootMotion { translation: self.position, rotation: axis_angle::from_rotation_y(self.heading) }
    }

    /// Matrix from this pose's space to its reference frame.
    #[must_use]
    pub fn to_affine(self) -> Affine3A {
        Affine3A::from_rotation_translation(axis_angle::from_rotation_y(self.heading), self.position)
    }
}

/// Root motion over a clip, relative to its start: root poses at key times, interpolated linearly.
#[derive(Clone, Debug, PartialEq)]
pub struct RootTrack {
    times: Arc<[f32]>,
    poses: Vec<RootPose>,
}

/// Reason why keys do not form a root track.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RootTrackError {
    /// No pose, or a number of poses other than that of the times.
    #[error("the root track has {poses} poses and {times} times; expected as many of both, at least one")]
    Length {
        /// Number of poses.
        poses: usize,
        /// Number of times.
        times: usize,
    },
    /// A number that is not finite or too large for poses in 32-bit floats, or times in descending order.
    #[error("key {key} of the root track is not finite, too large or before its predecessor")]
    Key {
        /// Index of the key.
        key: usize,
    },
}

impl RootTrack {
    /// Track with a pose at each of `times` (file seconds, ascending).
    ///
    /// # Errors
    /// When there is no pose or not one for each time, a number is not finite or too large, or times descend.
    pub fn new(times: Arc<[f32]>, poses: Vec<RootPose>) -> Result<Self, RootTrackError> {
        if times.is_empty() || times.len() != poses.len() {
            return Err(RootTrackError::Length { poses: poses.len(), times: times.len() });
        }
        for (key, pose) in poses.iter().enumerate() {
            let is_near = pose.position.is_finite() && pose.position.abs().max_element() <= MAX_COORDINATE;
            let finite = times[key].is_finite() && is_near && pose.heading.abs() <= MAX_HEADING;
            if !finite || key > 0 && times[key] < times[key - 1] {
                return Err(RootTrackError::Key { key });
            }
        }
        Ok(Self { times, poses })
    }

    /// Track of a body that does not move.
    pub(super) fn still(time: f32) -> Self {
        Self { times: [time].into(), poses: vec![RootPose::default()] }
    }

    /// Key times, file seconds, ascending.
    #[must_use]
    pub fn times(&self) -> &[f32] {
        &self.times
    }

    /// Whether the root is not in the same pose at all times.
    #[must_use]
    pub fn moves(&self) -> bool {
        self.poses().windows(2).any(|pair| pair[0] != pair[1])
    }

    /// Root pose at each key.
    #[must_use]
    pub fn poses(&self) -> &[RootPose] {
        &self.poses
    }

    /// Root pose at `time` (file seconds), clamped to the keys.
    #[must_use]
    pub fn sample(&self, time: f32) -> RootPose {
        let next = self.times.partition_point(|&t| t <= time).min(self.times.len() - 1);
        let key = next.saturating_sub(1);
        let span = self.times[next] - self.times[key];
        if span <= 0.0 || time.is_nan() {
            return self.poses[next];
        }
        let share = ((time - self.times[key]) / span).clamp(0.0, 1.0);
        let (a, b) = (self.poses[key], self.poses[next]);
        RootPose {
            position: a.position.lerp(b.position, share),
            heading: a.heading + (b.heading - a.heading) * share,
        }
    }

    /// Root motion of a playhead's step. From one loop cycle to the next the motion continues from the end of
    /// the last one.
    #[must_use]
    pub fn motion(&self, step: &PlayheadStep) -> RootMotion {
        let (from, cycles_before) = step.unwrapped(step.from.time());
        let (to, cycles_after) = step.unwrapped(step.to.time());
        let (from, to) = (self.sample(from), self.sample(to));
        if cycles_before == cycles_after {
            let turn = axis_angle::from_rotation_y(-from.heading);
            let (position, heading) = (turn * (to.position - from.position), to.heading - from.heading);
            return RootPose { position, heading }.to_motion();
        }
        let back = from.inverse();
        let first = self.poses[0];
        let cycle = self.poses[self.poses.len() - 1].then(first.inverse());
        back.then(cycle.repeated(cycles_after - cycles_before)).then(to).to_motion()
    }

    /// Copy with fewer keys, within `error` of this track (metres; a rotation counts by its effect a metre
    /// away). Keys are added where the straight line is farthest off (Douglas and Peucker 1973).
    #[must_use]
    pub fn reduced(&self, error: f32) -> Self {
        let last = self.times.len() - 1;
        let mut kept = vec![false; self.times.len()];
        (kept[0], kept[last]) = (true, true);
        let mut stretches = vec![(0, last)];
        while let Some((from, to)) = stretches.pop() {
            let (a, b) = (self.poses[from], self.poses[to]);
            let span = self.times[to] - self.times[from];
            let off = |key: usize| {
                let share = if span > 0.0 { (self.times[key] - self.times[from]) / span } else { 0.0 };
                let pose = self.poses[key];
                let heading = a.heading + (b.heading - a.heading) * share;
                a.position.lerp(b.position, share).distance(pose.position) + (heading - pose.heading).abs()
            };
            let worst = (from + 1..to).map(|key| (off(key), key)).max_by(|a, b| a.0.total_cmp(&b.0));
            if let Some((_, key)) = worst.filter(|worst| worst.0 > error) {
                kept[key] = true;
                stretches.extend([(from, key), (key, to)]);
            }
        }
        let keys = || (0..kept.len()).filter(|&key| kept[key]);
        Self {
            times: keys().map(|key| self.times[key]).collect(),
            poses: keys().map(|key| self.poses[key]).collect(),
        }
    }

    /// Copy for a body that faces another way: the motion turned about +Y by a rotation.
    #[must_use]
    pub fn turned(&self, turn: Quat) -> Self {
        let pose = |p: &RootPose| RootPose { position: turn * p.position, ..*p };
        Self { times: self.times.clone(), poses: self.poses.iter().map(pose).collect() }
    }

    /// Copy for a body `scale` times as large.
    #[must_use]
    pub fn scaled(&self, scale: f32) -> Self {
        let pose = |p: &RootPose| RootPose { position: p.position * scale, ..*p };
        Self { times: self.times.clone(), poses: self.poses.iter().map(pose).collect() }
    }
}

impl PlayheadStep {
    /// File time and loop cycle of an unwrapped time.
    fn unwrapped(&self, time: f64) -> (f32, i64) {
        if self.period <= 0.0 {
            return (time as f32, 0);
        }
        let cycle = ((time - self.start) / self.period).floor();
        ((time - cycle * self.period) as f32, cycle as i64)
    }
}

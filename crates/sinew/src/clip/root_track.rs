//! The way a clip's body travels, kept apart from its pose.

use super::PlayheadStep;
use crate::math::mirrored;
use glam::{Affine3A, Quat, Vec3};
use std::sync::Arc;

/// How far a character's own motion carries it in one frame, in its model space: first it goes by `translation`, then it
/// turns by `rotation`. [`RootDelta::applied`] moves what stands in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootDelta {
    /// Metres.
    pub translation: Vec3,
    /// Turn, a unit quaternion.
    pub rotation: Quat,
}

impl RootDelta {
    /// No motion.
    pub const NONE: Self = Self { translation: Vec3::ZERO, rotation: Quat::IDENTITY };

    /// Where a character goes from `world_from_model`.
    pub fn applied(&self, world_from_model: Affine3A) -> Affine3A {
        world_from_model * Affine3A::from_rotation_translation(self.rotation, self.translation)
    }

    /// This, then `next`.
    pub fn then(&self, next: &Self) -> Self {
        Self {
            translation: self.translation + self.rotation * next.translation,
            rotation: (self.rotation * next.rotation).normalize(),
        }
    }

    /// The part `share` of the way from one to the other.
    pub fn blended(&self, other: &Self, share: f32) -> Self {
        Self {
            translation: self.translation.lerp(other.translation, share),
            rotation: self.rotation.lerp(other.rotation, share),
        }
    }

    /// As seen in a mirror that swaps left and right.
    pub fn mirrored(&self) -> Self {
        let translation = self.translation * Vec3::new(-1.0, 1.0, 1.0);
        Self { translation, rotation: mirrored(self.rotation) }
    }
}

impl Default for RootDelta {
    fn default() -> Self {
        Self::NONE
    }
}

/// Where a body stands and which way it faces.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RootPose {
    /// Metres.
    pub position: Vec3,
    /// Radians about +Y; turns beyond half a round count on.
    pub heading: f32,
}

impl RootPose {
    /// The place `next`, as seen from here, as seen from where this place is seen from.
    pub fn then(self, next: Self) -> Self {
        let turn = Quat::from_rotation_y(self.heading);
        Self { position: self.position + turn * next.position, heading: self.heading + next.heading }
    }

    /// The place that [`then`](Self::then) undoes.
    pub fn inverse(self) -> Self {
        let turn = Quat::from_rotation_y(-self.heading);
        Self { position: -(turn * self.position), heading: -self.heading }
    }

    /// This, `times` times one after the other; undone where that is negative.
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

    fn to_delta(self) -> RootDelta {
        RootDelta { translation: self.position, rotation: Quat::from_rotation_y(self.heading) }
    }

    /// The matrix from this place's space to the one it is seen from.
    pub fn to_affine(self) -> Affine3A {
        Affine3A::from_rotation_translation(Quat::from_rotation_y(self.heading), self.position)
    }
}

/// The way a body travels over a clip, seen from where it begins: a place at every key, straight in between.
#[derive(Clone, Debug, PartialEq)]
pub struct RootTrack {
    times: Arc<[f32]>,
    places: Vec<RootPose>,
}

/// Why places do not form a way.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RootTrackError {
    /// No place, or not one for each time.
    #[error("the root track has {places} places at {times} times, expected as many, at least one")]
    Length {
        /// How many places there are.
        places: usize,
        /// How many times.
        times: usize,
    },
    /// A number that is not finite, or a time before its predecessor's.
    #[error("key {key} of the root track is not finite or stands before its predecessor")]
    Key {
        /// The key.
        key: usize,
    },
}

impl RootTrack {
    /// A way with a place at each of `times` (file seconds, ascending).
    ///
    /// # Errors
    /// When there is no place or not one for each time, a number is not finite or times descend.
    pub fn new(times: Arc<[f32]>, places: Vec<RootPose>) -> Result<Self, RootTrackError> {
        if times.is_empty() || times.len() != places.len() {
            return Err(RootTrackError::Length { places: places.len(), times: times.len() });
        }
        for (key, place) in places.iter().enumerate() {
            let finite = times[key].is_finite() && place.position.is_finite() && place.heading.is_finite();
            if !finite || key > 0 && times[key] < times[key - 1] {
                return Err(RootTrackError::Key { key });
            }
        }
        Ok(Self { times, places })
    }

    /// A body that stays.
    pub(super) fn still(time: f32) -> Self {
        Self { times: [time].into(), places: vec![RootPose::default()] }
    }

    /// File seconds, ascending.
    pub fn times(&self) -> &[f32] {
        &self.times
    }

    /// Where the body stands at each time.
    pub fn places(&self) -> &[RootPose] {
        &self.places
    }

    /// Where it stands at `time` (file seconds), kept within the keys.
    pub fn place(&self, time: f32) -> RootPose {
        let next = self.times.partition_point(|&t| t <= time).min(self.times.len() - 1);
        let key = next.saturating_sub(1);
        let span = self.times[next] - self.times[key];
        if span <= 0.0 || time.is_nan() {
            return self.places[next];
        }
        let share = ((time - self.times[key]) / span).clamp(0.0, 1.0);
        let (a, b) = (self.places[key], self.places[next]);
        RootPose {
            position: a.position.lerp(b.position, share),
            heading: a.heading + (b.heading - a.heading) * share,
        }
    }

    /// How far a step carries the body: over the border of a round it goes on from where the round's end left it.
    pub fn delta(&self, step: &PlayheadStep) -> RootDelta {
        let (from, rounds_before) = step.unwrapped(step.from.time());
        let (to, rounds_after) = step.unwrapped(step.to.time());
        let (from, to) = (self.place(from), self.place(to));
        let way = from.inverse();
        if rounds_before == rounds_after {
            return way.then(to).to_delta();
        }
        let first = self.places[0];
        let round = self.places[self.places.len() - 1].then(first.inverse());
        way.then(round.repeated(rounds_after - rounds_before)).then(to).to_delta()
    }

    /// The same way with fewer keys, nowhere farther from it than `error` (metres; a turn counts as it shows a metre
    /// away). Keys are added where the straight line is farthest off (Douglas and Peucker 1973).
    pub fn reduced(&self, error: f32) -> Self {
        let last = self.times.len() - 1;
        let mut kept = vec![false; self.times.len()];
        (kept[0], kept[last]) = (true, true);
        let mut stretches = vec![(0, last)];
        while let Some((from, to)) = stretches.pop() {
            let (a, b) = (self.places[from], self.places[to]);
            let span = self.times[to] - self.times[from];
            let off = |key: usize| {
                let share = if span > 0.0 { (self.times[key] - self.times[from]) / span } else { 0.0 };
                let place = self.places[key];
                let heading = a.heading + (b.heading - a.heading) * share;
                a.position.lerp(b.position, share).distance(place.position) + (heading - place.heading).abs()
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
            places: keys().map(|key| self.places[key]).collect(),
        }
    }

    /// The same way for a body `scale` times as large.
    pub fn scaled(&self, scale: f32) -> Self {
        let place = |p: &RootPose| RootPose { position: p.position * scale, ..*p };
        Self { times: self.times.clone(), places: self.places.iter().map(place).collect() }
    }
}

impl PlayheadStep {
    /// The file time and the round that a position stands for.
    fn unwrapped(&self, time: f64) -> (f32, i64) {
        if self.round <= 0.0 {
            return (time as f32, 0);
        }
        let round = ((time - self.start) / self.round).floor();
        ((time - round * self.round) as f32, round as i64)
    }
}

//! The source as samples: the value of every keyed quantity at every time that counts.

use super::channel::{Target, Value};
use super::settings::CompressError;
use crate::clip::{Interpolation, RawClip, Track};
use crate::skeleton::Skeleton;
use glam::{Quat, Vec3};

/// Key times nearer to each other than this are one, seconds.
const SAME: f32 = 1e-5;

/// Between keys that are further apart the source is sampled too, so that its straight lines stay straight.
const LONGEST_GAP: f32 = 1.0 / 30.0 + 1e-4;

/// Even so no clip has more.
const MOST_SAMPLES: usize = 1 << 20;

pub(super) struct Source {
    pub(super) times: Vec<f32>,
    /// Values at all times.
    pub(super) channels: Vec<(Target, Vec<Value>)>,
}

impl Source {
    pub(super) fn new(raw: &RawClip, skeleton: &Skeleton) -> Result<Self, CompressError> {
        let times = times(raw);
        let mut source = Self { times, channels: Vec::new() };
        for track in &raw.joints {
            let (joint, count) = (track.joint, skeleton.len());
            if joint.index() >= count {
                return Err(CompressError::NoJoint { joint: joint.index(), count });
            }
            source.vectors(Target::Translation(joint), &track.translation);
            source.rotations(Target::Rotation(joint), &track.rotation);
            source.vectors(Target::Scale(joint), &track.scale);
        }
        for track in &raw.morphs {
            for target in 0..track.weights.width() {
                let place = Target::Morph { instance: track.instance as u32, target: target as u32 };
                source.weights(place, &track.weights, target);
            }
        }
        for track in &raw.expressions {
            source.weights(Target::Expression(track.expression as u32), &track.weight, 0);
        }
        source.rotations(Target::Gaze, &raw.gaze);
        source.check()?;
        Ok(source)
    }

    fn vectors(&mut self, target: Target, track: &Option<Track<Vec3>>) {
        if let Some(track) = track {
            let mut hint = 0;
            let values = self.times.iter().map(|t| Value::Vector(track.sample_vector(*t, &mut hint)));
            let values = values.collect();
            self.channels.push((target, values));
        }
    }

    /// Neighbours lie in one hemisphere, so that the numbers run on.
    fn rotations(&mut self, target: Target, track: &Option<Track<Quat>>) {
        if let Some(track) = track {
            let (mut hint, mut last) = (0, Quat::IDENTITY);
            let values = self.times.iter().map(|t| {
                let q = track.sample_rotation(*t, &mut hint);
                last = if last.dot(q) < 0.0 { -q } else { q };
                Value::Rotation(last)
            });
            let values = values.collect();
            self.channels.push((target, values));
        }
    }

    fn weights(&mut self, place: Target, track: &Track<f32>, target: usize) {
        let (mut hint, mut row) = (0, vec![0.0; track.width()]);
        let values = self.times.iter().map(|t| {
            track.sample_row(*t, &mut hint, &mut row);
            Value::Vector(Vec3::new(row[target], 0.0, 0.0))
        });
        let values = values.collect();
        self.channels.push((place, values));
    }

    fn check(&self) -> Result<(), CompressError> {
        for (target, values) in &self.channels {
            let bad = values.iter().position(|value| match value {
                Value::Rotation(q) => !q.is_normalized(),
                Value::Vector(v) => !v.is_finite(),
            });
            if let Some(n) = bad {
                let joint = target.joint().map_or(usize::MAX, |j| j.index());
                return Err(CompressError::NotFinite { time: self.times[n], joint });
            }
        }
        Ok(())
    }
}

/// All key times, and times between them where keys are far apart or splines.
fn times(raw: &RawClip) -> Vec<f32> {
    let mut keys: Vec<f32> = raw.times().flatten().copied().collect();
    keys.sort_by(f32::total_cmp);
    keys.dedup_by(|b, a| *b - *a < SAME);
    // Of keys that are one the first was kept, but a clip ends with its last.
    keys.iter_mut().next_back().into_iter().for_each(|last| *last = raw.end());
    let splines = raw.joints.iter().any(|t| {
        let is = |i: Option<Interpolation>| i == Some(Interpolation::CubicSpline);
        is(t.translation.as_ref().map(Track::interpolation))
            || is(t.rotation.as_ref().map(Track::interpolation))
            || is(t.scale.as_ref().map(Track::interpolation))
    });
    let least = if splines { 2 } else { 1 };
    let mut times = Vec::with_capacity(keys.len());
    for [a, b] in keys.array_windows::<2>() {
        let parts = (((b - a) / LONGEST_GAP).ceil() as usize).max(least);
        let parts = parts.min(1 + MOST_SAMPLES.saturating_sub(times.len()) / keys.len());
        times.extend((0..parts).map(|part| a + (b - a) * part as f32 / parts as f32));
    }
    times.extend(keys.last());
    times
}

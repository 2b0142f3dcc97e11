//! A compressed clip as keys again.

use super::asset::Clip;
use super::channel::{Target, Value};
use crate::clip::{ExpressionTrack, Interpolation, JointTrack, MorphTrack, RawClip, Track};
use glam::{Quat, Vec3};
use std::collections::BTreeMap;
use std::sync::Arc;

impl Clip {
    /// The clip as keys: one where the source had a sample, evenly spread over each segment, and straight lines between.
    /// What rests all the time has no track, as in the clip itself, and weights of a mesh's morph targets have none where
    /// the clip does not move all targets up to the last.
    pub fn to_raw(&self) -> RawClip {
        let mut raw = RawClip { name: self.name.clone(), marks: self.marks.clone(), ..RawClip::default() };
        raw.root = self.root.clone();
        let times = self.sample_times();
        let mut rows: Vec<Vec<(Target, Value)>> = Vec::with_capacity(times.len());
        for &time in times.iter() {
            let mut row = Vec::with_capacity(self.channels.len());
            self.read_moving(time, &mut |target, value| row.push((target, value)));
            rows.push(row);
        }
        let ends: Arc<[f32]> =
            if self.start < self.end { [self.start, self.end].into() } else { [self.start].into() };
        let still =
            self.constants.iter().map(|&(target, value)| (target, ends.clone(), vec![value; ends.len()]));
        let moving = self.channels.iter().enumerate().map(|(n, channel)| {
            let values = rows.iter().filter_map(|row| row.get(n)).map(|(_, value)| *value);
            (channel.target, times.clone(), values.collect())
        });
        let mut tracks = Tracks::default();
        still.chain(moving).for_each(|(target, times, values)| tracks.add(target, times, values));
        tracks.finish(&mut raw);
        raw
    }

    /// Values that [`Clip::to_raw`] makes, so that one may ask before.
    pub fn raw_values(&self) -> usize {
        self.channels.len().saturating_mul(self.samples).saturating_add(2 * self.constants.len())
    }

    fn sample_times(&self) -> Arc<[f32]> {
        let mut times = vec![self.start];
        for (n, segment) in self.segments.iter().enumerate() {
            let end = self.segments.get(n + 1).map_or(self.end, |next| next.start);
            let steps = segment.samples.saturating_sub(1);
            let share = |step: u16| f32::from(step) / f32::from(steps);
            times.extend((1..=steps).map(|k| segment.start + (end - segment.start) * share(k)));
        }
        times.into()
    }
}

/// Times, and a weight at each.
type Weights = (Arc<[f32]>, Vec<f32>);

/// Tracks by what they move.
#[derive(Default)]
struct Tracks {
    joints: BTreeMap<u32, JointTrack>,
    /// By instance, then by target.
    morphs: BTreeMap<u32, BTreeMap<u32, Weights>>,
    expressions: BTreeMap<u32, ExpressionTrack>,
    gaze: Option<Track<Quat>>,
}

impl Tracks {
    fn add(&mut self, target: Target, times: Arc<[f32]>, values: Vec<Value>) {
        let vectors = || values.iter().map(|v| if let Value::Vector(v) = v { *v } else { Vec3::ZERO });
        let rotations =
            || values.iter().map(|v| if let Value::Rotation(q) = v { *q } else { Quat::IDENTITY });
        let vector_track = || Track::new(Interpolation::Linear, 1, times.clone(), vectors().collect()).ok();
        let turn_track = || Track::new(Interpolation::Linear, 1, times.clone(), rotations().collect()).ok();
        if let Some(joint) = target.joint() {
            let track = self.joints.entry(joint.0).or_insert_with(|| JointTrack::new(joint));
            match target {
                Target::Translation(_) => track.translation = vector_track(),
                Target::Rotation(_) => track.rotation = turn_track(),
                _ => track.scale = vector_track(),
            }
            return;
        }
        let weights = || vectors().map(|v| v.x).collect::<Vec<f32>>();
        match target {
            Target::Morph { instance, target } => {
                let weights = weights();
                self.morphs.entry(instance).or_default().insert(target, (times, weights));
            }
            Target::Expression(expression) => {
                let track = Track::new(Interpolation::Linear, 1, times, weights());
                let track = track.map(|weight| ExpressionTrack { expression: expression as usize, weight });
                self.expressions.extend(track.ok().map(|track| (expression, track)));
            }
            _ => self.gaze = turn_track(),
        }
    }

    fn finish(self, raw: &mut RawClip) {
        raw.joints = self.joints.into_values().collect();
        raw.expressions = self.expressions.into_values().collect();
        raw.gaze = self.gaze;
        for (instance, targets) in self.morphs {
            let Some(times) = targets.values().map(|(times, _)| times).max_by_key(|times| times.len()) else {
                continue;
            };
            // A row has a weight for each target; what stands still has two keys.
            let width = targets.len();
            if targets.keys().next_back().is_none_or(|last| *last as usize + 1 != width) {
                continue;
            }
            let value = |key: usize, target: usize| {
                let weights = targets.get(&(target as u32)).map(|(_, weights)| weights);
                weights.and_then(|weights| weights.get(key).or(weights.last())).copied().unwrap_or_default()
            };
            let rows = (0..times.len()).flat_map(|key| (0..width).map(move |target| (key, target)));
            let values = rows.map(|(key, target)| value(key, target)).collect();
            if let Ok(weights) = Track::new(Interpolation::Linear, width, times.clone(), values) {
                raw.morphs.push(MorphTrack { instance: instance as usize, weights });
            }
        }
    }
}

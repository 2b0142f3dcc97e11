//! Conversion of compressed clips back to keys.

use super::clip::{Clip, Segment};
use super::format::channel::{Target, Value};
use super::measure::influence::ErrorInfluence;
use super::settings::CompressionSettings;
use crate::clip::{ExpressionTrack, Interpolation, JointTrack, MorphTrack, RawClip, Track};
use crate::morph::{ExpressionId, MeshInstanceId};
use crate::skeleton::Skeleton;
use glam::{Quat, Vec3};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BinaryHeap};
use std::sync::Arc;

/// Share of the allowed error that linear keys may add. Errors of a joint chain add up, and scales enlarge them.
const SHARE: f32 = 0.1;

/// Largest number of keys per sample, and of further keys per segment.
const MAX_KEYS: usize = 8;
const SOME_KEYS: usize = 16;

/// Values of all animated channels at one time.
type Row = Vec<Value>;

impl Clip {
    /// Converts the clip to linear keys, for the skeleton that it was made for. Keys stand at the source's samples if those
    /// were even, and wherever else straight lines would be further off than `settings` allow; at most eight keys per
    /// sample and 16 more per segment, the largest errors first. A discontinuity has a key on either side.
    ///
    /// Channels at rest have no track, as in the clip itself. Weights of a mesh's morph targets have no track where the
    /// clip does not animate all targets up to the last.
    #[must_use]
    pub fn to_raw(&self, skeleton: &Skeleton, settings: &CompressionSettings) -> RawClip {
        let mut raw = RawClip { name: self.name.clone(), events: self.events.clone(), ..RawClip::default() };
        raw.root_motion = self.root_motion.clone();
        let rows = self.rows(&ErrorInfluence::at_rest(skeleton, settings));
        let times: Arc<[f32]> = rows.iter().map(|(time, _)| *time).collect();
        let ends: Arc<[f32]> =
            if self.start < self.end { [self.start, self.end].into() } else { [self.start].into() };
        let still =
            self.constants.iter().map(|&(target, value)| (target, ends.clone(), vec![value; ends.len()]));
        let moving = self.channels.iter().enumerate().map(|(n, channel)| {
            let values = rows.iter().filter_map(|(_, row)| row.get(n)).copied();
            (channel.target, times.clone(), values.collect())
        });
        let mut tracks = Tracks::default();
        still.chain(moving).for_each(|(target, times, values)| tracks.add(target, times, values));
        tracks.finish(&mut raw);
        raw
    }

    /// Largest number of values that [`Clip::to_raw`] can make, for a check of memory before the call.
    #[must_use]
    pub fn max_raw_value_count(&self) -> usize {
        let keys = self.samples.saturating_mul(MAX_KEYS).saturating_add(self.segments.len() * SOME_KEYS);
        // A constant morph target has as many keys as the animated ones of its mesh.
        let weights = self.constants.iter().filter(|(target, _)| matches!(target, Target::Morph { .. }));
        let moving = self.channels.len() + if self.channels.is_empty() { 0 } else { weights.count() };
        keys.saturating_mul(moving).saturating_add(2 * self.constants.len())
    }

    /// Key times, ascending, with the values at each.
    fn rows(&self, influence: &ErrorInfluence) -> Vec<(f32, Row)> {
        let mut rows = Vec::new();
        for (n, segment) in self.segments.iter().enumerate() {
            let end = self.segments.get(n + 1).map_or(self.end, |next| next.start.next_down());
            self.segment_rows(segment, end.max(segment.start), influence, &mut rows);
        }
        // One key is enough where the value is continuous from one segment to the next.
        let mut kept: Vec<(f32, Row)> = Vec::with_capacity(rows.len());
        for (time, row) in rows {
            if let Some((last, before)) = kept.last()
                && time <= last.next_up()
                && self.apart(before, &row, influence) <= SHARE
            {
                kept.pop();
            }
            kept.push((time, row));
        }
        kept
    }

    fn segment_rows(
        &self,
        segment: &Segment,
        end: f32,
        influence: &ErrorInfluence,
        rows: &mut Vec<(f32, Row)>,
    ) {
        let steps = usize::from(segment.samples).max(2) - 1;
        let time = |step: usize| match step == steps {
            true => end,
            false => segment.start + (end - segment.start) * (step as f32 / steps as f32),
        };
        let mut own: Vec<(f32, Row)> = (0..=steps).map(time).map(|time| (time, self.row(time))).collect();
        let mut left = steps * (MAX_KEYS - 1) + SOME_KEYS - 2;
        let mut open: BinaryHeap<KeyGap> = BinaryHeap::new();
        for [a, b] in own.array_windows::<2>() {
            open.extend(self.gap(a, b, influence));
        }
        while let Some(gap) = open.pop().filter(|_| left > 0) {
            left -= 1;
            open.extend(self.gap(&gap.from, &gap.middle, influence));
            open.extend(self.gap(&gap.middle, &gap.to, influence));
            own.push(gap.middle);
        }
        own.sort_by(|a, b| a.0.total_cmp(&b.0));
        own.dedup_by(|b, a| a.0 == b.0);
        rows.append(&mut own);
    }

    /// Key halfway between two keys, if the straight line between them is too far off.
    fn gap(&self, from: &(f32, Row), to: &(f32, Row), influence: &ErrorInfluence) -> Option<KeyGap> {
        let at = |share: f32| from.0 + (to.0 - from.0) * share;
        let off = |share: f32| {
            let row = self.row(at(share));
            let lines = from.1.iter().zip(&to.1).map(|(a, b)| a.towards(*b, share)).collect::<Row>();
            (self.apart(&lines, &row, influence), row)
        };
        let [(early, _), (half, row), (late, _)] = [0.25, 0.5, 0.75].map(off);
        let (off, time) = (early.max(half).max(late), at(0.5));
        let gap = || KeyGap { off, from: from.clone(), middle: (time, row), to: to.clone() };
        (off > SHARE && from.0 < time && time < to.0).then(gap)
    }

    fn row(&self, time: f32) -> Row {
        let mut row = Vec::with_capacity(self.channels.len());
        self.read_moving(time, &mut |_, value| row.push(value));
        row
    }

    /// Largest distance between the values of two rows, as a share of the allowed error.
    fn apart(&self, a: &Row, b: &Row, influence: &ErrorInfluence) -> f32 {
        let values = self.channels.iter().zip(a.iter().zip(b));
        values.map(|(channel, (a, b))| influence.share(channel.target, *a, *b)).fold(0.0, f32::max)
    }
}

/// Two neighbouring keys, and a third between them that the straight line misses.
struct KeyGap {
    off: f32,
    from: (f32, Row),
    middle: (f32, Row),
    to: (f32, Row),
}

impl Ord for KeyGap {
    fn cmp(&self, other: &Self) -> Ordering {
        self.off.total_cmp(&other.off).then(other.middle.0.total_cmp(&self.middle.0))
    }
}

impl PartialOrd for KeyGap {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for KeyGap {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for KeyGap {}

/// Key times, and a weight at each.
type Weights = (Arc<[f32]>, Vec<f32>);

/// Tracks by target.
#[derive(Default)]
struct Tracks {
    joints: BTreeMap<u32, JointTrack>,
    /// Morph weights by instance, then by target.
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
                let track =
                    track.map(|weight| ExpressionTrack { expression: ExpressionId(expression), weight });
                self.expressions.extend(track.ok().map(|track| (expression, track)));
            }
            Target::Gaze => self.gaze = turn_track(),
            _ => {}
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
            // A row has a weight for each target; constant targets have two keys.
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
                raw.morphs.push(MorphTrack { instance: MeshInstanceId(instance), weights });
            }
        }
    }
}

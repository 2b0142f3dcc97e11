//! Conversion of compressed clips back to keys.

use super::measure::influence::ErrorInfluence;
use super::settings::CompressionSettings;
use glam::{Quat, Vec3};
use sinew::Clip;
use sinew::clip::{ExpressionTrack, Interpolation, JointTrack, MorphTrack, RawClip, Track, TrackValue};
use sinew::internal::clip_format::channel::{Channel, Target, Value, rest_value};
use sinew::internal::clip_format::resting::RestingChannels;
use sinew::internal::clip_format::{ClipView, Segment};
use sinew::morph::{ExpressionId, MeshInstanceId};
use sinew::skeleton::{JointId, Skeleton};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BinaryHeap};
use std::sync::Arc;

/// Share of the allowed error that linear keys may add. Errors of a joint chain add up, and scales enlarge
/// them.
const SHARE: f32 = 0.1;

/// Largest number of keys per sample, and of further keys per segment.
const MAX_KEYS: usize = 8;
const SOME_KEYS: usize = 16;

/// Values of all animated channels at one time.
type Row = Vec<Value>;

/// Values of one channel at all key times.
enum Column {
    Rotations(Vec<Quat>),
    Vectors(Vec<Vec3>),
    Weights(Vec<f32>),
}

/// Converts a clip to linear keys, for the skeleton that it was made for. Keys stand at the source's
/// samples if those were even, and wherever else straight lines would be further off than `settings`
/// allow; at most eight keys per sample and 16 more per segment, the largest errors first. A
/// discontinuity has a key on either side.
///
/// Channels at rest have no track, as in the clip itself. A clip that stays at rest has one constant
/// track, the rotation of the first joint, from its start to its end. Weights of a mesh's morph targets
/// have no track where the clip does not animate all targets up to the last.
#[must_use]
pub fn to_raw(clip: &Clip, skeleton: &Skeleton, settings: &CompressionSettings) -> RawClip {
    Decoded::of(clip).to_raw_with(skeleton, settings, MAX_KEYS)
}

/// [`to_raw`] with at most `max_values` values: where all keys would be more, those of the smallest
/// errors are left out. `None` where the clip's samples alone are more.
#[must_use]
pub fn to_raw_within(
    clip: &Clip,
    skeleton: &Skeleton,
    settings: &CompressionSettings,
    max_values: usize,
) -> Option<RawClip> {
    let decoded = Decoded::of(clip);
    let keys = (1..=MAX_KEYS).rev().find(|keys| decoded.raw_value_count(*keys) <= max_values)?;
    Some(decoded.to_raw_with(skeleton, settings, keys))
}

/// Largest number of values that [`to_raw`] can make, for a check of memory before the call.
#[must_use]
pub fn max_raw_value_count(clip: &Clip) -> usize {
    Decoded::of(clip).raw_value_count(MAX_KEYS)
}

/// Largest number of values that [`to_raw_within`] needs at least: those at the clip's samples, and
/// a few per segment.
#[must_use]
pub fn min_raw_value_count(clip: &Clip) -> usize {
    Decoded::of(clip).raw_value_count(1)
}

/// A clip and its inner parts.
struct Decoded<'a> {
    clip: &'a Clip,
    constants: &'a [(Target, Value)],
    resting: &'a RestingChannels,
    channels: &'a [Channel],
    segments: &'a [Segment],
}

impl<'a> Decoded<'a> {
    fn of(clip: &'a Clip) -> Self {
        let view = ClipView(clip);
        let (constants, resting) = (view.constants(), view.resting());
        Self { clip, constants, resting, channels: view.channels(), segments: view.segments() }
    }

    fn read_moving(&self, time: f32, output: &mut impl FnMut(Target, Value)) {
        ClipView(self.clip).read_moving(time, output);
    }

    /// Largest number of values with so many keys per sample.
    fn raw_value_count(&self, per_sample: usize) -> usize {
        let keys = self
            .clip
            .sample_count()
            .saturating_mul(per_sample)
            .saturating_add(self.segments.len() * SOME_KEYS);
        // A constant morph target has as many keys as the animated ones of its mesh.
        let weights = self.constants.iter().filter(|(target, _)| matches!(target, Target::Morph { .. }));
        let moving = self.channels.len() + if self.channels.is_empty() { 0 } else { weights.count() };
        // A clip at rest has a track of two keys.
        keys.saturating_mul(moving)
            .saturating_add(2 * (self.constants.len() + self.resting.iter().count()))
            .max(2)
    }

    fn to_raw_with(&self, skeleton: &Skeleton, settings: &CompressionSettings, per_sample: usize) -> RawClip {
        let mut raw = RawClip {
            name: self.clip.name().to_owned(),
            events: self.clip.events().clone(),
            ..RawClip::default()
        };
        raw.root_motion = self.clip.root_motion().cloned();
        let times: Arc<[f32]> =
            self.key_times(&ErrorInfluence::at_rest(skeleton, settings), per_sample).into();
        let ends: Arc<[f32]> = if self.clip.start() < self.clip.end() {
            [self.clip.start(), self.clip.end()].into()
        } else {
            [self.clip.start()].into()
        };
        let mut tracks = Tracks::default();
        let resting =
            self.resting.iter().filter_map(|target| Some((target, rest_value(target, skeleton.rest())?)));
        for (target, value) in &resting.chain(self.constants.iter().copied()).collect::<Vec<_>>() {
            let mut column = Column::of(*target, ends.len());
            (0..ends.len()).for_each(|_| column.push(*value));
            tracks.add(*target, ends.clone(), column);
        }
        let columns = self.channels.iter().map(|channel| Column::of(channel.target, times.len()));
        let mut columns: Vec<Column> = columns.collect();
        for time in times.iter() {
            let mut column = columns.iter_mut();
            self.read_moving(*time, &mut |_, value| column.next().into_iter().for_each(|c| c.push(value)));
        }
        for (channel, column) in self.channels.iter().zip(columns) {
            tracks.add(channel.target, times.clone(), column);
        }
        tracks.finish(&mut raw);
        // The times of a raw clip are those of its keys.
        if raw.track_count() == 0
            && let Some((joint, rest)) = skeleton.joints().next().zip(skeleton.rest().first())
        {
            let rotation = linear(ends.clone(), vec![rest.rotation; ends.len()]);
            raw.joints.push(JointTrack { rotation, ..JointTrack::new(joint) });
        }
        raw
    }

    /// Key times, ascending.
    fn key_times(&self, influence: &ErrorInfluence, per_sample: usize) -> Vec<f32> {
        let (mut times, mut last): (Vec<f32>, Option<(f32, Row)>) = (Vec::new(), None);
        for (n, segment) in self.segments.iter().enumerate() {
            let end = self.segments.get(n + 1).map_or(self.clip.end(), |next| next.start.next_down());
            for (time, row) in self.segment_rows(segment, end.max(segment.start), influence, per_sample) {
                // One key is enough where the value is continuous from one segment to the next.
                if let Some((before, from)) = &last
                    && time <= before.next_up()
                    && self.apart(from, &row, influence) <= SHARE
                {
                    times.pop();
                }
                times.push(time);
                last = Some((time, row));
            }
        }
        times
    }

    fn segment_rows(
        &self,
        segment: &Segment,
        end: f32,
        influence: &ErrorInfluence,
        per_sample: usize,
    ) -> Vec<(f32, Row)> {
        let steps = usize::from(segment.samples).max(2) - 1;
        let time = |step: usize| match step == steps {
            true => end,
            false => segment.start + (end - segment.start) * (step as f32 / steps as f32),
        };
        let mut rows: Vec<(f32, Row)> = (0..=steps).map(time).map(|time| (time, self.row(time))).collect();
        let mut left = steps * (per_sample - 1) + SOME_KEYS - 2;
        let mut open: BinaryHeap<KeyGap> = BinaryHeap::new();
        for [a, b] in rows.array_windows::<2>() {
            open.extend(self.gap(a, b, influence));
        }
        while let Some(gap) = open.pop().filter(|_| left > 0) {
            left -= 1;
            open.extend(self.gap(&gap.from, &gap.middle, influence));
            open.extend(self.gap(&gap.middle, &gap.to, influence));
            rows.push(gap.middle);
        }
        rows.sort_by(|a, b| a.0.total_cmp(&b.0));
        rows.dedup_by(|b, a| a.0 == b.0);
        rows
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

impl Column {
    /// Empty column with room for so many keys.
    fn of(target: Target, keys: usize) -> Self {
        match target {
            _ if target.is_rotation() => Self::Rotations(Vec::with_capacity(keys)),
            Target::Morph { .. } | Target::Expression(_) => Self::Weights(Vec::with_capacity(keys)),
            _ => Self::Vectors(Vec::with_capacity(keys)),
        }
    }

    fn push(&mut self, value: Value) {
        match (self, value) {
            (Self::Rotations(column), Value::Rotation(q)) => column.push(q),
            (Self::Vectors(column), Value::Vector(v)) => column.push(v),
            (Self::Weights(column), Value::Vector(v)) => column.push(v.x),
            // Targets and values are of one kind.
            _ => {}
        }
    }
}

fn linear<V: TrackValue>(times: Arc<[f32]>, values: Vec<V>) -> Option<Track<V>> {
    Track::new(Interpolation::Linear, 1, times, values).ok()
}

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
    fn add(&mut self, target: Target, times: Arc<[f32]>, column: Column) {
        match (target, column) {
            (Target::Translation(joint), Column::Vectors(values)) => {
                self.joint(joint).translation = linear(times, values)
            }
            (Target::Scale(joint), Column::Vectors(values)) => {
                self.joint(joint).scale = linear(times, values)
            }
            (Target::Rotation(joint), Column::Rotations(values)) => {
                self.joint(joint).rotation = linear(times, values)
            }
            (Target::Morph { instance, target }, Column::Weights(values)) => {
                self.morphs.entry(instance).or_default().insert(target, (times, values));
            }
            (Target::Expression(n), Column::Weights(values)) => {
                let track = linear(times, values)
                    .map(|weight| ExpressionTrack { expression: ExpressionId(n), weight });
                self.expressions.extend(track.map(|track| (n, track)));
            }
            (Target::Gaze, Column::Rotations(values)) => self.gaze = linear(times, values),
            _ => {}
        }
    }

    fn joint(&mut self, joint: JointId) -> &mut JointTrack {
        self.joints.entry(joint.0).or_insert_with(|| JointTrack::new(joint))
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

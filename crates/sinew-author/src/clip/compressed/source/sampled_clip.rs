//! Source of a compression as samples: the value of every keyed channel at every measured time. Values are
//! read from the keys one segment at a time, so that memory does not grow with the length of the clip.

use super::sample_times::{Jump, SampleTimes};
use crate::clip::compressed::measure::influence::ErrorInfluence;
use crate::clip::compressed::settings::{CompressError, CompressionSettings};
use glam::{Quat, Vec3};
use sinew::clip::{Interpolation, RawClip, Track};
use sinew::internal::clip_format::channel::{Target, Value};
use sinew::skeleton::Skeleton;
use std::ops::RangeInclusive;

/// Largest number of sampled values (samples times joints or channels): some hours of a body at 120 Hz.
pub(crate) const MAX_SOURCE_VALUES: usize = 1 << 26;

/// Tolerances of a quaternion's squared length. Within the first it is unit by rounding; up to the second it
/// is normalised, since all decoded rotations are unit; beyond the second the source is rejected.
const UNIT: f32 = 4e-7;
const NOT_UNIT: f32 = 0.01;

pub(crate) struct SampledClip<'a> {
    /// Measured times: the samples and their midpoints.
    pub(crate) times: Vec<f32>,
    /// Whether each measured time lies midway between keys on neighbouring frames.
    pub(crate) midway: Vec<bool>,
    /// Position of each sample among the measured times.
    pub(crate) sample_indices: Vec<usize>,
    /// Discontinuities between samples.
    pub(crate) jumps: Vec<Jump>,
    pub(crate) channels: Vec<SampledChannel<'a>>,
}

/// One keyed channel.
pub(crate) struct SampledChannel<'a> {
    pub(crate) target: Target,
    keys: Keys<'a>,
}

enum Keys<'a> {
    Still(Value),
    Vectors(&'a Track<Vec3>),
    /// With a bit per time that says whether the value is negated, so that neighbours lie in one hemisphere.
    Rotations(&'a Track<Quat>, Vec<u64>),
    Weights(&'a Track<f32>, usize),
}

impl<'a> SampledClip<'a> {
    /// Samples a clip, with `finer` times as many samples between keys as usual. Values are not validated
    /// yet.
    pub(crate) fn sampled(
        raw: &'a RawClip,
        skeleton: &Skeleton,
        settings: &CompressionSettings,
        finer: usize,
    ) -> Result<(Self, SampleTimes), CompressError> {
        let mut channels = Vec::new();
        for track in &raw.joints {
            let (joint, count) = (track.joint, skeleton.len());
            if joint.index() >= count {
                return Err(CompressError::UnknownJoint { joint: joint.index(), count });
            }
            channels.extend(track.translation.as_ref().map(|t| vectors(Target::Translation(joint), t)));
            channels.extend(track.rotation.as_ref().map(|t| rotations(Target::Rotation(joint), t)));
            channels.extend(track.scale.as_ref().map(|t| vectors(Target::Scale(joint), t)));
        }
        for track in &raw.morphs {
            channels.extend((0..track.weights.width()).map(|target| {
                let target_id = Target::Morph { instance: track.instance.0, target: target as u32 };
                weights(target_id, &track.weights, target)
            }));
        }
        let expressions = raw.expressions.iter();
        channels.extend(expressions.map(|t| weights(Target::Expression(t.expression.0), &t.weight, 0)));
        channels.extend(raw.gaze.as_ref().map(|gaze| rotations(Target::Gaze, gaze)));

        let influence = ErrorInfluence::at_rest(skeleton, settings);
        let tracks = channels.len().max(skeleton.len());
        let times = SampleTimes::of(raw, tracks, finer, |target, a, b| influence.share(target, a, b) > 1.0);
        let samples = times.samples.len();
        if samples.saturating_mul(tracks) > MAX_SOURCE_VALUES {
            return Err(CompressError::TooLong { samples, tracks, max: MAX_SOURCE_VALUES / tracks.max(1) });
        }
        let midways = times.samples.array_windows::<2>().flat_map(|[a, b]| [*a, a.midpoint(*b)]);
        let mut source = Self {
            times: midways.chain(times.samples.last().copied()).collect(),
            midway: times.even.iter().flat_map(|even| [false, *even]).collect(),
            sample_indices: (0..samples).map(|sample| 2 * sample).collect(),
            jumps: times.jumps.clone(),
            channels,
        };
        for jump in source.jumps.iter().filter(|jump| jump.at_once) {
            source.times[2 * jump.before + 1] = source.times[2 * jump.before];
        }
        Ok((source, times))
    }

    /// Validates all values, and finds the hemispheres of rotations.
    pub(crate) fn validated(mut self, skeleton: &Skeleton) -> Result<Self, CompressError> {
        for lane in &mut self.channels {
            lane.validate(&self.times, skeleton)?;
        }
        Ok(self)
    }

    /// Samples and validates a clip, with `finer` times as many samples between keys as usual.
    pub(crate) fn new(
        raw: &'a RawClip,
        skeleton: &Skeleton,
        settings: &CompressionSettings,
        finer: usize,
    ) -> Result<Self, CompressError> {
        let (source, _) = Self::sampled(raw, skeleton, settings, finer)?;
        source.validated(skeleton)
    }

    /// Number of samples.
    pub(crate) fn samples(&self) -> usize {
        self.sample_indices.len()
    }

    /// Range of measured times from one sample to another.
    pub(crate) fn span(&self, [first, last]: [usize; 2]) -> RangeInclusive<usize> {
        self.sample_indices[first]..=self.sample_indices[last]
    }

    /// Time of a sample, seconds.
    pub(crate) fn time(&self, sample: usize) -> f32 {
        self.times[self.sample_indices[sample]]
    }

    /// Positions of the sample at or before measured time `n`, and of the next sample.
    pub(crate) fn neighbours(&self, n: usize) -> [usize; 2] {
        let after = self.sample_indices.partition_point(|index| *index <= n);
        let before = self.sample_indices[after.saturating_sub(1)];
        [before, self.sample_indices.get(after).copied().unwrap_or(before)]
    }

    /// Values of a channel at a range of measured times.
    pub(crate) fn values(&self, channel: usize, range: RangeInclusive<usize>, out: &mut Vec<Value>) {
        let (lane, first) = (&self.channels[channel], *range.start());
        let (mut hint, times) = (0, self.times.get(range).unwrap_or_default());
        out.clear();
        out.extend(times.iter().enumerate().map(|(n, time)| lane.value(*time, first + n, &mut hint)));
    }

    /// Whether time `n` lies midway between frames of evenly sampled motion. The motion there is unknown, and
    /// the error is not measured.
    pub(crate) fn is_midway(&self, n: usize) -> bool {
        self.midway.get(n).is_some_and(|midway| *midway)
    }

    /// Value of a channel at any time.
    pub(crate) fn value(&self, channel: usize, time: f32, hint: &mut u32) -> Value {
        self.channels[channel].value(time, usize::MAX, hint)
    }
}

fn vectors(target: Target, track: &Track<Vec3>) -> SampledChannel<'_> {
    let still = still(track).map(|v| Keys::Still(Value::Vector(v)));
    SampledChannel { target, keys: still.unwrap_or(Keys::Vectors(track)) }
}

fn rotations(target: Target, track: &Track<Quat>) -> SampledChannel<'_> {
    let unit = |q: &Quat| track.interpolation() != Interpolation::CubicSpline && is_unit(*q);
    let still = still(track).filter(unit).map(|q| Keys::Still(Value::Rotation(q)));
    SampledChannel { target, keys: still.unwrap_or(Keys::Rotations(track, Vec::new())) }
}

fn weights(target: Target, track: &Track<f32>, lane: usize) -> SampledChannel<'_> {
    SampledChannel { target, keys: Keys::Weights(track, lane) }
}

/// Constant value of a track; `None` where it changes.
fn still<V: sinew::clip::TrackValue + PartialEq>(track: &Track<V>) -> Option<V> {
    let [first, rest @ ..] = track.values() else { return None };
    rest.iter().all(|value| value == first).then_some(*first)
}

fn is_unit(q: Quat) -> bool {
    (q.length_squared() - 1.0).abs() <= UNIT
}

impl SampledChannel<'_> {
    /// Constant value; `None` where the channel is animated.
    pub(crate) fn still(&self) -> Option<Value> {
        if let Keys::Still(value) = self.keys { Some(value) } else { None }
    }

    /// Whether all values are within `max` of a vector.
    pub(crate) fn stays_near(&self, vector: Vec3, max: f32) -> bool {
        match &self.keys {
            Keys::Still(value) => value.distance(Value::Vector(vector)) <= max,
            Keys::Vectors(track) => {
                let keys = track.interpolation() != Interpolation::CubicSpline;
                keys && track.values().iter().all(|value| value.distance(vector) <= max)
            }
            _ => false,
        }
    }

    /// Value at `time`. The sign of a rotation depends on the time's `number`.
    fn value(&self, time: f32, number: usize, hint: &mut u32) -> Value {
        match &self.keys {
            Keys::Still(value) => *value,
            Keys::Vectors(track) => Value::Vector(track.sample_vector(time, hint)),
            Keys::Weights(track, lane) => Value::Vector(Vec3::X * track.sample_lane(time, hint, *lane)),
            Keys::Rotations(track, signs) => {
                let q = track.sample_rotation(time, hint);
                let q = if is_unit(q) { q } else { q.normalize() };
                let negated = signs.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 != 0);
                Value::Rotation(if negated { -q } else { q })
            }
        }
    }

    /// Validates all values, and finds the hemispheres of rotations.
    fn validate(&mut self, times: &[f32], skeleton: &Skeleton) -> Result<(), CompressError> {
        if let Keys::Rotations(track, _) = &self.keys
            && track.interpolation() != Interpolation::CubicSpline
        {
            // Interpolation between keys expects unit quaternions too.
            let off = |q: &Quat| q.is_finite() && (q.length_squared() - 1.0).abs() > NOT_UNIT;
            if let Some((time, q)) = track.times().iter().zip(track.values()).find(|(_, q)| off(q)) {
                let what = name(self.target, skeleton);
                return Err(CompressError::NotUnitRotation { time: *time, what, length: q.length() });
            }
        }
        let (mut hint, mut last) = (0, Quat::IDENTITY);
        let mut signs = vec![0u64; if self.target.is_rotation() { times.len().div_ceil(64) } else { 0 }];
        // One sample is enough for a constant channel.
        let many = if self.still().is_some() { 1 } else { times.len() };
        for (n, &time) in times.iter().enumerate().take(many) {
            let value = self.value(time, usize::MAX, &mut hint);
            if let Value::Rotation(q) = value {
                let negated = last.dot(q) < 0.0;
                last = if negated { -q } else { q };
                signs[n / 64] |= u64::from(negated) << (n % 64);
            }
            let finite = match value {
                Value::Rotation(q) => q.is_finite(),
                Value::Vector(v) => v.is_finite(),
            };
            if !finite {
                return Err(CompressError::NotFinite { time, what: name(self.target, skeleton) });
            }
        }
        if let Keys::Rotations(_, stored) = &mut self.keys {
            *stored = signs;
        }
        Ok(())
    }
}

/// Name of a target for messages.
fn name(target: Target, skeleton: &Skeleton) -> String {
    match target {
        Target::Translation(joint) => format!("the translation of {:?}", skeleton.name(joint)),
        Target::Rotation(joint) => format!("the rotation of {:?}", skeleton.name(joint)),
        Target::Scale(joint) => format!("the scale of {:?}", skeleton.name(joint)),
        Target::Morph { instance, target } => format!("morph target {target} of instance {instance}"),
        Target::Expression(n) => format!("expression {n}"),
        Target::Gaze => "the gaze".into(),
        Target::Unbound { .. } => "nothing".into(),
    }
}

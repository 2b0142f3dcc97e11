//! The source as samples: the value of every keyed quantity at every time that counts. Values are read from the keys when
//! they are wanted, a segment at a time, so that long clips need no more memory than short ones.

use super::sample_times::{Jump, SampleTimes};
use crate::clip::compressed::format::channel::{Target, Value};
use crate::clip::compressed::measure::influence::ErrorInfluence;
use crate::clip::compressed::settings::{CompressError, CompressionSettings};
use crate::clip::{Interpolation, RawClip, Track};
use crate::skeleton::Skeleton;
use glam::{Quat, Vec3};
use std::ops::RangeInclusive;

/// Poses of so many joints, or values of so many channels, are looked at at most: some hours of a body at 120 Hz.
pub(crate) const MAX_SOURCE_VALUES: usize = 1 << 26;

/// Squared lengths of rotations differ from 1 by this after good rounding. What is further off is made unit, since all that
/// is read back is unit between keys; what is too far off is no rotation.
const UNIT: f32 = 4e-7;
const NOT_UNIT: f32 = 0.01;

pub(crate) struct SampledClip<'a> {
    /// Where the clip is measured: where the source is sampled, and midway between neighbours.
    pub(crate) times: Vec<f32>,
    /// Which of them lie midway between keys on neighbouring frames.
    pub(crate) midway: Vec<bool>,
    /// Where among them the samples stand that the clip is made of.
    pub(crate) places: Vec<usize>,
    /// Samples between which values jump, by the number of the first.
    pub(crate) jumps: Vec<Jump>,
    pub(crate) channels: Vec<SampledChannel<'a>>,
}

/// One keyed quantity.
pub(crate) struct SampledChannel<'a> {
    pub(crate) target: Target,
    keys: Keys<'a>,
}

enum Keys<'a> {
    Still(Value),
    Vectors(&'a Track<Vec3>),
    /// With a bit for each time: whether the value is to be negated, so that neighbours lie in one hemisphere.
    Rotations(&'a Track<Quat>, Vec<u64>),
    Weights(&'a Track<f32>, usize),
}

impl<'a> SampledClip<'a> {
    /// With `finer` times as many samples between keys as usual.
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
                return Err(CompressError::NoJoint { joint: joint.index(), count });
            }
            channels.extend(track.translation.as_ref().map(|t| vectors(Target::Translation(joint), t)));
            channels.extend(track.rotation.as_ref().map(|t| rotations(Target::Rotation(joint), t)));
            channels.extend(track.scale.as_ref().map(|t| vectors(Target::Scale(joint), t)));
        }
        for track in &raw.morphs {
            channels.extend((0..track.weights.width()).map(|target| {
                let place = Target::Morph { instance: track.instance as u32, target: target as u32 };
                weights(place, &track.weights, target)
            }));
        }
        let expressions = raw.expressions.iter();
        channels.extend(expressions.map(|t| weights(Target::Expression(t.expression as u32), &t.weight, 0)));
        channels.extend(raw.gaze.as_ref().map(|gaze| rotations(Target::Gaze, gaze)));

        let influence = ErrorInfluence::at_rest(skeleton, settings);
        let times = SampleTimes::of(raw, finer, |target, a, b| influence.share(target, a, b) > 1.0);
        let (samples, parts) = (times.samples.len(), channels.len().max(skeleton.len()));
        if samples.saturating_mul(parts) > MAX_SOURCE_VALUES {
            return Err(CompressError::TooLong { samples, parts, most: MAX_SOURCE_VALUES / parts.max(1) });
        }
        let midways = times.samples.array_windows::<2>().flat_map(|[a, b]| [*a, a.midpoint(*b)]);
        let mut source = Self {
            times: midways.chain(times.samples.last().copied()).collect(),
            midway: times.even.iter().flat_map(|even| [false, *even]).collect(),
            places: (0..samples).map(|sample| 2 * sample).collect(),
            jumps: times.jumps.clone(),
            channels,
        };
        for jump in source.jumps.iter().filter(|jump| jump.at_once) {
            source.times[2 * jump.before + 1] = source.times[2 * jump.before];
        }
        Ok((source, times))
    }

    /// Finds values that are none, and the hemispheres of rotations.
    pub(crate) fn validated(mut self, skeleton: &Skeleton) -> Result<Self, CompressError> {
        for lane in &mut self.channels {
            lane.validate(&self.times, skeleton)?;
        }
        Ok(self)
    }

    /// With `finer` times as many samples between keys as usual.
    pub(crate) fn new(
        raw: &'a RawClip,
        skeleton: &Skeleton,
        settings: &CompressionSettings,
        finer: usize,
    ) -> Result<Self, CompressError> {
        let (source, _) = Self::sampled(raw, skeleton, settings, finer)?;
        source.validated(skeleton)
    }

    /// How many samples it has.
    pub(crate) fn samples(&self) -> usize {
        self.places.len()
    }

    /// The times from one sample to another.
    pub(crate) fn span(&self, [first, last]: [usize; 2]) -> RangeInclusive<usize> {
        self.places[first]..=self.places[last]
    }

    /// The time of a sample.
    pub(crate) fn time(&self, sample: usize) -> f32 {
        self.times[self.places[sample]]
    }

    /// Where the sample at or before time `n` stands, and the next.
    pub(crate) fn neighbours(&self, n: usize) -> [usize; 2] {
        let after = self.places.partition_point(|place| *place <= n);
        let before = self.places[after.saturating_sub(1)];
        [before, self.places.get(after).copied().unwrap_or(before)]
    }

    /// Values of a channel at some of the times.
    pub(crate) fn values(&self, channel: usize, range: RangeInclusive<usize>, out: &mut Vec<Value>) {
        let (lane, first) = (&self.channels[channel], *range.start());
        let (mut hint, times) = (0, self.times.get(range).unwrap_or_default());
        out.clear();
        out.extend(times.iter().enumerate().map(|(n, time)| lane.value(*time, first + n, &mut hint)));
    }

    /// Whether time `n` lies midway between frames of evenly sampled motion. What moved there is not known, so that it is
    /// not held to straight lines, only near them.
    pub(crate) fn is_midway(&self, n: usize) -> bool {
        self.midway.get(n).is_some_and(|midway| *midway)
    }

    /// A channel's value anywhere.
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

/// The value of a track that has no other.
fn still<V: Copy + PartialEq>(track: &Track<V>) -> Option<V> {
    let [first, rest @ ..] = track.values() else { return None };
    rest.iter().all(|value| value == first).then_some(*first)
}

fn is_unit(q: Quat) -> bool {
    (q.length_squared() - 1.0).abs() <= UNIT
}

impl SampledChannel<'_> {
    /// Its value if it has but one.
    pub(crate) fn still(&self) -> Option<Value> {
        if let Keys::Still(value) = self.keys { Some(value) } else { None }
    }

    /// Whether it never is further from a vector than `most`.
    pub(crate) fn stays_near(&self, vector: Vec3, most: f32) -> bool {
        match &self.keys {
            Keys::Still(value) => value.distance(Value::Vector(vector)) <= most,
            Keys::Vectors(track) => {
                let keys = track.interpolation() != Interpolation::CubicSpline;
                keys && track.values().iter().all(|value| value.distance(vector) <= most)
            }
            _ => false,
        }
    }

    /// `number` is the time's own; the sign of rotations depends on it.
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

    /// Finds values that are none, and the hemispheres of rotations.
    fn validate(&mut self, times: &[f32], skeleton: &Skeleton) -> Result<(), CompressError> {
        if let Keys::Rotations(track, _) = &self.keys
            && track.interpolation() != Interpolation::CubicSpline
        {
            // What is not unit is not taken for a turn between keys either.
            let off = |q: &Quat| q.is_finite() && (q.length_squared() - 1.0).abs() > NOT_UNIT;
            if let Some((time, q)) = track.times().iter().zip(track.values()).find(|(_, q)| off(q)) {
                let what = name(self.target, skeleton);
                return Err(CompressError::NoRotation { time: *time, what, length: q.length() });
            }
        }
        let (mut hint, mut last) = (0, Quat::IDENTITY);
        let mut signs = vec![0u64; if self.target.is_rotation() { times.len().div_ceil(64) } else { 0 }];
        // What stands still is the same at all times.
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
        if let Keys::Rotations(_, own) = &mut self.keys {
            *own = signs;
        }
        Ok(())
    }
}

/// What a target is called in messages.
fn name(target: Target, skeleton: &Skeleton) -> String {
    match target {
        Target::Translation(joint) => format!("the translation of {:?}", skeleton.name(joint)),
        Target::Rotation(joint) => format!("the rotation of {:?}", skeleton.name(joint)),
        Target::Scale(joint) => format!("the scale of {:?}", skeleton.name(joint)),
        Target::Morph { instance, target } => format!("morph target {target} of instance {instance}"),
        Target::Expression(n) => format!("expression {n}"),
        Target::Gaze => "the gaze".into(),
        Target::Nothing { .. } => "nothing".into(),
    }
}

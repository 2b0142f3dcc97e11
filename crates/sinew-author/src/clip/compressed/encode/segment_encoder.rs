//! State of the encoder for one segment: source values, poses, and an encoder per channel.

use super::channel_split::ChannelSplit;
use super::search::{ChannelEncoder, SegmentFits};
use super::segment::{exceeds_rotation_range, segment_values};
use crate::clip::compressed::measure::influence::ErrorInfluence;
use crate::clip::compressed::measure::segment_poses::SegmentPoses;
use crate::clip::compressed::measure::skin_points::SkinPoints;
use crate::clip::compressed::settings::{CompressError, CompressionSettings};
use crate::clip::compressed::source::sampled_clip::SampledClip;
use glam::Vec4;
use sinew::internal::clip_format::{
    basis::{Weights, blend},
    bits::BitWriter,
    channel::{Channel, Value, write_to_pose},
    quantization::{Encoding, UNCOMPRESSED, step_size},
};
use sinew::math::Transform;
use sinew::pose::local_to_model;
use sinew::skeleton::Skeleton;

/// Stride over the poses that are examined for the influence of errors.
const SOME: usize = 4;

/// Relative rounding error of a stored number.
const ROUNDING: f32 = 1e-6;

/// Largest number of halvings of a weight's tolerance.
const HALVINGS: usize = 8;

/// Encoder of one segment after the other.
pub(crate) struct SegmentEncoder<'a> {
    pub(crate) skeleton: &'a Skeleton,
    pub(crate) settings: &'a CompressionSettings,
    source: &'a SampledClip<'a>,
    pub(crate) channels: Vec<(&'a Channel, usize)>,
    pub(crate) fits: SegmentFits,
    /// Samples of the segment, and the values of the source's channels at each of its times.
    range: [usize; 2],
    values: Vec<Vec<Value>>,
    pub(crate) posed: SegmentPoses<'a>,
    /// Measured times of the segment: those that do not lie midway between frames.
    measured: Vec<usize>,
    /// Encoder of each channel.
    pub(crate) channel_encoders: Vec<ChannelEncoder>,
    overlooks_rounding: bool,
    /// Buffer for decoded values.
    pub(crate) read: Vec<Value>,
    /// Source channels with more than one value, and a pose of all constant ones.
    moving: Vec<usize>,
    local: Vec<Transform>,
}

impl<'a> SegmentEncoder<'a> {
    pub(crate) fn new(
        skeleton: &'a Skeleton,
        settings: &'a CompressionSettings,
        source: &'a SampledClip<'a>,
        parts: &'a ChannelSplit,
    ) -> Self {
        let mut still = skeleton.rest().to_vec();
        parts.constants.iter().for_each(|(target, value)| write_to_pose(*target, *value, &mut still));
        let lanes = source.channels.iter().enumerate();
        let moving = lanes.filter(|(_, lane)| lane.still().is_none()).map(|(n, _)| n).collect();
        let mut local = skeleton.rest().to_vec();
        let still_lanes = source.channels.iter().filter_map(|lane| Some((lane.target, lane.still()?)));
        still_lanes.for_each(|(target, value)| write_to_pose(target, value, &mut local));
        Self {
            skeleton,
            settings,
            source,
            channels: parts.channels.iter().zip(parts.moving.iter().copied()).collect(),
            fits: SegmentFits::default(),
            range: [0, 0],
            values: vec![Vec::new(); source.channels.len()],
            posed: SegmentPoses::new(
                skeleton,
                SkinPoints::new(skeleton, source, settings.shell_distance),
                still,
            ),
            measured: Vec::new(),
            channel_encoders: parts.channels.iter().map(|_| ChannelEncoder::default()).collect(),
            overlooks_rounding: false,
            read: Vec::new(),
            moving,
            local,
        }
    }

    /// Loads a segment that lasts until `end` and poses the source at its times. `false` where a rotation
    /// turns so far that the segment has to be cut in two.
    pub(crate) fn enter(&mut self, [first, last]: [usize; 2], end: f32) -> bool {
        (self.range, self.overlooks_rounding) = ([first, last], false);
        for &channel in &self.moving {
            self.source.values(channel, self.source.span(self.range), &mut self.values[channel]);
        }
        if last > first + 1 && self.moving.iter().any(|n| exceeds_rotation_range(&self.values[*n])) {
            return false;
        }
        let span = self.source.span(self.range);
        let times = &self.source.times[span.clone()];
        let length = (end - times[0]).max(f32::MIN_POSITIVE);
        let phases = times.iter().map(|t| ((t - times[0]) / length).clamp(0.0, 1.0)).collect();
        let midway: Vec<bool> = span.map(|n| self.source.is_midway(n)).collect();
        self.measured = (0..times.len()).filter(|n| !midway[*n]).collect();
        self.fits.set_phases(last - first + 1, phases, &midway);
        self.posed.resize(self.measured.len());
        for (pose, &n) in self.posed.source.iter_mut().zip(&self.measured) {
            for &channel in &self.moving {
                write_to_pose(self.source.channels[channel].target, self.values[channel][n], &mut self.local);
            }
            local_to_model(self.skeleton, &self.local, pose);
        }
        let poses = &self.posed.source;
        let some = poses.iter().step_by(SOME).chain(poses.last());
        let influence = ErrorInfluence::of(self.skeleton, some.map(Vec::as_slice), self.settings);
        for ((channel, source), encoder) in self.channels.iter().zip(&mut self.channel_encoders) {
            let (factor, _) = influence.weight(channel.target);
            // Rotation parameters are a quarter of a small angle.
            let factor = if channel.is_rotation() { 4.0 * factor } else { factor };
            encoder.enter(segment_values(channel, &self.values[*source], &midway), factor);
        }
        true
    }

    /// Encoding of a weight or gaze, on which no other channel depends.
    pub(crate) fn solve_weight(&mut self, k: usize) -> Encoding {
        let mut tolerance = self.settings.max_weight_error;
        for _ in 0..HALVINGS {
            let code = self.channel_encoders[k].choose(&mut self.fits, tolerance);
            if code.step == UNCOMPRESSED || self.between(k, &code) <= self.settings.max_weight_error {
                return code;
            }
            tolerance *= 0.5;
        }
        Encoding::uncompressed(self.range[1] - self.range[0] + 1)
    }

    /// Decoded values of channel `k` at the measured times.
    pub(crate) fn read_back(&mut self, k: usize, code: &Encoding, read: &mut Vec<Value>) {
        let (channel, source) = self.channels[k];
        read.clear();
        if code.step == UNCOMPRESSED {
            let values = &self.values[source];
            read.extend(self.measured.iter().map(|n| self.as_read(values, *n)));
        } else {
            let reference = self.channel_encoders[k].reference();
            let output = |residual: Vec4| read.push(channel.value(reference, residual.truncate()));
            self.channel_encoders[k].read(&mut self.fits, code, output);
        }
    }

    /// Largest error of a channel between its times.
    fn between(&mut self, k: usize, code: &Encoding) -> f32 {
        let (channel, source) = self.channels[k];
        let (reference, controls) =
            (self.channel_encoders[k].reference(), self.channel_encoders[k].controls(code));
        let [first, last] = self.range;
        let times = &self.source.times[self.source.span(self.range)];
        let (samples, size, mut hint) = (last - first + 1, step_size(code.step), 0);
        let mut worst = 0.0f32;
        for ([a, b], [from, to]) in times.array_windows::<2>().zip(self.fits.phases().array_windows::<2>()) {
            for share in [0.25, 0.5, 0.75] {
                let (time, phase) = (a + (b - a) * share, from + (to - from) * share);
                let weights = Weights::of(code.class, phase, samples);
                let row = |k: usize| controls.get(weights.first as usize + k).copied();
                let residual = blend(&weights, code.bits, size, |k| row(k).unwrap_or_default());
                let theirs = self.source.value(source, time, &mut hint);
                let apart = channel.value(reference, residual).distance(theirs);
                worst = worst.max(if apart.is_nan() { f32::INFINITY } else { apart });
            }
        }
        worst
    }

    /// Writes a channel's unquantized samples of the segment, each behind its time.
    pub(crate) fn write_samples(&self, channel: usize, bits: &mut BitWriter) {
        let values = &self.values[self.channels[channel].1];
        let first = *self.source.span(self.range).start();
        for sample in self.range[0]..=self.range[1] {
            let index = *self.source.span([sample, sample]).start();
            let numbers = match values[index - first] {
                Value::Rotation(q) => q.to_array(),
                Value::Vector(v) => v.extend(0.0).to_array(),
            };
            let time = self.source.time(sample);
            std::iter::once(time).chain(numbers).for_each(|number| bits.write(number.to_bits(), 32));
        }
    }

    /// From here on, the rounding of unquantized samples is ignored.
    pub(crate) fn overlook_rounding(&mut self) {
        self.overlooks_rounding = true;
    }

    pub(crate) fn unreachable_error(&self, smallest: f32) -> CompressError {
        let time = self.source.time(self.range[0]);
        CompressError::ErrorUnreachable { time, requested: self.settings.max_error, smallest }
    }

    /// Decoded value at time `n` of unquantized samples.
    fn as_read(&self, values: &[Value], n: usize) -> Value {
        let value = values[n];
        let first = *self.source.span(self.range).start();
        let times = &self.source.times[first..];
        let [before, after] = self.source.neighbours(first + n).map(|index| index - first);
        if before == n || after >= values.len() {
            return value;
        }
        let (from, to, gap) = (values[before], values[after], times[after] - times[before]);
        let share = if gap > 0.0 { (times[n] - times[before]) / gap } else { 0.0 };
        let read = match (from, to) {
            (Value::Rotation(a), Value::Rotation(b)) => {
                Value::Rotation((a * (1.0 - share) + b * share).normalize())
            }
            (Value::Vector(a), Value::Vector(b)) => Value::Vector(a.lerp(b, share)),
            _ => value,
        };
        if !self.overlooks_rounding {
            return read;
        }
        // Rounding of numbers and times is not counted as an error where no encoding comes nearer.
        let size = if let Value::Vector(v) = value { v.length() } else { 1.0 };
        let hasty = if gap > 0.0 { 4.0 * (times[n].next_up() - times[n]) / gap } else { 1.0 };
        let rounding = ROUNDING * size + hasty.min(1.0) * from.distance(to);
        if read.distance(value) <= rounding { value } else { read }
    }
}

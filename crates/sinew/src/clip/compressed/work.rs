//! A segment after the other, each in as few bits as hold the error.

use super::basis::{Weights, blend};
use super::bits::BitWriter;
use super::channel::{Channel, Value};
use super::code::{AS_IT_IS, Coded, Fits, Fitted, Weigh, as_it_is, choose, step_size};
use super::lever::Levers;
use super::measure::Skin;
use super::parts::{Parts, put};
use super::segment::{Stretch, stretch, turns_far};
use super::settings::{CompressError, CompressionSettings};
use super::source::Source;
use crate::JointIndex;
use crate::math::Transform;
use crate::pose::local_to_model;
use crate::skeleton::Skeleton;
use glam::{Affine3A, Vec3};

/// The share of the error that each channel starts with; more than one of a chain may err at a time.
const FIRST_SHARE: f32 = 0.5;

/// What is aimed at, as a share of the error.
const AIM: f32 = 0.97;

/// Times that the shares are adjusted to what was measured, and times more where that is not yet near enough.
const ROUNDS: usize = 8;
const MORE_ROUNDS: usize = 8;

/// Then what is still too far off is stored as it is.
const LAST_ROUNDS: usize = 3;

/// A gain that no further round is worth, as a share of the bits, and a change of a share that no new choice is worth.
const SMALL_GAIN: f32 = 0.003;
const SMALL_CHANGE: f32 = 0.03;

/// What rounding makes of a number, as a share of it.
const ROUNDING: f32 = 1e-6;

/// Halvings of the share of weights, whose curves are looked at in between too.
const HALVINGS: usize = 8;

/// What one segment after the other is worked on with.
pub(super) struct Work<'a> {
    skeleton: &'a Skeleton,
    settings: &'a CompressionSettings,
    source: &'a Source<'a>,
    skin: Skin,
    channels: Vec<(&'a Channel, usize)>,
    /// Rest and constants, as they are read back.
    still: Vec<Transform>,
    fits: Fits,
    /// Of the segment: its samples, the values of the source's channels at each time, how it is posed then, and how far
    /// errors reach.
    range: [usize; 2],
    values: Vec<Vec<Value>>,
    poses: Vec<Vec<Affine3A>>,
    /// Which of its times lie midway between frames.
    midway: Vec<bool>,
    levers: Levers,
    local: Vec<Transform>,
    model: Vec<Affine3A>,
}

impl<'a> Work<'a> {
    pub(super) fn new(
        skeleton: &'a Skeleton,
        settings: &'a CompressionSettings,
        source: &'a Source<'a>,
        parts: &'a Parts,
    ) -> Self {
        let mut still = skeleton.rest().to_vec();
        parts.constants.iter().for_each(|(target, value)| put(*target, *value, &mut still));
        Self {
            skeleton,
            settings,
            source,
            skin: Skin::new(skeleton, source, settings.shell),
            channels: parts.channels.iter().zip(parts.moving.iter().copied()).collect(),
            still,
            fits: Fits::new(),
            range: [0, 0],
            values: vec![Vec::new(); source.channels.len()],
            poses: Vec::new(),
            midway: Vec::new(),
            levers: Levers::at_rest(skeleton, settings),
            local: skeleton.rest().to_vec(),
            model: vec![Affine3A::IDENTITY; skeleton.len()],
        }
    }

    /// Poses the source at the times of a segment, which lasts until `end`; not where something turns so far that the
    /// segment has to be cut.
    pub(super) fn enter(&mut self, [first, last]: [usize; 2], end: f32) -> bool {
        self.range = [first, last];
        for (channel, values) in self.values.iter_mut().enumerate() {
            self.source.values(channel, 2 * first..=2 * last, values);
        }
        if last > first + 1 && self.values.iter().any(|values| turns_far(values)) {
            return false;
        }
        let times = &self.source.times[2 * first..=2 * last];
        let length = (end - times[0]).max(f32::MIN_POSITIVE);
        let phases = times.iter().map(|t| ((t - times[0]) / length).clamp(0.0, 1.0)).collect();
        self.midway = (0..times.len()).map(|n| self.source.is_midway(2 * first + n)).collect();
        self.fits.set_phases(last - first + 1, phases, &self.midway);
        self.poses.resize(times.len(), Vec::new());
        for (n, pose) in self.poses.iter_mut().enumerate() {
            self.local.copy_from_slice(self.skeleton.rest());
            for (lane, values) in self.source.channels.iter().zip(&self.values) {
                put(lane.target, values[n], &mut self.local);
            }
            pose.resize(self.skeleton.len(), Affine3A::IDENTITY);
            local_to_model(self.skeleton, &self.local, pose);
        }
        let some = self.poses.iter().step_by(8).chain(self.poses.last());
        self.levers = Levers::of(self.skeleton, some.map(Vec::as_slice), self.settings);
        true
    }

    /// The fewest bits for all channels of the segment that hold the error.
    pub(super) fn solve(&mut self) -> Result<(Vec<Stretch>, Vec<Coded>), CompressError> {
        let stretches: Vec<Stretch> =
            self.channels.iter().map(|(channel, n)| stretch(channel, &self.values[*n])).collect();
        let mut coded: Vec<Coded> = vec![Coded::default(); stretches.len()];
        for (k, stretch) in stretches.iter().enumerate() {
            if self.channels[k].0.target.joint().is_none() {
                coded[k] = self.solve_weight(k, stretch);
            }
        }
        let mut tolerances = vec![self.settings.error * FIRST_SHARE; stretches.len()];
        let mut used = vec![-1.0f32; stretches.len()];
        let mut best: Option<(usize, Vec<Coded>)> = None;
        let mut fitted: Vec<Fitted> = stretches.iter().map(|_| Fitted::default()).collect();
        let mut nearest = f32::INFINITY;
        for round in 0..ROUNDS + MORE_ROUNDS + LAST_ROUNDS {
            if round >= ROUNDS && best.is_some() {
                break;
            }
            for (k, stretch) in stretches.iter().enumerate() {
                let is_joint = self.channels[k].0.target.joint().is_some();
                let changed = (tolerances[k] - used[k]).abs() > used[k] * SMALL_CHANGE;
                if is_joint && (changed || used[k] < 0.0 || tolerances[k] < used[k] && best.is_none()) {
                    used[k] = tolerances[k];
                    coded[k] = self.choose(k, stretch, &mut fitted[k], tolerances[k]);
                }
            }
            let errors = self.measure(&stretches, &coded);
            let most = errors.iter().copied().fold(0.0, f32::max);
            nearest = nearest.min(most);
            let cost: usize = coded.iter().map(|c| c.cost).sum();
            if most <= self.settings.error {
                let known = best.as_ref().map(|(known, _)| *known);
                if known.is_none_or(|known| cost < known) {
                    best = Some((cost, coded.clone()));
                }
                if known.is_some_and(|known| cost as f32 > known as f32 * (1.0 - SMALL_GAIN)) {
                    break;
                }
            }
            match round + 1 {
                next if next < ROUNDS => self.adjust(&errors, &mut tolerances, 1.5),
                next if next < ROUNDS + MORE_ROUNDS => self.adjust(&errors, &mut tolerances, 1.0),
                // What no tolerance mends, such as the noise of floats a thousand kilometres long, is stored as it is.
                _ => self.give_up(&errors, &mut tolerances),
            }
        }
        match best {
            Some((_, coded)) => Ok((stretches, coded)),
            None => Err(self.out_of_reach(nearest)),
        }
    }

    fn choose(&mut self, k: usize, stretch: &Stretch, fitted: &mut Fitted, tolerance: f32) -> Coded {
        let channel = self.channels[k].0;
        let (factor, _) = self.levers.weight(channel.target);
        // Parameters are a quarter of a small turn.
        let factor = if channel.turns() { 4.0 * factor } else { factor };
        // Weights are looked at between their samples on their own.
        let midway: &[bool] = if channel.target.joint().is_some() { &self.midway } else { &[] };
        let weigh = Weigh { samples: &stretch.residuals, shrinks: &stretch.shrinks, midway, factor };
        choose(&mut self.fits, fitted, &weigh, tolerance)
    }

    /// A weight or gaze, which nothing else depends on.
    fn solve_weight(&mut self, k: usize, stretch: &Stretch) -> Coded {
        let mut fitted = Fitted::default();
        let mut tolerance = self.settings.weight_error;
        for _ in 0..HALVINGS {
            let coded = self.choose(k, stretch, &mut fitted, tolerance);
            if coded.step == AS_IT_IS || self.between(k, stretch, &coded) <= self.settings.weight_error {
                return coded;
            }
            tolerance *= 0.5;
        }
        as_it_is(self.range[1] - self.range[0] + 1)
    }

    /// How far a channel is off at most between its times.
    fn between(&self, k: usize, stretch: &Stretch, coded: &Coded) -> f32 {
        let (channel, source) = self.channels[k];
        let [first, last] = self.range;
        let times = &self.source.times[2 * first..=2 * last];
        let (samples, size, mut hint) = (last - first + 1, step_size(coded.step), 0);
        let mut worst = 0.0f32;
        for ([a, b], [from, to]) in times.array_windows::<2>().zip(self.fits.phases().array_windows::<2>()) {
            for share in [0.25, 0.5, 0.75] {
                let (time, phase) = (a + (b - a) * share, from + (to - from) * share);
                let weights = Weights::of(coded.class, phase, samples);
                let row = |k: usize| coded.controls.get(weights.first as usize + k).copied();
                let residual = blend(&weights, coded.bits, size, |k| row(k).unwrap_or_default());
                let theirs = self.source.value(source, time, &mut hint);
                worst = worst.max(channel.value(stretch.reference, residual).distance(theirs));
            }
        }
        worst
    }

    /// The segment's samples of a channel as they are, each behind its time.
    pub(super) fn write_samples(&self, channel: usize, bits: &mut BitWriter) {
        let [first, last] = self.range;
        let values = &self.values[self.channels[channel].1];
        let times = &self.source.times[2 * first..=2 * last];
        for (time, value) in times.iter().zip(values).step_by(2) {
            let numbers = match value {
                Value::Rotation(q) => q.to_array(),
                Value::Vector(v) => v.extend(0.0).to_array(),
            };
            std::iter::once(*time).chain(numbers).for_each(|number| bits.write(number.to_bits(), 32));
        }
    }

    fn out_of_reach(&self, reached: f32) -> CompressError {
        let time = self.source.times[2 * self.range[0]];
        CompressError::OutOfReach { time, asked: self.settings.error, reached }
    }

    /// What is read at time `n` of samples that are stored as they are.
    fn as_read(&self, values: &[Value], n: usize) -> Value {
        let own = values[n];
        let (Some(before), Some(after)) = (n.checked_sub(1), values.get(n + 1)) else { return own };
        if n.is_multiple_of(2) {
            return own;
        }
        let times = &self.source.times[2 * self.range[0]..];
        let (from, gap) = (values[before], times[n + 1] - times[before]);
        let share = if gap > 0.0 { (times[n] - times[before]) / gap } else { 0.0 };
        let read = match (from, *after) {
            (Value::Rotation(a), Value::Rotation(b)) => {
                Value::Rotation((a * (1.0 - share) + b * share).normalize())
            }
            (Value::Vector(a), Value::Vector(b)) => Value::Vector(a.lerp(b, share)),
            _ => own,
        };
        // What rounding of numbers and times makes is nobody's error.
        let size = if let Value::Vector(v) = own { v.length() } else { 1.0 };
        let hasty = if gap > 0.0 { 4.0 * (times[n].next_up() - times[n]) / gap } else { 1.0 };
        let rounding = ROUNDING * size + hasty.min(1.0) * from.distance(*after);
        if read.distance(own) <= rounding { own } else { read }
    }

    /// The largest error of each joint and all below it.
    fn measure(&mut self, stretches: &[Stretch], coded: &[Coded]) -> Vec<f32> {
        let mut errors = vec![0.0f32; self.skeleton.len()];
        let first = 2 * self.range[0];
        let frames = self.poses.iter().enumerate().filter(|(n, _)| !self.source.is_midway(first + n));
        for (n, pose) in frames {
            self.local.copy_from_slice(&self.still);
            for (((channel, source), stretch), coded) in self.channels.iter().zip(stretches).zip(coded) {
                let value = match coded.values.get(n) {
                    Some(residual) => channel.value(stretch.reference, Vec3::from_array(*residual)),
                    None => self.as_read(&self.values[*source], n),
                };
                put(channel.target, value, &mut self.local);
            }
            local_to_model(self.skeleton, &self.local, &mut self.model);
            for (joint, ((error, theirs), ours)) in errors.iter_mut().zip(pose).zip(&self.model).enumerate() {
                *error = error.max(self.skin.apart(joint, theirs, ours));
            }
        }
        for joint in (0..self.skeleton.len()).rev() {
            if let Some(parent) = self.skeleton.parent(JointIndex(joint as u32)) {
                errors[parent.index()] = errors[parent.index()].max(errors[joint]);
            }
        }
        errors
    }

    /// Gives channels more or less, as what they move is nearer or farther than it may be; `most` times as much at most.
    fn adjust(&self, errors: &[f32], tolerances: &mut [f32], most: f32) {
        for ((channel, _), tolerance) in self.channels.iter().zip(tolerances) {
            if let Some(joint) = channel.target.joint() {
                let room = AIM * self.settings.error / errors[joint.index()].max(1e-12);
                let change = room.powf(0.8).clamp(0.3, most);
                *tolerance = (*tolerance * change).min(self.settings.error);
            }
        }
    }

    /// Allows channels nothing that move what is too far off.
    fn give_up(&self, errors: &[f32], tolerances: &mut [f32]) {
        for ((channel, _), tolerance) in self.channels.iter().zip(tolerances) {
            if channel.target.joint().is_some_and(|joint| errors[joint.index()] > self.settings.error) {
                *tolerance = 0.0;
            }
        }
    }
}

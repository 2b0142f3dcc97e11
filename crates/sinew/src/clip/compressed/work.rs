//! A segment after the other, each in as few bits as hold the error.

use super::bits::BitWriter;
use super::channel::{Channel, Value};
use super::code::{Coded, Fits, Fitted, Weigh, choose};
use super::lever::{Lever, levers};
use super::measure::apart;
use super::parts::{Parts, put, weight_of};
use super::segment::{Stretch, stretch};
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

/// What one segment after the other is worked on with.
pub(super) struct Work<'a> {
    skeleton: &'a Skeleton,
    settings: &'a CompressionSettings,
    source: &'a Source,
    channels: Vec<(&'a Channel, usize)>,
    /// Rest and constants, as they are read back.
    still: Vec<Transform>,
    fits: Fits,
    /// Of the segment: its samples, how the source is posed in each, and how far errors reach.
    range: [usize; 2],
    poses: Vec<Vec<Affine3A>>,
    levers: Vec<Lever>,
    local: Vec<Transform>,
    model: Vec<Affine3A>,
}

impl<'a> Work<'a> {
    pub(super) fn new(
        skeleton: &'a Skeleton,
        settings: &'a CompressionSettings,
        source: &'a Source,
        parts: &'a Parts,
    ) -> Self {
        let mut still = skeleton.rest().to_vec();
        parts.constants.iter().for_each(|(target, value)| put(*target, *value, &mut still));
        Self {
            skeleton,
            settings,
            source,
            channels: parts.channels.iter().zip(parts.moving.iter().copied()).collect(),
            still,
            fits: Fits::new(),
            range: [0, 0],
            poses: Vec::new(),
            levers: Vec::new(),
            local: skeleton.rest().to_vec(),
            model: vec![Affine3A::IDENTITY; skeleton.len()],
        }
    }

    /// Poses the source at the samples of a segment.
    pub(super) fn enter(&mut self, first: usize, last: usize) {
        self.range = [first, last];
        let times = &self.source.times[first..=last];
        let length = (times[times.len() - 1] - times[0]).max(f32::MIN_POSITIVE);
        self.fits.set_phases(times.iter().map(|t| (t - times[0]) / length).collect());
        self.poses.resize(times.len(), Vec::new());
        for (n, pose) in self.poses.iter_mut().enumerate() {
            self.local.copy_from_slice(self.skeleton.rest());
            for (target, values) in &self.source.channels {
                put(*target, values[first + n], &mut self.local);
            }
            pose.resize(self.skeleton.len(), Affine3A::IDENTITY);
            local_to_model(self.skeleton, &self.local, pose);
        }
        let some = self.poses.iter().step_by(4).chain(self.poses.last());
        self.levers = levers(self.skeleton, some.map(Vec::as_slice), self.settings.shell);
    }

    /// The fewest bits for all channels of the segment that hold the error.
    pub(super) fn solve(&mut self) -> Result<(Vec<Stretch>, Vec<Coded>), CompressError> {
        let [first, last] = self.range;
        let stretches: Vec<Stretch> = self
            .channels
            .iter()
            .map(|(channel, n)| stretch(channel, &self.source.channels[*n].1[first..=last]))
            .collect();
        let mut tolerances: Vec<f32> = self
            .channels
            .iter()
            .map(|(channel, _)| match channel.target.joint() {
                Some(_) => self.settings.error * FIRST_SHARE,
                None => self.settings.weight_error,
            })
            .collect();
        let mut best: Option<(usize, Vec<Coded>)> = None;
        let mut fitted: Vec<Fitted> = stretches.iter().map(|_| Fitted::default()).collect();
        let mut nearest = f32::INFINITY;
        for round in 0..ROUNDS + MORE_ROUNDS + LAST_ROUNDS {
            if round >= ROUNDS && best.is_some() {
                break;
            }
            let mut coded = Vec::with_capacity(stretches.len());
            for (k, stretch) in stretches.iter().enumerate() {
                let channel = self.channels[k].0;
                let (factor, _) = weight_of(channel.target, &self.levers, self.settings);
                // Parameters are a quarter of a small turn.
                let factor = if channel.turns() { 4.0 * factor } else { factor };
                let (samples, shrinks) = (&stretch.residuals, &stretch.shrinks);
                let weigh = Weigh { samples, shrinks, factor };
                coded.push(choose(&mut self.fits, &mut fitted[k], &weigh, tolerances[k]));
            }
            let errors = self.measure(&stretches, &coded);
            let most = errors.iter().copied().fold(0.0, f32::max);
            nearest = nearest.min(most);
            let cost = coded.iter().map(|c| c.cost).sum();
            if most <= self.settings.error && best.as_ref().is_none_or(|(known, _)| cost < *known) {
                best = Some((cost, coded));
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

    /// The segment's samples of a channel as they are, each behind its time.
    pub(super) fn write_samples(&self, channel: usize, bits: &mut BitWriter) {
        let [first, last] = self.range;
        let (_, values) = &self.source.channels[self.channels[channel].1];
        for (time, value) in self.source.times.iter().zip(values).take(last + 1).skip(first) {
            let numbers = match value {
                Value::Rotation(q) => q.to_array(),
                Value::Vector(v) => v.extend(0.0).to_array(),
            };
            std::iter::once(*time).chain(numbers).for_each(|number| bits.write(number.to_bits(), 32));
        }
    }

    fn out_of_reach(&self, reached: f32) -> CompressError {
        let time = self.source.times[self.range[0]];
        CompressError::OutOfReach { time, asked: self.settings.error, reached }
    }

    /// The largest error of each joint and all below it.
    fn measure(&mut self, stretches: &[Stretch], coded: &[Coded]) -> Vec<f32> {
        let mut errors = vec![0.0f32; self.skeleton.len()];
        for (n, pose) in self.poses.iter().enumerate() {
            self.local.copy_from_slice(&self.still);
            for (((channel, source), stretch), coded) in self.channels.iter().zip(stretches).zip(coded) {
                let value = match coded.values.get(n) {
                    Some(residual) => channel.value(stretch.reference, Vec3::from_array(*residual)),
                    None => self.source.channels[*source].1[self.range[0] + n],
                };
                put(channel.target, value, &mut self.local);
            }
            local_to_model(self.skeleton, &self.local, &mut self.model);
            for ((error, theirs), ours) in errors.iter_mut().zip(pose).zip(&self.model) {
                *error = error.max(apart(theirs, ours, self.settings.shell));
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

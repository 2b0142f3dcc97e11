use super::asset::{Clip, Segment};
use super::bits::{BitWriter, PADDING};
use super::channel::{Channel, Target, Value};
use super::code::{AS_IT_IS, Coded, Fits, Weigh, as_it_is, choose};
use super::lever::{Lever, levers};
use super::measure::{apart, clip_error};
use super::rotation;
use super::sample::{CLASS_BITS, STEP_BITS, WIDTH_BITS};
use super::segment::{Stretch, cut, stretch};
use super::settings::{CompressError, CompressionSettings};
use super::source::Source;
use crate::clip::RawClip;
use crate::math::Transform;
use crate::pose::local_to_model;
use crate::skeleton::Skeleton;
use glam::{Affine3A, Vec3};

/// What differs less than this share of the error does not move, or rests.
const STILL: f32 = 0.02;

/// And a still rotation whose storing costs less is stored in half the room.
const STORED: f32 = 0.1;

/// The share of the error that each channel starts with; more than one of a chain may err at a time.
const FIRST_SHARE: f32 = 0.5;

/// What is aimed at, as a share of the error.
const AIM: f32 = 0.97;

/// Times that the shares are adjusted to what was measured, and times more where that is not yet near enough.
const ROUNDS: usize = 8;
const MORE_ROUNDS: usize = 8;

/// Then what is still too far off is stored as it is.
const LAST_ROUNDS: usize = 3;

/// Compresses a clip for a skeleton. The error is measured in the posed skeleton, at every time that the source has a
/// key, and between keys where those are far apart or splines; it holds at every one of them.
///
/// Keys that jump become motions of at most a thirtieth of a second. Takes about a second per 20 MB of raw poses
/// (40 bytes a joint and sample).
///
/// # Errors
/// When the clip does not fit the skeleton, is not finite, or the error is out of reach.
pub fn compress(
    raw: &RawClip,
    skeleton: &Skeleton,
    settings: &CompressionSettings,
) -> Result<Clip, CompressError> {
    for (name, value) in
        [("error", settings.error), ("shell", settings.shell), ("weight_error", settings.weight_error)]
    {
        if !(value.is_finite() && value > 0.0) {
            return Err(CompressError::Setting(name));
        }
    }
    let source = Source::new(raw, skeleton)?;
    // What is left out as still is measured at rest, where a skeleton may be smaller than its clip makes it.
    let loose = Parts::of(&source, skeleton, settings, STILL);
    let strict = || {
        let parts = Parts::of(&source, skeleton, settings, 0.0);
        assemble(raw, skeleton, settings, &source, parts)
    };
    match assemble(raw, skeleton, settings, &source, loose) {
        // Nothing moves, so nothing was measured.
        Ok(clip) if clip.channels.is_empty() => {
            let error = clip_error(raw, &clip, skeleton, settings)?;
            if error.distance <= settings.error { Ok(clip) } else { strict() }
        }
        Err(CompressError::OutOfReach { .. }) => strict(),
        done => done,
    }
}

fn assemble(
    raw: &RawClip,
    skeleton: &Skeleton,
    settings: &CompressionSettings,
    source: &Source,
    parts: Parts,
) -> Result<Clip, CompressError> {
    let (mut segments, mut data) = (Vec::new(), Vec::new());
    if !parts.channels.is_empty() {
        let mut work = Work::new(skeleton, settings, source, &parts);
        for [first, last] in cut(source, settings.segment) {
            work.enter(first, last);
            let (stretches, coded) = work.solve()?;
            let (samples, offset) = ((last - first + 1) as u16, data.len() as u32);
            segments.push(Segment { start: source.times[first], samples, offset });
            write(&mut data, &stretches, &coded, |k, bits| work.write_samples(k, bits));
        }
        data.extend([0; PADDING]);
    }
    Ok(Clip {
        name: raw.name.clone(),
        start: raw.start(),
        end: raw.end(),
        constants: parts.constants,
        channels: parts.channels,
        segments,
        data,
        samples: source.times.len(),
    })
}

/// What of the source moves and what does not; what rests is in neither.
#[derive(Default)]
struct Parts {
    constants: Vec<(Target, Value)>,
    channels: Vec<Channel>,
    /// Of each channel its number in the source.
    moving: Vec<usize>,
}

impl Parts {
    fn of(source: &Source, skeleton: &Skeleton, settings: &CompressionSettings, still: f32) -> Self {
        let mut model = vec![Affine3A::IDENTITY; skeleton.len()];
        local_to_model(skeleton, skeleton.rest(), &mut model);
        let levers = levers(skeleton, std::iter::once(model.as_slice()), settings.shell);
        let mut parts = Self::default();
        for (n, (target, values)) in source.channels.iter().enumerate() {
            let (factor, tolerance) = weight_of(*target, &levers, settings);
            let is_near = |a: Value, b: Value| a.distance(b) * factor <= tolerance * still;
            let middle = values[values.len() / 2];
            if values.iter().any(|v| !is_near(*v, middle)) {
                parts.moving.push(n);
                parts.channels.push(Channel::new(*target, values));
            } else if rest(*target, skeleton).is_none_or(|rest| !is_near(rest, middle)) {
                let value = match middle {
                    Value::Rotation(q)
                        if rotation::STILL_ERROR * factor <= tolerance * STORED * still / STILL =>
                    {
                        Value::Rotation(rotation::packed(q))
                    }
                    other => other,
                };
                parts.constants.push((*target, value));
            }
        }
        parts
    }
}

/// Metres that a difference comes to, and how many are allowed; for weights, differences themselves.
fn weight_of(target: Target, levers: &[Lever], settings: &CompressionSettings) -> (f32, f32) {
    let lever = |joint: crate::JointIndex| levers[joint.index()];
    match target {
        Target::Translation(joint) => (lever(joint).scale, settings.error),
        Target::Rotation(joint) | Target::Scale(joint) => (lever(joint).reach, settings.error),
        Target::Morph { .. } | Target::Expression(_) | Target::Gaze => (1.0, settings.weight_error),
    }
}

fn rest(target: Target, skeleton: &Skeleton) -> Option<Value> {
    let rest = skeleton.rest()[target.joint()?.index()];
    Some(match target {
        Target::Rotation(_) => Value::Rotation(rest.rotation),
        Target::Scale(_) => Value::Vector(rest.scale),
        _ => Value::Vector(rest.translation),
    })
}

/// What one segment after the other is worked on with.
struct Work<'a> {
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
    fn new(
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
    fn enter(&mut self, first: usize, last: usize) {
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
    fn solve(&mut self) -> Result<(Vec<Stretch>, Vec<Coded>), CompressError> {
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
        let mut known: Vec<Option<usize>> = vec![None; stretches.len()];
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
                let mut choose = |known| match tolerances[k] {
                    0.0 => None,
                    tolerance => choose(&mut self.fits, &weigh, tolerance, known),
                };
                let chosen = choose(known[k])
                    .or_else(|| choose(None))
                    .unwrap_or_else(|| as_it_is(stretch.residuals.len()));
                known[k] = Some(chosen.class);
                coded.push(chosen);
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
    fn write_samples(&self, channel: usize, bits: &mut BitWriter) {
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
            if let Some(parent) = self.skeleton.parent(crate::JointIndex(joint as u32)) {
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

/// Writes a value of a joint into a pose.
fn put(target: Target, value: Value, local: &mut [Transform]) {
    match (target, value) {
        (Target::Translation(joint), Value::Vector(v)) => local[joint.index()].translation = v,
        (Target::Rotation(joint), Value::Rotation(q)) => local[joint.index()].rotation = q,
        (Target::Scale(joint), Value::Vector(v)) => local[joint.index()].scale = v,
        _ => {}
    }
}

/// Appends a segment: headers, then control values, or samples as they are.
fn write(
    data: &mut Vec<u8>,
    stretches: &[Stretch],
    coded: &[Coded],
    samples: impl Fn(usize, &mut BitWriter),
) {
    for (stretch, coded) in stretches.iter().zip(coded) {
        let mut head = coded.class as u32 | coded.step << CLASS_BITS;
        for (c, bits) in coded.bits.iter().enumerate() {
            head |= bits << (CLASS_BITS + STEP_BITS + c as u32 * WIDTH_BITS);
        }
        data.extend(head.to_le_bytes());
        data.extend(&stretch.reference.to_le_bytes()[..6]);
    }
    let mut bits = BitWriter::default();
    for (k, coded) in coded.iter().enumerate() {
        if coded.step == AS_IT_IS {
            samples(k, &mut bits);
        }
        for row in &coded.controls {
            for (whole, width) in row.iter().zip(coded.bits) {
                bits.write(*whole, width);
            }
        }
    }
    data.extend(bits.finish());
}

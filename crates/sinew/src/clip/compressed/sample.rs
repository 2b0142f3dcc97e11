//! Reading a clip at a time.

use super::asset::{Clip, Segment};
use super::basis::{Table, count};
use super::channel::{Channel, Target, Value};
use super::code::{AS_IT_IS, RAW_BYTES};
use super::unpack::{Plain, Rows, Unpack};
use crate::morph::MorphWeights;
use crate::pose::LocalPose;
use glam::{Quat, Vec3};

/// Bytes of a channel's header in a segment: class, step and three widths in 27 bits, then a reference of 48.
pub(super) const HEADER: usize = 10;

/// Bit places within the first four bytes of a header.
pub(super) const CLASS_BITS: u32 = 5;
pub(super) const STEP_BITS: u32 = 7;
pub(super) const WIDTH_BITS: u32 = 5;

impl Clip {
    /// Writes the joints at `time` (file seconds, kept within the clip) over `pose`, which rests. Costs the same at any
    /// time.
    ///
    /// # Panics
    /// When the pose is of a smaller skeleton than the clip was made for.
    pub fn sample(&self, time: f32, pose: &mut LocalPose) {
        self.read(time, |target, value| match (target, value) {
            (Target::Translation(joint), Value::Vector(v)) => pose.get_mut(joint).translation = v,
            (Target::Rotation(joint), Value::Rotation(q)) => pose.get_mut(joint).rotation = q,
            (Target::Scale(joint), Value::Vector(v)) => pose.get_mut(joint).scale = v,
            _ => {}
        });
    }

    /// Writes morph weights at `time` over `morphs`.
    ///
    /// # Panics
    /// When the clip moves an instance or target that `morphs` does not have.
    pub fn sample_morphs(&self, time: f32, morphs: &mut MorphWeights) {
        self.read(time, |target, value| {
            if let (Target::Morph { instance, target }, Value::Vector(v)) = (target, value) {
                morphs.row_mut(instance as usize)[target as usize] = v.x;
            }
        });
    }

    /// Writes the weights of keyed expressions at `time` over `weights`, one per expression of the character, and gives
    /// where the eyes look; none where the clip does not say.
    ///
    /// # Panics
    /// When the clip moves an expression that `weights` does not have.
    pub fn sample_face(&self, time: f32, weights: &mut [f32]) -> Option<Quat> {
        let mut gaze = None;
        self.read(time, |target, value| match (target, value) {
            (Target::Expression(expression), Value::Vector(v)) => weights[expression as usize] = v.x,
            (Target::Gaze, Value::Rotation(q)) => gaze = Some(q),
            _ => {}
        });
        gaze
    }

    /// All of it at once: what [`Clip::sample`], [`Clip::sample_morphs`] and [`Clip::sample_face`] do.
    pub(in crate::clip) fn sample_all(
        &self,
        time: f32,
        pose: &mut LocalPose,
        morphs: &mut MorphWeights,
        expressions: &mut [f32],
    ) -> Option<Quat> {
        let mut gaze = None;
        self.read(time, |target, value| match (target, value) {
            (Target::Translation(joint), Value::Vector(v)) => pose.get_mut(joint).translation = v,
            (Target::Rotation(joint), Value::Rotation(q)) => pose.get_mut(joint).rotation = q,
            (Target::Scale(joint), Value::Vector(v)) => pose.get_mut(joint).scale = v,
            (Target::Morph { instance, target }, Value::Vector(v)) => {
                morphs.row_mut(instance as usize)[target as usize] = v.x;
            }
            (Target::Expression(expression), Value::Vector(v)) => expressions[expression as usize] = v.x,
            (Target::Gaze, Value::Rotation(q)) => gaze = Some(q),
            _ => {}
        });
        gaze
    }

    /// Why it does not fit something of `joints` joints, with so many morph targets per instance and expressions; none
    /// where it does.
    pub(crate) fn misfit(
        &self,
        joints: usize,
        targets: impl Fn(usize) -> Option<usize>,
        expressions: usize,
    ) -> Option<String> {
        let moved = self.channels.iter().map(|c| c.target).chain(self.constants.iter().map(|c| c.0));
        moved.into_iter().find_map(|target| match target {
            Target::Translation(joint) | Target::Rotation(joint) | Target::Scale(joint) => {
                (joint.index() >= joints).then(|| format!("it moves joint {} of {joints}", joint.index()))
            }
            Target::Morph { instance, target } => {
                let there = targets(instance as usize).is_some_and(|count| (target as usize) < count);
                (!there).then(|| format!("it moves morph target {target} of instance {instance}"))
            }
            Target::Expression(n) => {
                (n as usize >= expressions).then(|| format!("it moves expression {n} of {expressions}"))
            }
            Target::Gaze | Target::Nothing { .. } => None,
        })
    }

    /// Hands every value at `time` to `take`, by the fastest way that the processor knows.
    fn read(&self, time: f32, take: impl FnMut(Target, Value)) {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2") {
            return wide(self, time, take);
        }
        self.read_by::<Plain>(time, take);
    }

    #[inline(always)]
    fn read_by<U: Unpack>(&self, time: f32, mut take: impl FnMut(Target, Value)) {
        for (target, constant) in &self.constants {
            take(*target, *constant);
        }
        self.read_channels::<U>(time, take);
    }

    /// Hands the values that move to `take`, in the order of the channels.
    pub(super) fn read_moving(&self, time: f32, take: impl FnMut(Target, Value)) {
        self.read_channels::<Plain>(time, take);
    }

    #[inline(always)]
    fn read_channels<U: Unpack>(&self, time: f32, mut take: impl FnMut(Target, Value)) {
        let Some((segment, phase)) = self.segment_at(time) else { return };
        let samples = usize::from(segment.samples);
        let first = segment.offset as usize;
        let end = first + self.channels.len() * HEADER;
        let data = &*self.data;
        let headers = data.get(first..end).unwrap_or_default();
        let table = Table::new(phase, samples);
        let mut at = end * 8;
        for (channel, header) in self.channels.iter().zip(headers.as_chunks::<HEADER>().0) {
            let [a, b, c, d, e, f, g, h, i, j] = *header;
            let rows = Rows { data, at, head: u32::from_le_bytes([a, b, c, d]) };
            let reference = u64::from_le_bytes([e, f, g, h, i, j, 0, 0]);
            if rows.step() == AS_IT_IS {
                take(channel.target, as_it_is(&rows, samples, time, channel));
                at += samples * RAW_BYTES * 8;
                continue;
            }
            let width = rows.width();
            let residual = if width > 0 { U::residual(&rows, &table.get(rows.class())) } else { Vec3::ZERO };
            take(channel.target, channel.value(reference, residual));
            at += width * count(rows.class(), samples);
        }
    }

    /// The segment that `time` falls into, and how much of it is over.
    fn segment_at(&self, time: f32) -> Option<(&Segment, f32)> {
        let time = if time.is_nan() { self.start } else { time.clamp(self.start, self.end) };
        let place = self.segments.partition_point(|s| s.start <= time).max(1) - 1;
        let segment = self.segments.get(place)?;
        let end = self.segments.get(place + 1).map_or(self.end, |next| next.start);
        let length = end - segment.start;
        let phase = if length > 0.0 { ((time - segment.start) / length).clamp(0.0, 1.0) } else { 0.0 };
        Some((segment, phase))
    }
}

/// From samples that are stored as they are.
fn as_it_is(rows: &Rows<'_>, samples: usize, time: f32, channel: &Channel) -> Value {
    let after = (0..samples).position(|n| rows.sample(n).0 > time).unwrap_or(samples);
    let (a, b) = (after.saturating_sub(1), after.min(samples - 1));
    let ((from, value), (to, next)) = (rows.sample(a), rows.sample(b));
    let share = if to > from { ((time - from) / (to - from)).clamp(0.0, 1.0) } else { 0.0 };
    // The sample itself where it is asked for, not what is left of it.
    let value = if share == 0.0 { value } else { value.lerp(next, share) };
    match (channel.turns(), share == 0.0) {
        (false, _) => Value::Vector(value.truncate()),
        (true, true) => Value::Rotation(Quat::from_vec4(value)),
        (true, false) => Value::Rotation(Quat::from_vec4(value).normalize()),
    }
}

/// The same, compiled for processors with AVX2 and BMI2.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "called only where the processor has the instructions")]
fn wide(clip: &Clip, time: f32, take: impl FnMut(Target, Value)) {
    #[target_feature(enable = "avx2,bmi2")]
    fn inner(clip: &Clip, time: f32, take: impl FnMut(Target, Value)) {
        clip.read_by::<super::unpack::Wide>(time, take);
    }
    // SAFETY: the caller has looked.
    unsafe { inner(clip, time, take) }
}

//! Reading a clip at a time.

use super::asset::{Clip, Segment};
use super::basis::{Table, Weights};
use super::channel::{Channel, Target, Value};
use super::code::AS_IT_IS;
#[cfg(target_arch = "x86_64")]
use super::lanes;
use super::layout::Layout;
use super::rows::Rows;
use super::sink::{Sink, Wanted};
use crate::morph::MorphWeights;
use crate::pose::LocalPose;
use crate::skeleton::JointMask;
use glam::Quat;

impl Clip {
    /// Writes the joints at `time` (file seconds, kept within the clip) over `pose`, which rests. Costs the same at any
    /// time.
    ///
    /// # Panics
    /// When the pose is of a smaller skeleton than the clip was made for.
    pub fn sample(&self, time: f32, pose: &mut LocalPose) {
        self.read(time, &mut Wanted { joints: Some(pose.as_mut_slice()), ..Wanted::default() });
    }

    /// The same for the joints alone that weigh something in `detail`, which takes as much less time.
    ///
    /// # Panics
    /// As [`Clip::sample`].
    pub fn sample_some(&self, time: f32, detail: &JointMask, pose: &mut LocalPose) {
        let (joints, detail) = (Some(pose.as_mut_slice()), Some(detail));
        self.read(time, &mut Wanted { joints, detail, ..Wanted::default() });
    }

    /// Writes morph weights at `time` over `morphs`.
    ///
    /// # Panics
    /// When the clip moves an instance or target that `morphs` does not have.
    pub fn sample_morphs(&self, time: f32, morphs: &mut MorphWeights) {
        self.read(time, &mut Wanted { morphs: Some(morphs), ..Wanted::default() });
    }

    /// Writes the weights of keyed expressions at `time` over `weights`, one per expression of the character, and gives
    /// where the eyes look; none where the clip does not say.
    ///
    /// # Panics
    /// When the clip moves an expression that `weights` does not have.
    pub fn sample_face(&self, time: f32, weights: &mut [f32]) -> Option<Quat> {
        let mut wanted = Wanted { expressions: Some(weights), ..Wanted::default() };
        self.read(time, &mut wanted);
        wanted.gaze
    }

    /// All of it at once: what [`Clip::sample_some`], [`Clip::sample_morphs`] and [`Clip::sample_face`] do.
    pub(in crate::clip) fn sample_all(
        &self,
        time: f32,
        detail: Option<&JointMask>,
        pose: &mut LocalPose,
        morphs: &mut MorphWeights,
        expressions: &mut [f32],
    ) -> Option<Quat> {
        let (joints, morphs) = (Some(pose.as_mut_slice()), Some(morphs));
        let mut wanted = Wanted { joints, detail, morphs, expressions: Some(expressions), gaze: None };
        self.read(time, &mut wanted);
        wanted.gaze
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

    #[inline(always)]
    fn read(&self, time: f32, sink: &mut impl Sink) {
        for (target, constant) in &self.constants {
            sink.take(*target, *constant);
        }
        self.read_moving(time, sink);
    }

    /// Hands the values that move to `sink`, in the order of the channels, by the fastest way that the processor knows.
    #[inline(always)]
    pub(super) fn read_moving(&self, time: f32, sink: &mut impl Sink) {
        let Some(moment) = self.moment(time) else { return };
        #[cfg(target_arch = "x86_64")]
        if lanes::is_possible() {
            return lanes::read(&self.channels, &moment, sink);
        }
        moment.read(&self.channels, sink);
    }

    fn moment(&self, time: f32) -> Option<Moment<'_>> {
        let (segment, phase) = self.segment_at(time)?;
        let layout = Layout::of(&self.data, segment.offset as usize, self.channels.len())?;
        Some(Moment { layout, samples: usize::from(segment.samples), phase, time })
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

/// A time in a segment.
pub(super) struct Moment<'a> {
    pub(super) layout: Layout<'a>,
    pub(super) samples: usize,
    /// How much of the segment is over, 0..1.
    pub(super) phase: f32,
    pub(super) time: f32,
}

impl Moment<'_> {
    /// One channel after the other.
    pub(super) fn read(&self, channels: &[Channel], sink: &mut impl Sink) {
        let table = Table::new(self.phase, self.samples);
        let mut at = 0;
        for (n, channel) in channels.iter().enumerate() {
            let rows = Rows { numbers: self.layout.numbers, at, head: self.layout.head(n) };
            if channel.target.joint().is_none_or(|joint| sink.wants(joint)) {
                sink.take(channel.target, self.value(n, channel, &rows, |class| table.get(class)));
            }
            at += rows.bits(self.samples);
        }
    }

    /// The value of channel `n`, whose rows are known.
    #[inline(always)]
    pub(super) fn value(
        &self,
        n: usize,
        channel: &Channel,
        rows: &Rows<'_>,
        weights: impl FnOnce(usize) -> Weights,
    ) -> Value {
        if rows.head.step() == AS_IT_IS {
            return self.as_it_is(rows, channel);
        }
        channel.value(self.layout.reference(n), rows.residual(&weights(rows.head.class())))
    }

    /// From samples that are stored as they are.
    fn as_it_is(&self, rows: &Rows<'_>, channel: &Channel) -> Value {
        let (time, samples) = (self.time, self.samples);
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
}

//! Sampling of a compressed clip at a point in time.

use super::output::{PoseOutput, SampleOutput};
use super::sample_wide;
use super::segment_time::SegmentTime;
use crate::clip::compressed::clip::{Clip, Segment};
use crate::clip::compressed::format::channel::{Target, rest_value, write_to_pose};
use crate::clip::compressed::format::layout::Layout;
use crate::math::Transform;
use crate::math::simd::native;
use crate::morph::{MeshInstanceId, MorphWeights};
use crate::pose::LocalPose;
use crate::skeleton::JointMask;
use glam::Quat;

impl Clip {
    /// Puts the channels that the clip keeps at rest, which have no values, into a local pose.
    pub(crate) fn reset_resting(&self, rest: &[Transform], local: &mut [Transform]) {
        for target in self.resting.iter() {
            if let Some(value) = rest_value(target, rest) {
                write_to_pose(target, value, local);
            }
        }
    }

    /// Writes the joints at `time` (file seconds, clamped to the clip) over `pose`, which holds the rest
    /// pose. The cost does not depend on the time.
    ///
    /// # Panics
    /// When the pose has fewer joints than the clip's skeleton.
    pub fn sample(&self, time: f32, pose: &mut LocalPose) {
        self.read(time, &mut PoseOutput { joints: Some(pose.as_mut_slice()), ..PoseOutput::default() });
    }

    /// Samples only the joints with weight in `mask`; the others are not written. Takes less time for fewer
    /// joints.
    ///
    /// # Panics
    /// As [`Clip::sample`].
    pub fn sample_masked(&self, time: f32, mask: &JointMask, pose: &mut LocalPose) {
        let (joints, mask) = (Some(pose.as_mut_slice()), Some(mask));
        self.read(time, &mut PoseOutput { joints, mask, ..PoseOutput::default() });
    }

    /// Writes morph weights at `time` (file seconds) over `morphs`.
    ///
    /// # Panics
    /// When the clip animates an instance or target that `morphs` does not have.
    pub fn sample_morphs(&self, time: f32, morphs: &mut MorphWeights) {
        self.read(time, &mut PoseOutput { morphs: Some(morphs), ..PoseOutput::default() });
    }

    /// Writes the weights of animated expressions at `time` (file seconds) over `weights`, one per expression
    /// of the character. Returns the gaze; `None` where the clip has none.
    ///
    /// # Panics
    /// When the clip animates an expression that `weights` does not have.
    pub fn sample_face(&self, time: f32, weights: &mut [f32]) -> Option<Quat> {
        let mut wanted = PoseOutput { expressions: Some(weights), ..PoseOutput::default() };
        self.read(time, &mut wanted);
        wanted.gaze
    }

    /// Joints, morph weights, expression weights and gaze in one pass.
    pub(in crate::clip) fn sample_all(
        &self,
        time: f32,
        mask: Option<&JointMask>,
        pose: &mut LocalPose,
        morphs: &mut MorphWeights,
        expressions: &mut [f32],
    ) -> Option<Quat> {
        let (joints, morphs) = (Some(pose.as_mut_slice()), Some(morphs));
        let mut wanted = PoseOutput { joints, mask, morphs, expressions: Some(expressions), gaze: None };
        self.read(time, &mut wanted);
        wanted.gaze
    }

    /// Reason why the clip does not fit a character with so many joints, morph targets per instance and
    /// expressions; `None` where it fits.
    pub(crate) fn mismatch(
        &self,
        joints: usize,
        targets: impl Fn(MeshInstanceId) -> Option<usize>,
        expressions: usize,
    ) -> Option<String> {
        self.targets().find_map(|target| match target {
            Target::Translation(joint) | Target::Rotation(joint) | Target::Scale(joint) => {
                (joint.index() >= joints).then(|| format!("it moves joint {} of {joints}", joint.index()))
            }
            Target::Morph { instance, target } => {
                let there = targets(MeshInstanceId(instance)).is_some_and(|count| (target as usize) < count);
                (!there).then(|| format!("it moves morph target {target} of instance {instance}"))
            }
            Target::Expression(n) => {
                (n as usize >= expressions).then(|| format!("it moves expression {n} of {expressions}"))
            }
            Target::Gaze | Target::Unbound { .. } => None,
        })
    }

    #[inline(always)]
    fn read(&self, time: f32, output: &mut impl SampleOutput) {
        for (target, constant) in &self.constants {
            output.take(*target, *constant);
        }
        self.read_moving(time, output);
    }

    /// Passes the values of all channels to `output`, in order, by the fastest instructions that the
    /// processor has.
    #[inline(always)]
    pub(crate) fn read_moving(&self, time: f32, output: &mut impl SampleOutput) {
        let Some(moment) = self.moment(time) else { return };
        if let Some(simd) = native() {
            return sample_wide::read(simd, &self.channels, &moment, output);
        }
        moment.read(&self.channels, output);
    }

    fn moment(&self, time: f32) -> Option<SegmentTime<'_>> {
        let (segment, phase) = self.segment_at(time)?;
        let layout = Layout::of(&self.data, segment.offset as usize, self.channels.len())?;
        Some(SegmentTime { layout, samples: usize::from(segment.samples), phase, time })
    }

    /// Segment at `time`, and the elapsed share of it, 0..1.
    fn segment_at(&self, time: f32) -> Option<(&Segment, f32)> {
        let time = if time.is_nan() { self.start } else { time.clamp(self.start, self.end) };
        let index = self.segments.partition_point(|s| s.start <= time).max(1) - 1;
        let segment = self.segments.get(index)?;
        let end = self.segments.get(index + 1).map_or(self.end, |next| next.start);
        let length = end - segment.start;
        let phase = if length > 0.0 { ((time - segment.start) / length).clamp(0.0, 1.0) } else { 0.0 };
        Some((segment, phase))
    }
}

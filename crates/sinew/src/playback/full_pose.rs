use crate::character::Character;
use crate::clip::{ClipKeys, ClipSource, SampleCursor};
use crate::clone_from::impl_clone_from;
use crate::math::slerp_shortest;
use crate::morph::MorphWeights;
use crate::pose::{BlendLayer, LocalPose, apply_additive, blend, blend_over};
use crate::skeleton::JointMask;
use glam::Quat;

/// Animated pose of a character: joints, morph weights, expression weights, gaze. All poses of one character
/// have the same lengths.
#[derive(Debug, Default, PartialEq)]
pub struct FullPose {
    /// A transform per joint.
    pub local: LocalPose,
    /// A row of weights per mesh instance.
    pub morphs: MorphWeights,
    /// A weight per expression.
    pub expressions: Vec<f32>,
    /// Rotation of the gaze from straight ahead; `None` where it is not animated.
    pub gaze: Option<Quat>,
}

impl_clone_from!(FullPose { local, morphs, expressions, gaze });

/// Mask of a full pose: weight per joint, of the face and of root motion, 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct PoseMask {
    /// Weight per joint.
    pub joints: JointMask,
    /// Weight of morph weights, expressions and gaze.
    pub face: f32,
    /// Weight of root motion.
    pub root_motion: f32,
}

impl FullPose {
    /// The rest pose of a character.
    #[must_use]
    pub fn rest(character: &Character) -> Self {
        Self {
            local: LocalPose::rest(character.skeleton()),
            morphs: character.rest_weights().clone(),
            expressions: vec![0.0; character.expressions().len()],
            gaze: None,
        }
    }

    /// Copies `other`, a pose of the same character, without allocation.
    ///
    /// # Panics
    /// When `other` is a pose of another character.
    pub fn copy_from(&mut self, other: &Self) {
        self.local.as_mut_slice().copy_from_slice(other.local.as_slice());
        self.morphs.copy_from(&other.morphs);
        self.expressions.copy_from_slice(&other.expressions);
        self.gaze = other.gaze;
    }

    /// Takes over the lengths of `other`, with any values.
    pub(super) fn match_layout(&mut self, other: &Self) {
        if self.local.as_slice().len() != other.local.as_slice().len() {
            self.local.copy_from(&other.local);
        }
        self.morphs.match_layout(&other.morphs);
        self.expressions.resize(other.expressions.len(), 0.0);
    }

    /// Samples a clip at `time` (file seconds) over the rest pose. Any cursor gives the same pose.
    ///
    /// # Panics
    /// When the clip or `rest` is of another character.
    pub fn sample(&mut self, clip: &ClipSource, time: f32, rest: &Self, cursor: &mut SampleCursor) {
        self.copy_from(rest);
        self.sample_tracks(clip, time, cursor);
    }

    /// Samples a clip at `time` (file seconds) over another pose: what the clip has no tracks for is as in
    /// `below`. Any cursor gives the same pose.
    ///
    /// # Panics
    /// When the clip or one of the poses is of another character.
    pub fn sample_over(
        &mut self,
        clip: &ClipSource,
        time: f32,
        below: &Self,
        rest: &Self,
        cursor: &mut SampleCursor,
    ) {
        self.copy_from(below);
        if let ClipKeys::Compressed(clip) = clip.keys() {
            clip.reset_resting(rest.local.as_slice(), self.local.as_mut_slice());
        }
        self.sample_tracks(clip, time, cursor);
    }

    fn sample_tracks(&mut self, clip: &ClipSource, time: f32, cursor: &mut SampleCursor) {
        let Self { local, morphs, expressions, gaze } = self;
        *gaze = clip.sample(time, cursor, local, morphs, expressions).or(*gaze);
    }

    /// Blends by `weight` towards `other`, weighted by `mask`.
    pub fn blend_over(&mut self, other: &Self, weight: f32, mask: Option<&PoseMask>) {
        if weight == 0.0 {
            return;
        }
        let joints = mask.map(|mask| &mask.joints);
        blend_over(self.local.as_mut_slice(), other.local.as_slice(), weight, joints);
        let weight = weight * mask.map_or(1.0, |mask| mask.face);
        if weight != 0.0 {
            self.blend_face(other, weight);
        }
    }

    fn blend_face(&mut self, other: &Self, weight: f32) {
        let (weights, others) = self.faces(other);
        weights.zip(others).for_each(|(ours, theirs)| *ours += (theirs - *ours) * weight);
        if self.gaze.is_some() || other.gaze.is_some() {
            let ahead = Quat::IDENTITY;
            let (from, to) = (self.gaze.unwrap_or(ahead), other.gaze.unwrap_or(ahead));
            self.gaze = Some(slerp_shortest(from, to, weight));
        }
    }

    /// Applies the difference of `other` from `reference` as an additive pose, with `weight` and `mask`.
    pub fn apply_additive(&mut self, other: &Self, reference: &Self, weight: f32, mask: Option<&PoseMask>) {
        let (from, to) = (reference.local.as_slice(), other.local.as_slice());
        apply_additive(self.local.as_mut_slice(), to, from, weight, mask.map(|mask| &mask.joints));
        let weight = weight * mask.map_or(1.0, |mask| mask.face);
        if weight == 0.0 {
            return;
        }
        let references = reference.morphs.as_slice().iter().chain(&reference.expressions);
        let (weights, others) = self.faces(other);
        weights
            .zip(others.zip(references))
            .for_each(|(ours, (theirs, from))| *ours += (theirs - from) * weight);
        if let Some(gaze) = other.gaze {
            let turn = reference.gaze.unwrap_or(Quat::IDENTITY).inverse() * gaze;
            let current = self.gaze.unwrap_or(Quat::IDENTITY);
            self.gaze = Some(current * slerp_shortest(Quat::IDENTITY, turn, weight.clamp(0.0, 1.0)));
        }
    }

    /// All morph and expression weights of this and another pose.
    fn faces<'a>(
        &'a mut self,
        other: &'a Self,
    ) -> (impl Iterator<Item = &'a mut f32>, impl Iterator<Item = &'a f32>) {
        let weights = self.morphs.as_mut_slice().iter_mut().chain(&mut self.expressions);
        (weights, other.morphs.as_slice().iter().chain(&other.expressions))
    }
}

/// Blends `poses` by their weights and masks into `out`, which holds the pose for joints without any weight.
/// Weights are above 0; at most 32 poses.
pub(crate) fn blend_full(
    poses: &[FullPose],
    weights: &[f32],
    masks: &[Option<&PoseMask>],
    out: &mut FullPose,
) {
    let mut layers = [BlendLayer { pose: &[], weight: 0.0, mask: None }; 32];
    let parts = poses.iter().zip(weights).zip(masks);
    for (layer, ((pose, &weight), mask)) in layers.iter_mut().zip(parts) {
        *layer = BlendLayer { pose: pose.local.as_slice(), weight, mask: mask.map(|mask| &mask.joints) };
    }
    blend(&layers[..poses.len()], out.local.as_mut_slice());
    let mut sum = 0.0;
    for ((pose, weight), mask) in poses.iter().zip(weights).zip(masks) {
        let weight = weight * mask.map_or(1.0, |mask| mask.face);
        sum += weight;
        if weight > 0.0 {
            out.blend_face(pose, weight / sum);
        }
    }
}

use crate::character::Character;
use crate::clip::{ClipSource, SampleCursor};
use crate::math::slerp_shortest;
use crate::morph::MorphWeights;
use crate::pose::{BlendLayer, LocalPose, apply_additive, blend, blend_over};
use crate::skeleton::JointMask;
use glam::Quat;

/// All that clips animate: joints, morph weights, expressions and where the eyes look. Every pose of one character has
/// the same lengths.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FullPose {
    /// A transform per joint.
    pub local: LocalPose,
    /// A row of weights per mesh instance.
    pub morphs: MorphWeights,
    /// A weight per expression.
    pub expressions: Vec<f32>,
    /// The turn of the eyes from straight ahead; none where nothing says.
    pub gaze: Option<Quat>,
}

/// How much of a pose reaches joints and face.
#[derive(Clone, Debug, PartialEq)]
pub struct PoseMask {
    /// Per joint.
    pub joints: JointMask,
    /// Of morph weights, expressions and gaze.
    pub face: f32,
    /// Of the body's travel.
    pub travel: f32,
}

impl FullPose {
    /// A character at rest.
    pub fn rest(character: &Character) -> Self {
        Self {
            local: LocalPose::rest(character.skeleton()),
            morphs: character.rest_weights().clone(),
            expressions: vec![0.0; character.setup().expressions.len()],
            gaze: None,
        }
    }

    /// Becomes equal to `other`, a pose of the same character. Allocates nothing.
    pub fn copy_from(&mut self, other: &Self) {
        self.local.as_mut_slice().copy_from_slice(other.local.as_slice());
        self.morphs.copy_from(&other.morphs);
        self.expressions.copy_from_slice(&other.expressions);
        self.gaze = other.gaze;
    }

    /// Becomes what `motion` shows at `time` (file seconds), over `rest`. `cursor` may be any.
    pub fn sample(&mut self, motion: &ClipSource, time: f32, rest: &Self, cursor: &mut SampleCursor) {
        self.copy_from(rest);
        let Self { local, morphs, expressions, gaze } = self;
        *gaze = motion.sample(time, cursor, local, morphs, expressions);
    }

    /// Goes `share` of the way to `other`, by as much as `mask` lets through.
    pub fn blend_over(&mut self, other: &Self, share: f32, mask: Option<&PoseMask>) {
        if share == 0.0 {
            return;
        }
        let joints = mask.map(|mask| &mask.joints);
        blend_over(self.local.as_mut_slice(), other.local.as_slice(), share, joints);
        let share = share * mask.map_or(1.0, |mask| mask.face);
        if share != 0.0 {
            self.blend_face(other, share);
        }
    }

    fn blend_face(&mut self, other: &Self, share: f32) {
        let (own, others) = self.faces(other);
        own.zip(others).for_each(|(own, other)| *own += (other - *own) * share);
        if self.gaze.is_some() || other.gaze.is_some() {
            let ahead = Quat::IDENTITY;
            let (own, other) = (self.gaze.unwrap_or(ahead), other.gaze.unwrap_or(ahead));
            self.gaze = Some(slerp_shortest(own, other, share));
        }
    }

    /// Adds the share `weight` of what `other` changes of `reference`, by as much as `mask` lets through.
    pub fn apply_additive(&mut self, other: &Self, reference: &Self, weight: f32, mask: Option<&PoseMask>) {
        let (from, to) = (reference.local.as_slice(), other.local.as_slice());
        apply_additive(self.local.as_mut_slice(), to, from, weight, mask.map(|mask| &mask.joints));
        let weight = weight * mask.map_or(1.0, |mask| mask.face);
        if weight == 0.0 {
            return;
        }
        let references = reference.morphs.as_slice().iter().chain(&reference.expressions);
        let (own, others) = self.faces(other);
        own.zip(others.zip(references)).for_each(|(own, (other, from))| *own += (other - from) * weight);
        if let Some(gaze) = other.gaze {
            let turn = reference.gaze.unwrap_or(Quat::IDENTITY).inverse() * gaze;
            let own = self.gaze.unwrap_or(Quat::IDENTITY);
            self.gaze = Some(own * slerp_shortest(Quat::IDENTITY, turn, weight.clamp(0.0, 1.0)));
        }
    }

    /// All weights of this and another pose.
    fn faces<'a>(
        &'a mut self,
        other: &'a Self,
    ) -> (impl Iterator<Item = &'a mut f32>, impl Iterator<Item = &'a f32>) {
        let own = self.morphs.as_mut_slice().iter_mut().chain(&mut self.expressions);
        (own, other.morphs.as_slice().iter().chain(&other.expressions))
    }
}

/// Writes the weighted mean of `poses` into `out`, which has to hold what is seen where no mask lets anything through. A
/// weight above 0 and a mask for each; at most 32.
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

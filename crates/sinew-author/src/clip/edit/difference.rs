//! Distance between two clips, on the posed skeleton.

use super::ClipEditError;
use sinew::clip::SampleCursor;
use sinew::glam::{Affine3A, Vec3A};
use sinew::{Character, JointId, LocalPose, ModelPose, RawClip, Skeleton};

/// Rate at which clips are compared, Hz.
const RATE: f32 = 60.0;
/// Most times of either kind at which they are: an hour's.
const MAX_TIMES: usize = 216_000;

/// Distance between the joints of a clip and those of another at the same times.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ClipDifference {
    /// Largest distance of a joint, metres.
    pub largest: f32,
    /// Root mean square of the distances of all joints at all times, metres.
    pub rms: f32,
    /// Joint with the largest distance; `None` where both clips are the same.
    pub joint: Option<JointId>,
    /// Time of the largest distance, seconds of the clip.
    pub time: f32,
}

/// Measures how far an edit that keeps times moved the joints of `clip`: their distances in `edited` at 60 Hz, and at
/// the keys of the tracks with most keys, from the start of `clip` to its end. Joints are in model space, moved by the
/// root motion; joints outside the scene do not count.
///
/// # Errors
/// When one of the clips is of another character.
pub fn clip_difference(
    clip: &RawClip,
    edited: &RawClip,
    character: &Character,
) -> Result<ClipDifference, ClipEditError> {
    let mut posed = [Posed::new(clip, character)?, Posed::new(edited, character)?];
    let skeleton = character.skeleton();
    let joints: Vec<JointId> = skeleton.joints().filter(|joint| skeleton.in_scene(*joint)).collect();
    let mut difference = ClipDifference { time: clip.start(), ..ClipDifference::default() };
    let mut compare = |time: f32| {
        posed.iter_mut().for_each(|clip| clip.pose(time));
        let mut squares = 0.0;
        for joint in &joints {
            let [from, to] = posed.each_ref().map(|clip| clip.position(*joint));
            // Scales of broken files may put joints beyond all numbers.
            let distance =
                Some(from.distance(to)).filter(|distance| distance.is_finite()).unwrap_or_default();
            squares += f64::from(distance).powi(2);
            if distance > difference.largest {
                difference = ClipDifference { largest: distance, joint: Some(*joint), time, rms: 0.0 };
            }
        }
        squares / joints.len().max(1) as f64
    };
    let even = even_times(clip);
    let count = even.len();
    let mean = even.into_iter().map(&mut compare).sum::<f64>() / count as f64;
    for keys in [clip, edited].into_iter().filter_map(|clip| clip.times().max_by_key(|times| times.len())) {
        let within = keys.iter().filter(|time| (clip.start()..=clip.end()).contains(time));
        for time in within.take(MAX_TIMES) {
            let _ = compare(*time);
        }
    }
    Ok(ClipDifference { rms: mean.sqrt() as f32, ..difference })
}

/// Times of a clip at an even rate, its end the last.
fn even_times(clip: &RawClip) -> Vec<f32> {
    let (start, seconds) = (clip.start(), clip.end() - clip.start());
    let steps = ((seconds * RATE).ceil() as usize).clamp(1, MAX_TIMES);
    (0..=steps).map(|step| start + seconds * (step as f32 / steps as f32)).collect()
}

/// Clip with the pose of a time.
struct Posed<'a> {
    clip: &'a RawClip,
    skeleton: &'a Skeleton,
    cursor: SampleCursor,
    local: LocalPose,
    model: ModelPose,
    root: Affine3A,
}

impl<'a> Posed<'a> {
    fn new(clip: &'a RawClip, character: &'a Character) -> Result<Self, ClipEditError> {
        ClipEditError::check(clip, character)?;
        let skeleton = character.skeleton();
        let (local, model) = (LocalPose::rest(skeleton), ModelPose::rest(skeleton));
        Ok(Self { clip, skeleton, cursor: SampleCursor::new(), local, model, root: Affine3A::IDENTITY })
    }

    fn pose(&mut self, time: f32) {
        self.clip.sample_joints(time, &mut self.cursor, &mut self.local);
        self.model.update(self.skeleton, &self.local);
        let root = self.clip.root_motion.as_ref().map(|track| track.sample(time).to_affine());
        self.root = root.unwrap_or_default();
    }

    fn position(&self, joint: JointId) -> Vec3A {
        self.root.transform_point3a(self.model.get(joint).translation)
    }
}

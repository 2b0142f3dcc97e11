//! Distance between two clips, on the posed skeleton.

use super::ClipEditError;
use sinew::clip::SampleCursor;
use sinew::glam::{Affine3A, Vec3A};
use sinew::{Character, JointId, LocalPose, ModelPose, RawClip, Skeleton};

/// Rate at which clips are compared, Hz, and most times at which they are: an hour's.
const RATE: f32 = 60.0;
const MAX_STEPS: f32 = 216_000.0;

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

/// Measures how far an edit moved the joints of `clip`: their distances in `edited`, at 60 Hz from the start of `clip`
/// to its end. Joints are in model space, moved by the root motion; joints outside the scene do not count.
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
    let (start, seconds) = (clip.start(), clip.end() - clip.start());
    let steps = (seconds * RATE).ceil().clamp(1.0, MAX_STEPS) as usize;
    let mut difference = ClipDifference { time: start, ..ClipDifference::default() };
    let mut squares = 0.0;
    for step in 0..=steps {
        let time = start + seconds * (step as f32 / steps as f32);
        posed.iter_mut().for_each(|clip| clip.pose(time));
        for joint in &joints {
            let [from, to] = posed.each_ref().map(|clip| clip.position(*joint));
            let distance = from.distance(to);
            squares += f64::from(distance).powi(2);
            if distance > difference.largest {
                difference = ClipDifference { largest: distance, joint: Some(*joint), time, ..difference };
            }
        }
    }
    difference.rms = (squares / (joints.len().max(1) * (steps + 1)) as f64).sqrt() as f32;
    Ok(difference)
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

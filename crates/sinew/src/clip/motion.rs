use super::{Clip, ClipMarks, RawClip, RootTrack, SampleCursor};
use crate::morph::MorphWeights;
use crate::pose::LocalPose;
use glam::Quat;
use std::sync::Arc;

/// A clip in either form: as its file has it, or compressed. Both play alike.
#[derive(Clone, Debug)]
pub enum Motion {
    /// As its file has it.
    Raw(Arc<RawClip>),
    /// Compressed.
    Compressed(Arc<Clip>),
}

impl Motion {
    /// The name it had in its file; may be empty.
    pub fn name(&self) -> &str {
        match self {
            Self::Raw(clip) => &clip.name,
            Self::Compressed(clip) => clip.name(),
        }
    }

    /// The time of its first key, seconds.
    pub fn start(&self) -> f32 {
        match self {
            Self::Raw(clip) => clip.start(),
            Self::Compressed(clip) => clip.start(),
        }
    }

    /// The time of its last key, seconds.
    pub fn end(&self) -> f32 {
        match self {
            Self::Raw(clip) => clip.end(),
            Self::Compressed(clip) => clip.end(),
        }
    }

    /// What is written on it.
    pub fn marks(&self) -> &ClipMarks {
        match self {
            Self::Raw(clip) => &clip.marks,
            Self::Compressed(clip) => clip.marks(),
        }
    }

    /// The way the body travels; none where it stays in place or travels by its joints.
    pub fn root(&self) -> Option<&RootTrack> {
        match self {
            Self::Raw(clip) => clip.root.as_ref(),
            Self::Compressed(clip) => clip.root(),
        }
    }

    /// Writes pose, morph weights and weights of expressions at `time` (file seconds, kept within the clip) over what
    /// rests there, and gives where the eyes look; none where the clip does not say. Only a raw clip uses `cursor`.
    ///
    /// # Panics
    /// When the clip was made for another character.
    pub fn sample(
        &self,
        time: f32,
        cursor: &mut SampleCursor,
        pose: &mut LocalPose,
        morphs: &mut MorphWeights,
        expressions: &mut [f32],
    ) -> Option<Quat> {
        match self {
            Self::Raw(clip) => {
                clip.sample(time, cursor, pose, morphs);
                clip.sample_face(time, cursor, expressions)
            }
            Self::Compressed(clip) => clip.sample_all(time, pose, morphs, expressions),
        }
    }
}

impl From<Arc<RawClip>> for Motion {
    fn from(clip: Arc<RawClip>) -> Self {
        Self::Raw(clip)
    }
}

impl From<Arc<Clip>> for Motion {
    fn from(clip: Arc<Clip>) -> Self {
        Self::Compressed(clip)
    }
}

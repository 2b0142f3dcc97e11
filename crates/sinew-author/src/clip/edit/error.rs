//! Errors of clip edits.

use sinew::internal::raw_mismatch;
use sinew::{Character, RawClip};

/// Error of an edit of a clip: [`mirror_clip`](super::mirror_clip), [`make_additive`](super::make_additive),
/// [`close_loop`](super::close_loop), [`smooth_clip`](super::smooth_clip), [`plant_feet`](super::plant_feet).
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ClipEditError {
    /// The clip animates joints, morph weights or expressions that the character does not have.
    #[error("clip {clip:?} does not fit the character: {message}")]
    OtherCharacter {
        /// Name of the clip.
        clip: String,
        /// The mismatch.
        message: String,
    },
    /// A reference pose of another character.
    #[error(
        "the reference pose has {found} joints, morph weights and expressions together, or others of them; expected \
         those of the character, {expected}"
    )]
    OtherPose {
        /// Joints, morph weights and expressions of the pose.
        found: usize,
        /// Joints, morph weights and expressions of the character.
        expected: usize,
    },
    /// No joint of the skeleton has one on the other side.
    #[error(
        "none of the {joints} joints has a counterpart on the other side; expected human bones, or names with \
         left and right, such as arm_l and arm_r"
    )]
    NoCounterparts {
        /// Number of joints.
        joints: usize,
    },
    /// A time of blending that is not positive and finite.
    #[error("a blend of {0} s; expected a finite time above 0")]
    BlendTime(f32),
    /// A cutoff of a filter that is not positive and finite.
    #[error("a cutoff of {0} Hz; expected a finite frequency above 0")]
    Cutoff(f32),
    /// A body without the bones of a leg.
    #[error("the character has no legs to solve; expected a human with hips, thighs, shins and feet")]
    NoLegs,
    /// A clip without duration, which has no seam.
    #[error("clip {clip:?} has no duration; expected keys at two times or more")]
    NoDuration {
        /// Name of the clip.
        clip: String,
    },
}

impl ClipEditError {
    /// Checks that a clip fits a character.
    pub(super) fn check(clip: &RawClip, character: &Character) -> Result<(), Self> {
        match raw_mismatch(clip, character) {
            Some(message) => Err(Self::OtherCharacter { clip: clip.name.clone(), message }),
            None => Ok(()),
        }
    }
}

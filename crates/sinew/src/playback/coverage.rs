//! Parts of a pose that clips animate.

use super::PoseMask;
use crate::character::Character;
use crate::clip::{ClipKeys, ClipSource, JointTrack, Target};
use crate::humanoid::HumanBone;
use crate::skeleton::{JointId, JointMask};

/// Mask of the parts that a clip animates: the joints with tracks, the face where it has any of its tracks,
/// and root motion where the clip moves the whole body: by root motion, by a track of the hips or of a root
/// joint, or, without human bones, by tracks of half of all joints.
pub(super) fn coverage(clip: &ClipSource, character: &Character) -> PoseMask {
    let mut mask = PoseMask::uniform(character, 0.0);
    match clip.keys() {
        ClipKeys::Raw(raw) => {
            let has_tracks = |track: &&JointTrack| {
                track.translation.is_some() || track.rotation.is_some() || track.scale.is_some()
            };
            raw.joints.iter().filter(has_tracks).for_each(|track| mask.joints.set(track.joint, 1.0));
            let has_face = !raw.morphs.is_empty() || !raw.expressions.is_empty() || raw.gaze.is_some();
            mask.face = if has_face { 1.0 } else { 0.0 };
        }
        ClipKeys::Compressed(clip) => {
            for target in clip.targets() {
                match target {
                    Target::Translation(joint) | Target::Rotation(joint) | Target::Scale(joint) => {
                        mask.joints.set(joint, 1.0);
                    }
                    Target::Morph { .. } | Target::Expression(_) | Target::Gaze => mask.face = 1.0,
                    Target::Unbound { .. } => {}
                }
            }
        }
    }
    let skeleton = character.skeleton();
    let hips = character.humanoid().and_then(|body| body.joint(HumanBone::Hips));
    let carries_body = |joint: &JointId| Some(*joint) == hips || skeleton.parent(*joint).is_none();
    let covered = || skeleton.joints().filter(|joint| mask.joints.reaches(*joint));
    let moves_body = clip.root_motion().is_some()
        || covered().any(|joint| carries_body(&joint))
        || hips.is_none() && 2 * covered().count() >= skeleton.len();
    mask.root_motion = if moves_body { 1.0 } else { 0.0 };
    mask
}

impl PoseMask {
    /// Mask of one weight for everything.
    pub(crate) fn uniform(character: &Character, weight: f32) -> Self {
        Self { joints: JointMask::uniform(character.skeleton(), weight), face: weight, root_motion: weight }
    }

    /// Mask of two: their weights, combined one by one.
    #[must_use]
    pub(crate) fn combined(mut self, other: &Self, with: impl Fn(f32, f32) -> f32) -> Self {
        self.joints.combine(&other.joints, &with);
        self.face = with(self.face, other.face);
        self.root_motion = with(self.root_motion, other.root_motion);
        self
    }
}

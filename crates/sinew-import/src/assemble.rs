use crate::ImportError;
use sinew::humanoid::{Humanoid, detect, detect_posed};
use sinew::pose::{LocalPose, ModelPose};
use sinew::skeleton::Skeleton;
use sinew::{Character, CharacterParts, RawClip};

/// Builds the character. If the file does not map its joints to human bones, the mapping is detected.
pub(crate) fn assemble(mut parts: CharacterParts, clips: &[RawClip]) -> Result<Character, ImportError> {
    if parts.humanoid.is_none() {
        parts.humanoid = detect_humanoid(&parts.skeleton, clips);
    }
    Character::new(parts).map_err(|e| ImportError::new("inconsistent", e.location, e.message))
}

/// Detects a humanoid in the rest pose, else in the first pose of the first clip: some motion files have a rest pose in
/// which all joints coincide.
pub(crate) fn detect_humanoid(skeleton: &Skeleton, clips: &[RawClip]) -> Option<Humanoid> {
    detect(skeleton).or_else(|| {
        let pose = first_pose(skeleton, clips.first()?);
        detect_posed(skeleton, pose.as_slice())
    })
}

/// Model pose at the start of `clip`.
pub(crate) fn first_pose(skeleton: &Skeleton, clip: &RawClip) -> ModelPose {
    let mut local = LocalPose::rest(skeleton);
    let start = clip.start();
    for track in &clip.joints {
        let joint = local.get_mut(track.joint);
        if let Some(keys) = &track.translation {
            joint.translation = keys.sample_vector(start, &mut 0);
        }
        if let Some(keys) = &track.rotation {
            joint.rotation = keys.sample_rotation(start, &mut 0);
        }
        if let Some(keys) = &track.scale {
            joint.scale = keys.sample_vector(start, &mut 0);
        }
    }
    let mut model = ModelPose::rest(skeleton);
    model.update(skeleton, &local);
    model
}

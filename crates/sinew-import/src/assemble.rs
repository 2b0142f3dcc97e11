use crate::named_bones;
use crate::{ImportError, ImportOptions, Report, posable};
use sinew::body::{ReferenceCandidate, best_reference, bind_pose, reference_candidates};
use sinew::clip::SampleCursor;
use sinew::humanoid::Humanoid;
use sinew::pose::{LocalPose, ModelPose};
use sinew::skeleton::{ReferenceOrigin, Skeleton};
use sinew::{Character, CharacterParts, RawClip};

/// Builds the character. What poses in 32-bit floats cannot hold is left out. If the file does not map its
/// joints to human bones, the mapping is detected. The reference pose is the pose in which the body stands.
pub(crate) fn assemble(
    mut parts: CharacterParts,
    clips: &mut [RawClip],
    options: &ImportOptions,
    report: &mut Report,
) -> Result<Character, ImportError> {
    posable::leave_out_unposable(&mut parts, clips, report);
    let clips = &*clips;
    if parts.humanoid.is_none() {
        parts.humanoid = detect_humanoid(&parts, clips);
    }
    parts.face_names = options.face_names.clone();
    if let Some(named) = named_bones::humanoid(&parts, options, report)? {
        parts.humanoid = Some(named);
    }
    let mut character =
        Character::new(parts).map_err(|e| ImportError::new("inconsistent", e.location, e.message))?;
    if character.skeleton().reference_origin() != ReferenceOrigin::RestPose {
        // A pack states it.
        return Ok(character);
    }
    let candidates = reference_candidates(&character, clips);
    if let Some(best) = best_reference(&candidates).filter(|best| best.origin != ReferenceOrigin::RestPose) {
        report.info("reference-pose", "/", reference_message(best, &candidates));
        let _ = character.set_reference(best.pose.clone(), best.origin);
    }
    Ok(character)
}

/// Message that names the reference pose, and the reason why it is not the rest pose.
fn reference_message(best: &ReferenceCandidate, candidates: &[ReferenceCandidate]) -> String {
    let rest = candidates.iter().find(|candidate| candidate.origin == ReferenceOrigin::RestPose);
    let fault = rest.and_then(|rest| rest.stance.as_ref()?.fault.clone());
    let why = match fault {
        Some(fault) => format!("the rest pose does not stand: {fault}"),
        None => "the rest pose looks like a frame of a clip".to_owned(),
    };
    let pose = match best.origin {
        ReferenceOrigin::Clip => format!("the first frame of clip {:?}", best.clip),
        origin => format!("the {}", origin.name()),
    };
    format!("{why}; {pose} is the reference pose")
}

/// The humanoid of named bones, and of those that are found.
pub(crate) fn find_humanoid(
    parts: &CharacterParts,
    clips: &[RawClip],
    options: &ImportOptions,
) -> Option<Humanoid> {
    let found = detect_humanoid(parts, clips);
    let bones = named_bones::joints(&parts.skeleton, options);
    let named =
        (!bones.is_empty()).then(|| Humanoid::with_named_bones(&parts.skeleton, &bones, found.as_ref()));
    named.and_then(Result::ok).or(found)
}

/// Detects a humanoid in the rest pose or in the bind pose, whichever is more certain; else in the first pose
/// of the first clip: some motion files have a rest pose in which all joints coincide.
pub(crate) fn detect_humanoid(parts: &CharacterParts, clips: &[RawClip]) -> Option<Humanoid> {
    let skeleton = &parts.skeleton;
    let rest = Humanoid::detect(skeleton);
    let bind = || {
        let pose = bind_pose(skeleton, &parts.skins, &parts.mesh_instances, rest.as_ref())?;
        let mut posed = skeleton.clone();
        posed.set_reference(pose, ReferenceOrigin::BindPose).ok()?;
        Humanoid::detect(&posed)
    };
    let is_certain =
        |humanoid: &Humanoid| humanoid.confidence > 0.99 && humanoid.named_bones.missing().next().is_none();
    let bind = if rest.as_ref().is_some_and(is_certain) { None } else { bind() };
    let first = || Humanoid::detect_posed(skeleton, first_pose(skeleton, clips.first()?).as_slice());
    let likelier = |a: Humanoid, b: Humanoid| if b.confidence > a.confidence { b } else { a };
    rest.into_iter().chain(bind).reduce(likelier).or_else(first)
}

/// Model pose at the start of `clip`.
pub(crate) fn first_pose(skeleton: &Skeleton, clip: &RawClip) -> ModelPose {
    let mut local = LocalPose::rest(skeleton);
    clip.sample_joints(clip.start(), &mut SampleCursor::new(), &mut local);
    let mut model = ModelPose::rest(skeleton);
    model.update(skeleton, &local);
    model
}

//! Choice of a character's reference pose among its rest pose,
//! its bind pose and the first frames of its clips.

use crate::body::{Stance, bind_pose};
use crate::character::Character;
use crate::clip::{RawClip, SampleCursor};
use crate::math::Transform;
use crate::pose::{LocalPose, ModelPose};
use crate::skeleton::ReferenceOrigin;

/// Deviation by which another pose must stand better than a standing rest pose, radians. Of the real
/// characters measured, no modelled rest pose is worse than its bind pose by 2°, and no frame of an idle, the
/// best of clips, better than by 5°.
const CLEARLY_BETTER: f32 = 0.06;

/// Largest deviation of a frame of a clip that becomes the reference pose, radians.
const MAX_CLIP_DEVIATION: f32 = 0.26;

/// Difference of heights above the ground from which one of two poses is in the air, leg lengths.
const IN_THE_AIR: f32 = 0.1;

/// A pose that may become the reference pose of a character.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ReferenceCandidate {
    /// Origin of the pose.
    pub origin: ReferenceOrigin,
    /// Name of the clip for [`ReferenceOrigin::Clip`]; empty otherwise.
    pub clip: String,
    /// Transforms relative to the parents, one per joint.
    pub pose: Vec<Transform>,
    /// Stance of the body in it; `None` for a character that is not a humanoid with two legs.
    pub stance: Option<Stance>,
}

/// Poses that may become the reference pose of a character: the rest pose, the bind pose where it is another
/// one, and the first frame of each clip that stands.
///
/// ```
/// use sinew::body::{best_reference, reference_candidates};
/// use sinew::{Character, RawClip};
///
/// /// Chooses the reference pose of a character that a program has put together, as the importers do.
/// fn choose(character: &mut Character, clips: &[RawClip]) -> Result<(), Box<dyn std::error::Error>> {
///     let candidates = reference_candidates(character, clips);
///     if let Some(best) = best_reference(&candidates) {
///         character.set_reference(best.pose.clone(), best.origin)?;
///     }
///     Ok(())
/// }
/// ```
#[must_use]
pub fn reference_candidates(character: &Character, clips: &[RawClip]) -> Vec<ReferenceCandidate> {
    let (skeleton, humanoid) = (character.skeleton(), character.humanoid());
    let candidate = |origin: ReferenceOrigin, pose: Vec<Transform>, clip: &str| {
        let model = ModelPose::of(skeleton, &pose);
        let stance = humanoid.and_then(|humanoid| Stance::of(humanoid, model.as_slice()));
        ReferenceCandidate { origin, clip: clip.to_owned(), pose, stance }
    };
    let rest = candidate(ReferenceOrigin::RestPose, skeleton.rest().to_vec(), "");
    let bind = bind_pose(skeleton, character.skins(), character.mesh_instances(), humanoid);
    let bind = bind.map(|pose| candidate(ReferenceOrigin::BindPose, pose, ""));
    let mut all: Vec<_> = std::iter::once(rest).chain(bind).collect();
    if humanoid.is_some() {
        let fits = |clip: &&RawClip| clip.joints.iter().all(|track| track.joint.index() < skeleton.len());
        let first = clips.iter().filter(|clip| !clip.joints.is_empty()).filter(fits);
        let first =
            first.map(|clip| candidate(ReferenceOrigin::Clip, first_pose(character, clip), &clip.name));
        let stands = |found: &ReferenceCandidate| {
            found.stance.as_ref().is_some_and(|s| s.stands() && s.deviation < MAX_CLIP_DEVIATION)
        };
        all.extend(first.filter(stands));
    }
    all
}

/// The best of the [`reference_candidates`]: the rest pose, unless the bind pose clearly stands better, or
/// the first frame of a clip stands and neither of the others does. `None` for no candidates.
#[must_use]
pub fn best_reference(candidates: &[ReferenceCandidate]) -> Option<&ReferenceCandidate> {
    let of = |origin: ReferenceOrigin| candidates.iter().filter(move |candidate| candidate.origin == origin);
    let rest = of(ReferenceOrigin::RestPose).next().or(candidates.first())?;
    let Some(rest_stance) = &rest.stance else { return Some(rest) };
    let bind = of(ReferenceOrigin::BindPose).next();
    let bind = bind.filter(|bind| bind.stance.as_ref().is_some_and(|stance| is_better(stance, rest_stance)));
    let best = bind.unwrap_or(rest);
    if best.stance.as_ref().is_some_and(Stance::stands) {
        return Some(best);
    }
    let deviation = |candidate: &&ReferenceCandidate| {
        candidate.stance.as_ref().map_or(f32::MAX, |stance| stance.deviation)
    };
    let clip = of(ReferenceOrigin::Clip).min_by(|a, b| deviation(a).total_cmp(&deviation(b)));
    Some(clip.unwrap_or(best))
}

/// Whether a body clearly stands better in a pose than in its rest pose.
fn is_better(pose: &Stance, rest: &Stance) -> bool {
    let is_straighter = pose.deviation + CLEARLY_BETTER < rest.deviation;
    match (pose.stands(), rest.stands()) {
        (true, false) => true,
        (false, true) => false,
        (false, false) => is_straighter,
        // A leap with straight legs stands as well as a body on the ground.
        (true, true) => {
            is_straighter || pose.is_on_ground() && rest.ankle_height > pose.ankle_height + IN_THE_AIR
        }
    }
}

/// Local pose at the start of a clip.
fn first_pose(character: &Character, clip: &RawClip) -> Vec<Transform> {
    let mut pose = LocalPose::rest(character.skeleton());
    clip.sample_joints(clip.start(), &mut SampleCursor::new(), &mut pose);
    pose.as_slice().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(
        origin: ReferenceOrigin,
        deviation: f32,
        fault: Option<&str>,
        ankle_height: f32,
    ) -> ReferenceCandidate {
        let stance = Stance { deviation, fault: fault.map(str::to_owned), ankle_height };
        ReferenceCandidate { origin, clip: String::new(), pose: Vec::new(), stance: Some(stance) }
    }

    #[test]
    fn the_rest_pose_is_kept_unless_another_clearly_stands_better() {
        use ReferenceOrigin::{BindPose, Clip, RestPose};
        let lying = Some("the trunk leans by 90°");
        let best = |rest: (f32, Option<&str>, f32), bind: (f32, Option<&str>, f32)| {
            let [rest, bind] = [(RestPose, rest), (BindPose, bind)]
                .map(|(of, values)| candidate(of, values.0, values.1, values.2));
            best_reference(&[rest, bind, candidate(Clip, 0.1, None, 0.1)]).unwrap().origin
        };
        assert_eq!(best((0.03, None, 0.1), (0.0, None, 0.1)), RestPose);
        assert_eq!(best((0.16, None, 0.1), (0.07, None, 0.1)), BindPose);
        assert_eq!(best((0.9, lying, 0.1), (0.2, None, 0.1)), BindPose);
        assert_eq!(best((0.03, None, 0.1), (0.9, lying, 0.1)), RestPose);
        assert_eq!(best((0.9, lying, 0.1), (0.9, lying, 0.1)), Clip);
        // A leap with straight legs; also of a toy with short legs. Bodies whose origin is the hips have no
        // ground to leap from.
        assert_eq!(best((0.03, None, 0.5), (0.03, None, 0.1)), BindPose);
        assert_eq!(best((0.03, None, 0.6), (0.03, None, 0.39)), BindPose);
        assert_eq!(best((0.03, None, -0.6), (0.03, None, -1.0)), RestPose);
        assert_eq!(best_reference(&[]), None);
    }
}

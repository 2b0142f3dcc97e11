//! The rest pose of exported avatars: VRM 1.0 requires a T-pose that faces +Z. Rest transforms of nodes are
//! replaced; inverse bind matrices stay as they are, so that skins are bound as before. Keys of clips replace
//! rest transforms, so clips stay as they are too; where a clip has no keys for a changed transform, it gets
//! a key with the earlier one.

use crate::Report;
use sinew::body::TPose;
use sinew::clip::{Interpolation, JointTrack, Track, TrackValue};
use sinew::glam::{Affine3A, Vec3};
use sinew::humanoid::HumanBone::{self, *};
use sinew::humanoid::{Humanoid, RestPoseKind};
use sinew::skeleton::{ReferenceOrigin, Skeleton};
use sinew::{Character, JointId, RawClip, Transform};

/// Bones of which one stands in a given direction from the other in a T-pose that faces +Z.
const DIRECTIONS: [(HumanBone, HumanBone); 10] = [
    (Hips, Head),
    (RightUpperLeg, LeftUpperLeg),
    (LeftUpperArm, LeftLowerArm),
    (RightUpperArm, RightLowerArm),
    (LeftLowerArm, LeftHand),
    (RightLowerArm, RightHand),
    (LeftUpperLeg, LeftLowerLeg),
    (RightUpperLeg, RightLowerLeg),
    (LeftLowerLeg, LeftFoot),
    (RightLowerLeg, RightFoot),
];

/// Largest angle between one of [`DIRECTIONS`] in a rest pose and in the T-pose at which the rest pose is
/// kept, radians.
const MAX_ANGLE: f32 = 25.0 * std::f32::consts::PI / 180.0;

/// Largest difference of transforms that count as equal.
const SAME: f32 = 1e-6;

/// The character with a T-pose as its rest pose, and its clips, which move it as before. `None` for a
/// character that already rests in a T-pose, and for one that cannot be put into it, which is reported.
pub(in crate::export) fn in_t_pose(
    character: &Character,
    body: &Humanoid,
    clips: &[RawClip],
    report: &mut Report,
) -> Option<(Character, Vec<RawClip>)> {
    let old_skeleton = character.skeleton();
    let moving = clips.iter().find(|clip| clip.moves());
    let body_in_t = moving
        .map_or_else(|| TPose::new(old_skeleton, body), |clip| TPose::of_clip(old_skeleton, body, clip));
    let pose = body_in_t.with_skin(character).local_pose(old_skeleton);
    let kept = |(new, old): (&Transform, &Transform)| if is_same(new, old) { *old } else { *new };
    let rest: Vec<Transform> = pose.as_slice().iter().zip(old_skeleton.rest()).map(kept).collect();
    let mut skeleton = old_skeleton.clone();
    skeleton.set_rest(rest);
    // The rest pose now stands.
    let _ = skeleton.set_reference(Vec::new(), ReferenceOrigin::RestPose);
    let found = description(rest_pose(old_skeleton, body));
    let unchanged = |why: &str| {
        format!("VRM requires a T-pose that faces +Z; the rest pose, {found}, is written as it is: {why}")
    };
    let mut parts = character.clone().into_parts();
    let changed = |joint: JointId| skeleton.rest()[joint.index()] != old_skeleton.rest()[joint.index()];
    let depends =
        (parts.constraints.iter().any(|constraint| changed(constraint.node) || changed(constraint.source)))
            || parts
                .spring_bones
                .springs
                .iter()
                .flat_map(|spring| &spring.joints)
                .any(|joint| changed(joint.joint));
    parts.skeleton = skeleton.clone();
    parts.humanoid = Some(judged(&skeleton, body));
    let posed = Character::new(parts)
        .ok()
        .filter(|posed| posed.humanoid().is_some_and(|body| body.rest_pose == RestPoseKind::TPose));
    let apart = posed.as_ref().is_none_or(|posed| {
        DIRECTIONS.iter().any(|bones| {
            let direction = |character: &Character| direction(character.rest_model(), body, *bones);
            direction(character).zip(direction(posed)).is_none_or(|(a, b)| a.angle_between(b) > MAX_ANGLE)
        })
    });
    if !apart {
        return None;
    }
    let Some(posed) = posed else {
        report.warn("vrm-pose", "/humanoid", unchanged("no T-pose was found"));
        return None;
    };
    if depends {
        let why = "node constraints or spring bones count from it";
        report.warn("vrm-pose", "/humanoid", unchanged(why));
        return None;
    }
    let message = format!(
        "VRM requires a T-pose that faces +Z; it replaces the rest pose, {found}; clips play as before"
    );
    report.info("vrm-pose", "/humanoid", message);
    let clips = clips.iter().map(|clip| with_earlier_rest(clip, old_skeleton, &skeleton)).collect();
    Some((posed, clips))
}

/// The humanoid with the kind of the skeleton's rest pose.
fn judged(skeleton: &Skeleton, body: &Humanoid) -> Humanoid {
    let mut judged = Humanoid::of_map(skeleton, body.named_bones.clone(), body.profile);
    judged.confidence = body.confidence;
    judged
}

/// Reports a rest pose, written as it is, that is not a T-pose.
pub(super) fn report_rest_pose(character: &Character, body: &Humanoid, report: &mut Report) {
    let kind = rest_pose(character.skeleton(), body);
    if kind != RestPoseKind::TPose {
        let message = format!("VRM requires a T-pose; the rest pose is {}", description(kind));
        report.warn("vrm-pose", "/humanoid", message);
    }
}

/// Kind of the rest pose, whatever the reference pose.
fn rest_pose(skeleton: &Skeleton, body: &Humanoid) -> RestPoseKind {
    let mut skeleton = skeleton.clone();
    let _ = skeleton.set_reference(Vec::new(), ReferenceOrigin::RestPose);
    judged(&skeleton, body).rest_pose
}

/// A kind of rest pose in words, for a pose that is not VRM's.
fn description(kind: RestPoseKind) -> &'static str {
    match kind {
        RestPoseKind::TPose => "a T-pose of another direction or with bent limbs",
        RestPoseKind::APose => "an A-pose",
        _ => "neither a T-pose nor an A-pose",
    }
}

/// Direction from one bone to another.
fn direction(model: &[Affine3A], body: &Humanoid, (from, to): (HumanBone, HumanBone)) -> Option<Vec3> {
    let at = |bone| Some(Vec3::from(model.get(body.joint(bone)?.index())?.translation));
    (at(to)? - at(from)?).try_normalize()
}

fn is_same(a: &Transform, b: &Transform) -> bool {
    let scale = b.translation.abs().max_element().max(1.0);
    a.translation.abs_diff_eq(b.translation, SAME * scale)
        && a.scale.abs_diff_eq(b.scale, SAME)
        && (a.rotation.abs_diff_eq(b.rotation, SAME) || a.rotation.abs_diff_eq(-b.rotation, SAME))
}

/// The clip with a key of the rest transform in `earlier` wherever it has none and `other` has another rest
/// transform. A clip without tracks stays without.
fn with_earlier_rest(clip: &RawClip, earlier: &Skeleton, other: &Skeleton) -> RawClip {
    let mut clip = clip.clone();
    if clip.track_count() == 0 {
        return clip;
    }
    let start = clip.start();
    for (joint, (old, new)) in earlier.joints().zip(earlier.rest().iter().zip(other.rest())) {
        if old == new {
            continue;
        }
        let track = match clip.joints.iter().position(|track| track.joint == joint) {
            Some(n) => &mut clip.joints[n],
            None => clip.joints.push_mut(JointTrack::new(joint)),
        };
        add_key(&mut track.translation, start, old.translation, new.translation);
        add_key(&mut track.rotation, start, old.rotation, new.rotation);
        add_key(&mut track.scale, start, old.scale, new.scale);
    }
    clip
}

/// Gives a missing track a key of the value `old`, where it is not `new`.
fn add_key<V: TrackValue + PartialEq>(track: &mut Option<Track<V>>, time: f32, old: V, new: V) {
    if track.is_none() && old != new {
        *track = Track::new(Interpolation::Step, 1, [time].into(), vec![old]).ok();
    }
}

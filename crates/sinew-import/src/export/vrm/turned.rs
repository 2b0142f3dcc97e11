//! The direction of exported avatars: VRM avatars face +Z.

use super::origin::movable_roots;
use crate::Report;
use sinew::glam::Quat;
use sinew::skeleton::Skeleton;
use sinew::{Character, JointId, RawClip, Transform};

/// The character turned about +Y to face +Z in its rest pose, and its clips, which go where it faces. The
/// roots of the scene turn, and their keys; meshes and joints below stay as they are. `None` for a character
/// that faces +Z already.
pub(in crate::export) fn facing_ahead(
    character: &Character,
    clips: &[RawClip],
    report: &mut Report,
) -> Option<(Character, Vec<RawClip>)> {
    let turn = Some(character.forward_rotation().inverse()).filter(|turn| *turn != Quat::IDENTITY)?;
    let roots: Vec<JointId> = movable_roots(character).collect();
    let turned = character.edited(|parts| {
        turn_skeleton(&mut parts.skeleton, &roots, turn);
        for joint in parts.spring_bones.springs.iter_mut().flat_map(|spring| &mut spring.joints) {
            joint.gravity_dir = turn * joint.gravity_dir;
        }
    });
    let turned = turned.ok()?;
    let degrees = (2.0 * turn.y.atan2(turn.w).to_degrees()).rem_euclid(360.0);
    let message = format!(
        "a VRM avatar faces +Z; the roots of the scene and of the clips are turned by {degrees:.0}° about +Y"
    );
    report.info("facing", "/humanoid", message);
    Some((turned, clips.iter().map(|clip| turned_clip(clip, &roots, turn)).collect()))
}

/// Turns roots in the rest pose and in the reference pose.
fn turn_skeleton(skeleton: &mut Skeleton, roots: &[JointId], turn: Quat) {
    let turned = |pose: &[Transform]| -> Vec<Transform> {
        let mut pose = pose.to_vec();
        for root in roots {
            let root_transform = &mut pose[root.index()];
            (root_transform.translation, root_transform.rotation) =
                (turn * root_transform.translation, (turn * root_transform.rotation).normalize());
        }
        pose
    };
    let (rest, reference) = (turned(skeleton.rest()), turned(skeleton.reference()));
    let origin = skeleton.reference_origin();
    skeleton.set_rest(rest);
    // A pose of the skeleton that was there before.
    let _ = skeleton.set_reference(reference, origin);
}

/// The clip with the keys of roots turned.
fn turned_clip(clip: &RawClip, roots: &[JointId], turn: Quat) -> RawClip {
    let mut clip = clip.clone();
    for track in clip.joints.iter_mut().filter(|track| roots.contains(&track.joint)) {
        // Tangents of splines turn as values do.
        track.translation.iter_mut().for_each(|keys| keys.map_values(|value| turn * value));
        track.rotation.iter_mut().for_each(|keys| keys.map_values(|value| turn * value));
    }
    clip.root_motion = clip.root_motion.map(|motion| motion.turned(turn));
    clip
}

//! The origin of exported avatars: VRM avatars stand with their soles at height 0.

use crate::{Report, origin};
use sinew::clip::{Interpolation, SampleCursor, Track};
use sinew::glam::Vec3;
use sinew::humanoid::{HumanBone, Humanoid};
use sinew::pose::{LocalPose, ModelPose};
use sinew::skeleton::{ReferenceOrigin, Skeleton};
use sinew::{Character, JointId, RawClip};

/// The character with its soles at height 0 in its rest pose, and its clips, moved up or down as far if they
/// stand on the same floor as the rest pose. `None` for a character whose soles are near height 0 already, or
/// that does not stand in its rest pose.
pub(in crate::export) fn on_ground(
    character: &Character,
    clips: &[RawClip],
    report: &mut Report,
) -> Option<(Character, Vec<RawClip>)> {
    let soles = origin::far_soles(&at_rest(character)?)?;
    let roots: Vec<JointId> = movable_roots(character).collect();
    let mut parts = character.clone().into_parts();
    let mut rest = parts.skeleton.rest().to_vec();
    for root in &roots {
        rest.get_mut(root.index())?.translation.y -= soles;
    }
    parts.skeleton.set_rest(rest);
    set_reference_to_rest(&mut parts.skeleton);
    let moved = Character::new(parts).ok()?;
    let is_apart = |clip: &&RawClip| clip.track_count() > 0 && !stands_like_rest(clip, character, soles);
    let apart = clips.iter().filter(is_apart).count();
    let shifted = |clip: &RawClip| if is_apart(&clip) { clip.clone() } else { lowered(clip, &roots, soles) };
    let way = format!("{} by {:.2} m", if soles < 0.0 { "up" } else { "down" }, soles.abs());
    let done = match apart {
        0 => format!("the character and its clips are moved {way}"),
        apart if apart == clips.len() => {
            format!("the rest pose is moved {way}; the clips stand there already")
        }
        _ => format!("the rest pose and the clips that do not stand there are moved {way}"),
    };
    let message = format!("a VRM avatar stands with its soles at the origin; {done}");
    report.info("origin", "/humanoid", message);
    Some((moved, clips.iter().map(shifted).collect()))
}

/// Whether a clip stands on the floor of the rest pose, at height `soles`, and not at height 0: by the lowest
/// place of a foot.
fn stands_like_rest(clip: &RawClip, character: &Character, soles: f32) -> bool {
    /// Number of intervals between the looked-at moments of a clip.
    const SAMPLES: usize = 30;
    let skeleton = character.skeleton();
    let feet = character.humanoid().into_iter().flat_map(|body| {
        [HumanBone::LeftFoot, HumanBone::RightFoot]
            .into_iter()
            .filter_map(|foot| body.named_bones.joint(foot))
    });
    let feet: Vec<JointId> = feet.collect();
    let mut model = ModelPose::rest(skeleton);
    let mut lowest = |pose: &LocalPose| {
        model.update(skeleton, pose);
        feet.iter().map(|foot| model.get(*foot).translation.y).fold(f32::INFINITY, f32::min)
    };
    let at_rest = lowest(&LocalPose::rest(skeleton));
    let mut cursor = SampleCursor::new();
    let heights = (0..=SAMPLES).map(|n| {
        let mut pose = LocalPose::rest(skeleton);
        let time = clip.start() + (clip.end() - clip.start()) * n as f32 / SAMPLES as f32;
        clip.sample_joints(time, &mut cursor, &mut pose);
        lowest(&pose)
    });
    let above = heights.fold(f32::INFINITY, f32::min) - at_rest;
    !above.is_finite() || above.abs() <= (above + soles).abs()
}

/// The character with its rest pose as the reference pose.
fn at_rest(character: &Character) -> Option<Character> {
    let edited = character.edited(|parts| {
        set_reference_to_rest(&mut parts.skeleton);
        let body = parts.humanoid.take();
        parts.humanoid = body.map(|body| Humanoid::of_map(&parts.skeleton, body.named_bones, body.profile));
    });
    edited.ok()
}

fn set_reference_to_rest(skeleton: &mut Skeleton) {
    // The rest pose of a skeleton is always valid.
    let _ = skeleton.set_reference(Vec::new(), ReferenceOrigin::RestPose);
}

/// Roots of the scene, but for nodes that have a skinned mesh alone: their transforms do not count.
pub(super) fn movable_roots(character: &Character) -> impl Iterator<Item = JointId> {
    let skeleton = character.skeleton();
    let is_leaf = |joint| skeleton.joints().all(|other| skeleton.parent(other) != Some(joint));
    let has_skin = |joint| {
        let mut instances = character.mesh_instances().iter();
        instances.any(|instance| instance.node == joint && instance.skin.is_some())
    };
    let roots = skeleton.joints().filter(|joint| skeleton.parent(*joint).is_none());
    roots.filter(move |joint| !(has_skin(*joint) && is_leaf(*joint)))
}

/// The clip, whose `roots` have their keys lower by `height`.
fn lowered(clip: &RawClip, roots: &[JointId], height: f32) -> RawClip {
    let mut clip = clip.clone();
    for track in clip.joints.iter_mut().filter(|track| roots.contains(&track.joint)) {
        let lower = |keys: &Track<Vec3>| {
            let is_spline = keys.interpolation() == Interpolation::CubicSpline;
            // Splines have a value between two tangents at each key.
            let is_value = |n: usize| !is_spline || n % 3 == 1;
            let values = keys.values().iter().enumerate();
            let values =
                values.map(|(n, value)| if is_value(n) { *value - height * Vec3::Y } else { *value });
            Track::new(keys.interpolation(), keys.width(), keys.times().into(), values.collect()).ok()
        };
        track.translation = track.translation.as_ref().and_then(lower);
    }
    clip
}

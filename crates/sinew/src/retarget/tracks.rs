//! Tracks of a retargeted clip from its frames.

use super::animated_joints::AnimatedJoints;
use super::contact::CORRECTED_BONES;
use super::feet::SubframeKeys;
use super::frames::Frames;
use super::retargeter::Retargeter;
use crate::clip::{Interpolation, JointTrack, Track};
use crate::skeleton::{JointId, Skeleton};
use glam::{Quat, Vec3};
use std::sync::Arc;

/// Tracks of the joints that the source animates, and of legs and hips where the foot correction moved them,
/// with the keys of the legs between frames.
pub(crate) fn tracks(
    retargeter: &Retargeter,
    times: &Arc<[f32]>,
    frames: &Frames,
    animated: &AnimatedJoints,
    subframe_keys: Option<&SubframeKeys>,
) -> Vec<JointTrack> {
    let corrected = corrected_joints(retargeter, subframe_keys);
    let merged = subframe_keys.map(|keys| merge(times, &keys.times));
    let all_times = merged.as_ref().map(|(times, _)| times);
    let mut tracks = Vec::new();
    for (joint, keys) in frames.joints() {
        let rest = &retargeter.target().reference()[joint.index()];
        let is_corrected = corrected.contains(&joint);
        let mut track = JointTrack::new(joint);
        let turned = |rotation: Quat| !rotation.abs_diff_eq(rest.rotation, 1e-6);
        if animated.rotation[joint.index()] || is_corrected && keys.clone().any(|key| turned(key.rotation)) {
            let mut turns: Vec<Quat> = keys.clone().map(|key| key.rotation).collect();
            let more = subframe_keys.and_then(|keys| keys.frames.of_joint(joint)).zip(merged.as_ref());
            if let Some((more, (_, order))) = more {
                turns.extend(more.map(|key| key.rotation));
                turns = order.iter().map(|n| turns[*n]).collect();
            }
            for k in 1..turns.len() {
                if turns[k].dot(turns[k - 1]) < 0.0 {
                    turns[k] = -turns[k];
                }
            }
            let times = all_times.filter(|all| all.len() == turns.len()).unwrap_or(times);
            track.rotation = track_of(times, turns, |a, b| a.abs_diff_eq(b, 1e-6));
        }
        let moved = |translation: Vec3| !translation.abs_diff_eq(rest.translation, 1e-6);
        if animated.translation[joint.index()]
            || is_corrected && retargeter.is_root(joint) && keys.clone().any(|key| moved(key.translation))
        {
            let translations = keys.map(|key| key.translation).collect();
            track.translation = track_of(times, translations, |a: Vec3, b| a.abs_diff_eq(b, 1e-6));
        }
        if track.rotation.is_some() || track.translation.is_some() {
            tracks.push(track);
        }
    }
    hold_reference(retargeter.target(), times, &mut tracks);
    tracks
}

/// Adds constant keys at the reference pose for what no track animates and the rest pose has otherwise: the
/// clip must not mix with a rest pose that is frozen in the middle of another clip.
fn hold_reference(skeleton: &Skeleton, times: &Arc<[f32]>, tracks: &mut Vec<JointTrack>) {
    let mut track_indices = vec![None; skeleton.len()];
    for (n, track) in tracks.iter().enumerate() {
        track_indices[track.joint.index()] = Some(n);
    }
    for joint in skeleton.joints() {
        let (rest, reference) = (&skeleton.rest()[joint.index()], &skeleton.reference()[joint.index()]);
        if rest == reference {
            continue;
        }
        let n = *track_indices[joint.index()].get_or_insert_with(|| {
            tracks.push(JointTrack::new(joint));
            tracks.len() - 1
        });
        let track = &mut tracks[n];
        if track.rotation.is_none() && rest.rotation != reference.rotation {
            track.rotation = track_of(times, vec![reference.rotation; times.len()], |_, _| true);
        }
        let hold = |keys: &mut Option<Track<Vec3>>, rest: Vec3, reference: Vec3| {
            if keys.is_none() && rest != reference {
                *keys = track_of(times, vec![reference; times.len()], |_, _| true);
            }
        };
        hold(&mut track.translation, rest.translation, reference.translation);
        hold(&mut track.scale, rest.scale, reference.scale);
    }
}

/// Joints that the foot correction rotates or moves; none without it.
fn corrected_joints(retargeter: &Retargeter, subframe_keys: Option<&SubframeKeys>) -> Vec<JointId> {
    let Some(keys) = subframe_keys else { return Vec::new() };
    let bodies = retargeter.bodies.iter();
    let legs = bodies.flat_map(|(_, body)| CORRECTED_BONES.map(|bone| body.joint(bone))).flatten();
    let legs: Vec<JointId> = legs.collect();
    let twists = retargeter.twists.iter().filter(|twist| legs.contains(&twist.bone));
    let twists = twists.map(|twist| twist.joint);
    let subframe = keys.frames.joints().map(|(joint, _)| joint);
    legs.iter().copied().chain(twists.collect::<Vec<_>>()).chain(subframe).collect()
}

/// All times in ascending order, each with its index: those of the frames first, then those between frames.
fn merge(frames: &[f32], between: &[f32]) -> (Arc<[f32]>, Vec<usize>) {
    let time = |n: &usize| frames.get(*n).copied().unwrap_or_else(|| between[*n - frames.len()]);
    let mut order: Vec<usize> = (0..frames.len() + between.len()).collect();
    order.sort_by(|a, b| time(a).total_cmp(&time(b)));
    (order.iter().map(time).collect(), order)
}

/// Linear track of values; a constant one has keys at both ends alone, so that the clip keeps its length.
fn track_of<V: crate::clip::TrackValue>(
    times: &Arc<[f32]>,
    values: Vec<V>,
    same: impl Fn(V, V) -> bool,
) -> Option<Track<V>> {
    let first = *values.first()?;
    let (times, values) = match values.iter().all(|value| same(*value, first)) {
        true => ([times[0], times[times.len() - 1]].into(), vec![first; 2]),
        false => (times.clone(), values),
    };
    Track::new(Interpolation::Linear, 1, times, values).ok()
}

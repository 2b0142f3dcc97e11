//! Frames as tracks of keys.

use super::between::Between;
use super::frames::Frames;
use super::reached::Reached;
use super::retargeter::Retargeter;
use super::tracked::KEPT;
use crate::clip::{Interpolation, JointTrack, Track};
use crate::skeleton::JointIndex;
use glam::{Quat, Vec3};
use std::sync::Arc;

/// Frames as tracks: keys of what the clip reaches, and of legs and hips where feet were kept and that moved them, with
/// those that legs have between frames.
pub(super) fn tracks(
    retargeter: &Retargeter,
    times: &Arc<[f32]>,
    frames: &Frames,
    reached: &Reached,
    between: Option<&Between>,
) -> Vec<JointTrack> {
    let kept = kept(retargeter, between);
    let order = between.map(|between| order(times, &between.times));
    let all = order.as_ref().map(|(times, _)| times);
    let mut tracks = Vec::new();
    for (joint, keys) in frames.joints() {
        let rest = &retargeter.target().rest()[joint.index()];
        let kept = kept.contains(&joint);
        let mut track = JointTrack::new(joint);
        let turned = |rotation: Quat| !rotation.abs_diff_eq(rest.rotation, 1e-6);
        if reached.turned[joint.index()] || kept && keys.clone().any(|key| turned(key.rotation)) {
            let mut turns: Vec<Quat> = keys.clone().map(|key| key.rotation).collect();
            let more = between.and_then(|between| between.frames.of(joint)).zip(order.as_ref());
            if let Some((more, (_, order))) = more {
                turns.extend(more.map(|key| key.rotation));
                turns = order.iter().map(|n| turns[*n]).collect();
            }
            for k in 1..turns.len() {
                if turns[k].dot(turns[k - 1]) < 0.0 {
                    turns[k] = -turns[k];
                }
            }
            let times = all.filter(|all| all.len() == turns.len()).unwrap_or(times);
            track.rotation = keyed(times, turns, |a, b| a.abs_diff_eq(b, 1e-6));
        }
        let moved = |place: Vec3| !place.abs_diff_eq(rest.translation, 1e-6);
        if reached.moved[joint.index()]
            || kept && retargeter.moves(joint) && keys.clone().any(|key| moved(key.translation))
        {
            let places = keys.map(|key| key.translation).collect();
            track.translation = keyed(times, places, |a: Vec3, b| a.abs_diff_eq(b, 1e-6));
        }
        if track.rotation.is_some() || track.translation.is_some() {
            tracks.push(track);
        }
    }
    tracks
}

/// The joints that keeping feet turns or moves; none where they were not kept.
fn kept(retargeter: &Retargeter, between: Option<&Between>) -> Vec<JointIndex> {
    let Some(between) = between else { return Vec::new() };
    let bodies = retargeter.bodies.iter();
    let legs = bodies.flat_map(|(_, body)| KEPT.map(|bone| body.joint(bone))).flatten();
    let legs: Vec<JointIndex> = legs.collect();
    let twists = retargeter.twists.iter().filter(|twist| legs.contains(&twist.bone));
    let spread = twists.map(|twist| twist.joint);
    let between = between.frames.joints().map(|(joint, _)| joint);
    legs.iter().copied().chain(spread.collect::<Vec<_>>()).chain(between).collect()
}

/// All times in order, and of each which it is: those of the frames first, then those between.
fn order(frames: &[f32], between: &[f32]) -> (Arc<[f32]>, Vec<usize>) {
    let time = |n: &usize| frames.get(*n).copied().unwrap_or_else(|| between[*n - frames.len()]);
    let mut order: Vec<usize> = (0..frames.len() + between.len()).collect();
    order.sort_by(|a, b| time(a).total_cmp(&time(b)));
    (order.iter().map(time).collect(), order)
}

/// A track of values; both ends alone where they do not change, so that the clip keeps its length.
fn keyed<V: Copy>(times: &Arc<[f32]>, values: Vec<V>, same: impl Fn(V, V) -> bool) -> Option<Track<V>> {
    let first = *values.first()?;
    let (times, values) = match values.iter().all(|value| same(*value, first)) {
        true => ([times[0], times[times.len() - 1]].into(), vec![first; 2]),
        false => (times.clone(), values),
    };
    Track::new(Interpolation::Linear, 1, times, values).ok()
}

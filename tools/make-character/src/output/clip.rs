//! Conversion of baked clips.

use super::Part;
use super::model::joint;
use crate::motion::Take;
use glam::Vec3;
use sinew::character::MeshInstanceId;
use sinew::clip::{
    ClipEvent, ClipEvents, ClipEventsDescription, Interpolation, JointTrack, MorphTrack, RootPose, RootTrack,
    SyncMarker, Track, TrackError,
};
use sinew::{Character, RawClip};
use std::sync::Arc;

pub(super) fn clip(take: &Take, parts: &[Part], character: &Character) -> Result<RawClip, TrackError> {
    let times: Arc<[f32]> = take.times.as_slice().into();
    let mut joints = Vec::new();
    for (number, rotations) in &take.rotations {
        let keys = Track::new(Interpolation::Linear, 1, times.clone(), rotations.clone())?;
        let track = JointTrack::new(joint(character.skeleton(), *number));
        joints.push(JointTrack { rotation: Some(keys), ..track });
    }
    let hips = joint(character.skeleton(), take.hips_joint);
    let keys = Track::new(Interpolation::Linear, 1, times.clone(), take.hips.clone())?;
    match joints.iter_mut().find(|track| track.joint == hips) {
        Some(track) => track.translation = Some(keys),
        None => joints.push(JointTrack { translation: Some(keys), ..JointTrack::new(hips) }),
    }
    let mut morphs = Vec::new();
    for (instance, part) in parts.iter().enumerate() {
        let rows: Vec<_> = part
            .surface
            .morphs
            .iter()
            .map(|(name, _)| take.morphs.iter().find(|(moved, _)| moved == name).map(|(_, keys)| keys))
            .collect();
        if rows.iter().all(Option::is_none) {
            continue;
        }
        let row_at = |key: usize| rows.iter().map(move |row| row.map_or(0.0, |keys| keys[key]));
        let moved: Vec<&[f32]> = rows.iter().flatten().map(|keys| keys.as_slice()).collect();
        let kept = needed(&times, &moved);
        let values = kept.iter().flat_map(|key| row_at(*key)).collect();
        let times: Arc<[f32]> = kept.iter().map(|key| times[*key]).collect();
        let weights = Track::new(Interpolation::Linear, rows.len(), times, values)?;
        morphs.push(MorphTrack { instance: MeshInstanceId(instance as u32), weights });
    }
    let (events, root) = (events(take), root(take));
    Ok(RawClip { name: take.name.into(), joints, morphs, events, root_motion: root, ..RawClip::default() })
}

/// Largest error of a weight from left-out keys.
const WEIGHT_TOLERANCE: f32 = 1e-3;

/// Keys from which all others follow by linear interpolation: the face has many targets, and a key has a
/// weight of each.
fn needed(times: &[f32], rows: &[&[f32]]) -> Vec<usize> {
    let mut kept = vec![0];
    let follows = |from: usize, to: usize| {
        (from + 1..to).all(|key| {
            let share = (times[key] - times[from]) / (times[to] - times[from]);
            rows.iter().all(|row| {
                let between = row[from] + (row[to] - row[from]) * share;
                (between - row[key]).abs() <= WEIGHT_TOLERANCE
            })
        })
    };
    for key in 2..times.len() {
        let from = kept[kept.len() - 1];
        if !follows(from, key) {
            kept.push(key - 1);
        }
    }
    if times.len() > 1 {
        kept.push(times.len() - 1);
    }
    kept
}

/// Footsteps, as point events for sound and as sync markers.
fn events(take: &Take) -> ClipEvents {
    let length = take.times[take.times.len() - 1];
    let steps = || take.steps.iter().map(|&(share, side)| (share * length, side));
    let event = |(time, side)| ClipEvent { time, name: format!("step_{side}"), data: String::new() };
    let marker = |(time, side): (f32, &str)| SyncMarker { time, name: side.to_owned() };
    let (points, sync_markers) = (steps().map(event).collect(), steps().map(marker).collect());
    ClipEvents::from_description(&ClipEventsDescription { points, spans: Vec::new(), sync_markers })
        .expect("steps have their times")
}

/// Root motion: with the clip's own keys for a displacement over time, else with a key every few degrees,
/// since it is linear between keys.
fn root(take: &Take) -> Option<RootTrack> {
    let length = take.times[take.times.len() - 1];
    if let Some(travel) = take.travel {
        let pose = |t: &f32| RootPose { position: Vec3::Z * travel(*t), heading: 0.0 };
        return RootTrack::new(take.times.as_slice().into(), take.times.iter().map(pose).collect()).ok();
    }
    let path = take.path?;
    let keys = if path.turn == 0.0 { 1 } else { 32 };
    let times: Vec<f32> = (0..=keys).map(|key| length * key as f32 / keys as f32).collect();
    let poses =
        times.iter().map(|&t| RootPose { position: path.displacement(t), heading: path.turn * t }).collect();
    RootTrack::new(times.into(), poses).ok()
}

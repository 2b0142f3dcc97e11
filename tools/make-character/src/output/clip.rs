//! Clips.

use super::Part;
use super::model::joint;
use crate::motion::Take;
use sinew::clip::{Interpolation, JointTrack, MorphTrack, Track, TrackError};
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
        let values = (0..times.len()).flat_map(row_at).collect();
        let weights = Track::new(Interpolation::Linear, rows.len(), times.clone(), values)?;
        morphs.push(MorphTrack { instance, weights });
    }
    Ok(RawClip { name: take.name.into(), joints, morphs, ..RawClip::default() })
}

//! Tracks of clips that hold the rest pose, which need not be stored.

use sinew::clip::{Interpolation, JointTrack, MorphTrack, Track, TrackValue};
use sinew::glam::{Quat, Vec3};
use sinew::math::Transform;
use sinew::{Character, RawClip};

/// Largest difference from the rest pose: of positions and scales relative to their size, of rotations in radians.
const TOLERANCE: f32 = 1e-5;

/// The clips without tracks that hold the rest pose.
pub(super) fn without_rest_tracks(character: &Character, clips: &[RawClip]) -> Vec<RawClip> {
    clips.iter().map(|clip| without(character, clip)).collect()
}

fn without(character: &Character, clip: &RawClip) -> RawClip {
    let rest = |track: &JointTrack| character.skeleton().rest().get(track.joint.index()).copied();
    let mut left = clip.clone();
    left.joints.retain_mut(|track| {
        let Some(rest) = rest(track) else { return true };
        drop_components(track, &rest);
        track.translation.is_some() || track.rotation.is_some() || track.scale.is_some()
    });
    left.morphs.retain(|track| !holds_weights(character, track));
    let length = |clip: &RawClip| (clip.start(), clip.end());
    // A clip without tracks would be left out.
    if length(&left) == length(clip) && left.track_count() > 0 {
        return left;
    }
    // A clip lasts as long as its tracks: one of those that hold the rest pose stays.
    let lasts = |joints: Vec<JointTrack>, morphs: Vec<MorphTrack>| {
        length(&RawClip { joints, morphs, ..RawClip::default() }) == length(clip)
    };
    if let Some(track) = clip.joints.iter().find(|track| lasts(vec![(*track).clone()], Vec::new())) {
        left.joints.retain(|other| other.joint != track.joint);
        left.joints.push(track.clone());
        return left;
    }
    match clip.morphs.iter().find(|track| lasts(Vec::new(), vec![(*track).clone()])) {
        Some(track) => {
            left.morphs.push(track.clone());
            left
        }
        None => clip.clone(),
    }
}

/// Drops the components of a joint's track that hold its rest pose.
fn drop_components(track: &mut JointTrack, rest: &Transform) {
    let near = |a: Vec3, b: Vec3| a.distance(b) <= TOLERANCE * (1.0 + b.length());
    let turned = |a: Quat, b: Quat| 2.0 * (a - b).length().min((a + b).length()) <= TOLERANCE;
    track.translation.take_if(|keys| holds(keys, |value| near(value, rest.translation)));
    track.rotation.take_if(|keys| holds(keys, |value| turned(value, rest.rotation)));
    track.scale.take_if(|keys| holds(keys, |value| near(value, rest.scale)));
}

/// True where all values are those that `is_rest`; false for splines.
fn holds<V: TrackValue>(track: &Track<V>, is_rest: impl Fn(V) -> bool) -> bool {
    track.interpolation() != Interpolation::CubicSpline && track.values().iter().all(|value| is_rest(*value))
}

fn holds_weights(character: &Character, track: &MorphTrack) -> bool {
    let rest = character.rest_weights().row(track.instance);
    let row = |row: &[f32]| row.iter().zip(rest).all(|(a, b)| (a - b).abs() <= TOLERANCE);
    let weights = &track.weights;
    weights.interpolation() != Interpolation::CubicSpline
        && weights.width() == rest.len()
        && weights.values().chunks_exact(weights.width().max(1)).all(row)
}

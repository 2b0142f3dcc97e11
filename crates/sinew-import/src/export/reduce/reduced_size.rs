//! Size of a track in a glTF file, whole and with a part of its keys. Tracks of a clip that keep all keys
//! share their times; others have times of their own.

use sinew::RawClip;
use sinew::clip::{Interpolation, Track, TrackValue};
use std::collections::HashMap;

/// Bytes of the JSON of an accessor.
const ACCESSOR_BYTES: usize = 120;

/// Numbers of tracks of a clip with the same times.
pub(super) struct SharedTimes(HashMap<Vec<u32>, usize>);

impl SharedTimes {
    pub(super) fn of(clip: &RawClip) -> Self {
        let mut counts = HashMap::new();
        let mut add = |times: &[f32]| *counts.entry(bits(times)).or_insert(0) += 1;
        for track in &clip.joints {
            track.translation.iter().for_each(|track| add(track.times()));
            track.rotation.iter().for_each(|track| add(track.times()));
            track.scale.iter().for_each(|track| add(track.times()));
        }
        clip.morphs.iter().for_each(|track| add(track.weights.times()));
        Self(counts)
    }

    /// Number of tracks with the times of this one.
    pub(super) fn count<V: TrackValue>(&self, track: &Track<V>) -> usize {
        self.0.get(&bits(track.times())).copied().unwrap_or(1)
    }
}

/// True where a track that shares its times with `sharing` ones in all is smaller with `kept` of its keys.
pub(super) fn is_smaller<V: TrackValue>(track: &Track<V>, kept: usize, sharing: usize) -> bool {
    let keys = track.times().len();
    let rows = if track.interpolation() == Interpolation::CubicSpline { 3 } else { 1 };
    let row = rows * track.width() * size_of::<V>();
    let times = |keys: usize| keys * size_of::<f32>() + ACCESSOR_BYTES;
    kept * row + times(kept) < keys * row + times(keys) / sharing.max(1)
}

/// Bytes of the tracks of a clip.
pub(super) fn size_of_clip(clip: &RawClip) -> usize {
    fn values<V: TrackValue>(track: Option<&Track<V>>) -> usize {
        track.map_or(0, |track| size_of_val(track.values()))
    }
    let joints = clip.joints.iter().map(|track| {
        values(track.translation.as_ref()) + values(track.rotation.as_ref()) + values(track.scale.as_ref())
    });
    let morphs = clip.morphs.iter().map(|track| values(Some(&track.weights)));
    let times = SharedTimes::of(clip);
    let times = times.0.keys().map(|key| key.len() * size_of::<f32>() + ACCESSOR_BYTES);
    joints.chain(morphs).chain(times).sum()
}

fn bits(times: &[f32]) -> Vec<u32> {
    times.iter().map(|time| time.to_bits()).collect()
}

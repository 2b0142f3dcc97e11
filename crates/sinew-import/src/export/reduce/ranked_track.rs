//! Tracks whose keys are ranked once and then chosen for any tolerance.

use super::keys::{ErrorRange, KeyRanking, pick};
use super::reduced_size::{SharedTimes, is_smaller};
use sinew::clip::{JointTrack, Track, TrackValue};

/// Track with ranked keys.
pub(super) struct RankedTrack {
    keys: KeyRanking,
    /// Number of tracks of the clip with the same times.
    sharing: usize,
    /// Tolerance below which all keys count as equal and are kept.
    least: f32,
}

/// Tracks of a joint with ranked keys.
pub(super) struct RankedJoint {
    pub(super) translation: Option<RankedTrack>,
    pub(super) rotation: Option<RankedTrack>,
    pub(super) scale: Option<RankedTrack>,
}

impl RankedTrack {
    pub(super) fn new<V: TrackValue>(
        track: &Track<V>,
        range: ErrorRange,
        shared: &SharedTimes,
        error: impl FnMut(&Track<V>, f32) -> f32,
    ) -> Self {
        Self { keys: KeyRanking::new(track, range, error), sharing: shared.count(track), least: range.least }
    }

    /// The track with the keys that a tolerance keeps, or as it is where that is no larger.
    pub(super) fn reduced<V: TrackValue>(
        &self,
        track: &Track<V>,
        tolerance: f32,
        both_ends: bool,
    ) -> Track<V> {
        if tolerance < self.least {
            return track.clone();
        }
        let kept = self.keys.kept(tolerance, both_ends);
        match is_smaller(track, kept.len(), self.sharing) {
            true => pick(track, &kept).unwrap_or_else(|| track.clone()),
            false => track.clone(),
        }
    }
}

impl RankedJoint {
    pub(super) fn reduced(&self, track: &JointTrack, tolerance: f32, both_ends: bool) -> JointTrack {
        fn of<V: TrackValue>(
            pair: (&Option<RankedTrack>, &Option<Track<V>>),
            tolerance: f32,
            both_ends: bool,
        ) -> Option<Track<V>> {
            pair.0
                .as_ref()
                .zip(pair.1.as_ref())
                .map(|(ranked, track)| ranked.reduced(track, tolerance, both_ends))
        }
        JointTrack {
            joint: track.joint,
            translation: of((&self.translation, &track.translation), tolerance, both_ends),
            rotation: of((&self.rotation, &track.rotation), tolerance, both_ends),
            scale: of((&self.scale, &track.scale), tolerance, both_ends),
        }
    }
}

//! Tracks whose keys are ranked once and then chosen for any tolerance.

use super::keys::{ErrorRange, KeyRanking, pick};
use super::measure::MeasuredPoints;
use super::reduced_size::{SharedTimes, is_smaller};
use super::sensitivity::Sensitivity;
use sinew::clip::{JointTrack, MorphTrack, Track, TrackValue};
use sinew::{JointIndex, RawClip};

/// Track with ranked keys.
pub(super) struct RankedTrack {
    keys: KeyRanking,
    /// Number of tracks of the clip with the same times.
    sharing: usize,
    /// Tolerance below which keys are not told apart, so that all are kept.
    least: f32,
}

/// Tracks of a joint with ranked keys.
pub(super) struct RankedJoint {
    pub(super) translation: Option<RankedTrack>,
    pub(super) rotation: Option<RankedTrack>,
    pub(super) scale: Option<RankedTrack>,
}

/// Clip with ranked keys.
pub(super) struct RankedClip<'a> {
    clip: &'a RawClip,
    joints: Vec<RankedJoint>,
    morphs: Vec<RankedTrack>,
    /// Index of a track with the clip's first and last time, counting joints, then morphs.
    full_length: Option<usize>,
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
    fn reduced<V: TrackValue>(&self, track: &Track<V>, tolerance: f32, both_ends: bool) -> Track<V> {
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
    fn reduced(&self, track: &JointTrack, tolerance: f32, both_ends: bool) -> JointTrack {
        fn of<V: TrackValue>(
            own: (&Option<RankedTrack>, &Option<Track<V>>),
            tolerance: f32,
            both_ends: bool,
        ) -> Option<Track<V>> {
            own.0
                .as_ref()
                .zip(own.1.as_ref())
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

impl<'a> RankedClip<'a> {
    /// Ranks the keys of a clip. `morph_weight` is that of the errors of morph weights beside those of joints.
    pub(super) fn new(
        clip: &'a RawClip,
        sensitivity: &Sensitivity,
        points: &MeasuredPoints,
        morph_weight: f32,
        range: ErrorRange,
    ) -> Self {
        let shared = SharedTimes::of(clip);
        Self {
            clip,
            joints: clip.joints.iter().map(|track| sensitivity.joint(track, range, &shared)).collect(),
            morphs: (clip.morphs.iter())
                .map(|track| sensitivity.morph(track, points, morph_weight, range, &shared))
                .collect(),
            full_length: full_length_track(clip),
        }
    }

    /// The clip with the keys that the tolerances of its joints and that of its morph weights keep.
    pub(super) fn reduced(&self, tolerances: &[f32], morph_tolerance: f32) -> RawClip {
        let tolerance = |joint: JointIndex| tolerances.get(joint.index()).copied().unwrap_or(0.0);
        let clip = self.clip;
        let reduce = |keeps_ends: &dyn Fn(usize) -> bool| RawClip {
            name: clip.name.clone(),
            expressions: clip.expressions.clone(),
            gaze: clip.gaze.clone(),
            events: clip.events.clone(),
            root_motion: clip.root_motion.clone(),
            joints: (clip.joints.iter().zip(&self.joints).enumerate())
                .map(|(n, (track, ranked))| ranked.reduced(track, tolerance(track.joint), keeps_ends(n)))
                .collect(),
            morphs: (clip.morphs.iter().zip(&self.morphs).enumerate())
                .map(|(n, (track, ranked))| MorphTrack {
                    instance: track.instance,
                    weights: ranked.reduced(
                        &track.weights,
                        morph_tolerance,
                        keeps_ends(self.joints.len() + n),
                    ),
                })
                .collect(),
        };
        let reduced = reduce(&|_| false);
        // A loop runs from the first key to the last, so one track must keep both.
        if (reduced.start(), reduced.end()) == (clip.start(), clip.end()) {
            return reduced;
        }
        reduce(&|n| self.full_length.is_none_or(|track| n == track))
    }
}

fn full_length_track(clip: &RawClip) -> Option<usize> {
    let is_full_length = |joints: &[JointTrack], morphs: &[MorphTrack]| {
        let alone = RawClip { joints: joints.to_vec(), morphs: morphs.to_vec(), ..RawClip::default() };
        (alone.start(), alone.end()) == (clip.start(), clip.end())
    };
    let joint = clip.joints.iter().position(|t| is_full_length(std::slice::from_ref(t), &[]));
    let morph = || clip.morphs.iter().position(|t| is_full_length(&[], std::slice::from_ref(t)));
    joint.or_else(|| morph().map(|n| clip.joints.len() + n))
}

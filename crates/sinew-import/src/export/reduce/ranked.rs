//! Clips whose keys are ranked once and then chosen for any tolerance.

use super::keys::ErrorRange;
use super::measure::MeasuredPoints;
use super::ranked_track::{RankedJoint, RankedTrack};
use super::reduced_size::SharedTimes;
use super::sensitivity::Sensitivity;
use sinew::clip::{JointTrack, MorphTrack};
use sinew::{JointId, RawClip};

/// Clip with ranked keys.
pub(super) struct RankedClip<'a> {
    clip: &'a RawClip,
    joints: Vec<RankedJoint>,
    morphs: Vec<RankedTrack>,
    /// Index of a track with the clip's first and last time, counting joints, then morphs.
    full_length: Option<usize>,
}

impl<'a> RankedClip<'a> {
    /// Ranks the keys of a clip. `morph_weight` is that of the errors of morph weights beside those of
    /// joints.
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
        let tolerance = |joint: JointId| tolerances.get(joint.index()).copied().unwrap_or(0.0);
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

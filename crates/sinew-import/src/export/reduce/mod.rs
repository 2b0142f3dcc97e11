//! Key reduction of clips within a tolerance that is measured at vertices and around joints. Each track gets a share of the
//! error of its joint chain. Errors seldom accumulate, so the shares start large; where the measured error is too large, the
//! shares of the chain are reduced until the tolerance holds.

mod keys;
mod measure;
mod sensitivity;

use crate::Report;
use measure::{ClipError, MeasuredPoints, clip_error, times};
use sensitivity::Sensitivity;
use sinew::clip::{JointTrack, MorphTrack};
use sinew::{Character, JointIndex, RawClip, Skeleton};

/// Initial share. With a share of 1, the tracks of a chain reach at most the tolerance together.
const INITIAL_SHARE: f32 = 16.0;
/// Largest number of reductions of the shares, after which a clip is kept as it is.
const MAX_ROUNDS: usize = 48;
/// Range of the factor by which shares are reduced.
const REDUCTION_FACTOR: std::ops::RangeInclusive<f32> = 0.5..=0.85;
/// Fraction of the tolerance that is used, as a margin for errors between the measured times.
const SAFETY_FACTOR: f32 = 0.95;
/// Fraction of the tolerance for morph targets, if a clip animates joints and morphs.
const MORPH_SHARE: f32 = 0.25;

/// Removes keys of all clips within a tolerance of `error` metres.
pub(super) fn reduce(
    character: &Character,
    clips: &[RawClip],
    error: f32,
    report: &mut Report,
) -> Vec<RawClip> {
    let points = MeasuredPoints::new(character);
    let mut max_error = 0.0f32;
    let reduced = clips.iter().map(|clip| {
        let (reduced, error) = reduce_clip(character, &points, clip, error);
        max_error = max_error.max(error);
        reduced
    });
    let reduced: Vec<RawClip> = reduced.collect();
    let keys = |clips: &[RawClip]| clips.iter().map(RawClip::key_count).sum::<usize>();
    let (left, all) = (keys(&reduced), keys(clips));
    let message = format!("{left} of {all} keys are kept; the largest error is {:.3} mm", max_error * 1e3);
    report.info("export-reduced", "/clips", message);
    reduced
}

/// Reduced clip and its error in metres.
fn reduce_clip(character: &Character, points: &MeasuredPoints, clip: &RawClip, error: f32) -> (RawClip, f32) {
    let times = times(clip);
    let sensitivity = Sensitivity::new(character, points, clip, &times);
    let error = error * SAFETY_FACTOR;
    let morph_error = match (clip.morphs.is_empty(), clip.joints.is_empty()) {
        (true, _) => 0.0,
        (false, true) => error,
        (false, false) => error * MORPH_SHARE,
    };
    let joint_error = error - morph_error;
    let mut shares = vec![INITIAL_SHARE; character.skeleton().len()];
    for _ in 0..MAX_ROUNDS {
        let joint_errors: Vec<f32> = shares.iter().map(|share| share * joint_error).collect();
        let reduced = reduce_tracks(clip, &sensitivity, points, &joint_errors, morph_error);
        let measured = clip_error(character, points, clip, &reduced, &times);
        if measured.max() <= error {
            // Tangents of splines count over longer spans.
            let is_posable = reduced.first_unposable(character.skeleton()).is_none();
            return if is_posable { (reduced, measured.max()) } else { (clip.clone(), 0.0) };
        }
        shrink(character.skeleton(), &measured, joint_error, &mut shares);
    }
    (clip.clone(), 0.0)
}

/// Reduces the shares of joints with too large errors, and of their ancestors.
fn shrink(skeleton: &Skeleton, measured: &ClipError, error: f32, shares: &mut [f32]) {
    let mut steps = vec![1.0f32; shares.len()];
    for (start, &off) in skeleton.joints().zip(&measured.joints) {
        if off <= error {
            continue;
        }
        let step = (error / off).clamp(*REDUCTION_FACTOR.start(), *REDUCTION_FACTOR.end());
        for joint in std::iter::successors(Some(start), |&joint| skeleton.parent(joint)) {
            if let Some(smallest) = steps.get_mut(joint.index()) {
                *smallest = smallest.min(step);
            }
        }
    }
    shares.iter_mut().zip(steps).for_each(|(share, step)| *share *= step);
}

/// Clip with reduced tracks, within the given errors of joints and morph weights.
fn reduce_tracks(
    clip: &RawClip,
    sensitivity: &Sensitivity,
    points: &MeasuredPoints,
    joint_errors: &[f32],
    morph_error: f32,
) -> RawClip {
    let error = |joint: JointIndex| joint_errors.get(joint.index()).copied().unwrap_or(0.0);
    let reduce = |keeps_ends: &dyn Fn(usize) -> bool| RawClip {
        joints: (clip.joints.iter().enumerate())
            .map(|(n, t)| sensitivity.joint(t, error(t.joint), keeps_ends(n)))
            .collect(),
        morphs: (clip.morphs.iter().enumerate())
            .map(|(n, t)| sensitivity.morph(t, points, morph_error, keeps_ends(clip.joints.len() + n)))
            .collect(),
        ..clip.clone()
    };
    let reduced = reduce(&|_| false);
    // A loop runs from the first key to the last, so one track must keep both.
    if (reduced.start(), reduced.end()) == (clip.start(), clip.end()) {
        return reduced;
    }
    let full_length = full_length_track(clip);
    reduce(&|n| full_length.is_none_or(|track| n == track))
}

/// Index of a track with the clip's first and last time, counting joints, then morphs.
fn full_length_track(clip: &RawClip) -> Option<usize> {
    let is_full_length = |joints: &[JointTrack], morphs: &[MorphTrack]| {
        let alone = RawClip { joints: joints.to_vec(), morphs: morphs.to_vec(), ..RawClip::default() };
        (alone.start(), alone.end()) == (clip.start(), clip.end())
    };
    let joint = clip.joints.iter().position(|t| is_full_length(std::slice::from_ref(t), &[]));
    let morph = || clip.morphs.iter().position(|t| is_full_length(&[], std::slice::from_ref(t)));
    joint.or_else(|| morph().map(|n| clip.joints.len() + n))
}

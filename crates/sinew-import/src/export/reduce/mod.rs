//! Key reduction of clips within a tolerance that is measured at vertices and around joints. The keys of each track are ranked once, by the
//! error that each prevents. One number chooses among all tracks: the largest one of a fixed row at which the measured error stays within
//! the tolerance. A looser tolerance therefore keeps a part of the keys of a tighter one.

mod keys;
mod measure;
mod ranked;
mod reduced_size;
mod sensitivity;

use crate::Report;
use keys::ErrorRange;
use measure::{MeasuredPoints, clip_error, times};
use ranked::RankedClip;
use sensitivity::Sensitivity;
use sinew::{Character, RawClip};

/// Errors of the tracks of a chain seldom add up: the search begins with shares that reach this multiple of the tolerance together.
const FIRST_SHARE: f32 = 16.0;
/// Last share of the search, after which a clip is kept as it is.
const LAST_SHARE: f32 = 1.0 / 64.0;
/// Steps of the row of numbers per factor of 2.
const STEPS: f32 = 4.0;
/// Fraction of the tolerance that is used, as a margin for errors between the measured times.
const SAFETY_FACTOR: f32 = 0.95;
/// Fraction of the tolerance for morph targets, if a clip animates joints and morphs.
const MORPH_SHARE: f32 = 0.25;
/// Number of times at which a clip is measured before all of its times are.
const FEW_TIMES: usize = 2048;
/// Number of times that are measured until it is seen whether the error is too large already.
const TIMES_AT_ONCE: usize = 4096;

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
    let error = error * SAFETY_FACTOR;
    let times = times(clip);
    let few = spread(&times, FEW_TIMES);
    let sensitivity = Sensitivity::new(character, points, clip, &few);
    let morph_weight = if clip.joints.is_empty() { FIRST_SHARE } else { FIRST_SHARE / MORPH_SHARE };
    let range = ErrorRange { least: error * LAST_SHARE, most: points.size };
    let ranked = RankedClip::new(clip, &sensitivity, points, morph_weight, range);
    let mut keys = usize::MAX;
    for share in shares(error) {
        let reduced = ranked.reduced(share.min(points.size));
        // The same keys as before, which were too few.
        if std::mem::replace(&mut keys, reduced.key_count()) == keys {
            continue;
        }
        let measure = |times: &[f32]| clip_error(character, points, clip, &reduced, times);
        let mut measured = measure(&few);
        if few.len() < times.len() {
            for part in times.chunks(TIMES_AT_ONCE) {
                if measured > error {
                    break;
                }
                measured = measured.max(measure(part));
            }
        }
        if measured <= error {
            // Tangents of splines count over longer spans.
            let is_posable = reduced.first_unposable(character.skeleton()).is_none();
            return if is_posable { (reduced, measured) } else { (clip.clone(), 0.0) };
        }
    }
    (clip.clone(), 0.0)
}

/// Numbers of a fixed row, from the one below the first share of an error down to the last one.
fn shares(error: f32) -> impl Iterator<Item = f32> {
    let number = |share: f32| (share * error).max(f32::MIN_POSITIVE).log2() * STEPS;
    let (first, last) = (number(FIRST_SHARE).floor() as i32, number(LAST_SHARE).ceil() as i32);
    (last..=first).rev().map(|n| (n as f32 / STEPS).exp2())
}

/// Up to `count` of the times, evenly.
fn spread(times: &[f32], count: usize) -> Vec<f32> {
    times.iter().copied().step_by(times.len().div_ceil(count).max(1)).collect()
}

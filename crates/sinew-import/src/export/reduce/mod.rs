//! Key reduction of clips within a tolerance that is measured at vertices and around joints. The keys of each
//! track are ranked once, by the error that each prevents, and chosen by a share of the error of its joint
//! chain. Errors seldom accumulate, so the shares start large; where the measured error is too large, the
//! shares of the chain are reduced until the tolerance holds. Tolerances are those of a fixed row: of some
//! below the given one, the smallest result is taken, so that a looser tolerance never gives a larger one.

mod keys;
mod measure;
mod ranked;
mod ranked_track;
mod reduced_size;
mod sensitivity;

use crate::Report;
use keys::ErrorRange;
pub(super) use measure::{
    ClipError, MeasuredPoints, Player, add_clip_error, stretch, times as measured_times,
};
use ranked::RankedClip;
use reduced_size::size_of_clip;
pub(super) use sensitivity::Sensitivity;
use sinew::{Character, RawClip, Skeleton};

/// Initial share. With a share of 1, the tracks of a chain reach at most the tolerance together.
const INITIAL_SHARE: f32 = 16.0;
/// Share below which all keys of a track are kept.
const LAST_SHARE: f32 = 1.0 / 16.0;
/// Largest number of reductions of the shares, after which a clip is kept as it is.
const MAX_ROUNDS: usize = 48;
/// Range of the factor by which shares are reduced.
const REDUCTION_FACTOR: std::ops::RangeInclusive<f32> = 0.5..=0.85;
/// Tolerances of the row per factor of 2, and number of those that are tried.
const STEPS: f32 = 8.0;
const TRIED: i32 = 4;
/// Fraction of the tolerance that is used, as a margin for errors between the measured times.
const SAFETY_FACTOR: f32 = 0.95;
/// Fraction of the tolerance for morph targets, if a clip animates joints and morphs.
const MORPH_SHARE: f32 = 0.25;
/// Number of times at which a clip is measured before all of its times are.
const FEW_TIMES: usize = 2048;
/// Number of times that are measured until it is seen whether the error is too large already.
const TIMES_AT_ONCE: usize = 4096;
/// Number of times beyond which one tolerance alone is tried.
const MANY_TIMES: usize = 40_000;

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
    let times = measured_times(clip);
    let few = few_times(&times);
    let sensitivity = Sensitivity::new(character, points, clip, &few);
    let steps = |error: f32| error.max(f32::MIN_POSITIVE).log2() * STEPS;
    let first = steps(error * SAFETY_FACTOR).floor() as i32;
    let last = if times.len() > MANY_TIMES { first } else { first - TRIED + 1 };
    let row = (last..=first).rev().map(|step| (step as f32 / STEPS).exp2());
    let least = (last as f32 / STEPS).exp2() * LAST_SHARE;
    let range = ErrorRange { least, most: points.size.max(2.0 * least) };
    let measured = Measured { character, points, clip, times: &times, few: &few };
    let ranked = RankedClip::new(clip, &sensitivity, points, 1.0, range);
    let mut best = (clip.clone(), 0.0);
    let mut smallest = size_of_clip(clip);
    for error in row {
        let Some(found) = measured.fit(&ranked, error, smallest) else { continue };
        smallest = size_of_clip(&found.0);
        best = found;
    }
    best
}

/// Clip with the times at which it is measured.
struct Measured<'a> {
    character: &'a Character,
    points: &'a MeasuredPoints,
    clip: &'a RawClip,
    times: &'a [f32],
    /// Some of the times.
    few: &'a [f32],
}

impl Measured<'_> {
    /// The clip with few keys and an error of at most `error`, with that error; `None` where it would not be
    /// smaller than `smallest`.
    fn fit(&self, ranked: &RankedClip<'_>, error: f32, smallest: usize) -> Option<(RawClip, f32)> {
        let Self { character, clip, .. } = self;
        let morph_error = match (clip.morphs.is_empty(), clip.joints.is_empty()) {
            (true, _) => 0.0,
            (false, true) => error,
            (false, false) => error * MORPH_SHARE,
        };
        let joint_error = error - morph_error;
        let mut shares = vec![INITIAL_SHARE; character.skeleton().len()];
        for _ in 0..MAX_ROUNDS {
            let tolerances: Vec<f32> = shares.iter().map(|share| share * joint_error).collect();
            let reduced = ranked.reduced(&tolerances, morph_error);
            // More keys do not make it smaller.
            if size_of_clip(&reduced) >= smallest {
                return None;
            }
            let measured = self.error(&reduced, error);
            if measured.max() <= error {
                // Tangents of splines count over longer spans.
                let is_posable = reduced.first_unposable(character.skeleton()).is_none();
                return is_posable.then(|| (reduced, measured.max()));
            }
            if !shrink(character.skeleton(), &measured, joint_error, &mut shares) {
                return None;
            }
        }
        None
    }

    /// Error of a reduced clip: at some times, and at all of them while it is within `bound`.
    fn error(&self, reduced: &RawClip, bound: f32) -> ClipError {
        let mut error = ClipError::none(self.character.skeleton().len());
        let add = |times: &[f32], error: &mut ClipError| {
            add_clip_error(self.character, self.points, (self.clip, reduced), times, error);
        };
        add(self.few, &mut error);
        if self.few.len() < self.times.len() {
            for part in self.times.chunks(TIMES_AT_ONCE) {
                if error.max() > bound {
                    break;
                }
                add(part, &mut error);
            }
        }
        error
    }
}

/// Reduces the shares of joints with too large errors, and of their ancestors. False where no joint has one.
fn shrink(skeleton: &Skeleton, measured: &ClipError, error: f32, shares: &mut [f32]) -> bool {
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
    shares.iter_mut().zip(&steps).for_each(|(share, step)| *share *= step);
    steps.iter().any(|step| *step < 1.0)
}

/// Some of the times, evenly.
pub(super) fn few_times(times: &[f32]) -> Vec<f32> {
    times.iter().copied().step_by(times.len().div_ceil(FEW_TIMES).max(1)).collect()
}

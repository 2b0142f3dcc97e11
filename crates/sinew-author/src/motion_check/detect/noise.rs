//! Noise of captures and jitter of the root.
//!
//! White noise of deviation σ makes third differences of deviation √20·σ, of which neighbours have a correlation of
//! −3/4; in smooth motion neighbours are alike. So noise is where third differences alternate, and their median
//! length tells its size. Differences over one and over several frames are judged, for files with more frames than
//! their noise.

use super::jump::lags;
use crate::motion_check::frames::Frames;
use crate::motion_check::motion::Motion;
use crate::motion_check::outcome::{Fault, Outcome};
use crate::motion_check::poses::{PointPath, Poses};
use crate::motion_check::spans::{Span, spans};
use crate::motion_check::{MotionCheckSettings, MotionFault, MotionFix, MotionUnit};
use glam::Vec3;
use sinew::skeleton::JointId;

/// Time over which noise is measured, seconds.
const WINDOW: f32 = 0.5;
/// Least number of differences in it.
const MIN_SAMPLES: usize = 14;
/// Largest correlations of neighbouring second and third differences of noise. Its second differences are mixed with
/// those of the motion; those of straight lines between keys, at twice their rate, have none.
const MAX_CORRELATIONS: [f64; 2] = [-0.05, -0.5];
/// The same over several frames, where the corners of curves between keys may alternate.
const MAX_CORRELATIONS_OVER_FRAMES: [f64; 2] = [-0.4, -0.6];
/// Least share of neighbours that point against each other.
const MIN_ALTERNATING: f64 = 0.7;
/// Deviation of noise in space, relative to the median length of its third differences: that of Maxwell's
/// distribution is 1.538 times the deviation along an axis.
const OF_MEDIAN: f32 = 0.2518;
/// Largest noise, body heights: more is fast motion in few frames.
const MAX_SIZE: f32 = 0.04;
/// Distance from the root at which its turns count, body heights along each axis.
const ROOT_LEVER: f32 = 0.2;
/// Time between noises that are one fault, seconds.
const GAP: f32 = 0.5;

/// Least share of joints with a key in every frame: keys of animators are no noise.
const MIN_DENSE: f32 = 0.5;

/// Finds noise and jitter. Copied frames, which alternate as well, are none.
pub(in crate::motion_check) fn check(
    motion: &Motion,
    poses: &Poses,
    standstills: &[Span],
    settings: &MotionCheckSettings,
    outcome: &mut Outcome<'_>,
) {
    let (body, frames) = (outcome.body, outcome.frames);
    let (seen, dense) = motion
        .seen(body)
        .fold((0, 0), |(seen, dense), column| (seen + 1, dense + usize::from(column.is_dense)));
    let Some(anchor) = poses.anchor().filter(|_| dense as f32 >= MIN_DENSE * seen as f32 && seen > 0) else {
        return;
    };
    let gap = frames.steps(GAP);
    let limits = [settings.max_root_jitter, settings.max_noise].map(|share| share * body.height);
    let mut all = [vec![0.0f32; frames.len()], vec![0.0f32; frames.len()]];
    let mut found: [Vec<(JointId, Span)>; 2] = Default::default();
    let turned = |k: usize| anchor.positions[k] + anchor.rotations[k] * Vec3::splat(ROOT_LEVER * body.height);
    let relative = |point: &PointPath, k: usize| {
        anchor.rotations[k].inverse() * (point.positions[k] - anchor.positions[k])
    };
    let mut judge = |kind: usize, joint: JointId, position: &dyn Fn(usize) -> Vec3| {
        let mut noise = noise_of(position, frames);
        noise.iter_mut().filter(|size| **size > MAX_SIZE * body.height).for_each(|size| *size = 0.0);
        found[kind].extend(spans(&noise, limits[kind], gap).into_iter().map(|span| (joint, span)));
        all[kind].iter_mut().zip(noise).for_each(|(all, value)| *all = all.max(value));
    };
    judge(0, anchor.joint, &|k| anchor.positions[k]);
    judge(0, anchor.joint, &turned);
    for point in poses.points.iter().filter(|point| !point.is_stepped && !body.is_root[point.joint.index()]) {
        judge(1, point.joint, &|k| relative(point, k));
    }
    let kinds = [MotionFault::RootJitter, MotionFault::Noise];
    let is_copied = |span: &Span| standstills.iter().any(|other| other.overlaps(span, 0));
    found.iter_mut().for_each(|found| found.retain(|(_, span)| !is_copied(span)));
    for (((fault, bound), found), all) in kinds.into_iter().zip(limits).zip(found).zip(all) {
        add(fault, bound, found, gap, outcome);
        outcome.add_series(fault, None, (MotionUnit::Metres, bound), all);
    }
}

/// Adds noises at the same time as one finding.
fn add(
    fault: MotionFault,
    bound: f32,
    mut found: Vec<(JointId, Span)>,
    gap: usize,
    outcome: &mut Outcome<'_>,
) {
    found.sort_by_key(|(joint, span)| (span.first, *joint));
    let mut groups: Vec<(Span, JointId, Vec<JointId>)> = Vec::new();
    for (joint, span) in found {
        match groups.last_mut().filter(|(other, ..)| other.overlaps(&span, gap)) {
            Some((other, worst, joints)) => {
                if span.size > other.size {
                    *worst = joint;
                }
                *other = other.joined(span);
                if !joints.contains(&joint) {
                    joints.push(joint);
                }
            }
            None => groups.push((span, joint, vec![joint])),
        }
    }
    for (span, joint, joints) in groups {
        let (name, size) = (outcome.body.name(joint), MotionUnit::Metres.show(span.size));
        let message = match joints.len() {
            1 => format!("\"{name}\" trembles by {size}"),
            count => format!("{count} joints tremble, \"{name}\" most, by {size}"),
        };
        outcome.add(Fault {
            fault,
            joint: Some(joint),
            joints: joints.len(),
            span,
            bound,
            unit: MotionUnit::Metres,
            message,
            fix: Some(MotionFix::Smooth),
        });
    }
}

/// Noise around each key of a track with keys at these even times, at least one, at which a point is at `position`:
/// in the unit of that.
pub(crate) fn noise_of_track(times: &[f32], position: &dyn Fn(usize) -> Vec3) -> Vec<f32> {
    noise_of(position, &Frames::even(times))
}

/// Noise of a point around each frame, metres.
fn noise_of(position: &dyn Fn(usize) -> Vec3, frames: &Frames) -> Vec<f32> {
    let mut noise = vec![0.0f32; frames.len()];
    let positions: Vec<Vec3> = (0..frames.len()).map(position).collect();
    for lag in lags(frames.interval) {
        // Between keys that are farther apart, lines make corners that alternate.
        if lag as f32 * frames.interval > 0.8 * frames.key_interval {
            raise(&positions, lag, frames.steps(WINDOW), &mut noise);
        }
    }
    noise
}

/// Third differences over `lag` frames; the first is around frame `lag`.
fn third_differences(positions: &[Vec3], lag: usize) -> Vec<Vec3> {
    let count = positions.len().saturating_sub(3 * lag);
    let at = |k: usize| positions[k];
    (0..count).map(|k| at(k + 3 * lag) - at(k) + 3.0 * (at(k + lag) - at(k + 2 * lag))).collect()
}

/// Second differences over `lag` frames; the first is around frame `lag`.
fn second_differences(positions: &[Vec3], lag: usize) -> Vec<Vec3> {
    let count = positions.len().saturating_sub(2 * lag);
    (0..count).map(|k| positions[k + 2 * lag] - 2.0 * positions[k + lag] + positions[k]).collect()
}

/// Sums up to each index, so that those of windows cost the same whatever their length.
struct Sums(Vec<f64>);

impl Sums {
    fn of(values: impl Iterator<Item = f32>) -> Self {
        let mut sum = 0.0;
        let sums = values.map(|value| {
            sum += f64::from(value);
            sum
        });
        Self(std::iter::once(0.0).chain(sums).collect())
    }

    fn between(&self, first: usize, last: usize) -> f64 {
        self.0[last] - self.0[first]
    }
}

/// Products of each difference with the one `lag` later.
fn products(differences: &[Vec3], lag: usize) -> impl Iterator<Item = f32> {
    let after = move |k: usize| differences.get(k + lag).copied().unwrap_or(Vec3::ZERO);
    (0..differences.len()).map(move |k| differences[k].dot(after(k)))
}

/// Raises `noise` to what the differences tell in a window around each frame.
fn raise(positions: &[Vec3], lag: usize, window: usize, noise: &mut [f32]) {
    let (seconds, thirds) = (second_differences(positions, lag), third_differences(positions, lag));
    let count = thirds.len();
    let window = window.max(MIN_SAMPLES);
    if count < window + 2 * lag {
        return;
    }
    let limits = if lag == 1 { MAX_CORRELATIONS } else { MAX_CORRELATIONS_OVER_FRAMES };
    let squares = [&seconds, &thirds].map(|differences| Sums::of(products(differences, 0)));
    let next = [&seconds, &thirds].map(|differences| Sums::of(products(differences, lag)));
    let after_next = Sums::of(products(&thirds, 2 * lag));
    let against = Sums::of(products(&thirds, lag).map(|product| f32::from(u8::from(product < 0.0))));
    let mut lengths = Vec::with_capacity(window);
    for first in 0..=count - window - 2 * lag {
        let last = first + window;
        let correlation =
            [0, 1].map(|n| next[n].between(first, last) / squares[n].between(first, last).max(1e-30));
        let is_noise = correlation[0] < limits[0]
            && correlation[1] < limits[1]
            && against.between(first, last) >= MIN_ALTERNATING * window as f64
            // Every other one is alike; in fast motion of few frames it is not.
            && after_next.between(first, last) > 0.0;
        if !is_noise {
            continue;
        }
        // The median, so that a single jump is no noise.
        lengths.clear();
        lengths.extend(thirds[first..last].iter().map(|difference| difference.length()));
        let middle = lengths.len() / 2;
        let size = *lengths.select_nth_unstable_by(middle, f32::total_cmp).1 * OF_MEDIAN;
        for frame in first + lag..(last + lag).min(noise.len()) {
            noise[frame] = noise[frame].max(size);
        }
    }
}

//! Noise of captures and jitter of the root.
//!
//! White noise of deviation σ makes second differences of deviation √6·σ, of which neighbours have a correlation of
//! −2/3; in smooth motion neighbours are alike. So noise is where second differences alternate, and their median
//! length tells its size. Differences over one and over several frames are judged, for files with more frames than
//! their noise.

use super::jump::lags;
use crate::motion_check::frames::Frames;
use crate::motion_check::motion::Motion;
use crate::motion_check::outcome::{Fault, Outcome};
use crate::motion_check::poses::{PointPath, Poses};
use crate::motion_check::spans::{Span, spans};
use crate::motion_check::{MotionFault, MotionFix, MotionSettings, MotionUnit};
use glam::Vec3;
use sinew::skeleton::JointId;

/// Time over which noise is measured, seconds.
const WINDOW: f32 = 0.5;
/// Least number of differences in it.
const MIN_SAMPLES: usize = 14;
/// Largest correlation of neighbouring second differences of noise.
const MAX_CORRELATION: f32 = -0.4;
/// Least share of neighbours that point against each other.
const MIN_ALTERNATING: f32 = 0.65;
/// Deviation of noise in space, relative to the median length of its second differences: that of Maxwell's
/// distribution is 1.538 times the deviation along an axis.
const OF_MEDIAN: f32 = 0.4598;
/// Distance from the root at which its turns count, body heights along each axis.
const ROOT_LEVER: f32 = 0.2;
/// Time between noises that are one fault, seconds.
const GAP: f32 = 0.5;

/// Least share of joints with a key in every frame: keys of animators are no noise.
const MIN_DENSE: f32 = 0.5;

/// Finds noise and jitter.
pub(in crate::motion_check) fn check(
    motion: &Motion,
    poses: &Poses,
    settings: &MotionSettings,
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
        let noise = noise_of(position, frames);
        found[kind].extend(spans(&noise, limits[kind], gap).into_iter().map(|span| (joint, span)));
        all[kind].iter_mut().zip(noise).for_each(|(all, value)| *all = all.max(value));
    };
    judge(0, anchor.joint, &|k| anchor.positions[k]);
    judge(0, anchor.joint, &turned);
    for point in poses.points.iter().filter(|point| !point.is_stepped && !body.is_root[point.joint.index()]) {
        judge(1, point.joint, &|k| relative(point, k));
    }
    let kinds = [MotionFault::RootJitter, MotionFault::Noise];
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

/// Noise of a point around each frame, metres.
fn noise_of(position: &dyn Fn(usize) -> Vec3, frames: &Frames) -> Vec<f32> {
    let mut noise = vec![0.0f32; frames.len()];
    let positions: Vec<Vec3> = (0..frames.len()).map(position).collect();
    for lag in lags(frames.interval) {
        raise(&second_differences(&positions, lag), lag, frames.steps(WINDOW), &mut noise);
    }
    noise
}

/// Second differences over `lag` frames; the first belongs to frame `lag`.
fn second_differences(positions: &[Vec3], lag: usize) -> Vec<Vec3> {
    let count = positions.len().saturating_sub(2 * lag);
    (0..count).map(|k| positions[k + 2 * lag] - 2.0 * positions[k + lag] + positions[k]).collect()
}

/// Raises `noise` to what the second differences tell in a window around each frame.
fn raise(differences: &[Vec3], lag: usize, window: usize, noise: &mut [f32]) {
    let count = differences.len();
    let window = window.max(MIN_SAMPLES);
    if count < window + lag {
        return;
    }
    // Sums up to each index, so that windows cost the same whatever their length.
    let mut lengths = Vec::with_capacity(window);
    let (mut squares, mut products, mut against) = (vec![0.0f64], vec![0.0f64], vec![0u32]);
    for k in 0..count {
        let next = differences.get(k + lag).copied().unwrap_or(Vec3::ZERO);
        let product = differences[k].dot(next);
        squares.push(squares[k] + f64::from(differences[k].length_squared()));
        products.push(products[k] + f64::from(product));
        against.push(against[k] + u32::from(product < 0.0));
    }
    for first in 0..=count - window - lag {
        let last = first + window;
        let square = squares[last] - squares[first];
        let product = products[last] - products[first];
        let alternating = (against[last] - against[first]) as f32 / window as f32;
        if !(product < f64::from(MAX_CORRELATION) * square && alternating >= MIN_ALTERNATING) {
            continue;
        }
        // The median, so that a single jump is no noise.
        lengths.clear();
        lengths.extend(differences[first..last].iter().map(|difference| difference.length()));
        let middle = lengths.len() / 2;
        let size = *lengths.select_nth_unstable_by(middle, f32::total_cmp).1 * OF_MEDIAN;
        for frame in first + lag..(last + lag).min(noise.len()) {
            noise[frame] = noise[frame].max(size);
        }
    }
}

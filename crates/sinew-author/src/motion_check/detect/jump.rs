//! Jumps of joints: pops and flips.
//!
//! A jump is a change from one frame to the next that neither the frames before nor those after continue: of
//! the changes Δₖ of a position, the smaller of |Δₖ − Δₖ₋₁| and |Δₖ − Δₖ₊₁|. Corners of linear keys, landings and
//! hits change a velocity once and leave one of both small. Fast motion has such changes around it too: against the
//! median of the six neighbours, the second largest of them, times a factor, is allowed. To judge a value by ranks
//! of its neighbours is the idea of the Hampel filter (F. R. Hampel, *The Influence Curve and its Role in Robust
//! Estimation*, 1974). Changes over several frames are judged alike, up to the interval of film, so that a file
//! with more frames shows the same jumps.

use crate::motion_check::body::CheckedBody;
use crate::motion_check::frames::Frames;
use crate::motion_check::outcome::{Fault, Outcome};
use crate::motion_check::poses::{PointPath, Poses};
use crate::motion_check::spans::{Span, spans};
use crate::motion_check::{MotionCheckSettings, MotionFault, MotionFix, MotionUnit};
use glam::{Quat, Vec3};
use sinew::internal::ops;
use sinew::skeleton::JointId;

/// Longest time of a jump, seconds.
const MAX_JUMP: f32 = 0.042;
/// Acceleration of a body that moves fast, body heights per second²: 30 m/s² of an adult, whose hands reach several
/// times as much in a blow, and then show it around.
const MAX_ACCELERATION: f32 = 18.0;
/// The same of turns, radians per second².
const MAX_TURN_ACCELERATION: f32 = 150.0;
/// Changes that are allowed, relative to the second largest around.
const ALLOWED: f32 = 2.0;
/// The same for the first and the last change of a clip.
const ALLOWED_AT_END: f32 = 4.0;
/// Frames on either side that tell how fast the motion is.
const AROUND: usize = 3;
/// Time between jumps that are one fault, seconds.
const GAP: f32 = 0.12;
/// Time from either end of a clip in which a jump comes from a pose that does not belong to the motion, seconds.
pub(crate) const AT_END: f32 = 0.12;
/// Part of the largest jump from which on the joint nearest to the root is at fault.
const AT_FAULT: f32 = 0.5;

/// Jumps of one fault that happen at once.
struct Group {
    span: Span,
    /// Joints with their largest jumps.
    joints: Vec<(JointId, f32)>,
}

/// Finds pops and flips. Those of the joints and frames of `explained` are part of another fault.
pub(in crate::motion_check) fn check(
    poses: &Poses,
    explained: &[(Span, Vec<bool>)],
    settings: &MotionCheckSettings,
    outcome: &mut Outcome<'_>,
) {
    let frames = outcome.frames;
    if frames.len() < 5 {
        return;
    }
    let max_pop = settings.max_pop * outcome.body.height;
    let bounds = [(MotionUnit::Radians, settings.max_flip), (MotionUnit::Metres, max_pop)];
    let gap = frames.steps(GAP);
    let mut series = [vec![0.0f32; frames.len()], vec![0.0f32; frames.len()]];
    let mut found: [Vec<(Span, JointId)>; 2] = Default::default();
    for point in poses.points.iter().filter(|point| !point.is_stepped) {
        let values =
            [flips(point, frames, settings.max_flip), pops(point, frames, max_pop, outcome.body.height)];
        for (n, values) in values.into_iter().enumerate() {
            for mut span in spans(&values, bounds[n].1, gap) {
                span.last = (span.last + 1).min(frames.len() - 1);
                let is_explained = explained
                    .iter()
                    .any(|(other, joints)| joints[point.joint.index()] && other.overlaps(&span, gap));
                if !is_explained {
                    found[n].push((span, point.joint));
                }
            }
            series[n].iter_mut().zip(values).for_each(|(all, value)| *all = all.max(value));
        }
    }
    let [flips, pops] = found.map(|found| groups(found, gap));
    // What flips jumps as well.
    let pops = pops.into_iter().filter(|pop| !flips.iter().any(|flip| flip.span.overlaps(&pop.span, gap)));
    let pops: Vec<Group> = pops.collect();
    let kinds = [MotionFault::JointFlip, MotionFault::Pop];
    for (((fault, groups), unit), series) in kinds.into_iter().zip([flips, pops]).zip(bounds).zip(series) {
        for group in groups {
            let fault = described(fault, &group, unit, outcome.body, frames);
            outcome.add(fault);
        }
        outcome.add_series(fault, None, unit, series);
    }
}

fn groups(mut found: Vec<(Span, JointId)>, gap: usize) -> Vec<Group> {
    found.sort_by_key(|(span, joint)| (span.first, *joint));
    let mut groups: Vec<Group> = Vec::new();
    for (span, joint) in found {
        match groups.last_mut().filter(|group| group.span.overlaps(&span, gap)) {
            Some(group) => {
                group.span = group.span.joined(span);
                match group.joints.iter_mut().find(|(other, _)| *other == joint) {
                    Some((_, size)) => *size = size.max(span.size),
                    None => group.joints.push((joint, span.size)),
                }
            }
            None => groups.push(Group { span, joints: vec![(joint, span.size)] }),
        }
    }
    groups
}

fn described(
    fault: MotionFault,
    group: &Group,
    (unit, bound): (MotionUnit, f32),
    body: &CheckedBody,
    frames: &Frames,
) -> Fault {
    let (span, count) = (group.span, group.joints.len());
    // Parents have lower indices.
    let at_fault =
        group.joints.iter().filter(|(_, size)| *size >= AT_FAULT * span.size).map(|(joint, _)| *joint);
    let joint = at_fault.min().unwrap_or(group.joints[0].0);
    let (name, size) = (body.name(joint), unit.show(span.size));
    let message = match (fault, count) {
        (MotionFault::JointFlip, 1) => format!("\"{name}\" turns at once by {size}"),
        (MotionFault::JointFlip, _) => {
            format!("\"{name}\" and joints with it ({count}) turn at once by {size}")
        }
        (_, 1) => format!("\"{name}\" jumps by {size}"),
        _ => format!("\"{name}\" and joints with it ({count}) jump by {size}"),
    };
    let (first, last) = (frames.times[0], frames.times[frames.len() - 1]);
    let (start, end) = (frames.times[span.first], frames.times[span.last]);
    // A pose that does not belong to the motion, such as the T-pose in the first frame of many captures.
    let fix = if end - first < AT_END && end < last {
        Some(MotionFix::Trim { start: end, end: last })
    } else if last - start < AT_END && start > first {
        Some(MotionFix::Trim { start: first, end: start })
    } else {
        Some(MotionFix::Smooth)
    };
    Fault { fault, joint: Some(joint), joints: count, span, bound, unit, message, fix }
}

/// Unexplained jump of a point from each frame to the next, metres.
fn pops(point: &PointPath, frames: &Frames, bound: f32, height: f32) -> Vec<f32> {
    let at = &point.positions;
    judged(frames, (bound, MAX_ACCELERATION * height), at.len(), |from, to| at[to] - at[from])
}

/// Unexplained turn of a joint from each frame to the next, radians.
fn flips(point: &PointPath, frames: &Frames, bound: f32) -> Vec<f32> {
    let at = &point.rotations;
    let bound = 2.0 * ops::sin((0.5 * bound).min(1.5));
    let mut values =
        judged(frames, (bound, MAX_TURN_ACCELERATION), at.len(), |from, to| chord(at[from], at[to]));
    values.iter_mut().for_each(|chord| *chord = 2.0 * ops::asin((0.5 * *chord).clamp(0.0, 1.0)));
    values
}

/// Numbers of frames over which changes are judged.
pub(super) fn lags(interval: f32) -> impl Iterator<Item = usize> {
    [1usize, 2, 4, 8].into_iter().filter(move |lag| *lag == 1 || *lag as f32 * interval <= MAX_JUMP)
}

/// Axis of a turn from one rotation to another, as long as the way of a point at a distance of 1 in a straight
/// line: 2 for half a turn.
pub(super) fn chord(from: Quat, to: Quat) -> Vec3 {
    let turn = to * from.inverse();
    turn.xyz() * if turn.w < 0.0 { -2.0 } else { 2.0 }
}

/// Jump within the frames from one to another.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Jump {
    /// Length beyond what is allowed; 0 for none.
    pub(crate) size: f32,
    /// Frame before it.
    pub(crate) first: usize,
    /// Number of frames that it lasts.
    pub(crate) lag: usize,
    /// Change beyond the usual one.
    pub(crate) way: Vec3,
}

/// Unexplained changes from each frame to the next; those far below `bound` are left at 0.
fn judged(
    frames: &Frames,
    limits: (f32, f32),
    count: usize,
    change: impl Fn(usize, usize) -> Vec3,
) -> Vec<f32> {
    let mut sizes: Vec<f32> =
        jumps(frames.interval, limits, count, change).into_iter().map(|jump| jump.size).collect();
    sizes.resize(frames.len(), 0.0);
    sizes
}

/// The same for `count` values at any even `interval`, with what was found: one per value, of no size for none.
/// The acceleration of `limits` is allowed.
pub(crate) fn jumps(
    interval: f32,
    (bound, acceleration): (f32, f32),
    count: usize,
    change: impl Fn(usize, usize) -> Vec3,
) -> Vec<Jump> {
    let mut found = vec![Jump::default(); count];
    for lag in lags(interval).take_while(|lag| count > 4 * lag) {
        let changes: Vec<Vec3> = (0..count - lag).map(|k| change(k, k + lag)).collect();
        let seconds = lag as f32 * interval;
        let free = acceleration * seconds * seconds;
        for k in 0..changes.len() {
            let at = k + lag / 2;
            let jump = jump(&changes, k, lag) - free;
            // A jump within fewer frames is where it was found.
            let is_known = || lag > 1 && found[k..k + lag].iter().any(|jump| jump.size > bound);
            if jump > 0.1 * bound && jump > found[at].size && !is_known() {
                // Half of the neighbours are unknown at the ends.
                let is_inside = k >= lag && k + lag < changes.len();
                let allowed = if is_inside { ALLOWED } else { ALLOWED_AT_END };
                let (middle, usual) = usual(&changes, k, lag);
                let size = jump - allowed * usual;
                if size > found[at].size {
                    found[at] = Jump { size, first: k, lag, way: changes[k] - middle };
                }
            }
        }
    }
    found
}

/// Smaller one of the differences from the changes before and after. At either end of the clip, where there is one
/// of them, the other is what the two next changes lead to.
fn jump(changes: &[Vec3], k: usize, lag: usize) -> f32 {
    let at = |n: Option<usize>| n.and_then(|n| changes.get(n)).copied();
    let (before, after) = (at(k.checked_sub(lag)), at(Some(k + lag)));
    let beyond = match (before, after) {
        (Some(a), None) => at(k.checked_sub(2 * lag)).map(|b| 2.0 * a - b),
        (None, Some(a)) => at(Some(k + 2 * lag)).map(|b| 2.0 * a - b),
        _ => None,
    };
    let differences =
        [before, after, beyond].into_iter().flatten().map(|other| (changes[k] - other).length());
    let least = differences.fold(f32::INFINITY, f32::min);
    if least.is_finite() { least } else { 0.0 }
}

/// Median of the neighbouring changes, and the second largest distance of one from it.
fn usual(changes: &[Vec3], k: usize, lag: usize) -> (Vec3, f32) {
    let mut around = [Vec3::ZERO; 2 * AROUND];
    let mut count = 0;
    for n in 1..=AROUND {
        for other in [k.checked_sub(n * lag), Some(k + n * lag)].into_iter().flatten() {
            if let Some(change) = changes.get(other) {
                around[count] = *change;
                count += 1;
            }
        }
    }
    let around = &around[..count];
    let median = |part: fn(&Vec3) -> f32| {
        let mut values = [0.0f32; 2 * AROUND];
        values.iter_mut().zip(around).for_each(|(value, change)| *value = part(change));
        values[..count].sort_by(f32::total_cmp);
        0.5 * (values[count / 2] + values[count.saturating_sub(1) / 2])
    };
    let middle = Vec3::new(median(|v| v.x), median(|v| v.y), median(|v| v.z));
    let (mut largest, mut second) = (0.0f32, 0.0f32);
    for change in around {
        let distance = change.distance(middle);
        if distance > largest {
            (largest, second) = (distance, largest);
        } else if distance > second {
            second = distance;
        }
    }
    (middle, second)
}

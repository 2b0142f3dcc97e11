//! Frames in which nothing moves in the middle of a motion: a capture that froze, and copies of frames, as a
//! conversion of frame rates leaves them.
//!
//! Poses that animators hold are no fault: the body comes to rest before them and sets off slowly after. A frozen
//! capture moves at full speed before and after.

use super::jump::chord;
use crate::motion_check::motion::Motion;
use crate::motion_check::outcome::{Fault, Outcome};
use crate::motion_check::spans::Span;
use crate::motion_check::{MotionCheckSettings, MotionFault, MotionFix, MotionUnit};

/// Largest motion of a joint from one frame to the next in which the body stands still, body heights.
const STILL: f32 = 2e-5;
/// Least speed before and after a standstill, body heights per second, of the fastest joint.
const MIN_SPEED: f32 = 0.3;
/// Time before and after a standstill in which the speed counts, seconds.
const AROUND: f32 = 0.07;
/// Least share of joints with a key in every frame.
const MIN_DENSE: f32 = 0.5;
/// Longest standstill of a copied frame, frames.
const MAX_COPIES: usize = 2;
/// Time between copies of one fault, seconds.
const GAP: f32 = 0.5;

/// Finds frozen and duplicated frames. Returns the stretches in which they are.
pub(in crate::motion_check) fn check(
    motion: &Motion,
    settings: &MotionCheckSettings,
    outcome: &mut Outcome<'_>,
) -> Vec<Span> {
    let (body, frames) = (outcome.body, outcome.frames);
    let count = frames.len();
    if count < 6 {
        return Vec::new();
    }
    let seen = || motion.seen(body);
    let dense = seen().filter(|column| column.is_dense).count();
    let mut steps = vec![0.0f32; count - 1];
    for column in seen() {
        let lever = body.levers[column.joint.index()].length();
        let scale = body.parent_scales[column.joint.index()];
        for (k, step) in steps.iter_mut().enumerate() {
            if let Some([from, to]) = column.rotations.get(k..k + 2) {
                *step = step.max(chord(*from, *to).length() * lever);
            }
            if let Some([from, to]) = column.translations.get(k..k + 2) {
                *step = step.max(from.distance(*to) * scale);
            }
        }
    }
    let per_second = 1.0 / (frames.interval * body.height).max(1e-9);
    let speeds: Vec<f32> = steps.iter().map(|step| step * per_second).collect();
    let stands = |k: usize| steps[k] <= STILL * body.height;
    let around = frames.steps(AROUND).max(2);
    let (mut copies, mut frozen): (Vec<Span>, Vec<Span>) = (Vec::new(), Vec::new());
    let mut still = vec![0.0f32; count];
    let mut k = 0;
    while k < steps.len() && dense as f32 >= MIN_DENSE * seen().count() as f32 {
        let end = (k..steps.len()).find(|n| !stands(*n)).unwrap_or(steps.len());
        if end == k {
            k += 1;
            continue;
        }
        // A standstill at either end is a pose that is held.
        let is_inside = k >= 2 && end + 2 <= steps.len();
        let before = least(&speeds[k.saturating_sub(around)..k]);
        let after = least(&speeds[end..(end + around).min(steps.len())]);
        if is_inside && before.min(after) >= MIN_SPEED {
            let seconds = frames.times[end] - frames.times[k];
            let span = Span { first: k, last: end, worst: k, size: seconds };
            still[k..=end].fill(seconds);
            if end - k <= MAX_COPIES && seconds < settings.max_freeze {
                copies.push(Span { size: (end - k) as f32, ..span });
            } else if seconds > settings.max_freeze {
                frozen.push(span);
                outcome.add(Fault {
                    fault: MotionFault::FrozenFrames,
                    joint: None,
                    joints: body.seen_count(),
                    span,
                    bound: settings.max_freeze,
                    unit: MotionUnit::Seconds,
                    message: format!("all joints stand still for {seconds:.2} s, in the middle of a motion"),
                    fix: None,
                });
            }
        }
        k = end + 1;
    }
    outcome.add_series(MotionFault::FrozenFrames, None, (MotionUnit::Seconds, settings.max_freeze), still);
    frozen.extend(add_copies(&copies, outcome));
    frozen
}

/// Smaller one of the speeds next to a standstill that are no standstills themselves.
fn least(speeds: &[f32]) -> f32 {
    let mut moving: Vec<f32> = speeds.iter().copied().filter(|speed| *speed > 0.1 * MIN_SPEED).collect();
    moving.sort_by(f32::total_cmp);
    if moving.len() * 3 < speeds.len() { 0.0 } else { moving.first().copied().unwrap_or(0.0) }
}

fn add_copies(copies: &[Span], outcome: &mut Outcome<'_>) -> Vec<Span> {
    let frames = outcome.frames;
    let gap = frames.steps(GAP);
    let mut groups: Vec<Span> = Vec::new();
    for copy in copies {
        match groups.last_mut().filter(|group| group.overlaps(copy, gap)) {
            Some(group) => *group = Span { size: group.size + copy.size, ..group.joined(*copy) },
            None => groups.push(*copy),
        }
    }
    for &span in &groups {
        let length = (span.last - span.first).max(1) as f32;
        let kept = (length - span.size + 1.0) / (length + 1.0);
        let rate = kept / frames.interval;
        let message = match span.size as usize {
            1 => "a frame repeats the one before it, in the middle of a motion".to_owned(),
            count => format!("{count} frames repeat the one before them, in the middle of a motion"),
        };
        let fix = (span.size >= 3.0).then_some(MotionFix::Fps(rate.round().max(1.0)));
        outcome.add(Fault {
            fault: MotionFault::DuplicatedFrames,
            joint: None,
            joints: outcome.body.seen_count(),
            span,
            bound: 0.0,
            unit: MotionUnit::Frames,
            message,
            fix,
        });
    }
    groups
}

//! Seams of loops: the last pose against the first, the way of the root aside.

use crate::motion_check::outcome::{Fault, Outcome};
use crate::motion_check::poses::{PointPath, Poses};
use crate::motion_check::spans::Span;
use crate::motion_check::{MotionCheckSettings, MotionFault, MotionFix, MotionUnit};
use glam::{Quat, Vec3};
use sinew::internal::angle;
use sinew::internal::from_axis_angle;
use sinew::skeleton::JointId;

/// Words in the names of loops.
const WORDS: [&str; 8] = ["loop", "cycle", "walk", "run", "jog", "idle", "sprint", "swim"];
/// Words of clips that stand for a loop whatever their ends are.
const SURE: [&str; 2] = ["loop", "cycle"];
/// Largest gap of a clip that is likely a loop, body heights: mean of all joints.
const NEAR: f32 = 0.006;
/// The same with the name of a loop.
const NEAR_NAMED: f32 = 0.06;
/// Gap of a loop that ends a frame before its start, relative to the one without that frame.
const MIN_CUT: f32 = 0.8;
/// Time over which velocities are measured, seconds.
const WINDOW: f32 = 0.034;
/// Shortest loop, seconds.
const MIN_SECONDS: f32 = 0.25;

/// Checks the seam of a clip that is likely a loop.
pub(in crate::motion_check) fn check(
    name: &str,
    poses: &Poses,
    settings: &MotionCheckSettings,
    outcome: &mut Outcome<'_>,
) {
    let (body, frames) = (outcome.body, outcome.frames);
    let count = frames.len();
    let step = frames.steps(WINDOW);
    if count < 2 * step + 2 || frames.times[count - 1] - frames.times[0] < MIN_SECONDS {
        return;
    }
    // The way of joints above the root is that of the root.
    let is_judged = |point: &&PointPath| !body.is_root[point.joint.index()] || point.joint == body.anchor();
    let seen: Vec<&PointPath> = poses.points.iter().filter(is_judged).collect();
    let Some(anchor) = poses.anchor() else { return };
    let last = count - 1;
    let turn = yaw(anchor.rotations[0] * anchor.rotations[last].inverse());
    let (from, to) = (anchor.positions[0], anchor.positions[last]);
    // The end, moved and turned onto the start.
    let at_start = |frame: usize, point: &PointPath| point.positions[frame] - from.with_y(0.0);
    let onto = |frame: usize, point: &PointPath| turn * (point.positions[frame] - to.with_y(0.0));
    let leaving = |point: &PointPath| (at_start(step, point) - at_start(0, point)) / step as f32;
    let ending = |point: &PointPath| (onto(last, point) - onto(last - step, point)) / step as f32;
    let way_at_start = ((anchor.positions[step] - from) / step as f32).with_y(0.0);
    let way_at_end = turn * ((to - anchor.positions[last - step]) / step as f32).with_y(0.0);
    let gap = |is_cut: bool| {
        let of = |point: &&PointPath| {
            let (end, start) = (onto(last, point), at_start(0, point));
            if !is_cut {
                return end.distance(start);
            }
            // Some loops end a frame before their start: there the end leads on to the start, the start back to the
            // end, or both half of the way.
            let after = ending(point) - way_at_end;
            let before = leaving(point) - way_at_start;
            let ways = [(1.0, 0.0), (0.0, 1.0), (0.5, 0.5)];
            let gaps = ways.map(|(a, b)| (end + after * a).distance(start - before * b));
            gaps.into_iter().fold(f32::INFINITY, f32::min)
        };
        let gaps: Vec<f32> = seen.iter().map(of).collect();
        let mean = gaps.iter().sum::<f32>() / gaps.len().max(1) as f32;
        (mean, gaps)
    };
    let (whole, cut) = (gap(false), gap(true));
    let (mean, gaps) = if cut.0 < MIN_CUT * whole.0 { cut } else { whole };
    let lower = name.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    let is_named = has(&WORDS);
    let near = mean < if is_named { NEAR_NAMED } else { NEAR } * body.height;
    if !settings.is_loop.unwrap_or(has(&SURE) || near) {
        return;
    }
    let span = |size: f32| Span { first: last, last, worst: last, size };
    let worst = |values: &[f32]| {
        let largest = values.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1));
        largest.map(|(n, size)| (seen[n].joint, *size)).filter(|(_, size)| size.is_finite())
    };
    let mut add = |(joint, size): (JointId, f32), unit: MotionUnit, bound: f32, what: &str| {
        if size > bound {
            let message =
                format!("the loop does not close: \"{}\" {what} {}", body.name(joint), unit.show(size));
            let fix = Some(MotionFix::CloseLoop);
            let fault = MotionFault::LoopSeam;
            outcome.add(Fault {
                fault,
                joint: Some(joint),
                joints: 1,
                span: span(size),
                bound,
                unit,
                message,
                fix,
            });
        }
    };
    if let Some(found) = worst(&gaps) {
        add(found, MotionUnit::Metres, settings.max_loop_gap * body.height, "ends apart from its start by");
    }
    // The same pose at both ends may be where a motion starts and stops.
    if !(is_named || settings.is_loop == Some(true)) {
        return;
    }
    let per_second = 1.0 / (frames.interval * step as f32);
    let jump = |point: &&PointPath| {
        let velocity = |frame: usize| (point.positions[frame + step] - point.positions[frame]) * per_second;
        let at_end = turn * velocity(last - step);
        let jump = at_end.distance(velocity(0));
        // Motion that starts and stops elsewhere too hides the seam.
        let usual = (step..count - 2 * step)
            .map(|frame| velocity(frame).distance(velocity(frame + step)))
            .fold(0.0f32, f32::max);
        jump - usual
    };
    let jumps: Vec<f32> = seen.iter().map(jump).collect();
    if let Some(found) = worst(&jumps) {
        let bound = settings.max_loop_velocity * body.height;
        add(found, MotionUnit::MetresPerSecond, bound, "changes its velocity there by");
    }
}

/// Part of a rotation about +Y.
fn yaw(turn: Quat) -> Quat {
    let yaw = from_axis_angle(Vec3::Y, 2.0 * angle::atan2(turn.y, turn.w));
    if yaw.is_finite() { yaw } else { Quat::IDENTITY }
}

//! Jumps of scales and of the lengths of bones.

use super::jump::lags;
use crate::motion_check::motion::Motion;
use crate::motion_check::outcome::{Fault, Outcome};
use crate::motion_check::spans::{Span, spans};
use crate::motion_check::{MotionCheckSettings, MotionFault, MotionUnit};
use glam::Vec3;
use sinew::internal::ops;
use sinew::skeleton::JointId;

/// Scale below which a joint is hidden: animators hide props by it.
const HIDDEN: f32 = 0.02;
/// Changes that are allowed, relative to the larger neighbour.
const ALLOWED: f32 = 1.5;
/// Shortest bone whose length counts, body heights.
const MIN_BONE: f32 = 0.01;
/// Time between jumps that are one fault, seconds.
const GAP: f32 = 0.12;

/// Finds jumps of scale. Returns them with their joints.
pub(in crate::motion_check) fn check(
    motion: &Motion,
    settings: &MotionCheckSettings,
    outcome: &mut Outcome<'_>,
) -> Vec<(Span, JointId)> {
    let (body, frames) = (outcome.body, outcome.frames);
    let gap = frames.steps(GAP);
    let mut found = Vec::new();
    let mut all = vec![0.0f32; frames.len()];
    for column in motion.seen(body) {
        let mut jumps = vec![0.0f32; frames.len()];
        if !column.scales.is_empty() && !column.steps[2] {
            let logs: Vec<Vec3> = column.scales.iter().map(|scale| logarithms(*scale)).collect();
            raise(&logs, frames.interval, &mut jumps);
        }
        if !column.translations.is_empty() && !column.steps[1] && body.is_bone[column.joint.index()] {
            let scale = body.parent_scales[column.joint.index()];
            // Bones of no length have none that jumps.
            let shortest = MIN_BONE * body.height;
            let length = |at: &Vec3| Vec3::X * ops::ln((at.length() * scale).max(shortest));
            let logs: Vec<Vec3> = column.translations.iter().map(length).collect();
            raise(&logs, frames.interval, &mut jumps);
        }
        for mut span in spans(&jumps, ops::ln(1.0 + settings.max_scale_jump), gap) {
            span.size = ops::exp(span.size) - 1.0;
            span.last = (span.last + 1).min(frames.len() - 1);
            found.push((span, column.joint));
            let name = body.name(column.joint);
            outcome.add(Fault {
                fault: MotionFault::ScaleJump,
                joint: Some(column.joint),
                joints: 1,
                span,
                bound: settings.max_scale_jump,
                unit: MotionUnit::Ratio,
                message: format!(
                    "\"{name}\" changes its size at once by {}",
                    MotionUnit::Ratio.show(span.size)
                ),
                fix: None,
            });
        }
        all.iter_mut().zip(jumps).for_each(|(all, value)| *all = all.max(ops::exp(value) - 1.0));
    }
    outcome.add_series(MotionFault::ScaleJump, None, (MotionUnit::Ratio, settings.max_scale_jump), all);
    found
}

fn logarithms(scale: Vec3) -> Vec3 {
    let log = |value: f32| if value.abs() < HIDDEN { f32::NAN } else { ops::ln(value.abs()) };
    Vec3::new(log(scale.x), log(scale.y), log(scale.z))
}

/// Raises `found` to the changes that neither neighbour continues.
fn raise(values: &[Vec3], interval: f32, found: &mut [f32]) {
    for lag in lags(interval) {
        let change = |k: usize| Some(*values.get(k + lag)? - *values.get(k)?);
        for k in 0..values.len().saturating_sub(lag) {
            let Some(here) = change(k).filter(|change| change.is_finite()) else { continue };
            let around = [k.checked_sub(lag).and_then(change), change(k + lag)];
            let around = around.map(|other| other.filter(|other| other.is_finite()));
            let apart =
                around.iter().flatten().map(|other| (here - *other).length()).fold(f32::INFINITY, f32::min);
            let quiet = around.iter().flatten().map(|other| other.length()).fold(f32::INFINITY, f32::min);
            let left = if quiet.is_finite() { apart - ALLOWED * quiet } else { 0.0 };
            let at = k + lag / 2;
            found[at] = found[at].max(left);
        }
    }
}

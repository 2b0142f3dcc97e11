//! Knees and elbows that bend backwards.
//!
//! The axis of a hinge is that of the T-pose, turned with the upper bone: to the left for knees, up and down for
//! elbows, as in [`HumanLimits`](sinew::limit::HumanLimits). Where the reference pose of a file does not stand, as
//! in some captures, the side on which a joint bends is that on which it bends for most of the clip.

use crate::motion_check::body::Hinge;
use crate::motion_check::outcome::{Fault, Outcome};
use crate::motion_check::poses::Poses;
use crate::motion_check::spans::spans;
use crate::motion_check::{MotionCheckSettings, MotionFault, MotionUnit};
use sinew::internal::angle;

/// Time between stretches that are one fault, seconds.
const GAP: f32 = 0.2;
/// Least excess of bends backwards, relative to all bends, from which on the axis is the other way round.
const MIN_TURNED: f32 = 0.4;
/// Least part of a bend that is about the axis of the hinge: the rest is a twist of the limb.
const MIN_SHARE: f32 = 0.7;

/// Finds hyperextended knees and elbows.
pub(in crate::motion_check) fn check(
    poses: &Poses,
    settings: &MotionCheckSettings,
    outcome: &mut Outcome<'_>,
) {
    let (body, frames) = (outcome.body, outcome.frames);
    let gap = frames.steps(GAP);
    let stands = body.human.as_ref().is_some_and(|human| human.ground_height().is_some());
    for hinge in &body.hinges {
        let Some(mut bends) = bends(hinge, poses) else { continue };
        let all: f32 = bends.iter().map(|bend| bend.abs()).sum();
        if !stands && bends.iter().sum::<f32>() < -MIN_TURNED * all {
            bends.iter_mut().for_each(|bend| *bend = -*bend);
        }
        let values: Vec<f32> = bends.into_iter().map(|bend| (-bend).max(0.0)).collect();
        for span in spans(&values, settings.max_hyperextension, gap) {
            outcome.add(Fault {
                fault: MotionFault::Hyperextension,
                joint: Some(hinge.joints[1]),
                joints: 1,
                span,
                bound: settings.max_hyperextension,
                unit: MotionUnit::Radians,
                message: format!("{} bends backwards by {}", hinge.name, MotionUnit::Radians.show(span.size)),
                fix: None,
            });
        }
        let unit = (MotionUnit::Radians, settings.max_hyperextension);
        outcome.add_series(MotionFault::Hyperextension, Some(hinge.joints[1]), unit, values);
    }
}

/// Angle of a hinge at each frame, radians: positive for a bend as the body bends.
fn bends(hinge: &Hinge, poses: &Poses) -> Option<Vec<f32>> {
    let [upper, middle, end] = hinge.joints.map(|joint| poses.joint(joint));
    let (upper, middle, end) = (upper?, middle?, end?);
    let bend = |k: usize| {
        let first = (middle.positions[k] - upper.positions[k]).normalize_or_zero();
        let second = (end.positions[k] - middle.positions[k]).normalize_or_zero();
        let cross = first.cross(second);
        let axis = upper.rotations[k] * hinge.axis;
        let about = cross.dot(axis);
        if about.abs() < MIN_SHARE * cross.length() { 0.0 } else { angle::atan2(about, first.dot(second)) }
    };
    Some((0..upper.positions.len()).map(bend).collect())
}

//! Loops: what changes over time goes on from the end to the start.

use crate::motion_check::{ClipFeet, ClipFoot};
use sinew::glam::Vec3;
use sinew::{JointId, LocalPose, ModelPose, Skeleton, Transform};

/// Largest distance of a joint of the legs between the ends of a loop, relative to the hips, body heights: mean of all.
const MAX_GAP: f32 = 0.015;
/// Longest way of a foot that stands all the time in a loop, body heights.
const MAX_WAY: f32 = 0.005;
/// Gap of a loop that ends a frame before its start, relative to the one without that frame.
const MIN_CUT: f32 = 0.8;

/// Number of frames after which a clip begins anew: all but the last one, which is the first again, or all where that
/// frame is missing; `None` for a clip that is no loop.
pub(super) fn period(feet: &ClipFeet, skeleton: &Skeleton) -> Option<usize> {
    let count = feet.times().len();
    let last = count.checked_sub(1).filter(|last| *last >= 4)?;
    // A foot that stands all the time and ends elsewhere is in no loop.
    let way = |foot: &ClipFoot| {
        let way = foot.ways.iter().copied().try_fold(Vec3::ZERO, |sum, way| Some(sum + way?));
        way.map_or(0.0, Vec3::length)
    };
    if feet.feet.iter().any(|foot| way(foot) > MAX_WAY * feet.height) {
        return None;
    }
    let (mut local, mut model) = (LocalPose::rest(skeleton), ModelPose::rest(skeleton));
    let mut of_hips = |frame: usize| -> Vec<Vec3> {
        feet.pose(frame, skeleton, &mut local, &mut model);
        let into = model.get(feet.hips).inverse();
        let at = |joint: JointId| into.transform_point3(model.get(joint).translation.into());
        feet.feet.iter().flat_map(|foot| [foot.leg.upper, foot.leg.lower, foot.leg.foot]).map(at).collect()
    };
    let [first, before, end] = [0, last - 1, last].map(&mut of_hips);
    let mean = |gap: &dyn Fn(usize) -> Vec3| {
        (0..first.len()).map(|n| gap(n).length()).sum::<f32>() / first.len().max(1) as f32
    };
    let whole = mean(&|n| end[n] - first[n]);
    let cut = mean(&|n| 2.0 * end[n] - before[n] - first[n]);
    // Lengths in the space of the hips are in their unit.
    let scale = Transform::from_affine(model.get(feet.hips)).scale.abs().max_element();
    let is_near = |gap: f32| gap * scale < MAX_GAP * feet.height;
    match cut < MIN_CUT * whole && whole * scale > 1e-4 * feet.height {
        true => is_near(cut).then_some(count),
        false => is_near(whole).then_some(last),
    }
}

/// Changes values of frames by what is around them. With a `period`, the end goes on with the start.
pub(super) fn in_rounds(
    values: &[f32],
    period: Option<usize>,
    change: impl Fn(&[f32]) -> Vec<f32>,
) -> Vec<f32> {
    let Some(period) = period.filter(|period| *period <= values.len()) else { return change(values) };
    let round = &values[..period];
    let changed = change(&[round, round, round].concat());
    changed[period..period + values.len()].to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_go_on_with_the_start() {
        let sums = |values: &[f32]| {
            let around = |k: usize| values[k.saturating_sub(1)] + values[(k + 1).min(values.len() - 1)];
            (0..values.len()).map(around).collect::<Vec<f32>>()
        };
        let values = [1.0, 2.0, 4.0, 1.0];
        assert_eq!(in_rounds(&values, None, sums), [3.0, 5.0, 3.0, 5.0]);
        // The last frame is the first.
        assert_eq!(in_rounds(&values, Some(3), sums), [6.0, 5.0, 3.0, 6.0]);
        // The frame after the last is the first.
        assert_eq!(in_rounds(&values, Some(4), sums), [3.0, 5.0, 3.0, 5.0]);
    }
}

//! Offsets of joints whose `OFFSET` is 0 although their positions are not: some exporters write zeros there
//! and the skeleton's lengths as positions that stay the same in all frames.

use super::hierarchy::{Bone, Channel};
use super::motion::{Motion, position};
use crate::Report;
use sinew::glam::{DVec3, Vec3};

/// Largest distance of a position from the mean of all frames, relative to the mean's length, at which the
/// position counts as constant. It leaves room for noise and for limbs that stretch.
const CONSTANT_TOLERANCE: f64 = 0.1;

/// Takes the constant positions of joints below a root whose `OFFSET` is 0 as their offsets, so that the rest
/// pose is the skeleton in place of a point.
pub(super) fn fill_in(bones: &mut [Bone], motion: &Motion, report: &mut Report) {
    let has_positions = |bone: &Bone| bone.channels.iter().any(|c| matches!(c, Channel::Position(_)));
    let mut column = 0;
    let mut filled = 0usize;
    for bone in bones.iter_mut() {
        let first = column;
        column += bone.channels.len();
        if bone.parent.is_none() || bone.offset != Vec3::ZERO || !has_positions(bone) {
            continue;
        }
        let frames = 0..motion.frames;
        let positions = frames.map(|frame| position(bone, motion.row(bone, first, frame)).as_dvec3());
        if let Some(offset) = constant(positions).filter(|offset| *offset != Vec3::ZERO) {
            bone.offset = offset;
            filled += 1;
        }
    }
    if filled > 0 {
        let message = format!(
            "OFFSETs of {filled} joints are 0; their positions, which are constant in the motion, are used \
             as offsets"
        );
        report.info("bvh-offset", "HIERARCHY", message);
    }
}

/// Mean of `positions`, if all are close to it.
fn constant(positions: impl Iterator<Item = DVec3> + Clone) -> Option<Vec3> {
    let count = positions.clone().count();
    let mean = positions.clone().sum::<DVec3>() / count.max(1) as f64;
    let distance = positions.map(|p| p.distance(mean)).fold(0.0, f64::max);
    (count > 0 && distance <= CONSTANT_TOLERANCE * mean.length()).then(|| mean.as_vec3())
}

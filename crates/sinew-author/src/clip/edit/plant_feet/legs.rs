//! Legs and hips that bring feet to where they are held.

use super::rounds::in_rounds;
use super::settings::PlantFeetSettings;
use crate::clip::edit::windows::{neighbours, smooth_above};
use crate::motion_check::{ClipFeet, ClipFoot};
use sinew::body::LegJoints;
use sinew::clip::SampleCursor;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::internal::{angle::atan2, ops, reach_with_leg};
use sinew::math::smoothstep;
use sinew::{JointId, LocalPose, ModelPose, RawClip, Skeleton, Transform};

/// Smallest offset that a leg is solved for, metres.
const MIN_OFFSET: f32 = 1e-5;
/// Length of a leg that is nearly straight, relative to it: straighter ones snap.
const STRAIGHT: f32 = 0.995;
/// Least cosine of the angle between the side to which a knee bends and the back of the body that is backwards.
const BACK: f32 = 0.0;
/// Angles by which a knee bends backwards between which it comes to stay so, radians: a body that is made that way.
const STAYS_BACK: [f32; 2] = [0.3, 0.5];
/// Shortening of a leg, relative to its length, over which a knee that bends backwards comes to bend forwards.
const TURNED_OVER: f32 = 0.02;
/// Time over which drops of the hips are smooth, on either side, seconds.
const AROUND: f32 = 0.12;

/// New values of joints at each frame.
pub(super) struct Planted {
    pub(super) rotations: Vec<(JointId, Vec<Quat>)>,
    pub(super) hips: Option<(JointId, Vec<Vec3>)>,
}

/// Brings each foot to its offset at each frame.
pub(super) fn planted(
    clip: &RawClip,
    skeleton: &Skeleton,
    feet: &ClipFeet,
    offsets: &[Vec<Vec3>],
    period: Option<usize>,
    settings: &PlantFeetSettings,
) -> Planted {
    let count = feet.times().len();
    let (mut local, mut model) = (LocalPose::rest(skeleton), ModelPose::rest(skeleton));
    let mut needed = Vec::with_capacity(count);
    for frame in 0..count {
        feet.pose(frame, skeleton, &mut local, &mut model);
        let need = feet.feet.iter().zip(offsets).map(|(foot, offsets)| {
            let max = settings.max_hips_drop.max(0.0);
            needed_drop(&foot.leg, model.as_slice(), offsets[frame], max)
        });
        needed.push(need.fold(0.0, f32::max));
    }
    let around = neighbours(AROUND, feet.interval());
    let drops = in_rounds(&needed, period, |needed| smooth_above(needed, around));
    let hips_drop = drops.iter().copied().fold(0.0, f32::max);
    let moves: Vec<bool> = offsets
        .iter()
        .map(|offsets| hips_drop > MIN_OFFSET || offsets.iter().any(|offset| offset.length() > MIN_OFFSET))
        .collect();
    let joints = |leg: &LegJoints| [leg.upper, leg.lower, leg.foot];
    let mut rotations: Vec<(JointId, Vec<Quat>)> = Vec::new();
    for (foot, _) in feet.feet.iter().zip(&moves).filter(|(_, moves)| **moves) {
        rotations.extend(joints(&foot.leg).map(|joint| (joint, Vec::with_capacity(count))));
    }
    let mut positions = Vec::with_capacity(count);
    let (mut cursor, mut source) = (SampleCursor::new(), LocalPose::rest(skeleton));
    for frame in 0..count {
        feet.pose(frame, skeleton, &mut local, &mut model);
        let ankles: Vec<Vec3> = feet.feet.iter().map(|foot| at(model.as_slice(), foot.leg.foot)).collect();
        let parent = skeleton.parent(feet.hips).map_or(Affine3A::IDENTITY, |parent| *model.get(parent));
        let down = parent.inverse().transform_vector3(Vec3::NEG_Y * drops[frame]);
        let down = if down.is_finite() { down } else { Vec3::ZERO };
        local.get_mut(feet.hips).translation += down;
        // Root motion is not in the keys of the clip.
        source.reset(skeleton);
        clip.sample_joints(feet.times()[frame], &mut cursor, &mut source);
        positions.push(source.get(feet.hips).translation + down);
        if drops[frame] > 0.0 {
            model.update(skeleton, &local);
        }
        let mut matrices = model.as_slice().to_vec();
        for ((foot, offsets), ankle) in feet.feet.iter().zip(offsets).zip(&ankles) {
            if offsets[frame].length() > MIN_OFFSET || drops[frame] > MIN_OFFSET {
                bend(foot, skeleton, &mut local, &mut matrices, *ankle + offsets[frame]);
            }
        }
        for (joint, turns) in &mut rotations {
            turns.push(local.get(*joint).rotation);
        }
    }
    let hips = (hips_drop > MIN_OFFSET).then_some((feet.hips, positions));
    Planted { rotations, hips }
}

/// Brings an ankle to its goal. A knee that is bent backwards a little, as those of straight legs in captures are, gets
/// straight on the way and bends forwards then; one that is bent back further does not bend on, and the ankle stays as far
/// from the hip as it is.
fn bend(foot: &ClipFoot, skeleton: &Skeleton, local: &mut LocalPose, matrices: &mut [Affine3A], goal: Vec3) {
    let leg = &foot.leg;
    let [hip, knee, ankle] = [leg.upper, leg.lower, leg.foot].map(|joint| at(matrices, joint));
    // A bend about the axis moves the knee there.
    let axis = Transform::from_affine(&matrices[leg.upper.index()]).rotation * foot.hinge;
    let forward = (ankle - hip).cross(axis).normalize_or_zero();
    let mut reach = |goal: Vec3| {
        reach_with_leg(leg, skeleton, local.as_mut_slice(), matrices, goal, forward);
    };
    let (thigh, shin, far) = (hip.distance(knee), knee.distance(ankle), hip.distance(ankle));
    let (length, near) = (thigh + shin, hip.distance(goal));
    let side = (knee - hip).reject_from(ankle - hip);
    if side.dot(forward) >= 0.0 || near >= far || near < 1e-3 * length || side.length() < 1e-4 * length {
        return reach(goal);
    }
    let angle = |far: f32| {
        let cosine = (far * far - thigh * thigh - shin * shin) / (2.0 * thigh * shin).max(1e-12);
        atan2((1.0 - cosine * cosine).max(0.0).sqrt(), cosine.clamp(-1.0, 1.0))
    };
    // It would bend further back.
    let stays = smoothstep((angle(far) - STAYS_BACK[0]) / (STAYS_BACK[1] - STAYS_BACK[0]));
    let kept = near + (far - near) * stays;
    let (goal, near) = (hip + (goal - hip) * (kept / near), kept);
    if side.dot(forward) > -BACK * side.length() {
        return reach(goal);
    }
    let share = smoothstep((far - near) / (TURNED_OVER * length));
    let bent = angle(near) * share - angle(far) * (1.0 - share);
    let away = (thigh * thigh + shin * shin + 2.0 * thigh * shin * ops::cos(bent)).max(0.0).sqrt();
    if bent > 0.0 {
        reach(hip + (ankle - hip).normalize_or_zero() * length);
    }
    reach(hip + (goal - hip) * (away / near.max(1e-6)));
}

/// Drop of the hips with which a leg reaches its ankle's offset and does not get straighter than it was, metres.
fn needed_drop(leg: &LegJoints, model: &[Affine3A], offset: Vec3, max: f32) -> f32 {
    if offset.length() <= MIN_OFFSET {
        return 0.0;
    }
    let [hip, knee, ankle] = [leg.upper, leg.lower, leg.foot].map(|joint| at(model, joint));
    let length = hip.distance(knee) + knee.distance(ankle);
    let reach = hip.distance(ankle).clamp(STRAIGHT * length, length);
    let to_goal = ankle + offset - hip;
    let across = to_goal.with_y(0.0).length_squared();
    let down = (reach * reach - across).max(0.0).sqrt();
    let need = (-to_goal.y - down).clamp(0.0, max * length);
    if need.is_finite() { need } else { 0.0 }
}

fn at(model: &[Affine3A], joint: JointId) -> Vec3 {
    model[joint.index()].translation.into()
}

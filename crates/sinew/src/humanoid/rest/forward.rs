//! Direction in which a humanoid faces.

use super::RestPoseKind;
use crate::humanoid::{HumanBone, Humanoid};
use crate::math::{axis_angle, ops};
use crate::pose::ModelPose;
use crate::skeleton::{ReferenceOrigin, Skeleton};
use glam::{Quat, Vec3};

/// Cosine of the largest angle from an axis of a body that was modelled along it, 15°: hips and shoulders are
/// not quite symmetrical.
const MODELLED_ALONG: f32 = 0.966;

/// Direction in which a humanoid faces in the skeleton's [reference pose](Skeleton::reference), in model
/// space: a level unit vector, at a right angle to the lines from its right to its left hip and shoulder. +Z,
/// -Z, +X or -X itself for bodies that face it to within 15°, and the nearest of these where the reference
/// pose is no T-pose or A-pose: a frame of a walk turns the hips.
///
/// [`Character::forward`](crate::Character::forward) keeps it.
#[must_use]
pub fn forward(skeleton: &Skeleton, humanoid: &Humanoid) -> Vec3 {
    let pose = ModelPose::reference(skeleton);
    let position = |bone| Some(Vec3::from(pose.get(humanoid.joint(bone)?).translation));
    let across = |[right, left]: [HumanBone; 2]| {
        Some(position(left)? - position(right)?).filter(|across| across.length_squared() > 1e-12)
    };
    let pairs = [
        [HumanBone::RightUpperLeg, HumanBone::LeftUpperLeg],
        [HumanBone::RightUpperArm, HumanBone::LeftUpperArm],
    ];
    // Hips and shoulders turn against each other in a stride.
    let level = |across: Vec3| across.with_y(0.0).normalize_or_zero();
    let left: Vec3 = pairs.into_iter().filter_map(across).map(level).sum();
    let forward = left.try_normalize().unwrap_or(Vec3::X).cross(Vec3::Y);
    let along = |axis: &Vec3| axis.dot(forward);
    let axes = [Vec3::Z, Vec3::NEG_Z, Vec3::X, Vec3::NEG_X];
    let nearest = axes.into_iter().max_by(|a, b| along(a).total_cmp(&along(b))).unwrap_or(Vec3::Z);
    let is_modelled = matches!(humanoid.rest_pose, RestPoseKind::TPose | RestPoseKind::APose)
        && skeleton.reference_origin() != ReferenceOrigin::Clip;
    if is_modelled && along(&nearest) < MODELLED_ALONG { forward } else { nearest }
}

/// Rotation about +Y from +Z to a level direction: exact for +Z and -Z.
pub(crate) fn rotation_from_z(forward: Vec3) -> Quat {
    match forward {
        Vec3::Z => Quat::IDENTITY,
        Vec3::NEG_Z => Quat::from_xyzw(0.0, 1.0, 0.0, 0.0),
        _ => axis_angle::from_rotation_y(ops::atan2(forward.x, forward.z)),
    }
}

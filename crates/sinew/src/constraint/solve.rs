//! The formulas of VRMC_node_constraint 1.0 (VRM Consortium, 2022), for each kind of constraint.

use crate::character::{Character, ConstraintKind, NodeConstraint};
use crate::math::Transform;
use crate::skeleton::{JointId, Skeleton};
use crate::stage::StagePose;
use glam::{Affine3A, Quat, Vec3};

/// Solves one node constraint: rotates its node by the present rotation of its source. `local` holds the
/// local transforms of all joints; only the rotation of the node is written. With weight 0 the node takes its
/// rest rotation, as the extension requires.
///
/// # Panics
/// When `local` is shorter than the skeleton, or the constraint names a joint that does not exist.
pub fn solve_constraint(skeleton: &Skeleton, constraint: &NodeConstraint, local: &mut [Transform]) {
    let rest = |joint: JointId| skeleton.rest()[joint.index()].rotation;
    let (node_rest, source_rest) = (rest(constraint.node), rest(constraint.source));
    let source = local[constraint.source.index()].rotation;
    let goal = match constraint.kind {
        ConstraintKind::Roll(axis) => {
            // Rotation of the source from its rest pose, in the node's rest space;
            // without the swing, the roll remains.
            let turn = node_rest.inverse() * source * source_rest.inverse() * node_rest;
            let swing = Quat::from_rotation_arc(turn * axis.vector(), axis.vector());
            node_rest * swing * turn
        }
        ConstraintKind::Rotation => node_rest * source_rest.inverse() * source,
        ConstraintKind::Aim { axis, negative } => {
            let parent = skeleton.parent(constraint.node);
            let above = parent.map_or(Affine3A::IDENTITY, |p| model_of(skeleton, local, p));
            let turned = Transform::from_affine(&above).rotation;
            let from: Vec3 = above.transform_point3(local[constraint.node.index()].translation);
            let to: Vec3 = model_of(skeleton, local, constraint.source).translation.into();
            let axis = if negative { -axis.vector() } else { axis.vector() };
            match (to - from).try_normalize() {
                None => node_rest,
                Some(direction) => {
                    let arc = Quat::from_rotation_arc(turned * node_rest * axis, direction);
                    turned.inverse() * arc * turned * node_rest
                }
            }
        }
    };
    let rotation = crate::math::slerp_shortest(node_rest, goal.normalize(), constraint.weight);
    if rotation.is_finite() {
        local[constraint.node.index()].rotation = rotation;
    }
}

/// Solves all constraints of a character, each behind those that it reads
/// ([`Character::constraint_order`]).
///
/// # Panics
/// When the pose is not of the character's skeleton.
pub fn solve_constraints(character: &Character, pose: &mut StagePose<'_>) {
    let skeleton = pose.skeleton();
    let (local, model) = pose.edit();
    for &number in character.constraint_order() {
        let constraint = &character.constraints()[number];
        solve_constraint(skeleton, constraint, local.as_mut_slice());
        model.mark_stale(constraint.node);
    }
}

/// Model-space matrix of a joint, composed up to its root.
fn model_of(skeleton: &Skeleton, local: &[Transform], joint: JointId) -> Affine3A {
    let up = std::iter::successors(Some(joint), |&joint| skeleton.parent(joint));
    up.fold(Affine3A::IDENTITY, |below, joint| local[joint.index()].to_affine() * below)
}

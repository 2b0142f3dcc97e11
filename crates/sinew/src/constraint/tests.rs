//! Tests of the node constraints: roll, aim and rotation.

use super::solve_constraint;
use crate::character::dependency_order;
use crate::character::{Axis, ConstraintKind, NodeConstraint};
use crate::math::Transform;
use crate::skeleton::{Joint, JointId, Skeleton};
use glam::{EulerRot, Quat, Vec3};

/// Three siblings under a rotated root, with file indices 0 (root) to 3.
fn skeleton() -> Skeleton {
    let joint = |parent, x: f32, rotation| Joint {
        name: String::new(),
        parent,
        rest: Transform { translation: Vec3::new(x, 1.0, 0.0), rotation, scale: Vec3::ONE },
        in_scene: true,
    };
    let tilt = Quat::from_euler(EulerRot::XYZ, 0.3, -0.8, 0.5);
    let joints = vec![
        joint(None, 0.0, Quat::from_rotation_y(0.4)),
        joint(Some(0), 1.0, tilt),
        joint(Some(0), 2.0, Quat::from_rotation_z(0.7)),
        joint(Some(0), 3.0, Quat::IDENTITY),
    ];
    Skeleton::new(joints).unwrap()
}

fn solved(kind: ConstraintKind, weight: f32, source: Quat) -> (Skeleton, Vec<Transform>) {
    let skeleton = skeleton();
    let mut local = skeleton.rest().to_vec();
    local[1].rotation = source;
    let constraint = NodeConstraint { node: JointId(2), source: JointId(1), weight, kind };
    solve_constraint(&skeleton, &constraint, &mut local);
    (skeleton, local)
}

fn same(a: Quat, b: Quat) -> bool {
    a.dot(b).abs() > 1.0 - 1e-6
}

#[test]
fn a_source_at_rest_leaves_rest() {
    let rest = skeleton().rest().to_vec();
    for kind in [ConstraintKind::Roll(Axis::Y), ConstraintKind::Rotation] {
        let (_, local) = solved(kind, 1.0, rest[1].rotation);
        assert!(same(local[2].rotation, rest[2].rotation), "{kind:?}");
    }
}

#[test]
fn rotation_copies_the_rotation_scaled_by_the_weight() {
    let rest = skeleton().rest().to_vec();
    let turn = Quat::from_axis_angle(Vec3::new(1.0, 2.0, -0.5).normalize(), 1.1);
    for (weight, share) in [(1.0, 1.0), (0.5, 0.5), (0.0, 0.0)] {
        let (_, local) = solved(ConstraintKind::Rotation, weight, rest[1].rotation * turn);
        let expected = rest[2].rotation * Quat::IDENTITY.slerp(turn, share);
        assert!(same(local[2].rotation, expected), "{weight}");
    }
}

#[test]
fn roll_copies_the_twist_without_the_swing() {
    let rest = skeleton().rest().to_vec();
    // A rotation of the source in its parent about the direction of the node's axis at rest.
    let axis = rest[2].rotation * Vec3::Y;
    let twist = Quat::from_axis_angle(axis, 0.9);
    let (_, local) = solved(ConstraintKind::Roll(Axis::Y), 1.0, twist * rest[1].rotation);
    assert!(same(local[2].rotation, rest[2].rotation * Quat::from_rotation_y(0.9)));
    let swing = Quat::from_axis_angle(rest[2].rotation * Vec3::X, 0.6);
    let (_, local) = solved(ConstraintKind::Roll(Axis::Y), 1.0, swing * rest[1].rotation);
    assert!(same(local[2].rotation, rest[2].rotation));
}

#[test]
fn aim_points_the_axis_at_the_source() {
    for negative in [false, true] {
        let (skeleton, local) = solved(ConstraintKind::Aim { axis: Axis::Z, negative }, 1.0, Quat::IDENTITY);
        let root = skeleton.rest()[0].to_affine();
        let node = root * local[2].to_affine();
        let to = root.transform_point3(local[1].translation) - root.transform_point3(local[2].translation);
        let axis = node.transform_vector3(if negative { -Vec3::Z } else { Vec3::Z });
        assert!(axis.normalize().dot(to.normalize()) > 1.0 - 1e-5);
    }
}

#[test]
fn constraints_come_after_what_they_read() {
    let skeleton = skeleton();
    let follow = |node, source, kind| NodeConstraint {
        node: JointId(node),
        source: JointId(source),
        weight: 1.0,
        kind,
    };
    let aim = ConstraintKind::Aim { axis: Axis::X, negative: false };
    let turn = ConstraintKind::Rotation;
    let order = |c: &[NodeConstraint]| dependency_order(&skeleton, c);
    assert_eq!(order(&[follow(3, 2, turn), follow(2, 1, turn)]), Ok(vec![1, 0]));
    assert_eq!(order(&[follow(2, 1, turn), follow(3, 2, turn)]), Ok(vec![0, 1]));
    // An aim reads positions, which the root moves too.
    assert_eq!(order(&[follow(3, 2, aim), follow(0, 1, turn)]), Ok(vec![1, 0]));
    assert!(order(&[follow(3, 2, turn), follow(2, 3, turn)]).is_err());
    assert!(order(&[follow(3, 2, turn), follow(2, 1, turn), follow(1, 3, turn)]).is_err());
    let chain: Vec<_> = (0..3).map(|_| follow(3, 2, turn)).collect();
    assert_eq!(order(&chain), Ok(vec![0, 1, 2]));
}

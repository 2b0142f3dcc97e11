//! Human joint limits: the same on every body, mirrored left and right, and anatomically correct.

use crate::human_bodies::{Body, PLAIN, body, full_body};
use crate::limit_shapes::turn;
use crate::random::cases;
use crate::random_chain::mirrored;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::humanoid::HumanBone::{self, *};
use sinew::limit::HumanLimits;
use sinew::{JointId, ModelPose, Transform};
use std::f32::consts::FRAC_PI_4;

/// A body, its limits, and the rotations of its joints in the T-pose, derived from the limits alone.
pub(crate) struct Limited {
    pub(crate) body: Body,
    pub(crate) limits: HumanLimits,
    t_pose: Vec<Quat>,
}

impl Limited {
    /// `turned` is the rotation about +Y from the direction in which it should face.
    pub(crate) fn new(body: Body, turned: f32) -> Self {
        let limits = HumanLimits::new(&body.skeleton, &body.humanoid);
        let rest = ModelPose::rest(&body.skeleton);
        let mut t_pose: Vec<Quat> = Vec::new();
        for joint in body.skeleton.joints() {
            t_pose.push(match (limits.get(joint), body.skeleton.parent(joint)) {
                (Some((_, zero)), Some(parent)) => t_pose[parent.index()] * zero,
                _ => Quat::from_rotation_y(-turned) * Transform::from_affine(rest.get(joint)).rotation,
            });
        }
        Self { body, limits, t_pose }
    }

    /// Joint of a bone on the true side of the body.
    pub(crate) fn joint(&self, bone: HumanBone) -> Option<JointId> {
        self.body.humanoid.named_bones.joint(if self.body.humanoid.sides_swapped {
            bone.mirrored()
        } else {
            bone
        })
    }

    fn above(&self, joint: JointId) -> Quat {
        self.body.skeleton.parent(joint).map_or(Quat::IDENTITY, |parent| self.t_pose[parent.index()])
    }

    /// Violation of a bone's limit after a rotation `by` relative to the parent bone, in the T-pose, in axes
    /// of the model. None without a limit.
    pub(crate) fn violation(&self, bone: HumanBone, by: Quat) -> Option<f32> {
        let joint = self.joint(bone)?;
        let above = self.above(joint);
        Some(self.limits.get(joint)?.0.violation(above.inverse() * by * above))
    }

    /// Rotation of a bone relative to its parent bone in a pose, in the same axes.
    pub(crate) fn turned(&self, bone: HumanBone, model: &[Affine3A]) -> Quat {
        let joint = self.joint(bone).unwrap();
        let parent = self.body.skeleton.parent(joint).unwrap();
        let from_t_pose = |joint: JointId| {
            let rotation = Transform::from_affine(&model[joint.index()]).rotation;
            rotation * self.t_pose[joint.index()].inverse()
        };
        from_t_pose(parent).inverse() * from_t_pose(joint)
    }
}

/// Bodies with T-pose, A-pose or hanging arms, random joint axes, any facing direction, small ones, and ones
/// with swapped left and right names.
pub(crate) fn bodies() -> Vec<Limited> {
    let builds = [
        (0.0, PLAIN),
        (0.0, body::Build { odd_axes: true, ..PLAIN }),
        (0.0, body::Build { arms: FRAC_PI_4, ..PLAIN }),
        (0.0, body::Build { arms: FRAC_PI_4, odd_axes: true, ..PLAIN }),
        (0.0, body::Build { arms: 1.3, ..PLAIN }),
        (2.0, body::Build { turned: 2.0, ..PLAIN }),
        (-1.0, body::Build { turned: -1.0, arms: 0.6, odd_axes: true, ..PLAIN }),
        (0.0, body::Build { size: 0.01, ..PLAIN }),
        (0.0, body::Build { mirrored: true, ..PLAIN }),
    ];
    builds.into_iter().map(|(turned, build)| Limited::new(body::body(build), turned)).collect()
}

#[test]
fn limits_do_not_depend_on_the_rest_pose() {
    let bodies = bodies();
    let mut outside = 0;
    for bone in HumanBone::ALL {
        for mut random in cases(300) {
            let by = turn(&mut random);
            let first = bodies[0].violation(bone, by);
            outside += usize::from(first > Some(0.1));
            for (n, body) in bodies.iter().enumerate().filter(|(_, body)| body.joint(bone).is_some()) {
                let violation = body.violation(bone, by);
                let apart = violation.unwrap_or(0.0) - first.unwrap_or(0.0);
                assert!(
                    violation.is_some() == first.is_some() && apart.abs() < 1e-3,
                    "{bone} {n}: {violation:?} {first:?}"
                );
            }
        }
    }
    assert!(outside > 1000, "{outside}");
}

#[test]
fn left_and_right_limits_are_mirror_images() {
    let full = Limited::new(full_body(), 0.0);
    let count = HumanBone::ALL.into_iter().filter(|bone| full.joint(*bone).is_some()).count();
    assert!(count > 50, "{count}");
    for body in bodies().iter().chain([&full]) {
        for bone in HumanBone::ALL {
            for mut random in cases(100) {
                let by = turn(&mut random);
                let [violation, other] =
                    [(bone, by), (bone.mirrored(), mirrored(by))].map(|(b, by)| body.violation(b, by));
                let apart = violation.unwrap_or(0.0) - other.unwrap_or(0.0);
                assert!(
                    violation.is_some() == other.is_some() && apart.abs() < 1e-3,
                    "{bone}: {violation:?} {other:?}"
                );
            }
        }
    }
}

#[test]
fn every_bone_except_the_hips_has_a_limit_that_contains_the_t_pose() {
    for body in bodies().iter().chain([&Limited::new(full_body(), 0.0)]) {
        for bone in HumanBone::ALL.into_iter().filter(|bone| body.joint(*bone).is_some()) {
            let violation = body.violation(bone, Quat::IDENTITY);
            assert_eq!(violation.is_some(), bone != Hips, "{bone}");
            assert!(violation.unwrap_or(0.0) < 1e-5, "{bone}: {violation:?}");
        }
    }
}

#[test]
fn rest_poses_are_within_the_limits() {
    let full = Limited::new(full_body(), 0.0);
    let rests = [body::body(PLAIN), body::body(body::Build { arms: 1.3, odd_axes: true, ..PLAIN })];
    for body in rests.into_iter().map(|body| Limited::new(body, 0.0)).chain([full]) {
        let rest = ModelPose::rest(&body.body.skeleton);
        for bone in HumanBone::ALL.into_iter().filter(|bone| body.joint(*bone).is_some() && *bone != Hips) {
            let violation = body.violation(bone, body.turned(bone, rest.as_slice()));
            // Fingers of the synthetic rest pose are slightly outside of their limits.
            assert!(violation.unwrap() < 0.05, "{bone}: {violation:?}");
        }
    }
}

/// Possible and impossible rotations relative to the parent bone in the T-pose, in degrees about +X, +Y, +Z
/// of the model.
const MOVES: [(HumanBone, [f32; 3], bool); 22] = [
    // The left forearm bends forwards, to the shoulder.
    (LeftLowerArm, [0.0, -140.0, 0.0], true),
    (LeftLowerArm, [0.0, 20.0, 0.0], false),
    (LeftLowerArm, [0.0, 0.0, 40.0], false),
    (LeftLowerArm, [60.0, 0.0, 0.0], true),
    (RightLowerArm, [0.0, 140.0, 0.0], true),
    (RightLowerArm, [0.0, -20.0, 0.0], false),
    // The shin bends backwards.
    (LeftLowerLeg, [120.0, 0.0, 0.0], true),
    (LeftLowerLeg, [-20.0, 0.0, 0.0], false),
    (RightLowerLeg, [120.0, 0.0, 0.0], true),
    (RightLowerLeg, [0.0, 0.0, 30.0], false),
    // Thighs rise forwards and to their own side.
    (LeftUpperLeg, [-100.0, 0.0, 0.0], true),
    (LeftUpperLeg, [60.0, 0.0, 0.0], false),
    (LeftUpperLeg, [0.0, 0.0, 40.0], true),
    (LeftUpperLeg, [0.0, 0.0, -45.0], false),
    (RightUpperLeg, [0.0, 0.0, -40.0], true),
    // Arms move up, down and forwards, but hardly backwards.
    (LeftUpperArm, [0.0, 0.0, 80.0], true),
    (LeftUpperArm, [0.0, 0.0, -80.0], true),
    (LeftUpperArm, [0.0, -120.0, 0.0], true),
    (LeftUpperArm, [0.0, 80.0, 0.0], false),
    (RightUpperArm, [0.0, 120.0, 0.0], true),
    // Heads nod but do not turn backwards.
    (Head, [25.0, 0.0, 0.0], true),
    (Head, [0.0, 100.0, 0.0], false),
];

#[test]
fn possible_rotations_are_within_and_impossible_ones_outside_of_the_limits() {
    for body in &bodies() {
        for (bone, [x, y, z], may) in MOVES {
            let by = Vec3::new(x, y, z).map(f32::to_radians);
            let violation = body.violation(bone, Quat::from_scaled_axis(by)).unwrap();
            assert_eq!(violation < 1e-4, may, "{bone} {x} {y} {z}: {violation}");
        }
    }
}

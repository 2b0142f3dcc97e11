//! Human joint limits: the same on every body, mirrored left and right, and anatomically correct.

use crate::human_bodies::{Body, PLAIN, body, full_body};
use crate::limit_shapes::turn;
use crate::random::Random;
use crate::random_chain::mirrored;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::humanoid::HumanBone::{self, *};
use sinew::limit::HumanLimits;
use sinew::{JointIndex, ModelPose, Transform};
use std::f32::consts::FRAC_PI_4;

/// A body, its limits, and the rotations of its joints in the T-pose, told from the limits alone.
pub(crate) struct Limited {
    pub(crate) body: Body,
    pub(crate) limits: HumanLimits,
    stance: Vec<Quat>,
}

impl Limited {
    /// `turned` is how far it is turned about +Y from where it should face.
    pub(crate) fn new(body: Body, turned: f32) -> Self {
        let limits = HumanLimits::new(&body.skeleton, &body.humanoid);
        let rest = ModelPose::rest(&body.skeleton);
        let mut stance: Vec<Quat> = Vec::new();
        for joint in body.skeleton.joints() {
            stance.push(match (limits.get(joint), body.skeleton.parent(joint)) {
                (Some((_, zero)), Some(parent)) => stance[parent.index()] * zero,
                _ => Quat::from_rotation_y(-turned) * Transform::from_affine(rest.get(joint)).rotation,
            });
        }
        Self { body, limits, stance }
    }

    /// The joint that is a bone of the body's own side.
    pub(crate) fn joint(&self, bone: HumanBone) -> Option<JointIndex> {
        self.body.humanoid.map.joint(if self.body.humanoid.mirrored { bone.mirrored() } else { bone })
    }

    fn above(&self, joint: JointIndex) -> Quat {
        self.body.skeleton.parent(joint).map_or(Quat::IDENTITY, |parent| self.stance[parent.index()])
    }

    /// How far a bone is outside of its limit where it has turned by `by` against the bone above, seen in the T-pose by one
    /// who stands before the body. None where it has no limit.
    pub(crate) fn violation(&self, bone: HumanBone, by: Quat) -> Option<f32> {
        let joint = self.joint(bone)?;
        let above = self.above(joint);
        Some(self.limits.get(joint)?.0.violation(above.inverse() * by * above))
    }

    /// By how much a bone has turned against the one above in a pose, seen likewise.
    pub(crate) fn turned(&self, bone: HumanBone, model: &[Affine3A]) -> Quat {
        let joint = self.joint(bone).unwrap();
        let parent = self.body.skeleton.parent(joint).unwrap();
        let own = |joint: JointIndex| {
            let rotation = Transform::from_affine(&model[joint.index()]).rotation;
            rotation * self.stance[joint.index()].inverse()
        };
        own(parent).inverse() * own(joint)
    }
}

/// Bodies that rest in T and in A, with arms that hang, with any axes, that face anywhere, small, or called by the wrong
/// side.
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
fn limits_are_the_same_whichever_way_a_body_rests() {
    let bodies = bodies();
    let mut random = Random::new(71);
    let mut outside = 0;
    for bone in HumanBone::ALL {
        for _ in 0..300 {
            let by = turn(&mut random);
            let first = bodies[0].violation(bone, by);
            outside += usize::from(first > Some(0.1));
            for (n, body) in bodies.iter().enumerate().filter(|(_, body)| body.joint(bone).is_some()) {
                let own = body.violation(bone, by);
                let apart = own.unwrap_or(0.0) - first.unwrap_or(0.0);
                assert!(
                    own.is_some() == first.is_some() && apart.abs() < 1e-3,
                    "{bone} {n}: {own:?} {first:?}"
                );
            }
        }
    }
    assert!(outside > 1000, "{outside}");
}

#[test]
fn left_and_right_are_images_of_one_another() {
    let mut random = Random::new(72);
    let full = Limited::new(full_body(), 0.0);
    let count = HumanBone::ALL.into_iter().filter(|bone| full.joint(*bone).is_some()).count();
    assert!(count > 50, "{count}");
    for body in bodies().iter().chain([&full]) {
        for bone in HumanBone::ALL {
            for _ in 0..100 {
                let by = turn(&mut random);
                let [own, other] =
                    [(bone, by), (bone.mirrored(), mirrored(by))].map(|(b, by)| body.violation(b, by));
                let apart = own.unwrap_or(0.0) - other.unwrap_or(0.0);
                assert!(own.is_some() == other.is_some() && apart.abs() < 1e-3, "{bone}: {own:?} {other:?}");
            }
        }
    }
}

#[test]
fn every_bone_but_the_hips_has_a_limit_which_the_t_pose_keeps() {
    for body in bodies().iter().chain([&Limited::new(full_body(), 0.0)]) {
        for bone in HumanBone::ALL.into_iter().filter(|bone| body.joint(*bone).is_some()) {
            let violation = body.violation(bone, Quat::IDENTITY);
            assert_eq!(violation.is_some(), bone != Hips, "{bone}");
            assert!(violation.unwrap_or(0.0) < 1e-5, "{bone}: {violation:?}");
        }
    }
}

#[test]
fn a_body_that_rests_in_t_is_within_its_limits_and_one_that_stands_too() {
    let full = Limited::new(full_body(), 0.0);
    let rests = [body::body(PLAIN), body::body(body::Build { arms: 1.3, odd_axes: true, ..PLAIN })];
    for body in rests.into_iter().map(|body| Limited::new(body, 0.0)).chain([full]) {
        let rest = ModelPose::rest(&body.body.skeleton);
        for bone in HumanBone::ALL.into_iter().filter(|bone| body.joint(*bone).is_some() && *bone != Hips) {
            let violation = body.violation(bone, body.turned(bone, rest.as_slice()));
            // Fingers and thumbs made up by hand stand a little as no finger does.
            assert!(violation.unwrap() < 0.05, "{bone}: {violation:?}");
        }
    }
}

/// What people do and do not, as turns against the bone above seen from before the T-pose, in degrees about +X, +Y, +Z.
const MOVES: [(HumanBone, [f32; 3], bool); 22] = [
    // The left hand comes to the shoulder forwards.
    (LeftLowerArm, [0.0, -140.0, 0.0], true),
    (LeftLowerArm, [0.0, 20.0, 0.0], false),
    (LeftLowerArm, [0.0, 0.0, 40.0], false),
    (LeftLowerArm, [60.0, 0.0, 0.0], true),
    (RightLowerArm, [0.0, 140.0, 0.0], true),
    (RightLowerArm, [0.0, -20.0, 0.0], false),
    // The shin goes back.
    (LeftLowerLeg, [120.0, 0.0, 0.0], true),
    (LeftLowerLeg, [-20.0, 0.0, 0.0], false),
    (RightLowerLeg, [120.0, 0.0, 0.0], true),
    (RightLowerLeg, [0.0, 0.0, 30.0], false),
    // Thighs rise forwards, and aside to their own side.
    (LeftUpperLeg, [-100.0, 0.0, 0.0], true),
    (LeftUpperLeg, [60.0, 0.0, 0.0], false),
    (LeftUpperLeg, [0.0, 0.0, 40.0], true),
    (LeftUpperLeg, [0.0, 0.0, -45.0], false),
    (RightUpperLeg, [0.0, 0.0, -40.0], true),
    // Arms go up, down and forwards, but hardly back.
    (LeftUpperArm, [0.0, 0.0, 80.0], true),
    (LeftUpperArm, [0.0, 0.0, -80.0], true),
    (LeftUpperArm, [0.0, -120.0, 0.0], true),
    (LeftUpperArm, [0.0, 80.0, 0.0], false),
    (RightUpperArm, [0.0, 120.0, 0.0], true),
    // Heads nod and do not turn around.
    (Head, [25.0, 0.0, 0.0], true),
    (Head, [0.0, 100.0, 0.0], false),
];

#[test]
fn people_do_what_people_do() {
    for body in &bodies() {
        for (bone, [x, y, z], may) in MOVES {
            let by = Vec3::new(x, y, z).map(f32::to_radians);
            let violation = body.violation(bone, Quat::from_scaled_axis(by)).unwrap();
            assert_eq!(violation < 1e-4, may, "{bone} {x} {y} {z}: {violation}");
        }
    }
}

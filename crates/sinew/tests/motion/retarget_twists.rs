//! Twist joints.

use crate::retarget_body::{Body, Build, PLAIN, body};
use sinew::glam::{Affine3A, Mat3A, Quat, Vec3};
use sinew::humanoid::HumanBone::{self, *};
use sinew::humanoid::{BoneMap, Humanoid};
use sinew::skeleton::Joint;
use sinew::{ModelPose, Skeleton, Transform};

/// A body with twist joints at shares of a bone's length; `between` inserts them into the hierarchy before
/// the next bone.
fn twisted(build: Build, twists: &[(&str, HumanBone, HumanBone, f32)], between: bool) -> Body {
    twisted_below(Vec3::ONE, build, twists, between)
}

/// The same below a root with a scale.
fn twisted_below(
    scale: Vec3,
    build: Build,
    twists: &[(&str, HumanBone, HumanBone, f32)],
    between: bool,
) -> Body {
    let person = body(build);
    let rest = ModelPose::rest(&person.skeleton);
    let joint_of = |bone| person.humanoid.named_bones.joint(bone).unwrap();
    let skeleton = &person.skeleton;
    let mut joints: Vec<Joint> = (0..skeleton.len())
        .map(|n| {
            let joint = skeleton.by_file_index(n).unwrap();
            let parent = skeleton.parent(joint).map(|p| skeleton.file_index(p) as u32);
            let rest = skeleton.rest()[joint.index()];
            Joint { name: skeleton.name(joint).into(), parent, rest, in_scene: true }
        })
        .collect();
    for (name, bone, next, at) in twists {
        let (bone, next) = (joint_of(*bone), joint_of(*next));
        let (from, to) = (rest.get(bone).translation, rest.get(next).translation);
        // With its own rest rotation.
        let turn = Quat::from_rotation_y(0.4) * Quat::from_rotation_x(1.0);
        let model = Affine3A::from_rotation_translation(turn, Vec3::from(from.lerp(to, *at)));
        let local = Transform::from_affine(&(rest.get(bone).inverse() * model));
        let number = joints.len() as u32;
        joints.push(Joint {
            name: (*name).into(),
            parent: Some(skeleton.file_index(bone) as u32),
            rest: local,
            in_scene: true,
        });
        if between {
            let hung = &mut joints[skeleton.file_index(next)];
            hung.parent = Some(number);
            hung.rest = Transform::from_affine(&(model.inverse() * *rest.get(next)));
        }
    }
    let moved_down = usize::from(scale != Vec3::ONE);
    if moved_down > 0 {
        joints.iter_mut().for_each(|joint| joint.parent = Some(joint.parent.map_or(0, |p| p + 1)));
        let rest = Transform { scale, ..Transform::IDENTITY };
        joints.insert(0, Joint { name: "armature".into(), parent: None, rest, in_scene: true });
    }
    let made = Skeleton::new(joints).unwrap();
    let pairs =
        person.humanoid.named_bones.iter().map(|(bone, joint)| {
            (bone, made.by_file_index(skeleton.file_index(joint) + moved_down).unwrap())
        });
    let map = BoneMap::new(&made, pairs).unwrap();
    let humanoid = Humanoid::of_map(&made, map, "made up");
    Body { skeleton: made, humanoid }
}

/// Model-space angle of a target joint about `axis` after a roll of the source's `bone` about it.
fn rolled(target: &Body, bone: HumanBone, axis: Vec3, by: f32, joint: &str) -> f32 {
    let source = body(PLAIN);
    let mut pose = source.skeleton.rest().to_vec();
    pose[source.humanoid.named_bones.joint(bone).unwrap().index()].rotation = Quat::from_axis_angle(axis, by);
    let retargeter = source.onto(target);
    let mut out = target.skeleton.rest().to_vec();
    retargeter.retarget_pose(&pose, &mut retargeter.scratch(), &mut out);
    let joint = target.skeleton.find(joint).unwrap();
    // The rotation in model space, but for the stretch of the root.
    let root = Mat3A::from_diagonal(target.skeleton.rest()[0].scale.abs());
    let linear = |model: &ModelPose| root.inverse() * model.get(joint).matrix3;
    let turn = linear(&target.model(&out)) * linear(&ModelPose::rest(&target.skeleton)).inverse();
    let turned = Quat::from_mat3a(&turn);
    let angle = 2.0 * turned.xyz().dot(axis).atan2(turned.w);
    assert!(turned.abs_diff_eq(Quat::from_axis_angle(axis, angle), 1e-2), "{joint:?} turns aside: {turned}");
    angle
}

const NAMES: [(&str, HumanBone, HumanBone, f32); 5] = [
    ("LeftForeArmTwist", LeftLowerArm, LeftHand, 0.5),
    ("lowerarm_twist_02_l", LeftLowerArm, LeftHand, 0.9),
    ("LeftArmTwist", LeftUpperArm, LeftLowerArm, 0.25),
    ("RightUpLegRoll", RightUpperLeg, RightLowerLeg, 0.5),
    ("calf_twist_01_r", RightLowerLeg, RightFoot, 0.5),
];

#[test]
fn rolls_are_shared_by_position() {
    for build in [PLAIN, Build { odd_axes: true, size: 1.4, ..PLAIN }] {
        let target = twisted(build, &NAMES, false);
        let near = |got: f32, expected: f32| assert!((got - expected).abs() < 0.02, "{got} {expected}");
        let hand = |joint| rolled(&target, LeftHand, Vec3::X, 1.0, joint);
        near(hand("LeftForeArmTwist"), 0.5);
        near(hand("lowerarm_twist_02_l"), 0.9);
        near(hand("LeftArmTwist"), 0.0);
        // The whole arm rolls: fully below the elbow, by a quarter at a quarter of the upper arm.
        let arm = |joint| rolled(&target, LeftUpperArm, Vec3::X, 0.8, joint);
        near(arm("LeftArmTwist"), 0.2);
        near(arm("LeftForeArmTwist"), 0.8);
        let elbow = |joint| rolled(&target, LeftLowerArm, Vec3::X, 0.8, joint);
        near(elbow("LeftArmTwist"), 0.2);
        near(elbow("LeftForeArmTwist"), 0.8);
        near(rolled(&target, RightUpperLeg, Vec3::Y, 0.6, "RightUpLegRoll"), 0.3);
        near(rolled(&target, RightFoot, Vec3::Y, 0.6, "calf_twist_01_r"), 0.3);
    }
}

#[test]
fn rolls_are_shared_below_mirrored_and_uneven_scales() {
    for scale in [Vec3::new(-1.0, 1.0, 1.0), Vec3::new(1.0, 2.0, 1.0)] {
        for build in [PLAIN, Build { odd_axes: true, ..PLAIN }] {
            let target = twisted_below(scale, build, &NAMES, false);
            // A joint called left lies on the right of a mirrored body.
            let swapped = scale.x < 0.0;
            assert_eq!(target.humanoid.sides_swapped, swapped);
            let true_bone = |bone: HumanBone| if swapped { bone.mirrored() } else { bone };
            let near = |got: f32, expected: f32| {
                assert!((got - expected).abs() < 0.02, "{scale}: {got} {expected}");
            };
            let hand = |joint| rolled(&target, true_bone(LeftHand), Vec3::X, 1.0, joint);
            near(hand("LeftForeArmTwist"), 0.5);
            near(hand("lowerarm_twist_02_l"), 0.9);
            near(hand("LeftArmTwist"), 0.0);
            let arm = |joint| rolled(&target, true_bone(LeftUpperArm), Vec3::X, 0.8, joint);
            near(arm("LeftArmTwist"), 0.2);
            near(arm("LeftForeArmTwist"), 0.8);
            near(rolled(&target, true_bone(RightUpperLeg), Vec3::Y, 0.6, "RightUpLegRoll"), 0.3);
            near(rolled(&target, true_bone(RightFoot), Vec3::Y, 0.6, "calf_twist_01_r"), 0.3);
        }
    }
}

#[test]
fn twist_joints_between_bones_share_the_roll_and_keep_the_next_bone() {
    let names =
        &[("LeftForeArmRoll", LeftLowerArm, LeftHand, 0.5), ("LeftArmRoll", LeftUpperArm, LeftLowerArm, 0.5)];
    let (source, plain, target) = (body(PLAIN), body(PLAIN), twisted(PLAIN, names, true));
    assert!((rolled(&target, LeftHand, Vec3::X, 1.0, "LeftForeArmRoll") - 0.5).abs() < 0.02);
    for seed in 0..50 {
        let pose = source.random_pose(seed);
        let retargeted = |to: &Body| {
            let retargeter = source.onto(to);
            let mut out = to.skeleton.rest().to_vec();
            retargeter.retarget_pose(&pose, &mut retargeter.scratch(), &mut out);
            to.model(&out)
        };
        let (a, b) = (retargeted(&plain), retargeted(&target));
        for bone in [LeftLowerArm, LeftHand] {
            let (a, b) = (
                a.get(plain.humanoid.named_bones.joint(bone).unwrap()),
                b.get(target.humanoid.named_bones.joint(bone).unwrap()),
            );
            assert!(a.abs_diff_eq(*b, 1e-4), "{bone:?}");
        }
    }
}

#[test]
fn joints_with_other_names_or_positions_are_not_changed() {
    for (name, at) in [("LeftForeArmHelper", 0.5), ("LeftForeArmTwist", 1.6), ("scroll", 0.5)] {
        let target = twisted(PLAIN, &[(name, LeftLowerArm, LeftHand, at)], false);
        assert!(rolled(&target, LeftHand, Vec3::X, 1.0, name).abs() < 1e-3, "{name}");
    }
}

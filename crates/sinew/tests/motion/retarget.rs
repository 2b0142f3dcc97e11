//! One motion on bodies of any build: limbs point the same way, feet stand, results are finite.

use crate::counting::allocations;
use crate::retarget_body::{Body, Build, PLAIN, body, walk};
use sinew::glam::{Quat, Vec3};
use sinew::humanoid::HumanBone::{self, *};
use sinew::humanoid::{BoneMap, Humanoid, forward};
use sinew::retarget::{FaceMap, RetargetSettings, Retargeter, retarget_clip};
use sinew::skeleton::Joint;
use sinew::{JointId, LocalPose, ModelPose, RawClip, SampleCursor, Skeleton, Transform};

const LIMBS: [(HumanBone, HumanBone); 8] = [
    (LeftUpperArm, LeftLowerArm),
    (LeftLowerArm, LeftHand),
    (RightUpperArm, RightLowerArm),
    (RightLowerArm, RightHand),
    (LeftUpperLeg, LeftLowerLeg),
    (LeftLowerLeg, LeftFoot),
    (RightUpperLeg, RightLowerLeg),
    (RightLowerLeg, RightFoot),
];

#[test]
fn limbs_point_the_same_way_on_every_build() {
    let source = body(PLAIN);
    for build in [
        PLAIN,
        Build { odd_axes: true, ..PLAIN },
        Build { arms: 0.8, size: 1.7, ..PLAIN },
        Build { arms: 1.45, odd_axes: true, size: 0.4, ..PLAIN },
        Build { mirrored: true, ..PLAIN },
        Build { turned: 2.0, odd_axes: true, ..PLAIN },
        Build { without: &[Chest, Neck], ..PLAIN },
        Build { without: &[LeftToes, RightToes], arms: 0.5, ..PLAIN },
    ] {
        let target = body(build);
        assert_eq!(target.humanoid.sides_swapped, build.mirrored);
        for (from, to) in [(&source, &target), (&target, &source)] {
            let retargeter = from.onto(to);
            let (mut scratch, mut out) = (retargeter.scratch(), to.skeleton.rest().to_vec());
            for seed in 0..20 {
                let pose = from.random_pose(seed);
                retargeter.retarget_pose(&pose, &mut scratch, &mut out);
                let (a, b) = (from.model(&pose), to.model(&out));
                for (upper, lower) in LIMBS {
                    let way = |body: &Body, model: &ModelPose| {
                        // Each relative to the direction in which it faces.
                        let forward = forward(&body.skeleton, &body.humanoid);
                        let back = Quat::from_rotation_y(-forward.x.atan2(forward.z));
                        Some(back * (body.position(model, lower)? - body.position(model, upper)?).normalize())
                    };
                    if let (Some(there), Some(here)) = (way(from, &a), way(to, &b)) {
                        assert!(there.distance(here) < 1e-3, "{upper:?}: {there} {here}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_body_keeps_its_own_motion() {
    let person = body(Build { odd_axes: true, arms: 0.6, ..PLAIN });
    let retargeter = person.onto(&person);
    let (mut scratch, mut out) = (retargeter.scratch(), person.skeleton.rest().to_vec());
    for seed in 0..20 {
        let pose = person.random_pose(seed);
        retargeter.retarget_pose(&pose, &mut scratch, &mut out);
        for (a, b) in pose.iter().zip(&out) {
            assert!(a.to_affine().abs_diff_eq(b.to_affine(), 1e-4));
        }
    }
}

#[test]
fn feet_that_stand_in_the_source_stand_in_the_target() {
    let source = body(PLAIN);
    let clip = walk(&source);
    for build in [Build { size: 0.6, arms: 0.7, ..PLAIN }, Build { odd_axes: true, size: 1.3, ..PLAIN }] {
        let target = body(build);
        let retargeter = source.onto(&target);
        let (made, report) =
            retarget_clip(&clip, &retargeter, &RetargetSettings::default(), &FaceMap::default()).unwrap();
        let feet = report.foot_correction.unwrap();
        assert!((5..=8).contains(&feet.contacts), "{feet:?}");
        assert!(feet.slide < 2e-3 && feet.penetration < 1e-3, "{feet:?}");
        assert_eq!((made.start(), made.end()), (clip.start(), clip.end()));
        // The distance is proportional to the length of the legs.
        let mut pose = LocalPose::rest(&target.skeleton);
        made.sample(3.0, &mut SampleCursor::new(), &mut pose, &mut Default::default());
        let hips = target.position(&target.model(pose.as_slice()), Hips).unwrap();
        assert!((hips.z - 3.0 * build.size).abs() < 0.02, "{hips}");
    }
}

#[test]
fn incomplete_bodies_do_not_panic() {
    let at_origin = |count: usize| {
        let bones = [
            Hips,
            Spine,
            Head,
            LeftUpperLeg,
            LeftLowerLeg,
            LeftFoot,
            RightUpperLeg,
            RightLowerLeg,
            RightFoot,
        ];
        let joint = |n: usize| Joint {
            name: bones[n].name().into(),
            parent: bones[n].parent().map(|p| {
                let mut up = std::iter::successors(Some(p), |b| b.parent());
                up.find_map(|b| bones.iter().position(|other| *other == b)).unwrap() as u32
            }),
            rest: Transform::IDENTITY,
            in_scene: true,
        };
        let skeleton = Skeleton::new((0..count).map(joint).collect()).unwrap();
        let pairs = (0..count).map(|n| (bones[n], skeleton.by_file_index(n).unwrap()));
        let map = BoneMap::new(&skeleton, pairs).unwrap();
        let humanoid = Humanoid::of_map(&skeleton, map, "nobody");
        Body { skeleton, humanoid }
    };
    let sound = body(PLAIN);
    let clip = walk(&sound);
    for nobody in [at_origin(9), at_origin(3), at_origin(1)] {
        for (from, to) in [(&sound, &nobody), (&nobody, &sound), (&nobody, &nobody)] {
            let source = if std::ptr::eq(from, &sound) { clip.clone() } else { RawClip::default() };
            let retargeter = from.onto(to);
            let (made, _) =
                retarget_clip(&source, &retargeter, &RetargetSettings::default(), &FaceMap::default())
                    .unwrap();
            let mut pose = LocalPose::rest(&to.skeleton);
            made.sample(0.5, &mut SampleCursor::new(), &mut pose, &mut Default::default());
            assert!(pose.as_slice().iter().all(Transform::is_finite));
        }
    }
}

#[test]
fn rigs_with_equal_names_move_from_their_own_rest_poses() {
    let chain = |turn: Quat, length: f32, names: [&str; 3]| {
        let joint = |(n, name): (usize, &str)| Joint {
            name: name.into(),
            parent: n.checked_sub(1).map(|p| p as u32),
            rest: Transform { translation: Vec3::Y * length, rotation: turn, scale: Vec3::ONE },
            in_scene: true,
        };
        Skeleton::new(names.into_iter().enumerate().map(joint).collect()).unwrap()
    };
    let (a, b) = (
        chain(Quat::IDENTITY, 1.0, ["a", "b", "c"]),
        chain(Quat::from_rotation_x(0.3), 2.0, ["a", "b", "x"]),
    );
    let retargeter = Retargeter::by_names(&a, &b).unwrap();
    assert_eq!(retargeter.unmapped_joints(), ["c"]);
    let mut pose = a.rest().to_vec();
    pose[1].rotation = Quat::from_rotation_z(1.0);
    let mut out = b.rest().to_vec();
    retargeter.retarget_pose(&pose, &mut retargeter.scratch(), &mut out);
    let expected = b.rest()[0].rotation.inverse()
        * Quat::from_rotation_z(1.0)
        * b.rest()[0].rotation
        * b.rest()[1].rotation;
    assert!(out[1].rotation.abs_diff_eq(expected, 1e-5) && out[1].translation == b.rest()[1].translation);
    assert!(Retargeter::by_names(&a, &chain(Quat::IDENTITY, 1.0, ["x", "y", ""])).is_err());
}

#[test]
fn retargeting_a_pose_allocates_nothing() {
    let (source, target) = (body(PLAIN), body(Build { odd_axes: true, ..PLAIN }));
    let retargeter = source.onto(&target);
    let (mut scratch, mut out) = (retargeter.scratch(), target.skeleton.rest().to_vec());
    let pose = source.random_pose(1);
    assert_eq!(
        allocations(|| (0..100).for_each(|_| retargeter.retarget_pose(&pose, &mut scratch, &mut out))),
        0
    );
}

#[test]
fn a_normalized_skeleton_has_no_rest_rotations() {
    let person = body(Build { odd_axes: true, arms: 1.0, turned: 1.0, ..PLAIN });
    let (skeleton, map) = person.standing().normalized(&person.skeleton).unwrap();
    assert!(skeleton.rest().iter().all(|t| t.rotation == Quat::IDENTITY));
    let rest = ModelPose::rest(&skeleton);
    let at = |bone| Vec3::from(rest.get(map.joint(bone).unwrap()).translation);
    assert!((at(LeftHand) - at(LeftUpperArm)).normalize().abs_diff_eq(Vec3::X, 1e-4));
    assert!((at(RightFoot) - at(RightUpperLeg)).normalize().abs_diff_eq(Vec3::NEG_Y, 1e-4));
    assert!((at(LeftFoot).y - 0.09).abs() < 0.03, "{}", at(LeftFoot));
    assert_eq!(JointId(0), map.joint(Hips).unwrap());
}

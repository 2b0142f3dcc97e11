//! Bind poses of bodies whose nodes are frozen in any pose, with every space in which files store them.

use crate::rig::Rig;
use crate::rigs::RIGS;
use sinew::body::{Stance, bind_pose};
use sinew::character::Skin;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::humanoid::Humanoid;
use sinew::skeleton::{Joint, ReferenceOrigin, ReferencePoseError, Skeleton};
use sinew::{ModelPose, Transform};
use test_needs::cases;

fn turn(random: &mut fastrand::Rng, most: f32) -> Quat {
    let mut number = || random.f32() * 2.0 - 1.0;
    let axis = Vec3::new(number(), number(), number()).normalize_or(Vec3::Y);
    Quat::from_axis_angle(axis, number() * most)
}

/// A body whose joints have random axes, below an armature with the transform `armature`.
fn body(random: &mut fastrand::Rng, armature: Affine3A) -> (Skeleton, Humanoid) {
    let plain = Rig::new(RIGS[0].1).skeleton();
    let humanoid = Humanoid::detect(&plain).unwrap();
    let (model, size) = (ModelPose::rest(&plain), armature.matrix3.determinant().cbrt());
    let globals: Vec<Affine3A> = plain
        .joints()
        .map(|joint| match plain.parent(joint) {
            None => armature,
            Some(_) => Affine3A::from_scale_rotation_translation(
                Vec3::splat(size),
                turn(random, 3.0),
                model.get(joint).translation.into(),
            ),
        })
        .collect();
    let joint = |n: usize| {
        let joint = plain.by_file_index(n).unwrap();
        let above = plain.parent(joint).map_or(Affine3A::IDENTITY, |parent| globals[parent.index()]);
        Joint {
            name: plain.name(joint).to_owned(),
            parent: plain.parent(joint).map(|parent| plain.file_index(parent) as u32),
            rest: Transform::from_affine(&(above.inverse() * globals[joint.index()])),
            in_scene: true,
        }
    };
    let skeleton = Skeleton::new((0..plain.len()).map(joint).collect()).unwrap();
    let humanoid = Humanoid::of_map(&skeleton, humanoid.named_bones, "test");
    (skeleton, humanoid)
}

/// The skeleton frozen in a random pose.
fn frozen(random: &mut fastrand::Rng, skeleton: &Skeleton, humanoid: &Humanoid) -> Skeleton {
    let mut pose = skeleton.rest().to_vec();
    for (bone, joint) in humanoid.named_bones.iter() {
        let transform = &mut pose[joint.index()];
        transform.rotation = (transform.rotation * turn(random, 0.9)).normalize();
        if bone.parent().is_none() {
            transform.translation *= 1.0 + random.f32();
        }
    }
    let mut frozen = skeleton.clone();
    frozen.set_rest(pose);
    frozen
}

#[test]
fn bind_poses_are_found_in_every_space() {
    const CASES: usize = 10_000;
    for mut random in cases(CASES) {
        let case = random.seed();
        let lying = Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2);
        let size = [1.0, 0.01, 100.0, 0.3][random.usize(..4)];
        let rotation = [Quat::IDENTITY, lying][random.usize(..2)];
        // A translation alone cannot be told from a body that moved.
        let is_told = size != 1.0 || rotation != Quat::IDENTITY;
        let position = Vec3::new(random.f32() - 0.5, 0.0, random.f32() - 0.5) * f32::from(u8::from(is_told));
        let armature = Affine3A::from_scale_rotation_translation(Vec3::splat(size), rotation, position);
        let (skeleton, humanoid) = body(&mut random, armature);
        let rest = ModelPose::rest(&skeleton);
        let in_armature = random.bool();
        let space = if in_armature { armature } else { Affine3A::IDENTITY };
        let bones: Vec<_> = skeleton.joints().filter(|joint| skeleton.parent(*joint).is_some()).collect();
        let skin = Skin {
            inverse_binds: bones.iter().map(|joint| rest.get(*joint).inverse() * space).collect(),
            joints: bones,
            ..Skin::default()
        };
        let mut frozen = frozen(&mut random, &skeleton, &humanoid);
        let pose =
            bind_pose(&frozen, &[skin], &[], Some(&humanoid)).expect("another pose than the rest pose");
        frozen.set_reference(pose, ReferenceOrigin::BindPose).unwrap();
        let found = ModelPose::reference(&frozen);
        for joint in skeleton.joints() {
            let (a, b) = (rest.get(joint), found.get(joint));
            let far = a.translation.distance(b.translation);
            let turned = (a.matrix3 * (1.0 / size) - b.matrix3 * (1.0 / size)).to_cols_array();
            let turned = turned.into_iter().fold(0.0, |most: f32, value| most.max(value.abs()));
            let name = skeleton.name(joint);
            assert!(
                far < 2e-3 && turned < 5e-3,
                "case {case}, {name}: {far} m, {turned}; {in_armature} {size}"
            );
        }
        let stance = Stance::of(&humanoid, found.as_slice()).unwrap();
        assert!(stance.stands() && stance.is_on_ground(), "case {case}: {stance:?}");
    }
}

#[test]
fn the_rest_pose_has_no_other_bind_pose() {
    let mut random = fastrand::Rng::with_seed(6);
    let (skeleton, humanoid) = body(&mut random, Affine3A::IDENTITY);
    let rest = ModelPose::rest(&skeleton);
    let joints: Vec<_> = skeleton.joints().collect();
    let inverse_binds = joints.iter().map(|joint| rest.get(*joint).inverse()).collect();
    let skin = Skin { joints, inverse_binds, ..Skin::default() };
    assert_eq!(bind_pose(&skeleton, &[skin], &[], Some(&humanoid)), None);
    assert_eq!(bind_pose(&skeleton, &[], &[], Some(&humanoid)), None);
}

#[test]
fn hostile_binds_give_a_finite_pose_or_none() {
    let mut random = fastrand::Rng::with_seed(7);
    let (skeleton, humanoid) = body(&mut random, Affine3A::IDENTITY);
    let rest = ModelPose::rest(&skeleton);
    for mut random in cases(2000) {
        let case = random.seed();
        let joints: Vec<_> = skeleton.joints().filter(|_| random.f32() < 0.7).collect();
        let inverse_binds = joints.iter().map(|joint| {
            let inverse = rest.get(*joint).inverse();
            match random.u8(..8) {
                0 => Affine3A::ZERO,
                1 => inverse * Affine3A::from_scale(Vec3::new(1e-20, 1.0, 1e20)),
                2 => inverse * Affine3A::from_scale(Vec3::splat(-1e18)),
                3 => Affine3A::from_translation(Vec3::splat(1e38)) * inverse,
                _ => inverse,
            }
        });
        let inverse_binds = inverse_binds.collect();
        let skin = Skin { joints, inverse_binds, ..Skin::default() };
        let with = (case % 2 == 0).then_some(&humanoid);
        let pose = bind_pose(&skeleton, &[skin.clone(), skin], &[], with);
        assert!(pose.is_none_or(|pose| pose.iter().all(Transform::is_finite)), "case {case}");
    }
}

#[test]
fn a_reference_pose_of_wrong_length_or_with_nan_is_refused() {
    let mut random = fastrand::Rng::with_seed(8);
    let (mut skeleton, _) = body(&mut random, Affine3A::IDENTITY);
    let count = skeleton.len();
    let short = skeleton.set_reference(Vec::new(), ReferenceOrigin::Custom);
    assert_eq!(short, Err(ReferencePoseError::Length { found: 0, expected: count }));
    let mut pose = skeleton.rest().to_vec();
    pose[3].translation.x = f32::NAN;
    let nan = skeleton.set_reference(pose.clone(), ReferenceOrigin::Custom);
    assert_eq!(nan, Err(ReferencePoseError::NotFinite { joint: 3 }));
    assert_eq!(skeleton.reference(), skeleton.rest());
    pose[3].translation.x = 5.0;
    skeleton.set_reference(pose.clone(), ReferenceOrigin::Custom).unwrap();
    assert_eq!((skeleton.reference(), skeleton.reference_origin()), (&pose[..], ReferenceOrigin::Custom));
    skeleton.set_reference(Vec::new(), ReferenceOrigin::RestPose).unwrap();
    assert_eq!(skeleton.reference(), skeleton.rest());
}

//! Retargeting between rigs with mirrored, uneven and nested scales.

use crate::retarget_body::{Body, Build, PLAIN, body};
use sinew::glam::{Quat, Vec3};
use sinew::humanoid::Humanoid;
use sinew::retarget::{RetargetScratch, Retargeter};
use sinew::skeleton::Joint;
use sinew::{LocalPose, ModelPose, Skeleton, Transform};
use test_needs::cases;

/// The plain body below a root with a scale, and with scales of its own.
fn scaled(random: &mut fastrand::Rng, root: Vec3, share: f32) -> Body {
    let plain = body(Build { odd_axes: random.bool(), ..PLAIN });
    let plain_skeleton = &plain.skeleton;
    let mut joints =
        vec![Joint { name: "armature".into(), parent: None, rest: Transform::IDENTITY, in_scene: true }];
    joints[0].rest.scale = root;
    joints.extend((0..plain_skeleton.len()).map(|n| {
        let joint = plain_skeleton.by_file_index(n).unwrap();
        let mut rest = plain_skeleton.rest()[joint.index()];
        if random.f32() < share {
            let mut number = || (0.3 + random.f32()) * if random.bool() { 1.0 } else { -1.0 };
            rest.scale = Vec3::new(number(), number(), number());
        }
        let parent = plain_skeleton.parent(joint).map_or(0, |p| plain_skeleton.file_index(p) as u32 + 1);
        Joint { name: plain_skeleton.name(joint).into(), parent: Some(parent), rest, in_scene: true }
    }));
    let skeleton = Skeleton::new(joints).unwrap();
    let map = plain
        .humanoid
        .named_bones
        .iter()
        .map(|(bone, joint)| (bone, skeleton.find(plain_skeleton.name(joint)).unwrap()));
    let map = sinew::humanoid::BoneMap::new(&skeleton, map).unwrap();
    let humanoid = Humanoid::of_map(&skeleton, map, "scaled");
    Body { skeleton, humanoid }
}

fn roots(random: &mut fastrand::Rng) -> Vec3 {
    let uneven = Vec3::new(random.f32() + 0.3, random.f32() + 0.3, random.f32() + 0.3);
    [Vec3::ONE, Vec3::new(-1.0, 1.0, 1.0), Vec3::new(1.0, 2.0, 1.0), Vec3::splat(0.01), uneven]
        [random.usize(..5)]
}

/// The largest angle of a joint from its rest rotation, degrees.
fn largest_turn(skeleton: &Skeleton, pose: &LocalPose) -> f32 {
    let turns = pose.as_slice().iter().zip(skeleton.rest());
    turns.map(|(joint, rest)| joint.rotation.angle_between(rest.rotation).to_degrees()).fold(0.0, f32::max)
}

/// The largest differences of a pose from the rest pose, each relative to the size of the numbers: of
/// translations and of scales.
fn largest_shift(skeleton: &Skeleton, pose: &LocalPose) -> [f32; 2] {
    let both = || pose.as_slice().iter().zip(skeleton.rest());
    let off = |value: Vec3, rest: Vec3| value.distance(rest) / rest.length().max(1.0);
    let moved = both().map(|(joint, rest)| off(joint.translation, rest.translation)).fold(0.0, f32::max);
    let scaled = both().map(|(joint, rest)| off(joint.scale, rest.scale)).fold(0.0, f32::max);
    [moved, scaled]
}

fn retargeted(retargeter: &Retargeter, pose: &LocalPose) -> LocalPose {
    let mut out = LocalPose::rest(retargeter.target());
    retargeter.retarget_pose(pose.as_slice(), &mut RetargetScratch::default(), out.as_mut_slice());
    out
}

#[test]
fn a_rest_pose_retargets_to_the_rest_pose_by_names() {
    for mut random in cases(10_000) {
        let case = random.seed();
        let (from, to) = (roots(&mut random), roots(&mut random));
        let (from, to) = (scaled(&mut random, from, 0.2), scaled(&mut random, to, 0.2));
        let retargeter = Retargeter::by_names(&from.skeleton, &to.skeleton).unwrap();
        let out = retargeted(&retargeter, &LocalPose::rest(&from.skeleton));
        let off = largest_turn(&to.skeleton, &out);
        assert!(off < 0.2, "case {case}: {off} degrees");
        let [moved, scaled] = largest_shift(&to.skeleton, &out);
        assert!(moved < 1e-3 && scaled < 1e-4, "case {case}: {moved} {scaled}");
    }
}

#[test]
fn a_rest_pose_retargets_to_itself_between_humanoids() {
    for mut random in cases(10_000) {
        let case = random.seed();
        let root = roots(&mut random);
        let person = scaled(&mut random, root, 0.2);
        let retargeter = person.onto(&person);
        let out = retargeted(&retargeter, &LocalPose::rest(&person.skeleton));
        let off = largest_turn(&person.skeleton, &out);
        assert!(off < 0.2, "case {case}, root {root}: {off} degrees");
        let [moved, scaled] = largest_shift(&person.skeleton, &out);
        assert!(moved < 1e-3 && scaled < 1e-4, "case {case}, root {root}: {moved} {scaled}");
    }
}

#[test]
fn a_rest_pose_retargets_to_the_rest_pose_between_humanoids_of_different_scales() {
    for mut random in cases(10_000) {
        let case = random.seed();
        // The same body in other units, mirrored or not, and with joints of other axes. Uneven scales would
        // make another body of it, whose rest pose is another one.
        let mut root = || {
            [Vec3::ONE, Vec3::new(-1.0, 1.0, 1.0), Vec3::splat(0.01), Vec3::new(-2.5, 2.5, 2.5)]
                [random.usize(..4)]
        };
        let (from, to) = (root(), root());
        let (from, to) = (scaled(&mut random, from, 0.0), scaled(&mut random, to, 0.0));
        let out = retargeted(&from.onto(&to), &LocalPose::rest(&from.skeleton));
        let off = largest_turn(&to.skeleton, &out);
        assert!(off < 0.2, "case {case}: {off} degrees");
        let [moved, scaled] = largest_shift(&to.skeleton, &out);
        assert!(moved < 1e-3 && scaled < 1e-4, "case {case}: {moved} {scaled}");
    }
}

#[test]
fn a_mirrored_rig_moves_as_its_mirror_image() {
    let mut random = fastrand::Rng::with_seed(4);
    let plain = scaled(&mut random, Vec3::ONE, 0.0);
    let mut random = fastrand::Rng::with_seed(4);
    let mirrored = scaled(&mut random, Vec3::new(-1.0, 1.0, 1.0), 0.0);
    let retargeter = Retargeter::by_names(&plain.skeleton, &mirrored.skeleton).unwrap();
    let mut pose = LocalPose::rest(&plain.skeleton);
    let arm = plain.skeleton.find("chest").or(plain.skeleton.find("spine")).unwrap();
    pose.get_mut(arm).rotation = pose.get(arm).rotation * Quat::from_rotation_z(0.5);
    let out = retargeted(&retargeter, &pose);
    let (mut from, mut to) = (ModelPose::rest(&plain.skeleton), ModelPose::rest(&mirrored.skeleton));
    let (rest_from, rest_to) = (from.clone(), to.clone());
    from.update(&plain.skeleton, &pose);
    to.update(&mirrored.skeleton, &out);
    for joint in plain.skeleton.joints() {
        let other = mirrored.skeleton.find(plain.skeleton.name(joint)).unwrap();
        let turn = from.get(joint).matrix3 * rest_from.get(joint).matrix3.inverse();
        let made = to.get(other).matrix3 * rest_to.get(other).matrix3.inverse();
        assert!(made.abs_diff_eq(turn, 1e-4), "{}: {made} {turn}", plain.skeleton.name(joint));
    }
}

#[test]
fn translations_go_through_the_scales_of_both_rigs() {
    let rig = |scale: f32| {
        let joint = |name: &str, parent, y: f32, scale: f32| Joint {
            name: name.into(),
            parent,
            rest: Transform { scale: Vec3::splat(scale), ..Transform::from_translation(Vec3::Y * y) },
            in_scene: true,
        };
        let joints = vec![joint("armature", None, 0.0, scale), joint("hips", Some(0), 1.0 / scale, 1.0)];
        Skeleton::new(joints).unwrap()
    };
    // The same body in metres, and in centimetres below a scale.
    for (from, to) in [(1.0, 0.01), (0.01, 1.0), (0.01, 0.01)] {
        let (from, to) = (rig(from), rig(to));
        let retargeter = Retargeter::by_names(&from, &to).unwrap();
        let mut pose = LocalPose::rest(&from);
        let hips = from.find("hips").unwrap();
        let unit = 1.0 / from.rest()[from.parent(hips).unwrap().index()].scale.x;
        pose.get_mut(hips).translation += Vec3::Y * 0.1 * unit;
        let out = retargeted(&retargeter, &pose);
        let mut model = ModelPose::rest(&to);
        model.update(&to, &out);
        let moved = model.get(to.find("hips").unwrap()).translation.y - 1.0;
        assert!((moved - 0.1).abs() < 1e-4, "hips moved by 0.1 m have moved by {moved} m");
    }
}

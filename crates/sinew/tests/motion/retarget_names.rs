//! Retargeting by equal joint names: scale and order.

use sinew::glam::{Quat, Vec3};
use sinew::retarget::{RetargetScratch, Retargeter};
use sinew::skeleton::Joint;
use sinew::{LocalPose, ModelPose, Skeleton, Transform};

/// Skeleton of joints with parents and positions relative to them.
fn rig(joints: &[(&str, Option<u32>, Vec3)]) -> Skeleton {
    let joint = |(name, parent, position): &(&str, Option<u32>, Vec3)| Joint {
        name: (*name).into(),
        parent: *parent,
        rest: Transform::from_translation(*position),
        in_scene: true,
    };
    Skeleton::new(joints.iter().map(joint).collect()).unwrap()
}

fn retargeted(retargeter: &Retargeter, change: impl Fn(&Skeleton, &mut LocalPose)) -> ModelPose {
    let mut pose = LocalPose::rest(retargeter.source());
    change(retargeter.source(), &mut pose);
    let mut out = LocalPose::rest(retargeter.target());
    retargeter.retarget_pose(pose.as_slice(), &mut RetargetScratch::default(), out.as_mut_slice());
    let mut model = ModelPose::rest(retargeter.target());
    model.update(retargeter.target(), &out);
    model
}

#[test]
fn translations_are_scaled_by_the_shared_bones() {
    let original = [("root", None, Vec3::Y), ("a", Some(0), Vec3::X), ("b", Some(1), Vec3::X)];
    let doubled = original.map(|(name, parent, position)| (name, parent, position * 2.0));
    // Lying flat, with a distant helper joint, and with all joints in one position.
    let with = |joint: (&'static str, Option<u32>, Vec3)| [doubled.to_vec(), vec![joint]].concat();
    let nowhere = original.map(|(name, parent, _)| (name, parent, Vec3::ZERO));
    for (target, scale) in [
        (doubled.to_vec(), 2.0),
        (with(("camera", None, Vec3::Y * 1e4)), 2.0),
        (with(("end", Some(2), Vec3::Y * 1e4)), 2.0),
        (nowhere.to_vec(), 1.0),
        (vec![("a", None, Vec3::Z)], 1.0),
    ] {
        let target = rig(&target);
        let retargeter = Retargeter::by_names(&rig(&original), &target).unwrap();
        let first = retargeter.source().find(if target.len() == 1 { "a" } else { "root" }).unwrap();
        let target_joint = retargeter.target().find(retargeter.source().name(first)).unwrap();
        let model = retargeted(&retargeter, |_, pose| pose.get_mut(first).translation += Vec3::Z);
        let moved =
            model.get(target_joint).translation - ModelPose::rest(&target).get(target_joint).translation;
        assert!((moved.z - scale).abs() < 1e-4, "{scale}: {moved}");
    }
    // A source without size has the scale 1.
    let retargeter = Retargeter::by_names(&rig(&nowhere), &rig(&original)).unwrap();
    let model = retargeted(&retargeter, |source, pose| {
        pose.get_mut(source.find("root").unwrap()).translation.z = 3.0;
    });
    assert!((model.get(retargeter.target().find("root").unwrap()).translation.z - 3.0).abs() < 1e-4);
}

#[test]
fn roots_are_placed_after_their_parents() {
    // The source lists the child first, as a root.
    let source = rig(&[("lamp", None, Vec3::X), ("cart", None, Vec3::ZERO)]);
    let target = rig(&[("cart", None, Vec3::ZERO), ("lamp", Some(0), Vec3::X)]);
    let retargeter = Retargeter::by_names(&source, &target).unwrap();
    let model = retargeted(&retargeter, |source, pose| {
        pose.get_mut(source.find("cart").unwrap()).translation = Vec3::Z * 5.0;
    });
    assert_eq!(Vec3::from(model.get(target.find("lamp").unwrap()).translation), Vec3::X);
    assert_eq!(Vec3::from(model.get(target.find("cart").unwrap()).translation), Vec3::Z * 5.0);
}

#[test]
fn any_scratch_is_accepted() {
    let (small, large) =
        (rig(&[("a", None, Vec3::Y)]), rig(&[("a", None, Vec3::Y), ("b", Some(0), Vec3::Y)]));
    let retargeter = Retargeter::by_names(&large, &large).unwrap();
    let other = Retargeter::by_names(&small, &small).unwrap();
    for mut scratch in [RetargetScratch::default(), other.scratch(), retargeter.scratch()] {
        let mut out = large.rest().to_vec();
        retargeter.retarget_pose(large.rest(), &mut scratch, &mut out);
        assert_eq!(out, large.rest());
    }
}

#[test]
fn joints_translate_relative_to_their_parents() {
    let original = rig(&[("root", None, Vec3::Y), ("hips", Some(0), Vec3::X), ("tail", Some(1), Vec3::X)]);
    // Twice as large, with other axes.
    let mut joints: Vec<Joint> = (0..3)
        .map(|n| {
            let joint = original.joints().nth(n).unwrap();
            let mut rest = original.rest()[n];
            rest.translation *= 2.0;
            let parent = original.parent(joint).map(|p| p.index() as u32);
            Joint { name: original.name(joint).into(), parent, rest, in_scene: true }
        })
        .collect();
    let turn = Quat::from_rotation_z(1.0);
    joints[0].rest.rotation = turn;
    joints[1].rest.translation = turn.inverse() * joints[1].rest.translation;
    let target = Skeleton::new(joints).unwrap();
    let retargeter = Retargeter::by_names(&original, &target).unwrap();
    let model = retargeted(&retargeter, |source, pose| {
        let hips = pose.get_mut(source.find("hips").unwrap());
        hips.translation += Vec3::new(0.0, 0.5, 0.25);
    });
    let rest = ModelPose::rest(&target);
    for name in ["hips", "tail"] {
        let joint = target.find(name).unwrap();
        let moved = Vec3::from(model.get(joint).translation - rest.get(joint).translation);
        assert!(moved.abs_diff_eq(Vec3::new(0.0, 1.0, 0.5), 1e-4), "{name}: {moved}");
    }
}

//! Rest pose of exported avatars: a T-pose that faces +Z, with clips that move the character as before.

use crate::compare::{clips_apart, export_and_import, open};
use crate::validator;
use sinew::body::{TPose, best_reference, reference_candidates};
use sinew::character::{Axis, ConstraintKind, NodeConstraint};
use sinew::glam::{Quat, Vec3};
use sinew::humanoid::HumanBone::{self, *};
use sinew::humanoid::{Humanoid, RestPoseKind};
use sinew::pose::{LocalPose, ModelPose};
use sinew::skeleton::ReferenceOrigin;
use sinew::{Character, SampleCursor};
use sinew_import::{ExportOptions, Format, Imported, Severity};

fn built_in() -> Imported {
    open(std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/sinew.vrm")))
}

/// The built-in character with another rest pose and without data that counts from it.
fn resting_in(change: impl FnOnce(&Imported, &mut LocalPose)) -> Imported {
    let mut imported = built_in();
    let mut pose = LocalPose::rest(imported.character.skeleton());
    change(&imported, &mut pose);
    let mut parts = imported.character.into_parts();
    parts.skeleton.set_rest(pose.as_slice().to_vec());
    (parts.constraints, parts.spring_bones) = (Vec::new(), Default::default());
    let map = parts.humanoid.unwrap().named_bones;
    parts.humanoid = Some(Humanoid::of_map(&parts.skeleton, map, "vrm"));
    imported.character = Character::new(parts).unwrap();
    // As importers choose it.
    let best = best_reference(&reference_candidates(&imported.character, &imported.clips)).cloned();
    if let Some(best) = best.filter(|best| best.origin != ReferenceOrigin::RestPose) {
        imported.character.set_reference(best.pose, best.origin).unwrap();
    }
    imported
}

/// Turns bones in their own spaces.
fn turn(imported: &Imported, pose: &mut LocalPose, turns: &[(HumanBone, Quat)]) {
    for (bone, turn) in turns {
        let joint = imported.character.humanoid().unwrap().joint(*bone).unwrap();
        pose.get_mut(joint).rotation *= *turn;
    }
}

fn a_pose() -> Imported {
    resting_in(|imported, pose| {
        let lowered = [LeftUpperArm, RightUpperArm].map(|bone| {
            let side = if bone == LeftUpperArm { -1.0 } else { 1.0 };
            (bone, Quat::from_rotation_z(side * 0.8))
        });
        turn(imported, pose, &lowered);
    })
}

/// Angles in degrees between directions of the rest pose and those of a T-pose that faces +Z, and height of
/// the lower ankle in metres.
fn of_rest(character: &Character) -> (f32, f32) {
    let body = character.humanoid().unwrap();
    let at = |bone| Vec3::from(character.rest_model()[body.joint(bone).unwrap().index()].translation);
    let directions = [
        (RightUpperLeg, LeftUpperLeg, Vec3::X),
        (LeftUpperArm, LeftLowerArm, Vec3::X),
        (RightUpperArm, RightLowerArm, Vec3::NEG_X),
        (LeftLowerArm, LeftHand, Vec3::X),
        (RightLowerArm, RightHand, Vec3::NEG_X),
        (LeftUpperLeg, LeftLowerLeg, Vec3::NEG_Y),
        (RightUpperLeg, RightLowerLeg, Vec3::NEG_Y),
        (LeftLowerLeg, LeftFoot, Vec3::NEG_Y),
        (RightLowerLeg, RightFoot, Vec3::NEG_Y),
    ];
    let angles = directions.map(|(from, to, direction)| (at(to) - at(from)).angle_between(direction));
    let ankle = at(LeftFoot).y.min(at(RightFoot).y);
    (angles.into_iter().fold(0.0, f32::max).to_degrees(), ankle)
}

/// Exports an avatar, imports it and checks its rest pose and its clips. Returns the avatar and its bytes.
#[track_caller]
fn checked(original: &Imported, name: &str) -> (Imported, Vec<u8>) {
    let before = of_rest(&original.character).0;
    let (exported, back) =
        export_and_import(&original.character, &original.clips, &ExportOptions::default().with_vrm(true));
    assert_eq!(back.format, Format::Vrm1, "{name}");
    let said: Vec<_> =
        exported.report.diagnostics().iter().filter(|diagnostic| diagnostic.code == "vrm-pose").collect();
    assert!(
        said.iter().any(|diagnostic| diagnostic.message.contains("clips play as before")),
        "{name}: {said:?}"
    );
    assert_eq!(exported.report.count("vrm-pose", Severity::Info), 1, "{name}");
    let (angle, _) = of_rest(&back.character);
    // Hips of a frame of a clip are not level.
    assert!(angle < 10.0, "{name}: {angle}° from a T-pose, {before}° before");
    assert_eq!(back.character.humanoid().unwrap().rest_pose, RestPoseKind::TPose, "{name}");
    assert_eq!(back.character.skeleton().reference_origin(), ReferenceOrigin::RestPose, "{name}");
    for (a, b) in original.character.skins().iter().zip(back.character.skins()) {
        assert_eq!(a.inverse_binds, b.inverse_binds, "{name}");
    }
    let apart = clips_apart(&raised(original, height_above(original, &back)), &back);
    println!("{name}: {before:.0}° and then {angle:.1}° from a T-pose; {apart:?}");
    assert_eq!(original.clips.len(), back.clips.len(), "{name}");
    assert!(apart.vertices < 1e-4 && apart.nodes < 1e-4, "{name}: {apart:?}");
    (back, exported.bytes)
}

/// Height of the hips of `back` above those of `original` at the start of the first clip; 0 where there is
/// none.
fn height_above(original: &Imported, back: &Imported) -> f32 {
    let hips = |imported: &Imported| {
        let (skeleton, clip) = (imported.character.skeleton(), imported.clips.first()?);
        let mut pose = LocalPose::rest(skeleton);
        clip.sample_joints(clip.start(), &mut SampleCursor::new(), &mut pose);
        let mut model = ModelPose::rest(skeleton);
        model.update(skeleton, &pose);
        Some(model.get(imported.character.humanoid()?.joint(Hips)?).translation.y)
    };
    let above = hips(original).zip(hips(back)).map_or(0.0, |(before, back)| back - before);
    if above.abs() > 1e-3 { above } else { 0.0 }
}

/// The character and its clips, `height` metres higher.
fn raised(imported: &Imported, height: f32) -> Imported {
    let mut raised = imported.clone();
    if height == 0.0 {
        return raised;
    }
    let mut parts = raised.character.into_parts();
    let roots: Vec<_> = parts.skeleton.joints().filter(|j| parts.skeleton.parent(*j).is_none()).collect();
    let mut rest = parts.skeleton.rest().to_vec();
    roots.iter().for_each(|root| rest[root.index()].translation.y += height);
    parts.skeleton.set_rest(rest);
    raised.character = Character::new(parts).unwrap();
    for track in raised.clips.iter_mut().flat_map(|clip| &mut clip.joints) {
        if let (true, Some(keys)) = (roots.contains(&track.joint), &mut track.translation) {
            keys.map_values(|translation| translation + height * Vec3::Y);
        }
    }
    raised
}

/// Height of the soles in the rest pose, metres.
fn soles(character: &Character) -> f32 {
    let body = TPose::new(character.skeleton(), character.humanoid().unwrap()).with_skin(character);
    body.ground_height().unwrap()
}

#[test]
fn avatars_stand_with_their_soles_at_the_origin() {
    let options = ExportOptions::default().with_vrm(true);
    for height in [-0.9, 0.5] {
        let imported = raised(&built_in(), height);
        let (exported, back) = export_and_import(&imported.character, &imported.clips, &options);
        let messages = exported.report.diagnostics().iter().filter(|diagnostic| diagnostic.code == "origin");
        let messages: Vec<_> = messages.map(|diagnostic| diagnostic.message.as_str()).collect();
        let way = if height < 0.0 { "up by 0.90 m" } else { "down by 0.50 m" };
        assert!(messages.len() == 1 && messages[0].contains(way), "{messages:?}");
        let apart = clips_apart(&raised(&imported, -height), &back);
        // Nodes of skinned meshes alone stay: their transforms do not count.
        assert!(soles(&back.character).abs() < 0.01 && apart.metres < 0.001, "{apart:?}");
    }
    // Without the option the file's own origin is kept.
    let imported = raised(&built_in(), -0.9);
    let (_, kept) = export_and_import(&imported.character, &imported.clips, &ExportOptions::default());
    assert!((soles(&kept.character) + 0.9).abs() < 0.01);
    assert_eq!(kept.report.count("origin", Severity::Info), 1);
    let (exported, _) = export_and_import(&built_in().character, &[], &options);
    assert_eq!(exported.report.count("origin", Severity::Info), 0);
    let Some(root) = crate::assets::root() else { return };
    let tiny = open(&root.join("x/tiny/tiny.x"));
    assert_eq!(tiny.report.count("origin", Severity::Info), 1);
    let (_, back) = export_and_import(&tiny.character, &tiny.clips, &options);
    assert!(soles(&back.character).abs() < 0.01, "{}", soles(&back.character));
    assert_eq!(back.report.count("origin", Severity::Info), 0);
    // A capture that stands at the origin, with a rest pose that has it at the hips.
    let climb = open(&root.join("bvh/cmu/01_01.bvh"));
    let (exported, back) = export_and_import(&climb.character, &climb.clips, &options);
    let messages: Vec<_> =
        exported.report.diagnostics().iter().map(|diagnostic| diagnostic.message.as_str()).collect();
    assert!(
        messages.iter().any(|message| message.ends_with("the clips stand there already")),
        "{messages:?}"
    );
    assert!(soles(&back.character).abs() < 0.01 && clips_apart(&climb, &back).nodes < 1e-4);
}

#[test]
fn avatars_rest_in_a_t_pose_and_their_clips_stay() {
    let ankle = of_rest(&built_in().character).1;
    let (back, _) = checked(&a_pose(), "A-pose");
    assert!((of_rest(&back.character).1 - ankle).abs() < 2e-3);
    // Facing +X.
    let turned = resting_in(|imported, pose| {
        let hips = imported.character.humanoid().unwrap().joint(Hips).unwrap();
        pose.get_mut(hips).rotation = Quat::from_rotation_y(1.5) * pose.get(hips).rotation;
    });
    // Its clips are keyed as before: they go where they went relative to the direction in which the character
    // rests.
    let options = ExportOptions::default().with_vrm(true);
    let (exported, back) = export_and_import(&turned.character, &turned.clips, &options);
    assert_eq!(exported.report.count("facing", Severity::Info), 1, "{:?}", exported.report);
    assert!(of_rest(&back.character).0 < 10.0 && back.character.forward() == Vec3::Z);
    let turn = turned.character.forward_rotation().inverse();
    let hips = |imported: &Imported| {
        let mut pose = LocalPose::rest(imported.character.skeleton());
        let walk = imported.clips.iter().find(|clip| clip.name == "walk").unwrap();
        walk.sample_joints(0.3, &mut SampleCursor::new(), &mut pose);
        let mut model = ModelPose::rest(imported.character.skeleton());
        model.update(imported.character.skeleton(), &pose);
        Vec3::from(model.get(imported.character.humanoid().unwrap().joint(LeftFoot).unwrap()).translation)
    };
    assert!(hips(&back).distance(turn * hips(&turned)) < 1e-4);
    // A frame of a run.
    let frozen = resting_in(|imported, pose| {
        let run = imported.clips.iter().find(|clip| clip.name == "run").unwrap();
        run.sample_joints(0.2, &mut SampleCursor::new(), pose);
    });
    let (back, _) = checked(&frozen, "frozen");
    assert!((of_rest(&back.character).1 - ankle).abs() < 0.02, "{:?} {ankle}", of_rest(&back.character));
}

#[test]
fn clips_without_keys_keep_the_earlier_rest_pose() {
    let mut imported = a_pose();
    let body = imported.character.humanoid().unwrap();
    let arms = [LeftUpperArm, RightUpperArm].map(|bone| body.joint(bone).unwrap());
    for clip in &mut imported.clips {
        clip.joints.retain(|track| !arms.contains(&track.joint));
    }
    let (back, _) = checked(&imported, "without keys");
    let skeleton = back.character.skeleton();
    let clip = &back.clips[0];
    let mut pose = LocalPose::rest(skeleton);
    clip.sample_joints(clip.end(), &mut SampleCursor::new(), &mut pose);
    let index = |joint| skeleton.by_file_index(imported.character.skeleton().file_index(joint)).unwrap();
    for arm in arms {
        let earlier = imported.character.skeleton().rest()[arm.index()].rotation;
        assert!(pose.get(index(arm)).rotation.abs_diff_eq(earlier, 1e-6));
        assert!(skeleton.rest()[index(arm).index()].rotation.angle_between(earlier) > 0.5);
    }
    assert_eq!((clip.start(), clip.end()), (imported.clips[0].start(), imported.clips[0].end()));
}

#[test]
fn rest_poses_that_are_t_poses_or_count_for_constraints_stay() {
    let options = ExportOptions::default().with_vrm(true);
    let imported = built_in();
    let (exported, back) = export_and_import(&imported.character, &imported.clips, &options);
    assert_eq!(
        exported.report.diagnostics().iter().filter(|diagnostic| diagnostic.code == "vrm-pose").count(),
        0
    );
    assert_eq!(back.character.rest_model(), imported.character.rest_model());
    let lowered = a_pose();
    let mut parts = lowered.character.clone().into_parts();
    let source = parts.humanoid.as_ref().unwrap().joint(LeftUpperArm).unwrap();
    let node = parts.humanoid.as_ref().unwrap().joint(LeftHand).unwrap();
    parts.constraints =
        vec![NodeConstraint { node, source, weight: 0.5, kind: ConstraintKind::Roll(Axis::X) }];
    let (exported, back) = export_and_import(&Character::new(parts).unwrap(), &[], &options);
    assert_eq!(exported.report.count("vrm-pose", Severity::Warning), 1, "{:?}", exported.report);
    assert!(
        exported
            .report
            .diagnostics()
            .iter()
            .any(|diagnostic| diagnostic.message.contains("node constraints"))
    );
    assert_eq!(back.character.rest_model(), lowered.character.rest_model());
    // Without the option the file's own rest pose is exported.
    let (exported, back) = export_and_import(&lowered.character, &[], &ExportOptions::default());
    assert_eq!(back.character.rest_model(), lowered.character.rest_model());
    assert!(
        exported
            .report
            .diagnostics()
            .iter()
            .any(|diagnostic| diagnostic.message.contains("the rest pose is an A-pose"))
    );
}

#[test]
fn figures_of_files_rest_in_a_t_pose() {
    let Some(root) = crate::assets::root() else { return };
    let files = [
        "fbx/seed-san/new_seedsan_betterfbx.fbx",
        "fbx/pab/run.fbx",
        "fbx/pab/jog.fbx",
        "gltf/CesiumMan.glb",
        "x/tiny/tiny.x",
        "bvh/bandai-namco-1/dataset-1_walk_normal_001.bvh",
    ];
    let mut written = Vec::new();
    for (n, file) in files.into_iter().enumerate() {
        let imported = open(&root.join(file));
        let (back, bytes) = checked(&imported, file);
        let model = ModelPose::rest(back.character.skeleton());
        assert!(model.as_slice().iter().all(|joint| joint.is_finite()));
        written.push((n.to_string(), bytes));
    }
    if let Some(errors) = validator::errors(&written) {
        assert!(errors.is_empty(), "{errors:#?}");
    }
}

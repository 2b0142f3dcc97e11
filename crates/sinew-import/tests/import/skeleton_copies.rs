//! Files with a copy of the skeleton for each skinned mesh: the copies move together.

use crate::assets;
use crate::maker::{Maker, TRIANGLE, U8};
use serde_json::{Value, json};
use sinew::glam::{Quat, Vec3};
use sinew::pose::{LocalPose, ModelPose};
use sinew::retarget::{RetargetSettings, retarget_between};
use sinew::{Character, RawClip};
use sinew_import::{Imported, NoFiles, import};

/// Model positions of all nodes by file index, in a pose of a clip.
fn joint_positions(character: &Character, clip: &RawClip, time: f32) -> Vec<Vec3> {
    let skeleton = character.skeleton();
    let (mut pose, mut model) = (LocalPose::rest(skeleton), ModelPose::rest(skeleton));
    clip.sample_joints(time, &mut Default::default(), &mut pose);
    model.update(skeleton, &pose);
    let joints = (0..skeleton.len()).map(|n| skeleton.by_file_index(n).unwrap());
    joints.map(|joint| model.get(joint).translation.into()).collect()
}

fn finds(imported: &Imported, words: &str) -> bool {
    imported
        .report
        .diagnostics()
        .iter()
        .any(|diagnostic| diagnostic.code == "skeleton-copy" && diagnostic.message.contains(words))
}

/// A body with skeletons of three joints, each below a node of its own: names, position of the last joint,
/// whether clips move it.
fn bodies(skeletons: &[([&str; 3], [f32; 3], bool)]) -> Imported {
    let mut maker = Maker::default();
    let position = maker.floats("VEC3", &TRIANGLE);
    let joints = maker.accessor(U8, "VEC4", false, &[2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0]);
    let weights = maker.floats("VEC4", &[1., 0., 0., 0.].repeat(3));
    let times = maker.floats("SCALAR", &[0.0, 1.0]);
    let turned = Quat::from_rotation_z(1.0);
    let turns = maker.floats("VEC4", &[Quat::IDENTITY.to_array(), turned.to_array()].concat());
    let (mut nodes, mut skins, mut roots, mut channels) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (n, (names, tip, moves)) in skeletons.iter().enumerate() {
        let first = nodes.len();
        nodes.push(json!({ "name": names[0], "translation": [0, 1, 0], "children": [first + 1] }));
        nodes.push(json!({ "name": names[1], "translation": [0, 0.5, 0], "children": [first + 2] }));
        nodes.push(json!({ "name": names[2], "translation": tip }));
        nodes.push(json!({ "name": format!("mesh {n}"), "mesh": 0, "skin": n }));
        nodes.push(json!({ "name": format!("armature {n}"), "children": [first, first + 3] }));
        roots.push(first + 4);
        skins.push(json!({ "joints": [first, first + 1, first + 2] }));
        if *moves {
            channels.push(json!({ "sampler": 0, "target": { "node": first + 1, "path": "rotation" } }));
        }
    }
    let attributes = json!({ "POSITION": position, "JOINTS_0": joints, "WEIGHTS_0": weights });
    let mut root: Value = json!({
        "nodes": nodes, "skins": skins, "scenes": [{ "nodes": roots }], "scene": 0,
        "meshes": [{ "primitives": [{ "attributes": attributes }] }]
    });
    root["animations"] = json!([{ "samplers": [{ "input": times, "output": turns }], "channels": channels }]);
    maker.import(root).unwrap()
}

#[test]
fn copies_move_with_the_joints_that_they_copy() {
    let tip = [0.0, 0.5, 0.0];
    for names in [
        ["hips", "spine", "head"],
        ["hips.001", "spine.001", "head.001"],
        ["hips_1", "spine_1", "head_1"],
        ["hips 2", "spine 2", "head 2"],
        ["hips (1)", "spine (1)", "head (1)"],
    ] {
        for moves in [[true, true], [true, false], [false, true]] {
            let imported = bodies(&[(["hips", "spine", "head"], tip, moves[0]), (names, tip, moves[1])]);
            let positions = joint_positions(&imported.character, &imported.clips[0], 1.0);
            for n in 0..3 {
                assert!(
                    positions[n].abs_diff_eq(positions[n + 5], 1e-6),
                    "{names:?} {moves:?}: {positions:?}"
                );
            }
            assert!(positions[2].x < -0.3, "{names:?} {moves:?}: {positions:?}");
            assert!(finds(&imported, "3 joints copy others"));
        }
    }
}

#[test]
fn joints_at_other_positions_or_of_other_names_move_by_themselves() {
    let names = ["hips", "spine", "head"];
    let tip = [0.0, 0.5, 0.0];
    // The last joint is elsewhere.
    let imported = bodies(&[(names, tip, true), (names, [0.0, 0.7, 0.0], false)]);
    assert!(finds(&imported, "2 joints copy others") && finds(&imported, "other places at rest"));
    // Nothing has the name, or the names belong to another skeleton.
    for other in [["tail 1", "tail 2", "tail 3"], ["spine", "head", "hips"]] {
        let imported = bodies(&[(names, tip, true), (other, tip, false)]);
        let positions = joint_positions(&imported.character, &imported.clips[0], 1.0);
        assert!(!positions[2].abs_diff_eq(positions[7], 0.1), "{other:?}: {positions:?}");
        assert!(!finds(&imported, "copy others"), "{:?}", imported.report);
    }
}

#[test]
fn copies_of_a_public_report_move_together() {
    let Some(root) = assets::root() else { return };
    let read = |bytes: &[u8]| import(bytes, &NoFiles).unwrap();
    let copied = read(&std::fs::read(root.join("reports/skeleton-per-mesh/same_names.glb")).unwrap());
    let built_in = read(include_bytes!("../../../../data/sinew.vrm"));
    let run = built_in.clips.iter().find(|clip| clip.name == "run").unwrap();
    let settings = RetargetSettings::default();
    let (clip, _) = retarget_between(run, &built_in.character, &copied.character, &settings).unwrap();
    let rest = joint_positions(&copied.character, &RawClip::default(), 0.0);
    let mut moved = 0.0f32;
    for step in 0..10 {
        let positions = joint_positions(&copied.character, &clip, clip.start() + 0.06 * step as f32);
        for n in 0..17 {
            assert!(
                positions[n].abs_diff_eq(positions[n + 18], 1e-6),
                "{n}: {} {}",
                positions[n],
                positions[n + 18]
            );
        }
        moved = moved.max(positions[13].distance(rest[13]));
    }
    assert!(moved > 0.2, "{moved}");
}

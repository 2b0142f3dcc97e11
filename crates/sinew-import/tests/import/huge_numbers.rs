//! Finite numbers that poses in 32-bit floats cannot hold: they are left out with a finding that names the
//! place, and what is left plays with finite numbers.

use crate::maker::{Maker, TRIANGLE};
use serde_json::json;
use sinew::skinning::SkinnedVertices;
use sinew::{Actor, ClipId};
use sinew_import::{Imported, NoFiles, Severity, import};
use std::sync::Arc;

/// Plays all clips and skins all meshes.
fn run(imported: Imported) {
    let (clips, mut vertices) = (imported.clips, SkinnedVertices::default());
    let mut actor = Actor::new(Arc::new(imported.character), clips).unwrap();
    for clip in 0..actor.clips().len().max(1) as u32 {
        let _ = actor.play(ClipId(clip)).map(|playback| _ = playback.seek(0.3));
        actor.update(0.1);
        let frame = actor.frame();
        assert!(frame.model().iter().all(|joint| joint.is_finite()));
        for (id, instance) in frame.character().mesh_instance_ids().zip(frame.character().mesh_instances()) {
            for primitive in 0..frame.character().meshes()[instance.mesh].primitives.len() {
                frame.skin_vertices(id, primitive, &mut vertices);
                assert!(vertices.positions.iter().all(|v| v.is_finite()));
            }
        }
    }
}

/// Locations and messages of the findings about huge numbers, all of which are errors.
fn findings(imported: &Imported) -> Vec<(String, String)> {
    let huge = imported.report.diagnostics().iter().filter(|d| d.code == "too-large-number");
    let told = huge.inspect(|d| assert_eq!(d.severity, Severity::Error));
    told.map(|d| (d.location.clone(), d.message.clone())).collect()
}

#[test]
fn huge_numbers_of_a_gltf_file_are_left_out() {
    let mut maker = Maker::default();
    let small = maker.floats("VEC3", &TRIANGLE);
    let huge = maker.floats("VEC3", &[0., 0., 0., 1e30, 0., 0., 0., 1., 0.]);
    let offsets = maker.floats("VEC3", &[0., 0., 0., -1e20, 0., 0., 0., 1., 0.]);
    let times = maker.floats("SCALAR", &[0.0, 1.0]);
    let far = maker.floats("VEC3", &[0., 0., 0., 0., 2e19, 0.]);
    let near = maker.floats("VEC3", &[0., 0., 0., 0., 2., 0.]);
    let imported = maker.import(json!({
        "scenes": [{ "nodes": [0] }],
        "nodes": [
            { "name": "root", "children": [1, 2], "mesh": 0 },
            { "name": "far", "translation": [1e30, 0, 0], "mesh": 1 },
            { "name": "wide", "scale": [1e8, 1, 1], "children": [3] },
            { "name": "wider", "scale": [1e8, 1, 1] },
        ],
        "meshes": [
            { "primitives": [{ "attributes": { "POSITION": small }, "targets": [{ "POSITION": offsets }] }] },
            { "primitives": [{ "attributes": { "POSITION": huge } },
                { "attributes": { "POSITION": small } }] },
        ],
        "animations": [{
            "samplers": [{ "input": times, "output": far }, { "input": times, "output": near }],
            "channels": [
                { "sampler": 0, "target": { "node": 2, "path": "translation" } },
                { "sampler": 1, "target": { "node": 0, "path": "translation" } },
            ],
        }],
    }));
    let imported = imported.unwrap();
    let found = findings(&imported);
    let locations: Vec<&str> = found.iter().map(|(location, _)| location.as_str()).collect();
    let expected =
        ["/nodes/1", "/nodes/3", "/meshes/0/primitives/0/targets/0", "/meshes/1/primitives/0", "/clips/0"];
    assert_eq!(locations, expected, "{found:?}");
    assert!(found[0].1.contains("\"far\": translation 1e30 m"), "{}", found[0].1);
    assert!(found[3].1.contains("vertex 1 is 1e30 m away"), "{}", found[3].1);
    assert!(found[4].1.contains("translations of \"wide\" reach 2e19 m"), "{}", found[4].1);
    assert_eq!(imported.clips[0].joints.len(), 1, "the other track stays");
    run(imported);
}

#[test]
fn huge_inverse_binds_and_weights_are_replaced() {
    let mut maker = Maker::default();
    let positions = maker.floats("VEC3", &TRIANGLE);
    let joints = maker.accessor(crate::maker::U8, "VEC4", false, &[0; 12]);
    let weights = maker.floats("VEC4", &[1., 0., 0., 0., 1., 0., 0., 0., 1., 0., 0., 0.]);
    let mut bind = [0.0f32; 16];
    [0, 5, 10].iter().for_each(|n| bind[*n] = 1e25);
    bind[15] = 1.0;
    let binds = maker.floats("MAT4", &bind);
    let imported = maker.import(json!({
        "nodes": [{ "mesh": 0, "skin": 0, "weights": [1e20] }, { "name": "joint" }],
        "skins": [{ "joints": [1], "inverseBindMatrices": binds }],
        "meshes": [{ "primitives": [{
            "attributes": { "POSITION": positions, "JOINTS_0": joints, "WEIGHTS_0": weights },
            "targets": [{ "POSITION": positions }],
        }] }],
    }));
    let imported = imported.unwrap();
    let locations: Vec<String> = findings(&imported).into_iter().map(|(location, _)| location).collect();
    assert_eq!(locations, ["/skins/0/joints/0", "/instances/0"]);
    run(imported);
}

#[test]
fn matrix_keys_whose_squares_overflow_keep_their_scale() {
    let matrix = |scale: f64| format!("{scale:e},0,0,0, 0,{scale:e},0,0, 0,0,{scale:e},0, 0,0,0,1");
    let text = |scale: f64| {
        let one = matrix(1.0).replace("e0", ".0");
        format!(
            "xof 0303txt 0032\nFrame root {{ FrameTransformMatrix {{ {one};; }} }}\n\
             AnimationSet walk {{ Animation {{ {{root}} AnimationKey {{ 4; 2; 0;16;{one};;, 4800;16;{};;; }} \
             }} }}",
            matrix(scale)
        )
    };
    for (scale, found) in [(5e8, 0), (5e20, 1)] {
        let imported = import(text(scale).as_bytes(), &NoFiles).unwrap();
        let findings = findings(&imported);
        assert_eq!(findings.len(), found, "{findings:?}");
        let track = imported.clips[0].joints.iter().find_map(|joint| joint.scale.as_ref());
        assert_eq!(track.map(|track| track.values()[1].x), (found == 0).then_some(scale as f32));
        run(imported);
    }
}

//! The graphs, events and rigs on the pages in `docs/` load and play; the program of the README runs on files
//! of every kind.

use base64::Engine;
use sinew::Actor;
use sinew::clip::ClipEvents;
use sinew::clip::EventsByClip;
use sinew::glam::Vec3;
use sinew::graph::{AnimationGraph, GraphDescription};
use sinew::rig::{IkGoal, IkRig, IkRigDescription};
use sinew_import::{NoFiles, import};
use std::sync::Arc;

/// RON blocks of a page.
fn blocks(page: &str) -> Vec<String> {
    let text = std::fs::read_to_string(sinew_suite::repository().join("docs").join(page)).unwrap();
    let blocks = text.split("\n```ron\n").skip(1).map(|rest| rest.split("\n```").next().unwrap().to_owned());
    blocks.collect()
}

fn built_in() -> Actor {
    let bytes = std::fs::read(sinew_suite::repository().join("data/sinew.vrm")).unwrap();
    let imported = import(&bytes, &NoFiles).unwrap();
    let clips = imported.clips;
    Actor::new(Arc::new(imported.character), clips).unwrap()
}

/// The stages of a frame in the order in which a page names them, between the first and the last one of its
/// list.
fn stages_of(page: &str, is_separator: impl Fn(&str) -> bool) -> Vec<String> {
    let text = std::fs::read_to_string(sinew_suite::repository().join("docs").join(page)).unwrap();
    let names: Vec<&str> = text.split('`').collect();
    let start = names.iter().position(|name| *name == "Animate").expect("a list of stages");
    let mut found = Vec::new();
    for pair in names[start..].chunks(2) {
        found.push(pair[0].to_owned());
        if pair[0] == "Bounds" || pair.len() < 2 || !is_separator(pair[1]) {
            break;
        }
    }
    found
}

#[test]
fn pages_name_the_stages_of_a_frame() {
    let stages: Vec<String> = sinew::stage::Stage::ALL.iter().map(|stage| format!("{stage:?}")).collect();
    assert_eq!(stages_of("adding_a_system.md", |between| between.trim() == "·"), stages);
    for page in ["docs/frame.md", "ARCHITECTURE.md"] {
        let text = std::fs::read_to_string(sinew_suite::repository().join(page)).unwrap();
        let rows = text.split("| stage | reads | writes |").nth(1).expect("a table of stages");
        let rows = rows.lines().take_while(|line| line.is_empty() || line.starts_with('|'));
        let rows: Vec<_> = rows.filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
        assert_eq!(rows, stages, "{page}");
    }
}

#[test]
fn graphs_play() {
    let graphs = blocks("graphs.md");
    assert_eq!(graphs.len(), 2);
    for text in &graphs {
        let description = GraphDescription::from_ron(text).unwrap_or_else(|e| panic!("{e} in\n{text}"));
        let mut actor = built_in();
        let graph = AnimationGraph::from_description(&description, actor.clips());
        actor.set_graph(Arc::new(graph.unwrap_or_else(|e| panic!("{e} in\n{text}")))).unwrap();
        actor.graph_mut().unwrap().set_parameter("speed", 1.0).unwrap();
        (0..60).for_each(|_| actor.update(1.0 / 60.0));
        actor.graph_mut().unwrap().trigger("jump").unwrap();
        (0..20).for_each(|_| actor.update(1.0 / 60.0));
        let state = actor.graph().unwrap().active_states().map(|state| state.state.to_owned()).next();
        assert_eq!(state.as_deref(), Some("jump"), "{text}");
    }
    // The second graph has one of each kind of node and condition.
    for kind in [
        "Rest",
        "Clip(",
        "Snapshot(",
        "SubGraph(",
        "Blend(",
        "Layers(",
        "BlendSpace1d(",
        "BlendSpace2d(",
        "StateMachine(",
        "Mirror(",
        "Speed(",
        "Slot(",
        "Above(",
        "Below(",
        "Equals(",
        "Is(",
        "IsNot(",
        "Finished",
        "After(",
        "All(",
        "Any(",
        "Not(",
    ] {
        assert!(graphs[1].contains(kind), "{kind}");
    }
}

#[test]
fn events_are_read() {
    let [text] = blocks("events.md").try_into().unwrap();
    let events = EventsByClip::from_ron(&text).unwrap();
    let walk = ClipEvents::from_description(&events.clips["walk"]).unwrap();
    assert_eq!((walk.points().len(), walk.spans().len(), walk.sync_markers().len()), (2, 1, 2));
    assert_eq!(walk.points()[1].data, "gravel");
    let actor = built_in();
    let known = |name: &String| actor.clips().iter().any(|clip| clip.name() == name);
    assert!(events.clips.keys().all(known));
}

#[test]
fn rigs_reach() {
    let [text] = blocks("ik.md").try_into().unwrap();
    let example = std::fs::read_to_string(sinew_suite::repository().join("examples/rig.ron")).unwrap();
    for text in [text, example] {
        let description = IkRigDescription::from_ron(&text).unwrap_or_else(|e| panic!("{e} in\n{text}"));
        let mut actor = built_in();
        let rig = IkRig::from_description(&description, actor.character());
        actor.set_ik(Some(Arc::new(rig.unwrap_or_else(|e| panic!("{e} in\n{text}"))))).unwrap();
        // The palm reaches its goal.
        let target = Vec3::new(-0.35, 1.2, 0.3);
        actor.ik_mut().unwrap().set_goal("right hand", IkGoal::at(target)).unwrap();
        actor.ik_mut().unwrap().set_goal("point", IkGoal::at(Vec3::new(0.3, 1.4, 1.0))).unwrap();
        actor.ik_mut().unwrap().snap();
        actor.update(0.0);
        let ik = actor.ik().unwrap();
        for name in ["right hand", "point"] {
            let report = ik.report(ik.rig().effector(name).unwrap());
            assert!(report.weight > 0.99, "{name}: {report:?}");
            assert!(report.error < 1e-3 && report.angle_error < 1e-3, "{name}: {report:?}");
        }
    }
}

/// The program of the README, line by line, with a renderer that counts.
mod readme {
    use std::cell::Cell;

    thread_local! {
        /// Draws of skinned and of rigid meshes.
        pub(super) static DRAWN: Cell<[usize; 2]> = const { Cell::new([0; 2]) };
    }

    fn draw_skinned(palette: &[Mat3x4], morph_weights: &[f32]) {
        assert!(
            palette.iter().flat_map(|m| m.rows.as_flattened()).all(|n| n.is_finite())
                && morph_weights.iter().all(|w| w.is_finite())
        );
        DRAWN.set([DRAWN.get()[0] + 1, DRAWN.get()[1]]);
    }

    fn draw_rigid(model_from_node: Affine3A, morph_weights: &[f32]) {
        assert!(model_from_node.is_finite() && morph_weights.iter().all(|w| w.is_finite()));
        DRAWN.set([DRAWN.get()[0], DRAWN.get()[1] + 1]);
    }

    use sinew::{Mat3x4, glam::Affine3A};
    use std::sync::Arc;

    pub(super) fn play(file: &str, frames: usize) -> Result<(), Box<dyn std::error::Error>> {
        // README: begin
        let imported = sinew_import::import_file(file)?; // and the files that it refers to
        let mut actor = sinew::Actor::new(Arc::new(imported.character), imported.clips)?;
        if let Some(clip) = actor.clips().first_moving() {
            actor.play(clip)?.speed(1.2); // or by name: actor.play("Walk")
        }
        for _ in 0..frames {
            actor.update(1.0 / 60.0);
            let frame = actor.frame();
            for (id, mesh) in frame.character().mesh_instance_ids().zip(frame.character().mesh_instances()) {
                match mesh.skin {
                    Some(skin) => draw_skinned(frame.palette(skin), frame.morph_weights(id)),
                    None => draw_rigid(frame.model()[mesh.node.index()], frame.morph_weights(id)),
                }
            }
        }
        // README: end
        Ok(())
    }
}

/// Files that the tests make: a skeleton with motion alone, a rigid mesh, a node alone.
fn made_files() -> [(&'static str, Vec<u8>); 3] {
    let bvh = "HIERARCHY\nROOT hips\n{\nOFFSET 0 0 0\nCHANNELS 3 Xrotation Yrotation Zrotation\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\n\
               MOTION\nFrames: 2\nFrame Time: 0.1\n0 0 0\n90 0 0\n";
    let positions: Vec<u8> =
        [0.0f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0].iter().flat_map(|n| n.to_le_bytes()).collect();
    let triangle = serde_json::json!({
        "asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "scene": 0, "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "accessors": [{
            "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
            "min": [0, 0, 0], "max": [1, 1, 0]
        }],
        "bufferViews": [{"buffer": 0, "byteLength": 36}],
        "buffers": [{
            "byteLength": 36,
            "uri": format!(
                "data:application/octet-stream;base64,{}",
                base64::engine::general_purpose::STANDARD.encode(positions)
            )
        }],
    });
    let node = r#"{"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "scene": 0, "nodes": [{"name": "root"}]}"#;
    [("motion.bvh", bvh.into()), ("rigid.gltf", triangle.to_string().into()), ("empty.gltf", node.into())]
}

#[test]
fn the_program_of_the_readme_runs_on_files_of_every_kind() {
    let dedented = |text: &str, spaces: usize| -> Vec<String> {
        text.lines().map(|line| line.get(spaces..).unwrap_or_default().to_owned()).collect()
    };
    let tested = include_str!("pages.rs").split("// README: begin\n").nth(1).unwrap();
    let tested = dedented(tested.split("        // README: end").next().unwrap(), 8);
    let readme = std::fs::read_to_string(sinew_suite::repository().join("README.md")).unwrap();
    let shown = readme
        .split("fn play(file: &str, frames: usize) -> Result<(), Box<dyn std::error::Error>> {\n")
        .nth(1);
    let shown = dedented(shown.unwrap().split("    Ok(())").next().unwrap(), 4);
    assert_eq!(shown, tested, "the README has other lines than those that are tested here");

    let drawn = |file: &std::path::Path| {
        readme::DRAWN.set([0; 2]);
        let file = file.to_str().unwrap();
        readme::play(file, 3).unwrap_or_else(|error| panic!("{file}: {error}"));
        readme::DRAWN.get().map(|draws| draws / 3)
    };
    let [skinned, rigid] = drawn(&sinew_suite::repository().join("data/sinew.vrm"));
    assert!(skinned > 0, "{skinned} {rigid}");
    let folder = std::env::temp_dir().join(format!("sinew-readme-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let counts = made_files().map(|(name, bytes)| {
        let file = folder.join(name);
        std::fs::write(&file, bytes).unwrap();
        drawn(&file)
    });
    std::fs::remove_dir_all(folder).unwrap();
    assert_eq!(counts, [[0, 0], [0, 1], [0, 0]]);
    let Some(assets) = sinew_suite::assets() else { return };
    for extension in ["glb", "vrm", "fbx", "x", "bvh"] {
        let mut files = sinew_suite::files(&assets, &[extension]);
        files.retain(|path| path.metadata().is_ok_and(|file| file.len() < 1 << 20));
        for file in files.iter().step_by(files.len().div_ceil(8).max(1)) {
            // Some of the files are damaged on purpose.
            if sinew_import::import_file(file).is_ok() {
                drawn(file);
            }
        }
    }
}

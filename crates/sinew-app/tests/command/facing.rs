//! Characters that face elsewhere than to +Z.

use crate::run_sinew::{Folder, sinew};
use crate::turned_glb::turned_glb;
use std::collections::BTreeMap;

/// The built-in character as a file that faces `degrees` from +Z to +X.
fn written(folder: &Folder, degrees: f32) -> String {
    let bytes = include_bytes!("../../../../data/sinew.vrm");
    folder.file(&format!("faces{degrees}.glb"), &turned_glb(bytes, degrees))
}

/// Places of the joints in a pose of a clip, in the world of the file.
fn positions(path: &str, clip: &str, time: &str) -> BTreeMap<String, [f64; 3]> {
    let run = sinew(&["pose", path, "--clip", clip, "--time", time, "--json"]).json();
    let nodes = run["nodes"].as_array().unwrap();
    let position = |node: &serde_json::Value| [12, 13, 14].map(|n| node["world"][n].as_f64().unwrap());
    nodes.iter().map(|node| (node["name"].as_str().unwrap().to_owned(), position(node))).collect()
}

/// Asserts that the joints of two poses are at the same positions, within some metres.
fn assert_same(
    name: &str,
    found: &BTreeMap<String, [f64; 3]>,
    expected: &BTreeMap<String, [f64; 3]>,
    within: f64,
) {
    let apart = |joint: &&String| {
        let (a, b) = (&found[*joint], &expected[*joint]);
        a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
    };
    let joints = expected.keys().filter(|joint| found.contains_key(*joint) && *joint != "Armature");
    let worst = joints.max_by(|a, b| apart(a).total_cmp(&apart(b))).unwrap();
    assert!(apart(&worst) < within, "{name}: {worst} is {} m away", apart(&worst));
}

#[test]
fn inspect_says_where_a_character_faces() {
    let folder = Folder::new("facing_inspect");
    for (degrees, words) in
        [(0.0, "faces +Z"), (180.0, "faces -Z"), (-90.0, "faces -X"), (37.0, "faces 37° from +Z to +X")]
    {
        let path = written(&folder, degrees);
        let text = sinew(&["inspect", &path]).out;
        assert!(text.contains(words), "{text}");
        let deg = sinew(&["inspect", &path, "--json"]).json()["humanoid"]["faces_deg"].as_f64().unwrap();
        assert!((deg - f64::from(degrees)).abs() < 0.2, "{deg}");
    }
}

/// Scenes lie along +Z, whatever the file's own direction.
#[test]
fn scenes_turn_characters_to_face_them() {
    let folder = Folder::new("facing_scenes");
    let straight = written(&folder, 0.0);
    for scene in ["stairs", "slope", "door", "ladder", "aim"] {
        let baked = |path: &str| {
            let out = format!("{path}.{scene}.glb");
            let clip = if scene == "aim" { "idle" } else { "walk" };
            let run =
                sinew(&["bake", path, "--clip", clip, "--scene", scene, "--seconds", "2.5", "-o", &out]);
            assert_eq!(run.code, 0, "{}", run.err);
            ["0.5", "1.5", "2.5"].map(|time| positions(&out, "0", time))
        };
        let expected = baked(&straight);
        for degrees in [180.0, 90.0, 37.0] {
            let found = baked(&written(&folder, degrees));
            for (found, expected) in found.iter().zip(&expected) {
                assert_same(&format!("{scene} of {degrees}"), found, expected, 5e-3);
            }
        }
    }
}

/// A body falls onto stairs and gets up as one that faces +Z does.
#[test]
fn falls_and_getting_up_are_those_of_a_character_that_faces_them() {
    let folder = Folder::new("facing_drop");
    let figures = |degrees: f32| {
        let path = written(&folder, degrees);
        let out = folder.path("fall.glb");
        let push = ["--push", "upperChest=40,0,80", "--get-up", "--json", "-o", &out];
        let run = sinew(
            &[&["drop", &path, "--onto", "stairs", "--clip", "idle", "--at", "0.5"], &push[..]].concat(),
        );
        let figures = run.json();
        let stood = figures["stood_s"].as_f64().unwrap_or_else(|| panic!("{degrees}: {figures}"));
        (figures["get_up_clip"].clone(), stood)
    };
    let (clip, stood) = figures(0.0);
    for degrees in [180.0, -90.0] {
        let (chosen, time) = figures(degrees);
        // A fall down stairs makes more of a rounding.
        assert!(
            chosen == clip && (time - stood).abs() < 1.5,
            "{degrees}: {chosen} after {time} s for {clip} after {stood} s"
        );
    }
}

/// Clips of one character share one facing, whatever file they came from.
#[test]
fn clips_of_other_files_face_as_the_character_does() {
    let folder = Folder::new("facing_clips");
    let files = [0.0, 180.0, 37.0].map(|degrees| written(&folder, degrees));
    for path in &files {
        for other in files.iter().filter(|other| *other != path) {
            let out = folder.path("both.glb");
            let run = sinew(&["convert", path, &format!("{other}#walk"), "-o", &out]);
            assert_eq!(run.code, 0, "{}", run.err);
            let clips = sinew(&["inspect", &out, "--json"]).json()["clips"].clone();
            let mut names =
                clips.as_array().unwrap().iter().map(|clip| clip["name"].as_str().unwrap().to_owned());
            let added = names.next_back().unwrap();
            let (recorded, added) = (positions(&out, "walk", "0.4"), positions(&out, &added, "0.4"));
            assert_same(&format!("{other} on {path}"), &added, &recorded, 5e-3);
        }
    }
}

//! Root motion: extracted, baked back, derived from feet, stored in packs.

use crate::run_sinew::{Folder, asset, sinew};
use serde_json::Value;

/// World position of a node in the first clip of `file` at `time`.
fn position(file: &str, node: &str, time: &str, more: &[&str]) -> [f64; 3] {
    let call = [&["pose", file, "--clip", "0", "--time", time, "--json"], more].concat();
    let posed = sinew(&call).json();
    let node = posed["nodes"].as_array().unwrap().iter().find(|n| n["name"] == node).unwrap().clone();
    [12, 13, 14].map(|i| node["world"][i].as_f64().unwrap())
}

fn apart(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

fn root_motion_z(file: &str) -> Option<f64> {
    let it = sinew(&["inspect", file, "--json"]).json();
    it["clips"][0]["root_motion"].as_array().map(|way| way[2].as_f64().unwrap())
}

#[test]
fn root_motion_is_extracted_and_baked_back() {
    let folder = Folder::new("root-motion");
    let [baked, in_place, again] = ["baked", "in_place", "again"].map(|n| folder.path(&format!("{n}.glb")));
    assert_eq!(sinew(&["convert", "#walk", "--bake-root-motion", "-o", &baked]).code, 0);
    assert_eq!(root_motion_z(&baked), None);
    let distance = apart(position(&baked, "hips", "0", &[]), position(&baked, "hips", "1.0666667", &[]));
    assert!((distance - 1.06).abs() < 0.02, "{distance}");

    assert_eq!(sinew(&["convert", &baked, "--root-motion", "-o", &in_place]).code, 0);
    assert!((root_motion_z(&in_place).unwrap() - 1.06).abs() < 0.02);
    let stays = apart(position(&in_place, "hips", "0", &[]), position(&in_place, "hips", "1.0666667", &[]));
    assert!(stays < 0.01, "{stays}");
    // Root motion and the pose in place add up to the original clip, relative to its start.
    let from_start = |file: &str, node: &str, time: &str, more: &[&str]| {
        let (start, now) = (position(file, "hips", "0", more), position(file, node, time, more));
        std::array::from_fn(|n| now[n] - start[n])
    };
    for (node, time) in [("hips", "0.4"), ("leftFoot", "0.9")] {
        let whole = from_start(&baked, node, time, &[]);
        let moved = from_start(&in_place, node, time, &["--apply-root-motion"]);
        assert!(apart(whole, moved) < 1e-3, "{whole:?} {moved:?}");
    }
    assert_eq!(sinew(&["convert", &in_place, "--bake-root-motion", "-o", &again]).code, 0);
    assert!(apart(position(&again, "leftFoot", "0.9", &[]), position(&baked, "leftFoot", "0.9", &[])) < 1e-3);
    // The same without a file in between.
    let moved = from_start(&baked, "hips", "0.5", &["--root-motion=hips", "--apply-root-motion"]);
    assert!(apart(moved, from_start(&baked, "hips", "0.5", &[])) < 1e-3);
    // Clips that play in place are not changed.
    let idle = sinew(&["convert", "#idle", "--root-motion", "-o", &again]);
    assert!(idle.code == 0 && idle.err.contains("since they play in place: \"idle\""), "{}", idle.err);
    assert_eq!(root_motion_z(&again), None);
}

#[test]
fn root_motion_is_baked_into_a_joint_without_keys() {
    let folder = Folder::new("root-unkeyed");
    let [out, onto_hips] = ["out.glb", "hips.glb"].map(|name| folder.path(name));
    let text = sinew(&["convert", "#walk", "-o", &folder.path("plain.gltf")]);
    assert_eq!(text.code, 0, "{}", text.err);
    // A root above the hips, as engines like it.
    let mut file: Value =
        serde_json::from_str(&std::fs::read_to_string(folder.path("plain.gltf")).unwrap()).unwrap();
    let nodes = file["nodes"].as_array_mut().unwrap();
    let hips = nodes.iter().position(|node| node["name"] == "hips").unwrap();
    let above = nodes
        .iter()
        .position(|node| node["children"].as_array().is_some_and(|children| children.contains(&hips.into())));
    let root = nodes.len();
    nodes.push(serde_json::json!({"name": "root", "children": [hips]}));
    match above {
        Some(above) => {
            let children = nodes[above]["children"].as_array_mut().unwrap();
            children.iter_mut().filter(|child| **child == hips).for_each(|child| *child = root.into());
        }
        None => {
            let children = file["scenes"][0]["nodes"].as_array_mut().unwrap();
            children.iter_mut().filter(|child| **child == hips).for_each(|child| *child = root.into());
        }
    }
    let rooted = folder.file("rooted.gltf", file.to_string().as_bytes());
    let run = sinew(&["convert", &rooted, "--bake-root-motion=root", "-o", &out]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(sinew(&["convert", &rooted, "--bake-root-motion", "-o", &onto_hips]).code, 0);
    let distance = apart(position(&out, "root", "0", &[]), position(&out, "root", "1.0666667", &[]));
    assert!((distance - 1.06).abs() < 0.02, "{distance}");
    assert_eq!(root_motion_z(&out), None);
    for (node, time) in [("hips", "0.3"), ("leftFoot", "0.9"), ("rightHand", "0.5")] {
        let (by_root, by_hips) = (position(&out, node, time, &[]), position(&onto_hips, node, time, &[]));
        assert!(apart(by_root, by_hips) < 1e-3, "{node}: {by_root:?} {by_hips:?}");
    }
    // There and back.
    let again = folder.path("again.glb");
    assert_eq!(sinew(&["convert", &out, "--root-motion=root", "-o", &again]).code, 0);
    assert!((root_motion_z(&again).unwrap() - 1.06).abs() < 0.02);
}

#[test]
fn axes_and_path_of_root_motion_can_be_chosen() {
    let folder = Folder::new("root-parts");
    let out = folder.path("out.glb");
    let extracted = |more: &[&str]| -> Vec<f64> {
        let run = sinew(&[&["convert", "#run_left", "-o", &out, "--root-motion"], more].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        let it = sinew(&["inspect", &out, "--json"]).json();
        it["clips"][0]["root_motion"].as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect()
    };
    let whole = extracted(&[]);
    assert!(whole[1] == 0.0 && whole[2] > 0.3 && whole[3].abs() > 0.2, "{whole:?}");
    let ground = extracted(&["--root-axes", "ground"]);
    assert!(ground[3] == 0.0 && ground[2] > 0.3, "{ground:?}");
    let turn = extracted(&["--root-axes", "turn"]);
    assert!(turn[0] == 0.0 && turn[2] == 0.0 && (turn[3] - whole[3]).abs() < 1e-3, "{turn:?}");
    let straight = extracted(&["--root-path", "straight", "--close-loop"]);
    assert!((straight[2] - whole[2]).abs() < 1e-3, "{straight:?}");
}

#[test]
fn packs_store_root_motion() {
    let Some(walk) = asset("bvh/mass/walk.bvh") else { return };
    let folder = Folder::new("root-pack");
    let out = folder.path("walk.sinew");
    assert_eq!(sinew(&["pack", &walk, "--root-motion", "-o", &out]).code, 0);
    assert!((root_motion_z(&out).unwrap() - 1.35).abs() < 0.05);
    // Root motion of a clip in place is derived from the feet.
    let feet = sinew(&["convert", &out, "--root-from-feet", "-o", &folder.path("feet.glb")]);
    assert_eq!(feet.code, 0, "{}", feet.err);
    let distance = root_motion_z(&folder.path("feet.glb")).unwrap();
    assert!((distance - 1.35).abs() < 0.2, "{distance}");
}

#[test]
fn errors_of_root_motion_options() {
    let folder = Folder::new("root-missing");
    let out = folder.path("out.glb");
    sinew(&["convert", "#walk", "--root-motion=tail", "-o", &out])
        .failed(1, &["built-in", "\"tail\"; there are ", "\"hips\"", " more"]);
    sinew(&["convert", "#walk", "--root-axes", "up", "-o", &out]).failed(2, &["--root-motion"]);
    sinew(&["convert", "#walk", "--root-motion", "--root-path", "-1", "-o", &out])
        .failed(2, &["more than 0"]);
    assert_eq!(sinew(&["convert", "#walk", "--bake-root-motion", "-o", &out]).code, 0);
    let stays = sinew(&["convert", &out, "--bake-root-motion", "-o", &folder.path("b.glb")]);
    let words = "--bake-root-motion leaves the clips unchanged: no clip has root motion";
    assert!(stays.code == 0 && stays.err.contains(words), "{}", stays.err);
    sinew(&["convert", &out, "--bake-root-motion=hips", "-o", &folder.path("b.glb")])
        .failed(1, &["no clip has root motion"]);
    sinew(&["pose", "--apply-root-motion"]).failed(2, &["--clip or --graph"]);
    let stays = sinew(&["pose", &out, "--clip", "0", "--apply-root-motion", "--json"]);
    assert!(stays.code == 0 && stays.err.contains("\"walk\" has no root motion"), "{}", stays.err);
    let _: Value = serde_json::from_str(&stays.out).unwrap();
}

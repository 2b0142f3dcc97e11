//! Tests of `sinew pose`.

use crate::run_sinew::{Folder, assert_no_nulls, asset, sinew};
use serde_json::Value;

fn floats(value: &Value) -> Vec<f32> {
    value.as_array().unwrap().iter().map(|v| v.as_f64().unwrap() as f32).collect()
}

fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<_> = value.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort();
    keys
}

#[test]
fn the_schema_of_the_built_in_character() {
    let posed = sinew(&["pose", "--clip", "walk", "--time", "0.3", "--vertices", "--json"]).json();
    assert_no_nulls(&posed, "pose");
    assert_eq!(keys(&posed), ["clip", "duration", "file", "meshes", "nodes", "time"]);
    assert_eq!((posed["clip"].as_str(), posed["time"].as_f64()), (Some("walk"), Some(0.3)));
    let nodes = posed["nodes"].as_array().unwrap();
    for node in nodes {
        assert_eq!(keys(node), ["name", "parent", "world"]);
        assert_eq!(floats(&node["world"]).len(), 16);
        assert!((-1..nodes.len() as i64).contains(&node["parent"].as_i64().unwrap()));
    }
    for mesh in posed["meshes"].as_array().unwrap() {
        let vertices = mesh["vertices"].as_u64().unwrap() as usize;
        assert_eq!(mesh["positions"].as_array().unwrap().len(), vertices * 3);
        let index = mesh["node_index"].as_u64().unwrap() as usize;
        assert_eq!(mesh["node"], nodes[index]["name"]);
    }
    let without = sinew(&["pose", "--json"]).json();
    assert_no_nulls(&without, "pose");
    assert_eq!((without["clip"].as_str(), without["duration"].as_f64()), (Some(""), Some(0.0)));
    assert!(without["meshes"][0].get("positions").is_none());
}

#[test]
fn time_is_clamped_to_the_keys_and_clips_have_numbers() {
    let pose = |args: &[&str]| {
        let args: Vec<_> = ["pose", "--json"].iter().chain(args).copied().collect();
        sinew(&args).json()
    };
    let end = pose(&["--clip", "walk"])["duration"].as_f64().unwrap();
    let last = pose(&["--clip", "walk", "--time", &end.to_string()]);
    assert_eq!(pose(&["--clip", "walk", "--time", "1000"])["nodes"], last["nodes"]);
    assert_eq!(pose(&["#walk", "--time", "1000"])["nodes"], last["nodes"]);
    let clips = sinew(&["inspect", "--json"]).json();
    let number = clips["clips"].as_array().unwrap().iter().position(|c| c["name"] == "walk").unwrap();
    assert_eq!(pose(&["--clip", &number.to_string(), "--time", "1000"])["nodes"], last["nodes"]);
    assert_eq!(
        pose(&["--clip", "walk", "--time", "-5"])["nodes"],
        pose(&["--clip", "walk", "--time", "0"])["nodes"]
    );
}

#[test]
fn times_outside_of_the_clip_are_reported() {
    let said = |more: &[&str]| {
        let run = sinew(&[&["pose", "--clip", "walk"], more].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        run.err
    };
    let over = "sinew: --time 500: clip \"walk\" ends at 1.067 s; its last key is shown\n";
    assert_eq!(said(&["--time", "500"]), over);
    let early = "sinew: --time -5: clip \"walk\" begins at 0.000 s; its first key is shown\n";
    assert_eq!(said(&["--time", "-5"]), early);
    // Times in a loop are not reported.
    for more in [&["--time", "1.067"][..], &["--time", "500", "--apply-root-motion"]] {
        assert_eq!(said(more), "");
    }
}

#[test]
fn vertices_are_in_the_order_of_the_file() {
    let Some(fox) = asset("gltf/Fox.glb") else { return };
    let posed = sinew(&["pose", &fox, "--clip", "Walk", "--time", "0.5", "--vertices", "--json"]).json();
    assert_no_nulls(&posed, "pose");
    let mesh = &posed["meshes"][0];
    assert_eq!((mesh["vertices"].as_u64(), mesh["node_index"].as_u64()), (Some(1728), Some(1)));
    assert_eq!(floats(&mesh["positions"]).len(), 1728 * 3);
    // The file has no normals.
    assert!(mesh.get("normals").is_none());
}

#[test]
fn morphs_move_vertices() {
    let mesh = |args: &[&str]| {
        let args: Vec<_> = ["pose", "--vertices", "--json"].iter().chain(args).copied().collect();
        sinew(&args).json()["meshes"].clone()
    };
    let it = sinew(&["inspect", "--json"]).json();
    let names = it["meshes"].as_array().unwrap().iter().flat_map(|m| m["morph_targets"].as_array().unwrap());
    let name = names.into_iter().next().unwrap().as_str().unwrap();
    assert_ne!(mesh(&["--morph", &format!("{name}=1")]), mesh(&[]));
}

#[test]
fn attachments_follow_their_joint() {
    let (Some(man), Some(sword)) = (asset("gltf/greenman.glb"), asset("gltf/greenman_sword.glb")) else {
        return;
    };
    let plain = sinew(&["pose", &man, "--json"]).json();
    let nodes = plain["nodes"].as_array().unwrap();
    let hand = nodes.iter().position(|n| n["name"] == "socket_hand_R").unwrap_or(nodes.len() - 1);
    let joint = nodes[hand]["name"].as_str().unwrap();
    let armed = sinew(&["pose", &man, "--attach", &format!("{sword}@{joint}"), "--json"]).json();
    let all = armed["nodes"].as_array().unwrap();
    assert!(all.len() > nodes.len());
    assert_eq!(all[..nodes.len()], nodes[..]);
    assert_eq!(all[nodes.len()]["parent"].as_u64(), Some(hand as u64));
}

#[test]
fn referenced_files_are_read_only_below_the_folder() {
    let folder = Folder::new("below");
    let buffer: Vec<u8> =
        [0.0f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0].iter().flat_map(|f| f.to_le_bytes()).collect();
    folder.file("secret.bin", &buffer);
    std::fs::create_dir_all(folder.path("model/data")).unwrap();
    folder.file("model/data/own.bin", &buffer);
    let gltf = |uri: &str| {
        format!(
            r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"name":"a","mesh":0}}],
            "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}],"buffers":[{{"byteLength":36,"uri":"{uri}"}}],
            "bufferViews":[{{"buffer":0,"byteLength":36}}],
            "accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}}]}}"#
        )
    };
    let vertices = |uri: &str| {
        let file = folder.file("model/model.gltf", gltf(uri).as_bytes());
        let run = sinew(&["pose", &file, "--vertices", "--json"]);
        if run.code != 0 { 0 } else { run.json()["meshes"].as_array().unwrap().len() }
    };
    assert_eq!(vertices("data/own.bin"), 1);
    assert_eq!(vertices("../secret.bin"), 0);
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(folder.path("secret.bin"), folder.path("model/link.bin")).unwrap();
        assert_eq!(vertices("link.bin"), 0);
    }
}

#[test]
fn skipped_joints_keep_the_rest_pose() {
    let pose = |args: &[&str]| {
        let args: Vec<_> = ["pose", "--json"].iter().chain(args).copied().collect();
        sinew(&args).json()
    };
    let walk = ["--clip", "wave", "--time", "0.6"];
    let (rest, moved) = (pose(&[]), pose(&walk));
    let skipped = pose(&[&walk[..], &["--skip", "rightUpperArm", "--skip", "fingers"]].concat());
    // The position of a child in the space of its parent shows whether the parent's joint is bent.
    let nodes = rest["nodes"].as_array().unwrap();
    let local = |posed: &Value, n: usize| {
        let world = |n: usize| glam(&floats(&posed["nodes"][n]["world"]));
        let parent = nodes[n]["parent"].as_i64().unwrap();
        if parent < 0 { world(n) } else { world(parent as usize).inverse() * world(n) }
    };
    let bent = |posed: &Value| {
        let differs = |n: &usize| !local(posed, *n).abs_diff_eq(local(&rest, *n), 1e-4);
        (0..nodes.len()).filter(differs).collect::<Vec<_>>()
    };
    let (all, some) = (bent(&moved), bent(&skipped));
    let name = |n: usize| nodes[n]["name"].as_str().unwrap();
    let missing: Vec<&str> = all.iter().filter(|n| !some.contains(n)).map(|n| name(*n)).collect();
    assert!(!some.is_empty() && missing.len() >= 2, "{missing:?}");
    assert!(some.iter().all(|n| all.contains(n)));
    let wrong = sinew(&["pose", "--skip", "tail"]);
    assert_eq!(wrong.code, 1, "{}", wrong.err);
    assert!(wrong.err.contains("no joint called \"tail\" to skip"), "{}", wrong.err);
}

#[test]
fn skipping_missing_fingers_is_reported() {
    assert_eq!(sinew(&["pose", "--skip", "fingers"]).err, "");
    let Some(knight) = asset("gltf/kaykit/Knight.glb") else { return };
    let run = sinew(&["pose", &knight, "--skip", "fingers"]);
    assert_eq!((run.code, run.err), (0, format!("sinew: --skip fingers: {knight} has no fingers\n")));
}

fn glam(numbers: &[f32]) -> sinew::glam::Mat4 {
    sinew::glam::Mat4::from_cols_slice(numbers)
}

#[test]
fn times_are_printed_in_milliseconds() {
    let run = sinew(&["pose", "--clip", "walk", "--time", "0.5"]);
    assert!(run.code == 0 && run.out.contains("walk, 0.5 of 1.067 s\n"), "{:.200}", run.out);
}

#[test]
fn weights_of_expressions_are_from_0_to_1() {
    for weight in ["5", "-0.1", "1.01"] {
        let value = format!("happy={weight}");
        sinew(&["pose", "--expression", &value]).failed(2, &["expected a weight from 0 to 1", weight]);
    }
    assert_eq!(sinew(&["pose", "--expression", "happy=1"]).code, 0);
}

#[test]
fn attached_files_take_an_offset_a_turn_and_a_scale() {
    let rifle = format!("{}/../../data/hero/rifle.gltf", env!("CARGO_MANIFEST_DIR"));
    // Nine numbers of rotation and scale, and the position.
    let root = |options: &str| {
        let attach = format!("{rifle}@rightHand{options}");
        let run = sinew(&["pose", "--attach", &attach, "--json"]).json();
        let nodes = run["nodes"].as_array().unwrap();
        let node = nodes.iter().find(|node| node["name"] == "rifle").unwrap();
        let number = |n: usize| node["world"][n].as_f64().unwrap();
        ([0, 1, 2, 4, 5, 6, 8, 9, 10].map(number), [12, 13, 14].map(number))
    };
    let apart = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
    let plain = root(":grip=none");
    assert!(apart(&root("").1, &plain.1) > 0.01, "the hand holds it by its grip");
    assert_eq!(root(":grip=auto"), root(""));
    let moved = root(":offset=0.1,0,0");
    assert!((apart(&moved.1, &plain.1) - 0.1).abs() < 1e-4 && apart(&moved.0, &plain.0) < 1e-4);
    let turned = root(":turn=0,90,0");
    assert!(apart(&turned.1, &plain.1) < 1e-4 && (apart(&turned.0, &plain.0) - 2.0).abs() < 1e-3);
    let larger = root(":grip=none:scale=2");
    assert!((apart(&larger.0, &plain.0) - 3.0_f64.sqrt()).abs() < 1e-3);
    let attach = |options: &str| format!("{rifle}@rightHand{options}");
    sinew(&["pose", "--attach", &attach(":grip=grap")]).failed(1, &["did you mean \"grip\"?"]);
    sinew(&["pose", "--attach", &format!("{rifle}@head:grip=auto")]).failed(2, &["\"head\" is no hand"]);
    sinew(&["pose", "--attach", &attach(":size=2")]).failed(2, &["offset, turn, scale and grip"]);
}

//! Output files: what each format holds, what is refused before any work, and which files are never replaced.

use crate::run_sinew::{Folder, asset, sinew};
use serde_json::Value;

/// A node with a clip that holds it at rest and one that turns it.
const STILL_AND_TURN: &str = r#"{
    "asset": { "version": "2.0" }, "scene": 0, "scenes": [{ "nodes": [0] }], "nodes": [{ "name": "root" }],
    "buffers": [{ "byteLength": 72, "uri": "data:application/octet-stream;base64,AACAPgAAwD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD9Ed/U+AAAAAAAAAABAqWA/" }],
    "bufferViews": [{ "buffer": 0, "byteLength": 72 }],
    "accessors": [
        { "bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0.25], "max": [1.5] },
        { "bufferView": 0, "byteOffset": 8, "componentType": 5126, "count": 2, "type": "VEC4" },
        { "bufferView": 0, "byteOffset": 40, "componentType": 5126, "count": 2, "type": "VEC4" }
    ],
    "animations": [
        { "name": "still", "samplers": [{ "input": 0, "output": 1 }],
          "channels": [{ "sampler": 0, "target": { "node": 0, "path": "rotation" } }] },
        { "name": "turn", "samplers": [{ "input": 0, "output": 2 }],
          "channels": [{ "sampler": 0, "target": { "node": 0, "path": "rotation" } }] }
    ] }"#;

/// Names and seconds of the clips of a file.
fn clips(file: &str) -> Vec<(String, f64)> {
    let found = sinew(&["inspect", "--json", file]).json();
    let clip = |clip: &Value| (clip["name"].as_str().unwrap().to_owned(), clip["seconds"].as_f64().unwrap());
    found["clips"].as_array().unwrap().iter().map(clip).collect()
}

fn size(file: &str) -> u64 {
    std::fs::metadata(file).unwrap().len()
}

#[test]
fn clips_that_hold_the_rest_pose_survive_a_pack() {
    let folder = Folder::new("still");
    let mut files = vec![folder.file("two.gltf", STILL_AND_TURN.as_bytes())];
    files.extend(asset("gltf/kaykit/Knight.glb"));
    for file in files {
        let (pack, out) = (folder.path("a.sinew"), folder.path("a.glb"));
        assert_eq!(sinew(&["pack", &file, "-o", &pack]).code, 0);
        let run = sinew(&["convert", &pack, "-o", &out]);
        assert!(run.code == 0 && !run.err.contains("left out"), "{}", run.err);
        let [original, packed, back] = [&file, &pack, &out].map(|file| clips(file));
        assert_eq!(original.len(), back.len());
        for ((source, packed), back) in original.iter().zip(&packed).zip(&back) {
            assert_eq!((&source.0, &source.0), (&packed.0, &back.0));
            assert!(
                (source.1 - packed.1).abs() < 1e-3 && (source.1 - back.1).abs() < 1e-3,
                "{source:?} {back:?}"
            );
        }
    }
}

#[test]
fn unpacked_clips_come_with_a_hint_about_reduction() {
    let folder = Folder::new("unpacked");
    let (pack, out) = (folder.path("a.sinew"), folder.path("a.glb"));
    assert_eq!(sinew(&["pack", "-o", &pack]).code, 0);
    let run = sinew(&["convert", &pack, "-o", &out]);
    assert!(run.code == 0 && run.err.contains("a.sinew: ") && run.err.contains("--reduce"), "{}", run.err);
    let whole = size(&out);
    let run = sinew(&["convert", &pack, "--reduce", "0.1", "-o", &out]);
    assert!(run.code == 0 && !run.err.contains("--reduce"), "{}", run.err);
    assert!(size(&out) * 2 < whole, "{} of {whole}", size(&out));
    // Clips of a pack on another character.
    let packed = format!("{pack}#walk");
    assert!(sinew(&["convert", "#idle", &packed, "-o", &out]).err.contains("--reduce"));
    assert!(!sinew(&["convert", "#idle", "-o", &out]).err.contains("--reduce"));
}

#[test]
fn keys_of_vrm_animations_are_reduced() {
    let folder = Folder::new("vrma-keys");
    let [whole, reduced] = ["whole.vrma", "reduced.vrma"].map(|name| folder.path(name));
    assert_eq!(sinew(&["convert", "#walk", "-o", &whole]).code, 0);
    let run = sinew(&["convert", "#walk", "--reduce", "1", "-o", &reduced]);
    assert!(run.code == 0 && run.err.contains("keys are kept"), "{}", run.err);
    assert!(size(&reduced) < size(&whole), "{} of {}", size(&reduced), size(&whole));
    assert_eq!(clips(&whole)[0].1, clips(&reduced)[0].1);
}

#[test]
fn avatars_of_other_characters_are_refused_before_the_work() {
    let folder = Folder::new("no-avatar");
    let (file, out) = (folder.file("two.gltf", STILL_AND_TURN.as_bytes()), folder.path("out.vrm"));
    // The clip and the goal are unknown, which is found out when the player is built.
    for call in [
        &["bake", &file, "--clip", "none", "--reach", "hand=0,1,0"][..],
        &["retarget", "#none", "--onto", &file],
        &["convert", &file, "--rename", "none=some"],
    ] {
        sinew(&[call, &["-o", &out]].concat()).failed(1, &["two.gltf: ", "VRM needs a humanoid"]);
    }
    assert_eq!(folder.names(), ["two.gltf"]);
}

#[test]
fn expected_endings_are_those_that_a_verb_writes() {
    let folder = Folder::new("endings");
    let out = folder.path("out.gif");
    sinew(&["bake", "-o", &out]).failed(2, &["expected a name ending in .glb, .gltf or .vrm\n"]);
    for verb in ["convert", "retarget"] {
        let run = sinew(&[verb, "#walk", "-o", &out]);
        run.failed(2, &["expected a name ending in .glb, .gltf, .vrm, .vrma or .bvh\n"]);
    }
}

#[test]
fn files_that_an_input_was_read_from_are_not_replaced() {
    let folder = Folder::new("kept");
    let (input, out) = (folder.path("input.gltf"), folder.path("out.gltf"));
    assert_eq!(sinew(&["convert", "-o", &out]).code, 0);
    // Another file with the same data and images.
    std::fs::copy(&out, &input).unwrap();
    let contents = || folder.names().into_iter().map(|name| std::fs::read(folder.path(&name)).unwrap());
    let before: Vec<_> = contents().collect();
    assert!(before.len() > 3);
    let clip = format!("{input}#walk");
    for call in [
        &["convert", &input, "--drop", "run"][..],
        &["convert", "#idle", &clip],
        &["retarget", "#walk", "--onto", &input],
        &["retarget", &clip],
        &["bake", &input, "--clip", "walk", "--seconds", "0.1"],
        &["bake", "--clip", &clip, "--seconds", "0.1"],
    ] {
        let run = sinew(&[call, &["-o", &out]].concat());
        assert!(
            run.err.contains("would be replaced") && run.err.contains("input.gltf is read from it"),
            "{}",
            run.err
        );
        assert_eq!(run.code, 2);
        assert!(contents().eq(before.iter().cloned()), "{call:?}");
    }
    let picture = folder.names().into_iter().find(|name| name.ends_with(".png")).unwrap();
    let picture = folder.path(&picture);
    for call in
        [&["render", &input][..], &["render", "--clip", &clip], &["render", &input, "--contact-sheet"]]
    {
        let run = sinew(&[call, &["--size", "16x16", "-o", &picture]].concat());
        run.failed(2, &["would be replaced", "input.gltf is read from it"]);
        assert!(contents().eq(before.iter().cloned()), "{call:?}");
    }
    let other = folder.path("other.gltf");
    assert_eq!(sinew(&["convert", &input, "-o", &other]).code, 0);
    // Over itself, where no input is.
    assert_eq!(sinew(&["convert", "-o", &out]).code, 0);
}

#[test]
fn avatars_rest_in_a_t_pose() {
    let Some(figure) = asset("fbx/seed-san/new_seedsan_betterfbx.fbx") else { return };
    let folder = Folder::new("t-pose");
    let (glb, vrm) = (folder.path("out.glb"), folder.path("out.vrm"));
    let run = sinew(&["convert", &figure, "-o", &vrm]);
    assert_eq!(run.code, 0, "{}", run.err);
    let lines: Vec<_> = run.err.lines().filter(|line| line.contains("T-pose")).collect();
    assert!(lines.len() == 1 && lines[0].contains("an A-pose"), "{lines:?}");
    assert_eq!(sinew(&["convert", &figure, "-o", &glb]).code, 0);
    let rest = |file: &str| sinew(&["inspect", "--json", file]).json()["humanoid"]["rest"].clone();
    assert_eq!((rest(&glb), rest(&vrm)), (Value::from("A"), Value::from("T")));
}

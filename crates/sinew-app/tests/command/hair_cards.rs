//! Tests of the export of hair cards.

use crate::run_sinew::{Folder, sinew};
use serde_json::Value;

/// Names of a list of a file's description.
fn names(file: &Value, list: &str) -> Vec<String> {
    let all = file[list].as_array().into_iter().flatten();
    all.filter_map(|entry| entry["name"].as_str()).map(str::to_owned).collect()
}

#[test]
fn hair_becomes_cards_of_a_character() {
    let folder = Folder::new("hair-cards");
    let [swings, runs] = ["swings.vrm", "runs.glb"].map(|name| folder.path(name));
    let run = sinew(&["hair", "--groom", "short", "--hide", "shoes", "--cards", "60", "-o", &swings]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("cards with") && run.err.contains("moved by spring bones"), "{}", run.err);
    let file = sinew(&["inspect", &swings, "--json"]).json();
    assert!(names(&file, "clips").len() > 1, "the clips stay: {:?}", names(&file, "clips"));
    let materials = names(&file, "materials");
    assert!(materials.iter().any(|name| name == "skin"), "{materials:?}");
    assert!(!materials.iter().any(|name| name == "shoes"), "those of hidden meshes go: {materials:?}");
    let args = ["--groom", "short", "--clip", "run", "--seconds", "0.3", "--fps", "20", "--cards", "60"];
    let run = sinew(&[&["hair", "-o", &runs][..], &args].concat());
    assert!(run.code == 0 && run.err.contains("moved by keys"), "{}", run.err);
    let file = sinew(&["inspect", &runs, "--json"]).json();
    let clips = names(&file, "clips");
    let built_in = names(&sinew(&["inspect", "--json"]).json(), "clips");
    assert_eq!(clips, built_in, "the others stay, and the clip that is baked keeps its name");
    let baked = folder.path("baked.glb");
    let args =
        ["bake", "--groom", "short", "--clip", "run", "--seconds", "0.2", "--cards", "40", "-o", &baked];
    let run = sinew(&args);
    assert!(run.code == 0 && run.err.contains("\"run + hair\" of 0.20 s"), "{}", run.err);
}

#[test]
fn strands_come_back_from_their_files() {
    let folder = Folder::new("hair-strands");
    for name in ["short.hair", "short.tfx"] {
        let file = folder.path(name);
        let run = sinew(&["hair", "--groom", "short", "-o", &file]);
        assert!(run.code == 0 && run.err.contains("strands in the rest pose"), "{}", run.err);
        let back = folder.path("back.glb");
        let run = sinew(&["hair", "--groom", &file, "--cards", "50", "-o", &back]);
        assert_eq!(run.code, 0, "{}", run.err);
        assert!(!run.err.contains("moved onto the head"), "{name} lies where it was: {}", run.err);
    }
}

#[test]
fn wrong_calls_of_cards_are_refused() {
    let folder = Folder::new("hair-calls");
    let [picture, file] = ["a.png", "a.glb"].map(|name| folder.path(name));
    sinew(&["hair", "--cards", "50", "-o", &picture]).failed(2, &["--cards", "-o FILE.glb"]);
    for cards in ["0", "-3", "10001", "many"] {
        sinew(&["hair", "--cards", cards, "-o", &file]).failed(2, &["--cards"]);
    }
    for width in ["0", "nan", "1001", "inf"] {
        sinew(&["hair", "--card-width", width, "-o", &file]).failed(2, &["--card-width"]);
    }
    sinew(&["bake", "--cards", "50", "--clip", "idle", "-o", &file]).failed(2, &["need --groom"]);
    assert!(folder.names().is_empty(), "{:?}", folder.names());
}

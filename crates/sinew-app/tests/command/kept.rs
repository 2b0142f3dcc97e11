//! Data beside the meshes of a file stay in the files that the verbs write: ragdoll, spring bones,
//! expressions.

use crate::run_sinew::{Folder, sinew};
use serde_json::Value;
use sinew::Character;
use sinew_import::{ExportOptions, NoFiles, export_glb, import};
use std::path::Path;

/// Counts of what `inspect` finds in a file.
#[derive(Debug, PartialEq)]
struct Kept {
    parts: usize,
    mass: i64,
    expressions: usize,
    springs: usize,
}

fn kept(file: &str) -> Kept {
    let it = sinew(&["inspect", file, "--json"]).json();
    let count = |value: &Value| value.as_array().map_or(0, Vec::len);
    Kept {
        parts: count(&it["ragdoll"]["parts"]),
        mass: (it["ragdoll"]["mass_kg"].as_f64().unwrap_or_default() * 10.0).round() as i64,
        expressions: count(&it["expressions"]),
        springs: count(&it["springs"]),
    }
}

/// Each verb that writes a character: its arguments with `IN` for the input, and whether it bakes the springs
/// into the keys, or adds some.
const VERBS: [(&str, &[&str]); 7] = [
    ("convert", &["convert", "IN"]),
    ("ragdoll", &["ragdoll", "IN"]),
    ("drop", &["drop", "IN", "--seconds", "0.1"]),
    ("bake", &["bake", "IN", "--clip", "walk", "--seconds", "0.1"]),
    ("retarget", &["retarget", "IN#walk", "--onto", "IN"]),
    ("hair", &["hair", "IN", "--groom", "short", "--cards", "50"]),
    ("decal", &["decal", "IN", "--on", "chest"]),
];

#[test]
fn verbs_keep_ragdoll_springs_and_expressions() {
    let folder = Folder::new("kept");
    let file = folder.path("body.glb");
    assert_eq!(sinew(&["ragdoll", "--mass", "70", "-o", &file]).code, 0);
    let before = kept(&file);
    assert!(before.parts > 10 && before.mass == 700 && before.springs + before.expressions > 5, "{before:?}");
    let data = |path: &str| {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(path).display().to_string()
    };
    let (speech, map) = (data("speech/line.flac"), data("wrinkles/normal.png"));
    let mut verbs = VERBS.to_vec();
    let speak = ["speak", &speech, "--onto", "IN"];
    verbs.push(("speak", &speak));
    let normals = ["normals", &map, "--of", "IN", "--to", "object", "--material", "skin"];
    verbs.push(("normals", &normals));
    for (verb, arguments) in verbs {
        let out = folder.path(&format!("{verb}.glb"));
        let arguments = arguments.iter().map(|argument| argument.replace("IN", &file));
        let call: Vec<String> = arguments.chain(["-o".into(), out.clone()]).collect();
        let run = sinew(&call);
        assert_eq!(run.code, 0, "{verb}: {}", run.err);
        let mut after = kept(&out);
        if verb == "drop" {
            // Its keys hold what the springs did.
            after.springs = before.springs;
        }
        if verb == "hair" {
            assert!(after.springs >= before.springs, "cards swing on spring bones: {after:?}");
            after.springs = before.springs;
        }
        assert_eq!(after, before, "{verb}: {}", run.err);
    }
}

/// A head that gets shapes keeps its ragdoll and its springs.
#[test]
fn shapes_keep_ragdoll_and_springs() {
    let folder = Folder::new("kept-shapes");
    let [file, bare, out] = ["body.glb", "bare.glb", "out.glb"].map(|name| folder.path(name));
    assert_eq!(sinew(&["ragdoll", "--mass", "70", "-o", &file]).code, 0);
    let read = import(&std::fs::read(&file).unwrap(), &NoFiles).unwrap();
    let mut parts = read.character.into_parts();
    for mesh in &mut parts.meshes {
        mesh.morph_names.clear();
        mesh.primitives.iter_mut().for_each(|primitive| primitive.morph_targets.clear());
    }
    parts.mesh_instances.iter_mut().for_each(|instance| instance.weights.clear());
    parts.expressions.clear();
    let options = ExportOptions::default().with_ragdoll_description(read.ragdoll);
    let exported = export_glb(&Character::new(parts).unwrap(), &[], &options).unwrap();
    std::fs::write(&bare, exported.bytes).unwrap();
    let before = kept(&bare);
    assert!(before.parts > 10 && before.expressions == 0, "{before:?}");
    let run = sinew(&["shapes", &bare, "-o", &out]);
    assert_eq!(run.code, 0, "{}", run.err);
    let after = kept(&out);
    assert_eq!(Kept { expressions: 0, ..after }, before);
}

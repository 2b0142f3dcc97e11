//! Meshes that a file hides: not measured, not drawn, switched on by `--show`, hidden again by `convert`.

use crate::run_sinew::{Folder, sinew};

/// A glTF file with a triangle on each of three nodes, one metre apart; the second hides itself and the third
/// below it.
const FILE: &str = r#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,1]}],
    "extensionsUsed":["KHR_node_visibility"],
    "nodes":[{"name":"shown","mesh":0},
        {"name":"spare","mesh":0,"translation":[3,0,0],"children":[2],"extensions":{"KHR_node_visibility":{"visible":false}}},
        {"name":"below","mesh":0,"translation":[1,0,0]}],
    "meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
    "buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}],
    "bufferViews":[{"buffer":0,"byteLength":36}],
    "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}]}"#;

#[test]
fn hidden_meshes_are_named_kept_and_shown_on_request() {
    let folder = Folder::new("hidden_meshes");
    let file = folder.file("spare.gltf", FILE.as_bytes());
    let written = folder.path("written.glb");
    assert_eq!(sinew(&["convert", &file, "-o", &written]).code, 0);
    for file in [&file, &written] {
        let found = sinew(&["inspect", file, "--json"]).json();
        assert_eq!(found["hidden_meshes"].as_array().unwrap().len(), 2, "{found}");
        assert!((found["size_m"][0].as_f64().unwrap() - 1.0).abs() < 1e-6, "{found}");
        assert!(sinew(&["inspect", file]).out.contains("Hidden meshes: "));
    }
    let pixels = |options: &[&str]| {
        let out = folder.path("picture.png");
        let run =
            sinew(&[&["render", &file, "--size", "80x60", "--view", "front", "-o", &out], options].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        std::fs::read(out).unwrap()
    };
    let plain = pixels(&[]);
    assert_eq!(pixels(&["--show", "shown"]), plain);
    assert_ne!(pixels(&["--show", "spare"]), plain);
    assert_eq!(pixels(&["--show", "spare", "--hide", "spare"]), plain);
    let wrong = sinew(&["render", &file, "--show", "spear", "-o", &folder.path("x.png")]);
    wrong.failed(1, &["--show spear", "\"spare\""]);
}

use crate::sinew::{Folder, asset, sinew};

#[test]
fn errors_end_with_1_and_have_a_code_and_a_place() {
    let folder = Folder::new("check");
    folder.file("broken.glb", b"glTF");
    folder.file("notes.txt", b"not looked at");
    std::fs::create_dir(folder.path("below")).unwrap();
    folder.file("below/other.gltf", br#"{"asset":{"version":"9.0"}}"#);
    let run = sinew(&["check", "--json", &folder.path("")]);
    assert_eq!(run.code, 1);
    let it: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let files = it["files"].as_array().unwrap();
    assert_eq!(files.len(), 2);
    assert!(it["errors"].as_u64().unwrap() >= 2);
    for finding in files.iter().flat_map(|f| f["findings"].as_array().unwrap()) {
        for key in ["code", "severity", "place", "message"] {
            assert!(finding[key].as_str().is_some_and(|text| !text.is_empty()), "{finding}");
        }
    }
    let text = sinew(&["check", &folder.path("broken.glb"), &folder.path("missing.glb")]);
    assert_eq!(text.code, 1);
    assert!(text.out.contains("missing.glb: error"), "{}", text.out);
}

#[test]
fn clean_files_end_with_0() {
    let run = sinew(&["check"]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    let Some(fox) = asset("gltf/Fox.glb") else { return };
    let run = sinew(&["check", &fox]);
    assert!(run.code == 0 && run.err.contains("1 file: 0 errors"), "{}", run.err);
}

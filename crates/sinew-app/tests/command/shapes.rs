//! `sinew shapes`: heads that get the shapes of another face.

use crate::run_sinew::{Folder, asset, sinew};

const SCAN: &str = "gltf/LeePerrySmith/LeePerrySmith.glb";

#[test]
fn a_scanned_head_gets_shapes_and_speaks() {
    let Some(scan) = asset(SCAN) else { return };
    let folder = Folder::new("shapes");
    let (out, spoken) = (folder.path("talks.glb"), folder.path("spoken.glb"));
    let run = sinew(&["shapes", &scan, "-o", &out]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("shapes over") && run.err.contains("viseme_PP"), "{}", run.err);
    let found = sinew(&["inspect", &out, "--json"]).json();
    let names = found["meshes"][0]["morph_targets"].as_array().unwrap().clone();
    assert!(names.iter().any(|name| name == "jawOpen") && !names.iter().any(|name| name == "eyeBlinkLeft"));
    assert!(found["meshes"].as_array().unwrap().len() > 1);
    let line = format!("{}/../../data/speech/line.flac", env!("CARGO_MANIFEST_DIR"));
    let run = sinew(&["speak", &line, "--onto", &out, "-o", &spoken]);
    assert!(run.code == 0 && run.err.contains("15 visemes"), "{}", run.err);
    assert_eq!(sinew(&["check", &spoken]).code, 0);
}

#[test]
fn landmarks_come_from_a_file() {
    let Some(scan) = asset(SCAN) else { return };
    let folder = Folder::new("shapes_landmarks");
    let found = sinew(&["inspect", &scan, "--face-landmarks"]);
    assert_eq!(found.code, 0, "{}", found.err);
    let landmarks = folder.file("own.ron", found.out.as_bytes());
    let (out, same) = (folder.path("out.glb"), folder.path("same.glb"));
    assert_eq!(sinew(&["shapes", &scan, "--landmarks", &landmarks, "-o", &out, "--no-teeth"]).code, 0);
    assert_eq!(sinew(&["shapes", &scan, "-o", &same, "--no-teeth"]).code, 0);
    assert_eq!(std::fs::metadata(&out).unwrap().len(), std::fs::metadata(&same).unwrap().len());
    let wrong = folder.file("wrong.ron", found.out.replace("chin", "chim").as_bytes());
    sinew(&["shapes", &scan, "--landmarks", &wrong, "-o", &out])
        .failed(1, &["wrong.ron: line 9, column 5", "no field \"chim\"", "did you mean \"chin\"?"]);
    let flat = found
        .out
        .replace("mouth_left", "swap")
        .replace("mouth_right", "mouth_left")
        .replace("swap", "mouth_right");
    let flat = folder.file("flat.ron", flat.as_bytes());
    sinew(&["shapes", &scan, "--landmarks", &flat, "-o", &out])
        .failed(1, &["flat.ron: line ", "mouth_left: expected at larger x"]);
}

#[test]
fn wrong_calls_are_refused_and_write_nothing() {
    let folder = Folder::new("shapes_wrong");
    let thing = folder.file("thing.gltf", crate::made::triangle_with_clips(&[]).to_string().as_bytes());
    let out = folder.path("out.glb");
    sinew(&["shapes", &thing, "-o", &out]).failed(1, &["thing.gltf", "no face is found"]);
    sinew(&["shapes", &thing, "-o", &folder.path("out.vrma")]).failed(2, &["expected a name ending in"]);
    sinew(&["shapes", &thing, "-o", &thing]).failed(2, &["this is an input file"]);
    sinew(&["shapes", &folder.path("none.glb"), "-o", &out]).failed(1, &["none.glb"]);
    assert!(!std::path::Path::new(&out).exists());
}

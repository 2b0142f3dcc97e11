//! `--newer`: outputs that are up to date are left as they are.

use crate::made::humanoid_bvh;
use crate::run_sinew::{Folder, Run, sinew};
use serde_json::Value;

fn inbox(name: &str) -> Folder {
    let folder = Folder::new(name);
    std::fs::create_dir_all(folder.path("in")).unwrap();
    for name in ["a", "b", "c"] {
        folder.file(&format!("in/{name}.bvh"), humanoid_bvh(3, 0.1).as_bytes());
    }
    folder
}

fn convert(folder: &Folder, options: &[&str]) -> Run {
    let (input, out) = (folder.path("in"), folder.path("out/"));
    let run = sinew(&[&["convert", &input, "-o", &out, "--newer", "--keep-going"], options].concat());
    assert!(run.code <= 1, "{}", run.err);
    run
}

#[track_caller]
fn says(run: &Run, words: &str) {
    assert!(run.err.contains(words), "{}", run.err);
}

#[test]
fn only_what_has_changed_is_made_again() {
    let folder = inbox("newer");
    says(&convert(&folder, &[]), "3 inputs: 3 done in");
    says(&convert(&folder, &[]), "0 done, 3 up to date");
    // What does not change outputs does not matter.
    says(
        &convert(&folder, &["--jobs", "1", "--json", "--report", &folder.path("r.jsonl")]),
        "0 done, 3 up to date",
    );
    let report = std::fs::read_to_string(folder.path("r.jsonl")).unwrap();
    let lines: Vec<Value> = report.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines.iter().all(|line| line["status"] == "up-to-date" && line["written"] == false), "{report}");
    assert!(
        lines.iter().all(|line| line["bytes"].as_u64().unwrap() > 100 && line["opened"] == true),
        "{report}"
    );
    // An input.
    folder.file("in/b.bvh", humanoid_bvh(4, 0.1).as_bytes());
    says(&convert(&folder, &[]), "1 done, 2 up to date");
    // The same bytes with another time.
    folder.file("in/b.bvh", humanoid_bvh(4, 0.1).as_bytes());
    says(&convert(&folder, &[]), "0 done, 3 up to date");
    // An output.
    std::fs::remove_file(folder.path("out/c.glb")).unwrap();
    folder.file("out/a.glb", b"something else");
    says(&convert(&folder, &[]), "2 done, 1 up to date");
    // Options.
    says(&convert(&folder, &["--meshopt"]), "3 done in");
    says(&convert(&folder, &["--meshopt"]), "0 done, 3 up to date");
    says(&convert(&folder, &["--meshopt", "--reduce", "1"]), "3 done in");
}

#[test]
fn what_failed_is_tried_again() {
    let folder = inbox("newer-failed");
    folder.file("in/b.bvh", b"HIERARCHY nothing");
    says(&convert(&folder, &[]), "2 done, 1 failed");
    says(&convert(&folder, &[]), "0 done, 2 up to date, 1 failed");
    folder.file("in/b.bvh", humanoid_bvh(3, 0.1).as_bytes());
    says(&convert(&folder, &[]), "1 done, 2 up to date");
}

#[test]
fn findings_of_outputs_that_are_up_to_date_still_fail() {
    let folder = Folder::new("newer-findings");
    let lost = r#"{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{}],"images":[{"uri":"lost.png"}],
        "textures":[{"source":0}]}"#;
    let (input, out) = (folder.file("lost.gltf", lost.as_bytes()), folder.path("out/"));
    for _ in 0..2 {
        let call = ["convert", &input, "-o", &out, "--newer", "--quiet", "--fail-on"];
        assert_eq!(sinew(&[&call[..], &["warning"]].concat()).code, 1);
        assert_eq!(sinew(&[&call[..], &["error"]].concat()).code, 0);
    }
}

#[test]
fn files_that_an_input_refers_to_count_too() {
    let folder = Folder::new("newer-bin");
    std::fs::create_dir_all(folder.path("in")).unwrap();
    assert_eq!(sinew(&["convert", "#walk", "-o", &folder.path("in/hero.gltf")]).code, 0);
    let input = folder.path("in/hero.gltf");
    let one = |folder: &Folder| {
        let run = sinew(&["convert", &input, "--newer", "-o", &folder.path("hero.glb")]);
        assert_eq!(run.code, 0, "{}", run.err);
        run
    };
    says(&one(&folder), "1 clip");
    says(&one(&folder), "is up to date");
    let image = std::fs::read_dir(folder.path("in")).unwrap().flatten().map(|entry| entry.path());
    let image =
        image.into_iter().find(|path| path.extension().is_some_and(|ending| ending == "png")).unwrap();
    let mut bytes = std::fs::read(&image).unwrap();
    bytes.push(0);
    std::fs::write(&image, bytes).unwrap();
    says(&one(&folder), "1 clip");
    // A damaged record makes everything anew.
    std::fs::write(folder.path(".sinew-newer.jsonl"), b"{ \"key\"").unwrap();
    says(&one(&folder), "1 clip");
    says(&one(&folder), "is up to date");
    sinew(&["inspect", &input, "--newer"]).failed(2, &["--newer needs an output"]);
}

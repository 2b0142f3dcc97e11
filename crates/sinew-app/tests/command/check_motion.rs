//! `sinew check --motion`.

use crate::made::humanoid_bvh;
use crate::run_sinew::{Folder, sinew};

#[test]
fn faults_of_motion_are_warnings_with_their_clips_and_times() {
    let folder = Folder::new("check-motion");
    // Joints turn at random from frame to frame.
    let file = folder.file("shaken.bvh", humanoid_bvh(40, 0.02).as_bytes());
    let found = |options: &[&str]| {
        sinew(&[&["check", &file, "--json"], options].concat()).json()["files"][0]["findings"].clone()
    };
    let is_motion = |finding: &serde_json::Value| finding["place"].as_str().unwrap().starts_with("clip 0 ");
    assert!(!found(&[]).as_array().unwrap().iter().any(is_motion));
    let motion = found(&["--motion"]);
    let faults: Vec<_> = motion.as_array().unwrap().iter().filter(|finding| is_motion(finding)).collect();
    assert!(!faults.is_empty() && faults.iter().all(|fault| fault["severity"] == "warning"), "{motion}");
    // The walk of the built-in character is clean.
    let walk = folder.path("walk.glb");
    assert_eq!(sinew(&["convert", "#walk", "-o", &walk]).code, 0);
    let walk = sinew(&["check", &walk, "--motion", "--json"]).json()["files"][0]["findings"].clone();
    assert!(!walk.as_array().unwrap().iter().any(is_motion), "{walk}");
}

#[test]
fn faults_of_motion_have_their_values_in_the_json() {
    let folder = Folder::new("check-motion-json");
    let file = folder.file("shaken.bvh", humanoid_bvh(40, 0.02).as_bytes());
    let checked = sinew(&["check", &file, "--motion", "--json"]).json();
    let findings = checked["files"][0]["findings"].as_array().unwrap();
    let (faults, others): (Vec<_>, Vec<_>) =
        findings.iter().partition(|finding| finding["place"].as_str().unwrap().starts_with("clip 0 "));
    assert!(!faults.is_empty() && others.iter().all(|other| other["clip"].is_null()), "{checked}");
    for fault in &faults {
        let number = |name: &str| fault[name].as_f64().unwrap_or_else(|| panic!("{name}: {fault}"));
        assert_eq!(fault["clip"]["number"], 0);
        assert!(fault["clip"]["name"].is_string());
        assert!(number("time") <= number("worst") && number("worst") <= number("end"), "{fault}");
        assert!(number("size") > number("bound") && fault["unit"].is_string(), "{fault}");
        if let Some(fix) = fault["fix"].as_str() {
            assert!(fix.starts_with("sinew convert ") && fix.contains("shaken.bvh"), "{fix}");
            let option = fix.split(' ').find(|word| word.starts_with("--")).unwrap();
            assert!(
                fault["message"].as_str().unwrap().contains(&format!("; try `convert {option}")),
                "{fault}"
            );
        }
    }
    assert!(faults.iter().any(|fault| fault["fix"].is_string()), "{checked}");
}

#[test]
fn one_command_mends_the_faults_of_a_file() {
    let folder = Folder::new("check-motion-fix");
    let file = folder.file("shaken.bvh", humanoid_bvh(40, 0.02).as_bytes());
    let checked = sinew(&["check", &file, "--motion", "--json"]).json();
    let fix = checked["files"][0]["fix"].as_str().unwrap();
    let options: Vec<&str> = fix.split(' ').filter(|word| word.starts_with("--")).collect();
    let distinct: std::collections::BTreeSet<_> = options.iter().collect();
    assert_eq!(options.len(), distinct.len(), "{fix}");
    let text = sinew(&["check", &file, "--motion"]);
    assert!(text.out.ends_with(&format!("mend with `{fix}`\n")), "{}", text.out);
    let words: Vec<&str> = fix.split(' ').skip(1).collect();
    assert_eq!(sinew(&words).code, 0, "{fix}");
    let mended = sinew(&["check", &folder.path("shaken-mended.glb"), "--motion", "--json"]).json();
    let faults = |checked: &serde_json::Value| checked["warnings"].as_u64().unwrap();
    assert!(faults(&mended) < faults(&checked), "{mended}");
    // A clean file has none.
    assert!(sinew(&["check", "--motion", "--json"]).json()["files"][0]["fix"].is_null());
}

#[test]
fn faults_of_motion_are_drawn() {
    let folder = Folder::new("check-motion-picture");
    let file = folder.file("shaken.bvh", humanoid_bvh(40, 0.02).as_bytes());
    let picture = folder.path("faults.png");
    let run = sinew(&["check", &file, "--motion", "--picture", &picture]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("faults.png: 1402 × "), "{}", run.err);
    assert!(std::fs::read(&picture).unwrap().starts_with(b"\x89PNG"));
    sinew(&["check", &file, "--picture", &picture]).failed(2, &["--motion"]);
    sinew(&["check", &file, "--motion", "--picture", "a.gif"]).failed(2, &["--picture a.gif", ".png"]);
    sinew(&["check", &file, "--motion", "--picture-clips", "3"]).failed(2, &["--picture"]);
}

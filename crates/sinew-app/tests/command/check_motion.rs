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
            assert!(fault["message"].as_str().unwrap().contains(fix));
        }
    }
    assert!(faults.iter().any(|fault| fault["fix"].is_string()), "{checked}");
}

/// A humanoid that sways, with an arm that is elsewhere in one frame.
fn glitched_bvh() -> String {
    let whole = humanoid_bvh(60, 0.02);
    let (head, _) = whole.split_once("Frame Time: 0.02\n").unwrap();
    let channels = head.matches("rotation").count();
    let mut text = format!("{head}Frame Time: 0.02\n");
    for frame in 0..60 {
        text += "0 90 0";
        for channel in 0..channels {
            let sway = 4.0 * (0.1 * frame as f32 + channel as f32).sin();
            let is_off = frame == 30 && (18..21).contains(&channel);
            text += &format!(" {}", if is_off { sway + 60.0 } else { sway });
        }
        text += "\n";
    }
    text
}

#[test]
fn faults_of_motion_are_mended() {
    let folder = Folder::new("check-motion-mend");
    let file = folder.file("my arm.bvh", glitched_bvh().as_bytes());
    let faults = |file: &str| {
        let checked = sinew(&["check", file, "--motion", "--json"]).json();
        let findings = checked["files"][0]["findings"].as_array().unwrap().clone();
        findings
            .into_iter()
            .filter(|finding| finding["place"].as_str().unwrap().starts_with("clip 0 "))
            .count()
    };
    let before = faults(&file);
    assert!(
        sinew(&["check", &file, "--motion"])
            .err
            .contains("; `sinew convert FILE --mend` makes the edits that help")
    );
    let mended = folder.path("mended.glb");
    let run = sinew(&["convert", &file, "--mend", "-o", &mended]);
    let after = faults(&mended);
    assert!(run.code == 0 && after < before, "{}", run.err);
    assert!(
        run.err.contains(&format!("--mend: \"motion\": {before} faults before, {after} after --")),
        "{}",
        run.err
    );
    // A clean clip stays as it is.
    let [clean, same] = ["clean.glb", "same.glb"].map(|name| folder.path(name));
    assert_eq!(sinew(&["convert", "#walk", "-o", &clean]).code, 0);
    let run = sinew(&["convert", "#walk", "--mend=walk", "-o", &same]);
    assert!(run.code == 0 && run.err.contains("--mend: no faults in \"walk\""), "{}", run.err);
    assert!(std::fs::read(&clean).unwrap() == std::fs::read(&same).unwrap());
}

/// The command of a finding, with a path that a shell has to quote, is one that a shell runs.
#[test]
fn a_fix_is_run_by_a_shell() {
    let folder = Folder::new("check-motion-shell");
    let file = folder.file("it's {shaken}.bvh", humanoid_bvh(40, 0.02).as_bytes());
    let checked = sinew(&["check", &file, "--motion", "--json"]).json();
    let findings = checked["files"][0]["findings"].as_array().unwrap().clone();
    let fix = findings.iter().find_map(|finding| finding["fix"].as_str()).unwrap();
    let fix = fix.replacen("sinew", env!("CARGO_BIN_EXE_sinew"), 1);
    let ran = std::process::Command::new("sh").args(["-c", &fix]).output().unwrap();
    assert!(ran.status.success(), "{fix}: {}", String::from_utf8_lossy(&ran.stderr));
    assert!(std::path::Path::new(&folder.path("it's _shaken_-mended.glb")).exists());
}

#[test]
fn the_motion_of_one_clip_is_checked() {
    let folder = Folder::new("check-motion-clip");
    let arm = folder.file("arm.bvh", glitched_bvh().as_bytes());
    let file = folder.path("two.glb");
    assert_eq!(sinew(&["convert", &arm, "--copy", "motion=calm", "--mend=calm", "-o", &file]).code, 0);
    let faults =
        |argument: &str| sinew(&["check", argument, "--motion", "--json"]).json()["warnings"].as_u64();
    let [all, one, other] = ["", "#motion", "#1"].map(|clip| faults(&format!("{file}{clip}")).unwrap());
    assert!(all == one && one > other && other == 0, "{all} {one} {other}");
    assert_eq!(faults(&format!("{file}#*m*")), Some(all));
    for options in [&["--motion"][..], &[]] {
        let run = sinew(&[&["check", &format!("{file}#run")], options].concat());
        assert!(run.code == 1 && run.out.contains("no clip called \"run\""), "{} {}", run.out, run.err);
    }
    assert_eq!(faults("#walk"), Some(0));
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

//! Faces that speak: closures at any frame rate, eyes, spring bones, and faces that cannot move.

use crate::run_sinew::{Folder, asset, sinew};
use crate::speak::made_wav;
use serde_json::Value;

/// Phones with a closure of 40 ms that falls between two keys at 10 frames per second, or with a long one.
fn phones(long: bool) -> String {
    let (from, to) = if long { (0.35, 0.65) } else { (0.445, 0.485) };
    let labels =
        [(0.0, 0.1, "SIL"), (0.1, from, "AA1"), (from, to, "B"), (to, 0.9, "AA1"), (0.9, 1.0, "SIL")];
    let phone = |(start, end, label): &(f64, f64, &str)| {
        format!(r#"{{"start":{start},"end":{end},"phone":"{label}"}}"#)
    };
    format!(r#"{{"phones":[{}]}}"#, labels.iter().map(phone).collect::<Vec<_>>().join(","))
}

/// World matrices of all nodes, by name.
fn nodes(file: &str, clip: &str, time: f64) -> Vec<(String, Vec<f64>)> {
    let posed = sinew(&["pose", file, "--clip", clip, "--time", &time.to_string(), "--json"]).json();
    let node = |node: &Value| {
        let world = node["world"].as_array().unwrap().iter().map(|x| x.as_f64().unwrap());
        (node["name"].as_str().unwrap().to_owned(), world.collect())
    };
    posed["nodes"].as_array().unwrap().iter().map(node).collect()
}

/// Largest difference of two poses in any entry of a matrix.
fn difference(a: &[(String, Vec<f64>)], b: &[(String, Vec<f64>)]) -> f64 {
    let pairs = a.iter().zip(b).flat_map(|(a, b)| a.1.iter().zip(&b.1));
    pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

#[test]
fn closures_survive_any_frame_rate() {
    let folder = Folder::new("speak_closures");
    let wav = folder.file("tone.wav", &made_wav());
    // The jaw shows how far the lips are closed.
    let map = folder.file("map.ron", br#"(visemes: {"PP": (jaw: 1)}, jaw: (joint: "jaw"))"#);
    let largest = |long: bool, fps: &str| {
        let phones = folder.file("phones.json", phones(long).as_bytes());
        let out = folder.path("a.glb");
        let call = ["speak", &wav, "--phones", &phones, "--onto", "--no-face", "--map", &map, "-o", &out];
        let run = sinew(&[&call[..], &["--fps", fps]].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        let rate: f64 = fps.parse().unwrap();
        let rest = nodes(&out, "speech", 0.0);
        let keys = (0..=rate as usize).map(|key| nodes(&out, "speech", key as f64 / rate));
        keys.map(|key| difference(&key, &rest)).fold(0.0, f64::max)
    };
    let full = largest(true, "10");
    assert!(full > 0.05, "{full}");
    for fps in ["10", "7.5", "12"] {
        let reached = largest(false, fps);
        assert!(reached > 0.98 * full, "{fps}: {reached} of {full}");
    }
}

#[test]
fn a_face_speaks_with_wrinkles_in_pictures_and_files_refuse_them() {
    let folder = Folder::new("speak_wrinkles");
    let wav = folder.file("tone.wav", &made_wav());
    let phones = folder.file("phones.json", phones(true).as_bytes());
    let frame = |name: &str, options: &[&str]| {
        let out = folder.path(&format!("{name}/%04d.png"));
        let call =
            ["speak", &wav, "--phones", &phones, "--onto", "--no-face", "--fps", "2", "--size", "160x160"];
        let run = sinew(&[&call[..], &["--emotion", "surprised", "-o", &out], options].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        image::open(folder.path(&format!("{name}/0001.png"))).unwrap().into_rgb8().into_raw()
    };
    let table = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/wrinkles/wrinkles.ron");
    let (plain, wrinkled) = (frame("plain", &[]), frame("wrinkled", &["--wrinkles", table]));
    let changed = plain.iter().zip(&wrinkled).filter(|(a, b)| a.abs_diff(**b) > 4).count();
    assert!(changed > 100 && changed < plain.len() / 4, "{changed}");
    let out = folder.path("a.glb");
    let call = ["speak", &wav, "--phones", &phones, "--onto", "--wrinkles", "auto", "-o", &out];
    sinew(&call).failed(2, &["--wrinkles", "no field"]);
    let missing = folder.path("missing.ron");
    let out = folder.path("a.gif");
    let call = ["speak", &wav, "--phones", &phones, "--onto", "--wrinkles", &missing, "-o", &out];
    sinew(&call).failed(1, &["missing.ron"]);
}

#[test]
fn eyes_have_a_seed_and_can_be_still() {
    let folder = Folder::new("speak_eyes");
    let wav = folder.file("tone.wav", &made_wav());
    let clip = |options: &[&str]| {
        let out = folder.path("a.glb");
        let call = [&["speak", &wav, "--mode", "amplitude", "--onto", "-o", &out], options].concat();
        let run = sinew(&call);
        assert_eq!(run.code, 0, "{}", run.err);
        (
            sinew(&["inspect", &out, "--json"]).json()["clips"][0]["tracks"].clone(),
            std::fs::read(&out).unwrap(),
        )
    };
    let (with_eyes, still) = (clip(&[]), clip(&["--no-face"]));
    assert!(with_eyes.1 == clip(&["--seed", "0"]).1 && with_eyes.1 != clip(&["--seed", "4"]).1);
    // The eyes are joints.
    assert!(with_eyes.0.as_u64() > still.0.as_u64(), "{} {}", with_eyes.0, still.0);
}

#[test]
fn spring_bones_are_baked_when_asked_for_and_hang_still_at_first() {
    let Some(file) = asset("vrm/Godette_vrm_v4.vrm") else { return };
    let folder = Folder::new("speak_springs");
    let wav = folder.file("tone.wav", &made_wav());
    let (kept, baked) = (folder.path("kept.glb"), folder.path("baked.glb"));
    for (out, options) in [(&kept, &[][..]), (&baked, &["--springs"])] {
        let run =
            sinew(&[&["speak", &wav, "--mode", "amplitude", "--onto", &file, "-o", out], options].concat());
        assert_eq!(run.code, 0, "{}", run.err);
    }
    let [kept_file, baked_file] = [&kept, &baked].map(|file| sinew(&["inspect", file, "--json"]).json());
    let springs = |file: &Value| file["springs"].as_array().unwrap().len();
    assert!(springs(&kept_file) > 0 && springs(&baked_file) == 0);
    let tracks = |file: &Value| file["clips"].as_array().unwrap().last().unwrap()["tracks"].as_u64().unwrap();
    assert!(tracks(&kept_file) + 5 < tracks(&baked_file));
    let swung = folder.path("swung.glb");
    let run = sinew(&["bake", &file, "--springs", "--seconds", "0.5", "--name", "speech", "-o", &swung]);
    assert_eq!(run.code, 0, "{}", run.err);
    for file in [&baked, &swung] {
        let [first, second] = [0.0, 1.0 / 30.0].map(|time| nodes(file, "speech", time));
        let moved = difference(&first, &second);
        assert!(moved < 0.01, "{file}: {moved}");
    }
    sinew(&["speak", &wav, "--onto", "--springs", "-o", &folder.path("x.glb")])
        .failed(2, &["no spring bones"]);
}

#[test]
fn faces_that_cannot_move_are_named() {
    let folder = Folder::new("speak_still");
    let (wav, out) = (folder.file("tone.wav", &made_wav()), folder.path("a.glb"));
    if let Some(file) = asset("vrm/debug_robot.vrm") {
        sinew(&["speak", &wav, "--onto", &file, "-o", &out]).failed(1, &["the mouth cannot move", "--map"]);
    }
    if let Some(file) = asset("vrm/VRMC_vrm_expressions_isBinary_Overridden.vrm") {
        let run = sinew(&["bake", &file, "--face", "--emotion", "happy", "--seconds", "1", "-o", &out]);
        let said =
            ["no blinks", "no eye movements", "--emotion happy shows nothing", "nothing of the face moves"];
        assert!(run.code == 1 && said.iter().all(|words| run.err.contains(words)), "{}", run.err);
    }
    if let Some(file) = asset("gltf/Fox.glb") {
        let run = sinew(&["bake", &file, "--face", "-o", &out]);
        assert!(
            run.code == 1 && run.err.contains("no expressions, morph targets, eyes or jaw"),
            "{}",
            run.err
        );
    }
    assert!(!std::path::Path::new(&out).exists());
    let built_in = sinew(&["bake", "--face", "--seconds", "1", "--emotion", "happy@9", "-o", &out]);
    assert!(built_in.code == 0 && built_in.err.contains("--emotion happy@9: ignored"), "{}", built_in.err);
    assert!(!built_in.err.contains("no blinks"), "{}", built_in.err);
}

#[test]
fn a_map_is_checked_before_anything_is_said_of_it() {
    let folder = Folder::new("speak_map_parts");
    let (wav, out) = (folder.file("tone.wav", &made_wav()), folder.path("a.glb"));
    let speak = |character: &[&str], map: &str| {
        let map = folder.file("own.ron", map.as_bytes());
        let call = ["speak", &wav, "--mode", "amplitude", "-o", &out, "--map", &map, "--onto"];
        sinew(&[&call[..], character].concat())
    };
    // A map of emotions leaves the mouth to the names.
    let grin = r#"(emotions: {"silly": (morphs: {"mouthSmileLeft": 1})})"#;
    let run = speak(&[], grin);
    assert!(run.code == 0 && run.err.contains("speaks by its 15 visemes"), "{}", run.err);
    let silly = speak(&["--emotion", "silly"], grin);
    assert!(silly.code == 0 && !silly.err.contains("shows nothing"), "{}", silly.err);
    std::fs::remove_file(&out).unwrap();
    let wrong =
        r#"(visemes: {"PP": (morphs: {"viseme_PP": 1})}, emotions: {"silly": (morphs: {"mouthSmil": 1})})"#;
    let run = speak(&[], wrong);
    assert!(run.code == 1 && !run.err.contains("speaks by"), "{}", run.err);
    assert!(run.err.contains("own.ron: line 1") && run.err.contains("no morph target"), "{}", run.err);
    let Some(fox) = asset("gltf/Fox.glb") else { return };
    let run = speak(&[&fox], grin);
    assert!(run.code == 1 && run.err.contains("own.ron names none: add visemes"), "{}", run.err);
    let run = speak(&[&fox], r#"(visemes: {"PP": (morphs: {"lips": 1})})"#);
    assert!(run.code == 1 && run.err.contains("no morph target called \"lips\""), "{}", run.err);
    assert!(!run.err.contains("speaks by") && !std::path::Path::new(&out).exists(), "{}", run.err);
    // A jaw of any name moves a character that has no face otherwise.
    let jaw = r#"(visemes: {"aa": (jaw: 1), "PP": ()}, jaw: (joint: "b_Head_05"))"#;
    let run = speak(&[&fox], jaw);
    assert!(run.code == 0 && run.err.contains("speaks by the shapes of"), "{}", run.err);
    let [rest, open] = [0.0, 0.5].map(|time| nodes(&out, "speech", time));
    assert!(difference(&rest, &open) > 0.01, "{}", difference(&rest, &open));
}

#[test]
fn a_lone_opening_is_named() {
    let Some(head) = asset("reports/mouth-shape-names/rpm_default.glb") else { return };
    let folder = Folder::new("speak_opening");
    let (wav, out) = (folder.file("tone.wav", &made_wav()), folder.path("a.glb"));
    let run = sinew(&["speak", &wav, "--mode", "amplitude", "-o", &out, "--onto", &head, "--no-face"]);
    assert!(run.code == 0 && run.err.contains("speaks by its shape that opens the mouth"), "{}", run.err);
}

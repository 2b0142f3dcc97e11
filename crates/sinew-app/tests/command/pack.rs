//! Tests of `sinew pack`.

use crate::made::triangle_with_clips;
use crate::run_sinew::{Folder, asset, sinew};

#[test]
fn other_verbs_read_packs() {
    let folder = Folder::new("pack");
    let pack = folder.path("all.sinew");
    let it = sinew(&["pack", "-o", &pack, "--json"]).json();
    let (clips, error) = (it["clips"].as_array().unwrap(), it["error_mm"].as_f64().unwrap());
    assert!(clips.len() >= 6 && error > 0.0 && error <= 0.1, "{it}");
    for clip in clips {
        assert!(
            clip["ratio"].as_f64().unwrap() > 10.0 && clip["error_mm"].as_f64().unwrap() <= error,
            "{clip}"
        );
    }
    assert_eq!(it["file_bytes"].as_u64().unwrap(), std::fs::metadata(&pack).unwrap().len());
    assert_eq!(sinew(&["check", &pack]).code, 0);
    let read = sinew(&["inspect", &pack, "--json"]).json();
    assert_eq!(read["clips"].as_array().unwrap().len(), clips.len());
    // The same input gives the same bytes, and a larger error a smaller file.
    let (again, coarse) = (folder.path("again.sinew"), folder.path("coarse.sinew"));
    assert_eq!(sinew(&["pack", "-o", &again]).code, 0);
    let table = sinew(&["pack", "-o", &coarse, "--error", "1"]);
    assert!(table.code == 0 && table.out.contains("at keys and midway between"), "{}", table.out);
    let [pack_bytes, again, coarse] = [&pack, &again, &coarse].map(|p| std::fs::read(p).unwrap());
    assert!(pack_bytes == again && coarse.len() < again.len());
}

#[test]
fn fps_resamples_clips() {
    let folder = Folder::new("pack-fps");
    let pack = folder.path("all.sinew");
    let it = sinew(&["pack", "-o", &pack, "--fps", "20", "--json"]).json();
    for clip in it["clips"].as_array().unwrap() {
        let (frames, seconds) = (clip["frames"].as_f64().unwrap(), clip["seconds"].as_f64().unwrap());
        assert!((frames - 1.0 - 20.0 * seconds).abs() <= 0.51, "{clip}");
        assert!(clip["error_mm"].as_f64().unwrap() <= 0.1, "{clip}");
    }
    sinew(&["pack", "-o", &pack, "--fps", "0"]).failed(1, &["clip 0", "0 keys a second"]);
}

#[test]
fn a_rate_that_makes_a_clip_smaller_is_suggested() {
    let Some(fox) = asset("gltf/Fox.glb") else { return };
    let folder = Folder::new("pack-rate");
    let pack = folder.path("run.sinew");
    let pack = |more: &[&str]| {
        let run = sinew(&[&["pack", &fox, "-o", &pack, "--json"], more].concat());
        (run.json()["clips"][2]["bytes"].as_u64().unwrap(), run.err)
    };
    let (uneven, message) = pack(&[]);
    let hint = "clip \"Run\": its keys are even at 24 per second except for 1 of 24 intervals; --fps 24 \
                would make it smaller";
    assert!(message.contains(&format!("sinew: {fox}: {hint}\n")) && !message.contains("Walk"), "{message}");
    let (even, message) = pack(&["--fps", "24"]);
    assert!(even * 2 < uneven && !message.contains("--fps"), "{even} of {uneven} bytes, {message}");
}

#[test]
fn one_clip_of_a_file_can_be_packed() {
    let folder = Folder::new("pack-one");
    let pack = folder.path("run.sinew");
    let it = sinew(&["pack", "#run", "-o", &pack, "--json"]).json();
    let clips = it["clips"].as_array().unwrap();
    assert_eq!((clips.len(), clips[0]["name"].as_str()), (1, Some("run")));
    let read = sinew(&["inspect", &pack, "--json"]).json();
    assert_eq!(
        (read["clips"].as_array().unwrap().len(), read["clips"][0]["name"].as_str()),
        (1, Some("run"))
    );
    let said = sinew(&["pack", "#run", "-o", &pack]).out;
    assert!(said.contains("1 clip of"), "{said}");
    // The same for GLB.
    let glb = folder.path("run.glb");
    assert_eq!(sinew(&["convert", "#run", "-o", &glb]).code, 0);
    assert_eq!(sinew(&["inspect", &glb, "--json"]).json()["clips"].as_array().unwrap().len(), 1);
    sinew(&["pack", "#dance", "-o", &pack]).failed(1, &["\"dance\"", "\"run\""]);
}

#[test]
fn errors_of_pack_write_nothing() {
    let folder = Folder::new("pack-not");
    let pack = folder.path("a.sinew");
    sinew(&["pack", "-o", &folder.path("a.glb")]).failed(2, &["expected a name ending in .sinew"]);
    sinew(&["pack", &folder.path("none.glb"), "-o", &pack]).failed(1, &["none.glb"]);
    for number in ["0", "-1"] {
        sinew(&["pack", "-o", &pack, "--error", number]).failed(2, &["--error", "more than 0"]);
    }
    assert!(!std::path::Path::new(&pack).exists());
    assert_eq!(sinew(&["pack", "-o", &pack]).code, 0);
    sinew(&["pack", &pack, "-o", &pack]).failed(2, &["this is the input file"]);
    sinew(&["pack", &pack, "-o", &folder.path("b.sinew")]).failed(1, &["already a pack"]);
    let mut bytes = std::fs::read(&pack).unwrap();
    bytes[200] ^= 1;
    let damaged = folder.file("damaged.sinew", &bytes);
    sinew(&["inspect", &damaged]).failed(1, &["damaged.sinew", "byte 8", "checksum"]);
}

#[test]
fn a_file_without_clips_gives_a_skeleton_and_a_warning() {
    let folder = Folder::new("pack-none");
    let pack = folder.path("bare.sinew");
    let file = folder.file("bare.gltf", triangle_with_clips(&[]).to_string().as_bytes());
    let run = sinew(&["pack", &file, "-o", &pack]);
    assert_eq!((run.code, run.out.lines().count()), (0, 1), "{} {}", run.out, run.err);
    assert_eq!(sinew(&["pack", &file, "-o", &pack, "--fail-on", "warning"]).code, 1);
    assert!(
        run.err.contains("bare.gltf: the file has no clips: ") && run.err.contains("holds its 1 joint alone"),
        "{}",
        run.err
    );
    assert_eq!(sinew(&["inspect", &pack, "--json"]).json()["nodes"][0]["name"], "root");
}

#[test]
fn clips_without_motion_have_no_ratio() {
    let folder = Folder::new("pack-still");
    let pack = folder.path("still.sinew");
    let file = folder.file("still.gltf", triangle_with_clips(&[("still", false)]).to_string().as_bytes());
    let run = sinew(&["pack", &file, "-o", &pack]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("clip 0 \"still\" does not move anything"), "{}", run.err);
    let it = sinew(&["pack", &file, "-o", &pack, "--json"]).json();
    let clip = &it["clips"][0];
    assert!(clip["bytes"] != 0 || clip["ratio"] == 0.0, "{clip}");
}

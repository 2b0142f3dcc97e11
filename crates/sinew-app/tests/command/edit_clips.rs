//! Edits of clips by `sinew convert`.

use crate::made::{humanoid_bvh, triangle_with_clips};
use crate::run_sinew::{Folder, asset, sinew};

/// Positions of all nodes of a file in its clip at a time.
fn positions(file: &str, clip: &str, time: f64) -> Vec<[f64; 3]> {
    let pose = sinew(&["pose", file, "--clip", clip, "--time", &time.to_string(), "--json"]).json();
    let position = |node: &serde_json::Value| [12, 13, 14].map(|n| node["world"][n].as_f64().unwrap());
    pose["nodes"].as_array().unwrap().iter().map(position).collect()
}

/// Largest distance of a node in one clip from where it is in another, at some times of both.
fn difference(a: (&str, &str), b: (&str, &str), times: impl Fn(f64) -> (f64, f64)) -> f64 {
    let distance = |(a, b): (&[f64; 3], &[f64; 3])| (0..3).map(|n| (a[n] - b[n]).powi(2)).sum::<f64>().sqrt();
    let mut largest = 0.0;
    for share in [0.0, 0.37, 0.71, 1.0] {
        let (at_a, at_b) = times(share);
        let (a, b) = (positions(a.0, a.1, at_a), positions(b.0, b.1, at_b));
        assert_eq!(a.len(), b.len());
        largest = a.iter().zip(&b).map(distance).fold(largest, f64::max);
    }
    largest
}

/// Names and durations of the clips of a file.
fn clips(file: &str) -> Vec<(String, f64)> {
    let contents = sinew(&["inspect", file, "--json"]).json();
    let clip = |clip: &serde_json::Value| {
        (clip["name"].as_str().unwrap().to_owned(), clip["seconds"].as_f64().unwrap())
    };
    contents["clips"].as_array().unwrap().iter().map(clip).collect()
}

fn convert(args: &[&str]) -> String {
    let run = sinew(&[&["convert"], args].concat());
    assert_eq!(run.code, 0, "{args:?}: {}", run.err);
    run.err
}

/// The built-in character, and avatars of VRM 0, which face -Z.
fn bodies() -> Vec<(String, String)> {
    let mut bodies = vec![(String::new(), "run_left".to_owned())];
    if let (Some(avatar), Some(walk)) =
        (asset("vrm/cryptovoxels.vrm"), asset("bvh/bandai-namco-1/dataset-1_run_normal_001.bvh"))
    {
        bodies.push((avatar, walk));
    }
    bodies
}

#[test]
fn edits_done_twice_or_undone_give_the_clip_again() {
    let folder = Folder::new("edits-twice");
    for (n, (body, clip)) in bodies().into_iter().enumerate() {
        let path = |name: &str| folder.path(&format!("{n}-{name}.glb"));
        let (source, once, twice) = (path("source"), path("once"), path("twice"));
        let args = if body.is_empty() { vec!["--keep", &clip] } else { vec![body.as_str(), clip.as_str()] };
        // Resampling comes back to keys at this rate.
        convert(&[&args[..], &["--fps", "30", "-o", &source]].concat());
        let all = clips(&source);
        let (name, end) = all.last().unwrap().clone();
        let same = |share: f64| (share * end, share * end);
        for (there, back, bound) in [
            ("--mirror", "--mirror", 2e-4),
            ("--reverse", "--reverse", 2e-4),
            ("--speed=2", "--speed=0.5", 2e-4),
            ("--fps=120", "--fps=30", 2e-3),
        ] {
            convert(&[&source, there, "-o", &once]);
            convert(&[&once, back, "-o", &twice]);
            let far = difference((&source, &name), (&twice, &name), same);
            assert!(far < bound, "{body} {there} {back}: {far}");
            assert_eq!(clips(&once).len(), all.len());
        }
        convert(&[&source, &format!("--mirror={name}"), "-o", &once]);
        assert!(difference((&source, &name), (&once, &name), same) > 0.05, "{body}: not mirrored");
        convert(&[&source, &format!("--reverse={name}"), "-o", &once]);
        let backwards =
            difference((&source, &name), (&once, &name), |share| (share * end, end - share * end));
        assert!(backwards < 2e-4, "{body}: {backwards}");
        convert(&[&source, "--speed", &format!("{name}=0.5"), "-o", &once]);
        let slow = difference((&source, &name), (&once, &name), |share| (share * end, 2.0 * share * end));
        assert!(slow < 2e-4, "{body}: {slow}");
    }
}

#[test]
fn a_copy_is_edited_beside_the_clip() {
    let folder = Folder::new("edits-copy");
    let out = folder.path("out.glb");
    convert(&["--copy", "run_left=run_right_2", "--mirror=run_right_2", "--keep", "run_*", "-o", &out]);
    let names: Vec<_> = clips(&out).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["run_left", "run_right", "run_right_2"]);
    let same = |share: f64| (share * 0.7, share * 0.7);
    let far = difference((&out, "run_left"), (&out, "run_right_2"), same);
    assert!(far > 0.05, "{far}: not mirrored");
    let back = folder.path("back.glb");
    convert(&[&out, "--mirror=run_right_2", "-o", &back]);
    let far = difference((&out, "run_left"), (&back, "run_right_2"), same);
    assert!(far < 2e-4 && difference((&out, "run_left"), (&back, "run_left"), same) == 0.0, "{far}");
}

#[test]
fn a_closed_loop_ends_as_it_begins() {
    let folder = Folder::new("edits-loop");
    let (cut, closed) = (folder.path("cut.glb"), folder.path("closed.glb"));
    let args = ["--keep", "walk", "--keep", "idle", "--trim", "walk=0..0.85"];
    convert(&[&args[..], &["-o", &cut]].concat());
    let printed = convert(&[&args[..], &["--close-loop=walk", "-o", &closed]].concat());
    assert!(
        printed.contains("jump of loops: \"walk\" 3") && printed.contains("0.0 mm, 0.00 m/s after"),
        "{printed}"
    );
    let seam = |file: &str| difference((file, "walk"), (file, "walk"), |_| (0.0, 0.85));
    assert!(seam(&cut) > 0.2 && seam(&closed) < 1e-3, "{} {}", seam(&cut), seam(&closed));
    assert_eq!(difference((&cut, "idle"), (&closed, "idle"), |share| (share * 4.0, share * 4.0)), 0.0);
}

#[test]
fn an_additive_clip_of_a_pose_is_the_difference_from_it() {
    let folder = Folder::new("edits-additive");
    let out = folder.path("out.glb");
    convert(&[
        "--keep",
        "wave",
        "--copy",
        "wave=lean",
        "--keep",
        "lean",
        "--additive",
        "lean=wave@1",
        "-o",
        &out,
    ]);
    // Where the clip is at its reference pose, the additive one is at rest.
    let rest = sinew(&["pose", &out, "--json"]).json()["nodes"].clone();
    let rest = rest.as_array().unwrap().len();
    let at = positions(&out, "lean", 1.0);
    assert_eq!(at.len(), rest);
    let still = folder.path("still.glb");
    convert(&["--keep", "wave", "--additive", "wave=start", "--trim", "wave=0..0.5", "-o", &still]);
    let far = difference((&out, "lean"), (&still, "wave"), |_| (1.0, 0.0));
    assert!(far < 1e-4, "{far}");
}

#[test]
fn a_kept_clip_becomes_a_file_of_one() {
    let folder = Folder::new("edits-one");
    let out = folder.path("wave.bvh");
    convert(&["--keep", "wa*", "--drop", "walk*", "--fps", "24", "-o", &out]);
    let text = std::fs::read_to_string(&out).unwrap();
    assert!(
        text.contains("Frames: 61\nFrame Time: 0.04166667\n"),
        "{}",
        &text[text.find("MOTION").unwrap()..][..60]
    );
}

#[test]
fn clips_of_a_file_of_one_are_called_as_in_the_whole_file() {
    let folder = Folder::new("edits-chosen");
    let (out, one) = (folder.path("out.glb"), folder.path("one.vrma"));
    convert(&["--trim", "0=0..1", "--trim", "walk=0..0.5", "-o", &one]);
    assert_eq!(clips(&one), [("idle".to_owned(), 1.0)]);
    convert(&["#wave", "--trim", "0=0..1", "-o", &out]);
    assert_eq!(clips(&out), [("wave".to_owned(), 1.0)]);
    let run = sinew(&["convert", &out, "--mirror", "wave", "-o", &folder.path("no.glb")]);
    run.failed(1, &["wave: ", "follows an equals sign, such as --mirror=wave"]);
}

/// Edits of all clips leave those that they do not fit as they are, so that they can be asked for in a folder of mixed
/// files; an edit of a named clip fails.
#[test]
fn edits_of_all_clips_leave_what_they_do_not_fit() {
    let folder = Folder::new("edits-unsuited");
    let prop = triangle_with_clips(&[("turn", true), ("fall", true)]).to_string();
    let (prop, out) = (folder.file("prop.gltf", prop.as_bytes()), folder.path("out.glb"));
    let plain = folder.path("plain.glb");
    convert(&[&prop, "-o", &plain]);
    let options = ["--plant-feet", "--mirror=t*", "--footsteps"];
    let run = sinew(&[&["convert", &prop, "-o", &out, "--fail-on", "warning"], &options[..]].concat());
    assert_eq!(run.code, 1, "{}", run.err);
    for line in [
        "--plant-feet leaves \"turn\", \"fall\" unchanged: the character has no legs",
        "--mirror leaves \"turn\" unchanged: none of the",
        "--footsteps leaves the clips unchanged: the character is no humanoid with feet",
    ] {
        assert!(run.err.contains(line), "{line}: {}", run.err);
    }
    assert!(std::fs::read(&out).unwrap() == std::fs::read(&plain).unwrap());
    let run = sinew(&["convert", &prop, "-o", &out, "--plant-feet=turn", "-q"]);
    run.failed(1, &["--plant-feet: clip \"turn\": the character has no legs to solve"]);
    let run = sinew(&["convert", &prop, "-o", &out, "--trim", "5..9", "--fail-on", "warning", "-q"]);
    assert_eq!(run.code, 1, "{}", run.err);
    sinew(&["convert", &prop, "-o", &out, "--trim", "0.5..0.2", "-q"])
        .failed(1, &["--trim: clip \"turn\"", "expected two times in ascending order"]);
    let still = folder.file("still.gltf", triangle_with_clips(&[]).to_string().as_bytes());
    assert!(convert(&[&still, "-o", &out, "--root-motion"]).contains("the file has no clips to change"));
}

/// Feet are planted on the motion that is written: after loops are closed, and before steps get their events.
#[test]
fn feet_are_planted_on_the_final_motion() {
    let Some(dance) = asset("bvh/bandai-namco-1/dataset-1_dance-short_normal_001.bvh") else { return };
    let folder = Folder::new("edits-order");
    let [closed, planted, steps] = ["closed.glb", "planted.glb", "steps.glb"].map(|name| folder.path(name));
    convert(&[&dance, "--trim", "34..44", "--close-loop", "-o", &closed]);
    convert(&[&closed, "--plant-feet", "-o", &planted]);
    let footsteps =
        |said: String| said.split_once("footsteps: ").unwrap().1.lines().next().unwrap().to_owned();
    let expected = footsteps(convert(&[&planted, "--footsteps", "-o", &steps]));
    let once = folder.path("once.glb");
    let said =
        convert(&[&dance, "--footsteps", "--plant-feet", "--close-loop", "--trim", "34..44", "-o", &once]);
    assert_eq!(footsteps(said), expected);
    let faults = |file: &str| sinew(&["check", file, "--motion", "--json"]).json()["warnings"].as_u64();
    assert_eq!(faults(&once), faults(&steps));
    assert!(faults(&once) < faults(&closed));
}

/// `--smooth` prints how far joints moved.
#[test]
fn smoothing_prints_its_change() {
    let folder = Folder::new("edits-smooth");
    let file = folder.file("shaken.bvh", humanoid_bvh(40, 0.02).as_bytes());
    let out = folder.path("out.glb");
    assert!(
        convert(&[&file, "--smooth", "-o", &out]).contains("--smooth: \"motion\": joints moved by up to ")
    );
    let said = convert(&["#walk", "--smooth", "-o", &out]);
    assert!(said.contains("--smooth: \"walk\": unchanged: no jumps"), "{said}");
}

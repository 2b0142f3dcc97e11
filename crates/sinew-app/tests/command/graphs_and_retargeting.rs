//! Graphs, root motion and retargeting.

use crate::made::{humanoid_bvh, triangle_with_clips};
use crate::run_sinew::{Folder, asset, sinew};
use serde_json::Value;

const LOCOMOTION: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/locomotion.ron");

fn hips(call: &[&str]) -> [f64; 3] {
    let run = sinew(call);
    assert_eq!(run.code, 0, "{}", run.err);
    let posed: Value = serde_json::from_str(&run.out).unwrap();
    let hips = posed["nodes"].as_array().unwrap().iter().find(|n| n["name"] == "hips").unwrap().clone();
    [12, 13, 14].map(|i| hips["world"][i].as_f64().unwrap())
}

#[test]
fn graph_parameters_decide_what_plays() {
    let call = ["pose", "--graph", LOCOMOTION, "--apply-root-motion", "--time", "3", "--json"];
    let still = hips(&call);
    assert!(still[2].abs() < 0.1, "{still:?}");
    let walked = hips(&[&call[..], &["--set", "speed=1@1"]].concat());
    assert!((1.0..2.2).contains(&walked[2]), "{walked:?}");
    let bent = hips(&[&call[..], &["--set", "speed=2", "--set", "turn=1@1"]].concat());
    assert!(bent[0] > 0.5, "{bent:?}");
}

#[test]
fn root_motion_moves_the_character() {
    let at = |time: &str| hips(&["pose", "--clip", "walk", "--apply-root-motion", "--time", time, "--json"]);
    // A cycle of the walk is 1.06 m long.
    let (one, three) = (at("0.5"), at("2.633333"));
    assert!((three[2] - one[2] - 2.12).abs() < 0.02, "{one:?} {three:?}");
    let in_place = hips(&["pose", "--clip", "walk", "--time", "0.5", "--json"]);
    assert!(in_place[2].abs() < 0.05, "{in_place:?}");
}

#[test]
fn invalid_graphs_are_errors_with_a_place() {
    let folder = Folder::new("graphs");
    let bad = folder.file("bad.ron", b"(output: Clip(clip: \"fly\"))");
    sinew(&["pose", "--graph", &bad]).failed(1, &[&bad, "output", "\"fly\"", "\"walk\""]);
    let text = folder.file("text.ron", b"(output: Clip(clop: \"walk\"))");
    sinew(&["pose", "--graph", &text]).failed(1, &[&text, "line 1", "clop"]);
    sinew(&["pose", "--graph", &folder.path("none.ron")]).failed(1, &["none.ron"]);
    sinew(&["pose", "--graph", LOCOMOTION, "--set", "sped=1"]).failed(2, &["\"sped\"", "\"speed\""]);
    // Only bools and triggers are set without a value.
    let set = |what: &str| sinew(&["pose", "--graph", LOCOMOTION, "--set", what]);
    set("speed").failed(2, &["\"speed\"", "a smooth float", "a number"]);
    set("speed=yes").failed(2, &["a smooth float"]);
    set("jump=2").failed(2, &["jump", "a trigger"]);
    for pulled in ["jump", "jump=true", "jump=1"] {
        assert_eq!(set(pulled).code, 0, "{pulled}");
    }
    sinew(&["pose", "--set", "speed=1"]).failed(2, &["--graph"]);
    sinew(&["pose", "--graph", LOCOMOTION, "--clip", "walk"]).failed(2, &["--clip"]);
    let events = folder.file("events.ron", br#"{"fly": (events: [(time: 0.1, name: "step")])}"#);
    sinew(&["pose", "--events", &events]).failed(1, &["\"fly\"", "\"walk\""]);
}

#[test]
fn retarget_reports_diagnostics_of_the_motion() {
    let Some(walk) = asset("bvh/mass/walk.bvh") else { return };
    let folder = Folder::new("retarget-amiss");
    let bytes = std::fs::read(&walk).unwrap();
    let cut = folder.file("cut.bvh", &bytes[..39_990]);
    let glb = folder.path("out.glb");
    let run = sinew(&["retarget", &cut, "--name", "walk", "-o", &glb]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("132 frames are declared") && run.err.contains("bvh-frames"), "{}", run.err);
    assert!(run.out.contains("already has a clip called \"walk\"; the new one is number 22"), "{}", run.out);
}

#[test]
fn very_different_legs_and_another_version_of_vrm_are_reported() {
    let (Some(knight), Some(tall), Some(avatar)) =
        (asset("gltf/kaykit/Knight.glb"), asset("fbx/pab/arnaud.fbx"), asset("vrm/Godette_vrm_v4.vrm"))
    else {
        return;
    };
    let folder = Folder::new("legs");
    let walk = format!("{knight}#Walking_A");
    let retargeted =
        |onto: &str, out: &str| sinew(&["retarget", &walk, "--onto", onto, "-o", &folder.path(out)]).out;
    let on_tall = retargeted(&tall, "a.glb");
    assert!(
        on_tall.contains("are 2.47 times as long as the source's")
            && on_tall.contains("About 0.64 times the speed"),
        "{on_tall}"
    );
    let on_avatar = retargeted(&avatar, "a.vrm");
    assert!(on_avatar.contains("is an avatar of VRM 0.x; the output is one of VRM 1.0"), "{on_avatar}");
    assert!(!on_avatar.contains("times as long") && !on_tall.contains("VRM"), "{on_avatar}");
    assert!(!retargeted(&avatar, "a.vrma").contains("VRM 0.x"), "a motion has no version");
    let posed = sinew(&["pose", &tall, "--clip", &walk]).err;
    assert!(posed.contains("are 2.47 times as long"), "{posed}");
}

#[test]
fn retarget_writes_motion_of_another_rig() {
    let Some(run) = asset("fbx/pab/run.fbx") else { return };
    let folder = Folder::new("retarget");
    let (glb, vrma) = (folder.path("out.glb"), folder.path("out.vrma"));
    let report = sinew(&["retarget", &run, "-o", &glb, "--json"]);
    assert_eq!(report.code, 0, "{}", report.err);
    let report: Value = serde_json::from_str(&report.out).unwrap();
    assert_eq!((report["method"].as_str(), report["clip"].as_str()), (Some("humanoid"), Some("run")));
    assert!(report["feet"]["slide_mm"].as_f64().unwrap() < 5.0);
    let written: Value = serde_json::from_str(&sinew(&["inspect", &glb, "--json"]).out).unwrap();
    let clips = written["clips"].as_array().unwrap();
    let last = clips.last().unwrap();
    assert_eq!((clips.len(), last["name"].as_str()), (23, Some("run")));
    assert!((last["seconds"].as_f64().unwrap() - 0.666_667).abs() < 1e-3);
    // The written clip can be played on the body.
    assert_eq!(sinew(&["retarget", &run, "-o", &vrma]).code, 0);
    let from_glb = hips(&["pose", &glb, "--clip", "22", "--time", "0.3", "--json"]);
    let from_vrma = hips(&["pose", "--clip", &format!("{vrma}#0"), "--time", "0.3", "--json"]);
    for (a, b) in from_glb.iter().zip(&from_vrma) {
        assert!((a - b).abs() < 0.02, "{from_glb:?} {from_vrma:?}");
    }
    let converted = folder.path("walk.vrma");
    assert_eq!(sinew(&["convert", "#walk", "-o", &converted]).code, 0);
    let written: Value = serde_json::from_str(&sinew(&["inspect", &converted, "--json"]).out).unwrap();
    assert_eq!(written["format"], "vrma");
    // A file without a clip name means its first clip; --name renames it.
    let named = sinew(&["retarget", &run, "--name", "dash", "-o", &glb, "--json"]);
    assert_eq!(named.json()["clip"], "dash");
    assert_eq!(sinew(&["pose", "--clip", &vrma, "--time", "0.1", "--json"]).code, 0);
    sinew(&["retarget", &run, "-o", "x.fbx"])
        .failed(2, &[".glb, .gltf, .vrm, .vrma or .bvh; FBX is not written"]);
    sinew(&["retarget", &run, "--onto", &glb, "-o", &glb]).failed(2, &["an input file"]);
    sinew(&["retarget", &format!("{run}#jump"), "-o", &vrma]).failed(1, &["jump", "run"]);
    sinew(&["retarget", "none.bvh#walk", "-o", &vrma]).failed(1, &["none.bvh", "No such file"]);
    sinew(&["pose", "--clip", "none.bvh#walk"]).failed(1, &["none.bvh", "no such file", "\"idle\""]);
}

#[test]
fn retarget_writes_avatars_and_extracts_root_motion() {
    let Some(run) = asset("bvh/mass/walk.bvh") else { return };
    let folder = Folder::new("retarget-vrm");
    let [travels, stays] = ["travels.vrm", "stays.vrm"].map(|name| folder.path(name));
    assert_eq!(sinew(&["retarget", &run, "-o", &travels, "--json"]).code, 0);
    let written = sinew(&["retarget", &run, "--root-motion", "-o", &stays, "--json"]);
    assert_eq!(written.code, 0, "{}", written.err);
    let last = |file: &str| {
        let it = sinew(&["inspect", file, "--json"]).json();
        assert_eq!(it["format"], "vrm1", "{file}");
        it["clips"].as_array().unwrap().last().unwrap()["root_motion"].clone()
    };
    assert!(last(&travels).is_null());
    assert!(last(&stays)[2].as_f64().unwrap() > 0.5);
}

#[test]
fn pose_prints_the_active_states_of_a_graph() {
    let call = ["pose", "--graph", LOCOMOTION, "--time", "2"];
    let run = sinew(&call);
    let heading = run.out.lines().next().unwrap_or_default();
    for words in ["locomotion.ron after 2 s", " in \""] {
        assert!(heading.contains(words), "{heading}");
    }
    let posed = sinew(&[&call[..], &["--json"]].concat()).json();
    assert!(posed["graph"].as_str().unwrap().ends_with("locomotion.ron"));
    let state = &posed["states"][0];
    assert!(state["state"].is_string() && state["machine"].is_string(), "{state}");
    assert!((state["seconds"].as_f64().unwrap() - 2.0).abs() < 0.05, "{state}");
    assert!(posed.get("clip").is_none() && posed.get("duration").is_none());
    sinew(&["pose", "--graph", LOCOMOTION, "--time", "-1"]).failed(2, &["--time -1", "0 or more"]);
    let late = sinew(&[&call[..], &["--set", "jump@5"]].concat());
    assert!(
        late.code == 0 && late.err.contains("--set jump@5: ignored: the last frame is at 2 s"),
        "{}",
        late.err
    );
    assert!(sinew(&[&call[..], &["--set", "jump@1"]].concat()).err.is_empty());
    let rest = sinew(&["pose"]);
    assert!(rest.out.starts_with("built-in: rest pose\n"), "{:?}", rest.out.lines().next());
}

#[test]
fn retarget_reports_missing_data_of_packs() {
    let Some(run) = asset("fbx/pab/run.fbx") else { return };
    let folder = Folder::new("retarget-pack");
    let (pack, out) = (folder.path("run.sinew"), folder.path("out.glb"));
    assert_eq!(sinew(&["pack", &run, "-o", &pack]).code, 0);
    let notes = |motion: &str, onto: &[&str]| -> String {
        let call = [&["retarget", motion, "-o", &out, "--json"], onto].concat();
        sinew(&call).json()["notes"].as_array().unwrap().iter().map(|n| n.as_str().unwrap()).collect()
    };
    let from = notes(&pack, &[]);
    assert!(from.contains("run.sinew has no meshes") && from.contains("foot joints"), "{from}");
    let onto = notes("#walk", &["--onto", &pack]);
    assert!(onto.contains("foot joints") && onto.contains("the output is a skeleton"), "{onto}");
    assert!(!notes(&run, &[]).contains("no meshes"));
    let table = sinew(&["retarget", "#walk", "--onto", &pack, "-o", &out]);
    assert!(table.out.contains("note: ") && table.out.contains("no meshes"), "{}", table.out);
}

#[test]
fn frames_minutes_apart_are_retargeted_at_once() {
    let Some(walk) = asset("bvh/mass/walk.bvh") else { return };
    let folder = Folder::new("endless");
    let text = std::fs::read_to_string(walk).unwrap();
    let slow =
        |line: &str| if line.starts_with("Frame Time") { "Frame Time: 1000".into() } else { line.to_owned() };
    let text: Vec<String> = text.lines().map(slow).collect();
    let endless = folder.file("endless.bvh", text.join("\n").as_bytes());
    let start = std::time::Instant::now();
    let run = sinew(&["retarget", &endless, "-o", &folder.path("out.glb")]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(start.elapsed().as_secs() < 20);
}

#[test]
fn long_gaps_between_frames_are_filled_with_a_bounded_number_of_keys() {
    let folder = Folder::new("sparse");
    let slow = folder.file("slow.bvh", humanoid_bvh(8, 255.0).as_bytes());
    let out = folder.path("slow.vrma");
    for verb in ["retarget", "convert"] {
        let run = sinew(&[verb, &slow, "-o", &out]);
        assert_eq!(run.code, 0, "{verb}: {}", run.err);
        let clip = &sinew(&["inspect", &out, "--json"]).json()["clips"][0];
        let (tracks, keys) = (clip["tracks"].as_u64().unwrap(), clip["keys"].as_u64().unwrap());
        assert_eq!(clip["seconds"], 1785.0, "{verb}");
        // At 30 frames a second there would be 53550 keys per track.
        assert!(tracks >= 20 && keys <= tracks * 20_010, "{verb}: {keys} keys in {tracks} tracks");
    }
}

#[test]
fn clips_that_move_nothing_are_passed_over_and_reported() {
    let folder = Folder::new("take-001");
    let file = triangle_with_clips(&[("Take 001", false), ("walk", true)]).to_string();
    let file = folder.file("mixamo.gltf", file.as_bytes());
    let (glb, gif) = (folder.path("out.glb"), folder.path("out.gif"));
    let render = ["render", &file, "--size", "32x32", "-o", &gif];
    let retarget = ["retarget", &file, "--onto", &file, "-o", &glb];
    let taken = "using clip 1 \"walk\"; clip 0 does not move anything";
    for call in [&render[..], &retarget] {
        let run = sinew(call);
        assert!(run.err.contains(taken), "{}", run.err);
        // Without a GPU the picture fails, after the message.
        assert!(run.code == 0 || run.code == 3 && call[0] == "render", "{}", run.err);
    }
    assert_eq!(sinew(&["inspect", &glb, "--json"]).json()["clips"][2]["name"], "walk");

    let still = "clip 0 \"Take 001\" does not move anything";
    let chosen = format!("{file}#0");
    let render = [&render[..], &["--clip", "Take 001"]].concat();
    let bake = ["bake", &file, "--clip", "0", "-o", &glb];
    for call in [&render[..], &["retarget", &chosen, "--onto", &file, "-o", &glb], &bake] {
        let run = sinew(call);
        assert!(run.err.contains(still) && !run.err.contains("using clip"), "{call:?}: {}", run.err);
    }
    // A picture of one moment needs no motion.
    let picture = sinew(&["pose", &file, "--clip", "0", "--json"]);
    assert!(picture.code == 0 && picture.err.is_empty(), "{}", picture.err);
}

#[test]
fn captures_without_clip_names_are_called_after_their_files() {
    let folder = Folder::new("capture-names");
    let out = folder.path("out.glb");
    let last = || {
        let clips = sinew(&["inspect", &out, "--json"]).json()["clips"].as_array().unwrap().clone();
        clips.last().unwrap()["name"].as_str().unwrap().to_owned()
    };
    for name in ["Walk forward", "jump.take2", "läuft"] {
        let capture =
            folder.file(&format!("{name}.bvh"), crate::made::humanoid_bvh(20, 1.0 / 30.0).as_bytes());
        assert_eq!(sinew(&["retarget", &capture, "-o", &out]).code, 0);
        assert_eq!(last(), name);
        assert_eq!(sinew(&["retarget", &capture, "--name", "mine", "-o", &out]).code, 0);
        assert_eq!(last(), "mine");
        assert_eq!(sinew(&["bake", "--clip", &capture, "-o", &out]).code, 0);
        assert!(last().starts_with(name), "{}", last());
    }
}

#[test]
fn joints_and_chains_of_rigs_without_common_names_are_mapped() {
    let folder = Folder::new("mappings");
    let bvh = folder.file("a.bvh", humanoid_bvh(4, 1.0 / 30.0).as_bytes());
    let names = folder.file("names.ron", br#"{"Hips": "hips", "Spine": "spine"}"#);
    let out = folder.path("out.glb");
    let call = |more: &[&str]| {
        let mut call = vec!["retarget", bvh.as_str(), "-o", out.as_str(), "--json"];
        call.extend(more);
        sinew(&call)
    };
    let run = call(&["--joints", &names]);
    assert_eq!(run.code, 0, "{}", run.err);
    let report: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(report["method"], "names");
    // Errors are calls, with a suggestion.
    for (option, value, words) in [
        ("--chain", "LeftUpLeg..LeftFoot=spine", "expected SOURCE_ROOT..TIP=TARGET_ROOT..TIP"),
        ("--chain", "LeftUpLg..LeftFoot=spine..head", "did you mean \"LeftUpLeg\"?"),
        ("--chain", "Hips..LeftFoot=head..hips", "\"hips\" does not lie below \"head\" in the target"),
    ] {
        let run = call(&[option, value]);
        assert_eq!(run.code, 2, "{}", run.err);
        assert!(run.err.contains(words), "{}", run.err);
    }
    let bad = folder.file("bad.ron", b"[1, 2]");
    let run = call(&["--joints", &bad]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.err.contains("bad.ron") && run.err.contains("expected pairs of names"), "{}", run.err);
}

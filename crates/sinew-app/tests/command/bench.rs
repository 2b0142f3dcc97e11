//! Tests of `sinew bench`.

use crate::run_sinew::{Folder, assert_no_nulls, asset, sinew};
use serde_json::Value;

/// Asserts that the call fails with `code` and prints `words`. Development builds print a notice as well.
fn fails(call: &[&str], code: i32, words: &[&str]) {
    let run = sinew(&[&["bench"][..], call].concat());
    assert_eq!((run.code, run.out.as_str()), (code, ""), "{call:?}: {}", run.err);
    words.iter().for_each(|word| assert!(run.err.contains(word), "{call:?}: {word:?} is not in {}", run.err));
}

/// Names of all jobs; asserts that each has figures.
fn jobs(it: &Value) -> Vec<&str> {
    assert_no_nulls(it, "bench");
    let jobs = it["jobs"].as_array().unwrap();
    for job in jobs {
        let number = |key: &str| job[key].as_f64().unwrap();
        assert!(number("p10_nanoseconds") > 0.0 && number("nanoseconds") > 0.0, "{job}");
    }
    jobs.iter().map(|job| job["job"].as_str().unwrap()).collect()
}

#[test]
fn jobs_have_figures() {
    let it = sinew(&["bench", "update", "--json"]).json();
    assert_eq!(jobs(&it), ["update"]);
    assert_eq!(it["jobs"][0]["per"], "joint");
    let table = sinew(&["bench", "import"]);
    assert!(["import", "10th pct", "median"].iter().all(|word| table.out.contains(word)), "{}", table.out);
}

#[test]
fn playback_is_measured_by_stages() {
    let parts = ["sample", "sample-random", "blend", "model", "chain", "retarget", "graph"];
    let it = sinew(&[&["bench", "--json"][..], &parts].concat()).json();
    let wanted = "sample sample-1000 sample-no-fingers sample-random blend-2 blend-4 model chain chain-1000 \
                  retarget chain-actor chain-actor-1000 graph";
    assert_eq!(jobs(&it).join(" "), wanted);
    assert_eq!((&it["clips"][0], &it["clips"][1]), (&"walk".into(), &"run".into()));
    let figure = |name: &str| {
        let job = it["jobs"].as_array().unwrap().iter().find(|job| job["job"] == name).unwrap();
        assert_eq!(job["per"], "joint");
        job["p10_nanoseconds"].as_f64().unwrap()
    };
    // A chain contains these stages.
    assert!(figure("chain") > figure("sample").max(figure("blend-2")).max(figure("model")));
    // Instructions are counted, or a note gives the reason.
    let counted = it["jobs"].as_array().unwrap().iter().all(|job| job["instructions"].as_f64() > Some(0.0));
    let said = it["notes"].as_array().unwrap().iter().any(|n| n.as_str().unwrap().contains("Instructions"));
    assert!(counted != said, "{it}");
}

#[test]
fn ik_is_measured() {
    let it = sinew(&["bench", "ik", "--json"]).json();
    let chains = "ccd-10 fabrik-10 damped-10 ccd-10-limited fabrik-10-limited damped-10-limited \
                  ccd-10-limited-alone fabrik-10-limited-alone";
    let wanted =
        format!("two-bone two-bone-batched aim aim-batched look-at {chains} posed actors actors-eyes");
    assert_eq!(jobs(&it).join(" "), wanted);
    assert!(it["jobs"].as_array().unwrap().iter().all(|job| job["per"] == "solve"), "{it}");
    let help = sinew(&["bench", "--help"]).out;
    wanted
        .split(' ')
        .filter(|job| !job.contains("-limited"))
        .for_each(|job| assert!(help.contains(job), "{job}"));
    let Some(cube) = asset("gltf/box_animated.gltf") else { return };
    let it = sinew(&["bench", "ik", "--file", &cube, "--json"]).json();
    assert_eq!(jobs(&it).join(" "), chains);
    let notes = it["notes"].to_string();
    assert!(
        ["Legs are not measured", "Look-at is not measured"].iter().all(|note| notes.contains(note)),
        "{notes}"
    );
}

#[test]
fn compressed_clips_have_a_size_and_an_error() {
    let it = sinew(&["bench", "compress", "--file", "#idle", "--json"]).json();
    assert_eq!(jobs(&it), ["compress", "compress-1mm"]);
    let clips = it["compressed"].as_array().unwrap();
    for (clip, asked) in clips.iter().zip([0.1, 1.0]) {
        let number = |key: &str| clip[key].as_f64().unwrap();
        assert_eq!(clip["clip"], "idle");
        assert!((number("asked_mm") - asked).abs() < 1e-6 && number("error_mm") <= asked, "{clip}");
        let bits = number("bits_per_joint_and_frame");
        assert!(bits > 0.0 && number("file_bits_per_joint_and_frame") > bits, "{clip}");
        assert!(number("megabytes_per_second") > 0.0);
    }
    assert!(clips[1]["bits_per_joint_and_frame"].as_f64() < clips[0]["bits_per_joint_and_frame"].as_f64());
}

#[test]
fn any_file_and_clip_is_measured() {
    fails(&["sample", "--file", "#no such clip"], 1, &["no such clip", "walk"]);
    fails(&["sample", "--with", "no such clip"], 1, &["no such clip", "walk"]);
    let Some(capture) = asset("bvh/cmu/01_01.bvh") else { return };
    let it = sinew(&["bench", "sample", "chain", "graph", "retarget", "--file", &capture, "--json"]).json();
    assert_eq!(jobs(&it).len(), 9);
    let (Some(fox), Some(knight), Some(cube)) =
        (asset("gltf/Fox.glb"), asset("gltf/kaykit/Knight.glb"), asset("gltf/box_animated.gltf"))
    else {
        return;
    };
    let it =
        sinew(&["bench", "sample", "--file", &format!("{knight}#Walking_A"), "--with", "0", "--json"]).json();
    assert_eq!(it["clips"][0], "Walking_A");
    // Motion cannot be retargeted to a rig without names.
    let it = sinew(&["bench", "retarget", "model", "--file", &cube, "--json"]).json();
    assert_eq!((jobs(&it), it["notes"].to_string().contains("Retargeting")), (vec!["model"], true), "{it}");
    let it = sinew(&["bench", "retarget", "--file", &fox, "--json"]).json();
    assert_eq!(
        (jobs(&it), it["notes"].to_string().contains("Retargeting")),
        (vec!["retarget"], false),
        "{it}"
    );
}

#[cfg(unix)]
fn script(folder: &Folder, name: &str, text: &str) -> String {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.file(name, format!("#!/bin/sh\n{text}\n").as_bytes());
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

#[cfg(unix)]
#[test]
fn a_peer_is_compared() {
    let folder = Folder::new("peer");
    let peer = script(
        &folder,
        "peer.sh",
        "echo update 1000000; echo 'some other job' 3; echo \"$@\" >> \"$0.calls\"",
    );
    let it = sinew(&["bench", "update", "--peer", &peer, "--json"]).json();
    let job = &it["jobs"][0];
    assert_eq!((jobs(&it).len(), job["peer_nanoseconds"].as_f64()), (1, Some(1e6)));
    let ratio = 1e6 / job["p10_nanoseconds"].as_f64().unwrap();
    assert!((job["peer_ratio"].as_f64().unwrap() / ratio - 1.0).abs() < 1e-9);
    // The peer runs in every round, without a file argument for the built-in character.
    let calls = || std::fs::read_to_string(format!("{peer}.calls")).unwrap();
    assert_eq!(calls(), "\n".repeat(it["runs"].as_u64().unwrap() as usize));
    let Some(capture) = asset("bvh/cmu/01_01.bvh") else { return };
    sinew(&["bench", "update", "--file", &format!("{capture}#0"), "--peer", &peer, "--json"]).json();
    assert!(calls().ends_with(&format!("{capture} 0\n")), "{}", calls());
}

#[cfg(unix)]
#[test]
fn errors_of_peers_name_the_cause() {
    let folder = Folder::new("failing-peers");
    let peer_fails = |text: &str, words: &[&str]| {
        let peer = script(&folder, "peer.sh", text);
        let start = std::time::Instant::now();
        fails(&["import", "--peer", &peer, "--peer-limit", "1"], 1, &[words, &[&peer]].concat());
        assert!(start.elapsed().as_secs() < 15, "{text}");
    };
    peer_fails("echo fast", &["job nanoseconds", "\"fast\""]);
    peer_fails("echo update -3", &["job nanoseconds", "\"update -3\""]);
    peer_fails("printf '\\001\\377\\n'", &["job nanoseconds"]);
    peer_fails("echo import 5; echo 'no such clip' >&2; exit 3", &["exit status: 3", "no such clip"]);
    peer_fails("kill -9 $$", &["signal: 9"]);
    peer_fails("exec sleep 30", &["not done after 1 s"]);
    // A peer that has ended, but left a process behind that may still write.
    peer_fails("sleep 30 2>&- & echo import 5", &["not done after 1 s"]);
    peer_fails("yes import 5", &["prints without end"]);
    let none = folder.path("none");
    fails(&["import", "--peer", &none], 1, &[&none, "cannot be run"]);
    fails(&["import", "--peer", &none, "--peer-limit", "0"], 2, &["--peer-limit"]);
}

#[cfg(unix)]
#[test]
fn a_peer_without_common_jobs_is_reported() {
    let folder = Folder::new("other-peer");
    for (text, word) in [("echo dance 5", "dance"), ("true", "none")] {
        let peer = script(&folder, "peer.sh", text);
        let run = sinew(&["bench", "import", "--peer", &peer]);
        assert_eq!(run.code, 0, "{}", run.err);
        assert!(run.out.contains("The peer has none of these jobs") && run.out.contains(word), "{}", run.out);
    }
}

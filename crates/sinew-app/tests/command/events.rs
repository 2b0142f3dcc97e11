//! Events, spans and sync markers written from the command line.

use crate::made::humanoid_bvh;
use crate::run_sinew::{Folder, sinew};
use serde_json::json;

#[test]
fn convert_and_pack_write_events_that_inspect_lists() {
    let folder = Folder::new("events");
    let outputs = [folder.path("events.glb"), folder.path("events.sinew")];
    let options =
        ["--event", "walk@0.25=left_foot", "--event", "walk@0.5..0.75=blade", "--sync-marker", "0@0.125=l"];
    let file = folder.file("events.ron", br#"{"walk": (events: [(time: 0.5, name: "bell", data: "loud")])}"#);
    for (verb, out) in ["convert", "pack"].iter().zip(&outputs) {
        let call = [&[*verb, "#walk", "-o", out, "--events", &file], &options[..]].concat();
        let run = sinew(&call);
        assert_eq!(run.code, 0, "{}", run.err);
        let clips = sinew(&["inspect", out, "--json"]).json()["clips"].clone();
        let expected = json!({
            "events": [
                { "time": 0.25, "name": "left_foot" }, { "time": 0.5, "name": "bell", "data": "loud" }
            ],
            "spans": [{ "start": 0.5, "end": 0.75, "name": "blade" }],
            "sync_markers": [{ "time": 0.125, "name": "l" }],
        });
        assert_eq!(clips.as_array().unwrap().len(), 1, "{out}");
        for field in ["events", "spans", "sync_markers"] {
            assert_eq!(clips[0][field], expected[field], "{out}, {field}");
        }
        let table = sinew(&["inspect", out]).out;
        let line = |word: &str| table.lines().find(|line| line.contains(word)).unwrap_or_default().to_owned();
        assert!(line("left_foot").contains("0.250") && line("left_foot").contains("event"), "{table}");
        assert!(line("blade").contains("0.500 to 0.750") && line("blade").contains("span"), "{table}");
    }
    // `--event` adds to the events that the clip has.
    let more = folder.path("more.glb");
    assert_eq!(sinew(&["convert", &outputs[0], "--event", "0@0.3=x", "-o", &more]).code, 0);
    let it = sinew(&["inspect", &more, "--json"]).json();
    assert_eq!(it["clips"][0]["events"].as_array().unwrap().len(), 3);
}

#[test]
fn invalid_events_are_errors_that_name_the_event_and_what_is_expected() {
    let folder = Folder::new("events-invalid");
    let out = folder.path("out.glb");
    let convert = |more: &[&str]| sinew(&[&["convert", "#walk", "-o", &out], more].concat());
    convert(&["--event", "walk@5=step"]).failed(2, &["\"walk\"", "\"step\"", "5 s", "expected"]);
    convert(&["--event", "walk@0.5..0.2=step"]).failed(2, &["\"step\"", "expected an end after the start"]);
    convert(&["--event", "run@0.5=step"]).failed(1, &["\"run\"", "\"walk\""]);
    convert(&["--event", "walk=step"]).failed(2, &["Walk@0.35=left_foot"]);
    convert(&["--sync-marker", "walk@0.1..0.2=step"]).failed(2, &["a marker has one time"]);
    let late = folder.file("late.ron", br#"{"walk": (events: [(time: 9, name: "step")])}"#);
    convert(&["--events", &late]).failed(1, &["late.ron", "9 s"]);
    assert!(!folder.names().contains(&"out.glb".to_owned()));
}

#[test]
fn names_of_clips_are_checked_before_the_work() {
    let folder = Folder::new("events-early");
    let (walk, out) = (folder.file("walk.bvh", humanoid_bvh(20, 0.05).as_bytes()), folder.path("out.glb"));
    let file = folder.file("events.ron", br#"{"wlak": (events: [(time: 0.5, name: "bell")])}"#);
    let picture = folder.path("out.png");
    for wrong in [&["--event", "wlak@0.1=x"][..], &["--sync-marker", "wlak@0.1=x"], &["--events", &file]] {
        let call = ["convert", "#idle", &walk, "--rename", "idle=stand", "-o", &out];
        // One line: no message about retargeting comes before.
        sinew(&[&call, wrong].concat()).failed(1, &["\"wlak\"", "\"stand\""]);
        let clip = format!("{walk}#motion");
        for call in [
            &["bake", "--clip", &clip, "-o", &out][..],
            &["render", "--clip", &clip, "-o", &picture],
            &["pose", "--clip", &clip],
        ] {
            sinew(&[call, wrong].concat()).failed(1, &["\"wlak\"", "\"walk\""]);
        }
    }
    let right = [
        "convert",
        "#idle",
        &walk,
        "--event",
        "walk@0.1=x",
        "--event",
        "stand@0.1=y",
        "--rename",
        "idle=stand",
    ];
    assert_eq!(sinew(&[&right[..], &["-o", &out]].concat()).code, 0);
}

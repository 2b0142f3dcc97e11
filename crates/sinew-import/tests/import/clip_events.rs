//! Events and root motion in the extras of animations: import, export and invalid content.

use crate::maker::Maker;
use serde_json::{Value, json};
use sinew_import::{ExportOptions, Imported, NoFiles, Severity, export_glb, import};

/// Scene of one node that moves for two seconds, with `extras` on its animation.
fn with_extras(extras: &Value) -> Imported {
    let mut maker = Maker::default();
    let times = maker.floats("SCALAR", &[0., 2.]);
    let moves = maker.floats("VEC3", &[0., 0., 0., 2., 0., 0.]);
    maker
        .import(json!({
            "nodes": [{ "name": "a" }],
            "animations": [{
                "channels": [{ "sampler": 0, "target": { "node": 0, "path": "translation" } }],
                "samplers": [{ "input": times, "output": moves }],
                "extras": extras
            }]
        }))
        .unwrap()
}

#[test]
fn events_and_root_motion_round_trip() {
    let imported = with_extras(&json!({
        "author": ["anybody"],
        "events": [{ "time": 1.5, "name": "step" }, { "time": 0.5, "name": "hit", "data": "hard" }],
        "spans": [{ "start": 0.25, "end": 1.0, "name": "blade" }],
        "markers": [{ "time": 0.0, "name": "left" }],
        "root": { "times": [0, 1, 2], "positions": [[0, 0, 0], [0, 0, 1], [1, 0, 2]],
            "headings": [0, 0.5, 1.5] }
    }));
    assert!(imported.report.diagnostics().iter().all(|diagnostic| diagnostic.severity == Severity::Info));
    let clip = &imported.clips[0];
    assert_eq!(
        (clip.events.points()[0].name.as_str(), clip.events.points()[0].data.as_str()),
        ("hit", "hard")
    );
    assert_eq!((clip.events.spans()[0].end, clip.events.sync_markers()[0].name.as_str()), (1.0, "left"));
    let pose = clip.root_motion.as_ref().unwrap().sample(1.5);
    assert_eq!((pose.position.to_array(), pose.heading), ([0.5, 0.0, 1.5], 1.0));
    for tolerance in [None, Some(0.001)] {
        let options = ExportOptions::default().with_key_tolerance(tolerance);
        let written = export_glb(&imported.character, &imported.clips, &options).unwrap();
        let again = import(&written.bytes, &NoFiles).unwrap();
        assert_eq!((&again.clips[0].events, &again.clips[0].root_motion), (&clip.events, &clip.root_motion));
    }
}

#[test]
fn invalid_extras_are_left_out_and_reported() {
    for (extras, words) in [
        (json!({ "events": [{ "time": 9.0, "name": "late" }] }), "\"late\" is at 9 s"),
        (json!({ "events": 3 }), "left out"),
        (json!({ "spans": [{ "start": 1.0, "end": 0.5, "name": "back" }] }), "\"back\""),
        (json!({ "root": { "times": [0, 1], "positions": [[0, 0, 0]], "headings": [0] } }), "root track"),
        (json!({ "root": { "times": [0], "positions": [[0, 0, 0]], "headings": [] } }), "headings"),
        (
            json!({ "root": { "times": [0, 7], "positions": [[0, 0, 0], [0, 0, 0]], "headings": [0, 0] } }),
            "outside",
        ),
    ] {
        let imported = with_extras(&extras);
        let found =
            imported.report.diagnostics().iter().find(|diagnostic| diagnostic.code == "animation-extras");
        let found = found.unwrap_or_else(|| panic!("no diagnostic for {extras}"));
        assert!(found.severity == Severity::Warning && found.message.contains(words), "{found:?}");
        assert!(found.location.starts_with("/animations/0/extras"), "{}", found.location);
        assert!(imported.clips[0].joints.len() == 1 && imported.clips[0].root_motion.is_none());
    }
    // Extras of other programs are ignored.
    for other in [json!("text"), json!([1, 2]), json!(null), json!({ "events_of_mine": 7 })] {
        assert!(
            with_extras(&other)
                .report
                .diagnostics()
                .iter()
                .all(|diagnostic| diagnostic.severity == Severity::Info)
        );
    }
}

//! Small FBX texts with odd animation.

use sinew::RawClip;
use sinew::glam::EulerRot;
use sinew::pose::LocalPose;
use sinew_import::{Imported, NoFiles, import};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// FBX 6.1 text with one limb, moved along x by `keys`, and turned about x by `turn`; `range` is the take's
/// in ticks.
fn limb(keys: &str, turn: &str, range: &str) -> String {
    let channel = |name: &str, keys: &str| {
        let mut text = String::new();
        if !keys.is_empty() {
            let count = keys.split(",L").count() + keys.split(",C,").count() - 2;
            text = format!(
                "Channel: \"{name}\" {{\nChannel: \"X\" {{\nDefault: 0\nKeyVer: 4005\nKeyCount: {count}\n\
                 Key: {keys}\n}}\n}}\n"
            );
        }
        text
    };
    format!(
        "; FBX 6.1.0 project file\nFBXHeaderExtension:  {{\nFBXHeaderVersion: 1003\nFBXVersion: 6100\n}}\n\
         Objects:  {{\nModel: \"Model::limb\", \"Limb\" {{\nVersion: 232\n}}\n}}\n\
         Connections:  {{\nConnect: \"OO\", \"Model::limb\", \"Model::Scene\"\n}}\n\
         Takes:  {{\nCurrent: \"a\"\nTake: \"a\" {{\nLocalTime: {range}\nReferenceTime: {range}\n\
         Model: \"Model::limb\" {{\nVersion: 1.1\nChannel: \"Transform\" {{\n{}{}}}\n}}\n}}\n}}\n",
        channel("T", keys),
        channel("R", turn)
    )
}

/// Ticks of one second.
const SECOND: &str = "46186158000";

/// The import of `text`, which must end.
fn soon(text: String) -> Imported {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || drop(sender.send(Box::new(import(text.as_bytes(), &NoFiles).unwrap()))));
    *receiver.recv_timeout(Duration::from_secs(30)).expect("the import ends")
}

fn codes(imported: &Imported) -> Vec<&str> {
    imported.report.diagnostics().iter().map(|d| d.code).collect()
}

fn duration(clip: &RawClip) -> f32 {
    clip.joints.iter().filter_map(|j| j.translation.as_ref()?.times().last().copied()).fold(0.0, f32::max)
}

#[test]
fn a_take_of_two_keys_moves_its_limb() {
    let imported = soon(limb(&format!("0,0,L,{SECOND},100,L"), "", &format!("0,{SECOND}")));
    assert_eq!(codes(&imported), ["units", "sampled"]);
    assert_eq!((imported.clips.len(), duration(&imported.clips[0])), (1, 1.0));
    let track = imported.clips[0].joints[0].translation.as_ref().unwrap();
    assert!((track.values().last().unwrap().x - 1.0).abs() < 1e-6);
}

/// Step keys hold until the next key and jump there, at any time and rate, in moves and turns.
#[test]
fn step_keys_jump_at_their_time() {
    const TICKS: f64 = 46_186_158_000.0;
    for times in [[0.0, 1.0, 2.0], [0.0, 0.04, 0.08], [0.0, 1.0 / 3.0, 7.25], [0.0, 0.011, 1.5]] {
        for (kind, held) in [("C,s", [0, 1]), ("C,n", [1, 2])] {
            let ticks = times.map(|time| (time * TICKS) as i64);
            let keys = |values: [f64; 3]| {
                let each = ticks.iter().zip(values).map(|(time, value)| format!("{time},{value},{kind}"));
                each.collect::<Vec<_>>().join(",")
            };
            let text =
                limb(&keys([100.0, 300.0, -200.0]), &keys([10.0, 50.0, 90.0]), &format!("0,{}", ticks[2]));
            let imported = soon(text);
            let clip = &imported.clips[0];
            let seconds = ticks.map(|ticks| (ticks as f64 / TICKS) as f32);
            let at = |time: f32| {
                let mut pose = LocalPose::rest(imported.character.skeleton());
                clip.sample_joints(time, &mut Default::default(), &mut pose);
                let joint = pose.as_slice()[imported.character.skeleton().find("limb").unwrap().index()];
                (joint.translation.x, joint.rotation.to_euler(EulerRot::XYZ).0.to_degrees())
            };
            assert!((clip.end() - seconds[2]).abs() < 1e-6);
            for span in 0..2 {
                for share in [0.01, 0.3, 0.999] {
                    let time = seconds[span] + (seconds[span + 1] - seconds[span]) * share;
                    let (x, turn) = at(time);
                    let expected = ([1.0, 3.0, -2.0][held[span]], [10.0, 50.0, 90.0][held[span]]);
                    assert!((x - expected.0).abs() < 1e-3, "{times:?} {kind}: {x} at {time}");
                    assert!((turn - expected.1).abs() < 0.05, "{times:?} {kind}: {turn} at {time}");
                }
            }
            let (x, turn) = at(seconds[2]);
            assert!((x + 2.0).abs() < 1e-3 && (turn - 90.0).abs() < 0.05, "{times:?} {kind}: {x} {turn}");
        }
    }
}

#[test]
fn takes_with_impossible_key_times_are_left_out() {
    let ok = format!("0,{SECOND}");
    for (time, code) in
        [("nan", "not-finite"), ("inf", "not-finite"), ("-inf", "not-finite"), ("1e40", "key-times")]
    {
        for keys in [format!("{time},1,L"), format!("0,0,L,{time},1,L"), format!("{time},0,L,{SECOND},1,L")] {
            for text in [limb(&keys, "", &ok), limb("", &keys, &ok), limb(&keys, &keys, &ok)] {
                let imported = soon(text);
                assert!(imported.clips.is_empty() && codes(&imported).contains(&code), "{keys}");
                assert!(imported.character.skeleton().find("limb").is_some());
            }
        }
    }
}

#[test]
fn keys_and_takes_of_years_are_reported() {
    // A turn is sampled from key to key: too many samples.
    let year = "1456510678000000000";
    let imported = soon(limb("", &format!("0,0,L,{year},90,L"), &format!("0,{SECOND}")));
    assert!(imported.clips.is_empty() && codes(&imported).contains(&"too-large"), "{:?}", imported.report);
    // A straight line is not, but a clip of a year is too long.
    let imported = soon(limb(&format!("0,0,L,{year},100,L"), "", &format!("0,{year}")));
    assert!(imported.clips.is_empty() && codes(&imported).contains(&"key-times"), "{:?}", imported.report);
    // The keys themselves are near.
    let imported = soon(limb(&format!("0,0,L,{SECOND},100,L"), "", &format!("0,{year}")));
    assert!(codes(&imported).contains(&"key-times"), "{:?}", imported.report);
    assert_eq!((imported.clips.len(), duration(&imported.clips[0])), (1, 1.0));
}

#[test]
fn tracks_with_values_that_are_not_finite_are_reported() {
    let imported = soon(limb(&format!("0,0,L,{SECOND},nan,L"), "", &format!("0,{SECOND}")));
    assert!(codes(&imported).contains(&"not-finite"), "{:?}", imported.report);
}

#[test]
fn rotations_at_rest_are_no_tracks() {
    let turned = |degrees: &str| {
        let turn = format!("0,{degrees},L,{SECOND},{degrees},L");
        let imported = soon(limb(&format!("0,0,L,{SECOND},100,L"), &turn, &format!("0,{SECOND}")));
        let track = imported.clips[0].joints[0].clone();
        assert!(track.translation.is_some());
        track.rotation.is_some()
    };
    assert!(!turned("0") && !turned("0.00001"));
    assert!(turned("0.001") && turned("90"));
}

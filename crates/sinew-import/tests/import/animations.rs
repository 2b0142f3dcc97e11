//! Import of animations: interpolations, component types, and reported channels.

use crate::maker::{I8, Maker, TRIANGLE};
use serde_json::{Value, json};
use sinew::clip::Interpolation;
use sinew::glam::Quat;
use sinew_import::{Imported, Severity};

/// Scene of two nodes with one animation.
fn animated(maker: &Maker, channels: Value, samplers: Value) -> Imported {
    maker
        .import(json!({
            "nodes": [{ "name": "a" }, { "name": "b" }],
            "animations": [{ "name": "move", "channels": channels, "samplers": samplers },
                { "name": "later", "channels": channels, "samplers": samplers }]
        }))
        .unwrap()
}

fn channel(sampler: usize, node: usize, path: &str) -> Value {
    json!({ "sampler": sampler, "target": { "node": node, "path": path } })
}

#[test]
fn every_interpolation_and_path() {
    let mut maker = Maker::default();
    let times = maker.floats("SCALAR", &[0.5, 1.5]);
    let moves = maker.floats("VEC3", &[0., 0., 0., 2., 0., 0.]);
    let turns = maker.floats("VEC4", &[0., 0., 0., 1., 0., 2., 0., 0.]);
    let cubic = maker.floats("VEC3", &[0.; 18]);
    let imported = animated(
        &maker,
        json!([channel(0, 0, "translation"), channel(1, 0, "rotation"), channel(2, 1, "scale")]),
        json!([
            { "input": times, "output": moves },
            { "input": times, "output": turns, "interpolation": "STEP" },
            { "input": times, "output": cubic, "interpolation": "CUBICSPLINE" }
        ]),
    );
    assert_eq!(imported.clips.len(), 2);
    let clip = &imported.clips[0];
    assert_eq!((clip.name.as_str(), clip.start(), clip.end(), clip.track_count()), ("move", 0.5, 1.5, 3));
    assert_eq!(clip.joints.len(), 2);
    let a = &clip.joints[0];
    assert_eq!(a.translation.as_ref().unwrap().interpolation(), Interpolation::Linear);
    let turn = a.rotation.as_ref().unwrap();
    assert_eq!(turn.interpolation(), Interpolation::Step);
    // A quaternion of length 2 is normalized and reported.
    assert_eq!(turn.key(1)[0], Quat::from_xyzw(0., 1., 0., 0.));
    assert!(imported.report.max_severity() >= Some(Severity::Warning));
    assert_eq!(clip.joints[1].scale.as_ref().unwrap().interpolation(), Interpolation::CubicSpline);
}

#[test]
fn quantized_rotations() {
    let mut maker = Maker::default();
    let times = maker.floats("SCALAR", &[0.0, 1.0]);
    let shorts = maker.shorts("VEC4", true, &[0, 0, 0, 32767, 0, 32767, 0, 0]);
    let bytes = maker.accessor(I8, "VEC4", true, &[0, 0, 0, 127, 0, 127, 0, 0]);
    for output in [shorts, bytes] {
        let imported = animated(
            &maker,
            json!([channel(0, 0, "rotation")]),
            json!([{ "input": times, "output": output }]),
        );
        let track = imported.clips[0].joints[0].rotation.as_ref().unwrap();
        assert_eq!(track.values(), [Quat::IDENTITY, Quat::from_xyzw(0., 1., 0., 0.)]);
        assert_eq!(imported.report.max_severity(), None, "{:?}", imported.report);
    }
}

#[test]
fn unusable_channels_do_not_affect_others() {
    let mut maker = Maker::default();
    let good = maker.floats("SCALAR", &[0.0, 1.0]);
    let backwards = maker.floats("SCALAR", &[1.0, 0.0]);
    let nan = maker.floats("SCALAR", &[0.0, f32::NAN]);
    let moves = maker.floats("VEC3", &[0.; 6]);
    let short = maker.floats("VEC3", &[0.; 3]);
    let bad_value = maker.floats("VEC3", &[0., f32::INFINITY, 0., 0., 0., 0.]);
    let samplers = json!([
        { "input": good, "output": moves },
        { "input": backwards, "output": moves },
        { "input": nan, "output": moves },
        { "input": good, "output": short },
        { "input": good, "output": bad_value },
        { "input": good, "output": moves, "interpolation": "BEZIER" },
        { "input": 99, "output": moves },
        { "output": moves }
    ]);
    for bad in 1..8 {
        let imported = animated(
            &maker,
            json!([channel(bad, 1, "translation"), channel(0, 0, "scale")]),
            samplers.clone(),
        );
        let clip = &imported.clips[0];
        assert!(clip.joints.iter().any(|j| j.scale.is_some()), "sampler {bad}");
        assert!(clip.joints.iter().all(|j| j.translation.is_none()), "sampler {bad}");
        let reported = imported.report.diagnostics().iter().any(|f| {
            f.severity == Severity::Error
                && (f.location.starts_with("/animations/0") || f.message.contains("/animations/0"))
        });
        assert!(reported, "sampler {bad}: {:?}", imported.report);
    }
    for (bad, severity) in [
        (channel(0, 7, "translation"), Severity::Error),
        (channel(9, 1, "translation"), Severity::Error),
        (channel(0, 1, "rotation"), Severity::Error),
        (channel(0, 0, "scale"), Severity::Warning),
        (channel(0, 1, "colour"), Severity::Warning),
        (channel(0, 1, "weights"), Severity::Warning),
        (json!({ "sampler": 0, "target": { "path": "translation" } }), Severity::Info),
    ] {
        let imported = animated(&maker, json!([channel(0, 0, "scale"), bad]), samplers.clone());
        assert_eq!(imported.clips[0].track_count(), 1, "{bad}");
        assert!(
            imported
                .report
                .diagnostics()
                .iter()
                .any(|f| f.severity >= severity && f.location.starts_with("/animations/0")),
            "{bad}: {:?}",
            imported.report
        );
    }
}

#[test]
fn morph_weights_move() {
    let mut maker = Maker::default();
    let position = maker.floats("VEC3", &TRIANGLE);
    let times = maker.floats("SCALAR", &[0.0, 2.0]);
    let weights = maker.floats("SCALAR", &[0., 1., 0.5, 0.25]);
    let imported = maker
        .import(json!({
            "nodes": [{}, { "mesh": 0 }],
            "meshes": [{ "primitives": [{ "attributes": { "POSITION": position },
                "targets": [{ "POSITION": position }, { "POSITION": position }] }] }],
            "animations": [{ "channels": [channel(0, 1, "weights")],
                "samplers": [{ "input": times, "output": weights }] }]
        }))
        .unwrap();
    let track = &imported.clips[0].morphs[0];
    assert_eq!((track.instance.0, track.weights.width()), (0, 2));
    assert_eq!(track.weights.key(1), [0.5, 0.25]);
}

#[test]
fn key_times_beyond_any_clip_are_left_out() {
    for times in [[-1.7e38f32, -1.7e38, 1e-38], [0.0, 1.0, 3e38], [-2e11, 0.0, 1.0]] {
        let mut maker = Maker::default();
        let (far, near) = (maker.floats("SCALAR", &times), maker.floats("SCALAR", &[0.0, 1.0, 2.0]));
        let output = maker.floats("VEC3", &[0., 0., 0., 1., 0., 0., 2., 0., 0.]);
        let imported = maker
            .import(json!({
                "nodes": [{}, {}],
                "animations": [{
                    "samplers": [{ "input": far, "output": output }, { "input": near, "output": output }],
                    "channels": [
                        { "sampler": 0, "target": { "node": 0, "path": "translation" } },
                        { "sampler": 1, "target": { "node": 1, "path": "translation" } }
                    ]
                }]
            }))
            .unwrap();
        let clip = &imported.clips[0];
        assert_eq!((clip.start(), clip.end()), (0.0, 2.0), "{times:?}");
        assert!(
            imported.report.diagnostics().iter().any(|diagnostic| diagnostic.code == "key-times"),
            "{times:?}"
        );
    }
}

//! Lights of KHR_lights_punctual on nodes: all kinds, defaults, wrong ones, hidden nodes, exports.

use crate::maker::Maker;
use serde_json::{Value, json};
use sinew::character::{Light, LightKind};
use sinew::glam::Vec3;
use sinew_import::{ExportOptions, Imported, NoFiles, export_glb, import};
use std::f32::consts::FRAC_PI_4;

/// A file with lights on nodes below a root, each on the node of its number.
fn file(lights: &[Value]) -> Imported {
    let node = |n: usize| json!({ "extensions": { "KHR_lights_punctual": { "light": n } } });
    let mut nodes = vec![json!({ "name": "root", "children": (1..=lights.len()).collect::<Vec<_>>() })];
    nodes.extend((0..lights.len()).map(node));
    let root = json!({
        "extensionsUsed": ["KHR_lights_punctual"],
        "extensions": { "KHR_lights_punctual": { "lights": lights } },
        "scenes": [{ "nodes": [0] }], "scene": 0, "nodes": nodes
    });
    Maker::default().import(root).unwrap()
}

fn lights(imported: &Imported) -> Vec<(usize, &Light)> {
    let skeleton = imported.character.skeleton();
    imported.character.lights().iter().map(|light| (skeleton.file_index(light.joint), light)).collect()
}

fn findings(imported: &Imported) -> Vec<String> {
    let diagnostics = imported.report.diagnostics().iter().filter(|found| found.code == "light");
    diagnostics.map(|found| found.to_string()).collect()
}

#[test]
fn lights_of_all_kinds_are_on_their_joints() {
    let imported = file(&[
        json!({ "type": "directional", "name": "sun", "color": [1.0, 0.9, 0.8], "intensity": 3.0 }),
        json!({ "type": "point", "intensity": 40.0, "range": 7.5 }),
        json!({ "type": "spot", "spot": { "innerConeAngle": 0.1, "outerConeAngle": 0.6 } }),
        json!({ "type": "spot", "spot": {} }),
    ]);
    assert_eq!(findings(&imported), [""; 0]);
    let found = lights(&imported);
    assert_eq!(found.iter().map(|(node, _)| *node).collect::<Vec<_>>(), [1, 2, 3, 4]);
    let [sun, point, spot, plain] = [0, 1, 2, 3].map(|n| found[n].1);
    assert!(sun.name == "sun" && sun.kind == LightKind::Directional && sun.range.is_none());
    assert!(sun.color == Vec3::new(1.0, 0.9, 0.8) && sun.intensity == 3.0);
    assert!(point.kind == LightKind::Point && point.intensity == 40.0 && point.range == Some(7.5));
    assert!(point.color == Vec3::ONE);
    assert_eq!(spot.kind, LightKind::Spot { inner_angle: 0.1, outer_angle: 0.6 });
    assert_eq!(plain.kind, LightKind::Spot { inner_angle: 0.0, outer_angle: FRAC_PI_4 });
    assert_eq!(plain.intensity, 1.0);
    let extras = imported.scene_extras.clone();
    let options = ExportOptions::default().with_scene_extras(extras);
    let exported = export_glb(&imported.character, &[], &options).unwrap();
    let again = import(&exported.bytes, &NoFiles).unwrap();
    assert_eq!(again.character.lights(), imported.character.lights());
    // Without what the file had beside its character, the character's lights are written.
    let exported = export_glb(&imported.character, &[], &ExportOptions::default()).unwrap();
    let again = import(&exported.bytes, &NoFiles).unwrap();
    for (found, expected) in again.character.lights().iter().zip(imported.character.lights()) {
        assert_eq!((&found.name, found.joint, found.range), (&expected.name, expected.joint, expected.range));
        assert!((found.intensity, found.color) == (expected.intensity, expected.color));
    }
    assert_eq!(again.character.lights().len(), 4);
}

#[test]
fn long_names_of_many_lights_are_refused() {
    let light = json!({ "type": "point", "name": "x".repeat(1 << 20) });
    let node = json!({ "extensions": { "KHR_lights_punctual": { "light": 0 } } });
    let root = json!({
        "extensionsUsed": ["KHR_lights_punctual"],
        "extensions": { "KHR_lights_punctual": { "lights": [light] } },
        "scenes": [{ "nodes": (0..4000).collect::<Vec<_>>() }], "scene": 0, "nodes": vec![node; 4000]
    });
    assert!(Maker::default().import(root).is_err());
}

#[test]
fn wrong_lights_are_left_out_with_a_finding() {
    for wrong in [
        json!({ "type": "laser" }),
        json!({}),
        json!({ "type": "point", "intensity": -1.0 }),
        json!({ "type": "point", "intensity": 1e30 }),
        json!({ "type": "point", "range": 0.0 }),
        json!({ "type": "point", "color": [-1.0, 0.0, 0.0] }),
        json!({ "type": "spot", "spot": { "innerConeAngle": 0.7, "outerConeAngle": 0.6 } }),
        json!({ "type": "spot", "spot": { "outerConeAngle": 3.0 } }),
    ] {
        let imported = file(&[wrong.clone(), json!({ "type": "point" })]);
        let found = findings(&imported);
        assert!(found.len() == 1 && found[0].contains("/nodes/1/"), "{wrong}: {found:?}");
        assert_eq!(lights(&imported).len(), 1, "{wrong}");
    }
    // A number that no light has, and a list that is none.
    for (list, light) in
        [(json!([]), json!(0)), (json!([{ "type": "point" }]), json!(7)), (json!(3), json!(0))]
    {
        let root = json!({
            "extensionsUsed": ["KHR_lights_punctual"],
            "extensions": { "KHR_lights_punctual": { "lights": list } },
            "scenes": [{ "nodes": [0] }], "scene": 0,
            "nodes": [{ "extensions": { "KHR_lights_punctual": { "light": light } } }]
        });
        let imported = Maker::default().import(root).unwrap();
        assert_eq!((findings(&imported).len(), lights(&imported).len()), (1, 0), "{list}");
    }
}

#[test]
fn hidden_nodes_have_no_light() {
    let root = json!({
        "extensionsUsed": ["KHR_lights_punctual", "KHR_node_visibility"],
        "extensions": { "KHR_lights_punctual": { "lights": [{ "type": "point" }] } },
        "scenes": [{ "nodes": [0] }], "scene": 0,
        "nodes": [
            { "children": [1], "extensions": { "KHR_node_visibility": { "visible": false } } },
            { "extensions": { "KHR_lights_punctual": { "light": 0 } } }
        ]
    });
    assert_eq!(lights(&Maker::default().import(root).unwrap()).len(), 0);
}

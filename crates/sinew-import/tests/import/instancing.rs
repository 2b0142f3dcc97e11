//! Copies of a mesh on one node (EXT_mesh_gpu_instancing).

use crate::maker::{I8, Maker, TRIANGLE};
use serde_json::{Value, json};
use sinew::glam::{Quat, Vec3};
use sinew::{Character, Transform};
use sinew_import::limits::MAX_ENTRIES;
use sinew_import::{ExportOptions, ImportError, Imported, NoFiles, Severity, export_glb, import};
use std::f32::consts::FRAC_1_SQRT_2;

const LOCATION: &str = "/nodes/1/extensions/EXT_mesh_gpu_instancing";
const TRANSLATIONS: [f32; 9] = [1., 0., 0., 0., 2., 0., 0., 0., 3.];
const ROTATIONS: [f32; 12] = [0., 0., 0., 1., 0., FRAC_1_SQRT_2, 0., FRAC_1_SQRT_2, 1., 0., 0., 0.];
const SCALES: [f32; 9] = [1., 1., 1., 2., 2., 2., 1., 3., 1.];

/// Imports a file with a triangle on its second node, which has the copies that `attributes` says.
fn copies(attributes: impl FnOnce(&mut Maker) -> Value) -> Result<Imported, ImportError> {
    changed(attributes, |_| {})
}

fn changed(
    attributes: impl FnOnce(&mut Maker) -> Value,
    change: impl FnOnce(&mut Value),
) -> Result<Imported, ImportError> {
    let mut maker = Maker::default();
    let position = maker.floats("VEC3", &TRIANGLE);
    let attributes = attributes(&mut maker);
    let mut root = json!({
        "extensionsUsed": ["EXT_mesh_gpu_instancing"], "extensionsRequired": ["EXT_mesh_gpu_instancing"],
        "scene": 0, "scenes": [{ "nodes": [0] }],
        "nodes": [
            { "name": "root", "translation": [10, 0, 0], "children": [1] },
            { "name": "tree", "mesh": 0, "scale": [2, 2, 2],
                "extensions": { "EXT_mesh_gpu_instancing": { "attributes": attributes } } },
        ],
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": position } }] }]
    });
    change(&mut root);
    maker.import(root)
}

fn all_attributes(maker: &mut Maker) -> Value {
    json!({
        "TRANSLATION": maker.floats("VEC3", &TRANSLATIONS),
        "ROTATION": maker.floats("VEC4", &ROTATIONS),
        "SCALE": maker.floats("VEC3", &SCALES)
    })
}

/// Name and local transform of the node of each mesh instance.
fn shown(character: &Character) -> Vec<(&str, Transform)> {
    let skeleton = character.skeleton();
    let instances = character.mesh_instances().iter();
    instances.map(|i| (skeleton.name(i.node), skeleton.rest()[i.node.index()])).collect()
}

fn assert_near(found: &[(&str, Transform)], expected: &[Transform], tolerance: f32) {
    assert_eq!(found.len(), expected.len());
    for (n, ((name, found), expected)) in found.iter().zip(expected).enumerate() {
        assert_eq!(*name, format!("tree_{n}"));
        assert!(found.to_affine().abs_diff_eq(expected.to_affine(), tolerance), "{found:?} {expected:?}");
    }
}

fn expected() -> Vec<Transform> {
    let transform = |n: usize| Transform {
        translation: Vec3::from_slice(&TRANSLATIONS[3 * n..]),
        rotation: Quat::from_slice(&ROTATIONS[4 * n..]),
        scale: Vec3::from_slice(&SCALES[3 * n..]),
    };
    (0..3).map(transform).collect()
}

fn findings(imported: &Imported) -> Vec<(Severity, &str, &str)> {
    let others = |d: &&sinew_import::Diagnostic| d.code != "flat-normals";
    let found = imported.report.diagnostics().iter().filter(others);
    found.map(|d| (d.severity, d.code, d.location.as_str())).collect()
}

#[test]
fn each_copy_is_a_node_below_its_node() {
    let imported = copies(all_attributes).unwrap();
    assert_eq!(findings(&imported), []);
    let character = &imported.character;
    assert_near(&shown(character), &expected(), 1e-6);
    let skeleton = character.skeleton();
    let tree = skeleton.by_file_index(1).unwrap();
    for instance in character.mesh_instances() {
        assert_eq!(skeleton.parent(instance.node), Some(tree));
        assert!(skeleton.in_scene(instance.node));
        assert!(instance.skin.is_none());
    }
    // Written again, the copies are plain nodes.
    let exported = export_glb(character, &[], &ExportOptions::default()).unwrap();
    let again = import(&exported.bytes, &NoFiles).unwrap();
    assert_eq!(findings(&again), []);
    assert_near(&shown(&again.character), &expected(), 1e-6);
}

#[test]
fn rotations_of_normalized_integers_are_units() {
    for (tolerance, bits) in [(0.02, 8), (1e-4, 16)] {
        let imported = copies(|maker| {
            let largest = f32::from((1i16 << (bits - 2)) - 1) * 2.0 + 1.0;
            let stored: Vec<i16> = ROTATIONS.iter().map(|number| (number * largest).round() as i16).collect();
            let rotation = match bits {
                8 => {
                    let bytes: Vec<u8> = stored.iter().map(|&number| number as i8 as u8).collect();
                    maker.accessor(I8, "VEC4", true, &bytes)
                }
                _ => maker.shorts("VEC4", true, &stored),
            };
            json!({ "ROTATION": rotation })
        })
        .unwrap();
        assert_eq!(findings(&imported), [], "{bits}");
        let turns: Vec<_> = expected().iter().map(|copy| Transform::from_rotation(copy.rotation)).collect();
        let found = shown(&imported.character);
        assert_near(&found, &turns, tolerance);
        assert!(found.iter().all(|(_, copy)| copy.rotation.is_normalized()));
    }
}

#[test]
fn missing_attributes_are_the_identity() {
    for (name, width, values) in [("TRANSLATION", "VEC3", &TRANSLATIONS), ("SCALE", "VEC3", &SCALES)] {
        let imported = copies(|maker| json!({ name: maker.floats(width, values) })).unwrap();
        assert_eq!(findings(&imported), [], "{name}");
        let part = |copy: Transform| match name {
            "SCALE" => Transform { scale: copy.scale, ..Transform::IDENTITY },
            _ => Transform::from_translation(copy.translation),
        };
        assert_near(&shown(&imported.character), &expected().into_iter().map(part).collect::<Vec<_>>(), 1e-6);
    }
}

#[test]
fn of_unequal_counts_the_smallest_is_drawn() {
    let imported = copies(|maker| {
        let mut attributes = all_attributes(maker);
        attributes["SCALE"] = json!(maker.floats("VEC3", &SCALES[..6]));
        attributes
    })
    .unwrap();
    let location = format!("{LOCATION}/attributes/TRANSLATION");
    assert_eq!(findings(&imported), [(Severity::Error, "instancing", location.as_str())]);
    assert_near(&shown(&imported.character), &expected()[..2], 1e-6);
}

#[test]
fn rotations_of_other_lengths_are_normalized() {
    let imported =
        copies(|maker| json!({ "ROTATION": maker.floats("VEC4", &[0., 2., 0., 0., 0., 0., 0., 0.]) }));
    let imported = imported.unwrap();
    let location = format!("{LOCATION}/attributes/ROTATION");
    assert_eq!(findings(&imported), [(Severity::Warning, "rotation-not-unit", location.as_str())]);
    let turn = Transform::from_rotation(Quat::from_xyzw(0., 1., 0., 0.));
    assert_near(&shown(&imported.character), &[turn, Transform::IDENTITY], 1e-6);
}

#[test]
fn unusable_copies_are_reported_and_the_mesh_is_drawn_once() {
    let check = |what: &str, code: &str, location: &str, attributes: &dyn Fn(&mut Maker) -> Value| {
        let imported = copies(attributes).unwrap();
        let found = findings(&imported);
        assert!(found.contains(&(Severity::Error, code, location)), "{what}: {found:?}");
        let shown = shown(&imported.character);
        assert_eq!(shown.iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["tree"], "{what}");
    };
    let at = |name: &str| format!("{LOCATION}/attributes/{name}");
    check("no attributes", "instancing", LOCATION, &|_| json!({}));
    check("others only", "instancing", LOCATION, &|_| json!({ "_ID": 0 }));
    check("no such accessor", "out-of-range", &at("SCALE"), &|_| json!({ "SCALE": 9 }));
    check(
        "another width",
        "accessor-type",
        &at("TRANSLATION"),
        &|maker| json!({ "TRANSLATION": maker.floats("VEC4", &ROTATIONS) }),
    );
    check(
        "plain integers",
        "accessor-type",
        &at("ROTATION"),
        &|maker| json!({ "ROTATION": maker.shorts("VEC4", false, &[0, 0, 0, 1]) }),
    );
    check(
        "no elements",
        "instancing",
        &at("SCALE"),
        &|maker| json!({ "SCALE": maker.push(json!({ "componentType": 5126, "type": "VEC3", "count": 0 })) }),
    );
    check(
        "not finite",
        "not-finite",
        "/accessors/1",
        &|maker| json!({ "TRANSLATION": maker.floats("VEC3", &[1.0, f32::NAN, 0.0]) }),
    );
    check("beyond the buffer", "out-of-range", "/accessors/1", &|maker| {
        let accessor = maker.floats("VEC3", &TRANSLATIONS);
        maker.accessors[accessor]["count"] = json!(4);
        json!({ "TRANSLATION": accessor })
    });
}

#[test]
fn copies_without_a_mesh_or_with_a_skin_are_ignored() {
    let imported =
        changed(all_attributes, |root| drop(root["nodes"][1].as_object_mut().unwrap().remove("mesh")));
    let imported = imported.unwrap();
    assert_eq!(findings(&imported), [(Severity::Warning, "instancing", LOCATION)]);
    assert_eq!(imported.character.skeleton().len(), 2);

    let imported = changed(all_attributes, |root| {
        root["nodes"][1]["skin"] = json!(0);
        root["skins"] = json!([{ "joints": [0] }]);
    });
    let imported = imported.unwrap();
    assert!(findings(&imported).contains(&(Severity::Warning, "instancing", LOCATION)));
    assert_eq!(imported.character.mesh_instances().len(), 1);
}

#[test]
fn more_copies_than_a_file_may_have_nodes_stop_the_import() {
    let zeros = |count: usize| {
        copies(
            move |maker| json!({ "TRANSLATION": maker.push(json!({ "componentType": 5126, "type": "VEC3", "count": count })) }),
        )
    };
    for count in [MAX_ENTRIES - 1, 4_000_000_000] {
        let error = zeros(count).unwrap_err();
        assert_eq!((error.code, error.location.as_str()), ("too-large", LOCATION), "{error}");
    }
    // Long names would be repeated for each copy.
    let error = changed(
        |maker| json!({ "SCALE": maker.push(json!({ "componentType": 5126, "type": "VEC3", "count": 5000 })) }),
        |root| root["nodes"][1]["name"] = json!("x".repeat(1 << 20)),
    )
    .unwrap_err();
    assert_eq!((error.code, error.location.as_str()), ("too-large", LOCATION), "{error}");
    assert_eq!(zeros(1000).unwrap().character.mesh_instances().len(), 1000);
}

/// Weights, visibility and animation of the node are those of its copies.
#[test]
fn copies_follow_their_node() {
    let imported = changed(
        |maker| {
            let target = maker.floats("VEC3", &[0.5; 9]);
            let (times, values) = (maker.floats("SCALAR", &[0., 1.]), maker.floats("SCALAR", &[0., 1.]));
            assert_eq!((target, times, values), (1, 2, 3));
            all_attributes(maker)
        },
        |root| {
            root["meshes"][0]["primitives"][0]["targets"] = json!([{ "POSITION": 1 }]);
            root["nodes"][1]["weights"] = json!([0.25]);
            root["nodes"][1]["extensions"]["KHR_node_visibility"] = json!({ "visible": false });
            root["extensionsUsed"] = json!(["EXT_mesh_gpu_instancing", "KHR_node_visibility"]);
            root["animations"] = json!([{
                "samplers": [{ "input": 2, "output": 3 }],
                "channels": [{ "sampler": 0, "target": { "node": 1, "path": "weights" } }]
            }]);
        },
    )
    .unwrap();
    let instances = imported.character.mesh_instances();
    assert_eq!(instances.len(), 3);
    assert!(instances.iter().all(|instance| instance.weights == [0.25] && !instance.visible));
    let animated: Vec<u32> = imported.clips[0].morphs.iter().map(|track| track.instance.0).collect();
    assert_eq!(animated, [0, 1, 2]);
}

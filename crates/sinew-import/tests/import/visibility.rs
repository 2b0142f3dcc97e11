//! Meshes that their file hides: loaded, off, not measured, switched on by hand, and hidden again in exported
//! files.

use crate::assets;
use crate::maker::{Maker, TRIANGLE};
use serde_json::{Value, json};
use sinew::character::MeshInstanceId;
use sinew::{Actor, Character};
use sinew_import::{ExportOptions, Imported, NoFiles, export_glb, import};
use std::sync::Arc;

/// Names of the nodes of visible mesh instances, in an actor.
fn visible(character: &Character) -> Vec<String> {
    let actor = Actor::without_clips(Arc::new(character.clone()));
    let frame = actor.frame();
    let ids = character.mesh_instance_ids().filter(|id| frame.is_visible(*id));
    ids.map(|id| character.skeleton().name(character.mesh_instances()[id].node).to_owned()).collect()
}

fn again(imported: &Imported) -> Imported {
    let exported = export_glb(&imported.character, &[], &ExportOptions::default()).unwrap();
    import(&exported.bytes, &NoFiles).unwrap()
}

/// A file with triangles on nodes, each a metre further along x than its parent: name, children, whether it
/// is visible, if it says so.
fn triangles(nodes: &[(&str, &[usize], Option<bool>)]) -> Imported {
    let mut maker = Maker::default();
    let position = maker.floats("VEC3", &TRIANGLE);
    let nodes: Vec<Value> = nodes
        .iter()
        .map(|(name, children, visible)| {
            let mut node = json!({ "name": name, "mesh": 0, "translation": [1, 0, 0] });
            if !children.is_empty() {
                node["children"] = json!(children);
            }
            if let Some(visible) = visible {
                node["extensions"] = json!({ "KHR_node_visibility": { "visible": visible } });
            }
            node
        })
        .collect();
    let root = json!({
        "extensionsUsed": ["KHR_node_visibility"], "extensionsRequired": ["KHR_node_visibility"],
        "nodes": nodes, "meshes": [{ "primitives": [{ "attributes": { "POSITION": position } }] }]
    });
    maker.import(root).unwrap()
}

#[test]
fn hidden_nodes_hide_what_is_below_them() {
    for (nodes, expected, width) in [
        (&[("a", &[1][..], None), ("b", &[2], Some(false)), ("c", &[], None)][..], &["a"][..], 1.0),
        (&[("a", &[1], None), ("b", &[2], Some(true)), ("c", &[], Some(false))], &["a", "b"], 2.0),
        (&[("a", &[1], Some(false)), ("b", &[], Some(true)), ("c", &[], None)], &["c"], 1.0),
        (&[("a", &[], None), ("b", &[], Some(false)), ("c", &[], Some(false))], &["a"], 1.0),
    ] {
        let imported = triangles(nodes);
        let character = &imported.character;
        assert_eq!(
            (character.mesh_instances().len(), visible(character)),
            (3, expected.iter().map(|name| (*name).to_owned()).collect())
        );
        for bounds in [character.rest_bounds(), character.reference_bounds()] {
            assert!((bounds.size().x - width).abs() < 1e-6, "{nodes:?}: {bounds:?}");
        }
        assert!(imported.report.diagnostics().iter().any(|diagnostic| diagnostic.code == "hidden-mesh"));
        let mut actor = Actor::without_clips(Arc::new(character.clone()));
        actor.update(0.0);
        assert!((actor.frame().bounds().size().x - width).abs() < 1e-6);
        // All are loaded, and can be switched on.
        (0..3).for_each(|n| actor.meshes_mut().set_visible(MeshInstanceId(n), true));
        actor.update(0.0);
        assert!(actor.frame().bounds().size().x > width + 0.5 || nodes[2].1.is_empty() && width == 1.0);
        assert!((0..3).all(|n| actor.frame().is_visible(MeshInstanceId(n))));
        // Exported files hide the same meshes, and no others.
        let exported = again(&imported);
        let shown_x = |imported: &Imported| {
            let character = &imported.character;
            let shown = character.mesh_instances().iter().filter(|instance| instance.visible);
            let coordinates =
                shown.map(|instance| character.rest_model()[instance.node.index()].translation.x);
            coordinates.collect::<Vec<_>>()
        };
        assert_eq!(shown_x(&exported), shown_x(&imported), "{nodes:?}");
        assert_eq!(exported.character.mesh_instances().len(), 3);
    }
    // Where everything is hidden, everything is measured.
    assert!(triangles(&[("a", &[], Some(false))]).character.rest_bounds().size().x > 0.5);
}

/// FBX text with triangles on nodes below one another: name, parent, properties.
fn fbx(nodes: &[(&str, usize, &str)], keys: &str) -> Imported {
    let (mut objects, mut connections) = (String::new(), String::new());
    for (n, (name, parent, properties)) in nodes.iter().enumerate() {
        let (model, geometry) = (1000 + n, 2000 + n);
        objects += &format!(
            "Model: {model}, \"Model::{name}\", \"Mesh\" {{\nVersion: 232\nProperties70: {{\n{properties}\n\
             P: \"Lcl Translation\", \"Lcl Translation\", \"\", \"A\",100,0,0\n}}\n}}\n\
             Geometry: {geometry}, \"Geometry::\", \"Mesh\" {{\nVertices: *9 {{\na: 0,0,0,100,0,0,0,100,0\n\
             }}\n\
             PolygonVertexIndex: *3 {{\na: 0,1,-3\n}}\nGeometryVersion: 124\n}}\n"
        );
        let above = if *parent == 0 { 0 } else { 999 + parent };
        connections += &format!("C: \"OO\",{model},{above}\nC: \"OO\",{geometry},{model}\n");
    }
    if !keys.is_empty() {
        objects += &format!(
            "AnimationStack: 1, \"AnimStack::a\", \"\" {{\n}}\nAnimationLayer: 2, \"AnimLayer::b\", \"\" {{\n\
             }}\n\
             AnimationCurveNode: 3, \"AnimCurveNode::Visibility\", \"\" {{\nProperties70: {{\nP: \
             \"d|Visibility\", \"Visibility\", \"\", \"A\",1\n}}\n}}\n\
             AnimationCurve: 4, \"AnimCurve::\", \"\" {{\nDefault: 1\nKeyVer: 4008\nKeyTime: *2 {{\na: \
             0,46186158000\n}}\n\
             KeyValueFloat: *2 {{\na: {keys}\n}}\nKeyAttrFlags: *1 {{\na: 2\n}}\nKeyAttrDataFloat: *4 {{\na: \
             0,0,0,0\n}}\nKeyAttrRefCount: *1 {{\na: 2\n}}\n}}\n"
        );
        connections +=
            "C: \"OO\",2,1\nC: \"OO\",3,2\nC: \"OP\",3,1000,\"Visibility\"\nC: \"OP\",4,3,\"d|Visibility\"\n";
    }
    let text = format!(
        "; FBX 7.4.0 project file\nFBXHeaderExtension:  {{\nFBXHeaderVersion: 1003\nFBXVersion: 7400\n}}\n\
         GlobalSettings:  {{\nVersion: 1000\nProperties70:  {{\nP: \"UnitScaleFactor\", \"double\", \
         \"Number\", \"\",1\n}}\n}}\n\
         Objects:  {{\n{objects}}}\nConnections:  {{\n{connections}}}\n"
    );
    import(text.as_bytes(), &NoFiles).unwrap()
}

#[test]
fn visibility_of_fbx_nodes_applies_below() {
    const OFF: &str = "P: \"Visibility\", \"Visibility\", \"\", \"A\",0";
    const APART: &str = "P: \"Visibility Inheritance\", \"Visibility Inheritance\", \"\", \"\",0";
    for (nodes, keys, expected) in [
        (&[("a", 0, ""), ("b", 1, OFF), ("c", 2, "")][..], "", &["a"][..]),
        (&[("a", 0, ""), ("b", 0, ""), ("c", 2, OFF)], "", &["a", "b"]),
        (&[("a", 0, OFF), ("b", 1, APART), ("c", 2, "")], "", &["b", "c"]),
        // Constant curves are the value; what changes stays as it is at rest.
        (&[("a", 0, ""), ("b", 1, ""), ("c", 0, "")], "0,0", &["c"]),
        (&[("a", 0, OFF), ("b", 1, ""), ("c", 0, "")], "1,1", &["a", "b", "c"]),
        (&[("a", 0, ""), ("b", 0, "")], "1,0", &["a", "b"]),
    ] {
        let imported = fbx(nodes, keys);
        assert_eq!(visible(&imported.character), expected, "{nodes:?} {keys}");
        assert_eq!(imported.character.mesh_instances().len(), nodes.len());
        let changes =
            imported.report.diagnostics().iter().any(|diagnostic| diagnostic.code == "visibility-animated");
        assert_eq!(changes, keys == "1,0");
        assert_eq!(visible(&again(&imported).character).len(), expected.len(), "{nodes:?} {keys}");
    }
}

#[test]
fn hidden_cubes_of_a_public_report() {
    let Some(root) = assets::root() else { return };
    let bytes = std::fs::read(root.join("reports/hidden-meshes/hidden.fbx")).unwrap();
    let imported = import(&bytes, &NoFiles).unwrap();
    assert_eq!(visible(&imported.character), ["shown", "show0"]);
    let size = imported.character.rest_bounds().size();
    assert!((size.x - 2.5).abs() < 1e-4, "{size}");
}

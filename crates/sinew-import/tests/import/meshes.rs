//! Import of primitives: topologies, missing attributes, influences and morph targets.

use crate::maker::{Maker, TRIANGLE, U8};
use serde_json::{Value, json};
use sinew::Actor;
use sinew::character::{MeshInstanceId, Primitive, SkinId, SkinningMethod, Topology};
use sinew::glam::Vec3;
use sinew::skinning::SkinnedVertices;
use sinew_import::{ExportOptions, Imported, NoFiles, Severity, export_glb, import};
use std::sync::Arc;

fn first(imported: &Imported) -> &Primitive {
    &imported.character.meshes()[0].primitives[0]
}

fn has_diagnostic_at(imported: &Imported, location: &str) -> bool {
    imported.report.diagnostics().iter().any(|f| f.location.starts_with(location))
}

/// Five vertices with normals, so that no vertex is split.
fn five() -> (Maker, Value) {
    let mut maker = Maker::default();
    let position = maker.floats("VEC3", &[0., 0., 0., 1., 0., 0., 0., 1., 0., 1., 1., 0., 0., 2., 0.]);
    let normal = maker.floats("VEC3", &[0., 0., 1.].repeat(5));
    (maker, json!({ "POSITION": position, "NORMAL": normal }))
}

#[test]
fn all_modes_become_lists() {
    let cases: [(u32, Topology, &[u32]); 7] = [
        (0, Topology::Points, &[0, 1, 2, 3, 4]),
        (1, Topology::Lines, &[0, 1, 2, 3]),
        (2, Topology::Lines, &[0, 1, 1, 2, 2, 3, 3, 4, 4, 0]),
        (3, Topology::Lines, &[0, 1, 1, 2, 2, 3, 3, 4]),
        (4, Topology::Triangles, &[0, 1, 2]),
        (5, Topology::Triangles, &[0, 1, 2, 1, 3, 2, 2, 3, 4]),
        (6, Topology::Triangles, &[1, 2, 0, 2, 3, 0, 3, 4, 0]),
    ];
    for (mode, topology, expected) in cases {
        let (maker, attributes) = five();
        let imported = maker.import_primitive(json!({ "attributes": attributes, "mode": mode })).unwrap();
        let primitive = first(&imported);
        assert_eq!(primitive.topology, topology, "mode {mode}");
        assert_eq!(rotated(&primitive.indices, topology), rotated(expected, topology), "mode {mode}");
        assert_eq!(primitive.file_vertex_count, 5);
        // Five vertices form neither whole lines nor whole triangles.
        assert_eq!(
            has_diagnostic_at(&imported, "/meshes/0/primitives/0"),
            mode == 1 || mode == 4,
            "mode {mode}"
        );
    }
}

/// Triangles rotated to start with their smallest vertex, so that only order and winding matter.
fn rotated(indices: &[u32], topology: Topology) -> Vec<Vec<u32>> {
    let corners = if topology == Topology::Triangles { 3 } else { 1 };
    let turn = |face: &[u32]| {
        let mut face = face.to_vec();
        let least = (0..corners).min_by_key(|&i| face[i]).unwrap();
        face.rotate_left(least);
        face
    };
    indices.chunks(corners).map(turn).collect()
}

#[test]
fn indices_out_of_range_are_reported() {
    for indices in [[0u16, 1, 5], [0, 1, 65535]] {
        let (mut maker, attributes) = five();
        let indices = maker.indices(&indices);
        match maker.import_primitive(json!({ "attributes": attributes, "indices": indices })) {
            Ok(imported) => assert!(imported.report.max_severity() == Some(Severity::Error)),
            Err(error) => assert!(
                error.location.starts_with("/meshes/0/primitives/0")
                    || error.location.starts_with("/accessors"),
                "{error}"
            ),
        }
    }
}

#[test]
fn missing_normals_are_flat_and_split_vertices() {
    let mut maker = Maker::default();
    // Two folded triangles with a shared edge.
    let position = maker.floats("VEC3", &[0., 0., 0., 1., 0., 0., 0., 1., 0., 0., 0., 1.]);
    let indices = maker.indices(&[0, 1, 2, 0, 3, 1]);
    let moved = maker.floats("VEC3", &[5., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0.]);
    let joints = maker.accessor(U8, "VEC4", false, &[0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]);
    let weights = maker.floats("VEC4", &[1., 0., 0., 0.].repeat(4));
    let imported = maker
        .import(json!({
            "nodes": [{ "mesh": 0, "skin": 0 }, { "children": [2] }, {}],
            "skins": [{ "joints": [1, 2] }],
            "meshes": [{ "primitives": [{
                "attributes": { "POSITION": position, "JOINTS_0": joints, "WEIGHTS_0": weights },
                "indices": indices, "targets": [{ "POSITION": moved }]
            }] }]
        }))
        .unwrap();
    let primitive = first(&imported);
    assert!(!primitive.has_file_normals);
    assert_eq!(primitive.file_vertex_count, 4);
    let corners = [0, 1, 2, 0, 3, 1];
    let faces = [[Vec3::Z; 3], [Vec3::Y; 3]].concat();
    let influences = primitive.influences.as_ref().unwrap();
    for (corner, &v) in primitive.indices.iter().enumerate() {
        let v = v as usize;
        assert_eq!(primitive.file_vertices[v], corners[corner]);
        assert!(primitive.normals[v].abs_diff_eq(faces[corner], 1e-6));
        let joint = usize::from(corners[corner] % 2 == 1);
        assert_eq!(influences.of_vertex(v).collect::<Vec<_>>(), [(joint, 1.0)]);
        let is_moved = primitive.morph_targets[0].vertices().contains(&(v as u32));
        assert_eq!(is_moved, corners[corner] == 0);
    }
}

#[test]
fn tangents_are_generated_for_normal_maps() {
    let mut maker = Maker::default();
    let position = maker.floats("VEC3", &[0., 0., 0., 1., 0., 0., 1., 1., 0., 0., 1., 0.]);
    let normal = maker.floats("VEC3", &[0., 0., 1.].repeat(4));
    let uv = maker.floats("VEC2", &[0., 1., 1., 1., 1., 0., 0., 0.]);
    let indices = maker.indices(&[0, 1, 2, 0, 2, 3]);
    let imported = maker
        .import(json!({
            "nodes": [{ "mesh": 0 }],
            "materials": [{ "normalTexture": { "index": 0 } }],
            "textures": [{}],
            "meshes": [{ "primitives": [{
                "attributes": { "POSITION": position, "NORMAL": normal, "TEXCOORD_0": uv },
                "indices": indices, "material": 0
            }] }]
        }))
        .unwrap();
    let primitive = first(&imported);
    assert_eq!(primitive.positions.len(), 4, "nothing had to be split");
    assert_eq!(primitive.tangents.len(), 4);
    for tangent in &primitive.tangents {
        assert!(tangent.abs_diff_eq(Vec3::X.extend(1.0), 1e-5), "{tangent}");
    }
}

/// Skinned triangle with `sets` of joints and weights per vertex.
fn skinned(sets: &[([u8; 4], [f32; 4])]) -> Result<Imported, sinew_import::ImportError> {
    let mut maker = Maker::default();
    let mut attributes = json!({ "POSITION": maker.floats("VEC3", &TRIANGLE) });
    for (n, (joints, weights)) in sets.iter().enumerate() {
        attributes[format!("JOINTS_{n}")] = json!(maker.accessor(U8, "VEC4", false, &joints.repeat(3)));
        attributes[format!("WEIGHTS_{n}")] = json!(maker.floats("VEC4", &weights.repeat(3)));
    }
    maker.import(json!({
        "nodes": [{ "mesh": 0, "skin": 0 }, { "children": [2, 3, 4, 5, 6] }, {}, {}, {}, {}, {}],
        "skins": [{ "joints": [1, 2, 3, 4, 5, 6] }],
        "meshes": [{ "primitives": [{ "attributes": attributes }] }]
    }))
}

#[test]
fn more_than_four_influences() {
    let imported =
        skinned(&[([0, 1, 2, 3], [0.3, 0.2, 0.1, 0.1]), ([4, 5, 0, 0], [0.2, 0.1, 0.0, 0.0])]).unwrap();
    let influences = first(&imported).influences.as_ref().unwrap();
    let mut row: Vec<_> = influences.of_vertex(1).collect();
    row.sort_by_key(|r| r.0);
    for ((joint, weight), expected) in row.iter().zip([0.3, 0.2, 0.1, 0.1, 0.2, 0.1]) {
        assert!((weight - expected).abs() < 1e-6, "{joint}: {weight}");
    }
    assert_eq!(row.len(), 6);
    assert!(imported.report.max_severity() <= Some(Severity::Info), "{:?}", imported.report);
}

#[test]
fn invalid_weights_are_reported_and_normalized() {
    let imported = skinned(&[([0, 1, 0, 0], [0.5, 1.5, 0.0, 0.0])]).unwrap();
    let row: Vec<_> = first(&imported).influences.as_ref().unwrap().of_vertex(0).collect();
    assert_eq!(row, [(1, 0.75), (0, 0.25)]);
    assert!(has_diagnostic_at(&imported, "/meshes/0/primitives/0"));

    // Vertices without weights follow the joint that is named first, as three.js and glTF have it, if the
    // skin has it.
    for (joints, followed) in [([0, 1, 0, 0], 0), ([3, 1, 0, 0], 3), ([200, 1, 0, 0], 0), ([6, 0, 0, 0], 0)] {
        for sets in [&[(joints, [0.0; 4])][..], &[(joints, [0.0; 4]), ([2, 2, 2, 2], [0.0; 4])]] {
            let imported = skinned(sets).unwrap();
            let row: Vec<_> = first(&imported).influences.as_ref().unwrap().of_vertex(0).collect();
            assert_eq!(row, [(followed, 1.0)], "{joints:?}");
            assert!(has_diagnostic_at(&imported, "/meshes/0/primitives/0"));
        }
    }

    // A joint that does not exist, with weight 0.
    let imported = skinned(&[([0, 200, 0, 0], [1.0, 0.0, 0.0, 0.0])]).unwrap();
    assert_eq!(first(&imported).influences.as_ref().unwrap().max_joint(), Some(0));

    for sets in [([0, 200, 0, 0], [0.5, 0.5, 0.0, 0.0]), ([0, 1, 0, 0], [1.5, -0.5, 0.0, 0.0])] {
        match skinned(&[sets]) {
            Ok(imported) => assert_eq!(imported.report.max_severity(), Some(Severity::Error)),
            Err(error) => assert!(!error.location.is_empty()),
        }
    }
}

#[test]
fn skins_without_weights_and_weights_without_skins() {
    let mut maker = Maker::default();
    let position = maker.floats("VEC3", &TRIANGLE);
    let joints = maker.accessor(U8, "VEC4", false, &[0; 12]);
    let weights = maker.floats("VEC4", &[1., 0., 0., 0.].repeat(3));
    let imported = maker
        .import(json!({
            "nodes": [{ "mesh": 0, "skin": 0 }, { "mesh": 1 }, { "mesh": 1, "skin": 0 },
                { "mesh": 1, "skin": 0 }, {}],
            "skins": [{ "joints": [4] }],
            "meshes": [
                { "primitives": [{ "attributes": { "POSITION": position } }] },
                { "primitives": [{ "attributes":
                    { "POSITION": position, "JOINTS_0": joints, "WEIGHTS_0": weights } }] }
            ]
        }))
        .unwrap();
    let skins: Vec<_> = imported.character.mesh_instances().iter().map(|i| i.skin).collect();
    assert_eq!(skins, [None, None, Some(SkinId(0)), Some(SkinId(0))]);
    assert!(has_diagnostic_at(&imported, "/nodes/0"));
}

/// Vertices without weights on a skeleton of centimetres below a scale of 0.01, moved by their joint alone.
#[test]
fn vertices_without_weights_follow_a_joint() {
    for (scale, units) in [(0.01f32, 100.0f32), (1.0, 1.0), (0.0254, 1.0 / 0.0254)] {
        let mut maker = Maker::default();
        let position = maker.floats("VEC3", &TRIANGLE.map(|v| v * units));
        let joints = maker.accessor(U8, "VEC4", false, &[[0, 1, 0, 0], [1, 0, 0, 0], [1, 1, 1, 1]].concat());
        let weights = maker.floats("VEC4", &[[1.0, 0.0, 0.0, 0.0], [0.0; 4], [0.0; 4]].concat());
        let attributes = json!({ "POSITION": position, "JOINTS_0": joints, "WEIGHTS_0": weights });
        let imported = maker
            .import(json!({
                "nodes": [
                    { "children": [1, 3], "scale": [scale, scale, scale] }, { "children": [2] },
                    { "translation": [0, 0, 2.0 * units] }, { "mesh": 0, "skin": 0, "translation": [7, 7, 7] }
                ],
                "scenes": [{ "nodes": [0] }], "scene": 0,
                "skins": [{ "joints": [1, 2] }],
                "meshes": [{ "primitives": [{ "attributes": attributes }] }]
            }))
            .unwrap();
        let expected = [[0.0, 0.0, 0.0], [1.0, 0.0, 2.0], [0.0, 1.0, 2.0]].map(Vec3::from);
        for method in [SkinningMethod::Linear, SkinningMethod::DualQuaternion] {
            let instance = MeshInstanceId(0);
            let mut actor = Actor::without_clips(Arc::new(imported.character.clone()));
            actor.meshes_mut().set_skinning(instance, method);
            actor.update(0.0);
            let mut skinned = SkinnedVertices::default();
            actor.frame().skin_vertices(instance, 0, &mut skinned);
            assert_eq!(skinned.positions.len(), 3);
            for (position, expected) in skinned.positions.iter().zip(expected) {
                assert!(
                    position.abs_diff_eq(expected, 1e-4),
                    "{scale} {method:?}: {position}, expected {expected}"
                );
            }
        }
        let exported = export_glb(&imported.character, &[], &ExportOptions::default()).unwrap();
        let again = import(&exported.bytes, &NoFiles).unwrap();
        assert_eq!(first(&again).influences, first(&imported).influences);
    }
}

#[test]
fn morph_names_and_weights() {
    let mut maker = Maker::default();
    let position = maker.floats("VEC3", &TRIANGLE);
    let offset = maker.shorts("VEC3", true, &[0, 0, 0, 0, 0, 32767, 0, 0, 0, 0, 0, 0]);
    maker.accessors[offset]["count"] = json!(3);
    let view = maker.accessors[offset]["bufferView"].as_u64().unwrap() as usize;
    maker.views[view]["byteStride"] = json!(8);
    let primitive = json!({ "attributes": { "POSITION": position },
        "targets": [{ "POSITION": offset }, { "POSITION": offset }] });
    let mut in_primitive = primitive.clone();
    in_primitive["extras"] = json!({ "targetNames": ["c", "d"] });
    let imported = maker
        .import(json!({
            "extensionsUsed": ["KHR_mesh_quantization"], "extensionsRequired": ["KHR_mesh_quantization"],
            "nodes": [{ "mesh": 0, "weights": [0.25, 0.5] }, { "mesh": 0 }, { "mesh": 1 }, { "mesh": 2 }],
            "meshes": [
                { "primitives": [primitive], "extras": { "targetNames": ["a", "b"] }, "weights": [1, 0] },
                { "primitives": [primitive], "extras": "nothing" },
                { "primitives": [in_primitive] }
            ]
        }))
        .unwrap();
    let character = &imported.character;
    assert_eq!(character.meshes()[0].morph_names, ["a", "b"]);
    assert_eq!(character.meshes()[1].morph_names, ["target_0", "target_1"]);
    assert_eq!(character.meshes()[2].morph_names, ["c", "d"]);
    let weights: Vec<_> = character.mesh_instances().iter().map(|i| i.weights.clone()).collect();
    assert_eq!(weights, [[0.25, 0.5], [1.0, 0.0], [0.0, 0.0], [0.0, 0.0]]);
    // Flat normals may have split vertices; the morphed one is the second of the file.
    let first = first(&imported);
    let moved: Vec<_> =
        first.morph_targets[1].vertices().iter().map(|&v| first.file_vertices[v as usize]).collect();
    assert_eq!(moved, [1]);
    assert_eq!(first.morph_targets[1].positions(), [Vec3::Y]);
}

//! Import of nodes, scenes, skins and extensions.

use crate::maker::{Maker, TRIANGLE, U8, import_json};
use serde_json::json;
use sinew::character::SkinId;
use sinew::glam::{Affine3A, EulerRot, Mat4, Quat, Vec3};
use sinew_import::Severity;
use sinew_import::limits::MAX_ENTRIES;

#[test]
fn all_nodes_are_joints_and_the_default_scene_is_marked() {
    let imported = import_json(&json!({
        "asset": { "version": "2.0" },
        "scene": 1,
        "scenes": [{ "nodes": [0] }, { "nodes": [2] }],
        "nodes": [{ "name": "left out" }, { "name": "child" }, { "name": "root", "children": [1] }]
    }))
    .unwrap();
    let skeleton = imported.character.skeleton();
    let at = |n| skeleton.by_file_index(n).unwrap();
    assert_eq!([0, 1, 2].map(|n| skeleton.in_scene(at(n))), [false, true, true]);
    assert_eq!(skeleton.parent(at(1)), Some(at(2)));
    assert_eq!(skeleton.name(at(0)), "left out");
}

#[test]
fn without_scenes_all_nodes_are_in_the_scene() {
    let imported = import_json(&json!({ "asset": { "version": "2.0" }, "nodes": [{}, {}] })).unwrap();
    let skeleton = imported.character.skeleton();
    assert!(skeleton.joints().all(|j| skeleton.in_scene(j)));
}

#[test]
fn as_many_small_nodes_as_allowed_are_read() {
    let import = |count: usize, node: &str| {
        let nodes = vec![node; count].join(",");
        let text = format!(r#"{{"asset":{{"version":"2.0"}},"nodes":[{nodes}]}}"#);
        sinew_import::import(text.as_bytes(), &sinew_import::NoFiles)
    };
    for node in ["{}", r#"{"name":"n"}"#, r#"{"scale":[1,1,1]}"#] {
        for count in [60_000, MAX_ENTRIES] {
            let imported = import(count, node).unwrap();
            assert_eq!(imported.character.skeleton().len(), count, "{node}");
        }
    }
    assert!(import(MAX_ENTRIES + 1, "{}").unwrap_err().message.contains("at most 65536"));
}

#[test]
fn matrices_are_decomposed() {
    let turn = Quat::from_euler(EulerRot::XYZ, 0.3, -1.2, 2.0);
    for scale in [Vec3::new(1., 2., 0.5), Vec3::new(-1., 1., 1.), Vec3::new(-1., -2., -3.), Vec3::splat(0.01)]
    {
        let matrix = Mat4::from_scale_rotation_translation(scale, turn, Vec3::new(4., 5., 6.));
        let imported = import_json(&json!({
            "asset": { "version": "2.0" }, "nodes": [{ "matrix": matrix.to_cols_array() }]
        }))
        .unwrap();
        assert_eq!(imported.report.max_severity(), None, "{scale} {:?}", imported.report);
        let rest = imported.character.skeleton().rest()[0];
        assert!(rest.to_affine().abs_diff_eq(Affine3A::from_mat4(matrix), 1e-5), "{scale}");
    }
    let shear = Mat4::from_cols_array(&[1., 0., 0., 0., 1., 1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1.]);
    let imported = import_json(
        &json!({ "asset": { "version": "2.0" }, "nodes": [{ "matrix": shear.to_cols_array() }] }),
    );
    assert!(imported.unwrap().report.max_severity() >= Some(Severity::Warning));
}

#[test]
fn non_unit_rotations_are_reported() {
    for rotation in [[0., 0., 0., 2.], [0.; 4]] {
        let imported =
            import_json(&json!({ "asset": { "version": "2.0" }, "nodes": [{ "rotation": rotation }] }))
                .unwrap();
        assert_eq!(imported.character.skeleton().rest()[0].rotation, Quat::IDENTITY);
        assert!(imported.report.diagnostics().iter().any(|f| f.location.starts_with("/nodes/0/rotation")));
    }
}

#[test]
fn invalid_node_trees() {
    for nodes in [
        json!([{ "children": [0] }]),
        json!([{ "children": [1] }, { "children": [0] }]),
        json!([{ "children": [2] }, { "children": [2] }, {}]),
        json!([{ "children": [7] }]),
        json!([{ "children": [1, 1] }, {}]),
    ] {
        let error = import_json(&json!({ "asset": { "version": "2.0" }, "nodes": nodes })).unwrap_err();
        assert!(error.location.starts_with("/nodes"), "{error}");
    }
}

#[test]
fn skins_without_matrices_and_shared_joints() {
    let mut maker = Maker::default();
    let mut matrices = Mat4::IDENTITY.to_cols_array().to_vec();
    matrices.extend(Mat4::from_translation(Vec3::Y).to_cols_array());
    let matrices = maker.floats("MAT4", &matrices);
    let imported = maker
        .import(json!({
            "nodes": [{ "children": [1] }, {}],
            "skins": [{ "joints": [1, 0], "inverseBindMatrices": matrices },
                { "joints": [0, 1], "name": "bare" }]
        }))
        .unwrap();
    let skins = imported.character.skins();
    assert_eq!(skins[0].inverse_binds[1].translation, Vec3::Y.into());
    assert_eq!(skins[1].inverse_binds, [Affine3A::IDENTITY; 2]);
    assert_eq!(skins[0].joints[0], skins[1].joints[1]);
    assert_eq!(skins[1].name, "bare");
}

/// The skin that lacks matrices loses all of them; everything else of the file stays.
#[test]
fn skins_with_too_few_or_damaged_matrices_keep_their_joints() {
    let matrix = Mat4::from_translation(Vec3::Y).to_cols_array();
    let with = |matrices: fn(&mut Maker, &[f32; 16]) -> usize| {
        let mut maker = Maker::default();
        let position = maker.floats("VEC3", &TRIANGLE);
        let matrices = matrices(&mut maker, &matrix);
        let joints = maker.accessor(U8, "VEC4", false, &[0; 12]);
        let weights = maker.floats("VEC4", &[1., 0., 0., 0.].repeat(3));
        let attributes = json!({ "POSITION": position, "JOINTS_0": joints, "WEIGHTS_0": weights });
        let root = json!({
            "nodes": [{ "children": [1] }, { "children": [2] }, {}, { "mesh": 0, "skin": 0 }],
            "meshes": [{ "primitives": [{ "attributes": attributes }] }],
            "skins": [{ "joints": [0, 1, 2], "inverseBindMatrices": matrices }, { "joints": [1] }]
        });
        maker.import(root).unwrap()
    };
    for imported in [
        with(|maker, matrix| maker.floats("MAT4", matrix)),
        with(|maker, matrix| maker.floats("MAT4", &matrix.repeat(2))),
        with(|maker, _| maker.floats("VEC3", &TRIANGLE)),
        with(|_, _| 99),
    ] {
        let skins = imported.character.skins();
        assert_eq!((skins[0].joints.len(), skins[1].joints.len()), (3, 1));
        assert_eq!(skins[0].inverse_binds, [Affine3A::IDENTITY; 3]);
        assert_eq!(imported.character.mesh_instances()[0].skin, Some(SkinId(0)));
        let finding =
            imported.report.diagnostics().iter().find(|diagnostic| diagnostic.severity == Severity::Error);
        let finding = finding.unwrap();
        assert!(finding.message.contains("identity matrices are used"), "{finding}");
    }
    let whole = with(|maker, matrix| maker.floats("MAT4", &matrix.repeat(3)));
    assert_eq!(whole.character.skins()[0].inverse_binds[2].translation, Vec3::Y.into());
}

#[test]
fn required_extensions() {
    let with = |used: &str, required: bool| {
        let mut json = json!({ "asset": { "version": "2.0" }, "extensionsUsed": [used] });
        if required {
            json["extensionsRequired"] = json!([used]);
        }
        import_json(&json)
    };
    let unknown = with("ACME_magic", true).unwrap_err();
    assert!(unknown.message.contains("ACME_magic") && unknown.location.starts_with("/extensionsRequired"));
    assert!(with("ACME_magic", false).unwrap().report.max_severity().is_some());
    for (name, is_enabled) in [
        ("KHR_draco_mesh_compression", cfg!(feature = "draco")),
        ("KHR_materials_pbrSpecularGlossiness", true),
        ("KHR_texture_basisu", cfg!(feature = "basisu")),
    ] {
        let result = with(name, true);
        assert_eq!(result.is_ok(), is_enabled, "{name}");
        if let Err(error) = result {
            assert!(error.message.contains(name) && error.message.contains("gltf"), "{error}");
        }
        assert!(with(name, false).is_ok());
    }
    for name in
        ["KHR_mesh_quantization", "EXT_meshopt_compression", "KHR_texture_transform", "EXT_texture_webp"]
    {
        with(name, true).unwrap();
    }
}

//! Invalid files: each results in an error with a location or a diagnostic.

use crate::maker::{F32, I16, Maker, TRIANGLE, U32, import_json};
use serde_json::json;
use sinew_import::{ImportError, Imported, NoFiles, Severity, import};

fn text(text: &str) -> Result<Imported, ImportError> {
    import(text.as_bytes(), &NoFiles)
}

#[test]
fn invalid_json() {
    for bad in [
        "",
        "{",
        "[]",
        "hello",
        r#"{"asset":{"version":"2.0"}} x"#,
        r#"{"asset":{"version":"1.0"}}"#,
        r#"{"asset":{}}"#,
        r#"{"asset":5}"#,
        r#"{"asset":{"version":"2.0"},"nodes":[{"mesh":-1}]}"#,
        r#"{"asset":{"version":"2.0"},"nodes":[{"mesh":0.5}]}"#,
        r#"{"asset":{"version":"2.0"},"nodes":[{"mesh":1e99}]}"#,
        r#"{"asset":{"version":"2.0"},"nodes":[{"mesh":99999999999999999999}]}"#,
        r#"{"asset":{"version":"2.0"},"nodes":[{"translation":[0,0]}]}"#,
        r#"{"asset":{"version":"2.0"},"nodes":[{"translation":[0,0,1e400]}]}"#,
        r#"{"asset":{"version":"2.0"},"nodes":[{"translation":[0,0,1e39]}]}"#,
        r#"{"asset":{"version":"2.0"},"nodes":{}}"#,
    ] {
        let Err(error) = text(bad) else { panic!("{bad:.80}") };
        assert!(!error.location.is_empty() && !error.message.is_empty(), "{bad:.80}");
    }
}

#[test]
fn deep_nesting_is_limited() {
    let deep = |count| format!("{}{}", "[".repeat(count), "]".repeat(count));
    let nodes = text(&format!(r#"{{"asset":{{"version":"2.0"}},"nodes":{}}}"#, deep(100_000)));
    assert!(nodes.is_err_and(|e| !e.location.is_empty()));
    // Arbitrary values are skipped.
    text(&format!(r#"{{"asset":{{"version":"2.0"}},"extras":{}}}"#, deep(100_000))).unwrap();
    let in_mesh = format!(r#"{{"asset":{{"version":"2.0"}},"meshes":[{{"extras":{}}}]}}"#, deep(100_000));
    text(&in_mesh).unwrap();
}

#[test]
fn a_byte_order_mark_is_skipped_and_reported() {
    let imported = text("\u{feff}{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{}]}").unwrap();
    assert_eq!(imported.character.skeleton().len(), 1);
    assert!(imported.report.diagnostics().iter().any(|f| f.code == "byte-order-mark"));
}

#[test]
fn a_matrix_that_is_not_affine_is_reported() {
    let nodes = r#"{"asset":{"version":"2.0"},"nodes":[{"matrix":[1,0,0,0.5,0,1,0,0,0,0,1,0,0,0,0,1]}]}"#;
    let diagnostic = text(nodes).unwrap().report.diagnostics()[0].clone();
    assert_eq!((diagnostic.code, diagnostic.location.as_str()), ("node-matrix", "/nodes/0/matrix"));
}

#[test]
fn locations_are_json_pointers() {
    let error = text(r#"{"asset":{"version":"2.0"},"nodes":[{},{"mesh":"x"}]}"#).unwrap_err();
    assert_eq!(error.location, "/nodes/1/mesh");
    let error = text(r#"{"asset":{"version":"2.0"},"nodes":[{"mesh":3}]}"#).unwrap_err();
    assert_eq!(error.location, "/nodes/0/mesh");
}

#[test]
fn counts_beyond_memory() {
    let cases = [
        json!({ "componentType": F32, "type": "VEC3", "count": 4_000_000_000u32 }),
        json!({ "componentType": F32, "type": "MAT4", "count": u64::MAX }),
        json!({ "componentType": F32, "type": "VEC3", "count": 1u64 << 62, "byteOffset": u64::MAX,
            "bufferView": 0 }),
        json!({ "componentType": F32, "type": "VEC3", "count": 3, "byteOffset": u64::MAX - 3,
            "bufferView": 0 }),
        json!({ "componentType": F32, "type": "VEC3", "count": 3, "bufferView": 9 }),
        json!({ "componentType": F32, "type": "VEC3", "count": 3, "sparse": {
            "count": u64::MAX, "indices": { "bufferView": 0, "componentType": U32 },
            "values": { "bufferView": 0 }
        } }),
        json!({ "componentType": 1, "type": "VEC3", "count": 3 }),
        json!({ "componentType": F32, "type": "VEC9", "count": 3 }),
        json!({ "componentType": I16, "type": "VEC3", "count": 3, "bufferView": 0, "byteOffset": 1 }),
    ];
    for accessor in cases {
        let mut maker = Maker::default();
        maker.floats("VEC3", &TRIANGLE);
        let position = maker.push(accessor.clone());
        match maker.import_primitive(json!({ "attributes": { "POSITION": position } })) {
            Ok(imported) => assert!(imported.report.max_severity() >= Some(Severity::Warning), "{accessor}"),
            Err(error) => assert!(error.location.starts_with('/'), "{accessor}: {error}"),
        }
    }
}

#[test]
fn repeated_reads_of_one_view_are_limited() {
    // 2,000 primitives with one accessor of a megabyte would need four gigabytes.
    let mut maker = Maker::default();
    let position = maker.floats("VEC3", &vec![1.0; 3 * 90_000]);
    let primitives = vec![json!({ "attributes": { "POSITION": position } }); 2_000];
    let outcome = maker.import(json!({ "nodes": [{ "mesh": 0 }], "meshes": [{ "primitives": primitives }] }));
    assert!(outcome.is_err_and(|e| !e.location.is_empty()));
}

#[test]
fn non_finite_numbers() {
    for value in [f32::NAN, f32::INFINITY] {
        let mut maker = Maker::default();
        let mut positions = TRIANGLE;
        positions[4] = value;
        let position = maker.floats("VEC3", &positions);
        match maker.import_primitive(json!({ "attributes": { "POSITION": position } })) {
            Ok(imported) => assert!(imported.report.max_severity() == Some(Severity::Error)),
            Err(error) => assert!(error.location.starts_with('/'), "{error}"),
        }
    }
}

#[test]
fn invalid_references() {
    for root in [
        json!({ "scene": 3, "scenes": [{}] }),
        json!({ "scenes": [{ "nodes": [4] }] }),
        json!({ "nodes": [{ "mesh": 1 }] }),
        json!({ "nodes": [{ "skin": 1 }] }),
        json!({ "nodes": [{}], "skins": [{ "joints": [1] }] }),
        json!({ "nodes": [{}], "skins": [{ "joints": [0], "skeleton": 5 }] }),
        json!({ "materials": [{ "normalTexture": { "index": 4 } }] }),
        json!({ "textures": [{ "source": 4 }] }),
        json!({ "textures": [{ "sampler": 4 }] }),
        json!({ "images": [{ "bufferView": 4 }] }),
        json!({ "meshes": [{ "primitives": [{ "attributes": { "POSITION": 9 } }] }] }),
        json!({ "meshes": [{ "primitives": [{ "attributes": {}, "indices": 9 }] }] }),
        json!({ "bufferViews": [{ "buffer": 4, "byteLength": 1 }],
            "accessors": [{ "bufferView": 0, "componentType": F32, "count": 1, "type": "SCALAR" }] }),
    ] {
        let mut json = root.clone();
        json["asset"] = json!({ "version": "2.0" });
        match import_json(&json) {
            Ok(imported) => assert!(imported.report.max_severity() >= Some(Severity::Warning), "{root}"),
            Err(error) => assert!(error.location.starts_with('/'), "{root}: {error}"),
        }
    }
}

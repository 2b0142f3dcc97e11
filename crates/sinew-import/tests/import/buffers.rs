//! Import of buffers: data URIs, external files, sparse, strided and compressed buffer views.

use crate::maker::{F32, I8, Maker, TRIANGLE, U8, U16, glb, import_json};
use serde_json::json;
use sinew::glam::Vec3;
use sinew_import::{Imported, NoFiles, import};
use std::cell::RefCell;

fn positions(imported: &Imported) -> Vec<Vec3> {
    imported.character.meshes()[0].primitives[0].positions.clone()
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0u32, |w, &b| w << 8 | u32::from(b)) << (8 * (3 - chunk.len()));
        for i in 0..4 {
            let digit = DIGITS[(word >> (18 - 6 * i) & 63) as usize] as char;
            out.push(if i <= chunk.len() { digit } else { '=' });
        }
    }
    out
}

#[test]
fn data_uris_external_files_and_glb_agree() {
    let mut maker = Maker::default();
    let position = maker.floats("VEC3", &TRIANGLE);
    let root = json!({
        "nodes": [{ "mesh": 0 }],
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": position } }] }]
    });
    let expected = positions(&maker.import(root.clone()).unwrap());
    assert_eq!(expected, [Vec3::ZERO, Vec3::X, Vec3::Y]);

    let mut embedded = maker.json(root.clone());
    embedded["buffers"][0]["uri"] =
        json!(format!("data:application/octet-stream;base64,{}", base64(&maker.bin)));
    assert_eq!(positions(&import_json(&embedded).unwrap()), expected);

    let mut external = maker.json(root);
    external["buffers"][0]["uri"] = json!("sub%20folder/%C3%A4.bin");
    let asked = RefCell::new(Vec::new());
    let resolver = |path: &str| {
        asked.borrow_mut().push(path.to_owned());
        Ok(maker.bin.clone())
    };
    assert_eq!(positions(&import(external.to_string().as_bytes(), &resolver).unwrap()), expected);
    assert_eq!(*asked.borrow(), ["sub folder/ä.bin"]);
    let missing = import(external.to_string().as_bytes(), &NoFiles).unwrap_err();
    assert!(missing.location.starts_with("/buffers/0"), "{missing}");
}

/// Exporters write names unencoded, and a file may really have a name with a percent sign.
#[test]
fn files_are_found_by_the_name_as_written_too() {
    for (uri, stored) in [
        ("x%20y.bin", "x%20y.bin"),
        ("x%20y.bin", "x y.bin"),
        ("a%2Fb.bin", "a%2Fb.bin"),
        ("50%25.bin", "50%25.bin"),
        ("%C3%A4/100%.bin", "%C3%A4/100%.bin"),
    ] {
        let json = json!({ "asset": { "version": "2.0" }, "buffers": [{ "byteLength": 4, "uri": uri }] });
        let resolver = |path: &str| match path == stored {
            true => Ok(vec![0; 4]),
            false => Err(format!("no {path}")),
        };
        assert!(import(json.to_string().as_bytes(), &resolver).is_ok(), "{uri} {stored}");
    }
    // Both exist: the specification decides.
    let json = json!({ "asset": { "version": "2.0" }, "images": [{ "uri": "x%20y.png" }] });
    let resolver = |path: &str| Ok(path.as_bytes().to_vec());
    let imported = import(json.to_string().as_bytes(), &resolver).unwrap();
    assert_eq!(imported.character.images()[0].encoded.as_deref(), Some(&b"x y.png"[..]));
}

#[test]
fn data_uris_in_any_spelling_agree() {
    let mut maker = Maker::default();
    let position = maker.floats("VEC3", &TRIANGLE);
    let root = json!({
        "nodes": [{ "mesh": 0 }],
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": position } }] }]
    });
    let text = base64(&maker.bin);
    let lines: Vec<&str> = (0..text.len()).step_by(20).map(|n| &text[n..(n + 20).min(text.len())]).collect();
    for uri in [
        format!("data:application/octet-stream;base64,{}", lines.join("\n")),
        format!("data:application/gltf-buffer;base64,{}\r\n", lines.join("\r\n")),
        format!("DATA:application/octet-stream;BASE64,{text}"),
        format!("data:;base64,{}", text.replace('A', "%41").replace('=', "%3D").replace('+', "%2B")),
    ] {
        let mut json = maker.json(root.clone());
        json["buffers"][0]["uri"] = json!(uri);
        assert_eq!(positions(&import_json(&json).unwrap()), [Vec3::ZERO, Vec3::X, Vec3::Y], "{uri}");
    }
}

#[test]
fn the_resolver_gets_no_path_outside_of_the_folder() {
    let resolver = |path: &str| -> Result<Vec<u8>, String> { panic!("asked for {path}") };
    for uri in
        ["../secret.bin", "/etc/passwd", "file:///etc/passwd", "a/%2e%2e/%2e%2e/b", "https://x.y/z", "C:\\x"]
    {
        let json = json!({ "asset": { "version": "2.0" }, "buffers": [{ "byteLength": 4, "uri": uri }] });
        let outcome = import(json.to_string().as_bytes(), &resolver);
        assert!(outcome.is_err_and(|e| e.location.starts_with("/buffers/0")), "{uri}");
        let json = json!({ "asset": { "version": "2.0" }, "images": [{ "uri": uri }] });
        let imported = import(json.to_string().as_bytes(), &resolver).unwrap();
        assert!(imported.report.diagnostics().iter().any(|f| f.location.starts_with("/images/0")), "{uri}");
        assert!(imported.character.images()[0].encoded.is_none());
    }
}

#[test]
fn strided_views() {
    let mut maker = Maker::default();
    let bytes: Vec<u8> =
        TRIANGLE.chunks(3).flat_map(|p| [p[0], p[1], p[2], 9.0, 9.0]).flat_map(f32::to_le_bytes).collect();
    let view = maker.view(&bytes);
    maker.views[view]["byteStride"] = json!(20);
    let position = maker.push(json!({
        "bufferView": view, "componentType": F32, "type": "VEC3", "count": 3, "min": [0, 0, 0],
        "max": [1, 1, 0]
    }));
    let imported = maker.import_primitive(json!({ "attributes": { "POSITION": position } })).unwrap();
    assert_eq!(positions(&imported), [Vec3::ZERO, Vec3::X, Vec3::Y]);
}

#[test]
fn sparse_with_and_without_a_base() {
    for base in [true, false] {
        let mut maker = Maker::default();
        let view = maker.view(&TRIANGLE.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<_>>());
        let indices = maker.view(&[2]);
        let values = maker.view(&[7f32, 8., 9.].iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<_>>());
        let mut accessor = json!({
            "componentType": F32, "type": "VEC3", "count": 3, "min": [0, 0, 0], "max": [7, 8, 9],
            "sparse": {
                "count": 1,
                "indices": { "bufferView": indices, "componentType": U8 },
                "values": { "bufferView": values }
            }
        });
        if base {
            accessor["bufferView"] = json!(view);
        }
        let position = maker.push(accessor);
        let imported = maker.import_primitive(json!({ "attributes": { "POSITION": position } })).unwrap();
        let second = if base { Vec3::X } else { Vec3::ZERO };
        assert_eq!(positions(&imported), [Vec3::ZERO, second, Vec3::new(7., 8., 9.)]);
    }
}

#[test]
fn quantized_attributes() {
    let mut maker = Maker::default();
    let position = maker.shorts("VEC3", true, &[0, 0, 0, 0, 0, 32767, 0, 0, 0, -32767, 0, 0]);
    maker.accessors[position]["count"] = json!(3);
    // Three shorts take eight bytes: vertex attributes are aligned to four bytes.
    maker.views[0]["byteStride"] = json!(8);
    let normals = maker.accessor(I8, "VEC3", true, &[0, 0, 127, 0, 0, 0, 127, 0, 0, 0, 127, 0]);
    let view = maker.accessors[normals]["bufferView"].as_u64().unwrap() as usize;
    maker.views[view]["byteStride"] = json!(4);
    maker.accessors[normals]["count"] = json!(3);
    let uv = maker.accessor(U16, "VEC2", true, &[0, 0, 255, 255, 0, 0, 0, 0, 255, 255, 255, 255]);
    let imported = maker.import(json!({
        "extensionsUsed": ["KHR_mesh_quantization"], "extensionsRequired": ["KHR_mesh_quantization"],
        "nodes": [{ "mesh": 0 }],
        "meshes": [{ "primitives": [{ "attributes":
            { "POSITION": position, "NORMAL": normals, "TEXCOORD_0": uv } }] }]
    }));
    let imported = imported.unwrap();
    let primitive = &imported.character.meshes()[0].primitives[0];
    assert_eq!(primitive.positions, [Vec3::ZERO, Vec3::new(0., 1., 0.), Vec3::new(0., -1., 0.)]);
    assert_eq!(primitive.normals, [Vec3::Z; 3]);
    assert_eq!(primitive.uvs[0][0].to_array(), [0., 1.]);
}

#[test]
fn compressed_views() {
    for (file, extension) in [(PACKED_0, "EXT_meshopt_compression"), (PACKED_1, "KHR_meshopt_compression")] {
        let bytes: Vec<u8> =
            (0..file.len() / 2).map(|i| u8::from_str_radix(&file[2 * i..2 * i + 2], 16).unwrap()).collect();
        let json = json!({
            "asset": { "version": "2.0" },
            "extensionsUsed": [extension], "extensionsRequired": [extension],
            "nodes": [{ "mesh": 0 }],
            "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 } }] }],
            "buffers": [{ "byteLength": bytes.len() },
                { "byteLength": 36, "extensions": { extension: { "fallback": true } } }],
            "bufferViews": [{
                "buffer": 1, "byteLength": 36, "byteStride": 12,
                "extensions": { extension: {
                    "buffer": 0, "byteLength": bytes.len(), "byteStride": 12, "count": 3, "mode": "ATTRIBUTES"
                } }
            }],
            "accessors": [{
                "bufferView": 0, "componentType": F32, "type": "VEC3", "count": 3, "min": [0, 0, 0],
                "max": [1, 1, 0]
            }]
        });
        let imported = import(&glb(&json, &bytes), &NoFiles).unwrap();
        assert_eq!(positions(&imported), [Vec3::ZERO, Vec3::X, Vec3::Y], "{extension}");
    }
}

/// Triangle compressed by meshoptimizer with versions 0 and 1 of the attribute codec.
const PACKED_0: &str = "a00000013c000000ffff013c0000007e7d0000010c000000ff010c0000007e00000000000000000000000\
    0000000000000000000000000000000000000000000000000";
const PACKED_1: &str = "a1faeaaa0000ff007f7e00007f000000000000000000000000000000000000000000010100";

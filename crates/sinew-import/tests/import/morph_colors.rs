//! Morph targets that change vertex colours.

use crate::maker::{F32, I8, Maker, TRIANGLE, U16};
use serde_json::{Value, json};
use sinew::character::Primitive;
use sinew::glam::Vec4;
use sinew_import::{ExportOptions, Imported, NoFiles, Severity, export_glb, import};

const COLORS: [f32; 12] = [1., 0., 0., 1., 0., 1., 0., 1., 0., 0., 1., 1.];
const OFFSETS: [f32; 12] = [0., 0., 0., 0., 0.5, -1., 0., -0.25, 0., 0., -1., 0.];

/// A triangle with vertex colours, if `colors` is not empty, and the target that `target` says.
fn triangle(colors: &[f32], target: impl FnOnce(&mut Maker) -> Value) -> Imported {
    let mut maker = Maker::default();
    let mut attributes = json!({
        "POSITION": maker.floats("VEC3", &TRIANGLE),
        "NORMAL": maker.floats("VEC3", &[0., 0., 1., 0., 0., 1., 0., 0., 1.])
    });
    if !colors.is_empty() {
        attributes["COLOR_0"] = json!(maker.floats("VEC4", colors));
    }
    let target = target(&mut maker);
    maker.import_primitive(json!({ "attributes": attributes, "targets": [target] })).unwrap()
}

fn primitive(imported: &Imported) -> &Primitive {
    &imported.character.meshes()[0].primitives[0]
}

fn findings(imported: &Imported) -> Vec<(Severity, &str, &str)> {
    imported.report.diagnostics().iter().map(|d| (d.severity, d.code, d.location.as_str())).collect()
}

/// Vertices with a colour offset, with it.
fn changed(imported: &Imported) -> Vec<(u32, Vec4)> {
    let target = &primitive(imported).morph_targets[0];
    let all = target.vertices().iter().copied().zip(target.colors().iter().copied());
    all.filter(|(_, offset)| *offset != Vec4::ZERO).collect()
}

#[test]
fn colour_offsets_of_any_format_are_read() {
    let expected = [(1, Vec4::new(0.5, -1.0, 0.0, -0.25)), (2, Vec4::new(0.0, 0.0, -1.0, 0.0))];
    let floats = triangle(&COLORS, |maker| json!({ "COLOR_0": maker.floats("VEC4", &OFFSETS) }));
    assert_eq!(findings(&floats), []);
    assert_eq!(changed(&floats), expected);
    assert_eq!(primitive(&floats).morph_targets[0].vertices(), [1, 2]);

    // Three components leave alpha alone.
    let bytes: Vec<u8> = OFFSETS.chunks(4).flat_map(|c| &c[..3]).map(|c| (c * 127.0) as i8 as u8).collect();
    let bytes = triangle(&COLORS, |maker| json!({ "COLOR_0": maker.accessor(I8, "VEC3", true, &bytes) }));
    for ((vertex, offset), (other, expected)) in changed(&bytes).into_iter().zip(expected) {
        assert_eq!(vertex, other);
        assert!((offset - expected.truncate().extend(0.0)).abs().max_element() < 0.01, "{offset}");
    }

    // A sparse accessor beside positions that move another vertex.
    let sparse = triangle(&COLORS, |maker| {
        let (ids, values) =
            (maker.view(&[2, 0]), maker.view(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 128, 191, 0, 0, 0, 0]));
        let sparse = json!({ "count": 1, "indices": { "bufferView": ids, "componentType": U16 },
            "values": { "bufferView": values } });
        json!({
            "POSITION": maker.floats("VEC3", &[1., 0., 0., 0., 0., 0., 0., 0., 0.]),
            "COLOR_0": maker.push(json!({ "componentType": F32, "type": "VEC4", "count": 3, "sparse": sparse }))
        })
    });
    assert_eq!(findings(&sparse), []);
    assert_eq!(changed(&sparse), expected[1..]);
    assert_eq!(primitive(&sparse).morph_targets[0].vertices(), [0, 2]);
}

#[test]
fn exports_keep_colour_offsets() {
    let imported = triangle(&COLORS, |maker| json!({ "COLOR_0": maker.floats("VEC4", &OFFSETS) }));
    for (options, tolerance) in
        [(ExportOptions::default(), 0.0), (ExportOptions::default().with_quantize(true), 1e-4)]
    {
        let exported = export_glb(&imported.character, &[], &options).unwrap();
        let again = import(&exported.bytes, &NoFiles).unwrap();
        assert_eq!(findings(&again), []);
        let (before, after) = (changed(&imported), changed(&again));
        assert_eq!(before.len(), after.len());
        for ((vertex, a), (other, b)) in before.into_iter().zip(after) {
            assert!(vertex == other && (a - b).abs().max_element() <= tolerance, "{a} {b}");
        }
    }
}

/// Flat normals split vertices, whose offsets stay with them.
#[test]
fn split_vertices_keep_their_offsets() {
    let mut maker = Maker::default();
    let position = maker.floats("VEC3", &[0., 0., 0., 1., 0., 0., 0., 1., 0., 1., 1., 1.]);
    let color = maker.floats("VEC4", &[1.0; 16]);
    let offset = maker.floats("VEC4", &[[0.0; 4], [-0.5; 4], [0.0; 4], [-1.0; 4]].concat());
    let indices = maker.indices(&[0, 1, 2, 1, 3, 2]);
    let imported = maker
        .import_primitive(json!({
            "attributes": { "POSITION": position, "COLOR_0": color }, "indices": indices,
            "targets": [{ "COLOR_0": offset }]
        }))
        .unwrap();
    let halves = [(1, Vec4::splat(-0.5)), (3, Vec4::splat(-0.5)), (4, Vec4::splat(-1.0))];
    assert_eq!(changed(&imported), halves);
    let exported = export_glb(&imported.character, &[], &ExportOptions::default()).unwrap();
    assert_eq!(changed(&import(&exported.bytes, &NoFiles).unwrap()), halves);
}

#[test]
fn unusable_colour_offsets_are_errors_and_the_rest_stays() {
    let at = "/meshes/0/primitives/0/targets/0/COLOR_0";
    let check = |what: &str, found: (&str, &str), colors: &[f32], color: &dyn Fn(&mut Maker) -> usize| {
        let imported = triangle(
            colors,
            |maker| json!({ "POSITION": maker.floats("VEC3", &[1., 0., 0., 0., 0., 0., 0., 0., 0.]), "COLOR_0": color(maker) }),
        );
        assert_eq!(findings(&imported), [(Severity::Error, found.0, found.1)], "{what}");
        let target = &primitive(&imported).morph_targets[0];
        assert_eq!((target.vertices(), target.colors()), (&[0][..], &[][..]), "{what}");
    };
    check("no colours", ("morph-attribute", at), &[], &|maker| maker.floats("VEC4", &OFFSETS));
    check("two vertices", ("attribute-count", at), &COLORS, &|maker| maker.floats("VEC4", &OFFSETS[..8]));
    check("two components", ("accessor-type", at), &COLORS, &|maker| maker.floats("VEC2", &OFFSETS[..6]));
    check("no such accessor", ("out-of-range", at), &COLORS, &|_| 99);
}

//! Primitives with KHR_draco_mesh_compression.

use crate::draco_maker::{Grid, Method, root};
use crate::maker::Maker;
use serde_json::json;
use sinew::character::Primitive;
use sinew_import::{Imported, Severity};

const LOCATION: &str = "/meshes/0/primitives/0/extensions/KHR_draco_mesh_compression";

fn import(grid: &Grid, stream: &[u8]) -> Imported {
    let mut maker = Maker::default();
    let primitive = grid.primitive(&mut maker, stream);
    maker.import(root(primitive)).unwrap()
}

fn primitive(imported: &Imported) -> &Primitive {
    &imported.character.meshes()[0].primitives[0]
}

fn codes(imported: &Imported) -> Vec<(&str, &str)> {
    imported.report.diagnostics().iter().map(|d| (d.code, d.location.as_str())).collect()
}

/// Number of the grid's vertex at each decoded vertex, found by its position.
fn origins(grid: &Grid, side: u32, primitive: &Primitive) -> Vec<usize> {
    let end = (side - 1) as f32;
    let number =
        |p: &sinew::glam::Vec3| ((p.y * end).round() as u32 * side + (p.x * end).round() as u32) as usize;
    let found: Vec<_> = primitive.positions.iter().map(number).collect();
    for (at, &n) in primitive.positions.iter().zip(&found) {
        let error = (*at - sinew::glam::Vec3::from_array(grid.positions[n])).length();
        assert!(error < 1e-3, "{error}");
    }
    found
}

#[test]
fn all_attributes_are_those_that_were_encoded() {
    const SIDE: u32 = 12;
    let grid = Grid::new(SIDE);
    for (method, bits) in [(Method::Sequential, -1), (Method::Sequential, 12), (Method::Edgebreaker, 14)] {
        let imported = import(&grid, &grid.encode(method, bits));
        assert_eq!(codes(&imported), [], "{method:?}");
        let primitive = primitive(&imported);
        assert_eq!(primitive.positions.len(), grid.positions.len());
        let from = origins(&grid, SIDE, primitive);
        if method == Method::Sequential {
            assert!(from.is_sorted(), "the order of vertices is kept");
        }
        let influences = primitive.influences.as_ref().unwrap();
        for (at, &n) in from.iter().enumerate() {
            let near = |a: &[f32], b: &[f32], error: f32| a.iter().zip(b).all(|(a, b)| (a - b).abs() < error);
            assert!(near(&primitive.normals[at].to_array(), &grid.normals[n], 0.01));
            assert!(near(&primitive.uvs[0][at].to_array(), &grid.uvs[n], 0.001));
            let color = grid.colors[n].map(|c| f32::from(c) / 255.0);
            assert!(near(&primitive.colors[at].to_array(), &color, 1e-6));
            let weight_of = |joint: u8| {
                let joint_weights =
                    influences.of_vertex(at).filter(|(index, _)| *index == usize::from(joint));
                joint_weights.map(|(_, weight)| weight).sum::<f32>()
            };
            for (joint, weight) in grid.joints[n].iter().zip(grid.weights[n]).take(2) {
                assert!((weight_of(*joint) - weight).abs() < 0.01, "{joint} {weight}");
            }
        }
        let sorted = |[a, b, c]: [usize; 3]| {
            // The first corner does not matter, the winding does.
            [[a, b, c], [b, c, a], [c, a, b]].into_iter().min().unwrap()
        };
        let triangles = primitive.indices.as_chunks::<3>().0.iter();
        let mut found: Vec<_> = triangles.map(|t| sorted(t.map(|n| from[n as usize]))).collect();
        let mut expected: Vec<_> = grid.triangles.iter().map(|t| sorted(t.map(|n| n as usize))).collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected);
    }
}

#[test]
fn morph_targets_stay_beside_the_stream() {
    let grid = Grid::new(4);
    let mut maker = Maker::default();
    let mut primitive = grid.primitive(&mut maker, &grid.encode(Method::Sequential, -1));
    let mut offsets = vec![0.0; 16 * 3];
    (offsets[3 * 5], offsets[3 * 9 + 1]) = (2.0, -1.0);
    primitive["targets"] = json!([{ "POSITION": maker.floats("VEC3", &offsets) }]);
    let imported = maker.import(root(primitive)).unwrap();
    let target = &self::primitive(&imported).morph_targets[0];
    assert_eq!(target.vertices(), [5, 9]);
}

#[test]
fn streams_that_do_not_match_their_accessors_are_named() {
    let grid = Grid::new(6);
    let stream = grid.encode(Method::Edgebreaker, 12);
    let check =
        |what: &str, code: &str, location: &str, change: &dyn Fn(&mut Maker, &mut serde_json::Value)| {
            let mut maker = Maker::default();
            let mut primitive = grid.primitive(&mut maker, &stream);
            change(&mut maker, &mut primitive);
            let imported = maker.import(root(primitive)).unwrap();
            let diagnostics = imported.report.diagnostics();
            let found = diagnostics.iter().any(|d| d.code == code && d.location == location);
            assert!(found, "{what}: {diagnostics:#?}");
            assert!(self::primitive(&imported).positions.is_empty(), "{what}");
        };
    let extension = |p: &mut serde_json::Value| p["extensions"]["KHR_draco_mesh_compression"].take();
    check("no such attribute", "draco", &format!("{LOCATION}/attributes/NORMAL"), &|_, p| {
        p["extensions"]["KHR_draco_mesh_compression"]["attributes"]["NORMAL"] = json!(77);
    });
    check("another width", "draco", &format!("{LOCATION}/attributes/TEXCOORD_0"), &|maker, _| {
        maker.accessors[2]["type"] = json!("VEC3");
    });
    check("no such view", "out-of-range", LOCATION, &|_, p| {
        p["extensions"]["KHR_draco_mesh_compression"]["bufferView"] = json!(9);
    });
    check("no view", "draco", LOCATION, &|_, p| {
        let mut draco = extension(p);
        draco.as_object_mut().unwrap().remove("bufferView");
        p["extensions"]["KHR_draco_mesh_compression"] = draco;
    });
    check("points", "draco", LOCATION, &|_, p| p["mode"] = json!(0));
    for (what, at, byte) in
        [("signature", 0, b'X'), ("version", 5, 3), ("kind", 7, 0), ("version 2.1", 6, 1), ("method", 8, 9)]
    {
        check(what, "draco", LOCATION, &|maker, _| maker.bin[at] = byte);
    }
}

#[test]
fn uncompressed_data_stands_in_for_a_damaged_stream() {
    let grid = Grid::new(3);
    let mut maker = Maker::default();
    let mut primitive = grid.primitive(&mut maker, &grid.encode(Method::Edgebreaker, 12));
    maker.bin[0] = b'X';
    primitive["attributes"] = json!({ "POSITION": maker.floats("VEC3", grid.positions.as_flattened()) });
    primitive["indices"] = json!(maker.indices(&[0, 1, 3]));
    primitive["extensions"]["KHR_draco_mesh_compression"]["attributes"] = json!({ "POSITION": 0 });
    let imported = maker.import(root(primitive)).unwrap();
    let message = &imported.report.diagnostics()[0].message;
    assert!(message.contains("the uncompressed data is used"), "{message}");
    assert_eq!(self::primitive(&imported).indices, [0, 1, 2]);
    assert_eq!(self::primitive(&imported).positions.len(), 3, "flat normals split vertices");
}

/// Files of old encoders have accessors with other counts than their streams.
#[test]
fn counts_of_the_stream_win_over_those_of_accessors() {
    let grid = Grid::new(6);
    for method in [Method::Sequential, Method::Edgebreaker] {
        let stream = grid.encode(method, 12);
        let expected = import(&grid, &stream);
        let check = |what: &str, found: &[&str], change: &dyn Fn(&mut Vec<serde_json::Value>)| {
            let mut maker = Maker::default();
            let primitive = grid.primitive(&mut maker, &stream);
            change(&mut maker.accessors);
            let imported = maker.import(root(primitive)).unwrap();
            let of_draco = |d: &&sinew_import::Diagnostic| d.code == "draco-count";
            let findings: Vec<_> = imported.report.diagnostics().iter().filter(of_draco).collect();
            assert_eq!(findings.len(), found.len(), "{what}: {:#?}", imported.report);
            for (finding, found) in findings.iter().zip(found) {
                assert_eq!(finding.severity, Severity::Warning);
                assert_eq!(finding.location, LOCATION);
                assert!(finding.message.contains(found), "{what}: {}", finding.message);
            }
            assert!(imported.report.max_severity() == Some(Severity::Warning), "{what}");
            assert_eq!(self::primitive(&imported), self::primitive(&expected), "{what}");
        };
        check("more vertices", &["36 vertices; the accessors have 37"], &|accessors| {
            accessors.iter_mut().take(6).for_each(|accessor| accessor["count"] = json!(37));
        });
        check("fewer vertices", &["36 vertices; the accessors have 3"], &|accessors| {
            accessors.iter_mut().take(6).for_each(|accessor| accessor["count"] = json!(3));
        });
        check("unequal counts", &["36 vertices; the accessors have 35"], &|accessors| {
            accessors[1]["count"] = json!(35);
        });
        check("more indices", &["150 indices; the accessor has 153"], &|accessors| {
            accessors[6]["count"] = json!(153);
        });
        check("fewer indices", &["150 indices; the accessor has 3"], &|accessors| {
            accessors[6]["count"] = json!(3);
        });
        check("huge counts", &["36 vertices; the", "150 indices; the"], &|accessors| {
            accessors.iter_mut().for_each(|accessor| accessor["count"] = json!(4_000_000_000_u32));
        });
    }
}

/// Vertices of a stream may be far more than its header says: seams split them.
#[test]
fn seams_split_more_vertices_than_accessors_state() {
    let grid = Grid::new(6);
    let mut split = Grid::new(6);
    let corners: Vec<usize> = grid.triangles.iter().flatten().map(|&n| n as usize).collect();
    split.positions = corners.iter().map(|&n| grid.positions[n]).collect();
    split.normals = corners.iter().map(|&n| grid.normals[n]).collect();
    split.uvs = (0..corners.len()).map(|n| [n as f32 / 150.0, (n % 7) as f32]).collect();
    split.colors = corners.iter().map(|&n| grid.colors[n]).collect();
    split.joints = corners.iter().map(|&n| grid.joints[n]).collect();
    split.weights = corners.iter().map(|&n| grid.weights[n]).collect();
    split.triangles = (0..50).map(|n| [3 * n, 3 * n + 1, 3 * n + 2]).collect();
    let stream = split.encode(Method::Edgebreaker, 12);
    let mut maker = Maker::default();
    let primitive = split.primitive(&mut maker, &stream);
    maker.accessors.iter_mut().take(6).for_each(|accessor| accessor["count"] = json!(36));
    let imported = maker.import(root(primitive)).unwrap();
    assert_eq!(codes(&imported), [("draco-count", LOCATION)]);
    assert_eq!(self::primitive(&imported).positions.len(), 150);
}

/// Morph targets have no counterpart in the stream: one of another count is left out, which is an error.
#[test]
fn morph_targets_of_another_count_are_left_out() {
    let grid = Grid::new(4);
    let mut maker = Maker::default();
    let mut primitive = grid.primitive(&mut maker, &grid.encode(Method::Sequential, -1));
    maker.accessors.iter_mut().take(6).for_each(|accessor| accessor["count"] = json!(15));
    primitive["targets"] = json!([{ "POSITION": maker.floats("VEC3", &[0.5; 15 * 3]) }]);
    let imported = maker.import(root(primitive)).unwrap();
    assert_eq!(imported.report.count("attribute-count", Severity::Error), 1);
    assert!(self::primitive(&imported).morph_targets[0].vertices().is_empty());
    assert_eq!(self::primitive(&imported).positions.len(), 16);
}

/// Positions that are not in the stream may be fewer than its vertices.
#[test]
fn indices_of_the_stream_are_checked_against_positions_beside_it() {
    let grid = Grid::new(4);
    let mut maker = Maker::default();
    let mut primitive = grid.primitive(&mut maker, &grid.encode(Method::Sequential, -1));
    let positions = maker.floats("VEC3", grid.positions[..9].as_flattened());
    primitive["attributes"] = json!({ "POSITION": positions, "TEXCOORD_0": 2 });
    primitive["extensions"]["KHR_draco_mesh_compression"]["attributes"] = json!({ "TEXCOORD_0": 2 });
    let imported = maker.import(root(primitive)).unwrap();
    assert_eq!(imported.report.count("index-out-of-range", Severity::Error), 1, "{:#?}", imported.report);
    assert!(self::primitive(&imported).positions.is_empty());
}

/// Numbers of the header that no data back stop the import before memory is reserved.
#[test]
fn headers_that_nothing_backs_exceed_the_memory_limit() {
    let grid = Grid::new(3);
    let stream = grid.encode(Method::Edgebreaker, 12);
    // The traversal, then vertices and faces, which are below 128.
    assert_eq!(stream[12..14], [9, 8]);
    let huge = [0xFF, 0xFF, 0xFF, 0xFF, 0x07];
    let stream = [&stream[..12], &huge, &huge, &stream[14..]].concat();
    let mut maker = Maker::default();
    let primitive = grid.primitive(&mut maker, &stream);
    let error = maker.import(root(primitive)).unwrap_err();
    assert_eq!(error.code, "too-large");
    assert_eq!(error.location, LOCATION);
}

/// Samples of Khronos of 2018, whose accessors have the counts before compression.
#[test]
fn files_of_old_encoders_are_whole() {
    for (file, counts) in [("CesiumMan", &[1][..]), ("CesiumMilkTruck", &[3, 1])] {
        let Some(path) = test_needs::asset(&format!("pictures/draco2018/{file}/{file}.gltf")) else { return };
        let imported = sinew_import::import_file(&path).unwrap();
        assert!(imported.report.count("draco-count", Severity::Warning) > 0, "{file}");
        assert_eq!(imported.report.max_severity(), Some(Severity::Warning), "{:#?}", imported.report);
        let primitives: Vec<_> = imported.character.meshes().iter().map(|m| m.primitives.len()).collect();
        assert_eq!(primitives, counts, "{file}");
        for primitive in imported.character.meshes().iter().flat_map(|mesh| &mesh.primitives) {
            assert!(primitive.indices.len() >= 168, "{file}");
            assert_eq!(primitive.normals.len(), primitive.positions.len(), "{file}");
        }
    }
}

/// `banner.glb` is a skinned banner, encoded with Google's encoder; the sums are those of what Google's
/// decoder makes of it.
#[test]
fn numbers_are_those_of_the_reference_decoder() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/compressed/banner.glb");
    let imported = sinew_import::import(&std::fs::read(file).unwrap(), &sinew_import::NoFiles).unwrap();
    assert_eq!(codes(&imported), []);
    let primitive = primitive(&imported);
    let sum = |bytes: &mut dyn Iterator<Item = [u8; 4]>| {
        let hash = |h: u64, b: u8| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01B3);
        bytes.flatten().fold(0xCBF2_9CE4_8422_2325, hash)
    };
    let positions = primitive.positions.iter().flat_map(|p| p.to_array());
    assert_eq!(sum(&mut positions.map(f32::to_le_bytes)), 0x725C_48D7_155E_9426);
    let uvs = primitive.uvs[0].iter().flat_map(|uv| uv.to_array());
    assert_eq!(sum(&mut uvs.map(f32::to_le_bytes)), 0xA849_2D20_5582_2FB5);
    assert_eq!(sum(&mut primitive.indices.iter().map(|i| i.to_le_bytes())), 0xC239_00DB_9F5C_1095);
    let influences = primitive.influences.as_ref().unwrap();
    for (n, position) in primitive.positions.iter().enumerate() {
        // The weights move from the first joint to the second along the height of two metres.
        for (joint, weight) in influences.of_vertex(n) {
            let expected = if joint == 0 { 1.0 - position.y / 2.0 } else { position.y / 2.0 };
            assert!((weight - expected).abs() < 0.01, "{joint} {weight} {expected}");
        }
    }
}

/// Smooth surfaces compress to few bytes per vertex.
#[test]
fn large_smooth_meshes_are_within_the_limits() {
    const SIDE: u32 = 300;
    let grid = Grid::new(SIDE);
    let stream = grid.encode(Method::Edgebreaker, 11);
    assert!(stream.len() < 3 * grid.positions.len(), "{} bytes", stream.len());
    let imported = import(&grid, &stream);
    assert_eq!(primitive(&imported).positions.len(), 90_000);
    assert_eq!(primitive(&imported).indices.len(), grid.triangles.len() * 3);
}

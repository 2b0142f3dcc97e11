//! Tests of the meshopt decoders.

use super::decode;
use test_needs::cases;

/// Reference data of meshoptimizer 1.x. Each line holds name, mode, filter, count, stride, compressed bytes
/// and bytes decompressed by its decoder.
const VECTORS: &str = include_str!("vectors.txt");

struct Vector {
    name: &'static str,
    mode: &'static str,
    filter: &'static str,
    count: usize,
    stride: usize,
    packed: Vec<u8>,
    plain: Vec<u8>,
}

fn hex(text: &str) -> Vec<u8> {
    (0..text.len() / 2).map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).unwrap()).collect()
}

fn vectors() -> Vec<Vector> {
    let line = |line: &'static str| {
        let field: Vec<_> = line.split(' ').collect();
        Vector {
            name: field[0],
            mode: field[1],
            filter: field[2],
            count: field[3].parse().unwrap(),
            stride: field[4].parse().unwrap(),
            packed: hex(field[5]),
            plain: hex(field[6]),
        }
    };
    VECTORS.lines().map(line).collect()
}

#[test]
fn reference_data_of_meshoptimizer_is_decoded() {
    for v in vectors() {
        let decoded = decode(&v.packed, v.count, v.stride, v.mode, v.filter)
            .unwrap_or_else(|e| panic!("{}: {e}", v.name));
        // Filters may round up or down.
        let close =
            |(a, b): (&u8, &u8)| a == b || (v.filter != "NONE" && a.wrapping_sub(*b).wrapping_add(1) <= 2);
        let same = decoded.len() == v.plain.len() && decoded.iter().zip(&v.plain).all(close);
        assert!(same, "{}", v.name);
    }
}

#[test]
fn damaged_streams_never_panic() {
    for v in vectors() {
        for cut in 0..v.packed.len() {
            assert!(
                decode(&v.packed[..cut], v.count, v.stride, v.mode, v.filter).is_err(),
                "{} {cut}",
                v.name
            );
        }
        for mut random in cases(200) {
            let mut random = move |below: usize| random.usize(..below);
            let mut packed = v.packed.clone();
            let at = random(packed.len());
            packed[at] ^= 1 << random(8);
            let _ = decode(&packed, v.count, v.stride, v.mode, v.filter);
        }
    }
}

#[test]
fn invalid_layouts_are_rejected() {
    let packed = [0u8; 64];
    for (stride, mode, filter) in [
        (3, "ATTRIBUTES", "NONE"),
        (260, "ATTRIBUTES", "NONE"),
        (0, "ATTRIBUTES", "NONE"),
        (3, "INDICES", "NONE"),
        (8, "TRIANGLES", "NONE"),
        (4, "VERTICES", "NONE"),
    ] {
        assert!(decode(&packed, 3, stride, mode, filter).is_err(), "{stride} {mode} {filter}");
    }
    let ok = vectors().into_iter().find(|v| v.stride == 12).unwrap();
    for filter in ["OCTAHEDRAL", "QUATERNION", "COLOR", "SOMETHING"] {
        assert!(decode(&ok.packed, ok.count, ok.stride, ok.mode, filter).is_err(), "{filter}");
    }
}

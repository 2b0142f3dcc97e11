//! Tests of the meshopt encoders.

use super::{attributes, sequence, triangles};
use crate::gltf::meshopt::decode;

/// Reference data of meshoptimizer. Each line holds name, mode, filter, count, stride, compressed bytes and
/// plain bytes.
const VECTORS: &str = include_str!("../../gltf/meshopt/vectors.txt");

fn hex(text: &str) -> Vec<u8> {
    (0..text.len() / 2).map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).unwrap()).collect()
}

fn random() -> impl FnMut(u32) -> u32 {
    let mut random = fastrand::Rng::with_seed(7);
    move |below| random.u32(..below)
}

fn bytes_of(indices: &[u32], stride: usize) -> Vec<u8> {
    indices.iter().flat_map(|i| i.to_le_bytes().into_iter().take(stride)).collect()
}

#[test]
fn the_same_bytes_as_meshoptimizer() {
    let mut seen = 0;
    for line in VECTORS.lines() {
        let field: Vec<_> = line.split(' ').collect();
        let (mode, stride, packed, plain) =
            (field[1], field[4].parse::<usize>().unwrap(), hex(field[5]), hex(field[6]));
        let indices: Vec<u32> =
            plain.chunks(stride).map(|b| b.iter().rev().fold(0u32, |n, &b| n << 8 | u32::from(b))).collect();
        let ours = match mode {
            "ATTRIBUTES" if packed[0] == 0xA0 => attributes(&plain, stride).unwrap(),
            "TRIANGLES" => triangles(&indices).unwrap(),
            "INDICES" => sequence(&indices),
            _ => continue,
        };
        assert_eq!(ours, packed, "{}", field[0]);
        seen += 1;
    }
    assert!(seen >= 8, "only {seen} vectors");
}

#[test]
fn attributes_round_trip() {
    for stride in [4, 8, 12, 16, 64, 256] {
        for count in [1, 2, 15, 16, 17, 255, 256, 257, 700] {
            for noise in [1, 3, 20, 256] {
                let mut random = random();
                let data: Vec<u8> =
                    (0..count * stride).map(|i| (i / 50) as u8 ^ random(noise) as u8).collect();
                let packed = attributes(&data, stride).unwrap();
                assert_eq!(decode(&packed, count, stride, "ATTRIBUTES", "NONE").unwrap(), data);
            }
        }
    }
    assert_eq!(attributes(&[0; 12], 3), None);
    assert_eq!(attributes(&[0; 13], 4), None);
    assert_eq!(attributes(&[], 4), None);
}

#[test]
fn indices_round_trip() {
    let grid = |w: u32| {
        (0..w - 1).flat_map(move |y| {
            (0..w - 1).flat_map(move |x| {
                let v = y * w + x;
                [v, v + w, v + 1, v + 1, v + w, v + w + 1]
            })
        })
    };
    let mut cases: Vec<Vec<u32>> = vec![
        vec![],
        vec![0, 1, 2],
        vec![0, 0, 0],
        vec![5, 5, 6, 0, 1, 2, 0, 1, 2],
        grid(20).collect(),
        grid(9).chain(grid(5)).collect(),
        vec![70_000, 0, 1, 65_534, 3, 70_000],
    ];
    for range in [3, 40, 1000, 100_000] {
        let mut random = random();
        cases.push((0..999).map(|_| random(range)).collect());
    }
    for case in cases {
        let stride = if case.iter().all(|&i| i < 65_536) { 2 } else { 4 };
        let plain = bytes_of(&case, stride);
        let packed = sequence(&case);
        assert_eq!(decode(&packed, case.len(), stride, "INDICES", "NONE").unwrap(), plain);
        let packed = triangles(&case).unwrap();
        let back = decode(&packed, case.len(), stride, "TRIANGLES", "NONE").unwrap();
        for (ours, theirs) in plain.chunks(3 * stride).zip(back.chunks(3 * stride)) {
            let turns = (0..3).map(|n| [&ours[n * stride..], &ours[..n * stride]].concat());
            assert!(turns.into_iter().any(|turn| turn == theirs), "{ours:?} {theirs:?}");
        }
    }
    assert_eq!(triangles(&[0, 1]), None);
}

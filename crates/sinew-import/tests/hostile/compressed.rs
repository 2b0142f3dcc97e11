//! Damaged Draco streams and KTX2 textures.

use crate::damage::{Random, copies, damage};
use crate::draco_maker::{Grid, Method, root};
use crate::maker::Maker;
use crate::measure::{decodes_within_limits, within_limits};
use serde_json::json;
use sinew_import::NoFiles;

/// Number of damaged copies of each stream or texture.
const COPIES: usize = 1500;

/// A copy with a few bytes changed, most of them in the header, or cut.
fn damaged(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut copy = bytes.to_vec();
    for _ in 0..1 + random.below(4) {
        let end = [40, 160, copy.len()][random.below(3)].min(copy.len());
        let at = random.below(end);
        copy[at] = match random.below(3) {
            0 => copy[at] ^ 1 << random.below(8),
            1 => [0, 1, 0x7F, 0x80, 0xFF][random.below(5)],
            _ => random.below(256) as u8,
        };
    }
    if random.below(8) == 0 {
        copy.truncate(random.below(bytes.len()));
    }
    copy
}

#[test]
fn damaged_draco_streams() {
    for (side, method, bits) in [
        (4, Method::Sequential, -1),
        (9, Method::Sequential, 10),
        (9, Method::Edgebreaker, 12),
        (40, Method::Edgebreaker, 9),
    ] {
        let grid = Grid::new(side);
        let stream = grid.encode(method, bits);
        for mut random in copies(&format!("a grid of {side} by {method:?}"), COPIES) {
            let copy = random.seed();
            let mut maker = Maker::default();
            let primitive = grid.primitive(&mut maker, &damaged(&stream, &mut random));
            // The counts in the JSON are as hostile as the stream.
            if copy % 4 == 3 {
                let count = [1, 3, 1000, 60_000, 200_000][random.below(5)];
                maker.accessors.iter_mut().for_each(|accessor| accessor["count"] = json!(count));
            }
            let file = maker.glb(root(primitive));
            within_limits(&format!("{side} {method:?} {bits}, copy {copy}"), &file, file.len(), &NoFiles);
        }
    }
}

/// A file of another encoder, damaged as real files are.
#[test]
fn damaged_copies_of_a_compressed_file() {
    let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/compressed/banner.glb")).unwrap();
    for mut random in copies("banner", COPIES) {
        let copy = random.seed();
        let (what, damaged) = damage(&bytes, copy, &mut random);
        within_limits(&format!("copy {copy}: {what}"), &damaged, damaged.len().max(bytes.len()), &NoFiles);
    }
}

/// One long stream that many primitives share: each of them decodes it.
#[test]
fn a_stream_shared_by_many_primitives() {
    let grid = Grid::new(60);
    let mut maker = Maker::default();
    let primitive = grid.primitive(&mut maker, &grid.encode(Method::Edgebreaker, 8));
    let mut file = root(primitive.clone());
    file["meshes"][0]["primitives"] = json!(vec![primitive; 5000]);
    let file = maker.glb(file);
    within_limits("a shared stream", &file, file.len(), &NoFiles);
}

#[test]
fn damaged_ktx2_textures() {
    for name in ["eye_etc1s.ktx2", "eye_etc1s_opaque.ktx2", "eye_uastc.ktx2", "eye_uastc_zstd.ktx2"] {
        let bytes = std::fs::read(format!("{}/tests/compressed/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
        for mut random in copies(name, 2 * COPIES) {
            let copy = random.seed();
            decodes_within_limits(&format!("{name}, copy {copy}"), &damaged(&bytes, &mut random));
        }
    }
}

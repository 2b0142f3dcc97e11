//! Damaged packs, with and without a valid checksum.

#[path = "../../../sinew/src/pack/checksum.rs"]
mod checksum;

use crate::damage;
use crate::measure::within_limits;
use sinew::clip::{CompressionSettings, compress};
use sinew::pack::write_pack;
use sinew_import::{NoFiles, import};

/// Number of damaged copies, each tested with its old and with a corrected checksum.
const COPIES: usize = 400;

#[test]
fn damaged_packs() {
    let built_in = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/sinew.vrm");
    let imported = import(&std::fs::read(built_in).unwrap(), &NoFiles).unwrap();
    let skeleton = imported.character.skeleton();
    let settings = CompressionSettings::new(1e-3);
    let clips = imported.clips.iter().map(|raw| compress(raw, skeleton, &settings).unwrap());
    let bytes = write_pack(&imported.character, &clips.collect::<Vec<_>>()).unwrap();
    within_limits("whole", &bytes, bytes.len(), &NoFiles);
    assert!(!import(&bytes, &NoFiles).unwrap().clips.is_empty());
    let mut random = damage::Random::new("pack");
    for copy in 0..COPIES {
        let (what, mut damaged) = damage::damage(&bytes, copy, &mut random);
        within_limits(
            &format!("pack, copy {copy}: {what}"),
            &damaged,
            damaged.len().max(bytes.len()),
            &NoFiles,
        );
        let length = damaged.len() as u64;
        if let Some(stated) = damaged.get_mut(24..32) {
            stated.copy_from_slice(&length.to_le_bytes());
        }
        let sum = damaged.get(16..).map(checksum::xxh64);
        if let (Some(sum), Some(place)) = (sum, damaged.get_mut(8..16)) {
            place.copy_from_slice(&sum.to_le_bytes());
        }
        within_limits(
            &format!("sealed, copy {copy}: {what}"),
            &damaged,
            damaged.len().max(bytes.len()),
            &NoFiles,
        );
    }
}

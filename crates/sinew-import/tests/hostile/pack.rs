//! Damaged packs, with and without a valid checksum.

#[path = "../../../sinew/src/pack/checksum.rs"]
mod checksum;

use crate::damage;
use crate::measure::within_limits;
use sinew::clip::{Interpolation, Track};
use sinew::pack::write_pack;
use sinew_author::clip::{CompressionSettings, compress, measure_compression_error};
use sinew_import::{NoFiles, import};

/// Number of damaged copies, each tested with its old and with a corrected checksum.
const COPIES: usize = 400;

/// The built-in character's first moving clip again and again, with `frames` frames at 120 per second.
fn capture(frames: usize) -> (sinew::Character, sinew::RawClip) {
    let built_in = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/sinew.vrm");
    let imported = import(&std::fs::read(built_in).unwrap(), &NoFiles).unwrap();
    let walk = imported.clips.iter().find(|clip| clip.name == "walk").unwrap();
    let times: std::sync::Arc<[f32]> = (0..frames).map(|n| n as f32 / 120.0).collect();
    let file_time = |time: f32| walk.start() + time % (walk.end() - walk.start());
    let mut joints = walk.joints.clone();
    for track in &mut joints {
        let turns = track.rotation.take().map(|track| {
            let at = |time: &f32| track.sample_rotation(file_time(*time), &mut 0);
            Track::new(Interpolation::Linear, 1, times.clone(), times.iter().map(at).collect()).unwrap()
        });
        let positions = track.translation.take().map(|track| {
            let at = |time: &f32| track.sample_vector(file_time(*time), &mut 0);
            Track::new(Interpolation::Linear, 1, times.clone(), times.iter().map(at).collect()).unwrap()
        });
        (track.rotation, track.translation) = (turns, positions);
    }
    (imported.character, sinew::RawClip { name: "capture".into(), joints, ..sinew::RawClip::default() })
}

#[test]
fn packs_of_long_captures_open() {
    let (character, raw) = capture(4511);
    for segment in [8, 32, 64] {
        let settings = CompressionSettings::new(1e-3).with_segment_samples(segment);
        let clip = compress(&raw, character.skeleton(), &settings).unwrap();
        let bytes = write_pack(&character, [&clip]).unwrap();
        let read = import(&bytes, &NoFiles).unwrap();
        assert!(read.clips[0].size_in_bytes() > 16 * bytes.len(), "unpacking it is no matter of course");
        let most = sinew_import::limits::MAX_UNPACKED_PER_BYTE * bytes.len();
        assert!(read.clips[0].size_in_bytes() < most + (40 << 20));
        let off = measure_compression_error(&read.clips[0], &clip, character.skeleton(), &settings).unwrap();
        assert!(off.max_distance < 1e-3, "{off:?}");
    }
}

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
    for mut random in damage::copies("pack", COPIES) {
        let copy = random.seed();
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
        if let (Some(sum), Some(stored)) = (sum, damaged.get_mut(8..16)) {
            stored.copy_from_slice(&sum.to_le_bytes());
        }
        within_limits(
            &format!("sealed, copy {copy}: {what}"),
            &damaged,
            damaged.len().max(bytes.len()),
            &NoFiles,
        );
    }
}

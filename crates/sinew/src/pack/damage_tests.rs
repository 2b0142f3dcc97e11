//! Tests of damaged packs: refused with a location, or harmless.

use super::container::{BITS, CLIP, FACE, MRPH, NODE, PACK, Sections, assemble, seal};
use super::test_clips::{packed, values};
use super::*;
use crate::clip::CompressionSettings;
use crate::morph::MorphWeights;
use crate::{Character, LocalPose};

/// Samples everything in a pack, so that no failure stays hidden.
fn use_all(pack: &Pack, character: &Character) {
    let mut pose = LocalPose::rest(pack.skeleton());
    let mut expressions = vec![0.0; pack.expressions().len()];
    for (number, clip) in pack.clips().iter().enumerate() {
        for time in [clip.start(), clip.end(), clip.start() * 0.3 + clip.end() * 0.7, -1e30, f32::NAN] {
            clip.sample(time, &mut pose);
            clip.sample_face(time, &mut expressions);
            for joint in pose.as_slice() {
                assert!(joint.is_finite(), "{joint:?}");
            }
            clip.root_motion().map(|root| root.sample(time));
        }
        let (bound, _) = pack.rebind(number, character);
        let mut morphs = MorphWeights::new([&[0.0f32; 2][..]]);
        bound.sample_morphs(1.0, &mut morphs);
        if clip.max_raw_value_count() < 1 << 20 {
            let raw = clip.to_raw(pack.skeleton(), &CompressionSettings::default());
            assert!(values(&raw) <= clip.max_raw_value_count());
        }
    }
}

/// Bytes changed one by one and in words, cut off and exchanged, with a fitting checksum, so that the content
/// is reached. Everything that is still accepted as a pack can be used.
#[test]
fn damaged_packs_are_refused_or_harmless() {
    let (character, _, bytes) = packed();
    let mut random = fastrand::Rng::with_seed(5);
    let (mut refused, mut taken) = (0, 0);
    let sections = Sections::open(&bytes, &PACK).unwrap();
    let bits = sections.find(BITS).unwrap();
    for round in 0..6000 {
        let mut damaged = bytes.clone();
        match round % 5 {
            // Tables and headers of segments matter more than control values.
            0 => {
                let at = random.usize(16..bits.start);
                damaged[at] = random.u8(..);
            }
            1 => {
                let at = random.usize(4..bits.start / 4) * 4;
                let words = [0, 1, 2, u32::MAX, 0x7fff_ffff, 0x7f80_0000, 0x7fc0_0000, 0xff7f_ffff, 1 << 31];
                damaged[at..at + 4].copy_from_slice(&words[random.usize(..words.len())].to_le_bytes());
            }
            2 => {
                for _ in 0..random.usize(1..20) {
                    let at = random.usize(bits.start..damaged.len());
                    damaged[at] = random.u8(..);
                }
            }
            3 => {
                let at = random.usize(bits.start..damaged.len());
                damaged[at] ^= 1 << random.u8(..8);
            }
            _ => {
                damaged.truncate(random.usize(32..bytes.len()));
                let length = (damaged.len() as u64).to_le_bytes();
                damaged[24..32].copy_from_slice(&length);
            }
        }
        seal(&mut damaged);
        match Pack::read(damaged) {
            Ok(pack) => {
                use_all(&pack, &character);
                taken += 1;
            }
            Err(error) => {
                assert!(!matches!(error, PackError::Checksum { .. }), "{error}");
                assert!(error.to_string().contains("byte "), "{error}");
                refused += 1;
            }
        }
    }
    assert!(refused > 2000 && taken > 300, "{refused} refused, {taken} taken");
}

/// File with one section changed.
fn with(bytes: &[u8], tag: [u8; 4], change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let sections = Sections::open(bytes, &PACK).unwrap();
    let mut all: Vec<([u8; 4], Vec<u8>)> = [NODE, *b"BODY", FACE, MRPH, CLIP, BITS]
        .into_iter()
        .filter_map(|tag| Some((tag, bytes[sections.find(tag)?].to_vec())))
        .collect();
    change(&mut all.iter_mut().find(|(known, _)| *known == tag).unwrap().1);
    assemble(&PACK, &all)
}

/// Error of a file, as text.
fn fault(bytes: Vec<u8>) -> String {
    Pack::read(bytes).unwrap_err().to_string()
}

#[test]
fn every_kind_of_damage_says_where() {
    let (_, _, bytes) = packed();
    let changed = |at: usize, with: &[u8]| {
        let mut bytes = bytes.clone();
        bytes[at..at + with.len()].copy_from_slice(with);
        bytes
    };
    assert_eq!(Pack::read(b"glTF".to_vec()).unwrap_err(), PackError::NotAPack);
    assert!(fault(PACK.magic.to_vec()).starts_with("byte 8, header: checksum of 8 bytes"));
    assert_eq!(Pack::read(changed(16, &[2])).unwrap_err(), PackError::Version { found: 2, known: 1 });
    let cut = bytes[..bytes.len() - 1].to_vec();
    let (found, stated) = (cut.len() as u64, bytes.len() as u64);
    assert_eq!(Pack::read(cut).unwrap_err(), PackError::Length { found, stated });
    assert!(matches!(Pack::read(changed(200, &[77])).unwrap_err(), PackError::Checksum { .. }));

    let sealed = |at: usize, with: &[u8]| {
        let mut bytes = changed(at, with);
        seal(&mut bytes);
        fault(bytes)
    };
    assert!(sealed(20, &[65]).contains("65 sections; expected at most 64"));
    assert!(sealed(20, &[1]).contains("section CLIP is missing"));
    assert!(sealed(40, &[9]).contains("section 0: NODE has"), "{}", sealed(40, &[9]));
    assert!(sealed(56, b"NODE").contains("section 1: NODE comes twice"));

    let node = |at: usize, word: [u8; 4]| {
        fault(with(&bytes, NODE, |section| section[at..at + 4].copy_from_slice(&word)))
    };
    assert!(node(0, [255; 4]).contains("nodes: 4294967295 nodes of 52 bytes or more"));
    assert!(node(4, [9, 0, 0, 0]).contains("node 0: the parent 9 does not exist"));
    assert!(node(4, [0; 4]).contains("its own ancestor"));
    assert!(node(12, f32::NAN.to_le_bytes()).contains("node 0: translation is NaN"));
    assert!(node(52, [200, 0, 0, 0]).contains("node 0"), "{}", node(52, [200, 0, 0, 0]));
    assert!(node(56, [0xff; 4]).contains("node 0: name is no UTF-8 text"));
    let longer = fault(with(&bytes, NODE, |section| section.extend([0; 4])));
    assert!(longer.contains("nodes: 4 bytes more; expected the section to end"), "{longer}");

    // The first clip: its name takes 12 bytes, then times, counts, and where its data lies.
    let clip = |at: usize, word: [u8; 4]| {
        fault(with(&bytes, CLIP, |section| section[at..at + 4].copy_from_slice(&word)))
    };
    let begins = |text: &str, with: &str| assert!(text.contains(with), "{text}\nexpected {with}");
    begins(&clip(0, [255; 4]), "clips: 4294967295 clips of 60 bytes");
    begins(&clip(16, 9e9f32.to_le_bytes()), "clip 0 \"Ünion\", clip: times from 9000000000 s");
    begins(&clip(24, [7, 0, 0, 0]), "clip 0 \"Ünion\", clip: 7 samples; expected 80");
    begins(&clip(28, [255; 4]), "4294967295 constants of 8 bytes");
    begins(&clip(36, [0; 4]), "clip 0 \"Ünion\"");
    begins(&clip(40, [8, 0, 0, 0]), "clip 0 \"Ünion\"");
    begins(&clip(48, [255, 255, 255, 0]), "bytes of data from byte 0 of BITS on");
    begins(&clip(56, [0xe0, 0xff, 0xff, 0xff]), "clip 0 \"Ünion\", constant 0: target is node 134217727");

    // The first segment's first header, and what it asks for.
    let bits = |at: usize, word: [u8; 4]| {
        fault(with(&bytes, BITS, |section| section[at..at + 4].copy_from_slice(&word)))
    };
    begins(&bits(0, [0, 0, 0, 0xff]), "segment 0, channel 0: expected numbers of at most 24 bits");
    begins(&bits(0, [31, 0, 0, 0]), "segment 0: ");
    let end = Sections::open(&bytes, &PACK).unwrap().find(BITS).unwrap();
    let exact = (end.len() - 48 - 9 * 20) & !7;
    begins(&bits(exact + 24, [0xff; 4]), "clip 2 \"exact\", segment 0, channel 0: expected finite samples");
}

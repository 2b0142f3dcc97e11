//! Animation packs of compressed clips: clips that are written and read again, and damaged files.
#![allow(clippy::disallowed_methods, reason = "tests compare with the functions of the system")]

#[path = "../../../sinew/src/pack/checksum.rs"]
mod checksum;
mod test_clips;

use checksum::xxh64;
use glam::{Quat, Vec3};
use sinew::character::MeshInstanceId;
use sinew::clip::{Interpolation, JointTrack, RawClip, Track};
use sinew::internal::clip_format::ClipView;
use sinew::internal::pack::{BITS, CLIP, FACE, MRPH, NODE, PACK, Sections, assemble, seal};
use sinew::math::Transform;
use sinew::morph::MorphWeights;
use sinew::pack::{Pack, PackError, write_pack};
use sinew::skeleton::{Joint, ReferenceOrigin};
use sinew::{Character, CharacterParts, Clip, JointId, LocalPose, Skeleton};
use sinew_author::clip::{
    CompressionSettings, compress, max_raw_value_count, measure_compression_error, to_raw,
};
use std::sync::Arc;
use test_clips::{character, clip, packed};
use test_needs::cases;

#[test]
fn packs_round_trip() {
    let (character, clips, bytes) = packed();
    let pack = Pack::read(bytes.clone()).unwrap();
    let read: Vec<Clip> = pack.clips().iter().map(|clip| (**clip).clone()).collect();
    assert_eq!(read, clips);
    let (ours, theirs) = (pack.skeleton(), character.skeleton());
    assert_eq!(ours.len(), theirs.len());
    for joint in ours.joints() {
        assert_eq!(ours.name(joint), theirs.name(joint));
        assert_eq!(ours.parent(joint), theirs.parent(joint));
        assert_eq!(ours.file_index(joint), theirs.file_index(joint));
        assert_eq!(ours.in_scene(joint), theirs.in_scene(joint));
    }
    assert_eq!(ours.rest(), theirs.rest());
    assert_eq!(pack.humanoid(), character.humanoid());
    assert_eq!(pack.expressions(), ["blink", "aa"]);
    assert_eq!(pack.morphs()[0].name, "open");
    assert_eq!((pack.find("exact"), pack.find("")), (Some(2), Some(1)));
    assert_eq!(write_pack(&character, &read).unwrap(), bytes);
    // The pack's own character plays them too.
    let alone = Character::new(pack.character_parts()).unwrap();
    let (bound, missing) = pack.rebind(0, &alone);
    assert_eq!(missing, ["open", "wide"]);
    let mut actor = sinew::Actor::without_clips(Arc::new(alone));
    let number = actor.add_clip(Arc::new(bound)).unwrap();
    actor.play(number).unwrap().seek(1.3);
    actor.update(0.0);
}

#[test]
fn a_reference_pose_round_trips() {
    let mut character = character();
    let mut pose = character.skeleton().rest().to_vec();
    pose[0].translation.y += 2.0;
    for origin in [ReferenceOrigin::BindPose, ReferenceOrigin::Clip, ReferenceOrigin::Custom] {
        character.set_reference(pose.clone(), origin).unwrap();
        let mut bytes = write_pack(&character, &[]).unwrap();
        let pack = Pack::read(bytes.clone()).unwrap();
        assert_eq!(pack.skeleton().reference_origin(), origin);
        assert_eq!(pack.skeleton().reference(), pose);
        // An origin that does not exist.
        let table = 32 + 24;
        assert_eq!(&bytes[table..table + 4], b"REFP");
        let at = u64::from_le_bytes(bytes[table + 8..table + 16].try_into().unwrap()) as usize;
        bytes[at] = 9;
        let sum = xxh64(&bytes[16..]);
        bytes[8..16].copy_from_slice(&sum.to_le_bytes());
        assert!(Pack::read(bytes).unwrap_err().to_string().contains("origin 9"));
    }
}

#[test]
fn clip_data_is_not_copied() {
    let (.., bytes) = packed();
    let file: Arc<[u8]> = bytes.into();
    let pack = Pack::read(file.clone()).unwrap();
    let bounds = file.as_ptr_range();
    for clip in pack.clips().iter().filter(|clip| !ClipView(clip).data().is_empty()) {
        let (_, missing) = pack.rebind(0, &character());
        assert!(bounds.contains(&ClipView(clip).data().as_ptr()) && missing.is_empty());
    }
}

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
        if max_raw_value_count(clip) < 1 << 20 {
            let raw = to_raw(clip, pack.skeleton(), &CompressionSettings::default());
            assert!(values(&raw) <= max_raw_value_count(clip));
        }
    }
}

/// Bytes changed one by one and in words, cut off and exchanged, with a fitting checksum, so that the content
/// is reached. Everything that is still accepted as a pack can be used.
#[test]
fn damaged_packs_are_refused_or_harmless() {
    let (character, _, bytes) = packed();
    let (mut refused, mut taken) = (0, 0);
    let sections = Sections::open(&bytes, &PACK).unwrap();
    let bits = sections.find(BITS).unwrap();
    for mut random in cases(6000) {
        let round = random.seed();
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

/// The character with another rest pose, and without some joints.
fn other_rest(without: &[&str]) -> Character {
    let skeleton = character().skeleton().clone();
    let joints = skeleton.joints().filter(|joint| !without.contains(&skeleton.name(*joint)));
    let joints = joints.map(|joint| Joint {
        name: skeleton.name(joint).into(),
        parent: None,
        rest: Transform { rotation: Quat::from_rotation_z(1.2), ..Transform::from_translation(Vec3::Y) },
        in_scene: true,
    });
    let skeleton = Skeleton::new(joints.collect()).unwrap();
    Character::new(CharacterParts { skeleton, ..CharacterParts::default() }).unwrap()
}

#[test]
fn channels_at_rest_keep_their_values_on_another_rest_pose() {
    let (character, _, bytes) = packed();
    let pack = Pack::read(bytes).unwrap();
    let other = other_rest(&["hand"]);
    let (bound, missing) = pack.rebind(3, &other);
    assert_eq!(missing, ["hand"]);
    let mut pose = LocalPose::rest(other.skeleton());
    bound.sample(0.5, &mut pose);
    for joint in other.skeleton().joints() {
        let source_joint = character.skeleton().find(other.skeleton().name(joint)).unwrap();
        let expected = match source_joint.index() {
            0 => other.skeleton().rest()[joint.index()],
            n => character.skeleton().rest()[n],
        };
        let found = pose.as_slice()[joint.index()];
        assert!(found.rotation.angle_between(expected.rotation) < 1e-3, "{joint:?}");
        assert!(found.translation.distance(expected.translation) < 1e-3, "{joint:?}");
    }
    // Where the rest poses are equal nothing becomes a constant, there and back.
    let (same, missing) = pack.rebind(3, &character);
    assert_eq!((same, missing.len()), ((*pack.clips()[3]).clone(), 0));
}

/// Whether a clip has no channels at all.
fn is_empty(clip: &Clip) -> bool {
    let view = ClipView(clip);
    view.channels().is_empty() && view.constants().is_empty() && view.resting().iter().next().is_none()
}

#[test]
fn packs_without_channels_at_rest_still_load() {
    let (_, clips, bytes) = packed();
    let sections = Sections::open(&bytes, &PACK).unwrap();
    let known = [NODE, *b"BODY", FACE, MRPH, CLIP, BITS];
    let older = known.map(|tag| (tag, bytes[sections.need(tag).unwrap()].to_vec()));
    let pack = Pack::read(assemble(&PACK, &older)).unwrap();
    assert_eq!(*pack.clips()[0], clips[0]);
    assert_eq!((pack.clips()[3].name(), pack.clips()[3].channel_count()), ("still", 0));
    let (bound, missing) = pack.rebind(3, &other_rest(&["hand"]));
    assert!(missing.is_empty() && is_empty(&bound));
}

#[test]
fn unknown_sections_are_skipped() {
    let (character, clips, bytes) = packed();
    let sections = Sections::open(&bytes, &PACK).unwrap();
    let mut all = vec![(*b"WHAT", vec![1, 2, 3])];
    let known = [NODE, *b"BODY", FACE, MRPH, CLIP, BITS];
    all.extend(known.iter().map(|tag| (*tag, bytes[sections.need(*tag).unwrap()].to_vec())));
    let pack = Pack::read(assemble(&PACK, &all)).unwrap();
    assert_eq!(*pack.clips()[0], clips[0]);
    assert_eq!(pack.humanoid(), character.humanoid());
}

#[test]
fn clips_of_other_characters_are_rejected() {
    let character = character();
    let other = Character::new(CharacterParts::default()).unwrap();
    let error = write_pack(&other, [&clip(&character, "walk")]).unwrap_err();
    assert_eq!((error.clip, error.name.as_str()), (0, "walk"));
}

/// Values of all tracks.
fn values(raw: &RawClip) -> usize {
    let joints = raw.joints.iter().map(|track| {
        let vectors = track.translation.iter().chain(&track.scale).map(|t| t.values().len());
        vectors.chain(track.rotation.iter().map(|t| t.values().len())).sum::<usize>()
    });
    let weights = raw.morphs.iter().map(|t| t.weights.values().len());
    let expressions = raw.expressions.iter().map(|t| t.weight.values().len());
    joints.chain(weights).chain(expressions).chain(raw.gaze.iter().map(|t| t.values().len())).sum()
}

#[test]
fn uneven_clips_convert_back_to_keys() {
    let character = character();
    let times: Arc<[f32]> = [0.0, 0.01, 0.5, 0.52, 0.9, 0.901, 1.7].into();
    let translations = [0.0, 0.1, 0.2, 0.9, 0.5, 2.0, 1.9].map(|x| Vec3::X * x).into();
    let translation = Track::new(Interpolation::Linear, 1, times.clone(), translations).ok();
    let steps = times.iter().map(|t| Vec3::Y * (t * 3.0).floor()).collect();
    let stepping = Track::new(Interpolation::Step, 1, times.clone(), steps).ok();
    let joints = vec![
        JointTrack { translation, ..JointTrack::new(JointId(0)) },
        JointTrack { translation: stepping, ..JointTrack::new(JointId(1)) },
    ];
    let source = RawClip { joints, ..RawClip::default() };
    let settings = CompressionSettings::default();
    let clip = compress(&source, character.skeleton(), &settings).unwrap();
    let raw = to_raw(&clip, character.skeleton(), &settings);
    assert!(values(&raw) <= max_raw_value_count(&clip));
    let mut cursor = sinew::SampleCursor::new();
    let [mut a, mut b] = [(); 2].map(|()| LocalPose::rest(character.skeleton()));
    for n in 0..1700 {
        // Not where it jumps within a float's width.
        let time = (n as f32 + 0.5) * 1e-3;
        source.sample(time, &mut cursor, &mut a, &mut MorphWeights::default());
        raw.sample(time, &mut cursor, &mut b, &mut MorphWeights::default());
        for (a, b) in a.as_slice().iter().zip(b.as_slice()) {
            let off = a.translation.distance(b.translation);
            assert!(off <= 3.0 * settings.max_error, "{off} m at {time} s");
        }
    }
}

#[test]
fn dropped_channels_have_no_keys() {
    let (character, clips, _) = packed();
    let settings = CompressionSettings::default();
    let nothing = clips[0].rebind(|_| None, |_| None, |_| None);
    let raw = to_raw(&nothing, character.skeleton(), &settings);
    let gaze = to_raw(&clips[0], character.skeleton(), &settings).gaze.unwrap();
    assert!(raw.joints.is_empty() && raw.morphs.is_empty() && raw.expressions.is_empty());
    let left = raw.gaze.unwrap();
    for n in 0..60 {
        let time = 0.5 + n as f32 * 0.05;
        let [a, b] = [&gaze, &left].map(|track| track.sample_rotation(time, &mut 0));
        assert!(a.angle_between(b) < 2.0 * settings.max_weight_error, "{a} {b} at {time}");
    }
}

#[test]
fn clips_convert_back_to_keys() {
    let (character, clips, _) = packed();
    let settings = CompressionSettings::default();
    let raw = to_raw(&clips[0], character.skeleton(), &settings);
    assert_eq!((raw.start(), raw.end()), (clips[0].start(), clips[0].end()));
    assert_eq!((raw.joints.len(), raw.morphs.len(), raw.expressions.len()), (5, 1, 1));
    assert_eq!((&raw.events, raw.root_motion.as_ref()), (clips[0].events(), clips[0].root_motion()));
    let off = measure_compression_error(&raw, &clips[0], character.skeleton(), &settings).unwrap();
    assert!(off.max_distance < settings.max_error, "{off:?}");
    let mut cursor = sinew::SampleCursor::new();
    let (mut a, mut b) = (MorphWeights::new([&[0.0f32; 2][..]]), MorphWeights::new([&[0.0f32; 2][..]]));
    for n in 0..30 {
        let time = 0.5 + n as f32 * 0.1;
        raw.sample(time, &mut cursor, &mut LocalPose::rest(character.skeleton()), &mut a);
        clips[0].sample_morphs(time, &mut b);
        assert!(
            a.row(MeshInstanceId(0)).iter().zip(b.row(MeshInstanceId(0))).all(|(a, b)| (a - b).abs() < 1e-3),
            "{a:?} {b:?}"
        );
    }
}

#[test]
fn clips_at_rest_keep_their_times() {
    let character = character();
    let (joint, rest) = (JointId(1), character.skeleton().rest()[1]);
    for times in [&[0.25f32, 1.5][..], &[0.0]] {
        let still_values = vec![rest.translation; times.len()];
        let translation = Track::new(Interpolation::Linear, 1, times.into(), still_values).ok();
        let joints = vec![JointTrack { translation, ..JointTrack::new(joint) }];
        let still = RawClip { name: "still".into(), joints, ..RawClip::default() };
        let settings = CompressionSettings::default();
        let clip = compress(&still, character.skeleton(), &settings).unwrap();
        assert_eq!(clip.channel_count(), 0);
        let raw = to_raw(&clip, character.skeleton(), &settings);
        assert_eq!((raw.start(), raw.end(), raw.track_count()), (still.start(), still.end(), 1));
        assert!(!raw.moves() && values(&raw) <= max_raw_value_count(&clip));
        let mut pose = LocalPose::rest(character.skeleton());
        raw.sample_joints(0.5, &mut sinew::SampleCursor::new(), &mut pose);
        for (joint, rest) in pose.as_slice().iter().zip(character.skeleton().rest()) {
            assert!(joint.translation.distance(rest.translation) < 1e-6, "{joint:?} {rest:?}");
        }
    }
}

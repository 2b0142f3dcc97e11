//! Tests of animation packs: clips that are written and read again.

use super::container::{BITS, CLIP, FACE, MRPH, NODE, PACK, Sections, assemble};
use super::test_clips::{character, clip, packed};
use super::*;
use crate::math::Transform;
use crate::skeleton::{Joint, ReferenceOrigin};
use crate::{Character, CharacterParts, Clip, LocalPose, Skeleton};
use glam::{Quat, Vec3};
use std::sync::Arc;

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
    let mut actor = crate::Actor::without_clips(Arc::new(alone));
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
        let sum = super::checksum::xxh64(&bytes[16..]);
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
    for clip in pack.clips().iter().filter(|clip| !clip.data.is_empty()) {
        let (_, missing) = pack.rebind(0, &character());
        assert!(bounds.contains(&clip.data.as_ptr()) && missing.is_empty());
    }
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
    assert!(missing.is_empty() && bound.targets().next().is_none());
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

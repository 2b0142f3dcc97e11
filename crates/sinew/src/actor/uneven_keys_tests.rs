//! Raw clips with uneven keys that play at the same time are sampled without searches for keys.

use crate::clip::{Interpolation, JointTrack, SEARCHES, SampleCursor, Track};
use crate::graph::{AnimationGraph, BlendInput, ClipDescription, GraphDescription, NodeDescription};
use crate::playback::{ClipId, ClipSet, Playback};
use crate::skeleton::{Joint, Skeleton};
use crate::{Actor, Character, CharacterParts, JointId, LocalPose, RawClip, Transform};
use glam::Vec3;
use std::sync::Arc;

const JOINTS: u32 = 5;
const KEYS: usize = 200;
const FRAMES: usize = 240;

/// Two clips whose keys lie close together at the start and far apart at the end, and the other way round.
fn clips() -> Arc<ClipSet> {
    let joint = |n: u32| Joint {
        name: format!("bone {n}"),
        parent: n.checked_sub(1),
        rest: Transform::IDENTITY,
        in_scene: true,
    };
    let skeleton = Skeleton::new((0..JOINTS).map(joint).collect()).unwrap();
    let parts = CharacterParts { skeleton, ..CharacterParts::default() };
    let character = Arc::new(Character::new(parts).unwrap());
    let clip = |name: &str, time: fn(f32) -> f32| {
        let times: Arc<[f32]> = (0..KEYS).map(|key| 8.0 * time(key as f32 / (KEYS - 1) as f32)).collect();
        let values = (0..KEYS).map(|key| Vec3::X * key as f32).collect();
        let track = Track::new(Interpolation::Linear, 1, times, values).unwrap();
        let joints = (0..JOINTS)
            .map(|joint| JointTrack { translation: Some(track.clone()), ..JointTrack::new(JointId(joint)) });
        RawClip { name: name.into(), joints: joints.collect(), ..RawClip::default() }
    };
    let clips = [clip("late", |s| s * s), clip("early", |s| 1.0 - (1.0 - s) * (1.0 - s))];
    Arc::new(ClipSet::new(&character, clips).unwrap())
}

/// Binary searches for keys during [`FRAMES`] frames.
fn searches(actor: &mut Actor) -> usize {
    let before = SEARCHES.get();
    (0..FRAMES).for_each(|_| actor.update(0.01));
    SEARCHES.get() - before
}

/// A search per track when a clip starts.
const ALLOWED: usize = 2 * JOINTS as usize;

#[test]
fn one_cursor_for_two_clips_searches_every_frame() {
    let clips = clips();
    let (mut cursor, mut pose) = (SampleCursor::new(), LocalPose::rest(clips.character().skeleton()));
    let (mut morphs, before) = (clips.rest().morphs.clone(), SEARCHES.get());
    for frame in 0..FRAMES {
        for clip in clips.iter() {
            clip.sample(0.5 + 0.01 * frame as f32, &mut cursor, &mut pose, &mut morphs, &mut []);
        }
    }
    assert!(SEARCHES.get() - before > FRAMES, "the clips of this test need searches");
}

#[test]
fn mixers_fades_and_graphs_do_not_search() {
    let mut mixed = Actor::with_clips(clips());
    for (n, track) in mixed.use_mixer(2).tracks_mut().iter_mut().enumerate() {
        track.playback = Some(Playback::new(ClipId(n as u32), 0.5));
    }
    let found = searches(&mut mixed);
    assert!(found <= ALLOWED, "mixer: {found}");

    let mut fading = Actor::with_clips(clips());
    fading.play("late").unwrap().seek(0.5);
    fading.update(0.01);
    fading.play("early").unwrap().fade(60.0).seek(0.5);
    let found = searches(&mut fading);
    assert!(found <= ALLOWED, "fade: {found}");
    // The old clip keeps its hints when a third one cuts the fade off.
    fading.play("late").unwrap().fade(60.0).seek(0.5);
    let found = searches(&mut fading);
    assert!(found <= ALLOWED, "fade that is cut off: {found}");

    let mut graph = Actor::with_clips(clips());
    let input = |name: &str| BlendInput {
        node: NodeDescription::Clip(ClipDescription::new(name)),
        weight: 1.0.into(),
        ..BlendInput::default()
    };
    let output = NodeDescription::Blend(vec![input("late"), input("early")]);
    let description = GraphDescription { output, ..GraphDescription::default() };
    let compiled = AnimationGraph::from_description(&description, graph.clips()).unwrap();
    graph.set_graph(Arc::new(compiled)).unwrap();
    // Behind the keys that lie closer than frames.
    graph.update(0.5);
    let found = searches(&mut graph);
    assert!(found <= ALLOWED, "graph: {found}");
}

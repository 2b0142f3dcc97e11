//! Any text as a graph, made playable for a character of two joints and two clips, and played. A good corpus:
//! `examples/locomotion.ron`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sinew::clip::EventsByClip;
use sinew::clip::RawClip;
use sinew::graph::{AnimationGraph, GraphDescription};
use sinew::skeleton::{Joint, Skeleton};
use sinew::{Actor, Character, CharacterParts};
use std::sync::Arc;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let _ = EventsByClip::from_ron(&text);
    let Ok(description) = GraphDescription::from_ron(&text) else { return };
    let _ = description.to_ron();
    let joint = |name: &str, parent| Joint {
        name: name.into(),
        parent,
        rest: sinew::Transform::default(),
        in_scene: true,
    };
    let skeleton = Skeleton::new(vec![joint("hips", None), joint("head", Some(0))]).expect("a skeleton");
    let character = Character::new(CharacterParts { skeleton, ..CharacterParts::default() });
    let clip = |name: &str| Arc::new(RawClip { name: name.into(), ..RawClip::default() });
    let actor = Actor::new(Arc::new(character.expect("a character")), vec![clip("idle"), clip("walk")]);
    let mut actor = actor.expect("clips without keys fit");
    if let Ok(graph) = AnimationGraph::from_description(&description, actor.clips()) {
        let _ = actor.set_graph(Arc::new(graph));
        for _ in 0..8 {
            actor.update(0.1);
        }
    }
});

//! Events and spans: rejected times, limits, and spans of playbacks that end early.

use crate::figure::{actor, character, clip_events};
use crate::small_graph::{DT, clip, graph, input, machine, off, on, play, root, slide, state, transition};
use sinew::clip::{EventId, EventPhase};
use sinew::graph::*;
use sinew::playback::{EventQueue, Playback};
use sinew::{Actor, ClipId, RawClip};
use std::sync::Arc;

#[test]
fn events_and_root_motion_outside_of_the_keys_are_errors() {
    let clip = || slide("walk", 0.0, 1.0, [0.0, 1.0]);
    let refused = |clip: RawClip, words: &str| {
        let error = Actor::new(character(), vec![Arc::new(clip)]).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    };
    refused(
        RawClip { events: clip_events(&[], &[(0.5, 2.7, "stand")], &[]), ..clip() },
        "\"stand\" is at 2.7 s",
    );
    refused(RawClip { events: clip_events(&[], &[], &[(0.1, "L"), (2.5, "R")]), ..clip() }, "\"R\"");
    refused(RawClip { events: clip_events(&[(-0.5, "e")], &[], &[]), ..clip() }, "from 0 to 1 s");
    refused(RawClip { root_motion: root(2.0, 2.0), ..clip() }, "root motion runs from 0 to 2 s");
}

#[test]
fn events_of_a_very_short_loop_in_one_frame_are_limited() {
    let mut tiny = slide("tiny", 0.0, 1e-5, [0.0, 1.0]);
    let events: Vec<(f32, &str)> = (0..10_000).map(|n| (n as f32 * 1e-9, "e")).collect();
    tiny.events = clip_events(&events, &[], &[]);
    let mut actor = actor([tiny]);
    actor.play("tiny").unwrap();
    let before = std::time::Instant::now();
    actor.update(DT);
    let (count, took) = (actor.frame().events().len(), before.elapsed());
    assert!(
        count < 100_000,
        "{count} events of {} bytes in one frame, {took:?}",
        size_of_val(&actor.frame().events()[0])
    );
}

#[test]
fn spans_end_when_their_slot_becomes_inactive() {
    let mut hit = slide("hit", 0.0, 2.0, [0.0, 1.0]);
    hit.events = clip_events(&[], &[(0.1, 1.9, "blade")], &[]);
    let slot = NodeDescription::Slot {
        name: "s".into(),
        node: Box::new(clip("idle")),
        mask: None,
        mode: LayerMode::Override,
    };
    let node = machine(
        vec![state("a", slot), state("b", clip("idle"))],
        vec![transition("a", "b", on()), transition("b", "a", off())],
    );
    let mut actor = play(&graph(node), vec![hit, slide("idle", 0.0, 1.0, [0.0, 0.0])]);
    actor.update(DT);
    actor.play_in_slot("s", "hit").unwrap();
    let mut phases = vec![];
    for frame in 0..300 {
        if frame == 30 {
            actor.graph_mut().unwrap().set_parameter("on", true).unwrap();
        }
        actor.update(DT);
        phases.extend(actor.frame().events().iter().map(|e| e.phase));
    }
    let still = actor.graph().unwrap().playing_clips().any(|(p, _)| p.clip() == ClipId(0));
    assert!(phases == [EventPhase::Begin, EventPhase::End] && !still, "{phases:?}, still playing: {still}");
}

#[test]
fn spans_end_in_spite_of_non_finite_weights() {
    let mut walk = slide("walk", 0.0, 1.0, [0.0, 1.0]);
    walk.events = clip_events(&[], &[(0.0, 0.9, "stand")], &[]);
    let mut playback = Playback::new(ClipId(0), 0.2);
    let motion = Arc::new(walk).into();
    let mut events = EventQueue::new();
    events.begin_frame();
    playback.advance(0.1, &motion, 1.0, &mut events);
    playback.advance(0.1, &motion, f32::NAN, &mut events);
    playback.advance(0.1, &motion, 0.0, &mut events);
    let phases: Vec<EventPhase> = events.as_slice().iter().map(|e| e.phase).collect();
    assert_eq!(phases, [EventPhase::Begin, EventPhase::End]);
    assert_eq!(events.as_slice()[0].event, EventId::Span(0));
}

#[test]
fn slots_in_branches_without_weight_fire_no_events() {
    let mut hit = slide("hit", 0.0, 2.0, [0.0, 1.0]);
    hit.events = clip_events(&[(0.5, "blow")], &[], &[]);
    let slot = NodeDescription::Slot {
        name: "s".into(),
        node: Box::new(clip("idle")),
        mask: None,
        mode: LayerMode::Override,
    };
    let blend = NodeDescription::Blend(vec![input(clip("idle"), 1.0), input(slot, 0.0)]);
    let mut actor = play(&graph(blend), vec![hit, slide("idle", 0.0, 1.0, [0.0, 0.0])]);
    actor.play_in_slot("s", "hit").unwrap();
    let mut weights = vec![];
    for _ in 0..60 {
        actor.update(DT);
        weights.extend(actor.frame().events().iter().map(|e| e.weight));
    }
    assert!(weights.is_empty(), "the slot has no weight, but fires with weights {weights:?}");
}

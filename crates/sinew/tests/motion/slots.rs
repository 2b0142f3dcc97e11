//! Slots of graphs: replaced clips, invalid clips, no allocation.

use crate::counting::allocations;
use crate::small_graph::{DT, clip, graph, largest_step, play, slide, z};
use sinew::graph::*;
use sinew::{Actor, ClipId};

fn slotted() -> Actor {
    let slot = NodeDescription::Slot {
        name: "s".into(),
        node: Box::new(clip("idle")),
        mask: None,
        mode: LayerMode::Override,
    };
    let still = |name: &str, z| slide(name, 0.0, 2.0, [z, z]);
    play(&graph(slot), vec![still("idle", 0.0), still("a", 1.0), still("b", 1.0)])
}

#[test]
fn replacing_a_clip_that_fades_out_is_continuous() {
    let mut actor = slotted();
    actor.play_in_slot("s", "a").unwrap();
    (0..30).for_each(|_| actor.update(DT));
    actor.graph_mut().unwrap().stop_slot("s").unwrap();
    (0..10).for_each(|_| actor.update(DT));
    let before = z(&actor);
    actor.play_in_slot("s", "b").unwrap();
    let jump = largest_step(&mut actor, 20);
    assert!(jump < 0.2, "{jump} m in one frame, from {before}");
}

#[test]
fn replacing_a_clip_that_fades_in_is_continuous() {
    let mut actor = slotted();
    actor.play_in_slot("s", "a").unwrap();
    (0..3).for_each(|_| actor.update(DT));
    let before = z(&actor);
    actor.play_in_slot("s", "b").unwrap();
    let jump = largest_step(&mut actor, 20);
    assert!(jump < 0.2, "{jump} m in one frame, from {before}");
}

#[test]
fn replacing_a_clip_with_a_longer_fade_is_continuous() {
    let mut actor = slotted();
    actor.play_in_slot("s", "a").unwrap();
    (0..30).for_each(|_| actor.update(DT));
    actor.play_in_slot("s", "b").unwrap().fade_in(1.0);
    let jump = largest_step(&mut actor, 20);
    assert!(jump < 0.2, "{jump} m in one frame between two clips of the same pose");
}

#[test]
fn a_clip_played_backwards_can_replace_another() {
    let mut actor = slotted();
    actor.play_in_slot("s", "a").unwrap();
    (0..30).for_each(|_| actor.update(DT));
    actor.play_in_slot("s", "b").unwrap().speed(-1.0);
    (0..30).for_each(|_| actor.update(DT));
    assert!(
        actor.graph().unwrap().playing_clips().any(|(p, _)| p.clip() == ClipId(2)),
        "the clip has ended after half a second of 2 s"
    );
}

#[test]
fn a_clip_that_does_not_exist_does_not_cause_a_panic() {
    let mut actor = slotted();
    let accepted = actor.graph_mut().unwrap().play_in_slot("s", ClipId(99), 0.0).is_ok();
    let panics = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| actor.update(DT))).is_err();
    assert!(!(accepted && panics));
}

#[test]
fn playing_a_clip_does_not_allocate() {
    let mut actor = slotted();
    actor.update(DT);
    let count = allocations(|| {
        actor.play_in_slot("s", "a").unwrap();
    });
    assert_eq!(count, 0);
}

#[test]
fn unknown_names_suggest_the_nearest_one() {
    let slot = NodeDescription::Slot {
        name: "gesture".into(),
        node: Box::new(NodeDescription::Snapshot("held".into())),
        mask: None,
        mode: LayerMode::Override,
    };
    let mut actor = play(&graph(slot), vec![slide("Walk", 0.0, 2.0, [0.0, 1.0])]);
    let errors = [
        (actor.play_in_slot("gestrue", "Walk").unwrap_err().to_string(), "gestrue", "gesture"),
        (actor.play_in_slot("gesture", "Wlk").unwrap_err().to_string(), "Wlk", "Walk"),
        (actor.save_snapshot("hled").unwrap_err().to_string(), "hled", "held"),
        (actor.play("Wlk").unwrap_err().to_string(), "Wlk", "Walk"),
    ];
    for (error, wrong, near) in errors {
        assert!(error.contains(&format!("{wrong:?}; did you mean {near:?}?")), "{error}");
    }
}

#[test]
fn a_restored_graph_plays_nothing_in_slots_that_were_empty_when_it_was_saved() {
    let mut actor = slotted();
    let clips = actor.clips().clone();
    (0..10).for_each(|_| actor.update(DT));
    let saved = actor.graph_mut().unwrap().save(&clips);
    actor.play_in_slot("s", "a").unwrap();
    (0..30).for_each(|_| actor.update(DT));
    assert!(z(&actor) > 0.9, "the clip in the slot plays: {}", z(&actor));
    assert_eq!(actor.graph_mut().unwrap().restore(&saved, &clips), Vec::<String>::new());
    (0..30).for_each(|_| actor.update(DT));
    assert!(z(&actor).abs() < 1e-6, "{}", z(&actor));
}

//! Transitions between clips, mixers and graphs: cuts, fades and inertialization.

use crate::figure::actor;
use crate::small_graph::{DT, clip, graph, largest_step, play, slide, state};
use sinew::graph::*;
use sinew::playback::*;
use sinew::{Actor, ClipId, RawClip};
use std::sync::Arc;

fn z(actor: &Actor) -> f32 {
    actor.frame().local()[0].translation.z
}

/// Range of the hips' z over some frames.
fn range(actor: &mut Actor, frames: usize) -> [f32; 2] {
    let mut range = [f32::INFINITY, f32::NEG_INFINITY];
    for _ in 0..frames {
        actor.update(DT);
        range = [range[0].min(z(actor)), range[1].max(z(actor))];
    }
    range
}

fn still(name: &str, z: f32) -> RawClip {
    slide(name, 0.0, 2.0, [z, z])
}

#[test]
fn a_seek_is_no_velocity() {
    let mut actor = actor([slide("walk", 0.0, 10.0, [0.0, 10.0]), still("stand", 0.0)]);
    actor.play("walk").unwrap();
    (0..30).for_each(|_| actor.update(DT));
    actor.playback_mut().unwrap().seek(5.5);
    actor.update(DT);
    actor.play("stand").unwrap().inertialize(0.5);
    let [low, high] = range(&mut actor, 40);
    assert!(
        low > -0.2 && high < 5.8,
        "a walk of 1 m/s, sought to z = 5.5 and stopped at 0, reached {low} to {high}"
    );
}

#[test]
fn an_open_seam_of_a_loop_keeps_the_velocity() {
    let mut actor = actor([slide("walk", 0.0, 1.0, [0.0, 1.0]), still("stand", 0.5)]);
    actor.play("walk").unwrap();
    // The last frame is the first of the second loop.
    (0..61).for_each(|_| actor.update(DT));
    let before = z(&actor);
    assert!(before < 0.1);
    actor.play("stand").unwrap().inertialize(0.5);
    actor.update(DT);
    let speed = (z(&actor) - before) / DT;
    assert!((speed - 1.0).abs() < 0.3, "{speed} m/s behind the seam of a walk of 1 m/s");
    let [low, high] = range(&mut actor, 40);
    assert!(low > -0.01 && high < 0.65, "{low} to {high}");
}

#[test]
fn a_stop_and_a_fade_in_one_frame_are_a_fade() {
    for inertial in [false, true] {
        let mut actor = actor([still("a", 1.0), still("b", 0.0)]);
        actor.play("a").unwrap();
        actor.update(DT);
        actor.stop();
        let playback = actor.play("b").unwrap();
        _ = if inertial { playback.inertialize(0.3) } else { playback.fade(0.3) };
        let jump = largest_step(&mut actor, 30);
        assert!(jump < 0.15, "{jump} m in one frame");
        assert!(z(&actor).abs() < 1e-4);
    }
    // Without a clip after it, a stop is a cut.
    let mut actor = actor([still("a", 1.0)]);
    actor.play("a").unwrap();
    actor.update(DT);
    actor.stop();
    actor.update(DT);
    assert_eq!(z(&actor), 0.0);
}

#[test]
fn a_change_to_a_mixer_or_a_graph_is_a_cut_or_a_transition() {
    for (seconds, before) in [(None, false), (Some(0.4), false), (Some(0.4), true)] {
        for to_graph in [false, true] {
            let mut actor = actor([still("a", 1.0), still("b", 0.0)]);
            actor.play("a").unwrap();
            (0..3).for_each(|_| actor.update(DT));
            if let Some(seconds) = seconds.filter(|_| before) {
                actor.inertialize(seconds);
            }
            if to_graph {
                let graph = AnimationGraph::from_description(&graph(clip("b")), actor.clips()).unwrap();
                actor.set_graph(Arc::new(graph)).unwrap();
            } else {
                actor.use_mixer(1).tracks_mut()[0].playback = Some(Playback::new(ClipId(1), 0.0));
            }
            if let Some(seconds) = seconds.filter(|_| !before) {
                actor.inertialize(seconds);
            }
            actor.update(DT);
            let first = z(&actor);
            match seconds {
                None => assert_eq!(first, 0.0, "a cut"),
                Some(_) => assert!(first > 0.95, "{first} m after a frame of 0.4 s"),
            }
            let jump = largest_step(&mut actor, 30);
            assert!(jump < 0.15 && z(&actor).abs() < 1e-4, "{jump} m in one frame, then {}", z(&actor));
        }
    }
}

#[test]
fn a_cut_ends_a_transition() {
    let mut actor = actor([still("a", 1.0), still("b", 0.0), still("c", 3.0)]);
    actor.play("a").unwrap();
    actor.update(DT);
    actor.play("b").unwrap().inertialize(0.5);
    (0..3).for_each(|_| actor.update(DT));
    actor.play("c").unwrap();
    actor.update(DT);
    assert_eq!(z(&actor), 3.0);
    actor.play("a").unwrap().inertialize(0.5);
    (0..3).for_each(|_| actor.update(DT));
    actor.use_mixer(1).tracks_mut()[0].playback = Some(Playback::new(ClipId(2), 0.0));
    actor.update(DT);
    assert_eq!(z(&actor), 3.0);
}

#[test]
fn a_transition_of_a_hidden_machine_does_not_show() {
    for resume in [false, true] {
        let on = |to: &str, from: &str, condition| TransitionDescription::new(from, to, condition);
        let machine = NodeDescription::StateMachine(StateMachineDescription {
            states: ["b", "c"].map(|name| StateDescription { resume, ..state(name, clip(name)) }).to_vec(),
            transitions: vec![
                on("c", "b", Condition::Is("on".into())),
                on("b", "c", Condition::IsNot("on".into())),
            ],
        });
        let inputs = vec![
            BlendInput { node: clip("walk"), ..BlendInput::default() },
            BlendInput { node: machine, weight: "x".into(), ..BlendInput::default() },
        ];
        let clips = || vec![slide("walk", 0.0, 1.0, [0.0, 1.0]), still("b", 5.0), still("c", 9.0)];
        let mut actor = play(&graph(NodeDescription::Blend(inputs)), clips());
        actor.update(0.3);
        // There and back again, to a state that has played before.
        for (on, seconds) in [(true, 0.6), (false, 0.9)] {
            actor.graph_mut().unwrap().set_parameter("on", on).unwrap();
            actor.update(0.3);
            assert!((z(&actor) - seconds).abs() < 1e-5, "{resume}: {}", z(&actor));
        }
    }
}

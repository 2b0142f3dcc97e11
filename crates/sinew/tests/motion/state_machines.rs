//! State machines: exit times, finished clips, nested machines, resumed states.

use crate::figure::swing;
use crate::small_graph::{
    DT, clip, clip_once, exit_at, graph, input, machine, on, play, slide, state, states, transition,
};
use sinew::Actor;
use sinew::graph::*;
use test_needs::cases;

#[test]
fn an_exit_time_in_the_first_state_waits_for_its_clip() {
    let node = machine(vec![state("a", clip_once("a")), state("b", clip("b"))], vec![exit_at("a", "b", 1.0)]);
    let mut actor = play(&graph(node), vec![swing("a", 1.0, 1), swing("b", 1.0, 2)]);
    actor.update(DT);
    assert_eq!(states(&actor), ["a"]);
}

#[test]
fn a_nested_state_machine_starts_in_its_first_state() {
    let inner = machine(
        vec![state("start", clip_once("a")), state("loop", clip("b"))],
        vec![exit_at("start", "loop", 1.0)],
    );
    let node =
        machine(vec![state("idle", clip("b")), state("jump", inner)], vec![transition("idle", "jump", on())]);
    let mut actor = play(&graph(node), vec![swing("a", 1.0, 1), swing("b", 1.0, 2)]);
    actor.update(DT);
    actor.graph_mut().unwrap().set_parameter("on", true).unwrap();
    actor.update(DT);
    assert_eq!(states(&actor), ["jump", "start"]);
}

#[test]
fn the_clip_with_the_largest_weight_decides_when_a_state_is_finished() {
    let blend = NodeDescription::Blend(vec![input(clip_once("short"), 0.0), input(clip_once("long"), 1.0)]);
    let node = machine(
        vec![state("a", blend), state("b", clip("short"))],
        vec![transition("a", "b", vec![Condition::Finished])],
    );
    let mut actor = play(&graph(node), vec![swing("short", 0.5, 1), swing("long", 2.0, 2)]);
    (0..60).for_each(|_| actor.update(DT));
    assert_eq!(states(&actor), ["a"], "after 1 s of 2");
}

#[test]
fn a_clip_of_an_inactive_nested_state_does_not_decide_when_a_state_is_finished() {
    let inner = machine(
        vec![state("intro", clip_once("short")), state("rest", clip_once("long"))],
        vec![transition("intro", "rest", vec![Condition::Finished])],
    );
    let node = machine(
        vec![state("a", inner), state("b", clip("short"))],
        vec![transition("a", "b", vec![Condition::Finished, Condition::After(0.6)])],
    );
    let mut actor = play(&graph(node), vec![swing("short", 0.5, 1), swing("long", 2.0, 2)]);
    (0..60).for_each(|_| actor.update(DT));
    assert_eq!(states(&actor), ["a", "rest"]);
}

#[test]
fn exit_time_1_is_reached_for_any_start_and_end_of_the_clip() {
    let mut failed = vec![];
    for mut random in cases(200) {
        let (start, length) = (random.f32() * 10.0, 0.1 + random.f32());
        let node =
            machine(vec![state("a", clip_once("a")), state("b", clip("b"))], vec![exit_at("a", "b", 1.0)]);
        let clips = vec![slide("a", start, start + length, [0.0, 1.0]), swing("b", 1.0, 2)];
        // A first state, so that "a" is entered by a transition.
        let mut node = node;
        if let NodeDescription::StateMachine(machine) = &mut node {
            machine.states.insert(0, state("first", clip("b")));
            machine.transitions.push(transition("first", "a", on()));
        }
        let mut actor = play(&graph(node), clips);
        actor.update(DT);
        actor.graph_mut().unwrap().set_parameter("on", true).unwrap();
        (0..300).for_each(|_| actor.update(DT));
        if states(&actor) != ["b"] {
            failed.push((start, start + length));
        }
    }
    assert!(failed.is_empty(), "{} of 200 never exit, such as {:?}", failed.len(), failed[0]);
}

#[test]
fn an_exit_time_waits_in_a_clip_played_backwards() {
    let back = NodeDescription::Clip(ClipDescription {
        looping: false,
        speed: (-1.0).into(),
        ..ClipDescription::new("a")
    });
    let node = machine(
        vec![state("first", clip("b")), state("a", back), state("b", clip("b"))],
        vec![transition("first", "a", on()), exit_at("a", "b", 0.9)],
    );
    let mut actor = play(&graph(node), vec![swing("a", 1.0, 1), swing("b", 1.0, 2)]);
    actor.update(DT);
    actor.graph_mut().unwrap().set_parameter("on", true).unwrap();
    (0..10).for_each(|_| actor.update(DT));
    assert_eq!(states(&actor), ["a"], "a sixth of a second on");
}

#[test]
fn a_clip_below_a_negative_speed_node_finishes() {
    let back = NodeDescription::Speed { node: Box::new(clip_once("a")), speed: (-1.0).into() };
    let node = machine(
        vec![state("a", back), state("b", clip("b"))],
        vec![transition("a", "b", vec![Condition::Finished])],
    );
    let mut actor = play(&graph(node), vec![swing("a", 1.0, 1), swing("b", 1.0, 2)]);
    (0..300).for_each(|_| actor.update(DT));
    assert_eq!(states(&actor), ["b"]);
}

#[test]
fn state_machines_in_inactive_states_are_not_listed() {
    let inner = machine(vec![state("in", clip("a"))], vec![]);
    let node = machine(vec![state("a", inner), state("b", clip("b"))], vec![transition("a", "b", on())]);
    let mut actor = play(&graph(node), vec![swing("a", 1.0, 1), swing("b", 1.0, 2)]);
    actor.update(DT);
    actor.graph_mut().unwrap().set_parameter("on", true).unwrap();
    (0..10).for_each(|_| actor.update(DT));
    assert_eq!(states(&actor), ["b"]);
}

#[test]
fn a_resumed_loop_does_not_finish_at_once() {
    let mut a = state("a", clip("a"));
    a.resume = true;
    let node = machine(
        vec![a, state("b", clip("b"))],
        vec![
            transition("a", "b", vec![Condition::Finished]),
            transition("b", "a", vec![Condition::After(0.2)]),
        ],
    );
    let mut actor = play(&graph(node), vec![swing("a", 0.5, 1), swing("b", 1.0, 2)]);
    let mut rounds = 0;
    let mut entered = None;
    for frame in 0..200 {
        actor.update(DT);
        let now = states(&actor)[0] == "a";
        match (now, entered) {
            (true, None) => entered = Some(frame),
            (false, Some(at)) => {
                rounds += 1;
                assert!(frame - at > 20, "visit {rounds} of a took {} frames of 30", frame - at);
                entered = None;
            }
            _ => {}
        }
    }
}

#[test]
fn large_integers_are_compared_exactly() {
    let node = machine(
        vec![state("a", clip("a")), state("b", clip("b"))],
        vec![transition("a", "b", vec![Condition::Equals("mode".into(), 16_777_216)])],
    );
    let mut actor = play(&graph(node), vec![swing("a", 1.0, 1), swing("b", 1.0, 2)]);
    actor.graph_mut().unwrap().set_parameter("mode", 16_777_217).unwrap();
    actor.update(DT);
    actor.update(DT);
    assert_eq!(states(&actor), ["a"]);
}

#[test]
fn clocks_go_on_after_a_hundred_hours() {
    let mut later = transition("a", "b", vec![Condition::After(360_001.0)]);
    later.duration = 0.2;
    let states = vec![state("a", clip("a")), state("b", clip("b"))];
    let clips = vec![slide("a", 0.0, 1.0, [0.0, 1.0]), slide("b", 0.0, 1.0, [5.0, 5.0])];
    let mut actor = play(&graph(machine(states, vec![later])), clips);
    actor.update(360_000.0);
    let seconds = |actor: &Actor| actor.graph().unwrap().active_states().next().unwrap().elapsed;
    let before = seconds(&actor);
    (0..1500).for_each(|frame| {
        // The second is over after a thousand steps, but for their rounding.
        let expected = match frame {
            ..=990 => "a",
            1010.. => "b",
            _ => states_of(&actor).leak(),
        };
        assert_eq!(states_of(&actor), expected, "millisecond {frame}");
        actor.update(0.001);
    });
    assert!((before - 360_000.0).abs() < 1e-3 && (seconds(&actor) - 0.5).abs() < 0.02);
}

fn states_of(actor: &Actor) -> String {
    states(actor).concat()
}

//! Root motion of graphs: masks and inertialized transitions.

use crate::figure::swing;
use crate::small_graph::{DT, clip, graph, input, machine, on, play, slide, state, transition, travelling};
use sinew::graph::*;

#[test]
fn a_masked_blend_input_does_not_reduce_root_motion() {
    let blend = NodeDescription::Blend(vec![
        input(clip("walk"), 1.0),
        BlendInput { mask: Some("upper".into()), ..input(clip("wave"), 1.0) },
    ]);
    let mut actor = play(&graph(blend), vec![travelling("walk", 1.0, 1.5), swing("wave", 0.5, 3)]);
    let distance: f32 = (0..30)
        .map(|_| {
            actor.update(DT);
            actor.frame().root_motion().translation.z
        })
        .sum();
    assert!(
        (distance - 0.75).abs() < 0.01,
        "{distance} m of 0.75 m; the hips are animated by the walk alone"
    );
}

#[test]
fn an_inertialized_transition_does_not_stop_root_motion_at_once() {
    let mut go = transition("a", "b", on());
    go.duration = 0.3;
    let node = machine(vec![state("a", clip("run")), state("b", clip("idle"))], vec![go]);
    let mut actor =
        play(&graph(node), vec![travelling("run", 1.0, 4.0), slide("idle", 0.0, 1.0, [0.0, 0.0])]);
    actor.update(DT);
    actor.graph_mut().unwrap().set_parameter("on", true).unwrap();
    let before = actor.frame().root_motion().translation.z / DT;
    actor.update(DT);
    let after = actor.frame().root_motion().translation.z / DT;
    assert!((before - after).abs() < 2.0, "from {before} to {after} m/s in one frame of 18");
}

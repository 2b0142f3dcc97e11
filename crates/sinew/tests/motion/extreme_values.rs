//! Huge, tiny and non-finite speeds, times and weights: poses stay finite, and playback recovers.

use crate::figure::{actor, clip_events, swing};
use crate::small_graph::{DT, clip, graph, input, machine, play, slide, state, travelling, z};
use sinew::clip::Playhead;
use sinew::graph::*;
use sinew::playback::Playback;
use sinew::{Actor, ClipId, RawClip, Transform, WrapMode};

fn finite(description: &GraphDescription, x: f32) -> bool {
    let mut actor =
        play(description, vec![slide("a", 0.0, 1.0, [0.0, 1.0]), slide("b", 0.0, 1.0, [2.0, 1.0])]);
    actor.graph_mut().unwrap().set_parameter("x", x).unwrap();
    (0..3).for_each(|_| actor.update(DT));
    actor.frame().local().iter().all(Transform::is_finite)
}

#[test]
fn a_huge_clip_speed_has_no_lasting_effect() {
    let fast = ClipDescription { speed: "x".into(), ..ClipDescription::new("walk") };
    let points = vec![(0.0, NodeDescription::Clip(fast)), (1.0, clip("walk"))];
    let space = BlendSpace1dDescription { x: "y".into(), points, sync: true };
    let mut actor = play(&graph(NodeDescription::BlendSpace1d(space)), vec![travelling("walk", 1.0, 1.5)]);
    actor.graph_mut().unwrap().set_parameter("x", 1e25).unwrap();
    actor.update(DT);
    actor.graph_mut().unwrap().set_parameter("x", 1.0).unwrap();
    let time = |actor: &Actor| actor.graph().unwrap().playing_clips().next().unwrap().0.time;
    let before = time(&actor);
    actor.update(DT);
    assert!((time(&actor) - before - f64::from(DT)).abs() < 1e-3, "the clip does not continue");
}

#[test]
fn huge_nested_speeds_give_finite_poses() {
    let fast = |node| NodeDescription::Speed { node: Box::new(node), speed: "x".into() };
    let mut actor = play(&graph(fast(fast(clip("walk")))), vec![slide("walk", 0.0, 1.0, [0.0, 1.0])]);
    actor.graph_mut().unwrap().set_parameter("x", 1e30).unwrap();
    actor.update(DT);
    actor.graph_mut().unwrap().set_parameter("x", 1.0).unwrap();
    actor.update(DT);
    assert!(z(&actor).is_finite(), "{}", z(&actor));
}

#[test]
fn a_seek_far_beyond_the_clip_gives_a_finite_pose() {
    let mut walk = slide("walk", 0.0, 1.0, [0.0, 1.0]);
    walk.events = clip_events(&[(0.5, "step")], &[], &[]);
    let mut actor = actor([walk]);
    actor.play("walk").unwrap().seek(1e20);
    actor.update(DT);
    assert!(z(&actor).is_finite());
}

#[test]
fn a_seek_to_a_non_finite_time_gives_finite_poses() {
    for time in [f64::NAN, f64::INFINITY] {
        let mut actor = actor([slide("walk", 0.0, 1.0, [0.0, 1.0])]);
        actor.play("walk").unwrap().seek(time);
        actor.update(DT);
        assert!(z(&actor).is_finite(), "{time}: {}", z(&actor));
        actor.update(DT);
        assert!(z(&actor).is_finite(), "{time}: {}", z(&actor));
    }
}

#[test]
fn an_infinite_inertialization_time_gives_finite_poses() {
    let mut actor = actor([slide("a", 0.0, 1.0, [0.0, 1.0]), slide("b", 0.0, 1.0, [2.0, 1.0])]);
    actor.play("a").unwrap();
    actor.update(DT);
    actor.update(DT);
    actor.play("b").unwrap().inertialize(f32::INFINITY);
    actor.update(DT);
    actor.update(DT);
    assert!(z(&actor).is_finite(), "{}", z(&actor));
}

#[test]
fn infinite_mixer_weights_give_finite_poses() {
    let mut actor = actor([slide("a", 0.0, 1.0, [0.0, 1.0]), slide("b", 0.0, 1.0, [2.0, 1.0])]);
    let mixer = actor.use_mixer(2);
    for (n, track) in mixer.tracks_mut().iter_mut().enumerate() {
        (track.playback, track.weight) = (Some(Playback::new(ClipId(n as u32), 0.0)), f32::INFINITY);
    }
    actor.update(DT);
    assert!(z(&actor).is_finite(), "{}", z(&actor));
}

#[test]
fn graphs_with_too_many_nodes_are_errors() {
    let many =
        |name: &str| NodeDescription::Blend(vec![input(NodeDescription::SubGraph(name.into()), 1.0); 32]);
    let inner =
        StateMachineDescription { states: vec![state("s", NodeDescription::Rest)], transitions: vec![] };
    let machines = NodeDescription::Blend(vec![input(NodeDescription::StateMachine(inner), 1.0); 30]);
    let states = (0..40_000).map(|n| state(&format!("state {n}"), NodeDescription::Rest)).collect();
    let mut description = graph(many("b"));
    description.nodes.insert("b".into(), many("c"));
    let actor = actor([swing("a", 1.0, 1)]);
    let refused = |description: &GraphDescription| {
        let error = AnimationGraph::from_description(description, actor.clips()).unwrap_err().to_string();
        assert!(error.contains("too many"), "{error}");
    };
    description.nodes.insert("c".into(), many("d"));
    description.nodes.insert("d".into(), NodeDescription::Rest);
    refused(&description);
    description.nodes.insert("c".into(), machines);
    refused(&description);
    refused(&graph(machine(states, vec![])));
}

#[test]
fn large_blend_weights_give_finite_poses() {
    let blend = NodeDescription::Blend(vec![input(clip("a"), "x"), input(clip("b"), "x")]);
    assert!(finite(&graph(blend), 3e38));
}

#[test]
fn large_additive_weights_give_finite_poses() {
    let layer = LayerDescription {
        node: clip("b"),
        weight: "x".into(),
        mode: LayerMode::Additive(ReferenceDescription::Rest),
        ..LayerDescription::default()
    };
    let layers = NodeDescription::Layers { base: Box::new(clip("a")), layers: vec![layer] };
    assert!(finite(&graph(layers), 3e38));
}

#[test]
fn very_large_and_very_small_blend_spaces_give_finite_poses() {
    let mut broken = vec![];
    for scale in [1e25f32, 1e-25] {
        for positions in [vec![(0.0, 0.0), (1.0, 0.0)], vec![(-1.0, 0.0), (1.0, 0.0), (0.0, 1.0)]] {
            let points =
                positions.iter().map(|&(x, y): &(f32, f32)| ((x * scale, y * scale), clip("a"))).collect();
            let space = BlendSpace2dDescription { x: "x".into(), y: "y".into(), points, sync: true };
            if !finite(&graph(NodeDescription::BlendSpace2d(space)), 0.3 * scale) {
                broken.push((scale, positions.len()));
            }
        }
    }
    assert!(broken.is_empty(), "not finite at (scale, points) {broken:?}");
}

#[test]
fn very_short_smoothing_times_give_finite_poses() {
    let mut description = graph(NodeDescription::Rest);
    description.parameters.insert("slow".into(), ParameterKind::Smooth(0.0, 1e-38));
    let weights = vec![input(clip("a"), 1.0), input(clip("b"), 1.0)];
    description.output =
        NodeDescription::Speed { node: Box::new(NodeDescription::Blend(weights)), speed: "slow".into() };
    assert!(finite(&description, 0.0));
}

#[test]
fn huge_nested_speeds_have_no_lasting_effect() {
    let fast = |node| NodeDescription::Speed { node: Box::new(node), speed: "x".into() };
    let mut actor = play(&graph(fast(fast(clip("walk")))), vec![slide("walk", 0.0, 1.0, [0.0, 1.0])]);
    actor.graph_mut().unwrap().set_parameter("x", 1e30).unwrap();
    actor.update(DT);
    actor.graph_mut().unwrap().set_parameter("x", 1.0).unwrap();
    actor.update(DT);
    let before = z(&actor);
    actor.update(0.1);
    assert!((z(&actor) - before).abs() > 0.01, "the clip does not continue at {before}");
}

#[test]
fn mixer_weights_of_any_size_blend_by_their_ratio() {
    // A weight that is not finite is none; two of the largest are equal.
    for (weights, share) in [
        ([1.0, f32::INFINITY], 0.0),
        ([f32::NAN, 1.0], 1.0),
        ([f32::NEG_INFINITY, 1.0], 1.0),
        ([f32::MAX, f32::MAX], 0.5),
        ([1.0, f32::MAX], 1.0),
    ] {
        // Both stand still: the first at 0, the other at 2 m.
        let mut actor = actor([slide("a", 0.0, 1.0, [0.0, 0.0]), slide("b", 0.0, 1.0, [2.0, 2.0])]);
        let tracks = actor.use_mixer(2).tracks_mut();
        for (n, (track, weight)) in tracks.iter_mut().zip(weights).enumerate() {
            (track.playback, track.weight) = (Some(Playback::new(ClipId(n as u32), 0.0)), weight);
        }
        (0..3).for_each(|_| actor.update(DT));
        assert!((z(&actor) - 2.0 * share).abs() < 1e-4, "{weights:?}: {}", z(&actor));
    }
}

#[test]
fn events_at_huge_times_of_a_loop_do_not_overflow() {
    let events = clip_events(&[(0.5, "step")], &[], &[]);
    for (time, end) in [(1e300, 1.0), (-1e300, 1.0), (1.0, 1e-20)] {
        let mut head = Playhead::new(time, false);
        let mut fired = 0;
        head.step(0.0, 0.0, end, WrapMode::Loop).for_each_event(&events, |_, _| fired += 1);
        assert!(fired <= 1, "{time} {end}: {fired}");
    }
}

#[test]
fn reversed_and_non_finite_ranges_do_not_stop_a_playhead() {
    let events = clip_events(&[(0.5, "step")], &[], &[]);
    for (start, end) in [(1.0, 0.0), (f32::NAN, 1.0), (0.0, f32::INFINITY), (f32::NEG_INFINITY, f32::NAN)] {
        for wrap in [WrapMode::Loop, WrapMode::Clamp] {
            let mut head = Playhead::new(0.3, false);
            for step in [0.1, -0.7, 1e30, f64::NAN] {
                head.step(step, start, end, wrap).for_each_event(&events, |_, _| {});
                assert!(head.time().is_finite(), "{start} {end} {wrap:?} {step}");
            }
        }
    }
}

#[test]
fn a_clip_of_equal_keys_does_not_move() {
    use crate::small_graph::{pose, root};
    assert!(!RawClip::default().moves() && !pose("one key").moves());
    assert!(!slide("still", 0.0, 1.0, [2.0, 2.0]).moves() && slide("walk", 0.0, 1.0, [0.0, 1.0]).moves());
    assert!(travelling("walk", 1.0, 1.0).moves());
    assert!(!RawClip { root_motion: root(1.0, 0.0), ..slide("still", 0.0, 1.0, [2.0, 2.0]) }.moves());
}

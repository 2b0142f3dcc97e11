//! Graphs: each kind of node.

use crate::figure::{actor, apart, clip_events, swing};
use crate::small_graph::input;
use sinew::graph::*;
use sinew::{Actor, RawClip, RootMotion, Transform};
use std::sync::Arc;

pub(crate) const DT: f32 = 1.0 / 60.0;

pub(crate) fn clips() -> Vec<RawClip> {
    let walk = RawClip { events: clip_events(&[], &[], &[(0.1, "L"), (0.6, "R")]), ..swing("walk", 1.0, 1) };
    let run = RawClip { events: clip_events(&[], &[], &[(0.05, "R"), (0.4, "L")]), ..swing("run", 0.7, 2) };
    vec![walk, run, swing("wave", 0.5, 3)]
}

pub(crate) fn play(description: &GraphDescription) -> Actor {
    let mut actor = actor(clips());
    let graph = AnimationGraph::from_description(description, actor.clips()).unwrap();
    actor.set_graph(Arc::new(graph)).unwrap();
    actor
}

pub(crate) fn graph(output: NodeDescription) -> GraphDescription {
    let mut graph = GraphDescription { output, ..GraphDescription::default() };
    let mask = MaskDescription { branches: vec![("spine".into(), 1.0)], ..MaskDescription::default() };
    graph.masks.insert("upper".into(), mask);
    for (name, kind) in [
        ("x", ParameterKind::Float(0.0)),
        ("y", ParameterKind::Float(0.0)),
        ("slow", ParameterKind::Smooth(0.0, 0.1)),
        ("on", ParameterKind::Bool(false)),
        ("mode", ParameterKind::Int(0)),
        ("go", ParameterKind::Trigger),
    ] {
        graph.parameters.insert(name.into(), kind);
    }
    graph
}

pub(crate) fn clip(name: &str) -> NodeDescription {
    NodeDescription::Clip(ClipDescription::new(name))
}

fn alone(name: &str, time: f32) -> Vec<Transform> {
    let mut actor = actor(clips());
    actor.play(name).unwrap().seek(f64::from(time));
    actor.update(0.0);
    actor.frame().local().to_vec()
}

#[test]
fn a_graph_of_one_clip_equals_the_clip() {
    let mut actor = play(&graph(clip("walk")));
    actor.update(1.3);
    assert!(apart(actor.frame().local(), &alone("walk", 0.3)) < 1e-5);
    let still = ClipDescription { normalized_time: Some("x".into()), ..ClipDescription::new("walk") };
    let mut actor = play(&graph(NodeDescription::Clip(still)));
    actor.graph_mut().unwrap().set_parameter("x", 0.25).unwrap();
    actor.update(9.0);
    assert!(apart(actor.frame().local(), &alone("walk", 0.25)) < 1e-5);
    let warped =
        ClipDescription { warp: vec![(0.0, 0.0), (0.5, 0.1), (1.0, 1.0)], ..ClipDescription::new("walk") };
    let mut actor = play(&graph(NodeDescription::Clip(warped)));
    actor.update(1.5);
    assert!(apart(actor.frame().local(), &alone("walk", 0.1)) < 1e-5);
    let back = ClipDescription { looping: false, speed: (-1.0).into(), ..ClipDescription::new("walk") };
    let mut actor = play(&graph(NodeDescription::Clip(back)));
    actor.update(0.25);
    assert!(apart(actor.frame().local(), &alone("walk", 0.75)) < 1e-5);
}

#[test]
fn layers_affect_only_the_joints_of_their_masks() {
    let layer =
        |mode| LayerDescription { node: clip("wave"), weight: "x".into(), mask: Some("upper".into()), mode };
    let layers = |mode| NodeDescription::Layers { base: Box::new(clip("walk")), layers: vec![layer(mode)] };
    let mut actor = play(&graph(layers(LayerMode::Override)));
    actor.graph_mut().unwrap().set_parameter("x", 1.0).unwrap();
    actor.update(0.2);
    let (walk, wave) = (alone("walk", 0.2), alone("wave", 0.2));
    let skeleton = actor.character().skeleton();
    for joint in skeleton.joints() {
        let lower = ["hips", "foot_l"].contains(&skeleton.name(joint));
        let expected = if lower { &walk } else { &wave }[joint.index()];
        assert!(apart(&[actor.frame().local()[joint.index()]], &[expected]) < 1e-5);
    }
    // An additive clip relative to its own frame adds nothing at that frame.
    let mode = LayerMode::Additive(ReferenceDescription::ClipPose("wave".into(), 0.4));
    let mut actor = play(&graph(layers(mode)));
    actor.graph_mut().unwrap().set_parameter("x", 1.0).unwrap();
    actor.update(0.2);
    assert!(apart(actor.frame().local(), &walk) < 1e-5);
    actor.update(0.15);
    assert!(apart(actor.frame().local(), &alone("walk", 0.35)) > 0.01);
}

#[test]
fn a_blend_space_synchronizes_its_clips() {
    let points = vec![(0.0, clip("walk")), (1.0, clip("run"))];
    let space = BlendSpace1dDescription { x: "x".into(), points, sync: true };
    let mut actor = play(&graph(NodeDescription::BlendSpace1d(space)));
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..600 {
        actor.graph_mut().unwrap().set_parameter("x", random.f32()).unwrap();
        actor.update(DT);
        let times: Vec<(usize, f64)> =
            actor.graph().unwrap().playing_clips().map(|(p, _)| (p.clip().index(), p.time)).collect();
        let at = |clip: usize| times.iter().find(|t| t.0 == clip).unwrap().1;
        // Both clips are at the same phase between the same markers.
        let (walk, run) = (at(0).rem_euclid(1.0), at(1).rem_euclid(f64::from(0.7f32)));
        let walk = if (0.1..0.6).contains(&walk) {
            (walk - 0.1) / 0.5
        } else {
            1.0 + (walk - 0.6).rem_euclid(1.0) / 0.5
        };
        let right = (0.05..0.4).contains(&run);
        let run = if right { 1.0 + (run - 0.05) / 0.35 } else { (run - 0.4).rem_euclid(0.7) / 0.35 };
        let off = (walk - run).rem_euclid(2.0);
        assert!(off.min(2.0 - off) < 1e-4, "{walk} {run}");
    }
    // At the far point, one clip plays alone at its own speed.
    actor.graph_mut().unwrap().set_parameter("x", 1.0).unwrap();
    let time = |actor: &Actor| actor.graph().unwrap().playing_clips().next().unwrap().0.time;
    actor.update(0.0);
    let before = time(&actor);
    actor.update(0.7);
    assert!((time(&actor) - before - 0.7).abs() < 1e-4);
}

#[test]
fn a_2d_blend_space_shows_each_pose_at_its_point() {
    let still = |share: f32| {
        NodeDescription::Clip(ClipDescription {
            normalized_time: Some(share.into()),
            ..ClipDescription::new("walk")
        })
    };
    let points = vec![
        ((0.0, 0.0), still(0.0)),
        ((1.0, 0.0), still(0.3)),
        ((0.0, 1.0), still(0.6)),
        ((1.0, 1.0), still(0.9)),
    ];
    let space = BlendSpace2dDescription { x: "x".into(), y: "y".into(), points, sync: false };
    let mut actor = play(&graph(NodeDescription::BlendSpace2d(space)));
    for (x, y, time) in [(0.0, 0.0, 0.0), (1.0, 0.0, 0.3), (-3.0, 5.0, 0.6), (1.0, 1.0, 0.9)] {
        actor.graph_mut().unwrap().set_parameter("x", x).unwrap();
        actor.graph_mut().unwrap().set_parameter("y", y).unwrap();
        actor.update(DT);
        assert!(apart(actor.frame().local(), &alone("walk", time)) < 1e-5, "{x} {y}");
    }
}

#[test]
fn a_mirror_node_swaps_left_and_right() {
    let mirror = NodeDescription::Mirror { node: Box::new(clip("walk")), weight: "on".into() };
    let mut actor = play(&graph(mirror));
    actor.update(0.3);
    assert!(apart(actor.frame().local(), &alone("walk", 0.3)) < 1e-6);
    let before = actor.frame().model().to_vec();
    actor.graph_mut().unwrap().set_parameter("on", true).unwrap();
    actor.update(0.0);
    let skeleton = actor.character().skeleton();
    for (a, b) in [("hand_l", "hand_r"), ("arm_r", "arm_l"), ("head", "head")] {
        let index = |name: &str| skeleton.find(name).unwrap().index();
        let (here, there) = (actor.frame().model()[index(a)].translation, before[index(b)].translation);
        assert!((here.x + there.x).abs() + (here.y - there.y).abs() + (here.z - there.z).abs() < 1e-5, "{a}");
    }
}

pub(crate) fn machine(transitions: Vec<TransitionDescription>) -> NodeDescription {
    let state = |name: &str| StateDescription { name: name.into(), node: clip(name), resume: false };
    NodeDescription::StateMachine(StateMachineDescription {
        states: ["walk", "run", "wave"].map(state).to_vec(),
        transitions,
    })
}

pub(crate) fn transition(from: &str, to: &str, when: Vec<Condition>) -> TransitionDescription {
    TransitionDescription { from: vec![from.into()], to: to.into(), when, ..TransitionDescription::default() }
}

pub(crate) fn state(actor: &Actor) -> String {
    actor.graph().unwrap().active_states().next().unwrap().state.to_owned()
}

#[test]
fn conditions_start_transitions() {
    let above = Condition::Above("x".into(), 0.5);
    let below = Condition::Not(Box::new(above.clone()));
    let mut finish = transition("wave", "walk", vec![]);
    finish.exit_time = Some(1.0);
    let transitions = vec![
        transition("walk", "run", vec![above]),
        transition("run", "walk", vec![below]),
        TransitionDescription {
            to: "wave".into(),
            when: vec![Condition::Is("go".into())],
            priority: 1,
            interruptible: false,
            ..TransitionDescription::default()
        },
        finish,
        transition("run", "wave", vec![Condition::Equals("mode".into(), 3), Condition::After(0.5)]),
    ];
    let mut actor = play(&graph(machine(transitions)));
    actor.update(DT);
    assert_eq!(state(&actor), "walk");
    actor.graph_mut().unwrap().set_parameter("x", 1.0).unwrap();
    actor.update(DT);
    assert_eq!(state(&actor), "run");
    actor.graph_mut().unwrap().set_parameter("mode", 3).unwrap();
    actor.update(0.3);
    assert_eq!(state(&actor), "run");
    actor.update(0.3);
    actor.update(DT);
    assert_eq!(state(&actor), "wave");
    // Once through the half second of the wave.
    actor.update(0.4);
    actor.graph_mut().unwrap().set_parameter("x", 0.0).unwrap();
    actor.update(0.2);
    actor.update(DT);
    assert_eq!(state(&actor), "walk");
    actor.graph_mut().unwrap().trigger("go").unwrap();
    actor.update(DT);
    assert_eq!(
        (state(&actor).as_str(), actor.graph().unwrap().active_states().next().unwrap().in_transition),
        ("wave", true)
    );
    // The trigger has been reset.
    (0..60).for_each(|_| actor.update(DT));
    assert_eq!(state(&actor), "walk");
}

#[test]
fn an_uninterruptible_transition_completes() {
    let transitions = |interruptible| {
        let go = TransitionDescription {
            duration: 0.5,
            interruptible,
            ..transition("walk", "run", vec![Condition::Is("on".into())])
        };
        vec![go, transition("run", "wave", vec![Condition::Above("x".into(), 0.5)])]
    };
    for interruptible in [true, false] {
        let mut actor = play(&graph(machine(transitions(interruptible))));
        actor.update(DT);
        actor.graph_mut().unwrap().set_parameter("on", true).unwrap();
        actor.graph_mut().unwrap().set_parameter("x", 1.0).unwrap();
        actor.update(DT);
        actor.update(DT);
        assert_eq!(state(&actor) == "wave", interruptible);
        actor.update(0.5);
        actor.update(DT);
        assert_eq!(state(&actor), "wave");
    }
}

#[test]
fn a_state_resumes_if_asked_to() {
    for resume in [false, true] {
        let mut node = machine(vec![
            transition("walk", "run", vec![Condition::Is("on".into())]),
            transition("run", "walk", vec![Condition::IsNot("on".into())]),
        ]);
        if let NodeDescription::StateMachine(machine) = &mut node {
            machine.states[0].resume = resume;
            machine.transitions.iter_mut().for_each(|t| t.duration = 0.0);
        }
        let mut actor = play(&graph(node));
        actor.update(0.4);
        actor.graph_mut().unwrap().set_parameter("on", true).unwrap();
        actor.update(0.1);
        actor.graph_mut().unwrap().set_parameter("on", false).unwrap();
        actor.update(0.1);
        let expected = alone("walk", if resume { 0.5 } else { 0.1 });
        assert!(apart(actor.frame().local(), &expected) < 1e-5, "{resume}");
    }
}

#[test]
fn a_slot_plays_a_clip_once_and_fades_out() {
    let slot = NodeDescription::Slot {
        name: "arms".into(),
        node: Box::new(clip("walk")),
        mask: Some("upper".into()),
        mode: LayerMode::Override,
    };
    let mut actor = play(&graph(slot));
    actor.update(0.1);
    actor.play_in_slot("arms", "wave").unwrap().fade_in(0.1).fade_out(0.1);
    actor.update(0.2);
    let head = actor.character().skeleton().find("head").unwrap().index();
    assert!(apart(&actor.frame().local()[head..=head], &alone("wave", 0.2)[head..=head]) < 1e-5);
    assert!(apart(&actor.frame().local()[..1], &alone("walk", 0.3)[..1]) < 1e-5);
    actor.update(0.4);
    assert!(apart(actor.frame().local(), &alone("walk", 0.7)) < 1e-5);
    let error = actor.play_in_slot("legs", "wave").unwrap_err().to_string();
    assert!(error.contains("\"arms\""), "{error}");
}

#[test]
fn snapshots_speed_nodes_and_subgraphs() {
    let blend = NodeDescription::Blend(vec![
        input(NodeDescription::Snapshot("kept".into()), "x"),
        input(NodeDescription::SubGraph("fast".into()), 1.0),
    ]);
    let mut description = graph(blend);
    let fast = NodeDescription::Speed { node: Box::new(clip("walk")), speed: 2.0.into() };
    description.nodes.insert("fast".into(), fast);
    let mut actor = play(&description);
    actor.update(0.3);
    assert!(apart(actor.frame().local(), &alone("walk", 0.6)) < 1e-5);
    actor.save_snapshot("kept").unwrap();
    actor.graph_mut().unwrap().set_parameter("x", 1e6).unwrap();
    actor.update(0.1);
    assert!(apart(actor.frame().local(), &alone("walk", 0.6)) < 1e-3);
    assert!(actor.save_snapshot("lost").is_err());
}

#[test]
fn smooth_parameters_cover_nine_tenths_in_their_time() {
    let still = ClipDescription { normalized_time: Some("slow".into()), ..ClipDescription::new("walk") };
    let mut actor = play(&graph(NodeDescription::Clip(still)));
    // What is set before the first frame is there at once.
    actor.update(0.0);
    actor.graph_mut().unwrap().set_parameter("slow", 0.8).unwrap();
    actor.update(0.1);
    assert!(apart(actor.frame().local(), &alone("walk", 0.72)) < 1e-4);
    assert_eq!(actor.advance(0.1), RootMotion::IDENTITY);
}

#[test]
fn exit_times_of_looping_clamped_and_still_nodes() {
    let exits = |node: NodeDescription, exit: f32| {
        let states = [("a", node), ("b", clip("run"))];
        let states = states.map(|(name, node)| StateDescription { name: name.into(), node, resume: false });
        let transitions =
            vec![TransitionDescription { exit_time: Some(exit), ..transition("a", "b", vec![]) }];
        let machine = StateMachineDescription { states: states.into(), transitions };
        let mut actor = play(&graph(NodeDescription::StateMachine(machine)));
        (0..300).for_each(|_| actor.update(DT));
        state(&actor) == "b"
    };
    let once = || NodeDescription::Clip(ClipDescription { looping: false, ..ClipDescription::new("walk") });
    let still = ClipDescription { normalized_time: Some(0.5.into()), ..ClipDescription::new("walk") };
    assert!(!exits(once(), 1.5) && exits(once(), 1.0) && exits(clip("walk"), 1.5));
    assert!(exits(NodeDescription::Rest, 0.9) && exits(NodeDescription::Clip(still), 0.9));
}

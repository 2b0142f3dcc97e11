//! Errors in graph descriptions, graph texts and parameter values.

use crate::figure::{actor, clip_events, swing};
#[cfg(feature = "ron")]
use crate::graphs::DT;
use crate::graphs::{clip, clips, graph, machine, play, transition};
use sinew::RawClip;
#[cfg(feature = "ron")]
use sinew::clip::EventsByClip;
use sinew::graph::*;
use std::sync::Arc;

#[test]
fn invalid_graphs_are_errors_with_a_place() {
    let actor = actor(clips());
    let refused = |description: &GraphDescription, parts: &[&str]| {
        let error = AnimationGraph::from_description(description, actor.clips()).unwrap_err().to_string();
        assert!(parts.iter().all(|part| error.contains(part)), "{error}");
    };
    refused(&graph(clip("fly")), &["output", "\"fly\"", "\"walk\", \"run\", \"wave\""]);
    let machine = machine(vec![transition("walk", "run", vec![Condition::Is("x".into())])]);
    refused(&graph(machine), &["output.transitions[0].when[0]", "a float", "expected a bool or a trigger"]);
    let mut circle = graph(NodeDescription::SubGraph("a".into()));
    circle.nodes.insert(
        "a".into(),
        NodeDescription::Blend(vec![BlendInput {
            node: NodeDescription::SubGraph("a".into()),
            ..BlendInput::default()
        }]),
    );
    refused(&circle, &["nodes[\"a\"]", "contains itself"]);
    let mut mask = graph(clip("walk"));
    let foot = MaskDescription { branches: vec![("tail".into(), 1.0)], ..MaskDescription::default() };
    mask.masks.insert("tail".into(), foot);
    refused(&mask, &["masks[\"tail\"]", "\"hips\""]);
    let deep = (0..100)
        .fold(clip("walk"), |node, _| NodeDescription::Speed { node: Box::new(node), speed: 1.0.into() });
    refused(&graph(deep), &["too deep"]);
    let points = vec![(0.0, clip("walk")), (0.0, clip("run"))];
    let space = BlendSpace1dDescription { x: "x".into(), points, sync: true };
    refused(&graph(NodeDescription::BlendSpace1d(space)), &["distinct"]);
    let mut other = crate::figure::actor([swing("walk", 1.0, 1)]);
    let made = AnimationGraph::from_description(&graph(clip("run")), actor.clips()).unwrap();
    assert!(other.set_graph(Arc::new(made)).is_err());
    // A clip of the same name, but of another length.
    let made = AnimationGraph::from_description(&graph(clip("walk")), other.clips()).unwrap();
    let mut longer = crate::figure::actor([swing("walk", 2.0, 1)]);
    let error = longer.set_graph(Arc::new(made)).unwrap_err().to_string();
    assert!(error.contains("another clip \"walk\""), "{error}");
}

#[cfg(feature = "ron")]
#[test]
fn older_names_of_fields_load() {
    let text = r#"(nodes: {"a": Clip(clip: "walk", sync_group: "gait", normalized_time: "x")}, output: Layers(
        base: StateMachine(states: [(name: "a", node: SubGraph("a"), resume: true)], transitions: [
            (to: "a", exit_time: 0.5, duration: 0.1),
        ]),
        layers: [(node: Rest, mode: Additive(ClipPose("wave", 0.0)))],
    ))"#;
    let names = [
        ("sync_group:", "sync:"),
        ("normalized_time:", "position:"),
        ("SubGraph(", "Use("),
        ("resume:", "remembers:"),
        ("exit_time:", "exit:"),
        ("duration:", "seconds:"),
        ("ClipPose(", "Frame("),
    ];
    let older = names.iter().fold(text.to_owned(), |text, (now, earlier)| {
        assert!(text.contains(now), "{now}");
        text.replace(now, earlier)
    });
    assert_eq!(GraphDescription::from_ron(&older).unwrap(), GraphDescription::from_ron(text).unwrap());
}

#[cfg(feature = "ron")]
#[test]
fn text_round_trips_and_errors_have_a_line() {
    let text = r#"(
        parameters: {"speed": Smooth(0.0, 0.1), "jump": Trigger},
        masks: {"upper": (branches: [("spine", 1.0)])},
        output: StateMachine(
            states: [
                (name: "move", node: BlendSpace1d(x: "speed", points: [
                    (0.0, Clip(clip: "walk", sync_group: "gait")), (1.0, Clip(clip: "run", sync_group: "gait")),
                ])),
                (name: "wave", node: Layers(base: Clip(clip: "walk"), layers: [
                    (node: Clip(clip: "wave"), mask: "upper", weight: "speed"),
                    (node: Clip(clip: "wave"), mode: Additive(ClipPose("wave", 0.0))),
                ])),
            ],
            transitions: [
                (from: ["move"], to: "wave", when: [Is("jump"), Above("speed", 0.5)], duration: 0.1),
                (from: ["wave"], to: "move", exit_time: 0.9, kind: CrossFade),
            ],
        ),
    )"#;
    let description = GraphDescription::from_ron(text).unwrap();
    let NodeDescription::StateMachine(machine) = &description.output else { panic!() };
    assert_eq!((machine.states.len(), machine.transitions[1].exit_time), (2, Some(0.9)));
    assert_eq!(GraphDescription::from_ron(&description.to_ron().unwrap()).unwrap(), description);
    let mut actor = play(&description);
    actor.update(DT);
    for (from, to, expected) in
        [("Trigger", "Tigger", "line 2"), ("exit_time: 0.9", "exti_time: 0.9", "line 16")]
    {
        let error = GraphDescription::from_ron(&text.replace(from, to)).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    assert!(GraphDescription::from_ron(&"(output: Blend([".repeat(500)).is_err());
    let events = EventsByClip::from_ron(r#"{"walk": (events: [(time: 0.1, name: "step")])}"#).unwrap();
    assert_eq!(events.clips["walk"].points[0].name, "step");
}

#[test]
fn long_sync_patterns_are_errors_and_long_lists_of_states_are_fast() {
    let named = |name: &str, names: &mut dyn Iterator<Item = &'static str>| {
        let all: Vec<(f32, &str)> = names.enumerate().map(|(n, name)| (n as f32 * 1e-6, name)).collect();
        RawClip { events: clip_events(&[], &[], &all), ..swing(name, 1.0, 1) }
    };
    const MARKERS: usize = 30_000;
    let mut odd = (1..MARKERS).map(|_| "a").chain(["b"]);
    let actor = actor([named("odd", &mut odd), named("even", &mut (0..MARKERS).map(|_| "a"))]);
    let points = vec![(0.0, clip("odd")), (1.0, clip("even"))];
    let space = BlendSpace1dDescription { x: "x".into(), points, sync: true };
    let description = graph(NodeDescription::BlendSpace1d(space));
    let error = AnimationGraph::from_description(&description, actor.clips()).unwrap_err().to_string();
    assert!(error.contains("\"odd\"") && error.contains("30000 names; expected at most 256"), "{error}");
    assert!(
        error.starts_with("output.points[0]") && error.ends_with("(sync group of a blend space)"),
        "{error}"
    );

    let states: Vec<StateDescription> = (0..8000)
        .map(|n| StateDescription { name: format!("s{n}"), node: NodeDescription::Rest, resume: false })
        .collect();
    let from = vec!["s7999".to_owned(); 400_000];
    let transitions =
        vec![TransitionDescription { from, ..transition("s0", "s1", vec![Condition::Is("on".into())]) }];
    let machine = NodeDescription::StateMachine(StateMachineDescription { states, transitions });
    AnimationGraph::from_description(&graph(machine), actor.clips()).unwrap();
}

#[test]
fn parameter_values_of_the_wrong_kind_are_errors() {
    let mut actor = play(&graph(clip("walk")));
    // An int counts as a number.
    actor.graph_mut().unwrap().set_parameter("x", 2).unwrap();
    actor.graph_mut().unwrap().set_parameter("slow", 1).unwrap();
    let x = actor.graph().unwrap().graph().find_parameter("x").unwrap();
    assert_eq!(actor.graph().unwrap().parameter(x), ParameterValue::Float(2.0));
    let mut error_of = |name: &str, value: ParameterValue| {
        actor.graph_mut().unwrap().set_parameter(name, value).unwrap_err().to_string()
    };
    assert_eq!(error_of("slow", true.into()), "parameter \"slow\" is a smooth float; it got the bool true");
    assert_eq!(error_of("x", f32::NAN.into()), "parameter \"x\" is a float; it got NaN, which is no number");
    assert_eq!(error_of("mode", 1.0.into()), "parameter \"mode\" is an int; it got the float 1.0");
    assert_eq!(error_of("go", 1.into()), "parameter \"go\" is a trigger; it got the int 1");
    let unknown = error_of("sped", 1.into());
    let known = unknown.contains("there are \"go\" (a trigger)");
    assert!(unknown.starts_with("no parameter called \"sped\"; ") && known, "{unknown}");
    assert_eq!(actor.graph().unwrap().parameter(x), ParameterValue::Float(2.0));
}

#[test]
fn unused_nodes_are_checked() {
    let mut description = graph(clip("walk"));
    let unused = |node| (format!("{node:?}"), node);
    description
        .nodes
        .extend([("inner".to_owned(), clip("run")), unused(NodeDescription::SubGraph("inner".into()))]);
    let actor = actor(clips());
    let make = |description: &GraphDescription| {
        AnimationGraph::from_description(description, actor.clips()).map_err(|error| error.to_string())
    };
    assert!(make(&description).is_ok());
    description.nodes.insert("unused".into(), NodeDescription::Blend(vec![]));
    assert!(make(&description).unwrap_err().starts_with("nodes[\"unused\"]: the blend has 0 inputs"));
    description.nodes.insert("unused".into(), clip("fly"));
    let error = make(&description).unwrap_err();
    assert!(error.starts_with("nodes[\"unused\"]: no clip called \"fly\"; there are \"walk\""), "{error}");
    description.nodes.insert("unused".into(), NodeDescription::SubGraph("unused".into()));
    assert!(make(&description).unwrap_err().contains("contains itself"));
}

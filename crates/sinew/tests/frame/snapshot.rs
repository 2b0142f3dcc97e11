//! Pose snapshots with expressions.

use crate::face::{smile, worm_with_a_face};
use sinew::Actor;
use sinew::character::{MeshInstanceId, SkinningMethod};
use sinew::graph::*;
use std::sync::Arc;

#[test]
fn a_snapshot_applies_its_expressions_once() {
    let still = ClipDescription { normalized_time: Some(0.5.into()), ..ClipDescription::new("smile") };
    let states = vec![
        StateDescription { name: "a".into(), node: NodeDescription::Clip(still), resume: false },
        StateDescription {
            name: "b".into(),
            node: NodeDescription::Snapshot("snapshot".into()),
            resume: false,
        },
    ];
    let go = TransitionDescription {
        from: vec!["a".into()],
        to: "b".into(),
        when: vec![Condition::Is("on".into())],
        duration: 0.0,
        ..TransitionDescription::default()
    };
    let mut description = GraphDescription {
        output: NodeDescription::StateMachine(StateMachineDescription { states, transitions: vec![go] }),
        ..GraphDescription::default()
    };
    description.parameters.insert("on".into(), ParameterKind::Bool(false));
    let mut actor = Actor::new(worm_with_a_face(4, SkinningMethod::Linear), vec![smile()]).unwrap();
    let graph = AnimationGraph::from_description(&description, actor.clips()).unwrap();
    actor.set_graph(Arc::new(graph)).unwrap();
    actor.update(0.01);
    let before = actor.frame().morph_weights(MeshInstanceId(0)).to_vec();
    let joints = actor.frame().local().to_vec();
    actor.save_snapshot("snapshot").unwrap();
    actor.graph_mut().unwrap().set_parameter("on", true).unwrap();
    actor.update(0.01);
    let after = actor.frame().morph_weights(MeshInstanceId(0)).to_vec();
    assert_eq!(joints.len(), actor.frame().local().len());
    for (joint, (a, b)) in joints.iter().zip(actor.frame().local()).enumerate() {
        assert!(a.to_affine().abs_diff_eq(b.to_affine(), 1e-4), "joint {joint}: {a:?} {b:?}");
    }
    assert_eq!(before, after);
}

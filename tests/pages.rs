//! The graphs, events and rigs on the pages in `docs/` load and play.

use sinew::Actor;
use sinew::clip::ClipEvents;
use sinew::clip::events_from_ron;
use sinew::glam::Vec3;
use sinew::graph::{AnimationGraph, graph_from_ron};
use sinew::rig::{IkGoal, IkRig, rig_from_ron};
use sinew_import::{NoFiles, import};
use std::sync::Arc;

/// RON blocks of a page.
fn blocks(page: &str) -> Vec<String> {
    let text = std::fs::read_to_string(sinew_suite::repository().join("docs").join(page)).unwrap();
    let blocks = text.split("\n```ron\n").skip(1).map(|rest| rest.split("\n```").next().unwrap().to_owned());
    blocks.collect()
}

fn built_in() -> Actor {
    let bytes = std::fs::read(sinew_suite::repository().join("data/sinew.vrm")).unwrap();
    let imported = import(&bytes, &NoFiles).unwrap();
    let clips = imported.clips;
    Actor::new(Arc::new(imported.character), clips).unwrap()
}

#[test]
fn graphs_play() {
    let graphs = blocks("graphs.md");
    assert_eq!(graphs.len(), 2);
    for text in &graphs {
        let description = graph_from_ron(text).unwrap_or_else(|e| panic!("{e} in\n{text}"));
        let mut actor = built_in();
        let graph = AnimationGraph::new(&description, actor.clips());
        actor.set_graph(Arc::new(graph.unwrap_or_else(|e| panic!("{e} in\n{text}")))).unwrap();
        actor.graph_mut().unwrap().set_parameter("speed", 1.0).unwrap();
        (0..60).for_each(|_| actor.update(1.0 / 60.0));
        actor.graph_mut().unwrap().trigger("jump").unwrap();
        (0..20).for_each(|_| actor.update(1.0 / 60.0));
        let state = actor.graph().unwrap().active_states().map(|state| state.state.to_owned()).next();
        assert_eq!(state.as_deref(), Some("jump"), "{text}");
    }
    // The second graph has one of each kind of node and condition.
    for kind in [
        "Rest",
        "Clip(",
        "Snapshot(",
        "SubGraph(",
        "Blend(",
        "Layers(",
        "BlendSpace1d(",
        "BlendSpace2d(",
        "StateMachine(",
        "Mirror(",
        "Speed(",
        "Slot(",
        "Above(",
        "Below(",
        "Equals(",
        "Is(",
        "IsNot(",
        "Finished",
        "After(",
        "All(",
        "Any(",
        "Not(",
    ] {
        assert!(graphs[1].contains(kind), "{kind}");
    }
}

#[test]
fn events_are_read() {
    let [text] = blocks("events.md").try_into().unwrap();
    let events = events_from_ron(&text).unwrap();
    let walk = ClipEvents::new(events["walk"].clone()).unwrap();
    assert_eq!((walk.points().len(), walk.spans().len(), walk.sync_markers().len()), (2, 1, 2));
    assert_eq!(walk.points()[1].data, "gravel");
    let actor = built_in();
    let known = |name: &String| actor.clips().iter().any(|clip| clip.name() == name);
    assert!(events.keys().all(known));
}

#[test]
fn rigs_reach() {
    let [text] = blocks("ik.md").try_into().unwrap();
    let example = std::fs::read_to_string(sinew_suite::repository().join("examples/rig.ron")).unwrap();
    for text in [text, example] {
        let description = rig_from_ron(&text).unwrap_or_else(|e| panic!("{e} in\n{text}"));
        let mut actor = built_in();
        let rig = IkRig::from_description(&description, actor.character());
        actor.set_ik_rig(Some(Arc::new(rig.unwrap_or_else(|e| panic!("{e} in\n{text}"))))).unwrap();
        // The palm reaches its goal.
        let place = Vec3::new(-0.35, 1.2, 0.3);
        actor.ik_mut().unwrap().set_goal("right hand", IkGoal::at(place)).unwrap();
        actor.ik_mut().unwrap().set_goal("point", IkGoal::at(Vec3::new(0.3, 1.4, 1.0))).unwrap();
        actor.ik_mut().unwrap().snap();
        actor.update(0.0);
        let ik = actor.ik().unwrap();
        for name in ["right hand", "point"] {
            let report = ik.report(ik.rig().effector(name).unwrap());
            assert!(report.weight > 0.99, "{name}: {report:?}");
            assert!(report.error < 1e-3 && report.angle_error < 1e-3, "{name}: {report:?}");
        }
    }
}

//! Sync groups and blend spaces: speeds, sync markers, events of synchronized clips.

use crate::figure::clip_events;
use crate::small_graph::{
    DT, clip, graph, machine, off, on, play, pose, slide, state, transition, travelling,
};
use sinew::graph::*;
use sinew::{Actor, ClipId, RawClip};

#[test]
fn a_resumed_state_in_a_sync_group_does_not_skip_ahead() {
    let synced = |name: &str| {
        NodeDescription::Clip(ClipDescription {
            sync_group: Some("gait".into()),
            ..ClipDescription::new(name)
        })
    };
    let mut a = state("a", synced("walk"));
    a.resume = true;
    let node = machine(
        vec![a, state("b", synced("run"))],
        vec![transition("a", "b", on()), transition("b", "a", off())],
    );
    let mut walk = travelling("walk", 1.0, 1.5);
    walk.events = clip_events(&[(0.5, "step")], &[], &[]);
    let mut actor = play(&graph(node), vec![walk, travelling("run", 1.0, 4.0)]);
    actor.update(DT);
    actor.graph_mut().unwrap().set_parameter("on", true).unwrap();
    (0..600).for_each(|_| actor.update(DT));
    actor.graph_mut().unwrap().set_parameter("on", false).unwrap();
    actor.update(DT);
    let (distance, events) = (actor.frame().root_motion().translation.z, actor.frame().events().len());
    assert!(distance < 0.1 && events < 2, "{distance} m and {events} footsteps in one frame");
}

#[test]
fn a_clip_with_one_key_does_not_speed_up_the_others_of_a_blend_space() {
    for sync in [false, true] {
        let points = vec![(0.0, clip("idle")), (1.0, clip("walk"))];
        let space = BlendSpace1dDescription { x: "x".into(), points, sync };
        let mut actor = play(
            &graph(NodeDescription::BlendSpace1d(space)),
            vec![pose("idle"), travelling("walk", 1.0, 1.5)],
        );
        for x in [0.5, 0.1, 0.01] {
            actor.graph_mut().unwrap().set_parameter("x", x).unwrap();
            actor.update(0.0);
            let time = |actor: &Actor| {
                let playing =
                    actor.graph().unwrap().playing_clips().find(|(p, _)| p.clip() == ClipId(1)).unwrap();
                playing.0.time
            };
            let (mut distance, before) = (0.0, time(&actor));
            for _ in 0..60 {
                actor.update(DT);
                distance += actor.frame().root_motion().translation.z;
            }
            let rate = time(&actor) - before;
            assert!(
                rate < 1.1,
                "sync {sync}, x {x}: walk runs {rate:.1} times as fast, {distance:.2} m in 1 s"
            );
        }
    }
}

#[test]
fn a_clip_without_sync_markers_does_not_put_the_others_out_of_step() {
    let with = |name: &str, seconds, l, r| RawClip {
        events: clip_events(&[], &[], &[(l, "L"), (r, "R")]),
        ..slide(name, 0.0, seconds, [0.0, 1.0])
    };
    let clips =
        vec![slide("idle", 0.0, 3.0, [0.0, 0.0]), with("walk", 1.0, 0.1, 0.6), with("run", 1.0, 0.35, 0.85)];
    let points = vec![(0.0, clip("idle")), (1.0, clip("walk")), (2.0, clip("run"))];
    let space = BlendSpace1dDescription { x: "x".into(), points, sync: true };
    let mut actor = play(&graph(NodeDescription::BlendSpace1d(space)), clips);
    actor.graph_mut().unwrap().set_parameter("x", 1.5).unwrap();
    actor.update(DT);
    let times: Vec<f64> = actor.graph().unwrap().playing_clips().map(|(p, _)| p.time).collect();
    let apart = (times[1] - times[0]).rem_euclid(1.0);
    assert!((apart - 0.25).abs() < 0.01, "left footsteps are {:.2} s apart", (0.25 - apart).abs());
}

#[test]
fn synchronized_clips_fire_a_common_event_once() {
    let with = |name: &str| RawClip {
        events: clip_events(&[(0.25, "step")], &[], &[(0.25, "L"), (0.75, "R")]),
        ..slide(name, 0.0, 1.0, [0.0, 0.0])
    };
    let points = vec![(0.0, clip("walk")), (1.0, clip("run"))];
    let space = BlendSpace1dDescription { x: "x".into(), points, sync: true };
    let mut actor = play(&graph(NodeDescription::BlendSpace1d(space)), vec![with("walk"), with("run")]);
    actor.graph_mut().unwrap().set_parameter("x", 0.5).unwrap();
    let mut steps = 0;
    for _ in 0..60 {
        actor.update(DT);
        steps += actor.frame().events().len();
    }
    assert_eq!(steps, 1);
}

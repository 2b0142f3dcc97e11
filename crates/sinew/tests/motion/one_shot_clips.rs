//! One-shot clips and layers that fade out: they end fully, and no event is lost.

use crate::figure::{actor, clip_events};
use crate::small_graph::input;
use sinew::clip::{EventPhase, Interpolation, JointTrack, Track};
use sinew::glam::Vec3;
use sinew::graph::*;
use sinew::{Actor, JointId, RawClip};
use std::sync::Arc;

const DT: f32 = 1.0 / 60.0;

/// A motionless clip with events and spans.
fn still(name: &str, seconds: f32, events: &[(f32, &str)], spans: &[(f32, f32, &str)]) -> RawClip {
    let times: Arc<[f32]> = if seconds > 0.0 { [0.0, seconds].into() } else { [0.0].into() };
    let positions = vec![Vec3::Y; times.len()];
    let mut hips = JointTrack::new(JointId(0));
    hips.translation = Some(Track::new(Interpolation::Linear, 1, times, positions).unwrap());
    RawClip {
        name: name.into(),
        joints: vec![hips],
        events: clip_events(events, spans, &[]),
        ..RawClip::default()
    }
}

fn clip(name: &str) -> NodeDescription {
    NodeDescription::Clip(ClipDescription::new(name))
}

fn slot(name: &str) -> NodeDescription {
    NodeDescription::Slot {
        name: name.into(),
        node: Box::new(clip("idle")),
        mask: None,
        mode: LayerMode::Override,
    }
}

fn play(output: NodeDescription, clips: impl IntoIterator<Item = RawClip>) -> Actor {
    let mut description = GraphDescription { output, ..GraphDescription::default() };
    description.parameters.insert("on".into(), ParameterKind::Bool(false));
    description.parameters.insert("slow".into(), ParameterKind::Smooth(1.0, 0.3));
    let clips = clips.into_iter().chain([still("idle", 1.0, &[], &[])]);
    let mut actor = actor(clips);
    let graph = AnimationGraph::from_description(&description, actor.clips()).unwrap();
    actor.set_graph(Arc::new(graph)).unwrap();
    actor
}

/// Events that fire in `seconds`, in frames of `dt`: name, phase and weight.
fn fired(actor: &mut Actor, seconds: f32, dt: f32) -> Vec<(String, EventPhase, f32)> {
    let mut all = Vec::new();
    for _ in 0..(seconds / dt).ceil() as usize {
        actor.update(dt);
        let clips = actor.clips();
        all.extend(actor.frame().events().iter().map(|e| (e.name(clips).to_owned(), e.phase, e.weight)));
    }
    all
}

fn names(events: &[(String, EventPhase, f32)]) -> Vec<&str> {
    events.iter().map(|(name, ..)| name.as_str()).collect()
}

#[test]
fn a_layer_that_has_faded_out_is_inactive() {
    for (from, to) in [("base", "layer"), ("layer", "base")] {
        let node = NodeDescription::Layers {
            base: Box::new(clip("base")),
            layers: vec![LayerDescription {
                node: clip("layer"),
                weight: "slow".into(),
                ..LayerDescription::default()
            }],
        };
        let step = |name| still(name, 0.5, &[(0.25, name)], &[]);
        let mut actor = play(node, [step("base"), step("layer")]);
        actor.graph_mut().unwrap().set_parameter("slow", f32::from(u8::from(to != "layer"))).unwrap();
        fired(&mut actor, 10.0, DT);
        actor.graph_mut().unwrap().set_parameter("slow", f32::from(u8::from(to == "layer"))).unwrap();
        fired(&mut actor, 10.0, DT);
        let events = fired(&mut actor, 2.0, DT);
        assert!(!names(&events).contains(&from), "{from} fires 10 s after {to} has faded in: {events:?}");
        assert_eq!(actor.graph().unwrap().playing_clips().count(), 1);
    }
}

#[test]
fn events_in_the_last_step_of_a_slot_fire() {
    for dt in [DT, 0.3, 0.7, 5.0] {
        let hit = still("hit", 1.0, &[(0.5, "half"), (0.98, "nearly"), (1.0, "end")], &[(0.2, 1.0, "blade")]);
        let mut actor = play(slot("s"), [hit]);
        actor.play_in_slot("s", "hit").unwrap();
        let events = fired(&mut actor, 5.0, dt);
        assert_eq!(names(&events), ["blade", "half", "nearly", "end", "blade"], "steps of {dt} s");
        let begun = events.iter().filter(|(_, phase, _)| *phase != EventPhase::End);
        assert!(begun.clone().all(|(.., weight)| *weight > 0.0 && *weight <= 1.0), "{events:?}");
        assert_eq!(actor.graph().unwrap().playing_clips().count(), 1, "only the slot's input still plays");
    }
}

#[test]
fn an_event_of_a_clip_without_length_fires_in_a_slot() {
    let mut actor = play(slot("s"), [still("beat", 0.0, &[(0.0, "beat")], &[])]);
    actor.play_in_slot("s", "beat").unwrap();
    actor.update(0.0);
    assert_eq!(names(&fired(&mut actor, 0.1, DT)), ["beat"]);
}

#[test]
fn events_in_the_last_step_of_a_slot_without_weight_do_not_fire() {
    let invisible = input(slot("s"), 0.0);
    let visible = input(clip("idle"), 1.0);
    let mut actor =
        play(NodeDescription::Blend(vec![visible, invisible]), [still("hit", 0.1, &[(0.1, "end")], &[])]);
    actor.play_in_slot("s", "hit").unwrap();
    assert_eq!(names(&fired(&mut actor, 1.0, DT)), [""; 0]);
}

/// A machine with a state without a slot and one with a slot.
fn two_states(clips: impl IntoIterator<Item = RawClip>) -> Actor {
    let state = |name: &str, node| StateDescription { name: name.into(), node, resume: false };
    let transition = |from: &str, to: &str, when| TransitionDescription {
        from: vec![from.into()],
        to: to.into(),
        when: vec![when],
        duration: 0.0,
        ..TransitionDescription::default()
    };
    let machine = StateMachineDescription {
        states: vec![state("a", clip("idle")), state("b", slot("s"))],
        transitions: vec![
            transition("a", "b", Condition::Is("on".into())),
            transition("b", "a", Condition::IsNot("on".into())),
        ],
    };
    play(NodeDescription::StateMachine(machine), clips)
}

#[test]
fn a_clip_in_the_slot_of_an_inactive_state_waits_for_it() {
    let hit = || still("hit", 0.5, &[(0.25, "blow")], &[]);
    let mut actor = two_states([hit()]);
    actor.play_in_slot("s", "hit").unwrap();
    assert_eq!(names(&fired(&mut actor, 1.0, DT)), [""; 0]);
    assert_eq!(actor.graph().unwrap().playing_clips().count(), 1);
    actor.graph_mut().unwrap().set_parameter("on", true).unwrap();
    assert_eq!(names(&fired(&mut actor, 1.0, DT)), ["blow"]);
    // Until it is stopped.
    let mut actor = two_states([hit()]);
    actor.play_in_slot("s", "hit").unwrap();
    actor.update(DT);
    actor.graph_mut().unwrap().stop_slot("s").unwrap();
    actor.graph_mut().unwrap().set_parameter("on", true).unwrap();
    assert_eq!(names(&fired(&mut actor, 1.0, DT)), [""; 0]);
    // A clip that has started does not return.
    let mut actor = two_states([hit()]);
    actor.graph_mut().unwrap().set_parameter("on", true).unwrap();
    actor.update(DT);
    actor.play_in_slot("s", "hit").unwrap();
    actor.update(DT);
    actor.graph_mut().unwrap().set_parameter("on", false).unwrap();
    actor.update(DT);
    actor.graph_mut().unwrap().set_parameter("on", true).unwrap();
    assert_eq!(names(&fired(&mut actor, 1.0, DT)), [""; 0]);
}

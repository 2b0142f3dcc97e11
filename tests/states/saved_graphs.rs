//! Graphs that are saved by names: restored, they go on as they would have; across a change of the graph what
//! both have goes on.
#![allow(clippy::disallowed_methods, reason = "tests compare with the functions of the system")]

use sinew::glam::Quat;
use sinew::graph::{AnimationGraph, GraphDescription, ParameterValue, SavedGraph};
use sinew::{Actor, Character, RawClip};
use sinew_suite::person;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use test_needs::cases;

const DT: f32 = 1.0 / 60.0;

const GRAPH: &str = r#"(
    parameters: {"speed": Smooth(0.0, 0.4), "jump": Trigger, "lean": Float(0.25), "mood": Int(0)},
    masks: {"upper body": (branches: [("spine", 1.0)])},
    output: Slot(
        name: "upper body",
        mask: "upper body",
        node: StateMachine(
            states: [
                (name: "ground", node: BlendSpace1d(x: "speed", points: [
                    (0.0, Clip(clip: "idle")), (1.0, Clip(clip: "walk")), (2.0, Clip(clip: "run")),
                ])),
                (name: "jump", node: Clip(clip: "jump", looping: false)),
            ],
            transitions: [
                (from: ["ground"], to: "jump", when: [Is("jump")], duration: 0.4, kind: CrossFade),
                (from: ["jump"], to: "ground", exit_time: 0.95, duration: 0.5, kind: CrossFade),
            ],
        ),
    ),
)"#;

fn imported() -> &'static (Arc<Character>, Vec<RawClip>) {
    static IMPORTED: OnceLock<(Arc<Character>, Vec<RawClip>)> = OnceLock::new();
    IMPORTED.get_or_init(|| {
        let imported = person(Path::new(""), "");
        (Arc::new(imported.character), imported.clips)
    })
}

fn actor() -> Actor {
    let (character, clips) = imported();
    Actor::new(character.clone(), clips.iter().cloned()).unwrap()
}

fn graph(actor: &Actor, text: &str) -> Arc<AnimationGraph> {
    Arc::new(
        AnimationGraph::from_description(&GraphDescription::from_ron(text).unwrap(), actor.clips()).unwrap(),
    )
}

fn playing(text: &str) -> Actor {
    let mut actor = actor();
    let graph = graph(&actor, text);
    actor.set_graph(graph).unwrap();
    actor
}

fn act(actor: &mut Actor, frame: u32) {
    let graph = actor.graph_mut().unwrap();
    match frame {
        20 => graph.set_parameter("speed", 1.6).unwrap(),
        60 => graph.set_parameter("mood", 7).unwrap(),
        80 => graph.trigger("jump").unwrap(),
        120 => graph.set_parameter("speed", 0.4).unwrap(),
        _ => {}
    }
    if frame == 30 {
        actor.play_in_slot("upper body", "wave").unwrap().fade_in(0.5);
    }
}

/// Angle between rotations, radians, to rounding for small ones.
fn turned(a: Quat, b: Quat) -> f32 {
    2.0 * (a - b).length().min((a + b).length())
}

fn difference(a: &Actor, b: &Actor) -> f32 {
    let pairs = a.animated_pose().local.as_slice().iter().zip(b.animated_pose().local.as_slice());
    let apart = pairs.map(|(a, b)| a.translation.distance(b.translation).max(turned(a.rotation, b.rotation)));
    apart.fold(0.0, f32::max)
}

fn text(saved: &SavedGraph) -> String {
    ron::to_string(saved).unwrap()
}

#[test]
fn a_restored_graph_goes_on_as_it_would_have() {
    // At rest, in the middle of a clip in a slot, of a cross-fade, of a jump, and back on the ground.
    for moment in [0, 10, 40, 88, 101, 170] {
        let mut original = playing(GRAPH);
        for frame in 0..moment {
            act(&mut original, frame);
            original.update(DT);
        }
        let clips = original.clips().clone();
        let saved = original.graph().unwrap().save(&clips);
        let read: SavedGraph = ron::from_str(&text(&saved)).unwrap();
        assert_eq!(read, saved);
        let mut other = playing(GRAPH);
        assert_eq!(other.graph_mut().unwrap().restore(&read, &clips), Vec::<String>::new());
        assert_eq!(other.graph().unwrap().save(&clips), saved, "frame {moment}");
        for frame in moment..moment + 90 {
            for actor in [&mut original, &mut other] {
                act(actor, frame);
            }
            let [a, b] = [original.advance(DT), other.advance(DT)];
            assert!(a.translation.distance(b.translation) < 1e-6, "{moment} {frame}: {a:?} {b:?}");
            let off = difference(&original, &other);
            assert!(off < 1e-4, "{moment} {frame}: {off}");
            let states = |actor: &Actor| -> Vec<(String, bool)> {
                let states = actor.graph().unwrap().active_states();
                states.map(|active| (active.state.to_owned(), active.in_transition)).collect()
            };
            assert_eq!(states(&original), states(&other), "{moment} {frame}");
            for actor in [&mut original, &mut other] {
                actor.resolve(sinew::FrameInput::new(DT, Default::default()));
            }
        }
        let mood = |actor: &Actor| {
            actor.graph().map(|player| player.parameter(player.find_parameter("mood").unwrap()))
        };
        assert_eq!(mood(&original), mood(&other));
    }
}

/// The graph with a layer around it, another state, other durations, and without the slot.
fn changed() -> String {
    GRAPH
        .replace(
            "output: Slot(\n        name: \"upper body\",\n        mask: \"upper body\",\n        node: ",
            "output: Layers(\n        layers: [(node: Clip(clip: \"wave\"), mask: \"upper body\", \
             weight: 0.0)],\n        base: ",
        )
        .replace(
            "(name: \"jump\", node",
            "(name: \"look\", node: Clip(clip: \"look_around\")),\n                (name: \"jump\", node",
        )
        .replace("duration: 0.5,", "duration: 0.7,")
        .replace("\"mood\": Int(0)", "\"mood\": Float(3.0), \"new\": Bool(true)")
}

#[test]
fn what_both_graphs_have_goes_on() {
    let mut original = playing(GRAPH);
    for frame in 0..100 {
        act(&mut original, frame);
        original.update(DT);
    }
    let clips = original.clips().clone();
    let saved = original.graph().unwrap().save(&clips);
    let before = original.graph().unwrap().active_states().next().map(|active| active.elapsed).unwrap();
    let mut other = playing(&changed());
    let missing = other.graph_mut().unwrap().restore(&saved, &clips);
    assert_eq!(missing, ["parameter \"mood\"", "slot \"upper body\""]);
    other.advance(DT);
    let graph = other.graph().unwrap();
    let state = graph.active_states().next().unwrap();
    assert_eq!(state.state, "jump");
    assert!((state.elapsed - before - f64::from(DT)).abs() < 1e-6);
    let speed = graph.find_parameter("speed").unwrap();
    assert_eq!(graph.parameter(speed), ParameterValue::Float(1.6));
    let jump =
        graph.playing_clips().find(|(playing_clip, _)| clips[playing_clip.clip()].name() == "jump").unwrap();
    let first = original
        .graph()
        .unwrap()
        .playing_clips()
        .find(|(playing_clip, _)| clips[playing_clip.clip()].name() == "jump")
        .unwrap();
    assert!((jump.0.time - first.0.time - f64::from(DT)).abs() < 1e-6);
}

#[test]
fn a_graph_is_replaced_while_it_plays() {
    let mut edited = playing(GRAPH);
    for frame in 0..70 {
        act(&mut edited, frame);
        edited.update(DT);
    }
    let before = edited.animated_pose().local.as_slice().to_vec();
    let new = graph(&edited, &changed());
    assert_eq!(edited.replace_graph(new, 0.3).unwrap().len(), 2);
    edited.update(DT);
    let moved = before.iter().zip(edited.animated_pose().local.as_slice());
    let turned = moved.map(|(a, b)| a.rotation.angle_between(b.rotation)).fold(0.0, f32::max);
    // A walking arm turns as much in a frame; the wave that is gone is a radian away.
    assert!(turned < 0.25, "{turned}");
    let speed = edited.graph().unwrap().find_parameter("speed").unwrap();
    assert_eq!(edited.graph().unwrap().parameter(speed), ParameterValue::Float(1.6));
    // Without a graph before, and one of another character.
    let mut plain = actor();
    let first = graph(&plain, GRAPH);
    assert_eq!(plain.replace_graph(first, 0.1).unwrap(), Vec::<String>::new());
    let mut bare = Actor::without_clips(Arc::clone(&imported().0));
    assert!(bare.replace_graph(graph(&plain, GRAPH), 0.1).is_err());
}

#[test]
fn smooth_parameters_begin_settled_at_what_is_set_first() {
    let mut runner = playing(GRAPH);
    runner.graph_mut().unwrap().set_parameter("speed", 2.0).unwrap();
    let mut way = 0.0;
    for _ in 0..30 {
        way += runner.advance(DT).translation.length();
    }
    let mut run = actor();
    run.play("run").unwrap();
    let right: f32 = (0..30).map(|_| run.advance(DT).translation.length()).sum();
    assert!((way - right).abs() < 1e-3, "{way} {right}");
    // From the first frame on it is smooth.
    runner.graph_mut().unwrap().set_parameter("speed", 0.0).unwrap();
    assert!(runner.advance(DT).translation.length() > right / 30.0 * 0.8);
}

#[test]
fn damaged_saves_do_no_harm() {
    let mut original = playing(GRAPH);
    for frame in 0..90 {
        act(&mut original, frame);
        original.update(DT);
    }
    let clips = original.clips().clone();
    let good = text(&original.graph().unwrap().save(&clips));
    for wild in ["NaN", "inf", "-inf", "1e30", "-7.5", "0"] {
        for mut rng in cases(60) {
            // Some of the numbers are others.
            let mut damaged = String::new();
            let mut rest = good.as_str();
            while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
                let end = rest[at..]
                    .find(|c: char| !c.is_ascii_digit() && !".e-".contains(c))
                    .map_or(rest.len(), |n| at + n);
                damaged.push_str(&rest[..at]);
                damaged.push_str(if rng.u32(0..12) == 0 { wild } else { &rest[at..end] });
                rest = &rest[end..];
            }
            damaged.push_str(rest);
            let Ok(saved) = ron::from_str::<SavedGraph>(&damaged) else { continue };
            let mut other = playing(GRAPH);
            other.graph_mut().unwrap().restore(&saved, &clips);
            for _ in 0..20 {
                let delta = other.advance(DT);
                assert!(delta.translation.is_finite());
                assert!(
                    other.animated_pose().local.as_slice().iter().all(|transform| transform.is_finite()),
                    "{wild}"
                );
            }
        }
    }
    // Nothing at all.
    let nothing: SavedGraph = ron::from_str("()").unwrap();
    assert_eq!(playing(GRAPH).graph_mut().unwrap().restore(&nothing, &clips), Vec::<String>::new());
}

//! The way of a character is the same at any frame rate: cross-fades, blend spaces with smooth parameters,
//! weights, slots, layers and mixers.

use sinew::glam::Affine3A;
use sinew::graph::{AnimationGraph, GraphDescription};
use sinew::playback::{MixerChange, MixerKey, MixerTrack, Playback};
use sinew::{Actor, Character, RawClip};
use sinew_suite::person;
use std::path::Path;
use std::sync::{Arc, OnceLock};

const RATES: [u32; 5] = [600, 144, 60, 24, 15];
const SECONDS: u32 = 6;

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

/// Place after some seconds at a rate, with an action at the beginning of each second.
fn way(mut actor: Actor, rate: u32, act: &dyn Fn(&mut Actor, u32)) -> Affine3A {
    let mut world_from_model = Affine3A::IDENTITY;
    for frame in 0..SECONDS * rate {
        if frame % rate == 0 {
            act(&mut actor, frame / rate);
        }
        world_from_model = actor.advance(1.0 / rate as f32).apply_to(world_from_model);
    }
    world_from_model
}

fn check(name: &str, make: &dyn Fn() -> Actor, act: &dyn Fn(&mut Actor, u32)) {
    let [right, others @ ..] = RATES.map(|rate| way(make(), rate, act));
    let apart = others.map(|transform| transform.translation.distance(right.translation) * 1e3);
    println!("{name}: {:.3} m, apart {apart:.2?} mm at {:?} Hz", right.translation.length(), &RATES[1..]);
    assert!(right.translation.length() > 3.0, "{name} goes");
    let right = right.translation.length() * 1e3;
    assert!(apart.iter().all(|apart| *apart < right * 2e-3), "{name}: {apart:?} mm");
}

fn with_graph(text: &str) -> Actor {
    let mut actor = actor();
    let graph =
        AnimationGraph::from_description(&GraphDescription::from_ron(text).unwrap(), actor.clips()).unwrap();
    actor.set_graph(Arc::new(graph)).unwrap();
    actor
}

fn set(actor: &mut Actor, name: &str, value: f32) {
    actor.graph_mut().unwrap().set_parameter(name, value).unwrap();
}

#[test]
fn cross_fades_of_states() {
    let text = r#"(
        parameters: {"runs": Bool(false), "turn": Bool(false)},
        output: StateMachine(
            states: [
                (name: "idle", node: Clip(clip: "idle")),
                (name: "run", node: Clip(clip: "run")),
                (name: "walk", node: Clip(clip: "walk")),
            ],
            transitions: [
                (from: ["idle", "walk"], to: "run", when: [Is("runs")], duration: 0.35),
                (from: ["run"], to: "walk", when: [IsNot("runs")], duration: 0.45),
            ],
        ),
    )"#;
    let cross = text.replace("duration: 0.35", "duration: 0.35, kind: CrossFade");
    let cross = cross.replace("duration: 0.45", "duration: 0.45, kind: CrossFade");
    for (name, text) in [("inertial transitions", text), ("cross-fades", cross.as_str())] {
        check(name, &|| with_graph(text), &|actor, second| {
            actor.graph_mut().unwrap().set_parameter("runs", second % 2 == 1).unwrap();
        });
    }
}

#[test]
fn blend_spaces_with_smooth_parameters() {
    let text = r#"(
        parameters: {"speed": Smooth(0.0, 0.5)},
        output: BlendSpace1d(x: "speed", points: [
            (0.0, Clip(clip: "idle")), (1.0, Clip(clip: "walk")), (2.0, Clip(clip: "run")),
        ]),
    )"#;
    check("smooth speed", &|| with_graph(text), &|actor, second| {
        set(actor, "speed", [0.0, 2.0, 1.0, 2.0, 0.0, 1.5][second as usize]);
    });
    let text = text.replace("(0.0, 0.5)", "(0.0, 0.2)");
    check("quick speed", &|| with_graph(&text), &|actor, second| {
        set(actor, "speed", [0.0, 2.0, 0.0, 2.0, 0.0, 2.0][second as usize]);
    });
}

#[test]
fn weights_that_are_set() {
    let text = r#"(
        parameters: {"run": Float(0.0), "pace": Float(1.0)},
        output: Layers(base: Clip(clip: "walk", speed: "pace"), layers: [(node: Clip(clip: "run"), weight: "run")]),
    )"#;
    check("layer", &|| with_graph(text), &|actor, second| {
        set(actor, "run", [0.0, 1.0, 0.3, 0.0, 0.7, 0.2][second as usize]);
        set(actor, "pace", [1.0, 0.5, 1.5, 1.0, 1.2, 1.0][second as usize]);
    });
}

#[test]
fn clips_in_slots() {
    let text = r#"(output: Slot(name: "whole", node: Clip(clip: "walk")))"#;
    check("slot", &|| with_graph(text), &|actor, second| {
        if second % 2 == 1 {
            let run = actor.clips().find("run").unwrap();
            actor.graph_mut().unwrap().play_in_slot("whole", run, 0.0).unwrap().repeat();
        } else {
            actor.graph_mut().unwrap().stop_slot("whole").unwrap();
        }
    });
}

#[test]
fn keyed_weights_of_a_mixer() {
    let make = || {
        let mut actor = actor();
        let clips = ["walk", "run"].map(|name| actor.clips().find(name).unwrap());
        actor.use_mixer(2);
        let mixer = actor.mixer_mut().unwrap();
        for (n, clip) in clips.into_iter().enumerate() {
            mixer.tracks_mut()[n] =
                MixerTrack::EMPTY.with_playback(Playback::new(clip, 0.0)).with_weight([1.0, 0.0][n]);
        }
        for (n, weight) in [1.0, 0.2, 1.0, 0.0].into_iter().enumerate() {
            let start = n as f64 + 1.0;
            mixer.add_key(MixerKey { track: 1, start, duration: 0.4, change: MixerChange::Weight(weight) });
        }
        actor
    };
    check("mixer", &make, &|_, _| {});
}

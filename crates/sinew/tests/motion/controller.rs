//! A state machine driven at random for ten minutes: no pop, and every event fires once.

use crate::counting::allocations;
use crate::figure::{JOINTS, Rates, actor, clip_events, swing, velocity};
use sinew::ClipId;
use sinew::clip::{EventId, EventPhase};
use sinew::graph::*;
use sinew::{Actor, RawClip, Transform};
use std::collections::BTreeMap;
use std::sync::Arc;

const DT: f32 = 1.0 / 60.0;
const SECONDS: f32 = 0.25;

fn clips() -> Vec<RawClip> {
    let lengths = [("idle", 2.0), ("walk", 1.0), ("run", 0.7), ("jump", 0.9), ("wave", 0.6), ("aim", 1.1)];
    let clip = |(n, (name, length)): (usize, (&str, f32))| {
        let at = |share: f32| share * length;
        let events = [(at(0.13), "one"), (at(0.77), "two")];
        let spans = [(at(0.31), at(0.62), "span")];
        let markers: &[(f32, &str)] = if n < 3 { &[(at(0.2), "L"), (at(0.7), "R")] } else { &[] };
        RawClip { events: clip_events(&events, &spans, markers), ..swing(name, length, n as u64 + 1) }
    };
    lengths.into_iter().enumerate().map(clip).collect()
}

fn clip(name: &str) -> NodeDescription {
    NodeDescription::Clip(ClipDescription::new(name))
}

/// Locomotion and jump below a layer with a machine for the arms; all transitions are inertial and
/// interruptible.
fn description() -> GraphDescription {
    let condition = |n: i32| Condition::Equals("mode".into(), n);
    let transition = |to: &str, n: i32| TransitionDescription {
        to: to.into(),
        when: vec![condition(n)],
        duration: SECONDS,
        ..TransitionDescription::default()
    };
    let state = |name: &str, node| StateDescription { name: name.into(), node, resume: false };
    let gaits = vec![(0.0, clip("idle")), (1.0, clip("walk")), (2.0, clip("run"))];
    let moving = BlendSpace1dDescription { x: "speed".into(), points: gaits, sync: true };
    let body = NodeDescription::StateMachine(StateMachineDescription {
        states: vec![state("move", NodeDescription::BlendSpace1d(moving)), state("jump", clip("jump"))],
        transitions: vec![transition("jump", 1), transition("move", 0), transition("move", 2)],
    });
    let arms = NodeDescription::StateMachine(StateMachineDescription {
        states: vec![state("wave", clip("wave")), state("aim", clip("aim"))],
        transitions: vec![transition("aim", 2), transition("wave", 0)],
    });
    let layer = LayerDescription {
        node: arms,
        weight: "arms".into(),
        mask: Some("upper".into()),
        ..LayerDescription::default()
    };
    let mask = MaskDescription { branches: vec![("spine".into(), 1.0)], ..MaskDescription::default() };
    GraphDescription {
        parameters: BTreeMap::from([
            ("speed".into(), ParameterKind::Smooth(1.0, 0.3)),
            ("arms".into(), ParameterKind::Smooth(1.0, 0.3)),
            ("mode".into(), ParameterKind::Int(0)),
        ]),
        masks: BTreeMap::from([("upper".into(), mask)]),
        nodes: BTreeMap::new(),
        output: NodeDescription::Layers { base: Box::new(body), layers: vec![layer] },
    }
}

fn playing() -> Actor {
    let mut actor = actor(clips());
    let graph = AnimationGraph::from_description(&description(), actor.clips()).unwrap();
    actor.set_graph(Arc::new(graph)).unwrap();
    actor
}

/// Sets a random parameter now and then.
fn drive(random: &mut fastrand::Rng, actor: &mut Actor) {
    match random.u8(..40) {
        0 => actor.graph_mut().unwrap().set_parameter("mode", random.i32(0..3)).unwrap(),
        1 => actor.graph_mut().unwrap().set_parameter("speed", random.f32() * 2.0).unwrap(),
        2 => actor.graph_mut().unwrap().set_parameter("arms", f32::from(u8::from(random.bool()))).unwrap(),
        _ => {}
    }
}

#[test]
fn poses_are_continuous_for_ten_minutes() {
    // Largest speeds of the clips themselves.
    let mut of_clips = 0.0f32;
    for name in ["idle", "walk", "run", "jump", "wave", "aim"] {
        let mut actor = actor(clips());
        actor.play(name).unwrap();
        of_clips = of_clips.max(largest_velocity_change(&mut actor, 300, |_| ()));
    }
    let mut random = fastrand::Rng::with_seed(11);
    let worst = largest_velocity_change(&mut playing(), 36_000, |actor| drive(&mut random, actor));
    // Two radians and 12 radians a second decay within a transition, by the quintic's second derivative; and
    // a smooth parameter set by 2 blends poses a radian apart, by its spring's stiffness.
    let transition = (5.78 * 2.0 / (SECONDS * SECONDS) + 3.94 * 12.0 / SECONDS) * DT;
    let parameters = 2.0 * (3.9f32 / 0.3).powi(2) * DT;
    println!(
        "largest change of velocity {worst:.2} rad/s; clips {of_clips:.2}, transition {transition:.2}, \
         parameters {parameters:.2}"
    );
    assert!(worst < of_clips + transition + parameters, "{worst}");
    assert!(worst < 0.2 / DT, "a fifth of a radian within a frame would be a pop: {worst}");
}

fn largest_velocity_change(actor: &mut Actor, frames: usize, mut drive: impl FnMut(&mut Actor)) -> f32 {
    let (mut last, mut rates): (Vec<Transform>, [Option<Rates>; JOINTS]) = (Vec::new(), [None; JOINTS]);
    let mut worst = 0.0f32;
    for _ in 0..frames {
        drive(actor);
        actor.update(DT);
        let now = actor.frame().local().to_vec();
        for (joint, rate) in rates.iter_mut().enumerate().filter(|_| !last.is_empty()) {
            let new = velocity(&last[joint], &now[joint], DT);
            worst = rate.map_or(worst, |old: Rates| worst.max(new.minus(old).max_element()));
            *rate = Some(new);
        }
        last = now;
    }
    worst
}

#[test]
fn every_event_fires_once_in_ten_minutes() {
    let mut random = fastrand::Rng::with_seed(12);
    let mut actor = playing();
    let mut last: BTreeMap<ClipId, f64> = BTreeMap::new();
    let (mut total, mut open) = (0, BTreeMap::new());
    for _ in 0..36_000 {
        drive(&mut random, &mut actor);
        // A longer frame takes several steps, in which another clip of the group may speak first.
        actor.update(random.f32() / 60.0);
        let mut playing: BTreeMap<ClipId, f64> =
            actor.graph().unwrap().playing_clips().map(|(p, _)| (p.clip(), p.time)).collect();
        // In a sync group the clip with the largest weight fires the events for all.
        let weights: Vec<(ClipId, f32)> =
            actor.graph().unwrap().playing_clips().map(|(p, weight)| (p.clip(), weight)).collect();
        let gaits = || weights.iter().filter(|(clip, _)| clip.0 < 3);
        if let Some(speaker) = gaits().max_by(|a, b| a.1.total_cmp(&b.1)) {
            playing.retain(|clip, _| clip.0 >= 3 || *clip == speaker.0);
        }
        let length = |clip: ClipId| f64::from(actor.clips()[clip].end());
        for clip in (0..6).map(ClipId) {
            for n in 0..2u32 {
                let fired = actor.frame().events().iter();
                let count = fired.filter(|e| e.clip == clip && e.event == EventId::Point(n)).count() as i64;
                let event = f64::from(actor.clips()[clip].events().points()[n as usize].time);
                let round = |t: f64| ((t - event) / length(clip)).floor() as i64;
                let Some(&now) = playing.get(&clip) else {
                    assert_eq!(count, 0, "clip {clip:?} fires no event");
                    continue;
                };
                // A clip that has just started was at 0, or in sync with others, within the frame.
                match last.get(&clip).filter(|&&t| t <= now && now - t < 0.2) {
                    Some(&before) => {
                        assert_eq!(count, round(now) - round(before), "clip {clip:?}: {before} to {now}")
                    }
                    None => assert!(count <= round(now) - round(now - 0.2), "clip {clip:?} at {now}"),
                }
                total += count;
            }
        }
        for event in actor.frame().events() {
            if event.phase != EventPhase::Fired {
                let was =
                    open.insert((event.clip, format!("{:?}", event.event)), event.phase == EventPhase::Begin);
                assert_eq!(was.unwrap_or(false), event.phase == EventPhase::End, "{event:?}");
            }
        }
        last = playing;
    }
    assert!(total > 1000, "{total}");
}

#[test]
fn ten_minutes_allocate_nothing() {
    let mut random = fastrand::Rng::with_seed(13);
    let mut actor = playing();
    let count = allocations(|| {
        for _ in 0..36_000 {
            drive(&mut random, &mut actor);
            actor.update(DT);
        }
    });
    assert_eq!(count, 0);
    let mut actor = crate::figure::actor(clips());
    let count = allocations(|| {
        for frame in 0..6000 {
            if frame % 17 == 0 {
                let playback = actor.play(["walk", "run", "jump"][random.usize(..3)]).unwrap();
                if random.bool() {
                    playback.fade(0.3)
                } else {
                    playback.inertialize(0.3)
                };
            }
            actor.update(DT);
        }
    });
    assert_eq!(count, 0);
}

//! Montages: what they are played over waits and goes on, the pose is continuous, events and root motion are
//! the montage's.

use crate::counting::allocations;
use crate::figure::{JOINTS, actor, clip_events, swing, velocity};
use crate::small_graph::{
    DT, clip, graph, largest_step, machine, on, play, slide, state, states, transition, travelling, z,
};
use sinew::actor::ActorSnapshot;
use sinew::clip::EventPhase;
use sinew::playback::Playback;
use sinew::{Actor, ClipId, RawClip, Transform, WrapMode};

/// Clips `walk` of a second, in which the hips go 1 m, and `wave` of half a second at 3 m.
fn slides() -> [RawClip; 3] {
    [
        slide("walk", 0.0, 1.0, [0.0, 1.0]),
        slide("wave", 0.0, 0.5, [3.0, 3.0]),
        slide("nod", 0.0, 0.5, [4.0, 4.0]),
    ]
}

fn frames(actor: &mut Actor, count: usize) {
    (0..count).for_each(|_| actor.update(DT));
}

/// Plays until the montage is over; the number of frames that showed it.
fn play_montage_out(actor: &mut Actor) -> usize {
    for frame in 0..1000 {
        actor.update(DT);
        if actor.montage().is_none() {
            return frame;
        }
    }
    panic!("it does not end");
}

#[test]
fn a_clip_waits_below_a_montage_and_goes_on() {
    let mut actor = actor(slides());
    actor.play("walk").unwrap().speed(0.5);
    frames(&mut actor, 30);
    let before = *actor.playback().unwrap();
    actor.play_montage("wave").unwrap().inertialize(0.1);
    frames(&mut actor, 20);
    assert_eq!(z(&actor), 3.0);
    assert_eq!(actor.playback(), Some(&before));
    assert_eq!(actor.montage().map(Playback::clip), Some(ClipId(1)));
    // Half a second is 30 frames; the one that reaches the end shows the last pose.
    assert!((9..=11).contains(&play_montage_out(&mut actor)));
    let playback = *actor.playback().unwrap();
    assert_eq!((playback.clip(), playback.speed), (before.clip(), 0.5));
    assert!((playback.time - before.time - f64::from(DT) * 0.5).abs() < 1e-6, "{playback:?} {before:?}");
    frames(&mut actor, 18);
    assert!((f64::from(z(&actor)) - actor.playback().unwrap().time).abs() < 1e-3);
}

#[test]
fn a_graph_keeps_its_states_and_parameters() {
    let states_of_graph = vec![state("a", clip("walk")), state("b", clip("nod"))];
    let description = graph(machine(states_of_graph, vec![transition("a", "b", on())]));
    let mut actor = play(&description, slides().to_vec());
    actor.graph_mut().unwrap().set_parameter("x", 0.7).unwrap();
    frames(&mut actor, 20);
    let saved = actor.graph().unwrap().save(actor.clips());
    actor.play_montage("wave").unwrap();
    frames(&mut actor, 20);
    assert_eq!(actor.graph().unwrap().save(actor.clips()), saved);
    // What is set meanwhile shows after the montage.
    actor.graph_mut().unwrap().set_parameter("on", true).unwrap();
    frames(&mut actor, 5);
    assert_eq!(states(&actor), ["a"]);
    play_montage_out(&mut actor);
    assert_eq!(states(&actor), ["b"]);
    let x = actor.graph().unwrap().graph().find_parameter("x").unwrap();
    assert_eq!(actor.graph().unwrap().parameter(x), 0.7.into());
    frames(&mut actor, 20);
    assert_eq!(z(&actor), 4.0);
}

/// Largest change of a joint's velocity from a frame to the next, over some frames.
fn roughest(actor: &mut Actor, count: usize) -> f32 {
    let (mut last, mut rates) = (actor.frame().local().to_vec(), None::<Vec<_>>);
    let mut worst = 0.0f32;
    for _ in 0..count {
        actor.update(DT);
        let now = actor.frame().local().to_vec();
        let of = |a: &[Transform], b: &[Transform]| -> Vec<_> {
            (0..JOINTS).map(|joint| velocity(&a[joint], &b[joint], DT)).collect()
        };
        let new = of(&last, &now);
        if let Some(old) = &rates {
            let changes = old.iter().zip(&new).map(|(a, b)| b.minus(*a).max_element());
            worst = worst.max(changes.fold(0.0, f32::max));
        }
        (last, rates) = (now, Some(new));
    }
    worst
}

#[test]
fn the_pose_and_its_velocity_are_continuous() {
    for over_graph in [false, true] {
        let clips = vec![swing("walk", 1.0, 1), swing("wave", 0.7, 2)];
        let mut actor = match over_graph {
            true => play(&graph(clip("walk")), clips),
            false => actor(clips),
        };
        if !over_graph {
            actor.play("walk").unwrap();
        }
        frames(&mut actor, 30);
        let usual = roughest(&mut actor, 90);
        actor.play_montage("wave").unwrap();
        // Its beginning and its end, with the transition after it.
        let rough = roughest(&mut actor, 80);
        assert!(actor.montage().is_none());
        // A cut between the two clips changes velocities by tens of radians per second.
        assert!(rough < 6.0, "graph {over_graph}: {rough} rad/s in a frame, for {usual} of the clip");
    }
}

#[test]
fn another_montage_replaces_the_first() {
    let mut actor = actor(slides());
    actor.play("walk").unwrap().speed(0.0);
    frames(&mut actor, 5);
    actor.play_montage("wave").unwrap().inertialize(0.1);
    frames(&mut actor, 25);
    actor.play_montage("nod").unwrap();
    let step = largest_step(&mut actor, 20);
    assert!(step < 0.25, "{step} m in a frame");
    assert_eq!((actor.montage().map(Playback::clip), z(&actor)), (Some(ClipId(2)), 4.0));
    play_montage_out(&mut actor);
    frames(&mut actor, 20);
    assert_eq!(z(&actor), 0.0);
    // Two montages can fade into one another.
    actor.play_montage("wave").unwrap();
    frames(&mut actor, 20);
    actor.play_montage("nod").unwrap().fade(0.2);
    frames(&mut actor, 6);
    assert!((3.2..3.8).contains(&z(&actor)), "{}", z(&actor));
}

#[test]
fn what_lies_below_can_be_changed_meanwhile() {
    let mut actor = actor(slides());
    actor.play("walk").unwrap();
    frames(&mut actor, 5);
    actor.play_montage("wave").unwrap().fade(0.0);
    frames(&mut actor, 5);
    actor.play("nod").unwrap();
    actor.update(DT);
    assert_eq!(z(&actor), 3.0);
    actor.use_mixer(1).tracks_mut()[0].playback = Some(Playback::new(ClipId(2), 0.0));
    actor.update(DT);
    assert_eq!(z(&actor), 3.0);
    let step = largest_step(&mut actor, 60);
    assert!(step < 0.2, "{step} m in a frame");
    assert!(actor.montage().is_none() && actor.mixer_mut().is_some());
    assert_eq!(z(&actor), 4.0);
}

#[test]
fn it_stops_when_asked() {
    let mut actor = actor(slides());
    actor.play("walk").unwrap().speed(0.0);
    actor.stop_montage(0.5); // nothing to stop
    frames(&mut actor, 5);
    let waving = |actor: &mut Actor| {
        actor.play_montage("wave").unwrap().wrap(WrapMode::Loop).fade(0.0);
        frames(actor, 100);
        assert_eq!(z(actor), 3.0, "a loop goes on");
    };
    waving(&mut actor);
    actor.stop_montage(0.5);
    assert!(actor.montage().is_none() && actor.montage_mut().is_none());
    let step = largest_step(&mut actor, 40);
    assert!(step < 0.25 && z(&actor) == 0.0, "{step} m in a frame, at {}", z(&actor));
    waving(&mut actor);
    actor.stop_montage(0.0);
    actor.update(DT);
    assert_eq!(z(&actor), 0.0);
    waving(&mut actor);
    actor.stop();
    actor.update(DT);
    assert!(actor.montage().is_none() && actor.playback().is_none());
    assert_eq!(z(&actor), 0.0);
    // A seek to its end ends it, one back lets it play on.
    actor.play("walk").unwrap().speed(0.0);
    actor.play_montage("wave").unwrap().seek(0.5);
    actor.update(DT);
    actor.montage_mut().unwrap().seek(0.3);
    assert!((10..=14).contains(&play_montage_out(&mut actor)));
    assert!(actor.play_montage("no such clip").is_err());
}

#[test]
fn events_are_those_of_the_montage_and_open_spans_wait() {
    let clips = [
        RawClip {
            events: clip_events(&[(0.3, "step")], &[(0.0, 0.9, "glow")], &[]),
            ..swing("walk", 1.0, 1)
        },
        RawClip { events: clip_events(&[(0.3, "clap")], &[(0.1, 0.5, "cut")], &[]), ..swing("wave", 0.5, 2) },
    ];
    let mut actor = actor(clips);
    let mut fired = Vec::new();
    let mut play = |actor: &mut Actor, count: usize| {
        for _ in 0..count {
            actor.update(DT);
            let events = actor.frame().events().iter();
            fired.extend(events.map(|event| (event.name(actor.clips()).to_owned(), event.phase)));
        }
        std::mem::take(&mut fired)
    };
    let of = |list: &[(&str, EventPhase)]| -> Vec<_> {
        list.iter().map(|(name, phase)| ((*name).to_owned(), *phase)).collect()
    };
    use EventPhase::{Begin, End, Fired};
    actor.play("walk").unwrap();
    assert_eq!(play(&mut actor, 12), of(&[("glow", Begin)]));
    actor.play_montage("wave").unwrap();
    // The span of the walk stays open.
    assert_eq!(play(&mut actor, 28), of(&[("cut", Begin), ("clap", Fired)]));
    assert_eq!(play(&mut actor, 12), of(&[("cut", End), ("step", Fired)]));
    assert_eq!(play(&mut actor, 34), of(&[("glow", End)]));
    // A span of a montage that is stopped ends, in the next frame.
    actor.play_montage("wave").unwrap();
    assert_eq!(play(&mut actor, 12), of(&[("cut", Begin)]));
    actor.stop_montage(0.2);
    assert_eq!(play(&mut actor, 1), of(&[("cut", End)]));
}

#[test]
fn root_motion_is_the_montages() {
    let mut actor = actor([travelling("walk", 1.0, 1.0), travelling("dodge", 0.5, -2.0)]);
    actor.play("walk").unwrap();
    frames(&mut actor, 10);
    actor.play_montage("dodge").unwrap().fade(0.0);
    let way: f32 = (0..30).map(|_| actor.advance(DT).translation.z).sum();
    assert!((way + 2.0).abs() < 1e-3, "{way}");
    // The walk's speed is back once the transition is over.
    for _ in 0..20 {
        actor.advance(DT);
    }
    assert!((actor.advance(DT).translation.z - DT).abs() < 1e-4);
}

#[test]
fn a_snapshot_keeps_it_and_nothing_allocates() {
    let mut actor = play(&graph(clip("walk")), vec![swing("walk", 1.0, 1), swing("wave", 0.7, 2)]);
    let mut snapshot = ActorSnapshot::default();
    actor.save(&mut snapshot);
    frames(&mut actor, 10);
    let mut copy = None;
    let count = allocations(|| {
        actor.play_montage("wave").unwrap().speed(1.5);
        frames(&mut actor, 20);
        actor.save(&mut snapshot);
    });
    assert_eq!(count, 0);
    copy.replace(actor.clone());
    let play_on = |actor: &mut Actor| -> Vec<Vec<Transform>> {
        let frame = |_| {
            actor.update(DT);
            actor.frame().local().to_vec()
        };
        (0..60).map(frame).collect()
    };
    let expected = play_on(&mut actor);
    assert!(actor.montage().is_none());
    let count = allocations(|| actor.restore(&snapshot).unwrap());
    assert_eq!((count, actor.montage().is_some()), (0, true));
    assert_eq!(play_on(&mut actor), expected);
    assert_eq!(play_on(copy.as_mut().unwrap()), expected);
    actor.restore(&snapshot).unwrap();
    let count = allocations(|| frames(&mut actor, 60));
    assert_eq!(count, 0);
}

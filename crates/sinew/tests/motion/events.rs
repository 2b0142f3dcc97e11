//! Every event fires once for each time it is passed, for any steps.

use crate::figure::{actor, clip_events, swing};
use sinew::clip::{EventId, EventPhase, WrapMode};
use sinew::playback::FiredEvent;
use sinew::{Actor, ClipId, RawClip};
use test_needs::cases;

const LENGTH: f64 = 1.0;
const EVENTS: [(f32, &str); 4] = [(0.0, "start"), (0.25, "step"), (0.7, "blow"), (1.0, "end")];
const SPANS: [(f32, f32, &str); 2] = [(0.2, 0.6, "cut"), (0.5, 1.0, "glow")];

fn marked() -> RawClip {
    RawClip { events: clip_events(&EVENTS, &SPANS, &[]), ..swing("a", LENGTH as f32, 1) }
}

fn playing() -> Actor {
    let mut actor = actor([marked(), swing("b", 0.7, 2)]);
    actor.play("a").unwrap();
    actor
}

fn names(actor: &Actor) -> Vec<(String, EventPhase)> {
    let fired = actor.frame().events().iter();
    fired.map(|event| (event.name(actor.clips()).to_owned(), event.phase)).collect()
}

/// Number of times that `event` lies between two unwrapped times; the start itself counts.
fn passes(event: f32, from: f64, to: f64) -> i64 {
    let round = |t: f64| ((t - f64::from(event)) / LENGTH).floor() as i64;
    let on_it = (from - f64::from(event)).rem_euclid(LENGTH) == 0.0;
    round(to) - round(from) + i64::from(on_it)
}

#[test]
fn steps_of_any_size_fire_each_event_once() {
    for mut random in cases(50) {
        let mut actor = playing();
        let (mut counts, mut time) = ([0i64; 4], 0.0f64);
        for _ in 0..200 {
            let dt = if random.u8(..) < 20 { random.f32() * 9.0 } else { random.f32() * 0.1 };
            let speed = [0.5, 1.0, 2.0][random.usize(..3)];
            actor.playback_mut().unwrap().speed(speed);
            actor.update(dt);
            time += f64::from(dt) * f64::from(speed);
            for fired in actor.frame().events() {
                if let EventId::Point(n) = fired.event {
                    counts[n as usize] += 1;
                }
            }
        }
        // The first cycle begins at its start, not at the end of a cycle before.
        let begun = |event: f32| i64::from(event == LENGTH as f32);
        let expected: Vec<i64> =
            EVENTS.iter().map(|event| passes(event.0, 0.0, time) - begun(event.0)).collect();
        assert_eq!(counts.to_vec(), expected, "after {time}");
    }
}

#[test]
fn a_loop_fires_an_event_at_its_start_first() {
    let one = |name: &str| vec![(name.to_owned(), EventPhase::Fired)];
    let mut actor = playing();
    actor.update(0.01);
    assert_eq!(names(&actor), one("start"), "neither the end of a round before, nor a span that ends there");
    let mut back = playing();
    back.playback_mut().unwrap().speed(-1.0).seek(1.0);
    back.update(0.0);
    back.update(0.01);
    let fired = names(&back);
    assert!(fired.contains(&("end".into(), EventPhase::Fired)), "{fired:?}");
    assert!(!fired.contains(&("start".into(), EventPhase::Fired)), "{fired:?}");
    // Over the loop's border, end and start are one moment.
    actor.update(0.995);
    let fired = names(&actor);
    assert!(
        fired.contains(&("end".into(), EventPhase::Fired))
            && fired.contains(&("start".into(), EventPhase::Fired))
    );
}

#[test]
fn changes_of_direction_fire_the_events_between() {
    let mut random = fastrand::Rng::with_seed(5);
    let mut actor = playing();
    actor.update(1e-3);
    let mut time = actor.playback().unwrap().time;
    for _ in 0..5000 {
        let speed = random.f32() * 4.0 - 2.0;
        actor.playback_mut().unwrap().speed(speed);
        actor.update(random.f32() * 0.2);
        let now = actor.playback().unwrap().time;
        for (n, event) in EVENTS.iter().enumerate() {
            let fired = actor.frame().events().iter().filter(|e| e.event == EventId::Point(n as u32)).count();
            assert_eq!(fired as i64, passes(event.0, time.min(now), time.max(now)), "{event:?} {time} {now}");
        }
        time = now;
    }
}

#[test]
fn spans_begin_and_end_in_turn() {
    let mut random = fastrand::Rng::with_seed(6);
    let mut actor = playing();
    // Two playbacks of one clip may overlap in a fade.
    let mut open = [0i32; 2];
    let mut listen = |events: &[FiredEvent]| {
        for event in events.iter().filter(|event| event.clip == ClipId(0)) {
            let EventId::Span(n) = event.event else { continue };
            open[n as usize] += if event.phase == EventPhase::Begin { 1 } else { -1 };
            assert!((0..=3).contains(&open[n as usize]), "{event:?}");
        }
    };
    for _ in 0..4000 {
        match random.u8(..12) {
            0 => drop(actor.play("a").unwrap().fade(random.f32() * 0.3)),
            1 => drop(actor.play("b").unwrap().fade(random.f32() * 0.3)),
            2 => drop(actor.play("b").unwrap().inertialize(0.2)),
            3 => actor.stop(),
            4 => drop(actor.playback_mut().map(|p| p.seek(3.0 * f64::from(random.f32())).speed(1.0))),
            5 => drop(actor.playback_mut().map(|p| p.speed(random.f32() * 4.0 - 2.0))),
            _ => {}
        }
        actor.update(random.f32() * 0.3);
        listen(actor.frame().events());
    }
    actor.stop();
    actor.update(0.0);
    listen(actor.frame().events());
    assert_eq!(open, [0; 2]);
}

#[test]
fn events_at_the_ends_of_a_clamped_clip_fire_on_arrival() {
    let mut actor = playing();
    actor.playback_mut().unwrap().wrap(WrapMode::Clamp);
    actor.update(0.0);
    assert_eq!(names(&actor), []);
    actor.update(0.1);
    assert_eq!(names(&actor), [("start".into(), EventPhase::Fired)]);
    actor.update(5.0);
    let last = ("end".to_owned(), EventPhase::Fired);
    assert!(names(&actor).contains(&last) && names(&actor).contains(&("glow".into(), EventPhase::End)));
    actor.update(5.0);
    assert_eq!(names(&actor), []);
    actor.playback_mut().unwrap().speed(-1.0);
    actor.update(5.0);
    assert_eq!(actor.frame().events().len(), EVENTS.len() + 2 * SPANS.len(), "{:?}", names(&actor));
}

#[test]
fn upcoming_events_are_listed_before_they_fire() {
    let mut actor = playing();
    actor.update(0.1);
    let mut ahead = Vec::new();
    let clip = actor.clips()[ClipId(0)].clone();
    actor.playback().unwrap().upcoming(0.5, &clip, |mark, passing| ahead.push((mark, passing)));
    actor.update(0.5);
    let fired: Vec<_> = actor.frame().events().iter().map(|e| (e.event, e.phase)).collect();
    assert_eq!(ahead, fired);
    assert!(!fired.is_empty());
}

#[test]
fn events_of_a_clip_that_fades_out_have_its_weight() {
    let mut actor = playing();
    actor.update(0.2);
    actor.play("b").unwrap().fade(0.2);
    actor.update(0.1);
    let step = actor.frame().events().iter().find(|e| e.name(actor.clips()) == "step").copied();
    assert!((step.unwrap().weight - 0.5).abs() < 1e-3, "{step:?}");
    actor.update(0.1);
    assert!(names(&actor).contains(&("cut".into(), EventPhase::End)), "{:?}", names(&actor));
}

#[test]
fn a_step_over_a_million_cycles_is_fast() {
    let mut actor = playing();
    actor.update(1e7);
    assert!(actor.frame().events().len() <= 8 * 1002);
    actor.update(f32::MAX);
    actor.update(0.1);
}

//! Ends of clips: events on them or slightly outside, clamped playback forwards and backwards, seeks, and
//! clips that do not exist.

use crate::figure::{actor, apart, character, clip_events, swing};
use crate::small_graph::{DT, slide, z};
use sinew::clip::{EventPhase, SampleCursor, WrapMode};
use sinew::playback::{ClipPlayer, EventQueue, FullPose, MixerChange, MixerKey, Playback, TrackMixer};
use sinew::{Actor, ClipId, ClipSet, RawClip};

fn with_events(events: &[(f32, &str)], spans: &[(f32, f32, &str)]) -> RawClip {
    RawClip { events: clip_events(events, spans, &[]), ..swing("a", 1.0, 1) }
}

fn playing(clip: RawClip) -> Actor {
    let mut actor = actor([clip]);
    actor.play("a").unwrap();
    actor
}

fn fired(actor: &Actor) -> Vec<(&str, EventPhase)> {
    actor.frame().events().iter().map(|e| (e.name(actor.clips()), e.phase)).collect()
}

#[test]
fn a_change_from_loop_to_clamp_does_not_fire_an_event_at_the_playhead_again() {
    let mut actor = playing(with_events(&[(0.5, "step")], &[]));
    (0..6).for_each(|_| actor.update(0.25));
    assert_eq!(fired(&actor), [("step", EventPhase::Fired)]);
    actor.playback_mut().unwrap().wrap(WrapMode::Clamp);
    actor.update(0.25);
    assert_eq!(fired(&actor), []);
    assert_eq!(actor.playback().unwrap().time, 0.75);
}

#[test]
fn a_change_from_loop_to_clamp_keeps_the_time_exactly() {
    let mut actor = playing(with_events(&[], &[]));
    (0..37).for_each(|_| actor.update(0.1));
    let time = actor.playback().unwrap().time;
    actor.playback_mut().unwrap().wrap(WrapMode::Clamp);
    actor.update(0.0);
    assert_eq!(actor.playback().unwrap().time, time.rem_euclid(1.0));
}

#[test]
fn a_span_entered_by_a_change_of_wrap_begins_before_it_ends() {
    let spans = [(0.0, 0.3, "stand"), (0.6, 1.0, "swing")];
    let mut actor = playing(with_events(&[], &spans));
    actor.playback_mut().unwrap().wrap(WrapMode::Clamp);
    actor.update(0.0);
    actor.update(1.5);
    actor.playback_mut().unwrap().wrap(WrapMode::Loop);
    actor.update(0.1);
    assert_eq!(fired(&actor), [("stand", EventPhase::Begin)]);
    actor.update(0.3);
    assert_eq!(fired(&actor), [("stand", EventPhase::End)]);
    // Inside of the span nothing fires.
    actor.update(0.4);
    assert_eq!(fired(&actor), [("swing", EventPhase::Begin)]);
    actor.playback_mut().unwrap().wrap(WrapMode::Clamp);
    actor.update(0.1);
    assert_eq!(fired(&actor), []);
    actor.update(0.3);
    assert_eq!(fired(&actor), [("swing", EventPhase::End)]);
}

#[test]
fn a_span_of_a_later_cycle_ends_on_stop_after_a_change_of_wrap() {
    let mut actor = playing(with_events(&[], &[(0.2, 0.6, "cut")]));
    actor.update(1.4);
    assert_eq!(fired(&actor).last(), Some(&("cut", EventPhase::Begin)));
    actor.playback_mut().unwrap().wrap(WrapMode::Clamp);
    actor.stop();
    actor.update(0.0);
    assert_eq!(fired(&actor), [("cut", EventPhase::End)]);
}

#[test]
fn spans_begin_and_end_in_turn_for_random_changes_of_wrap_and_speed() {
    let mut random = fastrand::Rng::with_seed(7);
    let spans = [(0.0, 0.25, "in"), (0.5, 1.0, "out"), (0.0, 1.0, "all")];
    let mut actor = playing(with_events(&[], &spans));
    let mut open = [false; 3];
    for _ in 0..5000 {
        if random.u8(..4) == 0 {
            let wrap = [WrapMode::Clamp, WrapMode::Loop][random.usize(..2)];
            let speed = [1.0, -1.0, 2.0][random.usize(..3)];
            actor.playback_mut().unwrap().wrap(wrap).speed(speed);
        }
        actor.update(0.125 * random.u8(..9) as f32);
        for event in actor.frame().events() {
            let name = event.name(actor.clips());
            let n = spans.iter().position(|span| span.2 == name).unwrap();
            assert_eq!(open[n], event.phase == EventPhase::End, "{event:?}");
            open[n] = !open[n];
        }
    }
}

#[test]
fn events_slightly_outside_of_the_keys_fire_at_the_ends() {
    let events = [(-0.0005, "first"), (1.0005, "last")];
    let clip = || with_events(&events, &[(-0.0005, 0.1, "rise"), (0.5, 1.0005, "fall")]);
    let mut clamped = playing(clip());
    clamped.playback_mut().unwrap().wrap(WrapMode::Clamp);
    let all = [
        ("rise", EventPhase::Begin),
        ("first", EventPhase::Fired),
        ("rise", EventPhase::End),
        ("fall", EventPhase::Begin),
        ("last", EventPhase::Fired),
        ("fall", EventPhase::End),
    ];
    let sorted = |mut events: Vec<(&'static str, EventPhase)>| {
        events.sort_by_key(|(name, phase)| (*name, *phase as u8));
        events
    };
    let mut seen = Vec::new();
    for _ in 0..3 {
        clamped.update(0.5);
        let names = all.iter().filter(|one| fired(&clamped).contains(one));
        seen.extend(names.copied());
    }
    assert_eq!(sorted(seen), sorted(all.to_vec()));
    clamped.update(0.5);
    assert_eq!(fired(&clamped), []);
    // Once per cycle in a loop.
    let mut looping = playing(clip());
    let mut counts = [0; 2];
    for _ in 0..400 {
        looping.update(0.03);
        for (count, event) in counts.iter_mut().zip(events) {
            *count += fired(&looping).iter().filter(|one| one.0 == event.1).count();
        }
    }
    assert_eq!(counts, [12, 11], "start and end of a loop are one moment, except for the first start");
}

#[test]
fn unknown_clips_play_nothing() {
    let mut actor = actor([swing("a", 1.0, 1), swing("b", 1.0, 2)]);
    let rest = FullPose::rest(actor.character());
    let mixer = actor.use_mixer(2);
    mixer.tracks_mut()[0].playback = Some(Playback::new(ClipId(99), 0.0));
    actor.update(0.1);
    assert!(apart(actor.frame().local(), rest.local.as_slice()) < 1e-6);
    actor.mixer_mut().unwrap().tracks_mut()[1].playback = Some(Playback::new(ClipId(1), 0.0));
    actor.update(0.1);
    let mut alone = crate::figure::actor([swing("b", 1.0, 2)]);
    alone.play("b").unwrap();
    alone.update(0.1);
    assert!(apart(actor.frame().local(), alone.frame().local()) < 1e-6, "an unknown clip has no weight");
    actor.stop();

    let clips = ClipSet::new(&character(), [swing("a", 1.0, 1)]).unwrap();
    let (mut cursor, mut pose, mut events) = (SampleCursor::new(), rest.clone(), EventQueue::new());
    for plays in [[99, 0], [0, 99], [99, 98]] {
        let mut player = ClipPlayer::new();
        for clip in plays {
            player.play(Playback::new(ClipId(clip), 0.0)).fade(0.2);
            (0..3).for_each(|_| {
                player.advance(0.05, &clips, &mut cursor, &mut pose, &mut events);
            });
        }
        player.stop(&clips, &mut events);
    }
    let mut mixer = TrackMixer::new(1);
    mixer.tracks_mut()[0].playback = Some(Playback::new(ClipId(7), 0.0));
    mixer.end_spans(&clips, &mut events);
}

#[test]
fn a_position_key_of_a_mixer_seeks_at_its_time() {
    let events = [(0.25, "before"), (0.35, "between"), (0.75, "after"), (0.95, "beyond")];
    let mut actor = actor([with_events(&events, &[])]);
    let mixer = actor.use_mixer(1);
    mixer.tracks_mut()[0].playback = Some(Playback::new(ClipId(0), 0.0));
    mixer.add_key(MixerKey { track: 0, start: 0.3, duration: 0.0, change: MixerChange::Time(0.7) });
    actor.update(0.2);
    actor.update(0.2);
    assert_eq!(fired(&actor), [("before", EventPhase::Fired), ("after", EventPhase::Fired)]);
    let time = |actor: &mut Actor| actor.mixer_mut().unwrap().tracks()[0].playback.unwrap().time;
    assert!((time(&mut actor) - 0.8).abs() < 1e-6, "{}", time(&mut actor));
    // Two keys in one step; and a key in the past takes effect at once.
    let clock = actor.mixer_mut().unwrap().clock();
    for (after, to) in [(0.1, 0.2), (0.2, 0.9)] {
        let change = MixerChange::Time(to);
        actor.mixer_mut().unwrap().add_key(MixerKey {
            track: 0,
            start: clock + after,
            duration: 0.0,
            change,
        });
    }
    actor.update(0.3);
    assert_eq!(fired(&actor), [("before", EventPhase::Fired), ("beyond", EventPhase::Fired)]);
    assert!((time(&mut actor) - 1.0).abs() < 1e-6, "{}", time(&mut actor));
    let change = MixerChange::Time(0.1);
    actor.mixer_mut().unwrap().add_key(MixerKey { track: 0, start: 0.0, duration: 0.0, change });
    actor.update(0.1);
    assert!((time(&mut actor) - 0.2).abs() < 1e-6, "{}", time(&mut actor));
}

#[test]
fn a_player_adds_its_events_to_any_queue() {
    let rest = FullPose::rest(&character());
    let clips = ClipSet::new(&character(), [with_events(&[(0.5, "step")], &[])]).unwrap();
    let (mut cursor, mut pose, mut events) = (SampleCursor::new(), rest.clone(), EventQueue::new());
    let mut player = ClipPlayer::new();
    player.play(Playback::new(ClipId(0), 0.0));
    player.advance(0.6, &clips, &mut cursor, &mut pose, &mut events);
    assert_eq!(events.as_slice().len(), 1);
    events.begin_frame();
    player.advance(0.3, &clips, &mut cursor, &mut pose, &mut events);
    assert!(events.as_slice().is_empty());
}

#[test]
fn a_change_from_loop_to_clamp_keeps_the_pose() {
    let mut actor = actor([slide("walk", 0.0, 1.0, [0.0, 1.0])]);
    actor.play("walk").unwrap();
    (0..138).for_each(|_| actor.update(DT));
    let before = z(&actor);
    actor.playback_mut().unwrap().wrap(WrapMode::Clamp);
    actor.update(DT);
    assert!((z(&actor) - before).abs() < 0.1, "from {before} to {} in one frame", z(&actor));
}

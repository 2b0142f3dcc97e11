//! Continuous changes from clip to clip, and the tracks of a mixer.

use crate::figure::{JOINTS, Rates, actor, apart, swing, velocity};
use sinew::playback::{MixerChange, MixerKey, Playback};
use sinew::{Actor, ClipId, Transform};

const DT: f32 = 1.0 / 60.0;

fn pair() -> Actor {
    actor([swing("a", 1.0, 1), swing("b", 0.8, 2), swing("c", 1.3, 3)])
}

/// Largest change of a joint's velocity from frame to frame; `drive` is called before every frame.
fn largest_velocity_change(
    actor: &mut Actor,
    frames: usize,
    mut drive: impl FnMut(usize, &mut Actor),
) -> f32 {
    let mut last: Vec<Transform> = Vec::new();
    let mut rates = vec![None::<Rates>; JOINTS];
    let mut worst = 0.0f32;
    for frame in 0..frames {
        drive(frame, actor);
        actor.update(DT);
        let now = actor.frame().local().to_vec();
        for (joint, rate) in rates.iter_mut().enumerate().filter(|_| !last.is_empty()) {
            let new = velocity(&last[joint], &now[joint], DT);
            if let Some(old) = rate {
                worst = worst.max(new.minus(*old).max_element());
            }
            *rate = Some(new);
        }
        last = now;
    }
    worst
}

#[test]
fn fades_and_inertialization_keep_velocities_continuous() {
    let mut of_clips = 0.0f32;
    for clip in ["a", "b", "c"] {
        let mut actor = pair();
        actor.play(clip).unwrap();
        of_clips = of_clips.max(largest_velocity_change(&mut actor, 300, |_, _| ()));
    }
    // By the quintic's second derivative: two radians decay within 0.3 s, and 12 radians a second within 0.21
    // s, as they may not carry the joint further than half a radian.
    let bound = of_clips + (5.78 * 2.0 / 0.09 + 3.94 * 12.0 / 0.21) * DT;
    let mut random = fastrand::Rng::with_seed(2);
    for kind in ["fade", "inertialize", "cut"] {
        let mut actor = pair();
        actor.play("a").unwrap();
        let change = |frame: usize, actor: &mut Actor| {
            if frame > 5 && random.u8(..15) == 0 {
                let playback = actor.play(["a", "b", "c"][random.usize(..3)]).unwrap();
                match kind {
                    "fade" => playback.fade(0.3),
                    "inertialize" => playback.inertialize(0.3),
                    _ => playback,
                };
            }
        };
        let worst = largest_velocity_change(&mut actor, 5000, change);
        println!("{kind}: {worst:.2} rad/s, clips alone {of_clips:.2}, bound {bound:.2}");
        assert_eq!(worst < bound, kind != "cut", "{kind}: {worst}");
    }
}

#[test]
fn transitions_end_at_their_time() {
    for inertial in [false, true] {
        let (mut changed, mut plain) = (pair(), pair());
        changed.play("a").unwrap();
        (0..30).for_each(|_| changed.update(DT));
        let playback = changed.play("b").unwrap();
        if inertial {
            playback.inertialize(0.25)
        } else {
            playback.fade(0.25)
        };
        plain.play("b").unwrap();
        (0..8).for_each(|_| (changed.update(DT), plain.update(DT)).1);
        assert!(apart(changed.frame().local(), plain.frame().local()) > 0.01);
        (0..9).for_each(|_| (changed.update(DT), plain.update(DT)).1);
        assert!(apart(changed.frame().local(), plain.frame().local()) < 1e-5, "inertial {inertial}");
    }
}

#[test]
fn zero_and_non_finite_steps_change_nothing() {
    let mut actor = pair();
    actor.play("a").unwrap();
    (0..20).for_each(|_| actor.update(DT));
    actor.play("b").unwrap().inertialize(0.3);
    actor.update(DT);
    for dt in [0.0, f32::NAN, f32::INFINITY] {
        let before = actor.frame().local().to_vec();
        actor.update(dt);
        assert!(apart(&before, actor.frame().local()) < 1e-5, "{dt}");
    }
}

#[test]
fn tracks_blend_by_weight_and_keys_change_them_at_their_times() {
    let mut actor = pair();
    let mixer = actor.use_mixer(2);
    mixer.tracks_mut()[0].playback = Some(Playback::new(ClipId(0), 0.0));
    mixer.tracks_mut()[1].playback = Some(Playback::new(ClipId(1), 0.0));
    mixer.tracks_mut()[1].weight = 0.0;
    mixer.add_key(MixerKey { track: 1, start: 0.5, duration: 0.4, change: MixerChange::Weight(1.0) });
    mixer.add_key(MixerKey { track: 0, start: 1.0, duration: 0.0, change: MixerChange::Enabled(false) });
    mixer.add_key(MixerKey { track: 1, start: 1.2, duration: 0.2, change: MixerChange::Speed(-2.0) });
    mixer.add_key(MixerKey { track: 1, start: 1.6, duration: 0.0, change: MixerChange::Time(0.25) });
    let weights = |actor: &mut Actor| {
        let tracks = actor.mixer_mut().unwrap().tracks();
        (tracks[0].enabled, tracks[1].weight, tracks[1].playback.unwrap().speed)
    };
    actor.update(0.5);
    assert_eq!(weights(&mut actor), (true, 0.0, 1.0));
    let mut alone = pair();
    alone.play("a").unwrap();
    alone.update(0.5);
    assert!(apart(alone.frame().local(), actor.frame().local()) < 1e-6);
    actor.update(0.2);
    assert!((weights(&mut actor).1 - 0.5).abs() < 1e-5);
    actor.update(0.35);
    assert_eq!(weights(&mut actor), (false, 1.0, 1.0));
    actor.update(0.4);
    assert_eq!(weights(&mut actor).2, -2.0);
    actor.update(0.15);
    let time = actor.mixer_mut().unwrap().tracks()[1].playback.unwrap().time;
    assert!((time - 0.25).abs() < 1e-6, "the playhead is at the key: {time}");
}

#[test]
fn a_later_key_ends_an_earlier_one_at_its_current_value() {
    let mut actor = pair();
    let mixer = actor.use_mixer(1);
    mixer.tracks_mut()[0].playback = Some(Playback::new(ClipId(0), 0.0));
    mixer.add_key(MixerKey { track: 0, start: 0.5, duration: 1.0, change: MixerChange::Weight(0.5) });
    mixer.add_key(MixerKey { track: 0, start: 0.0, duration: 1.0, change: MixerChange::Weight(0.0) });
    actor.update(0.5);
    let at = actor.mixer_mut().unwrap().tracks()[0].weight;
    assert!((at - 0.5).abs() < 1e-3, "{at}");
    (0..10).for_each(|_| actor.update(0.1));
    assert!((actor.mixer_mut().unwrap().tracks()[0].weight - 0.5).abs() < 1e-6);
}

//! Edits of random clips: with all interpolations, doubled and single keys, events and root motion.

use crate::clip::{
    ClipEvent, ClipEventSpan, ClipEvents, ClipEventsDescription, ClipSpeedError, ExpressionTrack,
    Interpolation, JointTrack, MorphTrack, RawClip, RootPose, RootTrack, SyncMarker, Track, TrackValue,
};
use crate::morph::{ExpressionId, MeshInstanceId};
use crate::skeleton::JointId;
use fastrand::Rng;
use glam::{Quat, Vec3};
use test_needs::cases;

const ALL: [Interpolation; 3] = [Interpolation::Step, Interpolation::Linear, Interpolation::CubicSpline];

fn number(random: &mut Rng) -> f32 {
    random.f32() * 2.0 - 1.0
}

fn vector(random: &mut Rng) -> Vec3 {
    Vec3::new(number(random), number(random), number(random))
}

/// One to six keys between 0.5 s and 3.5 s, some of them doubled.
fn times(random: &mut Rng) -> Vec<f32> {
    let mut times: Vec<f32> = (0..random.usize(1..7)).map(|_| 0.5 + 3.0 * random.f32()).collect();
    if random.bool() {
        times.push(times[0]);
    }
    times.sort_by(f32::total_cmp);
    times
}

fn track<V: TrackValue>(
    random: &mut Rng,
    width: usize,
    value: impl Fn(&mut Rng) -> V,
    tangent: impl Fn(&mut Rng) -> V,
) -> Track<V> {
    let (times, interpolation) = (times(random), ALL[random.usize(0..3)]);
    let rows = if interpolation == Interpolation::CubicSpline { 3 } else { 1 };
    let count = times.len() * width * rows;
    let is_tangent = |n: usize| rows == 3 && (n / width) % 3 != 1;
    let values = (0..count).map(|n| if is_tangent(n) { tangent(random) } else { value(random) });
    Track::new(interpolation, width, times.into(), values.collect()).unwrap()
}

fn vectors(random: &mut Rng) -> Option<Track<Vec3>> {
    random.bool().then(|| track(random, 1, vector, vector))
}

fn rotations(random: &mut Rng) -> Option<Track<Quat>> {
    let turn = |random: &mut Rng| Quat::from_scaled_axis(vector(random) * 2.0);
    let tangent = |random: &mut Rng| Quat::from_vec4(vector(random).extend(number(random)));
    random.bool().then(|| track(random, 1, turn, tangent))
}

fn events(random: &mut Rng) -> ClipEvents {
    let mut time = || 0.5 + 3.0 * random.f32();
    let points = ["a", "b"].map(|name| ClipEvent { time: time(), name: name.into(), data: "x".into() });
    let markers = ["left", "right"].map(|name| SyncMarker { time: time(), name: name.into() });
    let (a, b) = (time(), time());
    let span = ClipEventSpan { start: a.min(b), end: a.max(b), name: "s".into(), data: String::new() };
    ClipEvents::from_description(&ClipEventsDescription {
        points: points.into(),
        spans: vec![span],
        sync_markers: markers.into(),
    })
    .unwrap()
}

fn root_track(random: &mut Rng) -> RootTrack {
    let times = times(random);
    let pose = |random: &mut Rng| RootPose { position: vector(random), heading: 3.0 * number(random) };
    let poses = times.iter().map(|_| pose(random)).collect();
    RootTrack::new(times.into(), poses).unwrap()
}

/// A random clip of three joints, morph weights, an expression and a gaze.
fn clip(random: &mut Rng) -> RawClip {
    let joint = |n, random: &mut Rng| JointTrack {
        joint: JointId(n),
        translation: vectors(random),
        rotation: rotations(random),
        scale: vectors(random),
    };
    RawClip {
        name: "random".into(),
        joints: (0..3).map(|n| joint(n, random)).collect(),
        morphs: vec![MorphTrack { instance: MeshInstanceId(0), weights: track(random, 3, number, number) }],
        expressions: vec![ExpressionTrack {
            expression: ExpressionId(0),
            weight: track(random, 1, number, number),
        }],
        gaze: rotations(random),
        events: events(random),
        root_motion: random.bool().then(|| root_track(random)),
    }
}

/// All values of a clip at a time; rotations by what they do.
fn sampled(clip: &RawClip, time: f32) -> Vec<Vec3> {
    let mut all = Vec::new();
    let turned = |turn: Quat| [turn * Vec3::X, turn * Vec3::Y];
    for joint in &clip.joints {
        let vectors = [&joint.translation, &joint.scale].into_iter().flatten();
        all.extend(vectors.map(|track| track.sample_vector(time, &mut 0)));
        all.extend(joint.rotation.iter().flat_map(|track| turned(track.sample_rotation(time, &mut 0))));
    }
    let mut row = [0.0; 3];
    clip.morphs[0].weights.sample_row(time, &mut 0, &mut row);
    all.push(row.into());
    all.push(Vec3::splat(clip.expressions[0].weight.sample_lane(time, &mut 0, 0)));
    all.extend(clip.gaze.iter().flat_map(|track| turned(track.sample_rotation(time, &mut 0))));
    all
}

/// Largest difference of the values at two times of two clips.
fn apart((a, time_a): (&RawClip, f32), (b, time_b): (&RawClip, f32)) -> f32 {
    let (a, b) = (sampled(a, time_a), sampled(b, time_b));
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| a.distance(b)).fold(0.0, f32::max)
}

/// Whether a time is so near to a key that rounding may take it to the other side of a step.
fn is_at_key(clip: &RawClip, time: f32) -> bool {
    clip.times().flatten().any(|key| (key - time).abs() < 1e-4)
}

#[test]
fn a_reversed_clip_shows_the_same_as_long_before_the_end() {
    for mut random in cases(400) {
        let clip = clip(&mut random);
        let back = clip.reversed();
        let (start, end) = (clip.start(), clip.end());
        assert_eq!((back.start(), back.end()), (start, end));
        for _ in 0..40 {
            let time = start - 0.2 + (end - start + 0.4) * random.f32();
            let there = start + end - time;
            if !is_at_key(&clip, there) && !is_at_key(&back, time) {
                let off = apart((&back, time), (&clip, there));
                assert!(off < 1e-3, "case {}: {off} at {time}", random.seed());
            }
            let Some((way, reversed)) = clip.root_motion.as_ref().zip(back.root_motion.as_ref()) else {
                continue;
            };
            let (first, last) = (way.poses()[0], way.poses()[way.poses().len() - 1]);
            let expected = first.then(last.inverse()).then(way.sample(there));
            let found = reversed.sample(time);
            let jumps = way.times().iter().any(|key| (key - there).abs() < 1e-4);
            assert!(jumps || found.position.distance(expected.position) < 1e-3);
            assert!(jumps || (found.heading - expected.heading).abs() < 1e-3);
        }
    }
}

#[test]
fn a_clip_reversed_twice_is_itself() {
    for mut random in cases(400) {
        let clip = clip(&mut random);
        let twice = clip.reversed().reversed();
        for (a, b) in clip.joints.iter().zip(&twice.joints) {
            let vectors = a.translation.iter().chain(&a.scale).zip(b.translation.iter().chain(&b.scale));
            vectors.for_each(|(a, b)| assert_same_keys(a, b, Vec3::distance));
            a.rotation.iter().zip(&b.rotation).for_each(|(a, b)| {
                assert_same_keys(a, b, |a: Quat, b: Quat| (a - b).length());
            });
        }
        assert_same_keys(&clip.morphs[0].weights, &twice.morphs[0].weights, |a: f32, b: f32| (a - b).abs());
        let (points, spans) = (clip.events.points().iter(), clip.events.spans().iter());
        assert!(
            points
                .zip(twice.events.points())
                .all(|(a, b)| (a.time - b.time).abs() < 1e-5 && (&a.name, &a.data) == (&b.name, &b.data))
        );
        assert!(
            spans
                .zip(twice.events.spans())
                .all(|(a, b)| (a.start - b.start).abs() < 1e-5 && (a.end - b.end).abs() < 1e-5)
        );
        for (a, b) in clip.root_motion.iter().zip(&twice.root_motion) {
            for (a, b) in a.poses().iter().zip(b.poses()) {
                assert!(a.position.distance(b.position) < 1e-5 && (a.heading - b.heading).abs() < 1e-5);
            }
        }
    }
}

/// Same keys but for the rounding of times; steps may have their last key doubled or not.
fn assert_same_keys<V: TrackValue>(a: &Track<V>, b: &Track<V>, distance: impl Fn(V, V) -> f32) {
    if a.interpolation() == Interpolation::Step {
        // Keys of one time and values that repeat make no difference.
        let shown = |track: &Track<V>| {
            let mut keys: Vec<(f32, Vec<V>)> = Vec::new();
            for (n, time) in track.times().iter().enumerate() {
                if keys.last().is_none_or(|(last, row)| *last != *time || row != track.key(n)) {
                    keys.push((*time, track.key(n).to_vec()));
                }
            }
            keys
        };
        let (a, b) = (shown(a), shown(b));
        assert!(a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| (a.0 - b.0).abs() < 1e-5 && a.1 == b.1));
        return;
    }
    assert_eq!((a.interpolation(), a.times().len()), (b.interpolation(), b.times().len()));
    assert!(a.times().iter().zip(b.times()).all(|(a, b)| (a - b).abs() < 1e-5));
    assert!(a.values().iter().zip(b.values()).all(|(a, b)| distance(*a, *b) < 1e-5));
}

#[test]
fn steps_hold_as_long_as_before() {
    let steps = |times: &[f32], values: &[f32]| {
        Track::new(Interpolation::Step, 1, times.into(), values.to_vec()).unwrap()
    };
    let clip = |weight| RawClip {
        expressions: vec![ExpressionTrack { expression: ExpressionId(0), weight }],
        ..RawClip::default()
    };
    // Shown from 0 s to 1 s: 5, from there to 4 s: 6, and 7 at 4 s.
    let back = clip(steps(&[0.0, 1.0, 4.0], &[5.0, 6.0, 7.0])).reversed();
    assert_eq!(back.expressions[0].weight, steps(&[0.0, 0.0, 3.0, 4.0], &[7.0, 6.0, 5.0, 5.0]));
    let held = clip(steps(&[2.0], &[1.0]));
    assert_eq!(held.reversed(), held);
}

#[test]
fn events_and_root_motion_count_from_the_new_start() {
    let point = |time, name: &str| ClipEvent { time, name: name.into(), data: String::new() };
    let span = |start, end| ClipEventSpan { start, end, name: "cut".into(), data: String::new() };
    let description = ClipEventsDescription {
        points: vec![point(1.0, "first"), point(1.0, "second"), point(2.5, "third")],
        spans: vec![span(1.0, 3.0)],
        sync_markers: vec![SyncMarker { time: 1.25, name: "left".into() }],
    };
    let weight = Track::new(Interpolation::Linear, 1, [1.0, 4.0].into(), vec![0.0, 1.0]).unwrap();
    // A quarter turn to the left on the way forwards.
    let turned = RootPose { position: Vec3::new(0.5, 0.0, 3.0), heading: std::f32::consts::FRAC_PI_2 };
    let clip = RawClip {
        expressions: vec![ExpressionTrack { expression: ExpressionId(0), weight }],
        events: ClipEvents::from_description(&description).unwrap(),
        root_motion: RootTrack::new([1.0, 4.0].into(), vec![RootPose::default(), turned]).ok(),
        ..RawClip::default()
    };
    let back = clip.reversed();
    assert_eq!(back.events.points(), [point(2.5, "third"), point(4.0, "second"), point(4.0, "first")]);
    assert_eq!((back.events.spans(), back.events.sync_markers()[0].time), (&[span(2.0, 4.0)][..], 3.75));
    let way = back.root_motion.unwrap();
    assert_eq!((way.times(), way.poses()[0]), (&[1.0, 4.0][..], RootPose::default()));
    // Back is -Z at the end of the clip, which is to the right there.
    let end = way.poses()[1];
    assert!(end.position.abs_diff_eq(Vec3::new(3.0, 0.0, -0.5), 1e-6), "{end:?}");
    assert_eq!(end.heading, -turned.heading);
}

#[test]
fn a_faster_clip_shows_the_same_earlier() {
    for mut random in cases(400) {
        let clip = clip(&mut random);
        let factor = 0.1 + 3.0 * random.f32();
        let fast = clip.with_speed(factor).unwrap();
        for _ in 0..20 {
            let time = 4.0 * random.f32();
            if !is_at_key(&clip, time) && !is_at_key(&fast, time / factor) {
                let off = apart((&fast, time / factor), (&clip, time));
                assert!(off < 1e-3, "case {}: {off} at {time}, {factor} times as fast", random.seed());
            }
        }
        let points = clip.events.points().iter().zip(fast.events.points());
        assert!(points.into_iter().all(|(a, b)| a.time / factor == b.time && a.name == b.name));
        assert_eq!(fast.events.spans()[0].end, clip.events.spans()[0].end / factor);
        assert_eq!(fast.events.sync_markers()[1].time, clip.events.sync_markers()[1].time / factor);
        for (a, b) in clip.root_motion.iter().zip(&fast.root_motion) {
            assert_eq!(a.poses(), b.poses());
            assert!(a.times().iter().zip(b.times()).all(|(a, b)| a / factor == *b));
        }
        assert_eq!(clip.with_speed(1.0), Ok(clip.clone()));
    }
}

#[test]
fn speeds_that_make_no_sense_are_refused() {
    let clip = clip(&mut Rng::with_seed(1));
    for factor in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        let error = clip.with_speed(factor).unwrap_err().to_string();
        assert!(error.contains("expected a finite number above 0"), "{error}");
    }
    for factor in [1e-39, 1e38] {
        let error = clip.with_speed(factor).unwrap_err();
        assert!(matches!(error, ClipSpeedError::Range { .. }), "{factor}: {error}");
    }
    assert_eq!(RawClip::default().with_speed(2.0), Ok(RawClip::default()));
}

#[test]
fn steps_keep_their_keys_when_a_clip_is_resampled() {
    for mut random in cases(100) {
        let clip = clip(&mut random);
        let even = clip.resampled(30.0).unwrap();
        assert_eq!((even.start(), even.end()), (clip.start(), clip.end()));
        let mut steps = 0;
        for (a, b) in clip.joints.iter().zip(&even.joints) {
            let is_step =
                |track: &Option<Track<Quat>>| track.as_ref().map(Track::interpolation) == Some(ALL[0]);
            if is_step(&a.rotation) {
                assert_eq!(a.rotation, b.rotation);
                steps += 1;
            }
        }
        assert!(steps <= 3);
        let weight = &clip.expressions[0].weight;
        if weight.interpolation() == Interpolation::Step {
            assert_eq!(*weight, even.expressions[0].weight);
        } else if weight.times().len() > 1 {
            assert_eq!(even.expressions[0].weight.interpolation(), Interpolation::Linear);
        }
    }
}

#[test]
fn keys_stay_when_a_clip_is_resampled_at_its_rate() {
    for mut random in cases(100) {
        let (count, rate) =
            (random.usize(2..400), [24.0, 25.0, 29.97, 30.0, 60.0, 120.0][random.usize(0..6)]);
        let times: Vec<f32> = (0..count).map(|n| 0.7 + n as f32 / rate).collect();
        let values: Vec<Vec3> = times.iter().map(|_| vector(&mut random)).collect();
        let translation = Track::new(Interpolation::Linear, 1, times.into(), values).ok();
        let joints = vec![JointTrack { translation, ..JointTrack::new(JointId(0)) }];
        let clip = RawClip { joints, ..RawClip::default() };
        for resampled in [clip.resampled(rate), clip.resampled(4.0 * rate).and_then(|c| c.resampled(rate))] {
            let (found, expected) = (&resampled.unwrap().joints[0], &clip.joints[0]);
            let (found, expected) =
                (found.translation.as_ref().unwrap(), expected.translation.as_ref().unwrap());
            assert_eq!(found.times().len(), expected.times().len());
            for key in 0..count {
                assert!((found.times()[key] - expected.times()[key]).abs() < 2e-6);
                // Rounding of a time moves along a line of up to 3.5 m in a 120th of a second.
                assert!(found.key(key)[0].distance(expected.key(key)[0]) < 2e-3, "case {}", random.seed());
            }
        }
    }
}

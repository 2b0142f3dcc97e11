//! Tests of compression: its error, its size and the limits of its input.

use super::*;
use glam::{Quat, Vec3};
use sinew::Clip;
use sinew::SampleCursor;
use sinew::clip::{ClipSource, Interpolation, JointTrack, RawClip, Track};
use sinew::internal::clip_format::ClipView;
use sinew::math::Transform;
use sinew::morph::MorphWeights;
use sinew::morph::{ExpressionId, MeshInstanceId};
use sinew::pose::{LocalPose, ModelPose};
use sinew::skeleton::{Joint, JointId, Skeleton};
use std::sync::Arc;
use test_needs::cases;

/// A chain of joints, a third of a metre each.
fn chain(count: u32) -> Skeleton {
    let joints = (0..count).map(|n| Joint {
        name: format!("j{n}"),
        parent: n.checked_sub(1),
        rest: Transform::from_translation(if n == 0 { Vec3::Y } else { Vec3::X * 0.33 }),
        in_scene: true,
    });
    Skeleton::new(joints.collect()).unwrap()
}

/// Smooth random motion of all joints of a chain; the root travels.
fn motion(skeleton: &Skeleton, seconds: f32, rate: f32, seed: u64) -> RawClip {
    let mut random = fastrand::Rng::with_seed(seed);
    let count = (seconds * rate) as usize + 1;
    let times: Arc<[f32]> = (0..count).map(|n| n as f32 / rate).collect();
    let joints = skeleton.joints().map(|joint| {
        let axis = Vec3::new(random.f32() - 0.5, random.f32() - 0.5, random.f32() - 0.5).normalize();
        let (speed, phase, size) = (1.0 + random.f32() * 5.0, random.f32() * 6.0, random.f32());
        let turns = times.iter().map(|t| Quat::from_axis_angle(axis, size * (t * speed + phase).sin()));
        let rotation = Track::new(Interpolation::Linear, 1, times.clone(), turns.collect()).unwrap();
        let travels = joint.index() == 0;
        let translations = times.iter().map(|t| Vec3::new(0.0, 1.0 + 0.03 * (t * 9.0).sin(), t * 1.4));
        let translation =
            Track::new(Interpolation::Linear, 1, times.clone(), translations.collect()).unwrap();
        JointTrack {
            rotation: Some(rotation),
            translation: travels.then_some(translation),
            ..JointTrack::new(joint)
        }
    });
    RawClip { joints: joints.collect(), ..RawClip::default() }
}

/// Largest distance of joints at the keys themselves.
fn at_keys(raw: &RawClip, clip: &Clip, skeleton: &Skeleton) -> f32 {
    let (mut theirs, mut ours) = (ModelPose::rest(skeleton), ModelPose::rest(skeleton));
    let [mut a, mut b] = [LocalPose::rest(skeleton), LocalPose::rest(skeleton)];
    let mut worst = 0.0f32;
    let mut times: Vec<f32> = raw.times().flatten().copied().collect();
    times.sort_by(f32::total_cmp);
    times.dedup();
    for (n, &time) in times.iter().enumerate() {
        // Keys nearer to each other than ten microseconds count as one.
        let near = |other: Option<&f32>| other.is_some_and(|other| (other - time).abs() < 2e-5);
        if near(times.get(n + 1)) || near(times.get(n.wrapping_sub(1))) {
            continue;
        }
        a.reset(skeleton);
        b.reset(skeleton);
        raw.sample(time, &mut SampleCursor::new(), &mut a, &mut MorphWeights::default());
        clip.sample(time, &mut b);
        theirs.update(skeleton, &a);
        ours.update(skeleton, &b);
        for joint in skeleton.joints() {
            let (a, b) = (theirs.get(joint).translation, ours.get(joint).translation);
            worst = worst.max(a.distance(b));
        }
    }
    worst
}

/// Largest distance of a joint between the source and the clip, at 16 times from each time to the next.
fn anywhere(raw: &RawClip, clip: &Clip, skeleton: &Skeleton, times: &[f32]) -> f32 {
    let mut cursor = SampleCursor::new();
    let [mut a, mut b] = [LocalPose::rest(skeleton), LocalPose::rest(skeleton)];
    let mut worst = 0.0f32;
    for [from, to] in times.array_windows::<2>() {
        for n in 0..=16 {
            let time = from + (to - from) * n as f32 / 16.0;
            raw.sample(time, &mut cursor, &mut a, &mut MorphWeights::default());
            clip.sample(time, &mut b);
            let apart = a.as_slice().iter().zip(b.as_slice());
            worst = apart.map(|(a, b)| a.translation.distance(b.translation)).fold(worst, f32::max);
        }
    }
    worst
}

/// One joint with positions `values` at `times`.
fn sliding_clip(interpolation: Interpolation, times: &[f32], values: &[f32]) -> RawClip {
    let values = values.iter().map(|x| Vec3::X * *x).collect();
    let track = Track::new(interpolation, 1, times.into(), values).unwrap();
    let joints = vec![JointTrack { translation: Some(track), ..JointTrack::new(JointId(0)) }];
    RawClip { joints, ..RawClip::default() }
}

#[test]
fn uneven_keys_do_not_overshoot() {
    // A metre in a millisecond between slow motion; keys that grow denser; frames of which some have no key.
    let near = [0.0, 0.2, 0.4, 0.5, 0.501, 0.7, 0.9];
    let denser: Vec<f32> = (0..20).map(|n| 1.0 - 0.7f32.powi(n)).collect();
    let missing: Vec<f32> = [0.0, 1.0, 2.0, 5.0, 6.0, 11.0, 12.0, 13.0, 40.0].map(|n| n / 30.0).into();
    for times in [&near[..], &denser, &missing] {
        let mut random = fastrand::Rng::with_seed(4);
        let mut values: Vec<f32> = times.iter().map(|_| random.f32() * 0.1).collect();
        values[4..].iter_mut().for_each(|x| *x += 1.0);
        let raw = sliding_clip(Interpolation::Linear, times, &values);
        for error in [1e-4, 1e-3] {
            let settings = CompressionSettings::new(error);
            let clip = compress(&raw, &chain(1), &settings).unwrap();
            let off = anywhere(&raw, &clip, &chain(1), times);
            assert!(off <= 2.0 * error, "{off} m off, {times:?}");
        }
    }
}

#[test]
fn jumps_stay_jumps() {
    let times: Vec<f32> = (0..60).map(|n| n as f32 / 30.0).collect();
    let rising = |n: usize| if n < 31 { n as f32 * 0.01 } else { 5.0 + n as f32 * 0.01 };
    let values: Vec<f32> = (0..60).map(rising).collect();
    let step =
        sliding_clip(Interpolation::Step, &times, &values.iter().map(|v| v.floor()).collect::<Vec<_>>());
    let mut doubled = times.clone();
    doubled[31] = doubled[30];
    let linear = sliding_clip(Interpolation::Linear, &doubled, &values);
    for (raw, time) in [(step, times[31]), (linear, times[30])] {
        let clip = compress(&raw, &chain(1), &CompressionSettings::default()).unwrap();
        let [before, after] = [time.next_down(), time].map(|time| {
            let mut pose = LocalPose::rest(&chain(1));
            clip.sample(time, &mut pose);
            pose.get(JointId(0)).translation.x
        });
        assert!(before < 0.31 && after >= 4.999, "from {before} to {after}");
        let off = anywhere(&raw, &clip, &chain(1), &times);
        assert!(off <= 2e-4, "{off}");
    }
    // Where everything jumps all the time, keys get no segments of their own.
    let values: Vec<f32> = (0..60).map(|n| (n * n % 7) as f32).collect();
    let raw = sliding_clip(Interpolation::Step, &times, &values);
    let clip = compress(&raw, &chain(1), &CompressionSettings::default()).unwrap();
    assert!(ClipView(&clip).segments().len() < 20 && anywhere(&raw, &clip, &chain(1), &times) <= 2e-4);
}

#[test]
fn weights_stay_between_their_keys() {
    let times: Arc<[f32]> = (0..40).map(|n| n as f32 / 30.0).collect();
    let blink = |n: usize| if n % 13 == 5 { 1.0 } else { 0.0 };
    let weights = Track::new(Interpolation::Linear, 1, times.clone(), (0..40).map(blink).collect()).unwrap();
    let track = sinew::clip::ExpressionTrack { expression: ExpressionId(0), weight: weights };
    let raw = RawClip { expressions: vec![track], ..RawClip::default() };
    let settings = CompressionSettings::default();
    let clip = compress(&raw, &chain(1), &settings).unwrap();
    for n in 0..=2000 {
        let mut weight = [0.0];
        clip.sample_face(raw.end() * n as f32 / 2000.0, &mut weight);
        assert!((-1e-3..=1.001).contains(&weight[0]), "{} at {n}", weight[0]);
    }
    let measured = measure_compression_error(&raw, &clip, &chain(1), &settings).unwrap();
    assert!(measured.max_weight_error <= 1e-3 && measured.max_weight_error > 0.0, "{measured:?}");
}

#[test]
fn the_scale_of_leaves_is_held() {
    let skeleton = chain(2);
    let times: Arc<[f32]> = (0..61).map(|n| n as f32 / 30.0).collect();
    let scales = times.iter().map(|t| Vec3::new(1.0 + 0.9 * (t * 5.0).sin(), 1.0, 1.0)).collect();
    let scale = Track::new(Interpolation::Linear, 1, times.clone(), scales).ok();
    let raw =
        RawClip { joints: vec![JointTrack { scale, ..JointTrack::new(JointId(1)) }], ..RawClip::default() };
    let settings = CompressionSettings::default();
    let clip = compress(&raw, &skeleton, &settings).unwrap();
    let mut pose = LocalPose::rest(&skeleton);
    for time in times.iter() {
        clip.sample(*time, &mut pose);
        let off = (pose.get(JointId(1)).scale.x - 1.0 - 0.9 * (time * 5.0).sin()).abs();
        assert!(off <= settings.max_error / settings.shell_distance + 1e-6, "{off} at {time}");
    }
}

#[test]
fn long_times_and_many_joints_have_bounds() {
    // Two keys a thousand years apart are a straight line all the same.
    let raw = sliding_clip(Interpolation::Linear, &[0.0, 3e10], &[0.0, 1.0]);
    let clip = compress(&raw, &chain(1), &CompressionSettings::default()).unwrap();
    assert!(clip.sample_count() < 100, "{}", clip.sample_count());
    // A million keys of one joint cost as much as a million poses of all.
    let times: Vec<f32> = (0..1 << 20).map(|n| n as f32 * 0.01).collect();
    let raw = sliding_clip(Interpolation::Linear, &times, &vec![0.5; 1 << 20]);
    let error = compress(&raw, &chain(100), &CompressionSettings::default()).unwrap_err();
    let expected = CompressError::TooLong {
        samples: 1 << 20,
        tracks: 100,
        max: super::source::sampled_clip::MAX_SOURCE_VALUES / 100,
    };
    assert_eq!(error, expected);
}

#[test]
fn keys_far_apart_cost_what_the_source_holds() {
    let skeleton = chain(60);
    let turns =
        |count: usize| (0..count).map(|n| Quat::from_rotation_x((n % 7) as f32 * 0.4)).collect::<Vec<_>>();
    let clip = |times: &[f32]| {
        let rotation = Track::new(Interpolation::Linear, 1, times.into(), turns(times.len())).ok();
        let joints = vec![JointTrack { rotation, ..JointTrack::new(JointId(59)) }];
        compress(&RawClip { joints, ..RawClip::default() }, &skeleton, &CompressionSettings::default())
            .unwrap()
    };
    // Two thousand keys, three seconds apart: a third of the samples that gaps of a fifteenth would take.
    let far: Vec<f32> = (0..2000).map(|n| n as f32 * 3.0).collect();
    let samples = clip(&far).sample_count();
    assert!((2000..=2000 * 16).contains(&samples), "{samples}");
    // Half of the keys stand on frames of a millisecond, and the clip lasts for an hour.
    let mut frames: Vec<f32> = (0..40).map(|n| n as f32 * 1e-3).collect();
    frames.extend((0..20).map(|n| 1800.0 + n as f32 * 90.3));
    let samples = clip(&frames).sample_count();
    assert!(samples <= 20_100, "{samples}");
}

#[test]
fn values_that_are_none_are_named() {
    let skeleton = chain(2);
    let times: Arc<[f32]> = [0.0, 1.0].into();
    let compressed = |raw: RawClip| compress(&raw, &skeleton, &CompressionSettings::default());
    let bad = |raw: RawClip| compressed(raw).unwrap_err().to_string();
    // Values that a track refuses can still come from `map_values`.
    let weight = || {
        let mut weight = Track::new(Interpolation::Linear, 1, times.clone(), vec![0.0, 1.0]).unwrap();
        weight.map_values(|value| if value > 0.5 { f32::NAN } else { value });
        weight
    };
    let expressions = vec![sinew::clip::ExpressionTrack { expression: ExpressionId(3), weight: weight() }];
    let text = bad(RawClip { expressions, ..RawClip::default() });
    assert_eq!(text, "at 0 s, expression 3 is not finite");
    let morphs = vec![sinew::clip::MorphTrack { instance: MeshInstanceId(2), weights: weight() }];
    let text = bad(RawClip { morphs, ..RawClip::default() });
    assert_eq!(text, "at 0 s, morph target 0 of instance 2 is not finite");
    let turned = |length: f32| {
        let values = vec![Quat::IDENTITY, Quat::from_rotation_x(1.0)];
        let mut rotation = Track::new(Interpolation::Linear, 1, times.clone(), values).unwrap();
        rotation.map_values(|turn| turn * length);
        let joints = vec![JointTrack { rotation: Some(rotation), ..JointTrack::new(JointId(1)) }];
        RawClip { joints, ..RawClip::default() }
    };
    let text = bad(turned(2.0));
    assert_eq!(text, "at 0 s, the rotation of \"j1\" is a quaternion of length 2; expected length 1");
    assert!(compressed(turned(1.003)).is_ok());
}

#[test]
fn the_error_holds_at_every_key_and_midway() {
    let skeleton = chain(12);
    for (seed, error) in [(1, 1e-3), (2, 1e-4), (3, 1e-4)] {
        let raw = motion(&skeleton, 4.0, 30.0, seed);
        let settings = CompressionSettings::new(error);
        let clip = compress(&raw, &skeleton, &settings).unwrap();
        let measured = measure_compression_error(&raw, &clip, &skeleton, &settings).unwrap();
        assert!(measured.max_distance <= error, "{measured:?}");
        let raw_bytes = 40 * skeleton.len() * clip.sample_count();
        // Straight lines between keys lie far from any smooth curve here, and are followed.
        assert!(clip.size_in_bytes() * 5 < raw_bytes, "{} of {raw_bytes}", clip.size_in_bytes());
    }
}

#[test]
fn any_time_reads_what_playing_reads() {
    let skeleton = chain(5);
    let raw = motion(&skeleton, 3.0, 60.0, 4);
    let clip = compress(&raw, &skeleton, &CompressionSettings::default()).unwrap();
    let at = |time: f32| {
        let mut pose = LocalPose::rest(&skeleton);
        clip.sample(time, &mut pose);
        pose
    };
    assert_eq!(at(-1.0).as_slice(), at(0.0).as_slice());
    assert_eq!(at(9.0).as_slice(), at(3.0).as_slice());
    assert_eq!(at(f32::NAN).as_slice(), at(0.0).as_slice());
    // No jump from segment to segment.
    let mut last = at(0.0);
    for n in 1..3000 {
        let next = at(n as f32 * 1e-3);
        for (a, b) in last.as_slice().iter().zip(next.as_slice()) {
            assert!(
                a.rotation.angle_between(b.rotation) < 0.02 && a.translation.distance(b.translation) < 0.02
            );
            assert!((b.rotation.length() - 1.0).abs() < 1e-5);
        }
        last = next;
    }
}

#[test]
fn resting_and_constant_channels() {
    let skeleton = chain(3);
    let times: Arc<[f32]> = [0.0, 1.0, 2.0].into();
    let turned = Quat::from_rotation_x(0.7);
    let keys = |q: Quat| Track::new(Interpolation::Linear, 1, times.clone(), vec![q; 3]).unwrap();
    let resting = JointTrack { rotation: Some(keys(Quat::IDENTITY)), ..JointTrack::new(JointId(1)) };
    let standing = JointTrack { rotation: Some(keys(-turned)), ..JointTrack::new(JointId(2)) };
    let raw = RawClip { joints: vec![resting, standing], ..RawClip::default() };
    let clip = compress(&raw, &skeleton, &CompressionSettings::default()).unwrap();
    assert!(clip.channel_count() == 0 && clip.size_in_bytes() <= 20, "{}", clip.size_in_bytes());
    let mut pose = LocalPose::rest(&skeleton);
    clip.sample(0.4, &mut pose);
    assert!(pose.get(JointId(2)).rotation.angle_between(turned) < 1e-4);
    let nothing = compress(&RawClip::default(), &skeleton, &CompressionSettings::default()).unwrap();
    nothing.sample(0.0, &mut pose);
    assert_eq!(nothing.size_in_bytes(), 0);
}

#[test]
fn spins_jumps_and_single_keys() {
    let skeleton = chain(2);
    // Five turns a second, and a jumping position.
    let times: Arc<[f32]> = (0..61).map(|n| n as f32 / 60.0).collect();
    let spin = times.iter().map(|t| Quat::from_rotation_z(t * 5.0 * std::f32::consts::TAU));
    let jump = times.iter().map(|t| if *t < 0.5 { Vec3::ZERO } else { Vec3::new(100.0, -3.0, 0.0) });
    let track = JointTrack {
        rotation: Some(Track::new(Interpolation::Linear, 1, times.clone(), spin.collect()).unwrap()),
        translation: Some(Track::new(Interpolation::Step, 1, times.clone(), jump.collect()).unwrap()),
        ..JointTrack::new(JointId(0))
    };
    let raw = RawClip { joints: vec![track], ..RawClip::default() };
    let settings = CompressionSettings::new(1e-3);
    let clip = compress(&raw, &skeleton, &settings).unwrap();
    let measured = measure_compression_error(&raw, &clip, &skeleton, &settings).unwrap();
    assert!(measured.max_distance <= 1e-3, "{measured:?}");
    let one: Arc<[f32]> = [0.5].into();
    let keys = Track::new(Interpolation::Linear, 1, one, vec![Vec3::X]).unwrap();
    let track = JointTrack { translation: Some(keys), ..JointTrack::new(JointId(1)) };
    let raw = RawClip { joints: vec![track], ..RawClip::default() };
    let clip = compress(&raw, &skeleton, &settings).unwrap();
    let mut pose = LocalPose::rest(&skeleton);
    clip.sample(0.5, &mut pose);
    assert_eq!(pose.get(JointId(1)).translation, Vec3::X);
}

#[test]
fn errors_near_the_rounding_of_floats_are_held_or_refused() {
    let skeleton = chain(4);
    let raw = motion(&skeleton, 1.0, 30.0, 6);
    let settings = CompressionSettings::new(1e-6);
    let clip = compress(&raw, &skeleton, &settings).unwrap();
    assert!(at_keys(&raw, &clip, &skeleton) <= 1e-6);
    // Between samples the source is interpolated.
    let mut pose = LocalPose::rest(&skeleton);
    clip.sample(0.55, &mut pose);
    let Some(track) = &raw.joints[2].rotation else { panic!() };
    assert!(pose.get(JointId(2)).rotation.angle_between(track.sample_rotation(0.55, &mut 0)) < 1e-3);
    // Keys a thousand kilometres away are no nearer to each other than 6 cm.
    let far =
        sliding_clip(Interpolation::Linear, &[0.0, 0.1, 0.25, 1.0], &[1e6, 1e6 + 1.0, 1e6 + 1.5, 1e6 + 1.75]);
    match compress(&far, &chain(1), &CompressionSettings::default()) {
        Ok(clip) => assert_eq!(at_keys(&far, &clip, &chain(1)), 0.0),
        Err(CompressError::ErrorUnreachable { smallest, .. }) => assert!(smallest > 1e-4),
        Err(other) => panic!("{other}"),
    }
    assert!(compress(&far, &chain(1), &CompressionSettings::new(0.1)).is_ok());
}

#[test]
fn weights_come_back() {
    let times: Arc<[f32]> = (0..40).map(|n| n as f32 / 30.0).collect();
    let value = |t: f32| (t * 7.0).sin() * 0.5 + 0.5;
    let rows = times.iter().flat_map(|t| [value(*t), 0.25]).collect();
    let weights = Track::new(Interpolation::Linear, 2, times.clone(), rows).unwrap();
    let raw = RawClip {
        morphs: vec![sinew::clip::MorphTrack { instance: MeshInstanceId(0), weights }],
        ..RawClip::default()
    };
    let clip = compress(&raw, &chain(1), &CompressionSettings::default()).unwrap();
    for t in times.iter() {
        let mut morphs = MorphWeights::new([&[0.0f32; 2][..]]);
        clip.sample_morphs(*t, &mut morphs);
        assert!(
            (morphs.row(MeshInstanceId(0))[0] - value(*t)).abs() <= 1e-3
                && morphs.row(MeshInstanceId(0))[1] == 0.25
        );
    }
}

#[test]
fn clips_that_cannot_be_compressed_are_errors() {
    let skeleton = chain(2);
    let raw = motion(&skeleton, 1.0, 30.0, 5);
    let with = |settings: CompressionSettings| compress(&raw, &skeleton, &settings).unwrap_err();
    let default = CompressionSettings::default();
    assert_eq!(
        with(CompressionSettings { max_error: 0.0, ..default }),
        CompressError::InvalidSetting("max_error")
    );
    assert_eq!(
        with(CompressionSettings { shell_distance: f32::NAN, ..default }),
        CompressError::InvalidSetting("shell_distance")
    );
    let error = compress(&raw, &chain(1), &default).unwrap_err();
    assert_eq!(error, CompressError::UnknownJoint { joint: 1, count: 1 });
}

/// Extreme clips: of any interpolation, uneven and equal times, huge and tiny values, scales through zero.
#[test]
fn any_clip_holds_its_error_or_says_why() {
    let (mut held, mut refused, mut unreached) = (0, 0, 0);
    for mut random in cases(60) {
        let round = random.seed();
        let skeleton = chain(1 + random.u32(..5));
        let mut joints = Vec::new();
        let mut wild = false;
        for joint in skeleton.joints() {
            let keys = 1 + random.usize(..12);
            let mut time = random.f32() * 4.0 - 2.0;
            let mut next = || {
                time += [0.0, 1e-6, 0.01, 0.3, 2.0][random.usize(..5)] * (random.f32() + 0.05);
                time
            };
            let times: Arc<[f32]> = (0..keys).map(|_| next()).collect();
            let kinds = [Interpolation::Step, Interpolation::Linear, Interpolation::CubicSpline];
            let kind = kinds[random.usize(..3)];
            let rows = if kind == Interpolation::CubicSpline { 3 * keys } else { keys };
            let size = [1e-20, 1e-3, 1.0, 1e3, 1e8][random.usize(..5)];
            wild |= kind == Interpolation::CubicSpline || size > 1.0;
            let mut vector = || Vec3::new(random.f32() - 0.5, random.f32() - 0.5, random.f32() - 0.5);
            let translations = (0..rows).map(|_| vector() * size).collect();
            let scales = (0..rows).map(|_| vector() * 4.0).collect();
            let rotations = (0..rows).map(|_| Quat::from_scaled_axis(vector() * 12.0)).collect();
            joints.push(JointTrack {
                translation: Track::new(kind, 1, times.clone(), translations).ok(),
                rotation: Track::new(kind, 1, times.clone(), rotations).ok(),
                scale: Track::new(kind, 1, times.clone(), scales).ok(),
                ..JointTrack::new(joint)
            });
        }
        let raw = RawClip { joints, ..RawClip::default() };
        let error = [1e-5, 1e-3, 1.0][round % 3];
        let settings = CompressionSettings {
            max_error: error,
            segment_samples: round % 40,
            ..CompressionSettings::default()
        };
        match compress(&raw, &skeleton, &settings) {
            Ok(clip) => {
                let measured = measure_compression_error(&raw, &clip, &skeleton, &settings).unwrap();
                let at_keys = at_keys(&raw, &clip, &skeleton);
                assert!(at_keys <= error, "round {round}: {at_keys}");
                assert!(measured.max_distance <= error, "round {round}: {measured:?}");
                held += 1;
            }
            Err(CompressError::NotFinite { .. }) => refused += 1,
            // Splines may turn within an instant, kilometres may lie between nearly equal keys, and bones be
            // too long for floats.
            Err(CompressError::ErrorUnreachable { .. } | CompressError::TooLarge { .. }) if wild => {
                unreached += 1;
            }
            Err(other) => panic!("round {round}: {other}"),
        }
    }
    assert!(held > 20, "{held} held, {refused} refused, {unreached} out of reach");
}

#[test]
fn compressed_loops_are_open_where_the_ends_differ() {
    let cases = [(0.0, 0.0, false), (0.1, 0.0, true), (0.0, 0.1, true), (0.01, 0.005, false)];
    for (turn, far, expected) in cases {
        let times: Arc<[f32]> = [0.0, 0.5, 1.0].into();
        let turns = [0.3, 0.8, 0.3 + turn].map(Quat::from_rotation_y).to_vec();
        let translations = [1.0, 2.0, 1.0 + far].map(|x| Vec3::X * x).to_vec();
        let joint = JointTrack {
            rotation: Some(Track::new(Interpolation::Linear, 1, times.clone(), turns).unwrap()),
            translation: Some(Track::new(Interpolation::Linear, 1, times, translations).unwrap()),
            ..JointTrack::new(JointId(0))
        };
        let raw = RawClip { joints: vec![joint], ..RawClip::default() };
        let joint = Joint { name: "root".into(), parent: None, rest: Default::default(), in_scene: true };
        let skeleton = Skeleton::new(vec![joint]).unwrap();
        let compressed = compress(&raw, &skeleton, &CompressionSettings::default()).unwrap();
        assert_eq!(ClipSource::from(compressed).has_open_loop(), expected, "{turn} {far}");
    }
}

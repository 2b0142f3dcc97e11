use super::*;
use crate::clip::{Interpolation, JointTrack, RawClip, Track};
use crate::math::Transform;
use crate::morph::MorphWeights;
use crate::pose::LocalPose;
use crate::skeleton::{Joint, JointIndex, Skeleton};
use glam::{Quat, Vec3};
use std::sync::Arc;

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

/// Smooth motion of all joints of a chain, drawn at random; the root travels.
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
        let places = times.iter().map(|t| Vec3::new(0.0, 1.0 + 0.03 * (t * 9.0).sin(), t * 1.4));
        let translation = Track::new(Interpolation::Linear, 1, times.clone(), places.collect()).unwrap();
        JointTrack {
            rotation: Some(rotation),
            translation: travels.then_some(translation),
            ..JointTrack::new(joint)
        }
    });
    RawClip { joints: joints.collect(), ..RawClip::default() }
}

#[test]
fn the_error_holds_at_every_key() {
    let skeleton = chain(12);
    for (seed, error) in [(1, 1e-3), (2, 1e-4), (3, 1e-4)] {
        let raw = motion(&skeleton, 4.0, 30.0, seed);
        let settings = CompressionSettings { error, ..CompressionSettings::default() };
        let clip = compress(&raw, &skeleton, &settings).unwrap();
        let measured = clip_error(&raw, &clip, &skeleton, &settings).unwrap();
        assert!(measured.distance <= error, "{measured:?}");
        let raw_bytes = 40 * skeleton.len() * clip.sample_count();
        assert!(clip.bytes() * 8 < raw_bytes, "{} of {raw_bytes}", clip.bytes());
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
fn what_rests_and_what_stands_still() {
    let skeleton = chain(3);
    let times: Arc<[f32]> = [0.0, 1.0, 2.0].into();
    let turned = Quat::from_rotation_x(0.7);
    let keys = |q: Quat| Track::new(Interpolation::Linear, 1, times.clone(), vec![q; 3]).unwrap();
    let resting = JointTrack { rotation: Some(keys(Quat::IDENTITY)), ..JointTrack::new(JointIndex(1)) };
    let standing = JointTrack { rotation: Some(keys(-turned)), ..JointTrack::new(JointIndex(2)) };
    let raw = RawClip { joints: vec![resting, standing], ..RawClip::default() };
    let clip = compress(&raw, &skeleton, &CompressionSettings::default()).unwrap();
    assert!(clip.channel_count() == 0 && clip.bytes() <= 20, "{}", clip.bytes());
    let mut pose = LocalPose::rest(&skeleton);
    clip.sample(0.4, &mut pose);
    assert!(pose.get(JointIndex(2)).rotation.angle_between(turned) < 1e-4);
    let nothing = compress(&RawClip::default(), &skeleton, &CompressionSettings::default()).unwrap();
    nothing.sample(0.0, &mut pose);
    assert_eq!(nothing.bytes(), 0);
}

#[test]
fn spins_jumps_and_single_keys() {
    let skeleton = chain(2);
    // Five turns a second, and a place that jumps.
    let times: Arc<[f32]> = (0..61).map(|n| n as f32 / 60.0).collect();
    let spin = times.iter().map(|t| Quat::from_rotation_z(t * 5.0 * std::f32::consts::TAU));
    let jump = times.iter().map(|t| if *t < 0.5 { Vec3::ZERO } else { Vec3::new(100.0, -3.0, 0.0) });
    let track = JointTrack {
        rotation: Some(Track::new(Interpolation::Linear, 1, times.clone(), spin.collect()).unwrap()),
        translation: Some(Track::new(Interpolation::Step, 1, times.clone(), jump.collect()).unwrap()),
        ..JointTrack::new(JointIndex(0))
    };
    let raw = RawClip { joints: vec![track], ..RawClip::default() };
    let settings = CompressionSettings { error: 1e-3, ..CompressionSettings::default() };
    let clip = compress(&raw, &skeleton, &settings).unwrap();
    let measured = clip_error(&raw, &clip, &skeleton, &settings).unwrap();
    assert!(measured.distance <= 1e-3, "{measured:?}");
    let one: Arc<[f32]> = [0.5].into();
    let keys = Track::new(Interpolation::Linear, 1, one, vec![Vec3::X]).unwrap();
    let track = JointTrack { translation: Some(keys), ..JointTrack::new(JointIndex(1)) };
    let raw = RawClip { joints: vec![track], ..RawClip::default() };
    let clip = compress(&raw, &skeleton, &settings).unwrap();
    let mut pose = LocalPose::rest(&skeleton);
    clip.sample(0.5, &mut pose);
    assert_eq!(pose.get(JointIndex(1)).translation, Vec3::X);
}

#[test]
fn no_error_is_too_small() {
    let skeleton = chain(4);
    let raw = motion(&skeleton, 1.0, 30.0, 6);
    let settings = CompressionSettings { error: 1e-9, ..CompressionSettings::default() };
    let clip = compress(&raw, &skeleton, &settings).unwrap();
    let measured = clip_error(&raw, &clip, &skeleton, &settings).unwrap();
    assert!(measured.distance <= 1e-9, "{measured:?}");
    // Between samples, too, it is the source's way.
    let mut pose = LocalPose::rest(&skeleton);
    clip.sample(0.55, &mut pose);
    let Some(track) = &raw.joints[2].rotation else { panic!() };
    assert!(pose.get(JointIndex(2)).rotation.angle_between(track.sample_rotation(0.55, &mut 0)) < 1e-3);
}

#[test]
fn weights_come_back() {
    let times: Arc<[f32]> = (0..40).map(|n| n as f32 / 30.0).collect();
    let value = |t: f32| (t * 7.0).sin() * 0.5 + 0.5;
    let rows = times.iter().flat_map(|t| [value(*t), 0.25]).collect();
    let weights = Track::new(Interpolation::Linear, 2, times.clone(), rows).unwrap();
    let raw =
        RawClip { morphs: vec![crate::clip::MorphTrack { instance: 0, weights }], ..RawClip::default() };
    let clip = compress(&raw, &chain(1), &CompressionSettings::default()).unwrap();
    for t in times.iter() {
        let mut morphs = MorphWeights::new([&[0.0f32; 2][..]]);
        clip.sample_morphs(*t, &mut morphs);
        assert!((morphs.row(0)[0] - value(*t)).abs() <= 1e-3 && morphs.row(0)[1] == 0.25);
    }
}

#[test]
fn what_cannot_be_compressed_says_why() {
    let skeleton = chain(2);
    let raw = motion(&skeleton, 1.0, 30.0, 5);
    let with = |settings: CompressionSettings| compress(&raw, &skeleton, &settings).unwrap_err();
    let default = CompressionSettings::default();
    assert_eq!(with(CompressionSettings { error: 0.0, ..default }), CompressError::Setting("error"));
    assert_eq!(with(CompressionSettings { shell: f32::NAN, ..default }), CompressError::Setting("shell"));
    let error = compress(&raw, &chain(1), &default).unwrap_err();
    assert_eq!(error, CompressError::NoJoint { joint: 1, count: 1 });
}

/// Clips that nobody makes: of any interpolation, uneven and equal times, huge and tiny values, scales through zero.
#[test]
fn any_clip_holds_its_error_or_says_why() {
    let mut random = fastrand::Rng::with_seed(8);
    let (mut held, mut refused) = (0, 0);
    for round in 0..120 {
        let skeleton = chain(1 + random.u32(..5));
        let mut joints = Vec::new();
        for joint in skeleton.joints() {
            let keys = 1 + random.usize(..12);
            let mut time = random.f32() * 4.0 - 2.0;
            let mut next = || {
                time += [0.0, 1e-6, 0.01, 0.3, 2.0][random.usize(..5)] * random.f32();
                time
            };
            let times: Arc<[f32]> = (0..keys).map(|_| next()).collect();
            let kinds = [Interpolation::Step, Interpolation::Linear, Interpolation::CubicSpline];
            let kind = kinds[random.usize(..3)];
            let rows = if kind == Interpolation::CubicSpline { 3 * keys } else { keys };
            let size = [1e-20, 1e-3, 1.0, 1e3, 1e8][random.usize(..5)];
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
        let settings = CompressionSettings { error, segment: round % 40, ..CompressionSettings::default() };
        match compress(&raw, &skeleton, &settings) {
            Ok(clip) => {
                let measured = clip_error(&raw, &clip, &skeleton, &settings).unwrap();
                assert!(measured.distance <= error, "round {round}: {measured:?}");
                held += 1;
            }
            Err(CompressError::NotFinite { .. }) => refused += 1,
            Err(other) => panic!("round {round}: {other}"),
        }
    }
    assert!(held > 100, "{held} held, {refused} refused");
}

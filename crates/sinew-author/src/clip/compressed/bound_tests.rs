//! Tests that the error bound holds for any clip, or else compression fails: clips of any size, with scales
//! of zero, on any skeleton.

use super::{CompressError, CompressionSettings, compress};
use fastrand::Rng;
use glam::{Affine3A, Quat, Vec3, Vec3A};
use sinew::Clip;
use sinew::SampleCursor;
use sinew::clip::{ExpressionTrack, Interpolation, JointTrack, RawClip, Track};
use sinew::internal::clip_format::ClipView;
use sinew::math::Transform;
use sinew::morph::{ExpressionId, MorphWeights};
use sinew::pose::{LocalPose, ModelPose};
use sinew::skeleton::{Joint, JointId, Skeleton};
use std::sync::Arc;
use test_needs::cases;

/// Sizes of numbers: usual ones, and rarely one of any size.
fn size(random: &mut Rng) -> f32 {
    const ODD: [f32; 12] = [0.0, -0.0, 1e-40, 1e-20, 1e-6, 1e3, 1e5, 1e8, 1e12, 1e20, 1e38, -3e38];
    if random.u8(..8) == 0 { ODD[random.usize(..ODD.len())] } else { 1.0 }
}

fn vector(random: &mut Rng, size: f32) -> Vec3 {
    Vec3::from_array([0; 3].map(|_| (random.f32() - 0.5) * size)).clamp(Vec3::MIN, Vec3::MAX)
}

fn scale(random: &mut Rng, size: f32) -> Vec3 {
    match random.u8(..4) {
        0 => Vec3::ZERO,
        1 => Vec3::ONE,
        _ => vector(random, 2.0 * size),
    }
}

fn skeleton(random: &mut Rng) -> Skeleton {
    let (lengths, scales) = (size(random), size(random));
    let joints = (0..random.u32(1..6)).map(|n| {
        let rest = Transform {
            translation: vector(random, lengths),
            rotation: Quat::from_scaled_axis(vector(random, 4.0)),
            scale: if random.bool() { Vec3::ONE } else { scale(random, scales) },
        };
        Joint { name: format!("j{n}"), parent: n.checked_sub(1 + random.u32(..2)), rest, in_scene: true }
    });
    Skeleton::new(joints.collect()).unwrap()
}

fn clip(random: &mut Rng, skeleton: &Skeleton) -> RawClip {
    const KINDS: [Interpolation; 3] =
        [Interpolation::Step, Interpolation::Linear, Interpolation::CubicSpline];
    let (lengths, scales) = (size(random), size(random));
    let mut tracks = Vec::new();
    for joint in skeleton.joints() {
        let keys = 1 + random.usize(..20);
        let mut time = random.f32() * 4.0 - 2.0;
        let even = random.bool();
        let mut next = || {
            time += if even { 1.0 / 30.0 } else { [0.0, 1e-6, 0.01, 0.3, 2.0][random.usize(..5)] };
            time
        };
        let times: Arc<[f32]> = (0..keys).map(|_| next()).collect();
        let kind = KINDS[random.usize(..3)];
        let rows = if kind == Interpolation::CubicSpline { 3 * keys } else { keys };
        let translations = (0..rows).map(|_| vector(random, lengths)).collect();
        let scales = (0..rows).map(|_| scale(random, scales)).collect();
        let rotations = (0..rows).map(|_| Quat::from_scaled_axis(vector(random, 4.0))).collect();
        tracks.push(JointTrack {
            translation: Track::new(kind, 1, times.clone(), translations).ok().filter(|_| random.bool()),
            rotation: Track::new(kind, 1, times.clone(), rotations).ok().filter(|_| random.bool()),
            scale: Track::new(kind, 1, times.clone(), scales).ok().filter(|_| random.bool()),
            joint,
        });
    }
    let keys: Vec<f32> = (0..7).map(|_| (random.f32() - 0.5) * size(random)).collect();
    let weight = Track::new(Interpolation::Linear, 1, [0.0, 0.1, 0.2, 0.3, 0.5, 0.9, 1.0].into(), keys);
    let expression = weight.ok().map(|weight| ExpressionTrack { expression: ExpressionId(0), weight });
    RawClip { joints: tracks, expressions: expression.into_iter().collect(), ..RawClip::default() }
}

/// Largest distance of virtual skin points under two model poses: at each joint its origin, and on each of
/// its axes a point `shell` metres away and, where clips `scale`, one that is so far away in the rest pose.
fn skin_distance(skeleton: &Skeleton, scales: bool, shell: f32, [a, b]: [&ModelPose; 2]) -> f32 {
    let rest = ModelPose::rest(skeleton);
    let mut worst = 0.0f32;
    let mut compare = |a: Vec3A, b: Vec3A| {
        let distance = (a - b).length();
        worst = if distance.is_nan() { f32::INFINITY } else { worst.max(distance) };
    };
    for joint in skeleton.joints() {
        let [a, b, rest] = [a.get(joint), b.get(joint), rest.get(joint)];
        let axes = |m: &Affine3A| [m.matrix3.x_axis, m.matrix3.y_axis, m.matrix3.z_axis];
        compare(a.translation, b.translation);
        for ((axis_a, axis_b), rest) in axes(a).into_iter().zip(axes(b)).zip(axes(rest)) {
            let point = |m: &Affine3A, axis: Vec3A| m.translation + axis.normalize_or_zero() * shell;
            compare(point(a, axis_a), point(b, axis_b));
            if scales {
                let factor = if rest.length() > 1e-6 { shell / rest.length() } else { shell };
                compare(a.translation + axis_a * factor, b.translation + axis_b * factor);
            }
        }
    }
    worst
}

/// Largest error of a clip at all keys that have no other key near, and of its weights.
fn largest_error(raw: &RawClip, clip: &Clip, skeleton: &Skeleton, shell: f32) -> [f32; 2] {
    let mut times: Vec<f32> = raw.times().flatten().copied().collect();
    times.sort_by(f32::total_cmp);
    times.dedup();
    let [mut a, mut b] = [(); 2].map(|()| LocalPose::rest(skeleton));
    let (mut theirs, mut ours) = (ModelPose::rest(skeleton), ModelPose::rest(skeleton));
    let scales = raw.joints.iter().any(|track| {
        let rest = skeleton.rest()[track.joint.index()].scale;
        track.scale.as_ref().is_some_and(|keys| keys.values().iter().any(|scale| scale.distance(rest) > 1e-5))
    });
    let mut worst = [0.0f32; 2];
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
        worst[0] = worst[0].max(skin_distance(skeleton, scales, shell, [&theirs, &ours]));
        let (mut source, mut compressed) = ([0.0], [0.0]);
        raw.sample_face(time, &mut SampleCursor::new(), &mut source);
        clip.sample_face(time, &mut compressed);
        worst[1] = worst[1].max((source[0] - compressed[0]).abs());
    }
    worst
}

#[test]
fn a_bound_is_held_or_refused() {
    let (mut held, mut large, mut unreached) = (0, 0, 0);
    for mut random in cases(1200) {
        let round = random.seed();
        let skeleton = skeleton(&mut random);
        let raw = clip(&mut random, &skeleton);
        let settings = CompressionSettings::new([1e-5, 1e-4, 1e-3, 1.0][round % 4]);
        match compress(&raw, &skeleton, &settings) {
            Ok(clip) => {
                let [distance, weight] = largest_error(&raw, &clip, &skeleton, settings.shell_distance);
                assert!(
                    distance <= settings.max_error,
                    "round {round}: {distance} m of {}",
                    settings.max_error
                );
                assert!(weight <= settings.max_weight_error, "round {round}: weight {weight}");
                assert_eq!(ClipView(&clip).first_fault(&skeleton), None, "round {round}");
                held += 1;
            }
            Err(CompressError::TooLarge { .. }) => large += 1,
            Err(CompressError::ErrorUnreachable { smallest, requested, .. }) => {
                assert!(smallest > requested, "round {round}: {smallest} of {requested}");
                unreached += 1;
            }
            Err(CompressError::WeightErrorUnreachable { .. }) => unreached += 1,
            Err(other) => panic!("round {round}: {other}"),
        }
    }
    eprintln!("{held} held, {large} too large, {unreached} out of reach");
    assert!(held > 500 && large > 100, "{held} held, {large} too large, {unreached} out of reach");
}

#[test]
fn a_node_at_the_end_of_the_number_range_is_an_error() {
    let joint = |n: u32, translation: Vec3| {
        let rest = Transform::from_translation(translation);
        Joint { name: format!("j{n}"), parent: n.checked_sub(1), rest, in_scene: true }
    };
    let skeleton = Skeleton::new(vec![joint(0, Vec3::Y), joint(1, Vec3::X * 1e38), joint(2, Vec3::X * 3e38)]);
    let turns = vec![Quat::IDENTITY, Quat::from_rotation_x(1.0)];
    let rotation = Track::new(Interpolation::Linear, 1, [0.0, 1.0].into(), turns).ok();
    let track = JointTrack { rotation, ..JointTrack::new(JointId(0)) };
    let raw = RawClip { joints: vec![track], ..RawClip::default() };
    let error = compress(&raw, &skeleton.unwrap(), &CompressionSettings::default()).unwrap_err();
    assert_eq!(error.to_string(), "the rest pose of \"j1\" is too large for poses in 32-bit floats");
}

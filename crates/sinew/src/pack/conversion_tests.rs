//! Tests of compressed clips that are converted back to keys.

use super::test_clips::{character, packed, values};
use crate::character::MeshInstanceId;
use crate::clip::{CompressionSettings, Interpolation, JointTrack, RawClip, Track, compress};
use crate::morph::MorphWeights;
use crate::{JointIndex, LocalPose};
use glam::Vec3;
use std::sync::Arc;

#[test]
fn uneven_clips_convert_back_to_keys() {
    let character = character();
    let times: Arc<[f32]> = [0.0, 0.01, 0.5, 0.52, 0.9, 0.901, 1.7].into();
    let translations = [0.0, 0.1, 0.2, 0.9, 0.5, 2.0, 1.9].map(|x| Vec3::X * x).into();
    let translation = Track::new(Interpolation::Linear, 1, times.clone(), translations).ok();
    let steps = times.iter().map(|t| Vec3::Y * (t * 3.0).floor()).collect();
    let stepping = Track::new(Interpolation::Step, 1, times.clone(), steps).ok();
    let joints = vec![
        JointTrack { translation, ..JointTrack::new(JointIndex(0)) },
        JointTrack { translation: stepping, ..JointTrack::new(JointIndex(1)) },
    ];
    let source = RawClip { joints, ..RawClip::default() };
    let settings = CompressionSettings::default();
    let clip = compress(&source, character.skeleton(), &settings).unwrap();
    let raw = clip.to_raw(character.skeleton(), &settings);
    assert!(values(&raw) <= clip.max_raw_value_count());
    let mut cursor = crate::SampleCursor::new();
    let [mut a, mut b] = [(); 2].map(|()| LocalPose::rest(character.skeleton()));
    for n in 0..1700 {
        // Not where it jumps within a float's width.
        let time = (n as f32 + 0.5) * 1e-3;
        source.sample(time, &mut cursor, &mut a, &mut MorphWeights::default());
        raw.sample(time, &mut cursor, &mut b, &mut MorphWeights::default());
        for (a, b) in a.as_slice().iter().zip(b.as_slice()) {
            let off = a.translation.distance(b.translation);
            assert!(off <= 3.0 * settings.max_error, "{off} m at {time} s");
        }
    }
}

#[test]
fn dropped_channels_have_no_keys() {
    let (character, clips, _) = packed();
    let settings = CompressionSettings::default();
    let nothing = clips[0].rebind(|_| None, |_| None, |_| None);
    let raw = nothing.to_raw(character.skeleton(), &settings);
    let gaze = clips[0].to_raw(character.skeleton(), &settings).gaze.unwrap();
    assert!(raw.joints.is_empty() && raw.morphs.is_empty() && raw.expressions.is_empty());
    let left = raw.gaze.unwrap();
    for n in 0..60 {
        let time = 0.5 + n as f32 * 0.05;
        let [a, b] = [&gaze, &left].map(|track| track.sample_rotation(time, &mut 0));
        assert!(a.angle_between(b) < 2.0 * settings.max_weight_error, "{a} {b} at {time}");
    }
}

#[test]
fn clips_convert_back_to_keys() {
    let (character, clips, _) = packed();
    let settings = CompressionSettings::default();
    let raw = clips[0].to_raw(character.skeleton(), &settings);
    assert_eq!((raw.start(), raw.end()), (clips[0].start(), clips[0].end()));
    assert_eq!((raw.joints.len(), raw.morphs.len(), raw.expressions.len()), (5, 1, 1));
    assert_eq!((&raw.events, raw.root_motion.as_ref()), (clips[0].events(), clips[0].root_motion()));
    let off =
        crate::clip::measure_compression_error(&raw, &clips[0], character.skeleton(), &settings).unwrap();
    assert!(off.max_distance < settings.max_error, "{off:?}");
    let mut cursor = crate::SampleCursor::new();
    let (mut a, mut b) = (MorphWeights::new([&[0.0f32; 2][..]]), MorphWeights::new([&[0.0f32; 2][..]]));
    for n in 0..30 {
        let time = 0.5 + n as f32 * 0.1;
        raw.sample(time, &mut cursor, &mut LocalPose::rest(character.skeleton()), &mut a);
        clips[0].sample_morphs(time, &mut b);
        assert!(
            a.row(MeshInstanceId(0)).iter().zip(b.row(MeshInstanceId(0))).all(|(a, b)| (a - b).abs() < 1e-3),
            "{a:?} {b:?}"
        );
    }
}

#[test]
fn clips_at_rest_keep_their_times() {
    let character = character();
    let (joint, rest) = (JointIndex(1), character.skeleton().rest()[1]);
    for times in [&[0.25f32, 1.5][..], &[0.0]] {
        let still_values = vec![rest.translation; times.len()];
        let translation = Track::new(Interpolation::Linear, 1, times.into(), still_values).ok();
        let joints = vec![JointTrack { translation, ..JointTrack::new(joint) }];
        let still = RawClip { name: "still".into(), joints, ..RawClip::default() };
        let settings = CompressionSettings::default();
        let clip = compress(&still, character.skeleton(), &settings).unwrap();
        assert_eq!(clip.channel_count(), 0);
        let raw = clip.to_raw(character.skeleton(), &settings);
        assert_eq!((raw.start(), raw.end(), raw.track_count()), (still.start(), still.end(), 1));
        assert!(!raw.moves() && values(&raw) <= clip.max_raw_value_count());
        let mut pose = LocalPose::rest(character.skeleton());
        raw.sample_joints(0.5, &mut crate::SampleCursor::new(), &mut pose);
        for (joint, rest) in pose.as_slice().iter().zip(character.skeleton().rest()) {
            assert!(joint.translation.distance(rest.translation) < 1e-6, "{joint:?} {rest:?}");
        }
    }
}

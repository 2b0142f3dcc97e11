//! Keys as animators set them: few, held, stepped. None of it is a fault.

use crate::body::{Figure, Pose};
use crate::check;
use glam::Quat;
use sinew::RawClip;
use sinew::clip::{Interpolation, Track, TrackValue};
use sinew_author::motion_check::MotionFault;
use std::sync::Arc;

/// Keys at these times, of poses that wave.
fn keys(times: &[f32]) -> RawClip {
    let shared: Arc<[f32]> = times.into();
    let poses: Vec<Pose> = times.iter().map(|time| Pose::waving(*time)).collect();
    Figure::USUAL.keyed(&shared, &poses)
}

fn stepped<V: TrackValue>(track: &mut Option<Track<V>>) {
    if let Some(keys) = track {
        let made = Track::new(Interpolation::Step, 1, keys.times().into(), keys.values().to_vec());
        *keys = made.unwrap();
    }
}

#[test]
fn few_keys_are_no_fault() {
    for rate in [1.0, 2.0, 5.0, 12.0f32] {
        let times: Vec<f32> = (0..=(2.0 * rate) as usize).map(|k| k as f32 / rate).collect();
        for clip in [keys(&times), keys(&times).with_smooth_keys()] {
            let report = check(Figure::USUAL, &clip);
            assert_eq!(report.findings, [], "{rate}");
            // The same, baked.
            for baked in [24.0, 30.0, 60.0, 120.0] {
                let report = check(Figure::USUAL, &clip.resampled(baked).unwrap());
                assert_eq!(report.findings, [], "{rate} baked at {baked}");
            }
        }
    }
}

#[test]
fn held_poses_are_no_fault() {
    // From pose to pose in 0.3 s, each held for 0.4 s.
    let mut times: Vec<f32> = Vec::new();
    let mut poses = Vec::new();
    for n in 0..4 {
        let start = n as f32 * 0.7;
        for time in [start, start + 0.4] {
            times.push(time);
            poses.push(Pose::waving(n as f32 * 0.31));
        }
    }
    let clip = Figure::USUAL.keyed(&times.as_slice().into(), &poses).with_smooth_keys();
    let clip = RawClip { name: "poses".into(), ..clip };
    assert_eq!(check(Figure::USUAL, &clip).findings, []);
    assert_eq!(check(Figure::USUAL, &clip.resampled(60.0).unwrap()).findings, []);
}

#[test]
fn stepped_keys_are_no_pops() {
    let times: Vec<f32> = (0..=8).map(|k| k as f32 / 4.0).collect();
    let mut clip = keys(&times);
    for track in &mut clip.joints {
        stepped(&mut track.rotation);
        stepped(&mut track.translation);
        stepped(&mut track.scale);
    }
    let report = check(Figure::USUAL, &clip);
    for fault in [MotionFault::Pop, MotionFault::JointFlip, MotionFault::Noise, MotionFault::FrozenFrames] {
        assert_eq!(report.of(fault).next(), None);
    }
}

#[test]
fn fast_motion_is_no_fault() {
    // A blow: the arm swings by 2 rad in 0.13 s and stops dead, the body turns with it.
    for rate in [30.0, 60.0, 120.0] {
        let figure = Figure { rate, ..Figure::USUAL };
        let share = |time: f32| ((time - 0.8) / 0.133).clamp(0.0, 1.0);
        let clip = figure.clip(|_, time, pose| {
            let swing = share(time) * share(time);
            pose.turn("RightArm", Quat::from_rotation_y(-2.0 * swing));
            pose.turn("Spine", Quat::from_rotation_y(0.5 * swing));
        });
        let mut clip = clip;
        clip.name = "blow".into();
        assert_eq!(check(figure, &clip).findings, [], "{rate}");
    }
    // A jump by 40 cm, with a turn of 360 degrees.
    let figure = Figure::USUAL;
    let clip = figure.clip(|_, time, pose| {
        let air = (time - 0.7).clamp(0.0, 0.57);
        pose.get("Hips").translation.y += 2.8 * air - 4.9 * air * air;
        pose.turn("Hips", Quat::from_rotation_y(std::f32::consts::TAU * air / 0.57));
    });
    assert_eq!(check(figure, &clip).findings, []);
}

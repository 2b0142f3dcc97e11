//! Extraction and application of root motion, and root motion over loop borders.

use crate::figure::{actor, character, swing};
use sinew::clip::{
    Interpolation, JointTrack, RootMotionSettings, RootPath, Track, bake_root_motion, extract_root_motion,
    root_motion_from_feet,
};
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::{Actor, JointId, LocalPose, ModelPose, RawClip, SampleCursor};
use std::f32::consts::TAU;
use std::sync::Arc;

/// A walk along a curve: sways, bobs, turns by 1.2 radians per loop.
fn stroll() -> RawClip {
    let mut clip = swing("stroll", 1.0, 3);
    let keys = 60;
    let times: Arc<[f32]> = (0..=keys).map(|k| k as f32 / keys as f32).collect();
    let heading = |s: f32| 1.2 * s;
    let position = |s: f32| {
        let ahead = Vec3::new(heading(s).sin(), 0.0, heading(s).cos());
        Vec3::new(2.0 * s * s, 1.0, 1.5 * s)
            + ahead.cross(Vec3::Y) * 0.05 * (s * TAU).sin()
            + Vec3::Y * 0.03 * (2.0 * s * TAU).cos()
    };
    let shares = || (0..=keys).map(|k| k as f32 / keys as f32);
    let sway = |s: f32| Quat::from_rotation_z(0.1 * (s * TAU).sin());
    let mut hips = JointTrack::new(JointId(0));
    let turns = shares().map(|s| Quat::from_rotation_y(heading(s)) * sway(s)).collect();
    hips.rotation = Some(Track::new(Interpolation::Linear, 1, times.clone(), turns).unwrap());
    hips.translation =
        Some(Track::new(Interpolation::Linear, 1, times, shares().map(position).collect()).unwrap());
    clip.joints[0] = hips;
    clip
}

fn model(clip: &RawClip, time: f32) -> ModelPose {
    let character = character();
    let skeleton = character.skeleton();
    let mut pose = LocalPose::rest(skeleton);
    clip.sample(time, &mut SampleCursor::new(), &mut pose, &mut character.rest_weights().clone());
    let mut model = ModelPose::rest(skeleton);
    model.update(skeleton, &pose);
    model
}

/// Largest distance between two clips at `steps` moments, one of them moved by `root`.
fn apart(a: &RawClip, b: &RawClip, steps: u32, root: impl Fn(f32) -> Affine3A) -> f32 {
    let mut worst = 0.0f32;
    for step in 0..=steps {
        let time = step as f32 / steps as f32;
        let (a, b) = (model(a, time), model(b, time));
        for (a, b) in a.as_slice().iter().zip(b.as_slice()) {
            worst = worst.max(Vec3::from(a.translation - (root(time) * *b).translation).length());
        }
    }
    worst
}

#[test]
fn pose_and_root_motion_add_up_to_the_clip() {
    let (clip, character) = (stroll(), character());
    let skeleton = character.skeleton();
    for path in [RootPath::Exact, RootPath::Smooth(0.5), RootPath::Straight] {
        for (horizontal, vertical, turn) in [(true, false, true), (true, true, false), (false, false, true)] {
            let settings = RootMotionSettings::new(JointId(0))
                .with_horizontal(horizontal)
                .with_vertical(vertical)
                .with_rotation(turn)
                .with_path(path);
            let in_place = extract_root_motion(&clip, skeleton, &settings).unwrap();
            let root = in_place.root_motion.clone().unwrap();
            // Exact at the keys; between them straight lines differ from curves.
            for (steps, bound) in [(60, 1e-5), (240, 5e-4)] {
                let worst = apart(&clip, &in_place, steps, |time| root.sample(time).to_affine());
                assert!(worst < bound, "{settings:?}: {worst}");
            }
            let back = bake_root_motion(&in_place, skeleton, JointId(0)).unwrap();
            assert!(back.root_motion.is_none());
            let worst = apart(&clip, &back, 60, |_| Affine3A::IDENTITY);
            assert!(worst < 1e-5, "{settings:?} back: {worst}");
        }
    }
}

#[test]
fn the_pose_in_place_stays_over_the_origin_and_loops_close() {
    let (clip, character) = (stroll(), character());
    let exact =
        extract_root_motion(&clip, character.skeleton(), &RootMotionSettings::new(JointId(0))).unwrap();
    for step in 0..=100 {
        let hips = model(&exact, step as f32 / 100.0).as_slice()[0].translation;
        assert!(Vec3::new(hips.x, 0.0, hips.z).length() < 1e-3, "{hips}");
    }
    let only_turns = RootMotionSettings::new(JointId(0))
        .with_horizontal(false)
        .with_vertical(false)
        .with_rotation(true)
        .with_close_loop(true);
    let closed = extract_root_motion(&clip, character.skeleton(), &only_turns).unwrap();
    let (first, last) = (model(&closed, 0.0), model(&closed, 1.0));
    for (a, b) in first.as_slice().iter().zip(last.as_slice()) {
        assert!(a.abs_diff_eq(*b, 1e-4));
    }
}

#[test]
fn closing_a_loop_below_a_joint_with_keys_does_not_bring_the_travel_back() {
    // The keys of the way are those of the first joint; the motion is that of the second one, as with a root above
    // the hips.
    let (clip, character) = (stroll(), character());
    let joint = JointId(1);
    let settings = RootMotionSettings::new(joint).with_path(RootPath::Straight).with_close_loop(true);
    let closed = extract_root_motion(&clip, character.skeleton(), &settings).unwrap();
    let at = |time: f32| Vec3::from(model(&closed, time).get(joint).translation).with_y(0.0);
    assert!(at(0.0).distance(at(1.0)) < 1e-4, "{} {}", at(0.0), at(1.0));
    let way = closed.root_motion.as_ref().unwrap().sample(1.0).position.length();
    let far = (0..=20).map(|step| at(step as f32 / 20.0).distance(at(0.0))).fold(0.0, f32::max);
    assert!(way > 1.0 && far < way * 0.3, "{far} of {way}");
}

#[test]
fn a_clip_in_place_plays_over_the_origin_wherever_it_was_recorded() {
    let (clip, character) = (stroll(), character());
    let mut elsewhere = clip.clone();
    let studio = Affine3A::from_rotation_translation(Quat::from_rotation_y(2.0), Vec3::new(-4.0, 0.0, 3.0));
    let hips = &mut elsewhere.joints[0];
    let (turns, positions) = (hips.rotation.as_ref().unwrap(), hips.translation.as_ref().unwrap());
    let turned = turns.values().iter().map(|q| Quat::from_rotation_y(2.0) * *q).collect();
    let moved = positions.values().iter().map(|p| studio.transform_point3(*p)).collect();
    let times: Arc<[f32]> = turns.times().into();
    hips.rotation = Some(Track::new(Interpolation::Linear, 1, times.clone(), turned).unwrap());
    hips.translation = Some(Track::new(Interpolation::Linear, 1, times, moved).unwrap());

    let settings = RootMotionSettings::new(JointId(0));
    let [here, there] =
        [&clip, &elsewhere].map(|clip| extract_root_motion(clip, character.skeleton(), &settings).unwrap());
    let turn = Affine3A::from_rotation_y(2.0);
    assert!(apart(&there, &here, 60, |_| turn) < 1e-4, "the same poses, apart from the heading");
    let hips = model(&there, 0.0).as_slice()[0].translation;
    assert!(hips.x.abs() + hips.z.abs() < 1e-5, "{hips}");
    let root = there.root_motion.clone().unwrap();
    assert!(apart(&elsewhere, &there, 60, |time| root.sample(time).to_affine()) < 1e-4);
    let go = |clip: RawClip| {
        let mut actor = actor([clip]);
        actor.play("stroll").unwrap();
        walked(&mut actor, std::iter::repeat_n(0.1, 25))
    };
    assert!(
        (turn * go(here)).abs_diff_eq(go(there) * turn, 1e-3),
        "the same distance, in the other direction"
    );
}

fn walked(actor: &mut Actor, steps: impl Iterator<Item = f32>) -> Affine3A {
    steps.fold(Affine3A::IDENTITY, |at, dt| actor.advance(dt).apply_to(at))
}

#[test]
fn root_motion_accumulates_over_cycles_of_a_loop() {
    let (clip, character) = (stroll(), character());
    let settings = RootMotionSettings::new(JointId(0));
    let in_place = extract_root_motion(&clip, character.skeleton(), &settings).unwrap();
    let root = in_place.root_motion.clone().unwrap();
    let round = root.sample(1.0).to_affine();
    let expected = |rounds: i32, rest: f32| {
        (0..rounds).fold(Affine3A::IDENTITY, |at, _| at * round) * root.sample(rest).to_affine()
    };
    let play = |speed: f32| {
        let mut actor = actor([in_place.clone()]);
        actor.play("stroll").unwrap().speed(speed);
        actor
    };
    let small = walked(&mut play(1.0), std::iter::repeat_n(1.0 / 64.0, 7 * 64 + 16));
    assert!(small.abs_diff_eq(expected(7, 0.25), 2e-3), "{small} {}", expected(7, 0.25));
    let large = walked(&mut play(1.0), [7.25].into_iter());
    assert!(large.abs_diff_eq(expected(7, 0.25), 1e-3));
    let (mut there, back) = (play(1.0), 5.5);
    let gone = walked(&mut there, [back].into_iter());
    there.playback_mut().unwrap().speed(-1.0);
    let home = gone * walked(&mut there, std::iter::repeat_n(back / 50.0, 50));
    assert!(home.abs_diff_eq(Affine3A::IDENTITY, 2e-3), "{home}");
}

#[test]
fn a_compressed_clip_has_the_same_root_motion() {
    use sinew_author::clip::{CompressionSettings, compress};
    let character = character();
    let settings = RootMotionSettings::new(JointId(0));
    let clip = extract_root_motion(&stroll(), character.skeleton(), &settings).unwrap();
    let settings = CompressionSettings::new(1e-3);
    let compressed = compress(&clip, character.skeleton(), &settings).unwrap();
    let (raw, its) = (clip.root_motion.unwrap(), compressed.root_motion().unwrap().clone());
    assert!(its.times().len() < raw.times().len());
    for step in 0..=100 {
        let (a, b) = (raw.sample(step as f32 / 100.0), its.sample(step as f32 / 100.0));
        assert!(a.position.distance(b.position) < 1.1e-3 && (a.heading - b.heading).abs() < 1.1e-3);
    }
}

#[test]
fn root_motion_is_derived_from_planted_feet() {
    // A foot that is planted for half a loop while it moves back at 1.4 m/s, then swings forward.
    let times: Arc<[f32]> = (0..=60).map(|k| k as f32 / 60.0).collect();
    let position = |t: &f32| match *t {
        t if t < 0.5 => Vec3::new(0.1, -0.95, 0.35 - 1.4 * t),
        t => Vec3::new(0.1, -0.95 + 0.2 * ((t - 0.5) * TAU).sin(), -0.35 + 1.4 * (t - 0.5)),
    };
    let mut foot = JointTrack::new(JointId(7));
    let positions = times.iter().map(position).collect();
    foot.translation = Some(Track::new(Interpolation::Linear, 1, times, positions).unwrap());
    let clip = RawClip { joints: vec![foot], ..RawClip::default() };
    let character = character();
    let root = root_motion_from_feet(&clip, character.skeleton(), &[JointId(7)]);
    let distance = root.sample(1.0).position;
    assert!((distance - Vec3::new(0.0, 0.0, 1.4)).length() < 0.01, "{distance}");
}

#[test]
fn a_clip_that_does_not_animate_the_joint_is_an_error() {
    let character = character();
    let clip = RawClip { name: "still".into(), ..RawClip::default() };
    let error = extract_root_motion(&clip, character.skeleton(), &RootMotionSettings::new(JointId(1)));
    assert!(error.unwrap_err().to_string().contains("\"spine\""));
    let no_track = bake_root_motion(&clip, character.skeleton(), JointId(1)).unwrap_err();
    assert!(no_track.to_string().contains("no root track"), "{no_track}");
}

#[test]
fn baking_gives_keys_to_a_joint_that_has_none() {
    let character = character();
    let skeleton = character.skeleton();
    let whole = extract_root_motion(&stroll(), skeleton, &RootMotionSettings::new(JointId(0))).unwrap();
    for joint in [0, 1, 2].map(JointId) {
        // Nothing but root motion, and keys elsewhere.
        let root_motion = whole.root_motion.clone();
        let bare = RawClip { root_motion: root_motion.clone(), ..RawClip::default() };
        let mut leaf = JointTrack::new(JointId(skeleton.len() as u32 - 1));
        leaf.rotation =
            Some(Track::new(Interpolation::Linear, 1, [0.0].into(), vec![Quat::IDENTITY]).unwrap());
        for clip in [bare.clone(), RawClip { joints: vec![leaf], ..bare }] {
            let baked = bake_root_motion(&clip, skeleton, joint).unwrap();
            assert!(baked.root_motion.is_none());
            let track = baked.joints.iter().find(|track| track.joint == joint).unwrap();
            assert!(track.translation.is_some() && track.rotation.is_some());
            assert_eq!(baked.joints.len(), clip.joints.len() + 1);
            for step in 0..=30 {
                let time = step as f32 / 30.0;
                let (moved, rest) = (model(&baked, time), model(&clip, time));
                let root = root_motion.as_ref().unwrap().sample(time).to_affine();
                let apart = (moved.get(joint).translation - (root * *rest.get(joint)).translation).length();
                assert!(apart < 1e-3, "{joint:?} at {time}: {apart}");
            }
        }
    }
}

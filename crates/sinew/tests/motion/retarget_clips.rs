//! Retargeting of whole clips: airborne motion, motion of a part of the body, clips that are too long.

use crate::retarget_body::{Body, Build, PLAIN, body, walk};
use sinew::character::{ExpressionId, MeshInstanceId, MorphTargetId};
use sinew::clip::{ExpressionTrack, Interpolation, JointTrack, MorphTrack, Track};
use sinew::glam::{Quat, Vec3};
use sinew::humanoid::HumanBone::{self, *};
use sinew::retarget::{FaceMap, RetargetError, RetargetReport, RetargetSettings, retarget_clip};
use sinew::{LocalPose, RawClip, SampleCursor};

fn retargeted(clip: &RawClip, from: &Body, to: &Body, correct_feet: bool) -> (RawClip, RetargetReport) {
    let settings = RetargetSettings::default().with_foot_correction(correct_feet);
    retarget_clip(clip, &from.onto(to), &settings, &FaceMap::default()).unwrap()
}

/// Position of a bone at a time.
fn position(body: &Body, clip: &RawClip, time: f32, bone: HumanBone) -> Vec3 {
    let mut pose = LocalPose::rest(&body.skeleton);
    clip.sample(time, &mut SampleCursor::new(), &mut pose, &mut Default::default());
    body.position(&body.model(pose.as_slice()), bone).unwrap()
}

fn raised(body: &Body, by: f32) -> RawClip {
    let mut clip = walk(body);
    clip.joints[0].translation.as_mut().unwrap().map_values(|position| position + Vec3::Y * by);
    clip
}

/// Two rotation keys of a joint.
fn turn(body: &Body, bone: HumanBone, by: Quat) -> JointTrack {
    let joint = body.humanoid.named_bones.joint(bone).unwrap();
    let rest = body.skeleton.rest()[joint.index()].rotation;
    let keys = Track::new(Interpolation::Linear, 1, [0.0, 1.0].into(), vec![rest, rest * by]).unwrap();
    JointTrack { rotation: Some(keys), ..JointTrack::new(joint) }
}

/// A body in the air, swaying.
fn hovering(body: &Body, height: f32) -> RawClip {
    let mut clip = walk(body);
    let times: Vec<f32> = (0..=180).map(|k| k as f32 / 60.0).collect();
    let sway = |t: &f32| Vec3::new(0.1 * t.sin(), height + 0.05 * (2.0 * t).cos(), 0.0);
    let positions = times.iter().map(sway).collect();
    clip.joints.truncate(3);
    clip.joints[0].translation = Some(Track::new(Interpolation::Linear, 1, times.into(), positions).unwrap());
    clip.joints.iter_mut().skip(1).for_each(|track| {
        track.rotation.as_mut().unwrap().map_values(|turn| Quat::IDENTITY.slerp(turn, 0.1));
    });
    clip
}

#[test]
fn airborne_bodies_keep_their_height_in_proportion() {
    let source = body(PLAIN);
    // Hovering, flying and hovering again is no step.
    let mut flight = hovering(&source, 3.79);
    flight.joints[0]
        .translation
        .as_mut()
        .unwrap()
        .map_values(|p| p + Vec3::Z * (p.x * 60.0 - 3.0).clamp(0.0, 2.0));
    for (clip, stands) in [(hovering(&source, 3.79), false), (flight, false), (raised(&source, 2.84), true)] {
        for size in [1.0, 0.6, 1.4] {
            let target = body(Build { size, odd_axes: true, ..PLAIN });
            for correct_feet in [true, false] {
                let (made, report) = retargeted(&clip, &source, &target, correct_feet);
                // A walk is placed on the floor, at any height of the source.
                let down = if stands && correct_feet { 2.84 * size } else { 0.0 };
                for time in [0.0, 0.7, 2.2] {
                    let (a, b) = (position(&source, &clip, time, Hips), position(&target, &made, time, Hips));
                    assert!(
                        (b.y + down - a.y * size).abs() < 2e-2,
                        "{size} {correct_feet} {stands}: {a} {b}"
                    );
                }
                let steps = report.foot_correction.map(|feet| feet.contacts > 0);
                assert_eq!(steps, correct_feet.then_some(stands), "{report:?}");
            }
        }
    }
}

#[test]
fn bodies_below_the_floor_are_lifted() {
    let source = body(PLAIN);
    let clip = hovering(&source, 0.7);
    let (made, report) = retargeted(&clip, &source, &source, true);
    let feet = report.foot_correction.unwrap();
    assert!(feet.contacts == 0 && feet.penetration < 1e-3, "{feet:?}");
    let knee =
        |clip: &RawClip, time| position(&source, clip, time, Hips) - position(&source, clip, time, LeftFoot);
    for time in [0.0, 0.7, 2.2] {
        assert!(knee(&clip, time).abs_diff_eq(knee(&made, time), 1e-3));
        assert!(position(&source, &made, time, Hips).y > 0.85);
    }
}

#[test]
fn only_the_foot_correction_moves_bodies_to_the_floor() {
    let person = body(PLAIN);
    // Half the height of a foot above the ground.
    let clip = raised(&person, 0.04);
    let (loose, _) = retargeted(&clip, &person, &person, false);
    assert!(position(&person, &loose, 0.3, Hips).abs_diff_eq(position(&person, &clip, 0.3, Hips), 1e-4));
    let (kept, report) = retargeted(&clip, &person, &person, true);
    let difference = position(&person, &clip, 0.3, Hips) - position(&person, &kept, 0.3, Hips);
    assert!((difference.y - 0.04).abs() < 5e-3, "{difference}");
    assert!(report.foot_correction.unwrap().contacts >= 5);
    // A jump over a ditch: high in the middle, standing at both ends.
    let mut jump = walk(&person);
    let hips = jump.joints[0].translation.as_mut().unwrap();
    let times = hips.times().to_vec();
    let positions = hips.values().iter().zip(&times).map(|(p, t)| {
        let up = if (1.0..2.0).contains(t) { (std::f32::consts::PI * (t - 1.0)).sin() } else { 0.0 };
        *p + Vec3::Y * up
    });
    *hips = Track::new(Interpolation::Linear, 1, times.clone().into(), positions.collect()).unwrap();
    let (made, _) = retargeted(&jump, &person, &person, true);
    let (there, here) = (position(&person, &jump, 1.5, Hips), position(&person, &made, 1.5, Hips));
    assert!((there.y - here.y).abs() < 0.02, "{there} {here}");
}

#[test]
fn a_clip_of_an_arm_animates_the_arm_alone() {
    let source = body(PLAIN);
    let clip = RawClip {
        joints: vec![turn(&source, LeftUpperArm, Quat::from_rotation_z(0.5))],
        ..RawClip::default()
    };
    for build in [Build { arms: 0.9, odd_axes: true, size: 1.2, ..PLAIN }, PLAIN] {
        let target = body(build);
        let (made, report) = retargeted(&clip, &source, &target, true);
        let names: Vec<&str> = made.joints.iter().map(|t| target.skeleton.name(t.joint)).collect();
        assert_eq!(names, ["leftUpperArm"]);
        assert!(made.joints[0].translation.is_none() && report.foot_correction.is_none());
        assert_eq!((made.start(), made.end()), (0.0, 1.0));
        let way = position(&target, &made, 1.0, LeftHand) - position(&target, &made, 1.0, LeftUpperArm);
        assert!(way.normalize().abs_diff_eq(Quat::from_rotation_z(0.5) * Vec3::X, 1e-3), "{way}");
    }
    // Keys at the rest pose are kept.
    let still = RawClip { joints: vec![turn(&source, Head, Quat::IDENTITY)], ..RawClip::default() };
    let (made, _) = retargeted(&still, &source, &source, true);
    assert_eq!((made.joints.len(), made.end()), (1, 1.0));
}

#[test]
fn a_clip_of_the_hips_keeps_the_feet() {
    let person = body(PLAIN);
    let mut clip = walk(&person);
    clip.joints.truncate(1);
    let position_at = |t: f32| Vec3::new(0.05 * (t * 3.0).sin(), 0.93, 0.0);
    let times: Vec<f32> = (0..=120).map(|k| k as f32 / 60.0).collect();
    let keys = times.iter().map(|t| position_at(*t)).collect();
    clip.joints[0].translation = Some(Track::new(Interpolation::Linear, 1, times.into(), keys).unwrap());
    let (made, report) = retargeted(&clip, &person, &person, true);
    let feet = report.foot_correction.unwrap();
    assert!(feet.contacts >= 2 && feet.slide < 2e-3, "{feet:?}");
    let names: Vec<&str> = made.joints.iter().map(|t| person.skeleton.name(t.joint)).collect();
    assert!(names.contains(&"leftUpperLeg") && !names.contains(&"leftUpperArm"), "{names:?}");
}

#[test]
fn unmapped_tracks_are_reported() {
    let person = body(PLAIN);
    let mut clip =
        RawClip { joints: vec![turn(&person, Head, Quat::from_rotation_x(0.2))], ..RawClip::default() };
    clip.joints[0].scale =
        Some(Track::new(Interpolation::Linear, 1, [0.0].into(), vec![Vec3::ONE * 1.1]).unwrap());
    clip.joints[0].translation =
        Some(Track::new(Interpolation::Linear, 1, [0.0].into(), vec![Vec3::Y]).unwrap());
    let weight = || Track::new(Interpolation::Linear, 1, [0.0, 3.0].into(), vec![0.0, 1.0]).unwrap();
    clip.morphs.push(MorphTrack { instance: MeshInstanceId(0), weights: weight() });
    for expression in (0..3).map(ExpressionId) {
        clip.expressions.push(ExpressionTrack { expression, weight: weight() });
    }
    let to = &FaceMap::from_expressions(
        [(0, 10), (2, 12)].map(|(from, to)| (ExpressionId(from), ExpressionId(to))),
    );
    let (made, report) =
        retarget_clip(&clip, &person.onto(&person), &RetargetSettings::default(), to).unwrap();
    let dropped = report.unmapped_tracks;
    assert_eq!(
        (dropped.expressions, dropped.morphs),
        (vec![ExpressionId(1)], vec![MorphTargetId { instance: MeshInstanceId(0), target: 0 }])
    );
    assert_eq!((dropped.scale_count, dropped.translation_count), (1, 1));
    assert_eq!(made.expressions.iter().map(|e| e.expression.0).collect::<Vec<_>>(), [10, 12]);
    clip.joints.clear();
    let (made, report) =
        retarget_clip(&clip, &person.onto(&person), &RetargetSettings::default(), to).unwrap();
    assert!(made.joints.is_empty() && report.foot_correction.is_none());
    assert_eq!((made.start(), made.end()), (0.0, 3.0));
    let walk =
        retarget_clip(&walk(&person), &person.onto(&person), &RetargetSettings::default(), to).unwrap();
    assert_eq!(walk.1.unmapped_tracks, Default::default());
}

#[test]
fn clips_that_are_too_long_are_errors() {
    let person = body(PLAIN);
    let long = |end: f32, keys: usize| {
        let mut clip = RawClip { joints: vec![turn(&person, Head, Quat::IDENTITY)], ..RawClip::default() };
        let times: Vec<f32> = (0..keys).map(|key| end * (key as f32 / (keys - 1) as f32)).collect();
        let keys = (0..keys).map(|key| Quat::from_rotation_x(0.5 * (key % 2) as f32)).collect();
        clip.joints[0].rotation = Some(Track::new(Interpolation::Linear, 1, times.into(), keys).unwrap());
        retarget_clip(&clip, &person.onto(&person), &RetargetSettings::default(), &FaceMap::default())
    };
    for end in [600.0, 1e5, 1e9, f32::MAX] {
        assert!(long(end, 2).is_ok());
    }
    for end in [1e5, 1e9, f32::MAX] {
        let error = long(end, 400_000).unwrap_err();
        let RetargetError::TooLong { frames, joints, max } = error else { panic!("{error}") };
        assert!(joints > 30 && frames > max / joints);
        let text = error.to_string();
        assert!([frames, joints, max].iter().all(|n| text.contains(&n.to_string())), "{text}");
    }
}

#[test]
fn dense_keys_stay_fast() {
    let person = body(PLAIN);
    let mut clip = walk(&person);
    for track in &mut clip.joints {
        let squeezed = |n: usize| (0..n).map(|k| k as f32 * 1e-6).collect::<Vec<f32>>();
        if let Some(keys) = &track.rotation {
            let values = (0..40_000).map(|k| keys.values()[k % keys.values().len()]).collect();
            track.rotation =
                Some(Track::new(Interpolation::Linear, 1, squeezed(40_000).into(), values).unwrap());
        }
        if let Some(keys) = &track.translation {
            let values = (0..40_000).map(|k| keys.values()[k % keys.values().len()]).collect();
            track.translation =
                Some(Track::new(Interpolation::Linear, 1, squeezed(40_000).into(), values).unwrap());
        }
    }
    let start = std::time::Instant::now();
    retargeted(&clip, &person, &person, true);
    assert!(start.elapsed().as_secs_f32() < 20.0, "{:?}", start.elapsed());
}

//! Clips that nobody means: the check neither panics nor takes long, and all its numbers are finite.

use crate::body::Figure;
use glam::{Quat, Vec3};
use sinew::clip::{Interpolation, JointTrack, Track};
use sinew::humanoid::Humanoid;
use sinew::skeleton::Joint;
use sinew::{Character, CharacterParts, JointId, RawClip, Skeleton, Transform};
use sinew_author::clip::{PlantFeetSettings, SmoothSettings, mend_clip, plant_feet, smooth_clip};
use sinew_author::motion_check::{MotionCheck, MotionCheckSettings, MotionReport};
use std::sync::Arc;
use test_needs::cases;

/// The edits that mend faults give clips with finite keys, or an error.
fn edits_are_sound(clip: &RawClip, character: &Character) {
    let everywhere = SmoothSettings::default().with_everywhere(true);
    let smooth =
        [SmoothSettings::default(), everywhere].map(|settings| smooth_clip(clip, character, &settings));
    let planted = plant_feet(clip, character, &PlantFeetSettings::default()).map(|planted| planted.clip);
    let mended = mend_clip(clip, character, &MotionCheckSettings::default()).map(|mended| {
        let moved = mended.moved;
        assert!(
            moved.largest.is_finite() && moved.rms.is_finite() && moved.rms <= 1.001 * moved.largest,
            "{moved:?}"
        );
        assert!(mended.faults_after <= mended.faults_before);
        mended.clip
    });
    for edited in smooth.into_iter().chain([planted, mended]).flatten() {
        for track in &edited.joints {
            let turns = track.rotation.iter().flat_map(|keys| keys.values()).all(|turn| turn.is_finite());
            let ways = track.translation.iter().flat_map(|keys| keys.values()).all(|way| way.is_finite());
            assert!(turns && ways);
        }
    }
}

fn is_sound(report: &MotionReport) {
    for finding in &report.findings {
        assert!(finding.size.is_finite() && finding.bound.is_finite(), "{finding:?}");
        assert!(finding.start <= finding.worst && finding.worst <= finding.end, "{finding:?}");
        assert!(!finding.to_string().is_empty());
    }
}

fn turning(joint: u32, times: &[f32], turn: impl Fn(usize) -> Quat) -> JointTrack {
    let values = (0..times.len()).map(turn).collect();
    let rotation = Track::new(Interpolation::Linear, 1, times.into(), values).ok();
    JointTrack { rotation, ..JointTrack::new(JointId(joint)) }
}

#[test]
fn small_and_strange_clips() {
    let check = MotionCheck::new(&Figure::USUAL.character());
    let settings = MotionCheckSettings::default();
    let sound = |clip: &RawClip| {
        is_sound(&check.clip(clip, &settings));
        edits_are_sound(clip, &Figure::USUAL.character());
    };
    sound(&RawClip::default());
    let spin = |k: usize| Quat::from_rotation_x(k as f32 * 2.5);
    let all_times: [&[f32]; 8] = [
        &[0.0],
        &[3.0, 3.0, 3.0],
        &[0.0, 1e-6],
        &[0.0, 600.0],
        &[-5.0, 0.0, 0.0, 0.1],
        &[0.0, 1e-3, 2e-3, 3e-3, 1.0],
        &[0.0, 0.033, 0.066],
        &[1e9, 1.000_000_1e9, 1.000_000_2e9],
    ];
    for times in all_times {
        let tracks = (0..20).map(|joint| turning(joint, times, spin)).collect();
        sound(&RawClip { joints: tracks, ..RawClip::default() });
    }
    // A joint that is not there, and a track of another width.
    let wide = Track::new(Interpolation::Linear, 2, [0.0, 1.0].into(), vec![Vec3::ONE; 4]).ok();
    let wide = JointTrack { translation: wide, ..JointTrack::new(JointId(1)) };
    sound(&RawClip { joints: vec![turning(900, &[0.0, 1.0], spin), wide], ..RawClip::default() });
    // Far away.
    let far = [Vec3::ZERO, Vec3::splat(3e30), Vec3::splat(-3e30)].to_vec();
    let far = Track::new(Interpolation::Linear, 1, [0.0, 0.5, 1.0].into(), far).ok();
    sound(&RawClip {
        joints: vec![JointTrack { translation: far, ..JointTrack::new(JointId(1)) }],
        ..RawClip::default()
    });
}

/// Names by which bones, feet and loops are recognized, and some others.
const NAMES: [&str; 16] = [
    "Hips",
    "Spine",
    "Head",
    "LeftUpLeg",
    "LeftLeg",
    "LeftFoot",
    "RightUpLeg",
    "RightLeg",
    "RightFoot",
    "LeftArm",
    "RightArm",
    "paw",
    "hoof_l",
    "",
    "toe",
    "bone",
];

#[test]
fn random_clips_of_random_skeletons() {
    for mut random in cases(150) {
        let count = random.usize(1..30);
        let number = |random: &mut fastrand::Rng| match random.u8(0..8) {
            0 => 0.0,
            1 => (random.f32() - 0.5) * 1e6,
            _ => random.f32() - 0.5,
        };
        let joints = (0..count).map(|n| Joint {
            name: NAMES[random.usize(0..NAMES.len())].into(),
            parent: (n > 0).then(|| random.u32(0..n as u32)),
            rest: Transform::from_translation(Vec3::from([(); 3].map(|()| number(&mut random)))),
            in_scene: random.bool(),
        });
        let Ok(skeleton) = Skeleton::new(joints.collect()) else { continue };
        let humanoid = Humanoid::detect(&skeleton);
        let parts = CharacterParts { skeleton, humanoid, ..CharacterParts::default() };
        let Ok(character) = Character::new(parts) else { continue };
        let keys = random.usize(1..60);
        let step = [0.0, 0.001, 1.0 / 30.0, 0.2, 2.0][random.usize(0..5)];
        let times: Arc<[f32]> = (0..keys).map(|k| k as f32 * step).collect();
        let kinds = [Interpolation::Step, Interpolation::Linear, Interpolation::CubicSpline];
        let mut track = |joint: u32| {
            let kind = kinds[random.usize(0..3)];
            let rows = if kind == Interpolation::CubicSpline { 3 * keys } else { keys };
            let mut vector = || Vec3::from([(); 3].map(|()| number(&mut random)));
            let translations = (0..rows).map(|_| vector()).collect();
            let scales = (0..rows).map(|_| vector()).collect();
            let turn = || Quat::from_xyzw(random.f32(), random.f32() - 0.5, 0.1, random.f32()).normalize();
            let turns = std::iter::repeat_with(turn).take(rows).collect();
            JointTrack {
                joint: JointId(joint),
                translation: Track::new(kind, 1, times.clone(), translations).ok(),
                rotation: Track::new(kind, 1, times.clone(), turns).ok(),
                scale: Track::new(kind, 1, times.clone(), scales).ok(),
            }
        };
        let joints = (0..count as u32).map(&mut track).collect();
        let clip = RawClip { name: "walk loop".into(), joints, ..RawClip::default() };
        is_sound(&MotionCheck::new(&character).clip(&clip, &MotionCheckSettings::default()));
        edits_are_sound(&clip, &character);
    }
}

#[test]
fn thousands_of_joints_in_a_chain() {
    let joints = (0..4000).map(|n: u32| Joint {
        name: format!("bone {n}"),
        parent: n.checked_sub(1),
        rest: Transform::from_translation(Vec3::Y * 0.01),
        in_scene: true,
    });
    let skeleton = Skeleton::new(joints.collect()).unwrap();
    let character = Character::new(CharacterParts { skeleton, ..CharacterParts::default() }).unwrap();
    let times: Vec<f32> = (0..60).map(|k| k as f32 / 30.0).collect();
    let sway = |k: usize| Quat::from_rotation_z(0.001 * (k as f32 * 0.2).sin());
    let joints = (0..4000).map(|joint| turning(joint, &times, sway)).collect();
    let check = MotionCheck::new(&character);
    let report = check.clip(&RawClip { joints, ..RawClip::default() }, &MotionCheckSettings::default());
    is_sound(&report);
    assert_eq!(report.frames, 60);
}

//! Additive clips of real files.

use crate::files::{animated, built_in, clip, times};
use sinew::glam::{Quat, Vec3};
use sinew::playback::FullPose;
use sinew::{Character, Transform};
use sinew_author::clip::{ClipEditError, clip_pose, make_additive};
use test_needs::cases;

fn random_pose(character: &Character, random: &mut test_needs::Case) -> FullPose {
    let mut pose = FullPose::rest(character);
    for joint in pose.local.as_mut_slice() {
        let mut vector = || Vec3::from_array(std::array::from_fn(|_| random.f32() - 0.5));
        joint.rotation *= Quat::from_scaled_axis(vector());
        joint.translation += vector() * 0.1;
        joint.scale *= 1.0 + 0.3 * vector();
    }
    pose.morphs.as_mut_slice().iter_mut().chain(&mut pose.expressions).for_each(|w| *w = random.f32());
    pose.gaze = Some(Quat::from_rotation_y(random.f32()));
    pose
}

fn difference(a: &Transform, b: &Transform) -> f32 {
    let turned = (a.rotation - b.rotation).length().min((a.rotation + b.rotation).length());
    let scale = a.translation.length().max(1.0);
    (a.translation.distance(b.translation) / scale).max(turned).max(a.scale.distance(b.scale))
}

/// An additive clip over the rest pose adds what its source over the reference pose adds: for clips of several
/// rigs, three reference poses and poses at random.
#[test]
fn additive_clips_add_the_difference_from_the_reference() {
    let (mut checked, mut worst) = (0, 0.0f32);
    for (name, file) in animated() {
        let character = &file.character;
        let rest = FullPose::rest(character);
        for (clip, mut random) in file.clips.iter().zip(cases(3)) {
            let other = file.clips.last().unwrap();
            let references = [
                rest.clone(),
                clip_pose(clip, character, clip.start()).unwrap(),
                clip_pose(other, character, 0.5 * (other.start() + other.end())).unwrap(),
            ];
            for (which, reference) in references.iter().enumerate() {
                let additive = make_additive(clip, character, reference).unwrap();
                assert_eq!(additive.key_count(), clip.key_count());
                for time in times(clip, 7) {
                    // Where the clip has no keys it does not differ from the reference.
                    let mut source = reference.clone();
                    let mut cursor = Default::default();
                    clip.sample(time, &mut cursor, &mut source.local, &mut source.morphs);
                    let gaze = clip.sample_face(time, &mut cursor, &mut source.expressions);
                    source.gaze = gaze.or(source.gaze);
                    let sampled = clip_pose(&additive, character, time).unwrap();
                    let (mut expected, mut found) = (rest.clone(), rest.clone());
                    if random.bool() {
                        expected = random_pose(character, &mut random);
                        found = expected.clone();
                    }
                    expected.apply_additive(&source, reference, 1.0, None);
                    found.apply_additive(&sampled, &rest, 1.0, None);
                    for (a, b) in found.local.as_slice().iter().zip(expected.local.as_slice()) {
                        let off = difference(a, b);
                        worst = worst.max(off);
                        assert!(off < 2e-4, "{name} {:?}, reference {which}: {off} at {time}", clip.name);
                    }
                    let weights = |pose: &FullPose| [pose.morphs.as_slice(), &pose.expressions].concat();
                    let both = weights(&found).into_iter().zip(weights(&expected));
                    assert!(both.into_iter().all(|(a, b)| (a - b).abs() < 1e-5), "{name}");
                    checked += 1;
                }
            }
        }
    }
    println!("{checked} poses, the worst {worst} off");
    assert!(checked > 100, "{checked}");
}

/// Played on the rest pose, an additive clip with the rest pose as its reference is the clip, to the bit, and
/// one with its first pose begins with the rest pose.
#[test]
fn the_rest_pose_is_the_pose_without_a_difference() {
    let file = built_in();
    let (walk, character) = (clip(&file, "walk"), &file.character);
    let rest = FullPose::rest(character);
    assert_eq!(make_additive(walk, character, &rest).unwrap(), *walk);
    let first = clip_pose(walk, character, walk.start()).unwrap();
    let additive = make_additive(walk, character, &first).unwrap();
    let shown = clip_pose(&additive, character, walk.start()).unwrap();
    for (shown, rest) in shown.local.as_slice().iter().zip(rest.local.as_slice()) {
        assert!(difference(shown, rest) < 1e-6);
    }
    let bare = Character::new(Default::default()).unwrap();
    let error = make_additive(walk, character, &FullPose::rest(&bare)).unwrap_err();
    assert!(matches!(error, ClipEditError::OtherPose { found: 0, .. }), "{error}");
}

//! Levels of detail: joints that are left at rest.

use crate::figure::swing;
use sinew::glam::Vec3;
use sinew::skeleton::{Joint, JointMask};
use sinew::{Actor, Character, CharacterParts, ClipSource, JointId, LocalPose, RawClip, Skeleton, Transform};
use sinew_author::clip::{CompressionSettings, compress};
use std::sync::Arc;

/// A skeleton of 26 joints (three groups of eight and a rest, for SIMD), and a clip that animates all of
/// them.
fn body() -> (Skeleton, RawClip) {
    let joint = |n: u32| Joint {
        name: n.to_string(),
        parent: n.checked_sub(1),
        rest: Transform::from_translation(Vec3::Y),
        in_scene: true,
    };
    let mut clip = swing("swing", 1.0, 1);
    for n in 1..4 {
        let more = swing("more", 1.0, n).joints.into_iter().take(if n == 3 { 2 } else { 8 });
        clip.joints.extend(more.map(|mut track| {
            track.joint = JointId(track.joint.index() as u32 + 8 * n as u32);
            track
        }));
    }
    (Skeleton::new((0..26).map(joint).collect()).unwrap(), clip)
}

#[test]
fn excluded_joints_keep_the_rest_pose_and_the_others_are_unchanged() {
    let (skeleton, raw) = body();
    let clip = Arc::new(compress(&raw, &skeleton, &CompressionSettings::default()).unwrap());
    // A whole group of eight, one joint of another group, and the last joint.
    let mut detail = JointMask::uniform(&skeleton, 1.0);
    for joint in (8..16).chain([20, 25]) {
        detail.set(JointId(joint), 0.0);
    }
    let parts = CharacterParts { skeleton: skeleton.clone(), ..CharacterParts::default() };
    let character = Arc::new(Character::new(parts).unwrap());
    for motion in [ClipSource::from(Arc::new(raw)), ClipSource::from(clip.clone())] {
        let mut actor = Actor::without_clips(character.clone());
        let number = actor.add_clip(motion).unwrap();
        let mut other = actor.clone();
        other.set_lod(Some(detail.clone()));
        for actor in [&mut actor, &mut other] {
            actor.play(number).unwrap();
            actor.update(0.37);
        }
        for joint in skeleton.joints() {
            let (all, some) = (actor.frame().local()[joint.index()], other.frame().local()[joint.index()]);
            assert_ne!(all, skeleton.rest()[joint.index()], "{joint:?} is animated");
            let expected = if detail.weight(joint) > 0.0 { all } else { skeleton.rest()[joint.index()] };
            assert_eq!(some, expected, "{joint:?}");
        }
        other.set_lod(None);
        other.update(0.0);
        assert_eq!(actor.frame().local(), other.frame().local());
    }
    let [mut all, mut some] = [(); 2].map(|()| LocalPose::rest(&skeleton));
    clip.sample(0.3, &mut all);
    clip.sample_masked(0.3, &detail, &mut some);
    let differ = skeleton.joints().filter(|joint| all.get(*joint) != some.get(*joint));
    assert_eq!(differ.map(JointId::index).collect::<Vec<_>>(), [8, 9, 10, 11, 12, 13, 14, 15, 20, 25]);
}

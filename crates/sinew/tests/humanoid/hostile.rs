//! Extreme skeletons: of the largest size and of every degenerate shape. Detection ends in time.

use sinew::Transform;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::humanoid::Humanoid;
use sinew::skeleton::{Joint, Skeleton};
use std::time::{Duration, Instant};

const MAX: u32 = 65_536;

/// Time limit, several times what the slowest shape takes in the dev profile on a busy machine; a comparison
/// of all joints with all would take minutes.
const LIMIT: Duration = Duration::from_secs(20);

fn build(
    name: impl Fn(u32) -> String,
    parent: impl Fn(u32) -> Option<u32>,
    at: impl Fn(u32) -> Vec3,
) -> Skeleton {
    let joint = |n| Joint {
        name: name(n),
        parent: parent(n),
        rest: Transform::from_translation(at(n)),
        in_scene: true,
    };
    Skeleton::new((0..MAX).map(joint).collect()).unwrap()
}

fn in_time(what: &str, skeleton: &Skeleton) {
    let start = Instant::now();
    if let Some(found) = Humanoid::detect(skeleton) {
        assert!(found.confidence.is_finite() && (0.0..=1.0).contains(&found.confidence));
    }
    let took = start.elapsed();
    eprintln!("{what}: {took:?}");
    assert!(took < LIMIT, "{what} took {took:?}");
}

/// Bone names in turn.
fn bone(n: u32) -> String {
    const NAMES: [&str; 18] = [
        "Hips",
        "Spine",
        "Spine1",
        "Chest",
        "Neck",
        "Head",
        "LeftUpLeg",
        "LeftLeg",
        "LeftFoot",
        "RightUpLeg",
        "RightLeg",
        "RightFoot",
        "LeftArm",
        "LeftForeArm",
        "LeftHand",
        "RightArm",
        "RightForeArm",
        "RightHand",
    ];
    NAMES[n as usize % NAMES.len()].to_owned()
}

#[test]
fn chains_stars_and_trees_of_the_largest_size() {
    type Parent = fn(u32) -> Option<u32>;
    let parents: [(&str, Parent); 6] = [
        ("a chain", |n| n.checked_sub(1)),
        ("a star", |n| (n > 0).then_some(0)),
        ("nothing but roots", |_| None),
        ("a binary tree", |n| n.checked_sub(1).map(|n| n / 2)),
        ("a tree of twelve", |n| n.checked_sub(1).map(|n| n / 12)),
        ("chains of four on a chain", |n| if n % 4 == 0 { n.checked_sub(4) } else { Some(n - 1) }),
    ];
    type Name = fn(u32) -> String;
    let names: [(&str, Name); 5] = [
        ("without names", |_| String::new()),
        ("all called hips", |_| "mixamorig:Hips".to_owned()),
        ("all called by bones", bone),
        ("all called other things", |n| format!("Bone.{n:03}_L_{}", n % 7)),
        ("of long names", |_| "left_upper_leg_".repeat(6)),
    ];
    for (shape, parent) in parents {
        for (called, name) in names {
            in_time(
                &format!("{shape} {called}"),
                &build(name, parent, |n| Vec3::new((n % 3) as f32, -1.0, 0.1)),
            );
        }
    }
}

#[test]
fn many_limbs() {
    // Pairs of equal limbs with three joints each, side by side, then in a chain.
    for (what, next) in [("side by side", 0), ("below one another", 73)] {
        let parent = |n: u32| match n % 73 {
            0 if next > 0 => n.checked_sub(next),
            0 => (n > 0).then_some(0),
            m if m % 3 == 1 => Some(n - m),
            _ => Some(n - 1),
        };
        let at = |n: u32| Vec3::new(((n % 73) / 3) as f32 * 1e-3, -1.0, 0.0);
        in_time(&format!("limbs {what}"), &build(|n| format!("{n}"), parent, at));
    }
}

#[test]
fn degenerate_positions() {
    let human = |at: fn(u32) -> Vec3| {
        let parents = [
            None,
            Some(0),
            Some(1),
            Some(2),
            Some(3),
            Some(4),
            Some(0),
            Some(6),
            Some(7),
            Some(0),
            Some(9),
            Some(10),
            Some(3),
            Some(12),
            Some(13),
            Some(3),
            Some(15),
            Some(16),
        ];
        let joints = parents.iter().enumerate().map(|(n, parent)| Joint {
            name: bone(n as u32),
            parent: *parent,
            rest: Transform::from_translation(at(n as u32)),
            in_scene: true,
        });
        Skeleton::new(joints.collect()).unwrap()
    };
    let positions: [fn(u32) -> Vec3; 6] = [
        |_| Vec3::ZERO,
        |_| Vec3::splat(f32::MAX),
        |_| Vec3::splat(f32::MIN_POSITIVE / 4.0),
        |n| Vec3::new(0.0, if n % 2 == 0 { 1e30 } else { -1e-30 }, 0.0),
        |n| Vec3::new(0.0, n as f32, 0.0),
        |n| if n == 5 { Vec3::MAX } else { Vec3::Y },
    ];
    for (n, at) in positions.into_iter().enumerate() {
        let skeleton = human(at);
        for unnamed in [false, true] {
            let skeleton = if unnamed { nameless(&skeleton) } else { skeleton.clone() };
            let found = Humanoid::detect(&skeleton);
            assert!(found.iter().all(|h| (0.0..=1.0).contains(&h.confidence)));
            let lost = vec![Affine3A::from_rotation_translation(Quat::NAN, Vec3::NAN); skeleton.len()];
            assert!(
                Humanoid::detect_posed(&skeleton, &lost).iter().all(|h| (0.0..=1.0).contains(&h.confidence))
            );
        }
        // Consistent names make a body in any pose, unless arms and legs point the same way.
        if matches!(n, 0 | 1 | 5) {
            assert_eq!(
                Humanoid::detect(&skeleton).map(|h| h.named_bones.missing().count()),
                Some(0),
                "places {n}"
            );
        }
    }
    assert_eq!(Humanoid::detect(&Skeleton::default()), None);
}

fn nameless(skeleton: &Skeleton) -> Skeleton {
    let joint = |n: usize| {
        let joint = skeleton.by_file_index(n).unwrap();
        let parent = skeleton.parent(joint).map(|p| skeleton.file_index(p) as u32);
        Joint { name: String::new(), parent, rest: skeleton.rest()[joint.index()], in_scene: true }
    };
    Skeleton::new((0..skeleton.len()).map(joint).collect()).unwrap()
}

#[test]
#[should_panic(expected = "a transform per joint")]
fn a_pose_of_another_skeleton_panics() {
    let _ = Humanoid::detect_posed(&Skeleton::default(), &[Affine3A::IDENTITY]);
}

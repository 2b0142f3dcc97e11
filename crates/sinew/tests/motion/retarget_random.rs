//! Thousands of random bodies: all results are finite.

use crate::retarget_body::{Body, Build, PLAIN, body, walk};
use sinew::clip::{Interpolation, JointTrack, Track};
use sinew::glam::{Quat, Vec3};
use sinew::humanoid::Humanoid;
use sinew::retarget::{FaceMap, RetargetSettings, retarget_clip};
use sinew::skeleton::Joint;
use sinew::{LocalPose, RawClip, SampleCursor, Skeleton, Transform};
use test_needs::cases;

/// The plain body with some random joint transforms.
fn odd(random: &mut fastrand::Rng) -> Body {
    let plain = body(Build { odd_axes: random.bool(), ..PLAIN });
    let mut rest = plain.skeleton.rest().to_vec();
    let share = random.f32();
    for joint in &mut rest {
        if random.f32() > share {
            continue;
        }
        let size = [0.0, 1e-9, 1e-4, 1.0, 1.0, 100.0, 1e8, 1e20][random.usize(0..8)];
        let mut number = || (random.f32() * 2.0 - 1.0) * size;
        match number().to_bits() % 5 {
            0 => joint.translation *= size,
            1 => joint.translation = Vec3::new(number(), number(), number()),
            2 => joint.scale = Vec3::new(number(), number(), number()),
            3 => joint.scale = Vec3::splat(number()),
            _ => {
                joint.rotation = Quat::from_rotation_x(number() % 7.0) * Quat::from_rotation_y(number() % 7.0)
            }
        }
    }
    let plain_skeleton = &plain.skeleton;
    let joints = (0..plain_skeleton.len()).map(|n| {
        let joint = plain_skeleton.by_file_index(n).unwrap();
        Joint {
            name: plain_skeleton.name(joint).into(),
            parent: plain_skeleton.parent(joint).map(|p| plain_skeleton.file_index(p) as u32),
            rest: rest[joint.index()],
            in_scene: true,
        }
    });
    let skeleton = Skeleton::new(joints.collect()).unwrap();
    let humanoid = Humanoid::of_map(&skeleton, plain.humanoid.named_bones.clone(), "odd");
    Body { skeleton, humanoid }
}

/// A few random frames.
fn wild(person: &Body, random: &mut fastrand::Rng) -> RawClip {
    let times: Vec<f32> = (0..8).map(|k| k as f32 * 0.04).collect();
    let mut clip = RawClip::default();
    for joint in person.skeleton.joints() {
        let mut track = JointTrack::new(joint);
        let size = [0.0, 1e-6, 1.0, 1.0, 1e6, 1e25][random.usize(0..6)];
        let mut number = || random.f32() * 2.0 - 1.0;
        let turns = (0..8)
            .map(|_| Quat::from_xyzw(number(), number(), number(), number()).try_normalize_or_identity());
        let turns = turns.collect();
        track.rotation = Some(Track::new(Interpolation::Linear, 1, times.clone().into(), turns).unwrap());
        if number() > 0.6 {
            let positions = (0..8).map(|_| Vec3::new(number(), number(), number()) * size).collect();
            track.translation =
                Some(Track::new(Interpolation::Linear, 1, times.clone().into(), positions).unwrap());
        }
        clip.joints.push(track);
    }
    clip
}

trait OrIdentity {
    fn try_normalize_or_identity(self) -> Self;
}

impl OrIdentity for Quat {
    fn try_normalize_or_identity(self) -> Self {
        if self.length() > 1e-3 { self.normalize() } else { Self::IDENTITY }
    }
}

#[test]
fn random_bodies_give_finite_results() {
    let sound = body(PLAIN);
    let mut walk = walk(&sound);
    for track in &mut walk.joints {
        if let Some(keys) = &mut track.rotation {
            *keys =
                Track::new(Interpolation::Linear, 1, keys.times()[..30].into(), keys.values()[..30].to_vec())
                    .unwrap();
        }
        track.translation = None;
    }
    for mut random in cases(3000) {
        let round = random.seed();
        let (a, b) = (odd(&mut random), odd(&mut random));
        let (from, to) = match round % 3 {
            0 => (&sound, &a),
            1 => (&a, &sound),
            _ => (&a, &b),
        };
        let clip = if round % 2 == 0 && round % 3 == 0 { walk.clone() } else { wild(from, &mut random) };
        let settings = RetargetSettings::default().with_foot_correction(round % 5 != 0);
        let (made, report) = retarget_clip(&clip, &from.onto(to), &settings, &FaceMap::default()).unwrap();
        for k in 0..4 {
            let mut pose = LocalPose::rest(&to.skeleton);
            let time = clip.end() * k as f32 / 3.0;
            made.sample(time, &mut SampleCursor::new(), &mut pose, &mut Default::default());
            assert!(pose.as_slice().iter().all(Transform::is_finite), "{round}");
        }
        if let Some(feet) = report.foot_correction {
            let lengths = [feet.slide, feet.slide_before, feet.penetration, feet.shortfall];
            assert!(lengths.iter().all(|n| n.is_finite()), "{round}: {feet:?}");
        }
        assert!(report.root_motion_scale.is_finite(), "{round}");
    }
}

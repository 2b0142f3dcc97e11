//! Edits of random clips of a small body: with all interpolations, and a rest pose that is not the reference
//! pose.

use super::*;
use fastrand::Rng;
use sinew::clip::{Interpolation, JointTrack, RootPose, RootTrack, SampleCursor, Track, TrackValue};
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::playback::CharacterMirror;
use sinew::skeleton::{Joint, ReferenceOrigin};
use sinew::{Character, CharacterParts, JointId, LocalPose, ModelPose, RawClip, Skeleton, Transform};
use test_needs::cases;

const ALL: [Interpolation; 3] = [Interpolation::Step, Interpolation::Linear, Interpolation::CubicSpline];

fn vector(random: &mut Rng) -> Vec3 {
    Vec3::from_array(std::array::from_fn(|_| random.f32() * 2.0 - 1.0))
}

fn turn(random: &mut Rng, angle: f32) -> Quat {
    Quat::from_scaled_axis(vector(random) * angle)
}

/// Hips, a spine and two arms of two joints each, with axes at random. The rest pose differs from the
/// reference pose, which is symmetrical but for the axes.
fn body(random: &mut Rng) -> Character {
    let joints = [
        ("hips", None, Vec3::new(0.0, 1.0, 0.0)),
        ("spine", Some(0), Vec3::new(0.0, 1.5, 0.0)),
        ("arm.L", Some(1), Vec3::new(0.2, 1.4, 0.0)),
        ("hand.L", Some(2), Vec3::new(0.5, 1.4, 0.1)),
        ("arm.R", Some(1), Vec3::new(-0.2, 1.4, 0.0)),
        ("hand.R", Some(4), Vec3::new(-0.5, 1.4, 0.1)),
    ];
    let model: Vec<Affine3A> =
        joints.iter().map(|(.., at)| Affine3A::from_rotation_translation(turn(random, 2.0), *at)).collect();
    let joints = joints.iter().enumerate().map(|(n, (name, parent, _))| {
        let above = parent.map_or(Affine3A::IDENTITY, |parent: u32| model[parent as usize]);
        let rest = Transform::from_affine(&(above.inverse() * model[n]));
        Joint { name: (*name).into(), parent: *parent, rest, in_scene: true }
    });
    let mut skeleton = Skeleton::new(joints.collect()).unwrap();
    let reference = skeleton.rest().to_vec();
    let mut rest = reference.clone();
    for name in ["spine", "hand.L", "hand.R"] {
        let joint = &mut rest[skeleton.find(name).unwrap().index()];
        joint.rotation *= turn(random, 0.4);
        joint.translation += vector(random) * 0.05;
    }
    skeleton.set_rest(rest);
    skeleton.set_reference(reference, ReferenceOrigin::Custom).unwrap();
    Character::new(CharacterParts { skeleton, ..CharacterParts::default() }).unwrap()
}

fn track<V: TrackValue>(
    random: &mut Rng,
    value: impl Fn(&mut Rng) -> V,
    tangent: impl Fn(&mut Rng) -> V,
) -> Track<V> {
    // Keys that are not dense, so that the velocity at an end is that of its line.
    let mut times = vec![if random.bool() { 0.5 } else { 0.58 + random.f32() }];
    while let Some(time) = times.last().map(|last| last + 0.31 + 0.5 * random.f32()).filter(|t| *t < 2.42) {
        times.push(time);
    }
    let interpolation = ALL[random.usize(0..3)];
    let rows = if interpolation == Interpolation::CubicSpline { 3 } else { 1 };
    let count = times.len() * rows;
    let values = (0..count).map(|n| if rows == 3 && n % 3 != 1 { tangent(random) } else { value(random) });
    Track::new(interpolation, 1, times.into(), values.collect()).unwrap()
}

/// A random clip of the body; some joints have no keys.
fn clip(character: &Character, random: &mut Rng) -> RawClip {
    let rest = character.skeleton().rest().to_vec();
    let mut joints = Vec::new();
    for joint in character.skeleton().joints().filter(|_| random.u8(0..4) > 0).collect::<Vec<_>>() {
        let (at, turned) = (rest[joint.index()].translation, rest[joint.index()].rotation);
        let mut keys = JointTrack::new(joint);
        if random.bool() {
            keys.translation = Some(track(random, |r| at + vector(r) * 0.1, vector));
        }
        if random.u8(0..4) > 0 {
            let tangent = |r: &mut Rng| Quat::from_vec4((vector(r) * 0.5).extend(0.0));
            keys.rotation = Some(track(random, |r| turned * turn(r, 0.5), tangent));
        }
        if random.bool() {
            keys.scale = Some(track(random, |r| Vec3::ONE + vector(r) * 0.2, |r| vector(r) * 0.2));
        }
        joints.push(keys);
    }
    let pose = |r: &mut Rng| RootPose { position: vector(r), heading: r.f32() };
    let poses = vec![RootPose::default(), pose(random), pose(random)];
    let root_motion = random.bool().then(|| RootTrack::new([0.5, 1.0, 2.5].into(), poses).unwrap());
    RawClip { joints, root_motion, ..RawClip::default() }
}

fn positions(character: &Character, pose: &LocalPose) -> Vec<Vec3> {
    let mut model = ModelPose::rest(character.skeleton());
    model.update(character.skeleton(), pose);
    model.as_slice().iter().map(|joint| joint.translation.into()).collect()
}

fn at(character: &Character, clip: &RawClip, time: f32) -> LocalPose {
    let mut pose = LocalPose::rest(character.skeleton());
    clip.sample_joints(time, &mut SampleCursor::new(), &mut pose);
    pose
}

fn apart(a: &[Vec3], b: &[Vec3]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max)
}

#[test]
fn mirrored_clips_show_mirrored_poses_and_mirror_back() {
    for mut random in cases(300) {
        let character = body(&mut random);
        let clip = clip(&character, &mut random);
        let mirrored = mirror_clip(&clip, &character).unwrap();
        let twice = mirror_clip(&mirrored, &character).unwrap();
        let mirror = CharacterMirror::new(&character);
        for _ in 0..12 {
            let time = 0.3 + 2.5 * random.f32();
            let source = at(&character, &clip, time);
            let mut expected = source.clone();
            mirror.pose_mirror().apply(source.as_slice(), expected.as_mut_slice());
            let found = positions(&character, &at(&character, &mirrored, time));
            let off = apart(&found, &positions(&character, &expected));
            assert!(off < 2e-4, "case {}: {off} m", random.seed());
            let back = positions(&character, &at(&character, &twice, time));
            let off = apart(&back, &positions(&character, &source));
            assert!(off < 2e-4, "case {}: {off} m after two", random.seed());
        }
        for (a, b) in clip.root_motion.iter().zip(&mirrored.root_motion) {
            for (a, b) in a.poses().iter().zip(b.poses()) {
                assert_eq!((a.position * Vec3::new(-1.0, 1.0, 1.0), -a.heading), (b.position, b.heading));
            }
        }
    }
}

#[test]
fn joints_without_keys_get_those_that_their_mirror_image_needs() {
    let character = body(&mut Rng::with_seed(4));
    let skeleton = character.skeleton();
    let spine = skeleton.find("spine").unwrap();
    let rotation = Track::new(Interpolation::Linear, 1, [2.0].into(), vec![Quat::IDENTITY]).ok();
    let joints = vec![JointTrack { rotation, ..JointTrack::new(spine) }];
    let clip = RawClip { joints, ..RawClip::default() };
    let mirrored = mirror_clip(&clip, &character).unwrap();
    let keyed = |name: &str| {
        let joint = skeleton.find(name).unwrap();
        mirrored.joints.iter().find(|track| track.joint == joint).map(|track| track.rotation.is_some())
    };
    // The rest poses of the hands and of the spine alone are not those of the reference pose.
    assert_eq!((keyed("hips"), keyed("arm.L"), keyed("arm.R")), (None, None, None));
    assert_eq!((keyed("hand.L"), keyed("hand.R"), keyed("spine")), (Some(true), Some(true), Some(true)));
    assert_eq!((mirrored.start(), mirrored.end()), (2.0, 2.0));
}

/// Numbers of a track at a time.
type Sampler<'a> = Box<dyn Fn(f32) -> Vec<f32> + 'a>;

/// Change per second at both ends, from keys and samples near them.
fn end_speeds(sample: &dyn Fn(f32) -> Vec<f32>) -> [Vec<f32>; 2] {
    let step = 1e-3;
    let speed = |from: f32, to: f32| -> Vec<f32> {
        sample(from).iter().zip(sample(to)).map(|(a, b)| (b - a) / step).collect()
    };
    [speed(0.5, 0.5 + step), speed(2.5 - step, 2.5)]
}

/// The ends of every track that does not step meet, with equal velocities, whatever its keys are.
#[test]
fn random_clips_close() {
    for mut random in cases(300) {
        let character = body(&mut random);
        let mut clip = clip(&character, &mut random);
        clip.root_motion = None;
        // All clips last from 0.5 s to 2.5 s.
        let ends = Track::new(Interpolation::Linear, 1, [0.5, 2.5].into(), vec![Vec3::ONE; 2]).ok();
        clip.joints.retain(|track| track.joint != JointId(0));
        clip.joints.push(JointTrack { scale: ends, ..JointTrack::new(JointId(0)) });
        let settings = LoopSettings::default().with_keep_travel(Some(false));
        let closed = close_loop(&clip, &character, &settings).unwrap();
        assert_eq!((closed.clip.start(), closed.clip.end()), (0.5, 2.5));
        for (source, track) in clip.joints.iter().zip(&closed.clip.joints) {
            let vectors = [&track.translation, &track.scale].into_iter().flatten();
            let mut samplers: Vec<(Interpolation, Sampler<'_>)> = Vec::new();
            for keys in vectors {
                let sample = |time| keys.sample_vector(time, &mut 0).to_array().to_vec();
                samplers.push((keys.interpolation(), Box::new(sample)));
            }
            if let Some(keys) = &track.rotation {
                let first = keys.sample_rotation(0.5, &mut 0);
                let sample = move |time| {
                    let turn = keys.sample_rotation(time, &mut 0);
                    (if turn.dot(first) < 0.0 { -turn } else { turn }).to_array().to_vec()
                };
                samplers.push((keys.interpolation(), Box::new(sample)));
            }
            for (interpolation, sample) in samplers {
                if interpolation == Interpolation::Step {
                    continue;
                }
                let gap = sample(0.5).iter().zip(sample(2.5)).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
                assert!(gap < 1e-5, "case {}: {gap}", random.seed());
                let [first, last] = end_speeds(&*sample);
                let jump = first.iter().zip(last).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
                // Velocities before are of up to 5 per second. Those of lines are measured by parabolas through
                // three frames, not by the first line alone.
                assert!(jump < 0.3, "case {}: {jump} {interpolation:?}", random.seed());
            }
            let steps = |track: &Option<Track<Vec3>>| {
                track.clone().filter(|keys| keys.interpolation() == Interpolation::Step)
            };
            assert_eq!(steps(&source.translation), steps(&track.translation));
        }
        // Between the blends all stays.
        let time = 1.2 + 0.6 * random.f32();
        let (before, after) = (at(&character, &clip, time), at(&character, &closed.clip, time));
        let off = apart(&positions(&character, &before), &positions(&character, &after));
        assert!(off < 2e-3, "case {}: {off} m", random.seed());
    }
}

#[test]
fn a_difference_is_the_distance_of_joints() {
    let random = &mut Rng::with_seed(4);
    let character = body(random);
    let mut source = clip(&character, random);
    source.root_motion = RootTrack::new([0.5, 2.0].into(), vec![RootPose::default(); 2]).ok();
    let same = clip_difference(&source, &source, &character).unwrap();
    assert_eq!((same.largest, same.rms, same.joint), (0.0, 0.0, None));
    // All joints are moved from 1.25 s on, farthest at the end.
    let moved = RootPose { position: Vec3::new(0.3, 0.0, 0.4), ..RootPose::default() };
    let poses = vec![RootPose::default(), RootPose::default(), moved];
    let edited =
        RawClip { root_motion: RootTrack::new([0.5, 1.25, 2.0].into(), poses).ok(), ..source.clone() };
    let found = clip_difference(&source, &edited, &character).unwrap();
    assert!((found.largest - 0.5).abs() < 1e-5 && found.joint.is_some(), "{found:?}");
    assert!(found.time >= 2.0 - 1e-4 && found.rms < 0.5 && found.rms > 0.2, "{found:?}");
    // A joint below a turned one counts where it is.
    let hand = character.skeleton().find("hand.L").unwrap();
    let mut far = source.clone();
    far.joints.retain(|track| track.joint != hand);
    let shift = vec![character.skeleton().rest()[hand.index()].translation + Vec3::X];
    let shift = Track::new(Interpolation::Linear, 1, [0.5].into(), shift).ok();
    far.joints.push(JointTrack { translation: shift, ..JointTrack::new(hand) });
    assert_eq!(clip_difference(&source, &far, &character).unwrap().joint, Some(hand));
    let other = Character::new(CharacterParts::default()).unwrap();
    assert!(clip_difference(&source, &source, &other).is_err());
}

/// A body that turns and travels by its hips keeps both, and closes the rest.
#[test]
fn travel_and_turns_stay() {
    let character = body(&mut Rng::with_seed(9));
    let hips = character.skeleton().find("hips").unwrap();
    let rest = character.skeleton().rest()[hips.index()];
    let count = 61;
    let times: Vec<f32> = (0..count).map(|n| n as f32 / 30.0).collect();
    let heading = |time: f32| 0.7 * time + 0.1 * (3.0 * time).sin();
    let way = |time: f32| Vec3::new(0.3 * time * time, 1.0 + 0.05 * (5.0 * time).cos(), 1.2 * time);
    let tilt = |time: f32| Quat::from_rotation_x(0.1 * (4.0 * time).sin());
    let turns = times.iter().map(|t| Quat::from_rotation_y(heading(*t)) * tilt(*t) * rest.rotation).collect();
    let ways = times.iter().map(|time| way(*time)).collect();
    let times: std::sync::Arc<[f32]> = times.into();
    let joint = JointTrack {
        translation: Track::new(Interpolation::Linear, 1, times.clone(), ways).ok(),
        rotation: Track::new(Interpolation::Linear, 1, times, turns).ok(),
        ..JointTrack::new(hips)
    };
    let clip = RawClip { joints: vec![joint], ..RawClip::default() };
    let closed = close_loop(&clip, &character, &LoopSettings::default()).unwrap();
    let end = clip.end();
    let turned = heading(end) - heading(0.0);
    assert!((closed.travel.heading - turned).abs() < 0.02, "{} {turned}", closed.travel.heading);
    assert!(closed.travel.position.distance((way(end) - way(0.0)).with_y(0.0)) < 1e-4);
    assert!(closed.before.distance > 0.05 && closed.after.distance < 1e-4, "{:?}", closed.after);
    assert!(closed.before.speed_jump > 0.3 && closed.after.speed_jump < 0.02, "{:?}", closed.after);
    let hips_at = |clip: &RawClip, time| *at(&character, clip, time).get(hips);
    let (first, last) = (hips_at(&closed.clip, 0.0), hips_at(&closed.clip, end));
    assert!((last.translation.y - first.translation.y).abs() < 1e-5, "height");
    let over = last.rotation * first.rotation.inverse();
    assert!(over.angle_between(Quat::from_rotation_y(closed.travel.heading)) < 1e-3, "tilt");
    // In place, all of it is closed.
    let settings = LoopSettings::default().with_keep_travel(Some(false));
    let closed = close_loop(&clip, &character, &settings).unwrap();
    let (first, last) = (hips_at(&closed.clip, 0.0), hips_at(&closed.clip, end));
    assert!(first.translation.distance(last.translation) < 1e-4);
    assert_eq!(closed.travel, RootPose::default());
    // As root motion, it stays as well, with equal velocities in the axes of the body.
    let root = RootTrack::new(
        (0..count).map(|n| n as f32 / 30.0).collect(),
        (0..count)
            .map(|n| n as f32 / 30.0)
            .map(|time| RootPose { position: way(time).with_y(0.0), heading: heading(time) })
            .collect(),
    );
    let mut clip = clip;
    clip.joints[0].translation = None;
    clip.joints[0].rotation =
        Track::new(Interpolation::Linear, 1, [0.0, end].into(), vec![rest.rotation; 2]).ok();
    clip.root_motion = root.ok();
    let closed = close_loop(&clip, &character, &LoopSettings::default()).unwrap();
    assert!(closed.before.speed_jump > 0.3 && closed.after.speed_jump < 0.02, "{:?}", closed.after);
    let (before, after) = (clip.root_motion.unwrap(), closed.clip.root_motion.unwrap());
    assert!(after.sample(end).position.distance(before.sample(end).position) < 1e-5);
    assert!((after.sample(end).heading - before.sample(end).heading).abs() < 1e-6);
}

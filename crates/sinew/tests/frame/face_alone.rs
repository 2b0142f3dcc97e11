//! A face left alone for ten minutes: blinks, saccades, glances.

use crate::talker;
use sinew::actor::Actor;
use sinew::face::{BlinkSettings, EyeMovementSettings, Gaze};
use sinew::glam::Vec3;

const MINUTES: usize = 10;

fn alone(seed: u64) -> Actor {
    let mut actor = Actor::without_clips(talker::character(talker::parts()));
    let face = actor.face_mut().unwrap();
    face.set_blinks(Some(BlinkSettings::new(seed)));
    let mut eyes = EyeMovementSettings::new(seed);
    eyes.lid_factor = 0.0; // blinks alone move the lids
    face.set_eye_movements(Some(eyes));
    actor
}

/// Weight of the blink, yaw and pitch in a frame.
fn sample(actor: &Actor) -> [f32; 3] {
    let gaze = actor.face().unwrap().resolved_gaze().unwrap().angles;
    [actor.frame().expression_weights()[3], gaze.yaw, gaze.pitch]
}

#[test]
fn ten_minutes_are_those_of_a_person() {
    for seed in 0..5 {
        let mut actor = alone(seed);
        let frames: Vec<[f32; 3]> = (0..MINUTES * 3600)
            .map(|_| {
                actor.update(1.0 / 60.0);
                sample(&actor)
            })
            .collect();
        let (mut blinks, mut n) = (0, 0);
        while n < frames.len() {
            if frames[n][0] == 0.0 {
                n += 1;
                continue;
            }
            let end = (n..frames.len()).find(|k| frames[*k][0] == 0.0).unwrap_or(frames.len());
            let closed = (n..end).max_by(|a, b| frames[*a][0].total_cmp(&frames[*b][0])).unwrap();
            // Frames are 16.7 ms long, so that times are known to one of them.
            let [closing, opening] =
                [closed + 1 - n, end - closed].map(|frames| frames as f32 * 1000.0 / 60.0);
            assert!(frames[closed][0] > 0.9, "seed {seed}: {}", frames[closed][0]);
            assert!((60.0 - 17.0..=100.0 + 17.0).contains(&closing), "seed {seed}: {closing} ms");
            assert!((150.0 - 17.0..=200.0 + 17.0).contains(&opening), "seed {seed}: {opening} ms");
            (blinks, n) = (blinks + 1, end);
        }
        let per_minute = blinks as f32 / MINUTES as f32;
        assert!((10.0..=20.0).contains(&per_minute), "seed {seed}: {per_minute} blinks a minute");
        let angle = |frame: &[f32; 3]| frame[1].hypot(frame[2]).to_degrees();
        assert!(frames.iter().all(|frame| angle(frame) < 24.0), "seed {seed}");
        let aside = frames.iter().filter(|frame| angle(frame) > 2.0).count() as f32 / frames.len() as f32;
        assert!((0.08..0.4).contains(&aside), "seed {seed}: {aside} of the time aside");
        let moves = frames.windows(2).filter(|pair| pair[0][1..] != pair[1][1..]).count();
        let moving = moves as f32 / frames.len() as f32;
        assert!((0.01..0.12).contains(&moving), "seed {seed}: {moving} of the frames in saccades");
    }
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_others_differ() {
    let run = |seed| {
        let mut actor = alone(seed);
        let frames = (0..3600).flat_map(|frame: i32| {
            let target = Vec3::new(0.5, 1.6, 1.0);
            let gaze = if frame / 300 % 2 == 0 { Gaze::Animated } else { Gaze::Target(target) };
            actor.face_mut().unwrap().set_gaze(gaze);
            actor.update(1.0 / 60.0);
            let local = actor.frame().local()[2].rotation.to_array().map(f32::to_bits);
            sample(&actor).map(f32::to_bits).into_iter().chain(local).collect::<Vec<_>>()
        });
        frames.collect::<Vec<_>>()
    };
    assert!(run(7) == run(7));
    assert!(run(7) != run(8));
}

#[test]
fn blinks_and_eyes_are_the_same_at_30_60_and_144_frames_per_second() {
    // Each fifth of a second, which all rates share; the target moves at whole seconds.
    let run = |rate: usize| {
        let mut actor = alone(3);
        let mut samples = Vec::new();
        for frame in 0..rate * 60 {
            let gaze = match frame / rate % 4 {
                0 | 1 => Gaze::Animated,
                2 => Gaze::Target(Vec3::new(0.5, 1.6, 1.0)),
                _ => Gaze::Target(Vec3::new(-0.5, 1.4, 1.0)),
            };
            actor.face_mut().unwrap().set_gaze(gaze);
            actor.update(1.0 / rate as f32);
            if (frame + 1) * 6 % rate == 0 {
                samples.push(sample(&actor));
            }
        }
        samples
    };
    let slow = run(30);
    assert!(slow.iter().filter(|sample| sample[0] > 0.1).count() > 15, "large saccades blink");
    for rate in [60, 144] {
        for (n, (a, b)) in slow.iter().zip(run(rate)).enumerate() {
            let off = (0..3).map(|k| (a[k] - b[k]).abs()).fold(0.0, f32::max);
            assert!(off < 0.03, "{rate} Hz, {} s: {a:?} {b:?}", (n + 1) as f32 / 6.0);
        }
    }
}

#[test]
fn glances_over_several_frames_blink_at_any_frame_rate() {
    use sinew::face::GazeAngles;
    let blinks = |rate: usize, degrees: f32, seconds: f32| {
        let mut actor = Actor::without_clips(talker::character(talker::parts()));
        actor.face_mut().unwrap().set_blinks(Some(BlinkSettings::new(1)));
        let mut max = 0.0f32;
        for frame in 0..rate {
            let share = ((frame as f32 / rate as f32 - 0.3) / seconds).clamp(0.0, 1.0);
            let yaw = share * degrees.to_radians();
            actor.face_mut().unwrap().set_gaze(Gaze::Angles(GazeAngles { yaw, pitch: 0.0 }));
            actor.update(1.0 / rate as f32);
            max = max.max(actor.frame().expression_weights()[3]);
        }
        max > 0.5
    };
    for rate in [30, 60, 144, 240, 1000] {
        assert!(blinks(rate, 28.0, 0.1) && blinks(rate, 28.0, 0.001), "{rate} Hz");
        assert!(!blinks(rate, 22.0, 0.1) && !blinks(rate, 22.0, 0.001), "{rate} Hz: a small one");
        assert!(!blinks(rate, 28.0, 0.5), "{rate} Hz: a slow one");
    }
}

#[test]
fn a_frame_that_is_resolved_again_is_the_same() {
    use sinew::FrameInput;
    use sinew::glam::{Affine3A, Quat};
    let mut actor = alone(2);
    for frame in 0..600 {
        let gaze = if frame / 100 % 2 == 0 { Gaze::Animated } else { Gaze::Target(Vec3::new(0.5, 1.6, 1.0)) };
        actor.face_mut().unwrap().set_gaze(gaze);
        let world_from_model = Affine3A::from_quat(Quat::from_rotation_y(frame as f32 * 0.02));
        let input = |dt: f32| {
            let input = FrameInput::new(dt, world_from_model);
            if frame % 150 == 149 { input.with_teleport() } else { input }
        };
        actor.advance(1.0 / 60.0);
        actor.resolve(input(1.0 / 60.0));
        let (once, eye) = (sample(&actor), actor.frame().local()[2]);
        actor.resolve(input(0.0));
        assert_eq!((once, eye), (sample(&actor), actor.frame().local()[2]), "{frame}");
    }
}

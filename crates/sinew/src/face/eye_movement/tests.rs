//! Tests of eye movements: saccades, smooth pursuit, fixations, glances, caps.

use super::{EyeGoal, EyeMovementSettings, EyeMovements, EyeStep};
use crate::face::GazeAngles;
use glam::{Mat3A, Vec3};
use test_needs::cases;

const DEGREE: f32 = std::f32::consts::PI / 180.0;

fn step(dt: f32, goal: EyeGoal) -> EyeStep {
    EyeStep { dt, world_from_head: Mat3A::IDENTITY, goal, teleported: false }
}

fn gaze(yaw: f32, pitch: f32) -> GazeAngles {
    GazeAngles { yaw: yaw * DEGREE, pitch: pitch * DEGREE }
}

fn point(yaw: f32, pitch: f32) -> EyeGoal {
    EyeGoal::Point(gaze(yaw, pitch), 2.0)
}

/// Eyes that have looked straight ahead for a moment, without small saccades.
fn still_eyes() -> EyeMovements {
    let mut eyes = EyeMovements::new(EyeMovementSettings::new(1).with_fixation_angle(0.0));
    eyes.advance(&step(0.01, point(0.0, 0.0)));
    eyes
}

#[test]
fn saccades_take_the_time_of_their_angle_with_a_bell_of_speed() {
    for angle in [5.0, 10.0, 20.0, 40.0] {
        let mut eyes = still_eyes();
        let way: Vec<f32> =
            (0..400).map(|_| eyes.advance(&step(0.001, point(angle, 0.0))).yaw / DEGREE).collect();
        let end = way.iter().position(|yaw| (yaw - angle).abs() < 1e-3 * angle).unwrap() as f32 + 1.0;
        // Lee, Badler, Badler: 20 to 30 ms and 2.2 to 2.7 ms per degree.
        let (least, most) = (20.0 + 2.2 * angle, 30.0 + 2.7 * angle);
        assert!((0.8 * least..=1.2 * most).contains(&end), "{angle}°: {end} ms");
        let speeds: Vec<f32> = way.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let peak = speeds.iter().copied().fold(0.0, f32::max) * 1000.0;
        // Itti, Dhavale, Pighin: 473°/s (1 − exp(−angle / 7.8°)).
        let law = 473.0 * (1.0 - (-angle / 7.8).exp());
        assert!((0.5 * law..1.6 * law).contains(&peak), "{angle}°: {peak} of {law}°/s");
        let top = speeds.iter().position(|speed| *speed * 1000.0 == peak).unwrap();
        assert!(speeds[..top].is_sorted() && speeds[top..end as usize].is_sorted_by(|a, b| a >= b));
    }
}

#[test]
fn moving_targets_are_followed_smoothly_and_caught_up_with() {
    let mut eyes = still_eyes();
    for frame in 0..60 {
        let yaw = frame as f32 * 20.0 / 60.0;
        let gaze = eyes.advance(&step(1.0 / 60.0, point(yaw, 0.0)));
        assert!((gaze.yaw / DEGREE - yaw).abs() < 1e-3, "{frame}");
        assert_eq!(eyes.last_saccade(), None, "20° per second need no saccade");
    }
    let (mut eyes, mut saccades) = (still_eyes(), 0);
    for frame in 0..30 {
        let yaw = frame as f32 * 90.0 / 60.0;
        let gaze = eyes.advance(&step(1.0 / 60.0, point(yaw, 0.0)));
        saccades += usize::from(eyes.last_saccade().is_some());
        assert!((gaze.yaw / DEGREE - yaw).abs() < 12.0, "{frame}");
    }
    assert!((2..=10).contains(&saccades), "{saccades} saccades catch up with 90° per second");
}

#[test]
fn eyes_keep_their_direction_in_the_world_while_the_head_turns() {
    let mut eyes = still_eyes();
    let target = Vec3::new(0.5, 0.1, 1.0).normalize();
    for frame in 0..300 {
        // Shaken and nodded fast; the first moment is the saccade to the target.
        let time = frame as f32 / 60.0;
        let turn = glam::Quat::from_rotation_y(0.3 * (6.0 * time).sin())
            * glam::Quat::from_rotation_x(0.1 * (9.0 * time).sin());
        let head = Mat3A::from_quat(turn);
        let seen = GazeAngles::from_direction(head.inverse() * target);
        let goal = EyeGoal::Point(seen, 2.0);
        let gaze = eyes.advance(&EyeStep { world_from_head: head, ..step(1.0 / 60.0, goal) });
        let miss = (head * gaze.direction()).angle_between(target);
        assert!(frame < 10 || miss < 0.1 * DEGREE, "{frame}: {}°", miss / DEGREE);
    }
    // Without a target they do so too, and come back when they are far aside.
    let settings = EyeMovementSettings::new(3).with_fixation_angle(0.0).with_glances_per_minute(0.0);
    let (mut eyes, mut back) = (EyeMovements::new(settings), 0);
    for frame in 0..120 {
        let head = Mat3A::from_rotation_y(frame as f32 / 60.0);
        let gaze = eyes.advance(&EyeStep { world_from_head: head, ..step(1.0 / 60.0, EyeGoal::Idle) });
        assert!(gaze.yaw.abs() < 12.0 * DEGREE, "{frame}: {gaze:?}");
        back += usize::from(eyes.last_saccade().is_some_and(|(angle, _)| angle > 5.0 * DEGREE));
    }
    assert!((8..25).contains(&back), "{back} quick phases in a turn of two radians");
}

/// Times and angles of all saccades of a minute, with targets that change at whole seconds.
fn saccades(rate: u32, seed: u64, goal: impl Fn(u32) -> EyeGoal) -> Vec<(f64, f32)> {
    let mut eyes = EyeMovements::new(EyeMovementSettings::new(seed).with_social_gaze(true));
    let mut found = Vec::new();
    eyes.advance(&step(0.0, goal(0)));
    for frame in 0..60 * rate {
        eyes.advance(&step(1.0 / rate as f32, goal(frame / rate)));
        if let Some((angle, ago)) = eyes.last_saccade() {
            found.push((f64::from(frame + 1) / f64::from(rate) - f64::from(ago), angle));
        }
    }
    found
}

#[test]
fn saccades_come_at_the_same_times_at_any_frame_rate() {
    let targets = |second: u32| match second % 20 {
        0..7 => EyeGoal::Idle,
        7..14 => point(12.0, 3.0),
        _ => point(-15.0, -5.0),
    };
    for seed in 0..4 {
        let slow = saccades(30, seed, targets);
        assert!(slow.len() > 40, "{}", slow.len());
        for rate in [60, 144] {
            let fast = saccades(rate, seed, targets);
            assert_eq!(slow.len(), fast.len(), "{rate} Hz, seed {seed}");
            for (a, b) in slow.iter().zip(&fast) {
                assert!((a.0 - b.0).abs() < 2e-3 && (a.1 - b.1).abs() < 2e-3, "{rate} Hz: {a:?} {b:?}");
            }
        }
    }
}

#[test]
fn glances_have_the_angles_of_the_paper_and_stay_within_the_cap() {
    let (mut glances, mut small, mut count) = (Vec::new(), 0, 0);
    for seed in 0..8 {
        let mut eyes = EyeMovements::new(EyeMovementSettings::new(seed));
        for _ in 0..36_000 {
            let gaze = eyes.advance(&step(1.0 / 60.0, EyeGoal::Idle));
            assert!(gaze.yaw.hypot(gaze.pitch) < 24.0 * DEGREE, "{gaze:?}");
            if let Some((angle, _)) = eyes.last_saccade() {
                count += 1;
                small += usize::from(angle < 1.6 * DEGREE);
                if angle > 2.0 * DEGREE {
                    glances.push(angle / DEGREE);
                }
            }
        }
    }
    let per_minute = count as f32 / 80.0;
    assert!((30.0..90.0).contains(&per_minute), "{per_minute} saccades a minute");
    assert!((0.3..0.9).contains(&(small as f32 / count as f32)), "{small} of {count} are small");
    let mean = glances.iter().sum::<f32>() / glances.len() as f32;
    assert!((6.0..11.0).contains(&mean), "{mean}°");
    assert!(glances.iter().any(|angle| *angle > 18.0) && glances.iter().all(|angle| *angle < 46.0));
}

#[test]
fn a_social_gaze_rests_on_the_eyes_for_three_quarters_of_its_time() {
    let mut eyes = EyeMovements::new(EyeMovementSettings::new(5).with_social_gaze(true));
    let [mut left, mut right, mut mouth, mut away] = [0; 4];
    for _ in 0..60 * 600 {
        let gaze = eyes.advance(&step(1.0 / 60.0, EyeGoal::Point(GazeAngles::default(), 1.0)));
        *match (gaze.yaw / DEGREE, gaze.pitch / DEGREE) {
            (yaw, pitch) if (yaw - 1.83).abs() < 0.3 && pitch.abs() < 0.3 => &mut left,
            (yaw, pitch) if (yaw + 1.83).abs() < 0.3 && pitch.abs() < 0.3 => &mut right,
            (yaw, pitch) if yaw.abs() < 0.3 && (pitch - 4.0).abs() < 0.3 => &mut mouth,
            _ => &mut away,
        } += 1;
    }
    let all = (left + right + mouth) as f32;
    let (on_eyes, balance) = ((left + right) as f32 / all, left as f32 / right as f32);
    assert!((0.62..0.82).contains(&on_eyes) && (0.8..1.25).contains(&balance), "{left} {right} {mouth}");
    assert!((0.02..0.25).contains(&(away as f32 / 36_000.0)), "{away} frames aside or under way");
}

#[test]
fn the_gaze_stays_finite_and_within_its_cap_whatever_comes() {
    for bad in [f32::NAN, f32::INFINITY, -1.0, 0.0, 1e30] {
        let settings = EyeMovementSettings {
            saccade_base: bad,
            saccade_per_radian: bad,
            pursuit_speed: bad,
            catch_up_angle: bad,
            glances_per_minute: bad,
            max_glance: bad,
            fixation_angle: bad,
            head_angle: bad,
            lid_factor: bad,
            social_gaze: bad == 0.0,
            ..EyeMovementSettings::new(9)
        };
        let mut eyes = EyeMovements::new(settings);
        for mut random in cases(2000) {
            let frame = random.seed();
            let mut next = || random.u32(..1 << 24);
            let angle = |n: u32| (n % 720) as f32 - 360.0;
            let goal = match next() % 4 {
                0 => EyeGoal::Idle,
                1 => EyeGoal::Direction(gaze(angle(next()), angle(next()))),
                _ => {
                    EyeGoal::Point(gaze(angle(next()), angle(next())), if frame % 9 == 0 { bad } else { 0.2 })
                }
            };
            let dt = [1.0 / 60.0, 0.3, 0.0, bad][next() as usize % 4];
            let head = match next() % 9 {
                0 => Mat3A::ZERO,
                1 => Mat3A::from_rotation_y(angle(next())),
                _ => Mat3A::IDENTITY,
            };
            let eyes_gaze = eyes.advance(&EyeStep { world_from_head: head, ..step(dt, goal) });
            let cap = eyes.settings().max_angle;
            assert!(eyes_gaze.yaw.hypot(eyes_gaze.pitch) <= cap * 1.0001, "{bad}, {frame}: {eyes_gaze:?}");
            assert!(eyes.nearness().is_finite(), "{bad}");
        }
    }
}

#[test]
fn eyes_keep_their_side_for_a_target_that_passes_straight_behind() {
    let mut eyes = still_eyes();
    for (yaw, is_left) in [(150.0, true), (175.0, true), (-175.0, true), (-165.0, true), (-150.0, false)] {
        let gaze = (0..60).map(|_| eyes.advance(&step(1.0 / 60.0, point(yaw, 0.0)))).last().unwrap();
        let expected = if is_left { eyes.settings().max_angle } else { -eyes.settings().max_angle };
        assert!((gaze.yaw - expected).abs() < 0.02, "{yaw}: {gaze:?}");
    }
    let back = (0..60).map(|_| eyes.advance(&step(1.0 / 60.0, point(165.0, 0.0)))).last().unwrap();
    assert!(back.yaw < -0.9, "{back:?}");
}

//! Look-at over time: smooth, independent of the frame rate, and past targets behind in front.

use crate::look_at::{Watcher, ahead, every_watcher};
use sinew::Transform;
use sinew::glam::Vec3;
use sinew::humanoid::HumanBone::Head;
use sinew::ik::LookState;
use std::f32::consts::{PI, TAU};

/// Largest angle between the joints of two poses.
fn apart(a: &[Transform], b: &[Transform]) -> f32 {
    let each = a.iter().zip(b).map(|(a, b)| {
        let b = if a.rotation.dot(b.rotation) < 0.0 { -b.rotation } else { b.rotation };
        4.0 * (0.5 * (a.rotation - b).length()).min(1.0).asin()
    });
    each.fold(0.0, f32::max)
}

/// Looks at a moving target for ten seconds at 60 frames per second and calls `see` with time and facing.
/// Returns the largest angular speed of a joint.
fn watch(watcher: &Watcher, target: impl Fn(f32) -> Vec3, mut see: impl FnMut(f32, Vec3)) -> f32 {
    let mut state = LookState::default();
    let (mut last, mut rate): (Option<Vec<Transform>>, f32) = (None, 0.0);
    for frame in 0..600 {
        let time = frame as f32 / 60.0;
        let (local, model, looked) =
            watcher.look(watcher.head() + target(time), Some((&mut state, 1.0 / 60.0)));
        rate = rate.max(last.as_ref().map_or(0.0, |last| apart(last, &local) * 60.0));
        assert!(looked.angle_error.is_finite());
        see(time, watcher.facing(&model));
        last = Some(local);
    }
    rate
}

#[test]
fn angular_speeds_are_limited_for_a_target_that_circles_the_head() {
    // From border to border, 120 degrees, at the peak of a third of a second: 10 radians per second, shared
    // by the joints; the head alone takes the roll of all joints meanwhile, up to twice their speed in long
    // chains.
    for (watcher, max) in every_watcher(0.2, 0.3).iter().zip([10.5, 6.5, 5.5, 5.5]) {
        for (period, distance) in [(1.0, 2.0), (2.5, 0.4), (10.0, 2.0), (7.0, 0.4), (-3.0, 30.0)] {
            for height in [-0.3, 0.0, 0.05, 0.5] {
                let target = |time: f32| {
                    let angle = time / period * TAU;
                    Vec3::new(angle.sin(), height, angle.cos()) * distance
                };
                let rate = watch(watcher, target, |_, _| {});
                assert!(rate < max, "{period} {distance} {height}: {rate} of {max}");
            }
        }
    }
}

#[test]
fn targets_that_pass_behind_are_followed_over_one_shoulder() {
    for watcher in every_watcher(0.2, 0.3) {
        for height in [-0.4, -0.1, 0.0, 0.02, 0.1, 0.4] {
            let target = |time: f32| {
                let angle = time * 0.1 * TAU;
                Vec3::new(angle.sin(), height, angle.cos()) * 2.0
            };
            watch(&watcher, target, |time, facing| {
                // Hardly up or down for targets straight behind; over the left shoulder until the target is
                // clearly on the right.
                assert!(facing.y.abs() < 0.03 + height.abs() * 1.1, "{height} {time}: {facing}");
                assert!(!(2.0..5.3).contains(&time) || facing.x > 0.6, "{time}: {facing}");
                assert!(!(6.5..8.0).contains(&time) || facing.x < -0.6, "{time}: {facing}");
            });
        }
    }
}

#[test]
fn targets_straight_behind_are_looked_at_over_the_left_shoulder_first() {
    for watcher in every_watcher(0.0, 0.0) {
        for at_once in [true, false] {
            let state = &mut LookState::default();
            let state = if at_once { None } else { Some((state, 0.1)) };
            let (_, model, looked) = watcher.look(watcher.head() - Vec3::Z * 2.0, state);
            let facing = watcher.facing(&model);
            assert!(facing.x > 0.8 && facing.y.abs() < 0.01, "{facing}");
            assert!(looked.turn_request.abs() > 3.1, "{looked:?}");
        }
    }
}

#[test]
fn a_look_is_independent_of_the_frame_rate() {
    for watcher in every_watcher(0.2, 0.3) {
        for (from, to) in [((0.0, 0.0), (0.3, 0.7)), ((0.2, -0.9), (0.0, 2.0)), ((0.0, 0.5), (-0.4, -0.5))] {
            let [from, to] = [from, to].map(|(up, left)| watcher.head() + ahead(up, left) * 3.0);
            let after = |frames: u32, seconds: f32| {
                let mut state = LookState::default();
                watcher.look(from, Some((&mut state, 0.0)));
                let count = (frames as f32 * seconds).round() as u32;
                let dt = 1.0 / frames as f32;
                (0..count).map(|_| watcher.look(to, Some((&mut state, dt))).0).last().unwrap()
            };
            for seconds in [0.5, 1.0] {
                let poses = [30, 60, 144, 1000].map(|frames| after(frames, seconds));
                for pose in &poses[1..] {
                    assert!(apart(pose, &poses[0]) < 1e-3, "{seconds}: {}", apart(pose, &poses[0]));
                }
            }
            let begun = after(60, 0.1);
            assert!(apart(&begun, &watcher.look(from, None).0) > 0.02);
            assert!(apart(&after(60, 2.0), &watcher.look(to, None).0) < 2e-3);
        }
    }
}

#[test]
fn a_non_finite_target_ends_the_look() {
    let watcher = Watcher::new(&[Head], true, 0.2, 0.3);
    let mut state = LookState::default();
    let mut see = |target: Vec3, dt: f32| {
        let (_, model, looked) = watcher.look(target, Some((&mut state, dt)));
        (watcher.facing(&model), looked)
    };
    let aside = watcher.head() + ahead(0.0, 0.5) * 2.0;
    for _ in 0..100 {
        see(aside, 0.02);
    }
    let (first, looked) = see(Vec3::NAN, 0.02);
    assert!(first.x > 0.4 && (looked.angle_error, looked.turn_request) == (0.0, 0.0), "{first} {looked:?}");
    let last = (0..100).map(|_| see(Vec3::NAN, 0.02).0).last().unwrap();
    assert!(last.angle_between(Vec3::Z) < 1e-3, "{last}");
    // Invalid time steps have no lasting effect.
    for dt in [f32::NAN, -1.0, 0.0] {
        let (facing, _) = see(aside, dt);
        assert!(facing.angle_between(Vec3::Z) < 1e-3, "{dt}: {facing}");
    }
    assert!(see(aside, f32::INFINITY).0.x > 0.4);
}

#[test]
fn the_turn_request_keeps_its_side_for_targets_straight_behind() {
    for watcher in every_watcher(0.2, 0.3) {
        for (begins, height) in [(0.6_f32, 0.0), (-0.6, 0.0), (0.6, 0.4), (-0.6, 1.5)] {
            let mut state = LookState::default();
            let mut ask = |angle: f32| {
                let to = Vec3::new(angle.sin(), height, angle.cos()) * 2.0;
                watcher.look(watcher.head() + to, Some((&mut state, 1.0 / 60.0))).2.turn_request
            };
            // First to a side, then behind, fifteen degrees to either side and back.
            let side = begins.signum();
            ask(side * 2.5);
            for frame in 0..240 {
                let angle = PI + (0.26 * (frame as f32 * 0.3).sin());
                let asked = ask(angle);
                assert!(
                    asked * side > PI - 0.3 && asked * side < PI + 0.3,
                    "{begins} {height} {frame}: {asked}"
                );
                // The rotation brings the target ahead.
                assert!(
                    (asked - angle).rem_euclid(TAU).min((angle - asked).rem_euclid(TAU)) < 0.02,
                    "{asked} {angle}"
                );
            }
            // Clearly on the other side the request changes its side.
            let asked = ask(-side * 2.7);
            assert!((asked + side * 2.7).abs() < 0.02, "{asked}");
            assert!(ask(-side * 3.1) * side < 0.0);
            // A target that has been in view resets the side.
            assert_eq!(ask(0.0), 0.0);
        }
    }
}

#[test]
fn a_non_finite_softness_is_ignored() {
    for (odd, plain) in every_watcher(f32::NAN, 0.3).iter().zip(&every_watcher(0.0, 0.3)) {
        let (mut soft, mut hard) = (LookState::default(), LookState::default());
        // Targets within the cone and far outside of it.
        for left in [0.2, 1.4, 2.5, -1.4] {
            let target = odd.head() + ahead(0.1, left) * 2.0;
            assert_eq!(odd.look(target, None).0, plain.look(target, None).0, "{left}");
            let (local, ..) = odd.look(target, Some((&mut soft, 0.1)));
            assert_eq!(local, plain.look(target, Some((&mut hard, 0.1))).0, "{left}");
        }
        assert_eq!(soft, hard);
    }
}

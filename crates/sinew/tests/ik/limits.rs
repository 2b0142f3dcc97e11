//! Properties of all kinds of joint limits.

use crate::limit_shapes::{Shape, turn};
use crate::random::Random;
use sinew::glam::{Quat, Vec3};
use sinew::limit::{AngleRange, Limit, LimitReading, LimitReadingKind, Swing, SwingEllipse};
use std::f32::consts::PI;

/// The angle between two rotations, to the last digit where it is small.
fn apart(a: Quat, b: Quat) -> f32 {
    let b = if a.dot(b) < 0.0 { -b } else { b };
    4.0 * (0.5 * (a - b).length()).min(1.0).asin()
}

/// So near to straight back things may jump.
const AWAY: f32 = 10.0 * PI / 180.0;

/// A turn as the twist about the bone and where the bone then points, told without the engine.
fn taken_apart(turn: Quat, bone: Vec3) -> (Vec3, f32) {
    let pointing = turn * bone;
    let swing = Quat::from_rotation_arc(bone, pointing);
    let twist = swing.inverse() * turn;
    (pointing, 2.0 * twist.xyz().dot(bone).atan2(twist.w))
}

/// Whether a small step may make the nearest allowed turn jump: from end to end of a range, or from side to side.
fn is_torn(limit: &Limit, turn: Quat) -> bool {
    let bone = limit.bone();
    let (pointing, twist) = taken_apart(turn, bone);
    let is_behind = |range: AngleRange, angle: f32| {
        let middle = (range.min() + range.max()) * 0.5;
        (range.wrapped(angle) - middle).abs() > PI - AWAY
    };
    let swings = match limit.swing() {
        Swing::Hinge { axis, range } => {
            let angle = pointing.dot(axis.cross(bone)).atan2(pointing.dot(bone));
            pointing.cross(*axis).length() < AWAY.sin() || is_behind(*range, angle)
        }
        _ => false,
    };
    swings
        || pointing.angle_between(-bone) < AWAY
        || limit.twist().is_some_and(|range| is_behind(range, twist))
}

/// Shows `see` many limits of a kind, and turns for each.
fn each(seed: u64, shape: Shape, mut see: impl FnMut(&mut Random, &Limit, Quat)) {
    let mut random = Random::new(seed);
    for _ in 0..2000 {
        let limit = shape.limit(&mut random);
        for _ in 0..15 {
            let turn = turn(&mut random);
            see(&mut random, &limit, turn);
        }
    }
}

#[test]
fn clamped_turns_are_within_and_clamp_no_further() {
    for shape in Shape::ALL {
        let (mut violation, mut again) = (0f32, 0f32);
        each(31, shape, |_, limit, turn| {
            let clamped = limit.clamp(turn);
            // A bone that points straight back has any twist.
            if (clamped * limit.bone()).angle_between(-limit.bone()) > AWAY {
                violation = violation.max(limit.violation(clamped));
                again = again.max(apart(clamped, limit.clamp(clamped)));
            }
        });
        // Beside the end of a narrow ellipse the border is so steep that the last digit of a direction is a wide angle.
        let (most, same) = if shape == Shape::Narrow { (1e-4, 1e-4) } else { (5e-6, 5e-6) };
        assert!(violation < most && again < same, "{shape:?}: {violation:e} {again:e}");
    }
}

#[test]
fn clamping_for_ever_does_not_drift() {
    for shape in Shape::ALL {
        let mut random = Random::new(32);
        for _ in 0..100 {
            let limit = shape.limit(&mut random);
            let first = limit.clamp(turn(&mut random)).normalize();
            let last = (0..300).fold(first, |turn, _| limit.clamp(turn).normalize());
            assert!(apart(first, last) < 2e-4, "{shape:?}: {}", apart(first, last));
        }
    }
}

#[test]
fn what_is_allowed_keeps_its_bits() {
    for shape in Shape::ALL {
        let mut allowed = 0;
        each(33, shape, |_, limit, turn| {
            if limit.violation(turn) == 0.0 {
                assert_eq!(limit.clamp(turn), turn, "{limit:?}");
                allowed += 1;
            }
        });
        // Of turns about one axis alone none is, to the last digit.
        let is_surface = matches!(shape, Shape::Fixed | Shape::Hinge | Shape::Arc);
        assert!(is_surface || allowed > 2000, "{shape:?}: {allowed}");
    }
}

#[test]
fn clamping_does_not_jump() {
    const STEP: f32 = 1e-4;
    for shape in Shape::ALL {
        let (mut worst, mut count) = (0f32, 0);
        each(34, shape, |random, limit, from| {
            if !is_torn(limit, from) {
                let to = Quat::from_axis_angle(random.direction(), STEP) * from;
                worst = worst.max(apart(limit.clamp(from), limit.clamp(to)));
                count += 1;
            }
        });
        let most = if shape == Shape::Narrow { 0.3 } else { 0.01 };
        assert!(worst < most && count > 25_000, "{shape:?}: {worst:e} of {count}");
    }
}

#[test]
fn the_bone_stops_on_its_way_and_keeps_the_twist_that_it_may() {
    for shape in [Shape::Ellipse, Shape::Cone, Shape::Twist] {
        each(35, shape, |_, limit, turn| {
            let bone = limit.bone();
            let ((to, twist), (stopped, kept)) =
                (taken_apart(turn, bone), taken_apart(limit.clamp(turn), bone));
            if to.angle_between(-bone) < AWAY || to.angle_between(bone) < 0.01 {
                return;
            }
            let aside = to.cross(bone).normalize();
            assert!(stopped.dot(aside).abs() < 1e-5, "{limit:?} {turn}");
            let (went, goes) = (stopped.angle_between(bone), to.angle_between(bone));
            assert!(went < goes + 1e-3 && (went < 0.01 || stopped.cross(bone).dot(aside) > 0.0));
            let wanted = limit.twist().map_or(twist, |range| range.clamp(twist));
            let off = Quat::from_rotation_x(kept - wanted);
            assert!(apart(off, Quat::IDENTITY) < 1e-3, "{limit:?} {turn}");
        });
    }
}

#[test]
fn measures_tell_what_violation_tells() {
    for shape in Shape::ALL {
        each(36, shape, |_, limit, turn| {
            let measures: Vec<LimitReading> = limit.readings(turn).collect();
            let beyond = |m: &LimitReading| (m.min - m.value).max(m.value - m.max).max(0.0);
            let told = measures.iter().map(beyond).fold(0.0, f32::max);
            let violation = limit.violation(turn);
            let is_hinge = matches!(limit.swing(), Swing::Hinge { .. } | Swing::Fixed);
            // A hinge's bone may stand aside as well, of which no measure tells.
            assert!(told <= violation + 1e-6, "{limit:?} {turn}: {told} {violation}");
            assert!(is_hinge || violation <= told + 1e-6, "{limit:?} {turn}: {told} {violation}");
            let kinds: Vec<LimitReadingKind> = measures.iter().map(|m| m.kind).collect();
            let twist = limit.twist().map(|_| LimitReadingKind::Twist);
            let expected = match (shape, limit.swing()) {
                (Shape::Free, _) => vec![],
                (Shape::Fixed | Shape::Hinge, _) => vec![LimitReadingKind::Hinge],
                (_, Swing::Free) => twist.into_iter().collect(),
                (Shape::Arc, _) => [LimitReadingKind::Hinge].into_iter().chain(twist).collect(),
                _ => [LimitReadingKind::Swing].into_iter().chain(twist).collect(),
            };
            assert_eq!(kinds, expected);
        });
    }
}

#[test]
fn next_to_nothing_and_next_to_all_are_kept_as_well_as_any_range() {
    let mut random = Random::new(37);
    for n in 0..20_000 {
        let small = 0.001 * 1.0003f32.powi(n);
        let round = AngleRange::symmetric(small.min(3.0));
        let swing = Swing::Ellipse(SwingEllipse::new(Vec3::Y, Vec3::X, round, round));
        let most = AngleRange::symmetric(PI - small.min(3.0));
        for limit in [Limit::ball(Vec3::Y, swing, None), Limit::ball(Vec3::Y, Swing::Free, Some(most))] {
            let aside = Quat::from_axis_angle(random.direction(), small * random.between(0.0, 0.2));
            let edge = Quat::from_rotation_z(small) * Quat::from_rotation_y(PI - small);
            let clamped = limit.clamp(aside * edge);
            assert!(limit.violation(clamped) < 1e-5, "{limit:?}: {}", limit.violation(clamped));
        }
    }
}

#[test]
fn hinges_across_half_a_turn_stop_at_the_nearer_end() {
    let range = AngleRange::degrees(150.0, 240.0);
    let twisting = Limit::hinge(Vec3::Z, range);
    let swinging = Limit::ball(Vec3::X, Swing::Hinge { axis: Vec3::Z, range }, None);
    for asked in (-360..=360).step_by(5) {
        let turned = (asked as f32).rem_euclid(360.0);
        let nearest = match turned {
            150.0..=240.0 => turned,
            // Halfway between the ends is the middle of what is forbidden.
            15.0..150.0 => 150.0,
            _ => 240.0,
        };
        let [turn, nearest] = [asked as f32, nearest].map(|angle| Quat::from_rotation_z(angle.to_radians()));
        if turned != 15.0 {
            assert!(apart(twisting.clamp(turn), nearest) < 1e-5, "{asked}");
            // The other has no direction at half a turn.
            assert!(turned == 180.0 || apart(swinging.clamp(turn), nearest) < 1e-5, "{asked}");
        }
    }
}

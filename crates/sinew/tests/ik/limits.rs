//! Properties of all kinds of joint limits.

use crate::limit_shapes::{Shape, turn};
use crate::random::{Random, cases};
use sinew::glam::{Quat, Vec3};
use sinew::limit::{AngleRange, Limit, LimitReading, LimitReadingKind, Swing, SwingEllipse};
use std::f32::consts::PI;

/// Angle between two rotations, precise for small angles.
fn apart(a: Quat, b: Quat) -> f32 {
    let b = if a.dot(b) < 0.0 { -b } else { b };
    4.0 * (0.5 * (a - b).length()).min(1.0).asin()
}

/// Distance from the direction straight back within which clamping may jump.
const AWAY: f32 = 10.0 * PI / 180.0;

/// A rotation as direction of the bone and twist about it, computed without the engine.
fn swing_and_twist(turn: Quat, bone: Vec3) -> (Vec3, f32) {
    let pointing = turn * bone;
    let swing = Quat::from_rotation_arc(bone, pointing);
    let twist = swing.inverse() * turn;
    (pointing, 2.0 * twist.xyz().dot(bone).atan2(twist.w))
}

/// True where the nearest allowed rotation may jump: between the ends of a range, or from side to side.
fn is_near_a_jump(limit: &Limit, turn: Quat) -> bool {
    let bone = limit.bone();
    let (pointing, twist) = swing_and_twist(turn, bone);
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

/// Calls `see` with many limits of a shape, and rotations for each.
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
fn clamped_rotations_are_within_and_clamping_again_changes_nothing() {
    for shape in Shape::ALL {
        let (mut violation, mut again) = (0f32, 0f32);
        each(31, shape, |_, limit, turn| {
            let clamped = limit.clamp(turn);
            // The twist of a bone that points straight back is undefined.
            if (clamped * limit.bone()).angle_between(-limit.bone()) > AWAY {
                violation = violation.max(limit.violation(clamped));
                again = again.max(apart(clamped, limit.clamp(clamped)));
            }
        });
        // At the end of a narrow ellipse the border is so steep that rounding errors become large angles.
        let (max, same) = if shape == Shape::Narrow { (1e-4, 1e-4) } else { (5e-6, 5e-6) };
        assert!(violation < max && again < same, "{shape:?}: {violation:e} {again:e}");
    }
}

#[test]
fn repeated_clamping_does_not_drift() {
    for shape in Shape::ALL {
        for mut random in cases(100) {
            let limit = shape.limit(&mut random);
            let first = limit.clamp(turn(&mut random)).normalize();
            let last = (0..300).fold(first, |turn, _| limit.clamp(turn).normalize());
            assert!(apart(first, last) < 2e-4, "{shape:?}: {}", apart(first, last));
        }
    }
}

#[test]
fn allowed_rotations_keep_their_bits() {
    for shape in Shape::ALL {
        let mut allowed = 0;
        each(33, shape, |_, limit, turn| {
            if limit.violation(turn) == 0.0 {
                assert_eq!(limit.clamp(turn), turn, "{limit:?}");
                allowed += 1;
            }
        });
        // Limits that allow rotations about one axis only have no such rotation, because of rounding.
        let is_surface = matches!(shape, Shape::Fixed | Shape::Hinge | Shape::Arc);
        assert!(is_surface || allowed > 2000, "{shape:?}: {allowed}");
    }
}

#[test]
fn clamping_is_continuous() {
    const STEP: f32 = 1e-4;
    for shape in Shape::ALL {
        let (mut worst, mut count) = (0f32, 0);
        each(34, shape, |random, limit, from| {
            if !is_near_a_jump(limit, from) {
                let to = Quat::from_axis_angle(random.direction(), STEP) * from;
                worst = worst.max(apart(limit.clamp(from), limit.clamp(to)));
                count += 1;
            }
        });
        let max = if shape == Shape::Narrow { 0.3 } else { 0.01 };
        assert!(worst < max && count > 25_000, "{shape:?}: {worst:e} of {count}");
    }
}

#[test]
fn clamping_moves_the_bone_on_the_shortest_path_and_keeps_the_allowed_twist() {
    for shape in [Shape::Ellipse, Shape::Cone, Shape::Twist] {
        each(35, shape, |_, limit, turn| {
            let bone = limit.bone();
            let ((to, twist), (stopped, kept)) =
                (swing_and_twist(turn, bone), swing_and_twist(limit.clamp(turn), bone));
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
fn readings_agree_with_the_violation() {
    for shape in Shape::ALL {
        each(36, shape, |_, limit, turn| {
            let measures: Vec<LimitReading> = limit.readings(turn).collect();
            let beyond = |m: &LimitReading| (m.min - m.value).max(m.value - m.max).max(0.0);
            let reading = measures.iter().map(beyond).fold(0.0, f32::max);
            let violation = limit.violation(turn);
            let is_hinge = matches!(limit.swing(), Swing::Hinge { .. } | Swing::Fixed);
            // The bone of a hinge may also be off its plane, which no reading includes.
            assert!(reading <= violation + 1e-6, "{limit:?} {turn}: {reading} {violation}");
            assert!(is_hinge || violation <= reading + 1e-6, "{limit:?} {turn}: {reading} {violation}");
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
fn very_narrow_and_very_wide_ranges_are_kept() {
    for mut random in cases(20_000) {
        let n = random.seed();
        let small = 0.001 * 1.0003f32.powi(n as i32);
        let round = AngleRange::symmetric(small.min(3.0));
        let swing = Swing::Ellipse(SwingEllipse::new(Vec3::Y, Vec3::X, round, round));
        let max = AngleRange::symmetric(PI - small.min(3.0));
        for limit in [Limit::ball(Vec3::Y, swing, None), Limit::ball(Vec3::Y, Swing::Free, Some(max))] {
            let aside = Quat::from_axis_angle(random.direction(), small * random.between(0.0, 0.2));
            let edge = Quat::from_rotation_z(small) * Quat::from_rotation_y(PI - small);
            let clamped = limit.clamp(aside * edge);
            assert!(limit.violation(clamped) < 1e-5, "{limit:?}: {}", limit.violation(clamped));
        }
    }
}

#[test]
fn hinges_across_half_a_turn_stop_at_the_nearer_end() {
    let range = AngleRange::from_degrees(150.0, 240.0);
    let twisting = Limit::hinge(Vec3::Z, range);
    let swinging = Limit::ball(Vec3::X, Swing::Hinge { axis: Vec3::Z, range }, None);
    for asked in (-360..=360).step_by(5) {
        let turned = (asked as f32).rem_euclid(360.0);
        let nearest = match turned {
            150.0..=240.0 => turned,
            // Halfway between the ends is the middle of the forbidden range.
            15.0..150.0 => 150.0,
            _ => 240.0,
        };
        let [turn, nearest] = [asked as f32, nearest].map(|angle| Quat::from_rotation_z(angle.to_radians()));
        if turned != 15.0 {
            assert!(apart(twisting.clamp(turn), nearest) < 1e-5, "{asked}");
            // A swing by half a turn has no direction.
            assert!(turned == 180.0 || apart(swinging.clamp(turn), nearest) < 1e-5, "{asked}");
        }
    }
}

//! Analytic solvers on degenerate input: the results are rotations, whatever the input is.

use crate::random::cases;
use sinew::glam::{Quat, Vec3};
use sinew::ik::{Aim, TwoBone, TwoBoneResult, ViewCone, hinge_axis};

/// Invalid and unusual values of a field.
pub(crate) const ODD: [f32; 18] = [
    f32::NAN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::MAX,
    f32::MIN,
    f32::MIN_POSITIVE,
    1e-45,
    1e30,
    -1e30,
    1e15,
    1e8,
    1e-5,
    1e-8,
    -1e-10,
    1e-15,
    1e-30,
    0.0,
    -0.0,
];

/// The tolerance allows for rounding errors of limbs of 1e-9 m and of axes that are not unit.
fn is_rotation(q: Quat) -> bool {
    q.is_finite() && (q.length() - 1.0).abs() < 6e-3
}

fn check_limb(limb: &TwoBone) -> TwoBoneResult {
    let turns = limb.solve();
    assert!(is_rotation(turns.middle_rotation) && is_rotation(turns.start_rotation), "{limb:?}\n{turns:?}");
    assert!(turns.stretch.is_finite() && turns.stretch >= 1.0, "{limb:?}\n{turns:?}");
    assert!(turns.error.is_finite() && turns.error >= 0.0, "{limb:?}\n{turns:?}");
    turns
}

fn turns_nothing(turns: &TwoBoneResult) -> bool {
    (turns.middle_rotation, turns.start_rotation) == (Quat::IDENTITY, Quat::IDENTITY)
        && (turns.stretch, turns.error) == (1.0, 0.0)
}

/// An arm with a goal, and its numbers: those without which there is no solution, then optional ones.
fn arm() -> TwoBone {
    let limb = [Vec3::new(0.2, 1.4, 0.0), Vec3::new(0.5, 1.4, -0.05), Vec3::new(0.75, 1.4, 0.0)];
    let hinge = hinge_axis(limb[0], limb[1], limb[2]).unwrap();
    let limb = TwoBone::new(limb, hinge, Vec3::new(0.4, 1.5, 0.3));
    TwoBone { pole: Some(Vec3::new(0.3, 0.5, 0.2)), swivel: 0.2, softness: 0.1, stretch: 1.1, ..limb }
}

const NEEDED: usize = 15;
const NUMBERS: usize = NEEDED + 6;

fn number(limb: &mut TwoBone, n: usize) -> &mut f32 {
    match n {
        0..3 => &mut limb.start[n],
        3..6 => &mut limb.middle[n - 3],
        6..9 => &mut limb.end[n - 6],
        9..12 => &mut limb.hinge[n - 9],
        12..15 => &mut limb.goal[n - 12],
        15 => &mut limb.swivel,
        16 => &mut limb.softness,
        17 => &mut limb.stretch,
        _ => &mut limb.pole.get_or_insert_default()[n - 18],
    }
}

#[test]
fn an_invalid_value_in_any_field_of_a_limb_gives_valid_rotations() {
    for n in 0..NUMBERS {
        for odd in ODD {
            let mut limb = arm();
            *number(&mut limb, n) = odd;
            let turns = check_limb(&limb);
            assert!(odd.is_finite() || n >= NEEDED || turns_nothing(&turns), "{n} {odd}: {turns:?}");
        }
    }
}

#[test]
fn non_finite_optional_fields_are_ignored() {
    let arm = arm();
    let cases = [
        (TwoBone { swivel: f32::NAN, ..arm }, TwoBone { swivel: 0.0, ..arm }),
        (TwoBone { softness: f32::NAN, ..arm }, TwoBone { softness: 0.0, ..arm }),
        (TwoBone { stretch: f32::NAN, ..arm }, TwoBone { stretch: 1.0, ..arm }),
        (TwoBone { pole: Some(Vec3::NAN), ..arm }, TwoBone { pole: None, ..arm }),
        (TwoBone { pole: Some(arm.start), ..arm }, TwoBone { pole: None, ..arm }),
        (TwoBone { pole: Some(Vec3::splat(1e30)), ..arm }, TwoBone { pole: None, ..arm }),
    ];
    for (odd, plain) in cases {
        assert_eq!(odd.solve(), plain.solve(), "{odd:?}");
    }
}

#[test]
fn invalid_values_in_many_fields_give_valid_rotations() {
    for mut random in cases(100_000) {
        let mut limb = arm();
        for n in 0..NUMBERS {
            if random.one_in(5) {
                *number(&mut limb, n) = ODD[random.index(ODD.len())];
            }
        }
        check_limb(&limb);
    }
}

#[test]
fn limbs_of_any_size_give_valid_rotations() {
    for mut random in cases(20_000) {
        let size = 10f32.powf(random.between(-30.0, 30.0));
        let mut limb = arm();
        for n in (0..9).chain(12..15).chain(18..21) {
            *number(&mut limb, n) *= size;
        }
        let turns = check_limb(&limb);
        // The goal is reached as long as squares of lengths do not overflow.
        if (1e-4..1e6).contains(&size) {
            assert!(turns.error < 1e-2 * size && !turns_nothing(&turns), "{size}: {turns:?}");
        }
    }
}

#[test]
fn goals_at_joints_and_limbs_without_length_give_valid_rotations() {
    let plain = arm();
    for (has_pole, swivel, softness) in [(false, 0.0, 0.0), (true, 0.0, 0.0), (true, 0.5, 0.2)] {
        let pole = plain.pole.filter(|_| has_pole);
        let arm = TwoBone { pole, swivel, softness, ..plain };
        for goal in [arm.start, arm.middle, arm.end, arm.start + Vec3::splat(1e-30)] {
            check_limb(&TwoBone { goal, ..arm });
        }
        for far in [1e-12, 1e-9, 1e-7, 1e-6, 1e-4] {
            check_limb(&TwoBone { goal: arm.start + Vec3::new(far, 0.0, -far), ..arm });
        }
        check_limb(&TwoBone { pole: Some(arm.start), ..arm });
        check_limb(&TwoBone { pole: Some(arm.goal), ..arm });
        let [first, second] = [arm.middle - arm.start, arm.end - arm.middle];
        for end in
            [arm.middle + first, arm.middle - first, arm.middle + first * 0.5, arm.middle - first * 0.5]
        {
            for goal in [arm.goal, arm.start + first * 3.0, arm.start - first * 3.0, arm.start - first * 0.5]
            {
                check_limb(&TwoBone { end, goal, ..arm });
            }
        }
        let none = TwoBone { middle: arm.start, end: arm.start + second, ..arm };
        assert!(turns_nothing(&check_limb(&none)));
        assert!(turns_nothing(&check_limb(&TwoBone { end: arm.middle, ..arm })));
        assert!(turns_nothing(&check_limb(&TwoBone { middle: arm.start, end: arm.start, ..arm })));
    }
}

#[test]
fn straight_limbs_have_no_hinge_axis() {
    let points = [Vec3::ZERO, Vec3::X, Vec3::X * 3.0];
    assert_eq!(hinge_axis(points[0], points[1], points[2]), None);
    assert_eq!(hinge_axis(points[0], points[0], points[2]), None);
    assert_eq!(hinge_axis(Vec3::NAN, points[1], points[2]), None);
    assert_eq!(hinge_axis(points[0], points[1], Vec3::new(1.0, 0.5, 0.0)), Some(Vec3::Z));
}

/// Numbers of an aim, by index.
fn aim_number(aim: &mut Aim, n: usize) -> &mut f32 {
    match n / 3 {
        0 => &mut aim.position[n],
        1 => &mut aim.forward[n - 3],
        2 => &mut aim.offset[n - 6],
        3 => &mut aim.target[n - 9],
        _ => &mut aim.up[n - 12],
    }
}

#[test]
fn invalid_values_of_an_aim_give_a_valid_rotation() {
    let aims = [
        Aim::new(Vec3::Y, Vec3::Z, Vec3::new(0.5, 1.5, 2.0)),
        Aim::new(Vec3::Y, Vec3::Z, Vec3::new(0.0, 1.0, -2.0)),
        Aim { cone: ViewCone::ALL, ..Aim::new(Vec3::Y, Vec3::X, Vec3::new(-2.0, 1.0, 0.0)) },
    ];
    let check = |aim: &Aim| {
        let turn = aim.solve();
        assert!(is_rotation(turn.rotation) && (-1.001..=1.0).contains(&turn.alignment), "{aim:?}\n{turn:?}");
        turn
    };
    for plain in aims {
        for (n, odd) in (0..15).flat_map(|n| ODD.map(|odd| (n, odd))) {
            let mut aim = plain;
            *aim_number(&mut aim, n) = odd;
            let turn = check(&aim);
            assert!(odd.is_finite() || n >= 12 || turn.rotation == Quat::IDENTITY, "{n} {odd}: {turn:?}");
        }
        for mut random in cases(30_000) {
            let mut aim = plain;
            for n in 0..15 {
                if random.one_in(4) {
                    *aim_number(&mut aim, n) = ODD[random.index(ODD.len())];
                }
            }
            aim.cone = ViewCone::new(ODD[random.index(ODD.len())], ODD[random.index(ODD.len())]);
            check(&aim);
        }
    }
}

#[test]
fn a_target_at_the_joint_gives_a_valid_rotation() {
    for far in (0..40).map(|n| 10f32.powi(-n)) {
        let aim = Aim::new(Vec3::ZERO, Vec3::Z, Vec3::new(far, 0.0, 0.0));
        let turn = Aim { cone: ViewCone::ALL, ..aim }.solve();
        assert!(is_rotation(turn.rotation), "{far}: {turn:?}");
        assert!(far < 1e-8 || (turn.rotation * Vec3::Z).x > 0.9999, "{far}: {turn:?}");
    }
}

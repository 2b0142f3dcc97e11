//! Tests of wind, lee and cover.

use super::*;
use crate::hair::simulation::HairCollider;
use crate::stage::EvenWind;
use crate::stage::Wind;
use glam::{Quat, Vec3};

#[test]
fn the_lee_of_a_body_is_behind_it_and_smooth() {
    let ball = HairCollider::Capsule { start: Vec3::ZERO, end: Vec3::ZERO, radius: 0.1 };
    let egg =
        HairCollider::Ellipsoid { center: Vec3::ZERO, axes: [Vec3::X * 0.1, Vec3::Y * 0.1, Vec3::Z * 0.1] };
    for lee in [&ball, &egg].map(|body| Lee::of(body).unwrap()) {
        let wind = Vec3::Z * 4.0;
        assert_eq!(lee.exposure(Vec3::NEG_Z * 0.11, wind), 1.0);
        assert_eq!(lee.exposure(Vec3::X * 0.2 + Vec3::Z * 0.1, wind), 1.0);
        assert!(lee.exposure(Vec3::Z * 0.12, wind) < 0.05);
        assert!(lee.exposure(Vec3::Z * 3.0, wind) > 0.9);
        // No jump along any line, and the same for every strength of the wind.
        for side in [Vec3::X, Vec3::new(0.6, 0.0, 0.8), Vec3::Z] {
            let positions = (0..400).map(|n| Vec3::Z * 0.05 + side * (n as f32 - 200.0) * 0.001);
            let shares: Vec<f32> = positions.map(|at| lee.exposure(at, wind)).collect();
            for pair in shares.windows(2) {
                assert!((pair[0] - pair[1]).abs() < 0.05, "{side}: {pair:?}");
            }
        }
        assert_eq!(lee.exposure(Vec3::Z * 0.2, wind), lee.exposure(Vec3::Z * 0.2, wind * 8.0));
    }
    let flat = HairCollider::Capsule { start: Vec3::ZERO, end: Vec3::ZERO, radius: 0.0 };
    assert!(Lee::of(&flat).is_none());
}

/// Points in the middle of a block of hair feel less wind than those at its windward face, from every side.
#[test]
fn hair_beneath_other_hair_is_covered() {
    let points: Vec<Vec3> = (0..1000)
        .map(|n| Vec3::new((n % 10) as f32, (n / 10 % 10) as f32, (n / 100) as f32) * 0.02)
        .collect();
    let covers = covers(&points, &vec![0.02; points.len()], 0.02);
    let at = |x: usize, y: usize, z: usize| &covers[x + 10 * y + 100 * z];
    for rotation in [Quat::IDENTITY, Quat::from_rotation_y(1.1)] {
        for axis in 0..3 {
            for sign in [1.0, -1.0] {
                let mut wind = Vec3::ZERO;
                wind[axis] = sign * 3.0;
                let wind = rotation * wind;
                let windward = if sign > 0.0 { 0 } else { 9 };
                let mut index = [5, 5, 5];
                let middle = at(5, 5, 5).exposure(rotation, wind);
                index[axis] = windward;
                let front = at(index[0], index[1], index[2]).exposure(rotation, wind);
                index[axis] = 9 - windward;
                let back = at(index[0], index[1], index[2]).exposure(rotation, wind);
                assert!(front > 0.85 && middle < 0.6 && back < 0.3, "{axis} {sign}: {front} {middle} {back}");
            }
        }
    }
}

#[test]
fn gusts_rise_and_fall_and_bad_winds_are_still_air() {
    let wind = EvenWind::new(Vec3::X * 4.0).with_gusts(0.5);
    let speeds: Vec<f32> = (0..2000).map(|n| wind.at(Vec3::ZERO, f64::from(n) * 0.01).x).collect();
    let mean = speeds.iter().sum::<f32>() / speeds.len() as f32;
    assert!((mean - 4.0).abs() < 0.1 && speeds.iter().all(|speed| (2.0..=6.0).contains(speed)), "{mean}");
    assert!(speeds.iter().any(|speed| *speed < 3.0) && speeds.iter().any(|speed| *speed > 5.0));
    // The same gusts after a hundred hours, and no slower.
    let hours = 360_000.0 - 360_000.0 % (1000.0 * std::f64::consts::TAU * f64::from(1.7_f32) / 4.0);
    for (n, speed) in speeds.iter().enumerate() {
        let later = wind.at(Vec3::ZERO, hours + n as f64 * 0.01).x;
        assert!((later - speed).abs() < 0.01, "{n}: {later} {speed}");
    }
    assert_eq!(EvenWind::new(Vec3::NAN).at(Vec3::ZERO, 0.0), Vec3::ZERO);
    let field: &dyn Wind = &|position: Vec3, time: f64| position * time as f32;
    assert_eq!(field.velocity(Vec3::X, 2.0), Vec3::X * 2.0);
}

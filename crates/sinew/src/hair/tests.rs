//! Tests of hair curves, patches, control hairs, scattered positions and ribbons.

use super::*;
use glam::{Vec2, Vec3};
use test_needs::cases;

fn points(seed: u64, count: usize) -> Vec<Vec3> {
    let mut random = fastrand::Rng::with_seed(seed);
    (0..count).map(|_| Vec3::from_array([(); 3].map(|()| random.f32() * 2.0 - 1.0))).collect()
}

/// The text's formula, in double precision.
fn cubic([p0, p1, p2, p3]: [f64; 4], s: f64) -> f64 {
    let p = (p3 - p2) - (p0 - p1);
    let q = (p0 - p1) - p;
    p * s.powi(3) + q * s.powi(2) + (p2 - p0) * s + p1
}

/// Catmull–Rom by its basis matrix, in double precision.
fn catmull_rom(p: [f64; 4], s: f64) -> f64 {
    let (s2, s3) = (s * s, s * s * s);
    0.5 * (p[0] * (-s3 + 2.0 * s2 - s)
        + p[1] * (3.0 * s3 - 5.0 * s2 + 2.0)
        + p[2] * (-3.0 * s3 + 4.0 * s2 + s)
        + p[3] * (s3 - s2))
}

#[test]
fn curves_are_those_of_the_formulas_and_pass_through_the_points() {
    for seed in 0..200 {
        let hair = points(seed, 7);
        for (curve, formula) in
            [(HairCurve::Cubic, cubic as fn([f64; 4], f64) -> f64), (HairCurve::CatmullRom, catmull_rom)]
        {
            for n in 0..=60 {
                let t = n as f32 / 60.0;
                let (segment, s) = segment_percent(t, 7);
                let at = curve.at(&hair, t);
                for axis in 0..3 {
                    let four = blend_indices(segment, 7).map(|index| f64::from(hair[index][axis]));
                    assert!((f64::from(at[axis]) - formula(four, f64::from(s))).abs() < 1e-5);
                }
            }
            for (n, point) in hair.iter().enumerate() {
                assert!(curve.at(&hair, n as f32 / 6.0).distance(*point) < 1e-5, "{curve:?} {n}");
            }
        }
    }
}

#[test]
fn segments_and_indices_are_clamped() {
    assert_eq!(segment_percent(0.0, 5), (0, 0.0));
    assert_eq!(segment_percent(1.0, 5), (3, 1.0));
    assert_eq!(segment_percent(0.375, 5), (1, 0.5));
    assert_eq!(segment_percent(7.0, 5), (3, 1.0));
    assert_eq!(segment_percent(f32::NAN, 5), (0, 0.0));
    assert_eq!(segment_percent(0.5, 0), (0, 0.0));
    assert_eq!(blend_indices(0, 5), [0, 0, 1, 2]);
    assert_eq!(blend_indices(3, 5), [2, 3, 4, 4]);
    assert_eq!(blend_indices(0, 1), [0; 4]);
    assert_eq!(HairCurve::Cubic.at(&[], 0.5), Vec3::ZERO);
    assert_eq!(HairCurve::CatmullRom.at(&[Vec3::X], 0.5), Vec3::X);
}

#[test]
fn patches_blend_their_four_hairs() {
    let hairs: Vec<Vec<Vec3>> = (0..4).map(|n| points(n, 5)).collect();
    let patch = HairPatch::new([0, 1, 2, 3]);
    let get = |n: u32| hairs[n as usize].as_slice();
    for curve in [HairCurve::Cubic, HairCurve::CatmullRom] {
        for (n, position) in [Vec2::ZERO, Vec2::X, Vec2::Y, Vec2::ONE].into_iter().enumerate() {
            assert_eq!(patch.at(position, 0.3, curve, get), curve.at(&hairs[n], 0.3));
        }
        let position = Vec2::new(0.25, 0.6);
        let blended = patch.at(position, 0.8, curve, get).as_dvec3();
        let at = |n: usize| curve.at(&hairs[n], 0.8).as_dvec3();
        let (x, y) = (0.25, f64::from(0.6_f32));
        let both = (at(0) * (1.0 - x) + at(1) * x) * (1.0 - y) + (at(2) * (1.0 - x) + at(3) * x) * y;
        assert!(blended.distance(both) < 1e-5);
    }
    let sum: f32 = HairPatch::weights(Vec2::new(0.3, 0.9)).iter().sum();
    assert!((sum - 1.0).abs() < 1e-6);
}

#[test]
fn bad_hairs_and_settings_are_errors() {
    let line = |count: usize| (0..count).map(|n| Vec3::Y * n as f32).collect::<Vec<_>>();
    assert!(ControlHair::new(line(3)).is_ok());
    assert_eq!(ControlHair::new(line(2)), Err(HairError::PointCount { hair: 0, points: 2 }));
    assert!(ControlHair::new(line(257)).is_err());
    assert_eq!(
        ControlHair::new([Vec3::X, Vec3::NAN, Vec3::Y]),
        Err(HairError::NotFinite { hair: 0, point: 1 })
    );
    assert_eq!(ControlHair::new([Vec3::X, Vec3::Y, Vec3::Y]), Err(HairError::NoLength { hair: 0, point: 1 }));
    let hair = [ControlHair::new(line(4)).unwrap()];
    let error = HairSimulation::new(&hair, HairSettings::default().with_stiffness(f32::NAN)).unwrap_err();
    assert!(error.to_string().contains("stiffness"), "{error}");
    let resampled = hair[0].resampled(10, HairCurve::CatmullRom).unwrap();
    assert_eq!(resampled.points().len(), 10);
    assert!((resampled.length() - hair[0].length()).abs() < 0.05);
    assert!(hair[0].resampled(2, HairCurve::Cubic).is_err());
}

#[test]
fn scattered_positions_keep_their_distance_and_leave_no_gap() {
    for (distance, seed) in [(0.3, 1), (0.05, 2), (0.02, 3)] {
        let positions = scatter(distance, seed);
        assert_eq!(positions, scatter(distance, seed));
        for (n, position) in positions.iter().enumerate() {
            assert!(position.cmpge(Vec2::ZERO).all() && position.cmple(Vec2::ONE).all());
            assert!(positions[..n].iter().all(|other| other.distance(*position) >= distance));
        }
        // A position farther than twice the distance from all others could hold one more.
        for mut random in cases(500) {
            let position = Vec2::new(random.f32(), random.f32());
            assert!(
                positions.iter().any(|other| other.distance(position) < distance * 2.0),
                "{distance}: {position}"
            );
        }
    }
    assert_eq!(scatter(5.0, 1).len(), 1);
    assert_eq!(scatter(f32::NAN, 1).len(), 1);
    assert!(scatter(0.0, 1).len() > 15_000);
}

#[test]
fn ribbons_follow_their_curve_and_face_outward() {
    let mut mesh = RibbonMesh::default();
    let shape = RibbonShape { segments: 6, width: 0.01, tip: 0.5 };
    let at = |t: f32| Vec3::new(0.0, -t * 0.3, 0.1 + t * 0.05);
    mesh.add(&shape, at, Vec3::Z, 0.0);
    mesh.add(&shape, at, Vec3::Z, 1.2);
    assert_eq!((mesh.positions.len(), mesh.indices.len()), (2 * 2 * 7, 2 * 6 * 2 * 3));
    for ribbon in 0..2 {
        for n in 0..7 {
            let [left, right] = [0, 1].map(|side| mesh.positions[ribbon * 14 + n * 2 + side]);
            let t = n as f32 / 6.0;
            assert!(((left + right) * 0.5).distance(at(t)) < 1e-6);
            assert!((left.distance(right) - 0.01 * (1.0 - 0.5 * t)).abs() < 1e-6);
            assert_eq!(mesh.uvs[n * 2 + 1], Vec2::new(1.0, t));
        }
    }
    assert!(mesh.normals[0].z > 0.9);
    // Seen from outside, triangles run counter-clockwise.
    for corners in mesh.indices[..36].chunks_exact(3) {
        let [a, b, c] = [0, 1, 2].map(|n| mesh.positions[corners[n] as usize]);
        assert!((b - a).cross(c - a).z > 0.0);
    }
    assert_eq!(mesh.primitive().indices, mesh.indices);
    mesh.clear();
    mesh.add(&RibbonShape { segments: 0, ..shape }, at, Vec3::Z, 0.0);
    mesh.add(&shape, |_| Vec3::ZERO, Vec3::ZERO, 0.0);
    assert!(mesh.positions.len() == 14 && mesh.normals.iter().all(|normal| normal.is_finite()));
}

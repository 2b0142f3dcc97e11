//! Straightest paths over surfaces.

use crate::shapes::{Shape, ball, cone, grid, parts, plane, primitive, random};
use sinew::glam::Vec3;
use sinew::surface::{PosedPart, SurfacePoint, WalkEnd};
use std::f32::consts::TAU;
use test_needs::cases;

fn point(shape: &Shape, origin: Vec3, direction: Vec3) -> SurfacePoint {
    shape.hit(origin, direction).unwrap().point
}

#[test]
fn paths_on_a_plane_are_straight() {
    let (positions, indices) = plane(16);
    let shape = Shape::new(positions, indices);
    for mut rng in cases(500) {
        let [from, to] = [(); 2].map(|()| random(&mut rng).with_z(0.0) * 0.49);
        let start = point(&shape, from.with_z(1.0), Vec3::NEG_Z);
        // A part along the normal has no effect.
        let walk = shape.posed.walk(&start, (to - from).with_z(rng.f32() - 0.5)).unwrap();
        assert_eq!(walk.end, WalkEnd::Arrived);
        assert!(walk.position.distance(to) < 1e-5, "{from} to {to}: {walk:?}");
        assert!((walk.distance - from.distance(to)).abs() < 1e-5 && walk.normal.distance(Vec3::Z) < 1e-6);
        assert!(walk.direction.distance((to - from).normalize()) < 1e-3);
        // The point is what it says.
        let again = shape.posed.walk(&walk.point, Vec3::ZERO).unwrap();
        assert!(again.position.distance(walk.position) < 1e-6 && again.distance == 0.0);
    }
}

#[test]
fn paths_stop_at_borders() {
    let (positions, indices) = plane(16);
    let shape = Shape::new(positions, indices);
    let start = point(&shape, Vec3::new(0.1, 0.2, 1.0), Vec3::NEG_Z);
    let walk = shape.posed.walk(&start, Vec3::X * 3.0).unwrap();
    assert_eq!(walk.end, WalkEnd::Border);
    assert!((walk.distance - 0.4).abs() < 1e-5 && walk.position.distance(Vec3::new(0.5, 0.2, 0.0)) < 1e-5);
    assert!(walk.direction.distance(Vec3::X) < 1e-4);
}

/// Around a cylinder, over its seam, and up along it: the cylinder unrolled is a plane.
#[test]
fn paths_cross_seams_and_go_on_in_the_next_plane() {
    const SIDES: u32 = 24;
    let around = 2.0 * SIDES as f32 * 0.06 * (TAU * 0.5 / SIDES as f32).sin();
    for is_mirrored in [false, true] {
        let (positions, indices) = cone(SIDES, 10, [0.06; 2]);
        let made = Shape::new(positions, indices);
        let shape = if is_mirrored { made.mirrored() } else { made };
        let start = point(&shape, Vec3::new(0.001, -0.15, 1.0), Vec3::NEG_Z);
        let from = shape.posed.walk(&start, Vec3::ZERO).unwrap();
        assert!(from.normal.z > 0.9, "{from:?}");
        for rise in [0.0, 0.1, 0.25] {
            let side = from.normal.cross(Vec3::Y).normalize();
            let walk = shape.posed.walk(&start, side * around + Vec3::Y * rise).unwrap();
            let expected = from.position + Vec3::Y * rise;
            assert_eq!(walk.end, WalkEnd::Arrived);
            assert!(walk.position.distance(expected) < 1e-4, "{rise}: {} not {expected}", walk.position);
            assert!((walk.distance - (around * around + rise * rise).sqrt()).abs() < 1e-5);
        }
    }
}

/// A path around a ball stays near the plane of its beginning and comes back.
#[test]
fn paths_around_a_ball_are_great_circles() {
    let (positions, indices) = ball(64, 40);
    let shape = Shape::new(positions, indices);
    for mut rng in cases(100) {
        let eye = random(&mut rng).normalize() * 3.0;
        let start = point(&shape, eye, -eye);
        let from = shape.posed.walk(&start, Vec3::ZERO).unwrap();
        let side = from.normal.any_orthonormal_vector();
        for step in 1..=8 {
            let walk = shape.posed.walk(&start, side * (step as f32 * TAU / 8.0 * 0.997)).unwrap();
            assert!(walk.end == WalkEnd::Arrived && walk.position.length() > 0.99, "{walk:?}");
            // Poles and their long triangles turn paths a little.
            let away = walk.position.dot(from.position.normalize().cross(side)).abs();
            assert!(away < 0.2, "{step}: {away} from the plane");
        }
    }
}

#[test]
fn hidden_parts_end_paths() {
    let halves = [0.0, 0.5].map(|left| {
        let (positions, indices) = grid(8, 8, |x, y| Vec3::new(left + x * 0.5, y, 0.0));
        primitive(positions, indices)
    });
    let mut shape = Shape::of(parts(halves.into()));
    let start = point(&shape, Vec3::new(0.1, 0.43, 1.0), Vec3::NEG_Z);
    let over = shape.posed.walk(&start, Vec3::X * 0.7).unwrap();
    assert!(over.end == WalkEnd::Arrived && over.point.primitive == 1, "{over:?}");
    let all: Vec<Vec<Vec3>> = shape.character.meshes()[sinew::character::MeshId(0)]
        .primitives
        .iter()
        .map(|primitive| primitive.positions.clone())
        .collect();
    shape.posed.pose_with(|part, _, out| {
        out.copy_from_slice(&all[part.primitive]);
        PosedPart { is_shown: part.primitive == 0, is_mirrored: false }
    });
    let stops = shape.posed.walk(&start, Vec3::X * 0.7).unwrap();
    assert!(stops.end == WalkEnd::Border && (stops.distance - 0.4).abs() < 1e-5, "{stops:?}");
}

#[test]
fn bad_paths_end() {
    let (positions, mut indices) = plane(4);
    // Needles and doubled corners.
    indices.extend([0, 0, 1, 2, 3, 2]);
    let mut line = positions;
    line.iter_mut().filter(|p| p.x > 0.2).for_each(|p| p.x = 0.25);
    let shape = Shape::new(line, indices);
    let start = point(&shape, Vec3::new(-0.1, 0.03, 1.0), Vec3::NEG_Z);
    for offset in [Vec3::X, Vec3::splat(1e30), Vec3::ZERO, Vec3::Z, Vec3::new(1e-38, 0.0, 0.0)] {
        let walk = shape.posed.walk(&start, offset).unwrap();
        assert!(walk.position.is_finite() && walk.distance.is_finite(), "{offset}: {walk:?}");
        assert!((walk.point.barycentric.element_sum() - 1.0).abs() < 1e-4);
    }
    assert_eq!(shape.posed.walk(&start, Vec3::NAN), None);
    assert_eq!(shape.posed.walk(&start, Vec3::X * f32::INFINITY), None);
    assert_eq!(shape.posed.walk(&SurfacePoint { triangle: 9999, ..start }, Vec3::X), None);
    let odd = SurfacePoint { barycentric: Vec3::new(-3.0, 0.0, 0.0), ..start };
    assert!(shape.posed.walk(&odd, Vec3::X).unwrap().position.is_finite());
}

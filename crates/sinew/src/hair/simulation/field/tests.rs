//! Tests of distance fields against all triangles.

use super::tree::{TriangleTree, nearest_point};
use super::*;
use glam::Vec3;
use std::f32::consts::{PI, TAU};

/// Head-like shape: a ball with a nose, an ear on each side, and a hole where the neck would be below
/// `lowest`.
fn head(rows: u32, lowest: f32) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let columns = rows * 2;
    let vertex = |row: u32, column: u32| {
        let (down, around) = (row as f32 / rows as f32 * PI, column as f32 / columns as f32 * TAU);
        let out = Vec3::new(around.sin() * down.sin(), down.cos(), around.cos() * down.sin());
        let bump = |at: Vec3, size: f32| (-(out - at.normalize()).length_squared() / (size * size)).exp();
        let ears = bump(Vec3::new(1.0, 0.0, -0.2), 0.15) + bump(Vec3::new(-1.0, 0.0, -0.2), 0.15);
        out * (0.1 + 0.03 * bump(Vec3::new(0.0, -0.1, 1.0), 0.2) + 0.02 * ears)
    };
    let positions: Vec<Vec3> =
        (0..=rows).flat_map(|row| (0..columns).map(move |column| vertex(row, column))).collect();
    let mut triangles = Vec::new();
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        let at = |row: u32, column: u32| row * columns + column % columns;
        let [a, b, c, d] =
            [at(row, column), at(row, column + 1), at(row + 1, column), at(row + 1, column + 1)];
        for corners in [[a, c, b], [b, c, d]] {
            if corners.iter().all(|corner| positions[*corner as usize].y > lowest) {
                triangles.push(corners);
            }
        }
    }
    (positions, triangles)
}

fn corners(positions: &[Vec3], triangles: &[[u32; 3]]) -> Vec<[Vec3; 3]> {
    triangles.iter().map(|triangle| triangle.map(|vertex| positions[vertex as usize])).collect()
}

/// Distance to the nearest triangle and winding number, over all triangles in double precision.
fn brute(corners: &[[Vec3; 3]], at: Vec3) -> (f32, f64) {
    let distance =
        corners.iter().map(|triangle| nearest_point(triangle, at).distance(at)).fold(f32::INFINITY, f32::min);
    let angle = |triangle: &[Vec3; 3]| {
        let [a, b, c] = triangle.map(|corner| (corner - at).as_dvec3());
        let [x, y, z] = [a, b, c].map(|arm| arm.length());
        2.0 * (a.dot(b.cross(c))).atan2(x * y * z + a.dot(b) * z + b.dot(c) * x + c.dot(a) * y)
    };
    (distance, corners.iter().map(angle).sum::<f64>() / (4.0 * std::f64::consts::PI))
}

fn points(seed: u64, count: usize, reach: f32) -> Vec<Vec3> {
    let mut random = fastrand::Rng::with_seed(seed);
    (0..count).map(|_| Vec3::from_array([(); 3].map(|()| (random.f32() * 2.0 - 1.0) * reach))).collect()
}

#[test]
fn the_tree_agrees_with_all_triangles() {
    let (positions, triangles) = head(24, -0.07);
    let all = corners(&positions, &triangles);
    let tree = TriangleTree::new(all.clone());
    for at in points(3, 500, 0.15) {
        let (distance, _) = brute(&all, at);
        let found = tree.nearest(at, 0.05);
        assert_eq!(found.is_some(), distance <= 0.05, "{at}: {distance}");
        if let Some((triangle, found_distance)) = found {
            assert!((found_distance - distance).abs() < 1e-6, "{at}: {found_distance} {distance}");
            let point = nearest_point(&tree.triangles[triangle as usize], at);
            assert!((point.distance(at) - distance).abs() < 1e-6);
        }
    }
}

/// Distance, sign and gradient against all triangles, of a closed and an open head.
#[test]
fn a_field_is_the_distance_to_the_triangles() {
    for lowest in [-1.0, -0.07] {
        let (positions, triangles) = head(32, lowest);
        let all = corners(&positions, &triangles);
        let cell = 0.005;
        let field = HairField::new(&positions, &triangles, cell).unwrap();
        let mut far: f32 = 0.0;
        for at in points(7, 3000, 0.14) {
            let (distance, winding) = brute(&all, at);
            // Around the hole there is a surface that the triangles lack; beyond the grid distances are
            // bounds.
            if distance > at.y - lowest - 0.02 || !field.bounds().contains(at, 2.0 * cell) {
                continue;
            }
            let (sampled, normal) = field.sample(at);
            if distance > 0.001 {
                assert_eq!(sampled < 0.0, winding > 0.5, "{lowest} {at}: {sampled} {distance} {winding}");
            }
            far = far.max((sampled.abs() - distance).abs());
            // The way to the surface leads there, where one triangle is nearest.
            if distance < 0.01 {
                let (left, _) = brute(&all, at - normal * sampled);
                assert!(left < 0.25 * distance + 0.001, "{lowest} {at}: {left} of {distance}");
            }
        }
        assert!(far < 0.3 * cell, "{lowest}: {far}");
        let near = points(8, 2000, 0.1).into_iter().map(|at| (at, brute(&all, at).0));
        let near = near.filter(|(at, distance)| *distance < at.y - lowest - 0.02);
        let errors = near.map(|(at, distance)| (field.distance(at).abs() - distance).abs());
        let (sum, count) = errors.fold((0.0, 0), |(sum, count), error| (sum + error, count + 1));
        assert!(sum / (count as f32) < 0.03 * cell, "{lowest}: {}", sum / count as f32);
    }
}

/// The hole of a neck is closed: no jump across it.
#[test]
fn a_hole_is_closed_smoothly() {
    let (positions, triangles) = head(32, -0.07);
    let field = HairField::new(&positions, &triangles, 0.005).unwrap();
    let line: Vec<f32> = (0..200).map(|n| field.distance(Vec3::Y * (-0.14 + n as f32 * 0.001))).collect();
    assert!(line[0] > 0.03 && line[140] < -0.05, "{} {}", line[0], line[140]);
    for pair in line.windows(2) {
        assert!((pair[1] - pair[0]).abs() < 0.0016, "{} {}", pair[0], pair[1]);
    }
}

/// Parts that lie inside of others, such as the backs of eyes, are no surface.
#[test]
fn parts_inside_of_others_do_not_count() {
    let (mut positions, mut triangles) = head(32, -1.0);
    let plain = HairField::new(&positions, &triangles, 0.005).unwrap();
    let (eye, around) = head(12, -1.0);
    let first = positions.len() as u32;
    positions.extend(eye.iter().map(|position| *position * 0.3 + Vec3::new(0.0, 0.0, 0.04)));
    triangles.extend(around.iter().map(|triangle| triangle.map(|vertex| vertex + first)));
    let with_eye = HairField::new(&positions, &triangles, 0.005).unwrap();
    for at in points(9, 500, 0.1) {
        assert!((plain.distance(at) - with_eye.distance(at)).abs() < 1e-4, "{at}");
    }
}

#[test]
fn wrong_fields_are_errors() {
    let (positions, triangles) = head(12, -1.0);
    let new = |cell| HairField::new(&positions, &triangles, cell);
    for cell in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        assert!(matches!(new(cell), Err(HairFieldError::Cell { .. })), "{cell}");
    }
    for cell in [0.0005, 1e-6, 1e-30] {
        assert!(matches!(new(cell), Err(HairFieldError::Size { .. })), "{cell}");
    }
    for cell in [1.0, 2.0, 1e30] {
        assert!(matches!(new(cell), Err(HairFieldError::NoInside { .. })), "{cell}");
    }
    assert!(matches!(HairField::new(&[], &[], 0.01), Err(HairFieldError::NoInside { triangles: 0, .. })));
    let sheet = [Vec3::ZERO, Vec3::X, Vec3::Y];
    assert!(matches!(HairField::new(&sheet, &[[0, 1, 2]], 0.1), Err(HairFieldError::NoInside { .. })));
    let wrong = HairField::new(&sheet, &[[0, 1, 2], [0, 1, 3]], 0.1);
    assert_eq!(wrong, Err(HairFieldError::Index { triangle: 1, vertex: 3, positions: 3 }));
    let bad = [Vec3::ZERO, Vec3::X, Vec3::NAN];
    assert_eq!(HairField::new(&bad, &[[0, 1, 2]], 0.1), Err(HairFieldError::Position { triangle: 0 }));
    let many = vec![[0, 1, 2]; MAX_FIELD_TRIANGLES + 1];
    assert!(matches!(HairField::new(&sheet, &many, 0.1), Err(HairFieldError::TriangleCount { .. })));
    let field = new(0.01).unwrap();
    assert!(field.byte_count() <= 2 * MAX_FIELD_NODES);
    assert!(field.sample(Vec3::NAN).0 > 0.0 && field.sample(Vec3::splat(1e30)).0 > 1.0);
}

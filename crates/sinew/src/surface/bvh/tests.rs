//! The hierarchy against tests of all triangles.

use super::{Bvh, NodeBox, RaySlabs};
use crate::surface::Ray;
use crate::surface::triangle_test::{RayShear, TriangleHit};
use fastrand::Rng;
use glam::Vec3;
use test_needs::cases;

fn random(rng: &mut Rng) -> Vec3 {
    Vec3::from_array([(); 3].map(|()| rng.f32() * 2.0 - 1.0))
}

/// Triangles of all sizes, some in planes of the axes, some without area, some twice.
fn soup(rng: &mut Rng, count: u32) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let mut positions = Vec::new();
    let mut triangles = Vec::new();
    for n in 0..count {
        let middle = random(rng) * 4.0;
        let size = [0.01, 0.3, 3.0][rng.usize(..3)];
        let mut corners = [(); 3].map(|()| middle + random(rng) * size);
        match rng.u32(..8) {
            0 => corners.iter_mut().for_each(|corner| corner.x = (middle.x * 4.0).round() * 0.25),
            1 => corners.iter_mut().for_each(|corner| *corner = (*corner * 4.0).round() * 0.25),
            2 => corners[2] = corners[0],
            _ => {}
        }
        let first = positions.len() as u32;
        positions.extend(corners);
        triangles.push([first, first + 1, first + 2]);
        if n % 50 == 0 {
            triangles.push([first + 2, first, first + 1]);
        }
    }
    (positions, triangles)
}

/// Calls a closure with triangles and limits.
type Visit<'a> = dyn FnMut(&mut dyn FnMut(u32, f32) -> f32) + 'a;

fn nearest(
    rays: &RayShear,
    positions: &[Vec3],
    triangles: &[[u32; 3]],
    visit: &mut Visit<'_>,
) -> Option<(u32, TriangleHit)> {
    let mut found: Option<(u32, TriangleHit)> = None;
    visit(&mut |triangle, limit| {
        let corners = triangles[triangle as usize].map(|v| positions[v as usize]);
        if let Some(hit) = rays.hit(corners, limit) {
            let is_nearer = found.is_none_or(|(other, best)| {
                hit.distance < best.distance || (hit.distance == best.distance && triangle < other)
            });
            if is_nearer {
                found = Some((triangle, hit));
            }
        }
        found.map_or(f32::MAX, |(_, best)| best.distance)
    });
    found
}

/// Random rays, rays along axes through corners, rays from within: the same triangle and the same bits of its
/// distance.
#[test]
fn hits_equal_those_of_all_triangles() {
    let mut hits = 0;
    for mut rng in cases(5) {
        let count = [1, 2, 9, 60, 700][rng.seed() % 5];
        let (mut positions, triangles) = soup(&mut rng, count);
        let bvh = Bvh::new(&positions, &triangles);
        let mut boxes = Vec::new();
        // As built, then refitted to motions that leave nothing of the first positions.
        for motion in 0..4 {
            if motion > 0 {
                let size = 10.0_f32.powi(motion - 2);
                positions.iter_mut().for_each(|p| *p = (*p + random(&mut rng) * 2.0) * size);
            }
            bvh.refit(&positions, &mut boxes);
            for n in 0..1500 {
                let target = positions[rng.usize(..positions.len())];
                let eye = positions[rng.usize(..positions.len())] + random(&mut rng);
                let axis = [Vec3::X, Vec3::NEG_X, Vec3::Y, Vec3::NEG_Y, Vec3::Z, Vec3::NEG_Z][rng.usize(..6)];
                let ray = match n % 3 {
                    0 => Ray::new(target - axis * rng.f32() * 5.0, axis),
                    1 => Ray::new(eye, target + random(&mut rng) * 0.1 - eye),
                    _ => Ray::new(eye, random(&mut rng)),
                };
                let (shear, slabs) = (RayShear::new(&ray), RaySlabs::new(&ray, &boxes[0]));
                let all = nearest(&shear, &positions, &triangles, &mut |test| {
                    let mut limit = f32::MAX;
                    (0..triangles.len() as u32).for_each(|triangle| limit = test(triangle, limit));
                });
                let by_tree = nearest(&shear, &positions, &triangles, &mut |test| {
                    let mut limit = f32::MAX;
                    bvh.visit(&boxes, &slabs, f32::MAX, |triangle| {
                        limit = test(triangle, limit);
                        limit
                    });
                });
                let bits = |hit: Option<(u32, TriangleHit)>| hit.map(|(n, hit)| (n, hit.distance.to_bits()));
                assert_eq!(bits(by_tree), bits(all), "{ray:?} of {count} after motion {motion}");
                hits += usize::from(all.is_some());
            }
        }
    }
    assert!(hits > 10_000, "{hits}");
}

/// Every triangle stands in one leaf, and the boxes hold what lies below them.
#[test]
fn boxes_hold_their_triangles() {
    for mut rng in cases(5) {
        let count = [1, 8, 9, 300, 3000][rng.seed() % 5];
        let (mut positions, triangles) = soup(&mut rng, count);
        let bvh = Bvh::new(&positions, &triangles);
        positions.iter_mut().for_each(|p| *p += random(&mut rng));
        let mut boxes = vec![NodeBox::EMPTY; 3];
        bvh.refit(&positions, &mut boxes);
        let mut order = bvh.triangles.clone();
        order.sort_unstable();
        assert_eq!(order, (0..triangles.len() as u32).collect::<Vec<_>>());
        assert_eq!(boxes.len(), bvh.nodes.len());
        let root = boxes[0];
        for position in triangles.iter().flatten().map(|v| positions[*v as usize]) {
            assert!(root.min.cmple(position).all() && root.max.cmpge(position).all());
        }
    }
}

/// A point of a box is met by every ray towards it, at its corners and edges too, and from far away.
#[test]
fn box_tests_are_conservative() {
    for mut rng in cases(40_000) {
        let size = 10.0_f32.powf(rng.f32() * 6.0 - 5.0);
        let a = random(&mut rng) * 3.0;
        let b = a + random(&mut rng) * size;
        let bounds = NodeBox { min: a.min(b), max: a.max(b) };
        let mut target = bounds.min;
        for axis in 0..3 {
            let share = [0.0, 1.0, rng.f32()][rng.usize(..3)];
            target[axis] = (bounds.min[axis] + (bounds.max[axis] - bounds.min[axis]) * share)
                .clamp(bounds.min[axis], bounds.max[axis]);
        }
        let mut away = random(&mut rng) * 10.0_f32.powf(rng.f32() * 4.0 - 2.0);
        // Rays within planes of the axes.
        (0..3).for_each(|axis| away[axis] *= [0.0, -0.0, 1.0, 1.0][rng.usize(..4)]);
        // As the sum rounds it.
        let away = target + away - target;
        if away == Vec3::ZERO {
            continue;
        }
        let ray = Ray::new(target + away, -away * 10.0_f32.powf(rng.f32() * 20.0 - 10.0));
        let entry = RaySlabs::new(&ray, &bounds).entry(&bounds, f32::MAX);
        assert!(entry.is_some(), "{ray:?} {bounds:?}");
        // Not beyond the target.
        assert!(entry.unwrap() <= away.length() / ray.direction.length() * 1.001);
    }
}

#[test]
fn boxes_beside_the_ray_are_not_entered() {
    let bounds = NodeBox { min: Vec3::splat(-1.0), max: Vec3::ONE };
    let entry = |origin, direction| {
        let ray = Ray::new(origin, direction);
        RaySlabs::new(&ray, &bounds).entry(&bounds, 10.0)
    };
    let eye = Vec3::new(0.0, 0.0, 5.0);
    assert!((entry(eye, Vec3::NEG_Z).unwrap() - 4.0).abs() < 1e-4);
    assert_eq!(entry(eye, Vec3::Z), None);
    assert_eq!(entry(eye.with_x(1.001), Vec3::NEG_Z), None);
    assert_eq!(entry(Vec3::Z * 50.0, Vec3::NEG_Z), None, "beyond the limit");
    assert_eq!(entry(Vec3::ZERO, Vec3::X), Some(0.0));
}

/// Triangles all at one position, which no split parts.
#[test]
fn equal_triangles_make_a_bounded_depth() {
    let positions = [Vec3::ZERO, Vec3::X, Vec3::Y];
    let triangles = vec![[0, 1, 2]; 5000];
    let bvh = Bvh::new(&positions, &triangles);
    let mut boxes = Vec::new();
    bvh.refit(&positions, &mut boxes);
    let ray = Ray::new(Vec3::new(0.2, 0.2, 1.0), Vec3::NEG_Z);
    let mut visited = 0;
    bvh.visit(&boxes, &RaySlabs::new(&ray, &boxes[0]), f32::MAX, |_| {
        visited += 1;
        f32::MAX
    });
    assert_eq!(visited, 5000);
}

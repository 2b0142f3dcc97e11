//! Test helpers: heights of props from above.

use sinew::Character;
use sinew::glam::{Affine3A, Vec3};

/// Every triangle at rest with its normals and the number of its instance.
pub(super) fn triangles(character: &Character) -> impl Iterator<Item = (usize, [Vec3; 3], [Vec3; 3])> {
    character.mesh_instances().iter().enumerate().flat_map(move |(n, instance)| {
        let model: Affine3A = character.rest_model()[instance.node.index()];
        character.meshes()[instance.mesh].primitives.iter().flat_map(move |primitive| {
            primitive.indices.chunks_exact(3).map(move |corners| {
                let corner = |c: usize| corners[c] as usize;
                let corners = [0, 1, 2].map(|c| model.transform_point3(primitive.positions[corner(c)]));
                (n, corners, [0, 1, 2].map(|c| model.transform_vector3(primitive.normals[corner(c)])))
            })
        })
    })
}

/// Height and normal of the uppermost triangle at (x, z), or of the floor.
fn hit(character: &Character, x: f32, z: f32) -> (f32, Vec3) {
    let mut highest = (0.0, Vec3::Y);
    for (_, [a, b, c], normals) in triangles(character) {
        let to = |p: Vec3| ((p.x - x), (p.z - z));
        let area = |p: Vec3, q: Vec3| to(p).0 * to(q).1 - to(p).1 * to(q).0;
        let shares = [area(b, c), area(c, a), area(a, b)];
        let sum: f32 = shares.iter().sum();
        let inside = shares.iter().all(|s| *s >= 0.0) || shares.iter().all(|s| *s <= 0.0);
        if inside && sum.abs() > 1e-9 {
            let height = (a.y * shares[0] + b.y * shares[1] + c.y * shares[2]) / sum;
            if height > highest.0 {
                highest = (height, normals[0]);
            }
        }
    }
    highest
}

/// Compares a ground function with the triangles at 4000 points on the prop and around it.
pub(super) fn compare(character: &Character, ground: impl Fn(f32, f32) -> (f32, Vec3)) {
    let bounds = character.rest_bounds().grown(0.5);
    let mut above = 0;
    for n in 0..4000 {
        // Two irrational steps give evenly spread points, off the edges.
        let share = [0.754_877_666, 0.569_840_290].map(|step: f64| (f64::from(n) * step).fract() as f32);
        let point = bounds.min + bounds.size() * Vec3::new(share[0], 0.0, share[1]);
        let (expected, found) = (ground(point.x, point.z), hit(character, point.x, point.z));
        let apart = (expected.0 - found.0).abs().max((expected.1 - found.1).length());
        assert!(apart < 1e-4, "at {point}: {expected:?}, but {found:?} is hit");
        above += usize::from(found.0 > 0.0);
    }
    assert!(above > 1000, "{above} of 4000 places lie on the prop");
}

/// True if `point` is inside of a closed part: a ray from it leaves through more triangles than it enters.
pub(super) fn surrounds(character: &Character, point: Vec3) -> bool {
    // Not along an axis, so that the ray misses edges between faces.
    let ray = Vec3::new(0.36, 0.48, 0.8);
    let mut left = 0;
    for (_, [a, b, c], _) in triangles(character) {
        let volume = |p: Vec3, q: Vec3| ray.dot((p - point).cross(q - point));
        let sides = [volume(a, b), volume(b, c), volume(c, a)];
        let faces = (b - a).cross(c - a);
        let ahead = faces.dot(a - point) * faces.dot(ray) > 0.0;
        if ahead && (sides.iter().all(|s| *s > 0.0) || sides.iter().all(|s| *s < 0.0)) {
            left += if faces.dot(ray) > 0.0 { 1 } else { -1 };
        }
    }
    left > 0
}

//! Rays against triangles and hierarchies.

use crate::shapes::{Shape, ball, plane, pose, random};
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::surface::{HitFaces, PosedPart, Ray};
use test_needs::cases;

/// Fans around a vertex, through whose edges and vertices rays are shot: none passes between the triangles.
#[test]
fn no_ray_passes_between_triangles() {
    for mut rng in cases(400) {
        let turn =
            Quat::from_euler(sinew::glam::EulerRot::XYZ, rng.f32() * 6.0, rng.f32() * 6.0, rng.f32() * 6.0);
        let (middle, size) = (random(&mut rng) * 10.0, 10.0_f32.powf(rng.f32() * 4.0 - 3.0));
        let corners = 3 + rng.u32(..9);
        let flat = |n: u32, radius: f32, height: f32| {
            let angle = n as f32 / corners as f32 * std::f32::consts::TAU;
            turn * (Vec3::new(angle.cos() * radius, angle.sin() * radius, height) * size) + middle
        };
        let mut positions = vec![middle];
        positions.extend((0..corners).map(|n| flat(n, 0.2 + rng.f32(), (rng.f32() - 0.5) * 0.2)));
        let indices = (1..=corners).flat_map(|n| [0, n, n % corners + 1]).collect();
        let shape = Shape::new(positions.clone(), indices);
        for _ in 0..60 {
            // On an inner edge, not near its outer end, which rounding moves.
            let along = if rng.u32(..5) == 0 { 0.0 } else { rng.f32() * 0.9 };
            let target = middle.lerp(positions[1 + rng.usize(..corners as usize)], along);
            let eye = flat(0, rng.f32() - 0.5, 1.0 + 3.0 * rng.f32());
            // The corners of rays along axes are exact.
            let axis = [Vec3::X, Vec3::Y, Vec3::Z]
                .into_iter()
                .max_by(|a, b| (turn.inverse() * *a).z.abs().total_cmp(&(turn.inverse() * *b).z.abs()));
            let axis = axis.unwrap();
            let rays = [
                Ray::new(eye, target - eye),
                Ray::new(middle - axis * size * 7.0, axis),
                Ray::new(middle + axis * size * 7.0, -axis),
            ];
            for ray in rays {
                let hit = shape.posed.nearest_hit(&shape.character, &ray, HitFaces::Both);
                let hit = hit.unwrap_or_else(|| panic!("{ray:?} passes {positions:?}"));
                assert!((hit.point.barycentric.element_sum() - 1.0).abs() < 1e-5);
                assert!(hit.point.barycentric.min_element() >= 0.0);
            }
        }
    }
}

#[test]
fn rays_along_axes_meet_the_borders_of_boxes() {
    let (positions, indices) = plane(8);
    let shape = Shape::new(positions.clone(), indices);
    for position in &positions {
        for toward in [1.0, -1.0] {
            for zero in [0.0, -0.0] {
                let hit = shape.hit(*position + Vec3::Z * toward, Vec3::new(zero, zero, -toward));
                let hit = hit.unwrap_or_else(|| panic!("{position} from {toward}"));
                assert_eq!((hit.distance, hit.position.truncate()), (1.0, position.truncate()));
                assert_eq!(hit.is_front, toward > 0.0);
            }
        }
    }
}

#[test]
fn nothing_enters_a_closed_body_through_its_seams() {
    let shape = Shape::of(crate::shapes::parts(vec![{
        let (positions, indices) = ball(24, 16);
        crate::shapes::primitive(positions, indices)
    }]));
    let part = shape.posed.surface().parts()[0].clone();
    let positions = shape.posed.positions(&part).to_vec();
    let indices = ball(24, 16).1;
    for corners in indices.chunks_exact(3) {
        for mut rng in cases(3) {
            let edge = rng.seed();
            let [a, b] = [corners[edge], corners[(edge + 1) % 3]].map(|v| positions[v as usize]);
            let target = (a + b) * 0.5;
            let eye = target * 2.0 + random(&mut rng) * 0.3;
            let hit = shape.hit(eye, target - eye).expect("a hit");
            assert!(hit.is_front && (hit.distance - 1.0).abs() < 1e-4, "{hit:?}");
        }
    }
}

/// Entry and exit of a shot.
#[test]
fn faces_and_distances_of_a_ball() {
    let (positions, indices) = ball(64, 48);
    let shape = Shape::new(positions, indices);
    let ray = Ray::new(Vec3::new(0.1, 0.2, 3.0), Vec3::NEG_Z * 2.0);
    let hit = |faces| shape.posed.nearest_hit(&shape.character, &ray, faces).unwrap();
    let (front, back) = (hit(HitFaces::Front), hit(HitFaces::Back));
    assert!(front.is_front && !back.is_front && hit(HitFaces::Both) == front);
    let depth = (1.0_f32 - 0.01 - 0.04).sqrt();
    // Distances count in lengths of the direction.
    assert!((front.distance - (3.0 - depth) / 2.0).abs() < 2e-3, "{front:?}");
    assert!((back.distance - (3.0 + depth) / 2.0).abs() < 2e-3, "{back:?}");
    assert!(front.normal.dot(front.position) > 0.99 && back.normal.dot(back.position) > 0.99);
    let mut all = vec![front];
    shape.posed.all_hits(&shape.character, &ray, HitFaces::Both, &mut all);
    assert_eq!(all, [front, front, back]);
    // From inside nothing is a front face.
    let out = Ray::new(Vec3::ZERO, Vec3::X);
    assert_eq!(shape.posed.nearest_hit(&shape.character, &out, HitFaces::Front), None);
    // In another space the distance is the same.
    let world = Affine3A::from_rotation_translation(Quat::from_rotation_y(1.0), Vec3::new(3.0, 1.0, 2.0));
    let there = ray.transformed(&world).transformed(&world.inverse());
    let hit = shape.posed.nearest_hit(&shape.character, &there, HitFaces::Front).unwrap();
    assert!((hit.distance - front.distance).abs() < 1e-5 && hit.uv.distance(front.uv) < 1e-5);
}

#[test]
fn hidden_parts_are_not_hit_and_mirrored_parts_turn_around() {
    let (positions, indices) = plane(2);
    let mut shape = Shape::new(positions.clone(), indices);
    let front = |shape: &Shape| shape.hit(Vec3::new(0.1, 0.1, 1.0), Vec3::NEG_Z);
    assert!(front(&shape).unwrap().is_front);
    shape.posed.pose_with(|_, _, out| {
        out.copy_from_slice(&positions);
        PosedPart { is_shown: false, is_mirrored: false }
    });
    assert_eq!(front(&shape), None);
    pose(&mut shape.posed, &[positions], false);
    let mirrored = shape.mirrored();
    let hit = front(&mirrored).unwrap();
    assert!(hit.is_front && hit.normal == Vec3::Z, "{hit:?}");
}

#[test]
fn rays_that_are_none_hit_nothing() {
    let (positions, indices) = plane(2);
    let shape = Shape::new(positions, indices);
    let (eye, towards) = (Vec3::new(0.1, 0.2, 1.0), Vec3::NEG_Z);
    assert!(shape.hit(eye, towards).is_some());
    let bad = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY];
    for bad in bad {
        assert_eq!(shape.hit(eye.with_x(bad), towards), None);
        assert_eq!(shape.hit(eye, towards.with_y(bad)), None);
    }
    assert_eq!(shape.hit(eye, Vec3::ZERO), None);
    // Very long and very short directions are rays.
    for length in [1e-30, 1e-12, 1e12, 1e30] {
        let hit = shape.hit(eye, towards * length).unwrap_or_else(|| panic!("{length}"));
        assert!((hit.distance * length - 1.0).abs() < 1e-5, "{length}: {hit:?}");
    }
}

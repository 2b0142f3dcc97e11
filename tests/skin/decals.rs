//! Rays against real characters, posed and morphed.

use fastrand::Rng;
use sinew::Actor;
use sinew::glam::Vec3;
use sinew::surface::{CharacterSurface, HitFaces, PosedSurface, Ray};
use sinew_import::Imported;
use sinew_suite::{BruteRays, random_pose, surface_people};
use std::collections::HashMap;
use std::sync::Arc;
use test_needs::cases;

fn actor(imported: &Imported) -> Actor {
    Actor::new(Arc::new(imported.character.clone()), imported.clips.clone()).unwrap()
}

/// A ray of unit length from around the body towards one of its vertices, or past it.
fn ray(posed: &PosedSurface, rng: &mut Rng) -> Ray {
    let parts = posed.surface().parts();
    let positions = posed.positions(&parts[rng.usize(..parts.len())]);
    let random = |rng: &mut Rng| Vec3::from_array([(); 3].map(|()| rng.f32() * 2.0 - 1.0));
    let size = positions.iter().fold(0.0_f32, |size, p| size.max(p.abs().max_element()));
    let target = positions[rng.usize(..positions.len())] + random(rng) * size * 0.05;
    let eye = target + random(rng).normalize_or(Vec3::X) * size * (0.1 + rng.f32() * 2.0);
    Ray::new(eye, (target - eye).normalize())
}

/// 60,000 rays.
#[test]
fn rays_hit_what_tests_of_all_triangles_hit() {
    for (name, imported) in &surface_people() {
        let mut actor = actor(imported);
        let surface = Arc::new(CharacterSurface::new(&imported.character));
        let mut posed = PosedSurface::new(&surface);
        let mut hits = 0;
        for mut rng in cases(10).of(*name) {
            random_pose(&mut actor, &mut rng, 4);
            actor.frame().pose_surface(&mut posed).unwrap();
            let brute = BruteRays::new(&imported.character, &posed);
            for _ in 0..1000 {
                let ray = ray(&posed, &mut rng);
                let hit = posed.nearest_hit(&imported.character, &ray, HitFaces::Both);
                let is_hit = brute.compare(&posed, &ray, hit.as_ref());
                hits += usize::from(is_hit.unwrap_or_else(|error| panic!("{name}: {error}")));
            }
        }
        assert!(hits > 5000, "{name}: {hits} of 10000");
    }
}

/// Edges at which render vertices part for their normals, texture coordinates or materials: rays at their
/// middles do not pass.
#[test]
fn nothing_passes_through_seams() {
    for (name, imported) in surface_people() {
        let mut actor = actor(&imported);
        let character = &imported.character;
        let surface = Arc::new(CharacterSurface::new(character));
        let mut posed = PosedSurface::new(&surface);
        let mut shots = 0;
        for mut rng in cases(4).of(name) {
            random_pose(&mut actor, &mut rng, 4);
            actor.frame().pose_surface(&mut posed).unwrap();
            // Corners by their bits, so that what a pose tears apart is no seam; per triangle its vertices
            // and normal.
            type Edge = [[u32; 3]; 2];
            type User = ([(usize, u32); 2], Vec3);
            let mut edges: HashMap<Edge, Vec<User>> = HashMap::new();
            for (number, part) in surface.parts().iter().enumerate() {
                let positions = posed.positions(part);
                let mesh = character.mesh_instances()[part.instance].mesh;
                let indices = &character.meshes()[mesh].primitives[part.primitive].indices;
                for corners in indices.chunks_exact(3) {
                    let [a, b, c] = [0, 1, 2].map(|n| positions[corners[n] as usize]);
                    let normal = (b - a).cross(c - a).normalize_or_zero();
                    for ends in [[0, 1], [1, 2], [2, 0]] {
                        let mut ends = ends.map(|n: usize| {
                            let bits = positions[corners[n] as usize].to_array().map(f32::to_bits);
                            (bits, (number, corners[n]))
                        });
                        ends.sort_unstable();
                        let side = (ends.map(|end| end.1), normal);
                        edges.entry(ends.map(|end| end.0)).or_default().push(side);
                    }
                }
            }
            for (ends, users) in &edges {
                let [first, second] = users[..] else { continue };
                // A ray along the mean normal meets both triangles well, unless they form a sharp ridge.
                let away = (first.1 + second.1).normalize_or_zero() * 0.3;
                if first.0 == second.0 || first.1.dot(second.1) < 0.2 {
                    continue;
                }
                let [a, b] = ends.map(|end| Vec3::from_array(end.map(f32::from_bits)));
                let target = (a + b) * 0.5;
                let ray = Ray::new(target + away, -away);
                let mut hits = Vec::new();
                posed.all_hits(character, &ray, HitFaces::Both, &mut hits);
                let is_met = hits.iter().any(|hit| (hit.distance - 1.0).abs() < 1e-3);
                shots += 1;
                assert!(is_met, "{name}: the ray passes between {a} and {b}: {hits:?}");
            }
        }
        eprintln!("{name}: {shots} shots at seams");
        assert!(shots > 100, "{name}: {shots}");
    }
}

//! Rays and decals on real characters, posed and morphed, and on what is read back from files.

use fastrand::Rng;
use sinew::character::{Material, MaterialId};
use sinew::glam::Vec3;
use sinew::surface::{
    CharacterSurface, Decal, DecalMesh, DecalPlacer, DecalSettings, HitFaces, PosedSurface, Ray,
};
use sinew::{Actor, Character};
use sinew_import::{ExportOptions, Imported, NoFiles, export_glb, import};
use sinew_suite::{BruteRays, assets, person, random_pose};
use std::collections::HashMap;
use std::sync::Arc;

/// The empty name is the built-in character.
const FILES: [&str; 6] = [
    "",
    "gltf/kaykit/Knight.glb",
    "gltf/rpm_brunette-t.glb",
    "x/tiny/tiny.x",
    "vrm/Godette_vrm_v4.vrm",
    "gltf/LeePerrySmith/LeePerrySmith.glb",
];

/// All files that are there; the built-in character always is.
fn files() -> Vec<(&'static str, Imported)> {
    let assets = assets();
    let there = FILES.into_iter().filter(|name| name.is_empty() || assets.is_some());
    let folder = assets.clone().unwrap_or_default();
    there.map(|name| (name, person(&folder, name))).collect()
}

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
    for (n, (name, imported)) in files().iter().enumerate() {
        let mut actor = actor(imported);
        let surface = Arc::new(CharacterSurface::new(&imported.character));
        let mut posed = PosedSurface::new(&surface);
        let mut rng = Rng::with_seed(n as u64);
        let mut hits = 0;
        for _ in 0..10 {
            random_pose(&mut actor, &mut rng, 4);
            actor.frame().pose_surface(&mut posed);
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

/// Edges at which render vertices part for their normals, texture coordinates or materials: rays at their middles do not pass.
#[test]
fn nothing_passes_through_seams() {
    for (name, imported) in files() {
        let mut actor = actor(&imported);
        let character = &imported.character;
        let surface = Arc::new(CharacterSurface::new(character));
        let mut posed = PosedSurface::new(&surface);
        let (mut rng, mut shots) = (Rng::with_seed(9), 0);
        for _ in 0..4 {
            random_pose(&mut actor, &mut rng, 4);
            actor.frame().pose_surface(&mut posed);
            // Corners by their bits, so that what a pose tears apart is no seam; per triangle its vertices and normal.
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
                        let own = (ends.map(|end| end.1), normal);
                        edges.entry(ends.map(|end| end.0)).or_default().push(own);
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

/// Numbers of a decal's triangles in parts: part, and number in it.
fn place_of(surface: &CharacterSurface, character: &Character, mut triangle: usize) -> (usize, usize) {
    for (number, part) in surface.parts().iter().enumerate() {
        let mesh = character.mesh_instances()[part.instance].mesh;
        let count = character.meshes()[mesh].primitives[part.primitive].indices.len() / 3;
        if triangle < count {
            return (number, triangle);
        }
        triangle -= count;
    }
    panic!("the decal has a triangle that the surface lacks");
}

/// Places decals on the front of the body while it moves.
fn decals(imported: &Imported, surface: &Arc<CharacterSurface>, count: usize) -> Vec<Decal> {
    let (mut actor, mut posed) = (actor(imported), PosedSurface::new(surface));
    let (mut rng, mut placer, mut found) = (Rng::with_seed(3), DecalPlacer::new(), Vec::new());
    while found.len() < count {
        random_pose(&mut actor, &mut rng, 4);
        actor.frame().pose_surface(&mut posed);
        let hit = posed.nearest_hit(&imported.character, &ray(&posed, &mut rng), HitFaces::Front);
        let decal = hit.map(|hit| placer.place(&posed, &hit.point, &DecalSettings::new(0.06)));
        found.extend(decal.and_then(Result::ok).filter(|decal| decal.triangles.len() > 3));
    }
    found
}

/// Decals as meshes of a GLB that is read back: through 10,000 frames with morph targets no vertex leaves the skin.
#[test]
fn decals_of_files_do_not_drift() {
    for (name, mut imported) in files().into_iter().take(3) {
        let surface = Arc::new(CharacterSurface::new(&imported.character));
        let decals = decals(&imported, &surface, 5);
        let original = imported.character.clone();
        let mut parts = original.clone().into_parts();
        parts.materials.push(Material { name: "mark".into(), ..Material::default() });
        let material = MaterialId(parts.materials.len() as u32 - 1);
        let mut meshes = Vec::new();
        for (n, decal) in decals.iter().enumerate() {
            let mut mesh = DecalMesh::new(decal, &original, &surface, 0.0);
            mesh.mesh.name = format!("decal {n}");
            let instance = mesh.clone().add_to(&mut parts, material);
            for clip in &mut imported.clips {
                let track = mesh.track(clip, instance);
                clip.morphs.extend(track);
            }
            meshes.push(mesh);
        }
        let character = Character::new(parts).unwrap();
        let glb = export_glb(&character, &imported.clips, &ExportOptions::default()).unwrap().bytes;
        let again = import(&glb, &NoFiles).unwrap();
        let there = CharacterSurface::new(&again.character);
        let part_named = |name: &str| {
            let named = |part: &&sinew::surface::SurfacePart| {
                again.character.meshes()[again.character.mesh_instances()[part.instance].mesh].name == name
            };
            there.parts().iter().find(named).unwrap_or_else(|| panic!("{name} was not read back")).clone()
        };
        let marks: Vec<_> = (0..decals.len()).map(|n| part_named(&format!("decal {n}"))).collect();
        let there = Arc::new(there.clone());
        let mut posed = PosedSurface::new(&there);
        let mut actor = Actor::new(Arc::new(again.character.clone()), again.clips.clone()).unwrap();
        let run = again.clips.iter().position(|clip| clip.name.to_lowercase().contains("run"));
        let clip = sinew::ClipId(run.unwrap_or(0) as u32);
        if !again.clips.is_empty() {
            actor.play(clip).unwrap();
        }
        let (mut rng, mut drift) = (Rng::with_seed(4), 0.0_f32);
        let frames = 10_000;
        for frame in 0..frames {
            if frame % 50 == 0
                && let Some(face) = actor.face_mut()
            {
                let names: Vec<String> =
                    again.character.expressions().iter().map(|e| e.name.clone()).collect();
                if !names.is_empty() {
                    face.set_expression(names[rng.usize(..names.len())].as_str(), rng.f32()).unwrap();
                }
            }
            actor.update(1.0 / 60.0);
            // The pose is taken at every 7th frame; the time between is the same for all.
            if frame % 7 != 0 && frame != frames - 1 {
                continue;
            }
            actor.frame().pose_surface(&mut posed);
            for ((decal, mesh), mark) in decals.iter().zip(&meshes).zip(&marks) {
                let own = posed.positions(mark);
                let corners = mesh.mesh.primitives[0].indices.chunks_exact(3);
                for (triangle, corners) in decal.triangles.iter().zip(corners) {
                    let (part, number) = place_of(&there, &again.character, triangle.triangle as usize);
                    let part = &there.parts()[part];
                    let below = posed.positions(part);
                    let mesh = again.character.mesh_instances()[part.instance].mesh;
                    let indices = &again.character.meshes()[mesh].primitives[part.primitive].indices;
                    for (corner, vertex) in corners.iter().zip(&indices[number * 3..number * 3 + 3]) {
                        drift = drift.max(own[*corner as usize].distance(below[*vertex as usize]));
                    }
                }
            }
        }
        eprintln!("{name}: largest distance of a decal's vertex from the skin {drift} m");
        assert!(drift <= 1e-6, "{name}: {drift} m");
    }
}

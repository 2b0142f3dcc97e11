//! Rays and decals on characters: time, stretch and correctness.
//!
//! `cargo bench --bench decals` takes the built-in character, the shared files, and the built-in one with a
//! twin beside it, of more than 20,000 vertices. `-- WORD…` selects the characters whose names contain all of
//! these words, `--count N` (2,000) sets the number of rays and decals, `--seed S` the random seed. With
//! `--tabs` columns are separated by tabs, for programs. The word `brute` compares N rays per character with
//! tests of all triangles in double precision instead; 100 rays share a pose.
//!
//! Poses are random times of the character's clips, with random morph weights. Rays come from 0.3 to 2 m in
//! front of random points of the surface, chosen by area. Decals have a radius of 0.05 m (on the scanned
//! head, whose unit is not a metre, by a height of 0.43 m with the shoulders) around hits of front faces on
//! limbs (arms and legs) and heads.
//!
//! - vertices, triangles, build: of the surface, milliseconds.
//! - pose: morph targets, skinning and refit of a pose together, µs; refit: copies of the positions and refit
//!   alone.
//! - ray: µs of `nearest_hit`; parry's are `TriMesh::cast_local_ray` and `TriMesh::set_vertices` of parry3d
//!   on the same poses and rays, timed in turns.
//! - place: median and 95th percentile of the time to place a decal, µs; plane: median with the projection to
//!   the plane.
//! - limbs, heads: stretch in percent of the 50th, 95th and 99th percentile of the area, by the exponential
//!   map, then by the projection. Measured on the clipped triangles by formulas of this program.
//! - seams: mean number of seams that a decal crosses.
//!
//! The word `shotgun` measures a shot of 12 pellets at 100 characters instead, which stand 1.5 m apart in
//! rows: with all of them posed, and with those alone that a pellet may meet (`Frame::ray_entry`);
//! milliseconds per shot, best of N / 100 shots, the number posed, and nanoseconds per ray and character of
//! the test.
//!
//! The word `drips` measures twenty seconds of the built-in character with wounds that drip and at most 800
//! decals instead; milliseconds per frame.

mod bodies;
#[path = "../../tests/suite/clock.rs"]
mod clock;
mod drips;
mod shotgun;
mod stage;
mod stretch;

use bodies::{Body, bodies};
use clock::now;
use sinew::Character;
use sinew::glam::Vec3;
use sinew::surface::{
    CharacterSurface, Decal, DecalMap, DecalPlacer, DecalSettings, HitFaces, PosedPart, PosedSurface, Ray,
    SurfaceHit,
};
use sinew_rapier::rapier3d::parry::query::{Ray as ParryRay, RayCast};
use sinew_rapier::rapier3d::parry::shape::{TriMesh, TriMeshFlags};
use sinew_suite::{BenchCall, BruteRays};
use stage::Stage;
use std::sync::Arc;
use stretch::{Areas, Region, region};

/// Poses among which rays and decals are shared out.
const POSES: u64 = 20;
const HEAD: [&str; 17] = [
    "character",
    "vertices",
    "triangles",
    "build",
    "pose",
    "refit",
    "parry",
    "ray",
    "parry",
    "place",
    "95 %",
    "plane",
    "seams",
    "limbs exp",
    "limbs plane",
    "heads exp",
    "heads plane",
];

fn main() {
    let Some(mut call) = BenchCall::of_process("decals", 2000, 1) else { return };
    let is_brute = call.words.iter().any(|word| word == "brute");
    if call.words.iter().any(|word| word == "drips") {
        drips::measure(call.tabs);
        return;
    }
    let is_shotgun = call.words.iter().any(|word| word == "shotgun");
    call.words.retain(|word| word != "brute" && word != "shotgun");
    if !is_brute && !is_shotgun {
        print(&call, &HEAD.map(str::to_owned));
    }
    for body in bodies().filter(|body| call.words.iter().all(|word| body.name.to_lowercase().contains(word)))
    {
        match (is_brute, is_shotgun) {
            (true, _) => brute(&call, &body),
            (_, true) => shotgun::measure(&call, &body),
            _ => print(&call, &measure(&call, &body)),
        }
    }
}

fn print(call: &BenchCall, cells: &[String; HEAD.len()]) {
    if call.tabs {
        return println!("{}", cells.join("\t"));
    }
    let [name, rest @ ..] = cells;
    let (numbers, stretch) = rest.split_at(12);
    let numbers: Vec<String> = numbers.iter().map(|cell| format!("{cell:>9}")).collect();
    let stretch: Vec<String> = stretch.iter().map(|cell| format!("{cell:>18}")).collect();
    println!("{name:<12} {} {}", numbers.join(" "), stretch.join(" "));
}

fn brute(call: &BenchCall, body: &Body) {
    let mut stage = Stage::new(body, call.seed);
    let (mut hits, mut wrong) = (0_u64, 0_u64);
    let mut compare = None;
    for n in 0..call.count {
        if n % 100 == 0 {
            stage.pose();
            compare = Some(BruteRays::new(&body.imported.character, &stage.posed));
        }
        let ray = stage.ray();
        let hit = stage.posed.nearest_hit(stage.actor.character(), &ray, HitFaces::Both);
        match compare.as_ref().expect("a pose").compare(&stage.posed, &ray, hit.as_ref()) {
            Ok(is_hit) => hits += u64::from(is_hit),
            Err(error) => {
                wrong += 1;
                println!("{}: {error}", body.name);
            }
        }
    }
    println!("{}: {} rays, {hits} hits, {wrong} wrong", body.name, call.count);
}

/// A percentile of times in seconds, in microseconds.
fn time(times: &mut [f64], share: f64) -> String {
    times.sort_by(f64::total_cmp);
    let at = ((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1));
    times.get(at).map_or("–".to_owned(), |time| format!("{:.1}", time * 1e6))
}

/// Seconds in which the surface of a character is built, the best of three.
fn build_seconds(character: &Character) -> f64 {
    let build = (0..3).map(|_| {
        let start = now();
        std::hint::black_box(CharacterSurface::new(character));
        (now() - start).as_secs_f64()
    });
    build.fold(f64::MAX, f64::min)
}

/// Seconds in which a surface takes positions over.
fn refit_seconds(surface: &mut PosedSurface, vertices: &[Vec3]) -> f64 {
    let mut rest = vertices;
    let start = now();
    surface.pose_with(|_, _, out| {
        let (part_positions, left) = rest.split_at(out.len());
        out.copy_from_slice(part_positions);
        rest = left;
        PosedPart { is_shown: true, is_mirrored: false }
    });
    (now() - start).as_secs_f64()
}

/// Row of the table.
fn measure(call: &BenchCall, body: &Body) -> [String; HEAD.len()] {
    let character = &body.imported.character;
    let build = build_seconds(character);
    let mut stage = Stage::new(body, call.seed);
    let surface = Arc::clone(stage.posed.surface());
    let (mut pose, mut refit, mut parry_refit) = (Vec::new(), Vec::new(), Vec::new());
    let (mut ray, mut parry_ray) = (Vec::new(), Vec::new());
    let (mut placed_times, mut plane) = (Vec::new(), Vec::new());
    let mut areas: [[Areas; 2]; 2] = Default::default();
    let (mut seams, mut decals) = (0, 0);
    let mut placer = DecalPlacer::new();
    let mut decal: Option<Decal> = None;
    let mut mesh = peer(&stage);
    let mut copy = stage.posed.clone();
    for _ in 0..POSES {
        pose.push(stage.pose());
        let mut vertices = Vec::new();
        surface.parts().iter().for_each(|part| vertices.extend_from_slice(stage.posed.positions(part)));
        for _ in 0..5 {
            refit.push(refit_seconds(&mut copy, &vertices));
            if let Some(mesh) = &mut mesh {
                let start = now();
                mesh.set_vertices(&vertices);
                parry_refit.push((now() - start).as_secs_f64());
            }
        }
        let rays: Vec<Ray> = (0..call.count / POSES).map(|_| stage.ray()).collect();
        let start = now();
        let hits: Vec<Option<SurfaceHit>> =
            rays.iter().map(|ray| stage.posed.nearest_hit(character, ray, HitFaces::Both)).collect();
        ray.push((now() - start).as_secs_f64() / rays.len().max(1) as f64);
        if let Some(mesh) = &mesh {
            let start = now();
            for ray in &rays {
                let ray = ParryRay::new(ray.origin, ray.direction);
                std::hint::black_box(mesh.cast_local_ray_and_get_normal(&ray, f32::MAX, false));
            }
            parry_ray.push((now() - start).as_secs_f64() / rays.len().max(1) as f64);
        }
        for hit in hits.into_iter().flatten().filter(|hit| hit.is_front) {
            let region = region(character, hit.joint);
            if region == Region::Other {
                continue;
            }
            for (n, map) in [DecalMap::Exponential, DecalMap::Plane].into_iter().enumerate() {
                let settings = DecalSettings::new(body.radius).with_map(map);
                let decal = match &mut decal {
                    Some(decal) => decal,
                    None => match placer.place(&stage.posed, &hit.point, &settings) {
                        Ok(first) => decal.insert(first),
                        Err(_) => continue,
                    },
                };
                let start = now();
                let placed = placer.place_into(&stage.posed, &hit.point, &settings, decal);
                let time = (now() - start).as_secs_f64();
                if placed.is_err() {
                    continue;
                }
                [&mut placed_times, &mut plane][n].push(time);
                if n == 0 {
                    (seams, decals) = (seams + decal.seams_crossed, decals + 1);
                }
                let which = usize::from(region == Region::Head);
                areas[which][n].add(&decal.clipped(&stage.posed), body.radius * 2.0);
            }
        }
    }
    let [limbs, heads] = areas.map(|maps| maps.map(Areas::percentiles));
    let ([limbs, limbs_plane], [heads, heads_plane]) = (limbs, heads);
    [
        body.name.to_owned(),
        surface.vertex_count().to_string(),
        surface.triangle_count().to_string(),
        format!("{:.1}", build * 1e3),
        time(&mut pose, 0.5),
        time(&mut refit, 0.5),
        time(&mut parry_refit, 0.5),
        time(&mut ray, 0.5),
        time(&mut parry_ray, 0.5),
        time(&mut placed_times, 0.5),
        time(&mut placed_times, 0.95),
        time(&mut plane, 0.5),
        format!("{:.1}", seams as f64 / f64::from(decals.max(1))),
        limbs,
        limbs_plane,
        heads,
        heads_plane,
    ]
}

/// The triangles in parry3d; `None` where it refuses them.
fn peer(stage: &Stage) -> Option<TriMesh> {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    let character = stage.actor.character();
    for part in stage.posed.surface().parts() {
        let first = vertices.len() as u32;
        let primitive =
            &character.meshes()[character.mesh_instances()[part.instance].mesh].primitives[part.primitive];
        vertices.extend_from_slice(&primitive.positions);
        triangles
            .extend(primitive.indices.chunks_exact(3).map(|t| [t[0] + first, t[1] + first, t[2] + first]));
    }
    TriMesh::with_flags(vertices, triangles, TriMeshFlags::empty()).ok()
}

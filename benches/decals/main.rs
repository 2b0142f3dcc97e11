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

#[path = "../../tests/suite/clock.rs"]
mod clock;
mod drips;

use clock::now;
use fastrand::Rng;
use sinew::character::{CharacterParts, MeshId};
use sinew::glam::{Affine3A, Vec2, Vec3};
use sinew::humanoid::HumanBone;
use sinew::surface::{
    CharacterSurface, ClippedDecal, Decal, DecalMap, DecalPlacer, DecalSettings, HitFaces, PosedPart,
    PosedSurface, Ray, SurfaceBounds, SurfaceHit,
};
use sinew::{Actor, Character, FrameInput, JointIndex};
use sinew_import::Imported;
use sinew_rapier::rapier3d::parry::query::{Ray as ParryRay, RayCast};
use sinew_rapier::rapier3d::parry::shape::{TriMesh, TriMeshFlags};
use sinew_suite::{BenchCall, BruteRays, assets, person, random_pose};
use std::sync::Arc;

const RADIUS: f32 = 0.05;
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
            (_, true) => shotgun(&call, &body),
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

/// Character with its clips.
struct Body {
    name: &'static str,
    imported: Imported,
    /// Radius of decals in its unit.
    radius: f32,
}

fn bodies() -> impl Iterator<Item = Body> {
    let shared = [
        ("Knight", "gltf/kaykit/Knight.glb"),
        ("rpm_brunette", "gltf/rpm_brunette-t.glb"),
        ("tiny.x", "x/tiny/tiny.x"),
        ("Godette", "vrm/Godette_vrm_v4.vrm"),
        ("LeePerrySmith", "gltf/LeePerrySmith/LeePerrySmith.glb"),
    ];
    let assets = assets();
    let shared = shared.into_iter().filter_map(move |(name, file)| {
        let imported = person(assets.as_ref()?, file);
        let size = imported.character.rest_bounds().size().y;
        let radius = if imported.character.humanoid().is_some() { RADIUS } else { RADIUS / 0.43 * size };
        Some(Body { name, imported, radius })
    });
    let built_in = || person("".as_ref(), "");
    let plain = Body { name: "sinew", imported: built_in(), radius: RADIUS };
    let mut imported = built_in();
    imported.character = with_twin(&imported.character);
    let twin = Body { name: "sinew twice", imported, radius: RADIUS };
    [plain, twin].into_iter().chain(shared)
}

/// The character with each of its meshes once more, 1 m beside, until it has 20,000 vertices.
fn with_twin(character: &Character) -> Character {
    let mut parts: CharacterParts = character.clone().into_parts();
    let count = |mesh: MeshId, parts: &CharacterParts| -> usize {
        parts.meshes[mesh.index()].primitives.iter().map(|p| p.positions.len()).sum()
    };
    let instances = parts.mesh_instances.clone();
    let mut total: usize = instances.iter().map(|instance| count(instance.mesh, &parts)).sum();
    for instance in instances {
        if total >= 20_000 {
            break;
        }
        total += count(instance.mesh, &parts);
        let mut mesh = parts.meshes[instance.mesh.index()].clone();
        mesh.primitives.iter_mut().flat_map(|primitive| &mut primitive.positions).for_each(|p| p.x += 1.0);
        parts.meshes.push(mesh);
        let copy = MeshId(parts.meshes.len() as u32 - 1);
        parts.mesh_instances.push(sinew::character::MeshInstance { mesh: copy, ..instance });
    }
    Character::new(parts).expect("a character with a twin")
}

/// A character in poses.
struct Stage {
    actor: Actor,
    posed: PosedSurface,
    rng: Rng,
    /// Of the triangles in the pose: sum of the areas up to each, its corners and its normal. Empty until a
    /// ray needs it.
    areas: Vec<(f32, [Vec3; 3], Vec3)>,
}

impl Stage {
    fn new(body: &Body, seed: u64) -> Self {
        let surface = Arc::new(CharacterSurface::new(&body.imported.character));
        let actor =
            Actor::new(Arc::new(body.imported.character.clone()), body.imported.clips.clone()).unwrap();
        Self { actor, posed: PosedSurface::new(&surface), rng: Rng::with_seed(seed), areas: Vec::new() }
    }

    /// Next random pose; gives the seconds that taking it over took.
    fn pose(&mut self) -> f64 {
        random_pose(&mut self.actor, &mut self.rng, 6);
        self.areas.clear();
        let start = now();
        self.actor.frame().pose_surface(&mut self.posed).unwrap();
        (now() - start).as_secs_f64()
    }

    /// A ray of unit length towards the front of a random point of the surface, a little beside it. Points
    /// are chosen by area.
    fn ray(&mut self) -> Ray {
        let (character, rng) = (self.actor.character(), &mut self.rng);
        if self.areas.is_empty() {
            let mut total = 0.0;
            for part in self.posed.surface().parts() {
                let positions = self.posed.positions(part);
                let mesh = character.mesh_instances()[part.instance].mesh;
                let indices = &character.meshes()[mesh].primitives[part.primitive].indices;
                for t in indices.chunks_exact(3) {
                    let corners = [0, 1, 2].map(|n| positions[t[n] as usize]);
                    let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
                    total += normal.length();
                    self.areas.push((total, corners, normal.normalize_or(Vec3::Y)));
                }
            }
        }
        let wanted = rng.f32() * self.areas.last().map_or(0.0, |last| last.0);
        let found = self.areas.partition_point(|entry| entry.0 < wanted).min(self.areas.len() - 1);
        let (_, [a, b, c], normal) = self.areas[found];
        let mut random = || Vec3::from_array([(); 3].map(|()| rng.f32() * 2.0 - 1.0));
        let direction = (-normal + random() * 0.7).normalize_or(-normal);
        let target = (a + b + c) / 3.0 + random() * 0.01;
        Ray::new(target - direction * (0.3 + rng.f32() * 1.7), direction)
    }
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

/// A shot of 12 pellets at 100 characters, of which all are posed, or those alone that a pellet may meet.
fn shotgun(call: &BenchCall, body: &Body) {
    const ACROSS: usize = 10;
    let character = Arc::new(body.imported.character.clone());
    let surface = Arc::new(CharacterSurface::new(&character));
    let bounds = SurfaceBounds::new(&character);
    let size = character.rest_bounds().size().max_element();
    let mut rng = Rng::with_seed(call.seed);
    let actors: Vec<Actor> = (0..ACROSS * ACROSS)
        .map(|n| {
            let mut actor = Actor::new(Arc::clone(&character), body.imported.clips.clone()).unwrap();
            random_pose(&mut actor, &mut rng, 6);
            let offsets = [n % ACROSS, n / ACROSS].map(|n| (n as f32 - 4.5) * size * 0.83);
            let world_from_model = Affine3A::from_translation(Vec3::new(offsets[0], 0.0, offsets[1]));
            actor.resolve(FrameInput::new(0.0, world_from_model));
            actor
        })
        .collect();
    let mut posed: Vec<PosedSurface> = actors.iter().map(|_| PosedSurface::new(&surface)).collect();
    let (mut best, mut test, mut posed_count, mut shots) = ([f64::MAX; 2], f64::MAX, 0, 0);
    for _ in 0..(call.count / 100).max(2) {
        let mut random = |scale: f32| Vec3::from_array([(); 3].map(|()| (rng.f32() * 2.0 - 1.0) * scale));
        let eye = Vec3::new(random(3.0).x, 0.8, 6.0) * size;
        let aim = (character.rest_bounds().center() + random(0.5) * size - eye).normalize();
        // A cone of 3 degrees.
        let pellets: Vec<Ray> = (0..12).map(|_| Ray::new(eye, (aim + random(0.03)).normalize())).collect();
        let mut hits: [Vec<Option<f32>>; 2] = Default::default();
        for is_tested in [false, true] {
            let start = now();
            let mut nearest = vec![None::<f32>; pellets.len()];
            for (actor, posed) in actors.iter().zip(&mut posed) {
                let frame = actor.frame();
                let model_from_world = frame.world_from_model().inverse();
                let rays = || pellets.iter().map(|ray| ray.transformed(&model_from_world));
                if is_tested && !rays().any(|ray| frame.may_hit(&bounds, &ray)) {
                    continue;
                }
                posed_count += usize::from(is_tested);
                frame.pose_surface(posed).unwrap();
                for (ray, nearest) in rays().zip(&mut nearest) {
                    let hit = posed.nearest_hit(&character, &ray, HitFaces::Front).map(|hit| hit.distance);
                    *nearest = [*nearest, hit].into_iter().flatten().reduce(f32::min);
                }
            }
            let best = &mut best[usize::from(is_tested)];
            *best = best.min((now() - start).as_secs_f64());
            hits[usize::from(is_tested)] = nearest;
        }
        assert_eq!(hits[0], hits[1], "the test refused a ray that hits");
        shots += 1;
        let start = now();
        for actor in &actors {
            let frame = actor.frame();
            let model_from_world = frame.world_from_model().inverse();
            let count = pellets
                .iter()
                .filter(|ray| frame.may_hit(&bounds, &ray.transformed(&model_from_world)))
                .count();
            std::hint::black_box(count);
        }
        test = test.min((now() - start).as_secs_f64() / (actors.len() * pellets.len()) as f64);
    }
    let [all, tested] = best.map(|seconds| seconds * 1e3);
    println!(
        "{}: all posed {all:.2} ms, tested first {tested:.3} ms ({:.1} of 100 posed), {:.0} ns per ray and \
         character",
        body.name,
        posed_count as f64 / f64::from(shots),
        test * 1e9
    );
}

/// Region of the body in which a decal lies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Region {
    Limb,
    Head,
    Other,
}

fn region(character: &Character, joint: JointIndex) -> Region {
    let Some(humanoid) = character.humanoid() else { return Region::Head };
    let name = humanoid
        .named_bones
        .iter()
        .find(|(_, mapped)| *mapped == joint)
        .map(|(bone, _): (HumanBone, _)| bone.name());
    match name {
        Some("head") => Region::Head,
        Some(name)
            if ["UpperArm", "LowerArm", "UpperLeg", "LowerLeg"].iter().any(|part| name.contains(part)) =>
        {
            Region::Limb
        }
        _ => Region::Other,
    }
}

/// Stretches with areas of all decals of a region and a map.
#[derive(Default)]
struct Areas(Vec<(f32, f32)>);

impl Areas {
    /// Adds the triangles of a clipped decal, whose image is `size` metres wide and high.
    fn add(&mut self, decal: &ClippedDecal, size: f32) {
        for corners in &decal.triangles {
            let [a, b, c] = corners.map(|v| decal.positions[v as usize]);
            let [u, v, w] = corners.map(|v| decal.uvs[v as usize] * size);
            let (edge, arm) = (b - a, c - a);
            let area = edge.cross(arm).length() * 0.5;
            // Metric tensor of the map from the triangle to the image; its eigenvalues are the squares of the
            // stretches.
            let x = edge.normalize_or_zero();
            let y = (arm - x * x.dot(arm)).normalize_or_zero();
            let (e, s, h) = (edge.length(), arm.dot(x), arm.dot(y));
            let along: Vec2 = (v - u) / e;
            let across: Vec2 = ((w - u) - along * s) / h;
            let (p, q, r) = (along.dot(along), along.dot(across), across.dot(across));
            let (mean, apart) = ((p + r) * 0.5, (((p - r) * 0.5).powi(2) + q * q).sqrt());
            let (most, least) = ((mean + apart).sqrt(), (mean - apart).max(0.0).sqrt());
            let stretch = most.max(1.0 / least) - 1.0;
            if area > 1e-12 && !stretch.is_nan() {
                self.0.push((stretch, area));
            }
        }
    }

    fn percentiles(mut self) -> String {
        self.0.sort_by(|a, b| a.0.total_cmp(&b.0));
        let total: f64 = self.0.iter().map(|entry| f64::from(entry.1)).sum();
        let at = |share: f64| {
            let mut sum = 0.0;
            let found = self.0.iter().find(|entry| {
                sum += f64::from(entry.1);
                sum >= total * share
            });
            found.map_or("–".to_owned(), |entry| format!("{:.1}", entry.0 * 100.0))
        };
        [0.5, 0.95, 0.99].map(at).join(" ")
    }
}

/// A percentile of times in seconds, in microseconds.
fn time(times: &mut [f64], share: f64) -> String {
    times.sort_by(f64::total_cmp);
    let at = ((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1));
    times.get(at).map_or("–".to_owned(), |time| format!("{:.1}", time * 1e6))
}

fn measure(call: &BenchCall, body: &Body) -> [String; HEAD.len()] {
    let character = &body.imported.character;
    let build = (0..3).map(|_| {
        let start = now();
        std::hint::black_box(CharacterSurface::new(character));
        (now() - start).as_secs_f64()
    });
    let build = build.fold(f64::MAX, f64::min);
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
            let mut rest = vertices.as_slice();
            let start = now();
            copy.pose_with(|_, _, out| {
                let (part_positions, left) = rest.split_at(out.len());
                out.copy_from_slice(part_positions);
                rest = left;
                PosedPart { is_shown: true, is_mirrored: false }
            });
            refit.push((now() - start).as_secs_f64());
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

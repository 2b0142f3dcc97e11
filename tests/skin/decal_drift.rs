//! Decals as meshes of a GLB that is read back: through 10,000 frames of running, turning and grimacing no
//! vertex leaves the skin.

use fastrand::Rng;
use sinew::character::{Material, MaterialId, MeshInstanceId, MorphTargetId};
use sinew::clip::{Interpolation, JointTrack, Track};
use sinew::glam::{EulerRot, Quat, Vec3};
use sinew::surface::{
    CharacterSurface, Decal, DecalMesh, DecalPlacer, DecalSettings, HitFaces, PosedSurface, Ray, SurfacePart,
    SurfacePoint,
};
use sinew::{Actor, Character, Frame, JointId, RawClip};
use sinew_author::face::{FaceLandmarks, FaceTransfer};
use sinew_import::{ExportOptions, Imported, NoFiles, export_glb, import};
use sinew_suite::{assets, person, random_pose, retargeted};
use std::ops::Range;
use std::sync::Arc;

const FRAMES: usize = 10_000;
const DECALS: usize = 5;
/// Name of the clip that plays.
const CLIP: &str = "moves";

/// Runs with clips of its own, else with the built-in character's run; a head without a body turns.
fn moving(name: &str) -> Option<Imported> {
    let folder = if name.is_empty() { Some(Default::default()) } else { assets() };
    let Some(folder) = folder else {
        test_needs::skip(test_needs::Need::Assets, format_args!("{name} is not there"));
        return None;
    };
    let mut imported = person(&folder, name);
    let built_in = person(&folder, "");
    let run = |clips: &[RawClip]| clips.iter().find(|clip| clip.name.to_lowercase().contains("run")).cloned();
    let clip = match (run(&imported.clips), imported.character.humanoid()) {
        (Some(chosen), _) => chosen,
        (None, Some(humanoid)) => {
            let from = (&built_in.character, built_in.character.humanoid().unwrap());
            retargeted(&run(&built_in.clips).unwrap(), from, (&imported.character, humanoid)).0
        }
        (None, None) => turn(imported.character.mesh_instances()[MeshInstanceId(0)].node),
    };
    imported.clips = vec![RawClip { name: CLIP.into(), ..clip }];
    if imported.character.meshes().iter().all(|mesh| mesh.morph_names.is_empty())
        && imported.character.humanoid().is_none()
    {
        let transfer =
            FaceTransfer::new(&built_in.character, FaceLandmarks::detect(&built_in.character).unwrap());
        let landmarks = FaceLandmarks::detect(&imported.character).unwrap();
        let (character, report) = transfer.apply(imported.character, &landmarks).unwrap();
        assert!(report.shapes.len() > 40, "{name}");
        imported.character = character;
    }
    Some(imported)
}

/// Turns of a joint about all axes.
fn turn(joint: JointId) -> RawClip {
    let times: Vec<f32> = (0..=8).map(|n| n as f32 * 0.25).collect();
    let turns = times.iter().map(|t| Quat::from_euler(EulerRot::YXZ, t * 3.0, (t * 2.0).sin(), t * 0.7));
    let track = Track::new(Interpolation::Linear, 1, times.clone().into(), turns.collect()).unwrap();
    let track = JointTrack { rotation: Some(track), ..JointTrack::new(joint) };
    RawClip { joints: vec![track], ..RawClip::default() }
}

/// Decals on skin that is seen, placed in different poses.
fn decals(imported: &Imported, surface: &Arc<CharacterSurface>) -> Vec<Decal> {
    let mut actor = Actor::new(Arc::new(imported.character.clone()), imported.clips.clone()).unwrap();
    let mut posed = PosedSurface::new(surface);
    let (mut rng, mut placer, mut found) = (Rng::with_seed(3), DecalPlacer::new(), Vec::new());
    while found.len() < DECALS {
        random_pose(&mut actor, &mut rng, 4);
        actor.frame().pose_surface(&mut posed).unwrap();
        let bounds = actor.frame().bounds();
        let random = Vec3::from_array([(); 3].map(|()| rng.f32() - 0.5));
        let target = bounds.center() + random * bounds.size() * 0.8;
        let away = Vec3::from_array([(); 3].map(|()| rng.f32() - 0.5)).normalize_or(Vec3::Z);
        let ray = Ray::new(target + away * bounds.size().length(), -away);
        let hit = posed.nearest_hit(&imported.character, &ray, HitFaces::Front);
        let settings = DecalSettings::new(bounds.size().length() * 0.03);
        let decal = hit.map(|hit| placer.place(&posed, &hit.point, &settings));
        found.extend(decal.and_then(Result::ok).filter(|decal| decal.triangles.len() > 3));
    }
    found
}

/// A corner of a triangle, as a point of the surface.
fn corner(instance: MeshInstanceId, primitive: usize, triangle: usize, corner: usize) -> SurfacePoint {
    let barycentric = Vec3::from_array([0, 1, 2].map(|n| f32::from(u8::from(n == corner))));
    SurfacePoint { instance, primitive, triangle: triangle as u32, barycentric }
}

/// Pairs of corners: of a decal's mesh, and of the skin below.
fn pairs(character: &Character, decals: &[Decal]) -> Vec<[SurfacePoint; 2]> {
    let surface = CharacterSurface::new(character);
    let mesh = |part: &SurfacePart| &character.meshes()[character.mesh_instances()[part.instance].mesh];
    // Triangles of a decal are counted over the parts of the skin; those of decals may have been read back
    // before it.
    let skin = surface.parts().iter().filter(|part| !mesh(part).name.starts_with("decal "));
    let skin: Vec<(Range<usize>, &SurfacePart)> = skin
        .scan(0, |next, part| {
            let first = *next;
            *next += mesh(part).primitives[part.primitive].indices.len() / 3;
            Some((first..*next, part))
        })
        .collect();
    let mut pairs = Vec::new();
    for (n, decal) in decals.iter().enumerate() {
        let name = format!("decal {n}");
        let mut instances = character.mesh_instance_ids().zip(character.mesh_instances());
        let found = instances.find(|(_, instance)| character.meshes()[instance.mesh].name == name);
        let (mark, _) = found.unwrap_or_else(|| panic!("{name} was not read back"));
        for (number, triangle) in decal.triangles.iter().enumerate() {
            let below = triangle.triangle as usize;
            let (range, part) = skin.iter().find(|(range, _)| range.contains(&below)).unwrap();
            let below = below - range.start;
            pairs.extend(
                (0..3).map(|n| [corner(mark, 0, number, n), corner(part.instance, part.primitive, below, n)]),
            );
        }
    }
    pairs
}

fn distance(frame: &Frame<'_>, pair: &[SurfacePoint; 2]) -> f32 {
    let [mark, skin] = pair.map(|point| frame.surface(&point).position);
    mark.distance(skin)
}

fn measure(name: &str) {
    let Some(mut imported) = moving(name) else { return };
    let surface = Arc::new(CharacterSurface::new(&imported.character));
    let decals = decals(&imported, &surface);
    let mut parts = imported.character.clone().into_parts();
    parts.materials.push(Material { name: "mark".into(), ..Material::default() });
    let material = MaterialId(parts.materials.len() as u32 - 1);
    for (n, decal) in decals.iter().enumerate() {
        let mut mesh = DecalMesh::new(decal, &imported.character, &surface, 0.0);
        mesh.mesh.name = format!("decal {n}");
        let instance = mesh.clone().add_to(&mut parts, material);
        for clip in &mut imported.clips {
            let track = mesh.track(clip, instance);
            clip.morphs.extend(track);
        }
    }
    let character = Character::new(parts).unwrap();
    let glb = export_glb(&character, &imported.clips, &ExportOptions::default()).unwrap().bytes;
    let again = import(&glb, &NoFiles).unwrap();
    let pairs = pairs(&again.character, &decals);
    assert!(pairs.len() > 60);
    let mut actor = Actor::new(Arc::new(again.character), again.clips).unwrap();
    actor.play(CLIP).unwrap();
    let (mut rng, mut drift, mut way) = (Rng::with_seed(4), 0.0_f32, 0.0_f32);
    let mut before = None;
    for frame in 0..FRAMES {
        if frame % 50 == 0 {
            grimace(&mut actor, &mut rng);
        }
        actor.update(1.0 / 60.0);
        let now = actor.frame();
        // Some corners in every frame, all in every hundredth and in the last.
        if frame % 100 == 0 || frame == FRAMES - 1 {
            pairs.iter().for_each(|pair| drift = drift.max(distance(&now, pair)));
        }
        (0..8).for_each(|_| drift = drift.max(distance(&now, &pairs[rng.usize(..pairs.len())])));
        let position = now.surface(&pairs[0][1]).position;
        way += before.replace(position).map_or(0.0, |before: Vec3| before.distance(position));
    }
    eprintln!("{name}: largest distance of a decal's vertex from the skin {drift} m, way of one {way:.0} m");
    assert!(drift <= 1e-6, "{name}: {drift} m");
    assert!(way > 10.0, "{name} moves: {way} m");
}

/// Sets one expression, or where there are none, the same morph targets of all meshes.
fn grimace(actor: &mut Actor, rng: &mut Rng) {
    let character = Arc::clone(actor.character());
    let Some(face) = actor.face_mut() else { return };
    let expressions = character.expressions();
    if !expressions.is_empty() {
        let name = &expressions[rng.usize(..expressions.len())].name;
        face.set_expression(name.as_str(), rng.f32()).unwrap();
        return;
    }
    let mut names: Vec<&str> =
        character.meshes().iter().flat_map(|mesh| &mesh.morph_names).map(String::as_str).collect();
    names.dedup();
    let Some(name) = names.get(rng.usize(..names.len().max(1))) else { return };
    let weight = rng.f32();
    for (instance, mesh_instance) in character.mesh_instance_ids().zip(character.mesh_instances()) {
        let targets = &character.meshes()[mesh_instance.mesh].morph_names;
        if let Some(target) = targets.iter().position(|other| other == name) {
            face.set_morph(MorphTargetId { instance, target }, weight).unwrap();
        }
    }
}

#[test]
fn decals_stay_on_the_built_in_character() {
    measure("");
}

#[test]
fn decals_stay_on_the_knight() {
    measure("gltf/kaykit/Knight.glb");
}

#[test]
fn decals_stay_on_the_brunette() {
    measure("gltf/rpm_brunette-t.glb");
}

#[test]
fn decals_stay_on_tiny() {
    measure("x/tiny/tiny.x");
}

#[test]
fn decals_stay_on_godette() {
    measure("vrm/Godette_vrm_v4.vrm");
}

#[test]
fn decals_stay_on_a_head_that_turns() {
    measure("gltf/LeePerrySmith/LeePerrySmith.glb");
}

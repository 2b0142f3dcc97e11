//! Characters with meshes, parts, skins and clips of nothing go through every system, and what else is there
//! stays as it is.

use sinew::character::{
    Character, CharacterParts, Mesh, MeshId, MeshInstance, MeshInstanceId, Primitive, Skin, SkinningMethod,
    Topology,
};
use sinew::face::{FaceRig, VisemeMap, morph_emotions};
use sinew::glam::Vec3;
use sinew::hair::HairBody;
use sinew::pack::{Pack, write_pack};
use sinew::playback::CharacterMirror;
use sinew::ragdoll::Ragdoll;
use sinew::skeleton::Joint;
use sinew::spring::SpringRig;
use sinew::surface::wrinkle::StrainRings;
use sinew::surface::{CharacterSurface, HitFaces, PosedSurface, Ray, SurfaceBounds};
use sinew::{Actor, JointId, RawClip, Skeleton, Transform};
use sinew_author::clip::{CompressionSettings, compress};
use sinew_author::face::{FaceFactory, FaceLandmarks};
use sinew_author::hair::{GroomDescription, GroomMaps, HairSkin, HeadShape, generate_groom};
use sinew_author::surface::wrinkle::WrinkleGenerator;
use sinew_import::{ExportOptions, NoFiles, export_glb, import};
use sinew_suite::person;
use std::path::Path;
use std::sync::Arc;

/// Primitives of nothing: no vertices, vertices without triangles, corners at one position.
fn nothings() -> Vec<Primitive> {
    let of = |positions: &[Vec3], indices: &[u32]| Primitive {
        positions: positions.to_vec(),
        indices: indices.to_vec(),
        file_vertices: (0..positions.len() as u32).collect(),
        file_vertex_count: positions.len(),
        ..Primitive::default()
    };
    let ends = [Vec3::ZERO, Vec3::Y];
    vec![
        of(&[], &[]),
        of(&ends, &[]),
        of(&ends, &[0, 1, 0]),
        of(&[Vec3::ONE; 3], &[0, 1, 2]),
        Primitive { topology: Topology::Lines, ..of(&ends, &[0, 1]) },
    ]
}

/// The parts with a mesh of nothing before and behind the others, and empty primitives at both ends of every
/// mesh.
fn with_nothings(mut parts: CharacterParts) -> CharacterParts {
    for mesh in &mut parts.meshes {
        let targets = mesh.primitives.first().map_or(0, |primitive| primitive.morph_targets.len());
        let empty = || {
            nothings().into_iter().map(move |mut primitive| {
                primitive.morph_targets = vec![Default::default(); targets];
                primitive
            })
        };
        mesh.primitives = empty().chain(std::mem::take(&mut mesh.primitives)).chain(empty()).collect();
    }
    let root = JointId(0);
    for primitives in [Vec::new(), nothings()] {
        let mesh = MeshId(parts.meshes.len() as u32);
        parts.meshes.push(Mesh { name: "nothing".into(), primitives, ..Mesh::default() });
        let skinning = SkinningMethod::Linear;
        let instance =
            MeshInstance { node: root, mesh, skin: None, weights: Vec::new(), skinning, visible: true };
        parts.mesh_instances.push(instance);
    }
    parts.skins.push(Skin::default());
    parts
}

fn bare() -> Vec<CharacterParts> {
    let joint = Joint { name: "root".into(), parent: None, rest: Transform::IDENTITY, in_scene: true };
    let skeleton = Skeleton::new(vec![joint]).unwrap();
    let one = CharacterParts { skeleton, ..CharacterParts::default() };
    vec![CharacterParts::default(), one.clone(), with_nothings(one)]
}

/// Everything that is made of a character and its clips.
fn use_all(character: &Arc<Character>, clips: &[RawClip]) {
    let surface = Arc::new(CharacterSurface::new(character));
    let mut posed = PosedSurface::in_reference_pose(&surface, character, |_| true);
    for part in surface.parts() {
        assert!(posed.is_part_shown(part));
        assert_eq!(posed.positions(part).iter().filter(|position| !position.is_finite()).count(), 0);
    }
    let mut hits = Vec::new();
    for height in 0..40 {
        let ray = Ray::new(Vec3::new(0.0, height as f32 * 0.05, 5.0), Vec3::NEG_Z);
        posed.all_hits(character, &ray, HitFaces::Both, &mut hits);
    }
    let _ = SurfaceBounds::new(character);
    for (instance, mesh_instance) in character.mesh_instances().iter().enumerate() {
        for primitive in 0..character.meshes()[mesh_instance.mesh].primitives.len() {
            let _ = StrainRings::new(character, MeshInstanceId(instance as u32), primitive);
        }
    }
    let is_skin = |_: MeshInstanceId| true;
    let skin = HairSkin::new(character, &surface, is_skin);
    let _ = HairBody::measure(character, is_skin);
    if let Ok(head) = HeadShape::measure(character, &skin) {
        let text = std::fs::read_to_string(sinew_suite::repository().join("data/grooms/bob.ron")).unwrap();
        let mut description = GroomDescription::from_ron(&text).unwrap();
        description.layers.iter_mut().for_each(|layer| layer.strands = layer.strands.min(40));
        generate_groom(character, &skin, &head, &description, &GroomMaps::new()).unwrap();
    }
    let _ = FaceFactory::detect(character);
    let _ = VisemeMap::detect(character);
    let _ = morph_emotions(character);
    let _ = FaceRig::detect(character);
    if let Ok(landmarks) = FaceLandmarks::detect(character) {
        let _ = WrinkleGenerator::new(landmarks).with_size(64).generate(character);
    }
    let _ = CharacterMirror::new(character);
    let _ = Ragdoll::fit(character);
    let _ = SpringRig::of(character);
    let settings = CompressionSettings::default();
    let compressed: Vec<_> =
        clips.iter().map(|clip| compress(clip, character.skeleton(), &settings).unwrap()).collect();
    Pack::read(write_pack(character, &compressed).unwrap()).unwrap();
    let mut actor = Actor::new(character.clone(), clips.iter().cloned()).unwrap();
    for clip in clips {
        actor.play(clip.name.as_str()).unwrap();
        actor.update(1.0 / 60.0);
        actor.frame().pose_surface(&mut posed).unwrap();
    }
    let exported = export_glb(character, clips, &ExportOptions::default()).unwrap();
    import(&exported.bytes, &NoFiles).unwrap();
}

#[test]
fn bare_characters_go_through_everything() {
    let empty = RawClip { name: "empty".into(), ..RawClip::default() };
    for parts in bare() {
        use_all(&Arc::new(Character::new(parts).unwrap()), std::slice::from_ref(&empty));
        use_all(&Arc::new(Character::new(CharacterParts::default()).unwrap()), &[]);
    }
}

#[test]
fn a_character_with_parts_of_nothing_is_what_it_is_without_them() {
    let plain = person(Path::new(""), "");
    let clips: Vec<RawClip> = plain.clips.iter().take(2).cloned().collect();
    let full = Arc::new(Character::new(with_nothings(plain.character.clone().into_parts())).unwrap());
    let plain = Arc::new(plain.character);
    use_all(&full, &clips);
    let count = |character: &Arc<Character>| {
        let surface = Arc::new(CharacterSurface::new(character));
        HairSkin::new(character, &surface, |_| true).triangles().len()
    };
    assert_eq!(count(&full), count(&plain));
    let heads = [&plain, &full].map(|character| {
        let surface = Arc::new(CharacterSurface::new(character));
        HeadShape::measure(character, &HairSkin::new(character, &surface, |_| true)).unwrap().center
    });
    assert_eq!(heads[0], heads[1]);
}

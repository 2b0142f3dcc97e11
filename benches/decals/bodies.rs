//! Characters of the bench, each with its clips.

use sinew::Character;
use sinew::character::{CharacterParts, MeshId};
use sinew_import::Imported;
use sinew_suite::{assets, person};

const RADIUS: f32 = 0.05;

/// Character with its clips.
pub(crate) struct Body {
    pub(crate) name: &'static str,
    pub(crate) imported: Imported,
    /// Radius of decals in its unit.
    pub(crate) radius: f32,
}

pub(crate) fn bodies() -> impl Iterator<Item = Body> {
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

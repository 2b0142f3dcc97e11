//! Meshes of a character that are hair, by their names.

use crate::hair::HairRegion;
use sinew::Character;
use sinew::character::MeshInstanceId;

/// Words in names of meshes that are hair of a region.
const NAMES: [(HairRegion, &[&str]); 5] = [
    (HairRegion::Scalp, &["hair", "ponytail", "fringe", "bangs"]),
    (HairRegion::Brows, &["brow"]),
    (HairRegion::Lashes, &["lash"]),
    (HairRegion::Beard, &["beard", "mustache", "moustache"]),
    (HairRegion::Moustache, &["mustache", "moustache"]),
];

/// Meshes whose names or materials say that they are hair of these regions.
pub(super) fn own_hair(character: &Character, regions: &[HairRegion]) -> Vec<MeshInstanceId> {
    let words = words(regions);
    let is_hair = |id: &MeshInstanceId| {
        let instance = &character.mesh_instances()[*id];
        let mesh = &character.meshes()[instance.mesh];
        let materials = mesh
            .primitives
            .iter()
            .filter_map(|primitive| primitive.material)
            .map(|material| &character.materials()[material].name);
        let has_word = |name: &str| words.iter().any(|word| name.to_lowercase().contains(word));
        let all_hair = mesh.primitives.iter().all(|primitive| primitive.material.is_some())
            && materials.clone().count() > 0
            && materials.clone().all(|name| has_word(name));
        has_word(character.skeleton().name(instance.node)) || has_word(&mesh.name) || all_hair
    };
    character.mesh_instance_ids().filter(is_hair).collect()
}

fn words(regions: &[HairRegion]) -> Vec<&'static str> {
    NAMES
        .iter()
        .filter(|(region, _)| regions.contains(region))
        .flat_map(|(_, words)| words.iter().copied())
        .collect()
}

/// Hair of these regions that is part of a mesh with other things, which cannot be hidden alone: the mesh and
/// the name of the material or texture that says so.
pub(super) fn hair_in_meshes(
    character: &Character,
    regions: &[HairRegion],
    is_shown: impl Fn(MeshInstanceId) -> bool,
) -> Vec<(MeshInstanceId, String)> {
    let words = words(regions);
    let is_hair = |name: &str| words.iter().any(|word| name.to_lowercase().contains(word));
    let mut found = Vec::new();
    for id in character.mesh_instance_ids().filter(|id| is_shown(*id)) {
        let mesh = &character.meshes()[character.mesh_instances()[id].mesh];
        for material in mesh.primitives.iter().filter_map(|primitive| primitive.material) {
            let material = &character.materials()[material];
            let image = material.base_color_texture.and_then(|texture| {
                let image = character.textures().get(texture.texture.index())?.image?;
                Some(character.images()[image.index()].name.as_str())
            });
            let name = [Some(material.name.as_str()), image].into_iter().flatten().find(|name| is_hair(name));
            found.extend(name.map(|name| (id, name.to_owned())));
        }
    }
    found.dedup();
    found
}

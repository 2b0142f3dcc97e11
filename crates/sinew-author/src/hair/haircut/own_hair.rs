//! Meshes of a character that are hair, by their names.

use crate::hair::HairRegion;
use sinew::Character;
use sinew::character::MeshInstanceId;

/// Words in names of meshes that are hair of a region.
const NAMES: [(HairRegion, &[&str]); 4] = [
    (HairRegion::Scalp, &["hair", "ponytail", "fringe", "bangs"]),
    (HairRegion::Brows, &["brow"]),
    (HairRegion::Lashes, &["lash"]),
    (HairRegion::Beard, &["beard", "mustache", "moustache"]),
];

/// Meshes whose names or materials say that they are hair of these regions.
pub(super) fn own_hair(character: &Character, regions: &[HairRegion]) -> Vec<MeshInstanceId> {
    let words: Vec<&str> = NAMES
        .iter()
        .filter(|(region, _)| regions.contains(region))
        .flat_map(|(_, words)| words.iter().copied())
        .collect();
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

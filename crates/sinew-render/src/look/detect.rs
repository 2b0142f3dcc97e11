//! Skin, eyes and teeth found by names.

use super::looks::{SurfaceLook, SurfaceLooks};
use super::words::words;
use sinew::Character;
use sinew::character::{AlphaMode, Material, MaterialId};
use std::collections::BTreeSet;

/// Words of teeth, eyeballs and skin.
const TEETH: [&str; 3] = ["teeth", "tooth", "denture"];
const EYES: [&str; 8] = ["eye", "eyes", "eyeball", "eyeballs", "iris", "irises", "sclera", "cornea"];
const SKIN: [&str; 2] = ["skin", "skins"];
/// Words of parts that are skin where nothing covers them.
const BARE: [&str; 8] = ["face", "head", "body", "torso", "arms", "legs", "hands", "ears"];
/// Words of what is worn, or grows, on these parts.
const OTHER: [&str; 38] = [
    "mouth",
    "tongue",
    "gums",
    "nails",
    "tear",
    "hair",
    "brow",
    "brows",
    "eyebrow",
    "eyebrows",
    "lash",
    "lashes",
    "eyelash",
    "eyelashes",
    "eyelid",
    "liner",
    "eyeline",
    "eyeliner",
    "wear",
    "glasses",
    "eyewear",
    "mask",
    "helmet",
    "hat",
    "cap",
    "band",
    "phone",
    "phones",
    "headphones",
    "gear",
    "cloth",
    "clothes",
    "armor",
    "armour",
    "suit",
    "shadow",
    "patch",
    "light",
];

impl SurfaceLooks {
    /// Looks of the opaque metallic-roughness materials of a humanoid that are called after skin, eyes or
    /// teeth, or hang on nodes, or have textures, that are called so. None for characters that are no humanoids.
    /// Materials with layers of their own, such as clear coats, stay as their file says.
    #[must_use]
    pub fn detect(character: &Character) -> Self {
        if character.humanoid().is_none() {
            return Self::default();
        }
        let all: Vec<Option<Found>> = (0..character.materials().len() as u32)
            .map(|number| found(character, MaterialId(number)))
            .collect();
        // A body of one material wears what is painted on it.
        let has_skin = all.iter().flatten().any(|found| matches!(found, Found::Look(SurfaceLook::Skin)));
        let bare = all.iter().flatten().filter(|found| matches!(found, Found::Bare)).count();
        let is_divided = bare > 1 || has_skin;
        let look = |found: Option<Found>| match found? {
            Found::Look(look) => Some(look),
            Found::Bare => is_divided.then_some(SurfaceLook::Skin),
            Found::Other => None,
        };
        Self { looks: all.into_iter().map(look).collect() }
    }
}

impl SurfaceLooks {
    /// Every metallic-roughness material but glass as a toon, for anime characters whose file lost its toon materials:
    /// VRM avatars that were saved as glTF.
    #[must_use]
    pub fn toon(character: &Character) -> Self {
        let is_plain = |m: &Material| m.toon.is_none() && !m.unlit && m.transmission == 0.0;
        let looks = character.materials().iter().map(|m| is_plain(m).then_some(SurfaceLook::Toon));
        Self { looks: looks.collect() }
    }
}

/// Meaning of the names of a material.
#[derive(Clone, Copy)]
enum Found {
    Look(SurfaceLook),
    /// A part that is skin where nothing covers it.
    Bare,
    /// Something else.
    Other,
}

fn found(character: &Character, id: MaterialId) -> Option<Found> {
    let material = &character.materials()[id];
    let is_plain = material.toon.is_none()
        && !material.unlit
        && !matches!(material.alpha_mode, AlphaMode::Blend)
        && material.metallic < 0.5
        && !has_layers(material);
    if !is_plain {
        return None;
    }
    let texture = material.base_color_texture.and_then(|texture| {
        let image = character.textures().get(texture.texture.index())?.image?;
        Some(character.images()[image.index()].name.as_str())
    });
    let found = by_name(&material.name).or_else(|| by_nodes(character, id)).or_else(|| by_name(texture?));
    found.filter(|found| !matches!(found, Found::Other))
}

fn has_layers(material: &Material) -> bool {
    material.transmission > 0.0
        || material.clearcoat.is_some()
        || material.sheen.is_some()
        || material.iridescence.is_some()
        || material.anisotropy.is_some()
}

/// Meaning on which the names of all nodes of a material agree.
fn by_nodes(character: &Character, id: MaterialId) -> Option<Found> {
    let uses = |mesh: &sinew::character::Mesh| mesh.primitives.iter().any(|p| p.material == Some(id));
    let names: BTreeSet<&str> = (character.mesh_instances().iter())
        .filter(|instance| uses(&character.meshes()[instance.mesh]))
        .map(|instance| character.skeleton().name(instance.node))
        .collect();
    let mut found = names.into_iter().map(|name| match by_name(name) {
        // Nodes are called "body" and "head" whatever they wear.
        Some(Found::Look(look)) => Some(look),
        Some(Found::Bare | Found::Other) | None => None,
    });
    let first = found.next()??;
    found.all(|other| other == Some(first)).then_some(Found::Look(first))
}

fn by_name(name: &str) -> Option<Found> {
    let words = words(name);
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    if has(&TEETH) {
        return Some(Found::Look(SurfaceLook::Teeth));
    }
    if has(&OTHER) {
        return Some(Found::Other);
    }
    if has(&EYES) {
        return Some(Found::Look(SurfaceLook::Eye));
    }
    if has(&SKIN) {
        return Some(Found::Look(SurfaceLook::Skin));
    }
    has(&BARE).then_some(Found::Bare)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_materials_are() {
        let of = |name: &str| match by_name(name) {
            Some(Found::Look(look)) => format!("{look:?}"),
            Some(Found::Bare) => "Bare".into(),
            Some(Found::Other) | None => String::new(),
        };
        for (name, expected) in [
            ("Wolf3D_Skin", "Skin"),
            ("Wolf3D_Body", "Bare"),
            ("Wolf3D_Eye", "Eye"),
            ("Wolf3D_Teeth", "Teeth"),
            ("Std_Skin_Head", "Skin"),
            ("Std_Eyelash", ""),
            ("Std_Upper_Teeth", "Teeth"),
            ("N00_000_00_EyeIris_00_EYE", "Eye"),
            ("N00_000_00_FaceEyelash_00_FACE", ""),
            ("N00_000_00_HairBack_00_HAIR", ""),
            ("Eyewear", ""),
            ("headlight", ""),
            ("Head_Mask", ""),
            ("eyes", "Eye"),
            ("Skinny_Jeans", ""),
            ("Material.001", ""),
        ] {
            assert_eq!(of(name), expected, "{name}");
        }
    }
}

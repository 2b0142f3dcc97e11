//! Haircuts of characters: those that come with Sinew, and files.

use crate::asset::input_file;
use crate::options::hide::name_of;
use crate::report::choices::{shorten_list, suggest};
use crate::report::failure::Failure;
use crate::report::message::message;
use sinew::character::MeshInstanceId;
use sinew::hair::{
    Groom, GroomDescription, GroomMaps, HairBody, HairMap, HairRegion, HairSkin, HeadShape, generate_groom,
    groom_from_ron,
};
use sinew::surface::CharacterSurface;
use sinew::{Actor, Character};
use std::path::Path;
use std::sync::Arc;

/// Haircuts that come with Sinew.
pub(crate) const BUILT_IN: [(&str, &str); 5] = [
    ("bob", include_str!("../../../../data/grooms/bob.ron")),
    ("short", include_str!("../../../../data/grooms/short.ron")),
    ("long", include_str!("../../../../data/grooms/long.ron")),
    ("ponytail", include_str!("../../../../data/grooms/ponytail.ron")),
    ("braid", include_str!("../../../../data/grooms/braid.ron")),
];

/// Words in names of meshes that are hair of a region.
const NAMES: [(HairRegion, &[&str]); 4] = [
    (HairRegion::Scalp, &["hair", "ponytail", "fringe", "bangs"]),
    (HairRegion::Brows, &["brow"]),
    (HairRegion::Lashes, &["lash"]),
    (HairRegion::Beard, &["beard", "mustache", "moustache"]),
];

/// Description of a haircut by its name, or from a file, with the maps that it names.
fn read(name: &str) -> Result<(GroomDescription, GroomMaps), Failure> {
    if let Some((_, text)) = BUILT_IN.iter().find(|(own, _)| *own == name) {
        let groom = groom_from_ron(text).map_err(|error| Failure::input(name, error))?;
        return Ok((groom, GroomMaps::new()));
    }
    let path = Path::new(name);
    if path.extension().is_none() && !path.exists() {
        let names = BUILT_IN.iter().map(|(own, _)| *own).collect::<Vec<_>>();
        let message = format!(
            "--groom {name}: no haircut has this name; {}; or give a file: FILE.ron",
            suggest(name, names.iter().copied())
        );
        return Err(Failure::Call(message));
    }
    let text = input_file::read_text(path)?;
    let groom = groom_from_ron(&text).map_err(|error| Failure::input(path.display(), error))?;
    let mut maps = GroomMaps::new();
    let folder = path.parent().unwrap_or(Path::new(""));
    for layer in &groom.layers {
        for name in [&layer.density_map, &layer.length_map].into_iter().flatten() {
            if !maps.contains_key(name) {
                maps.insert(name.clone(), read_map(&folder.join(name))?);
            }
        }
    }
    Ok((groom, maps))
}

/// Brightness of an image.
fn read_map(path: &Path) -> Result<HairMap, Failure> {
    let pixels = input_file::read_image(path)?;
    let grey = |pixel: &[u8; 4]| {
        let [r, g, b, _] = pixel.map(f32::from);
        (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255.0
    };
    let values = pixels.rgba.as_chunks::<4>().0.iter().map(grey).collect();
    HairMap::new(pixels.width as usize, values)
        .ok_or_else(|| Failure::input(path.display(), "the image is empty"))
}

/// Gives an actor the haircut `name`, and hides the hair that its file has in the same regions. `file` names the character's file in messages.
pub(crate) fn put_on(actor: &mut Actor, name: &str, file: &str) -> Result<(), Failure> {
    let (description, maps) = read(name)?;
    let regions: Vec<HairRegion> = description.layers.iter().map(|layer| layer.region).collect();
    hide_own_hair(actor, &regions, file);
    let character = Arc::clone(actor.character());
    let (groom, body) = make(actor, &character, &description, &maps, name)?;
    actor.set_hair(Some(groom), &body).map_err(|error| Failure::input(file, error))
}

fn make(
    actor: &Actor,
    character: &Character,
    description: &GroomDescription,
    maps: &GroomMaps,
    name: &str,
) -> Result<(Arc<Groom>, Arc<HairBody>), Failure> {
    let is_skin = |id: MeshInstanceId| actor.frame().is_visible(id);
    let surface = Arc::new(CharacterSurface::new(character));
    let skin = HairSkin::new(character, &surface, is_skin);
    let failed = |error: &dyn std::fmt::Display| Failure::Input(format!("--groom {name}: {error}"));
    let head = HeadShape::measure(character, &skin).map_err(|error| failed(&error))?;
    let groom = generate_groom(character, &skin, &head, description, maps).map_err(|error| failed(&error))?;
    Ok((Arc::new(groom), Arc::new(HairBody::measure(character, is_skin))))
}

/// Hides the meshes whose names or materials say that they are hair of these regions.
fn hide_own_hair(actor: &mut Actor, regions: &[HairRegion], file: &str) {
    let character = Arc::clone(actor.character());
    let words: Vec<&str> = NAMES
        .iter()
        .filter(|(region, _)| regions.contains(region))
        .flat_map(|(_, words)| words.iter().copied())
        .collect();
    let is_hair = |id: &MeshInstanceId| {
        let instance = &character.mesh_instances()[*id];
        let mesh = &character.meshes()[instance.mesh];
        let materials =
            mesh.primitives.iter().filter_map(|own| own.material).map(|own| &character.materials()[own].name);
        let has_word = |name: &str| words.iter().any(|word| name.to_lowercase().contains(word));
        let all_hair = mesh.primitives.iter().all(|own| own.material.is_some())
            && materials.clone().count() > 0
            && materials.clone().all(|name| has_word(name));
        has_word(name_of(&character, *id)) || has_word(&mesh.name) || all_hair
    };
    let found: Vec<MeshInstanceId> =
        character.mesh_instance_ids().filter(|id| actor.frame().is_visible(*id)).filter(is_hair).collect();
    if found.is_empty() {
        return;
    }
    let names: Vec<String> = found.iter().map(|id| name_of(&character, *id).to_owned()).collect();
    message!("sinew: {file}: hidden under the new hair: {}", shorten_list(names));
    found.into_iter().for_each(|id| actor.meshes_mut().set_visible(id, false));
    actor.update(0.0);
}

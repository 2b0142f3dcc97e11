//! Haircut of the character: the groom of `data/grooms/swept.ron` as cards.

use super::png_file;
use sinew::character::{Image, ImageId, MaterialId, MeshInstanceId, Texture, TextureId, TextureWrap};
use sinew::surface::CharacterSurface;
use sinew::{Character, CharacterParts};
use sinew_author::hair::{
    CardMotion, CardSettings, CardTextures, GroomDescription, GroomMaps, HairCards, HairSkin, HeadShape,
    generate_groom,
};
use std::error::Error;
use std::sync::Arc;

const HAIRCUT: &str = include_str!("../../../../data/grooms/swept.ron");
/// Meshes that hair neither grows on nor lies on.
const NO_SKIN: [&str; 2] = ["lashes", "brows"];

/// Adds the cards. So short they move with the head alone: the character has no spring bones, and rests
/// between its clips.
pub(super) fn add(parts: &mut CharacterParts) -> Result<(), Box<dyn Error>> {
    let character = Character::new(parts.clone())?;
    let is_skin = |id: MeshInstanceId| {
        let mesh = &character.meshes()[character.mesh_instances()[id].mesh];
        !NO_SKIN.contains(&mesh.name.as_str())
    };
    let surface = Arc::new(CharacterSurface::new(&character));
    let skin = HairSkin::new(&character, &surface, is_skin);
    let head = HeadShape::measure(&character, &skin)?;
    let haircut = GroomDescription::from_ron(HAIRCUT)?;
    let mut groom = generate_groom(&character, &skin, &head, &haircut, &GroomMaps::new())?;
    groom.layers.iter_mut().for_each(|layer| layer.physics = None);
    let settings =
        CardSettings::default().with_cards(280).with_segments(6).with_tiles(8).with_texture([1024, 512]);
    let cards = HairCards::new(&groom, &character, &settings)?;
    let mut materials = Vec::new();
    for (number, layer) in groom.layers.iter().enumerate() {
        let Some(maps) = cards.maps(number) else { return Err("the haircut has no cards".into()) };
        let encoded = Some(png_file(&maps.base_color)?.into());
        parts.images.push(Image { name: layer.name.clone(), mime: "image/png".into(), encoded });
        parts.textures.push(Texture::smooth(ImageId(parts.images.len() as u32 - 1), TextureWrap::Clamp));
        // Straight hair needs no maps of normals and directions.
        let textures = CardTextures::new(TextureId(parts.textures.len() as u32 - 1));
        materials.push(MaterialId(parts.materials.len() as u32));
        parts.materials.push(maps.material(layer.name.as_str(), &layer.look, &textures));
    }
    cards.add_to(parts, &materials, CardMotion::Springs)?;
    eprintln!("{:10} {:5} cards {:5} vertices", "hair", cards.card_count(), cards.vertex_count());
    Ok(())
}

//! Decals as meshes of a character.

use super::image;
use crate::asset::decal_looks::BuiltInLook;
use crate::asset::new_texture::{add_image, add_texture};
use crate::asset::source::Loaded;
use crate::report::failure::Failure;
use sinew::Character;
use sinew::character::{
    AlphaMode, Material, MaterialId, Pixels, Texture, TextureRef, TextureWrap, UvTransform,
};
use sinew::surface::{CharacterSurface, Decal, DecalMesh, DecalShape};

/// Adds decals to a character as meshes (one per skinning method below a decal) with a material of their own,
/// and to its clips.
pub(super) fn add_to(
    file: &mut Loaded,
    decals: &[Decal],
    surface: &CharacterSurface,
    (color, normal): (Pixels, Option<Pixels>),
    look: BuiltInLook,
) -> Result<(), Failure> {
    let mut parts = file.imported.character.clone().into_parts();
    let mut add = |name: &str, png: Vec<u8>| {
        let image = add_image(&mut parts, name, png);
        let texture = add_texture(&mut parts, Texture::smooth(image, TextureWrap::Clamp));
        TextureRef { texture, uv_set: 0, transform: UvTransform::IDENTITY }
    };
    let shape = decals.first().map_or(DecalShape::Disc, |decal| decal.settings.shape);
    let margin = image::margin(&color);
    let color = add("decal", image::png(&color, shape, margin)?);
    let normal = match normal {
        Some(normal) => Some(add("decal normals", image::normal_png(&normal, margin)?)),
        None => None,
    };
    let material = MaterialId(parts.materials.len() as u32);
    parts.materials.push(Material {
        name: "decal".into(),
        base_color_texture: Some(color),
        normal_texture: normal,
        metallic: look.metallic(),
        roughness: look.roughness(),
        alpha_mode: AlphaMode::Blend,
        is_decal: true,
        ..Material::default()
    });
    let meshes = decals
        .iter()
        .flat_map(|decal| DecalMesh::by_skinning(decal, &file.imported.character, surface, margin));
    for mesh in meshes {
        let copy = mesh.clone();
        let instance = mesh.add_to(&mut parts, material);
        for clip in &mut file.imported.clips {
            let track = copy.track(clip, instance);
            clip.morphs.extend(track);
        }
    }
    file.imported.character = Character::new(parts).map_err(|error| Failure::input(&file.name, error))?;
    Ok(())
}

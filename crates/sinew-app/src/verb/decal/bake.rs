//! `sinew decal --bake`: decals painted into the textures of the materials that they lie on.

use super::painter::{Painter, multiply};
use super::slot::{COLOR, NORMAL, SHADE, SURFACE};
use crate::asset::source::Loaded;
use crate::report::failure::Failure;
use crate::report::message::message;
use crate::report::plural::count;
use sinew::Character;
use sinew::character::{MaterialId, NormalMapSpace, Pixels};
use sinew::surface::CharacterSurface;
use sinew_author::surface::{BakeChannel, DecalPaint};

/// Number of texels of a decal below which a message says how few they are: 8 × 8.
const FEW_TEXELS: usize = 64;
/// Brightness of a decal in the shade of a toon material.
const TOON_SHADE: f32 = 0.6;

/// Paints decals into the textures of all materials that they lie on, and says for each material how many texels
/// they got. `names` are those of the decals. `texels` is the width and height of textures that a material lacks,
/// and the largest of those that are enlarged because decals get few texels.
pub(super) fn paint(
    file: &mut Loaded,
    surface: &CharacterSurface,
    paints: &[DecalPaint<'_>],
    names: &[&str],
    texels: u32,
) -> Result<(), Failure> {
    let character = file.imported.character.clone();
    let mut parts = character.clone().into_parts();
    let materials = materials_below(&character, surface, paints);
    if materials.is_empty() {
        return Err(Failure::input(&file.name, "--bake: the skin below the decals has no material"));
    }
    let mut painted = vec![0; paints.len()];
    let mut textures = vec![Vec::new(); paints.len()];
    for material in materials {
        let target = Painter { name: &file.name, character: &character, surface, material, texels };
        let color = target.paint_slot(&mut parts, COLOR, paints)?;
        for (at, covered) in color.per_decal.iter().enumerate() {
            painted[at] += covered;
            if target.share(&paints[at]) > 0.0 {
                textures[at].push(color.texture.clone());
            }
        }
        let base = &character.materials()[material];
        if base.toon.is_some() {
            let dark: Vec<Pixels> = paints.iter().map(|paint| darkened(paint.color)).collect();
            let shaded: Vec<_> =
                paints.iter().zip(&dark).map(|(paint, dark)| paint.with_color(dark)).collect();
            target.paint_slot(&mut parts, SHADE, &shaded)?;
        } else if !base.unlit {
            target.paint_slot(&mut parts, SURFACE, paints)?;
        }
        match base.normal_texture {
            Some(_) if base.normal_space == NormalMapSpace::Tangent => {
                target.paint_slot(&mut parts, NORMAL, paints)?;
            }
            None if paints.iter().any(|paint| paint.normal.is_some()) => message!(
                "sinew: {}: material {:?} has no normal map in tangent space; that of the decal is left out",
                file.name,
                base.name
            ),
            _ => {}
        }
    }
    for ((name, texels), textures) in names.iter().zip(painted).zip(textures) {
        if texels == 0 {
            let message = format!(
                "--bake: {name} gets no texel of {}: the triangles there cover no area of it, or \
                 the texture is too small (--texels is the size to which small ones are enlarged); without \
                 --bake the mark is a mesh",
                textures.join(" and ")
            );
            return Err(Failure::input(&file.name, message));
        }
        if texels < FEW_TEXELS {
            message!(
                "sinew: {}: --bake: {name} gets {} only, which shows no details; a larger --texels \
                 enlarges small textures, and without --bake the mark is a mesh",
                file.name,
                count(texels, "texel")
            );
        }
    }
    file.imported.character = Character::new(parts).map_err(|error| Failure::input(&file.name, error))?;
    Ok(())
}

/// Materials of the triangles of decals, in order.
fn materials_below(
    character: &Character,
    surface: &CharacterSurface,
    paints: &[DecalPaint<'_>],
) -> Vec<MaterialId> {
    let part = |triangle: &sinew::surface::DecalTriangle| {
        Some(&surface.parts()[surface.corners(triangle.triangle)?.0])
    };
    let materials = paints
        .iter()
        .flat_map(|paint| &paint.decal.triangles)
        .filter_map(part)
        .filter_map(|part| part.material);
    let mut materials: Vec<_> = materials.filter(|id| !character.materials()[*id].is_decal).collect();
    materials.sort_unstable();
    materials.dedup();
    materials
}

/// The image as the shade of a toon material shows it.
fn darkened(pixels: &Pixels) -> Pixels {
    let mut dark = pixels.clone();
    multiply(&mut dark, [TOON_SHADE; 3], BakeChannel::Color);
    dark
}

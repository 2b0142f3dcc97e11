//! `sinew decal --bake`: decals painted into the textures of the materials that they lie on.

use crate::asset::new_texture::{add_image, add_texture};
use crate::asset::source::Loaded;
use crate::encode::png_file;
use crate::report::failure::Failure;
use crate::report::message::message;
use sinew::character::{
    ImageId, Material, MaterialId, NormalMapSpace, Pixels, Texture, TextureRef, TextureWrap, UvTransform,
};
use sinew::glam::Vec3;
use sinew::surface::CharacterSurface;
use sinew::{Character, CharacterParts};
use sinew_author::surface::{
    BakeChannel, DEFAULT_BAKE_MARGIN, DecalPaint, TextureTarget, bake_decals, srgb_byte, srgb_linear,
};

/// Largest share of texels of several places of the skin that is not worth a warning.
const MAX_OVERLAP: f32 = 0.005;
/// Brightness of a decal in the shade of a toon material.
const TOON_SHADE: f32 = 0.6;

/// Texture field of a material that decals are painted into.
#[derive(Clone, Copy)]
struct Slot {
    channel: BakeChannel,
    field: fn(&mut Material) -> Option<&mut Option<TextureRef>>,
    /// Takes the factors on red, green and blue out of the material, which are then multiplied into the
    /// texture.
    take_factors: fn(&mut Material) -> [f32; 3],
}

const COLOR: Slot = Slot {
    channel: BakeChannel::Color,
    field: |material| Some(&mut material.base_color_texture),
    take_factors: |material| {
        let white = Vec3::ONE.extend(material.base_color.w);
        let color = std::mem::replace(&mut material.base_color, white);
        [color.x, color.y, color.z]
    },
};

const SHADE: Slot = Slot {
    channel: BakeChannel::Color,
    field: |material| material.toon.as_mut().map(|toon| &mut toon.shade_texture),
    take_factors: |material| {
        let toon = material.toon.as_mut();
        toon.map_or([1.0; 3], |toon| std::mem::replace(&mut toon.shade_color, Vec3::ONE).to_array())
    },
};

const SURFACE: Slot = Slot {
    channel: BakeChannel::Surface,
    field: |material| Some(&mut material.metallic_roughness_texture),
    take_factors: |material| {
        let roughness = std::mem::replace(&mut material.roughness, 1.0);
        [1.0, roughness, std::mem::replace(&mut material.metallic, 1.0)]
    },
};

const NORMAL: Slot = Slot {
    channel: BakeChannel::Normal,
    field: |material| Some(&mut material.normal_texture),
    take_factors: |_| [1.0; 3],
};

/// Paints decals of one look into the textures of all materials that they lie on, and says for each how many
/// texels they got. `texels` is the width and height of textures that a material lacks.
pub(super) fn paint(
    file: &mut Loaded,
    surface: &CharacterSurface,
    paints: &[DecalPaint<'_>],
    texels: u32,
) -> Result<(), Failure> {
    let character = file.imported.character.clone();
    let mut parts = character.clone().into_parts();
    let materials = materials_below(&character, surface, paints);
    if materials.is_empty() {
        return Err(Failure::input(&file.name, "--bake: the skin below the decals has no material"));
    }
    let mut painted = 0;
    for material in materials {
        let target = Painter { name: &file.name, character: &character, surface, material, texels };
        painted += target.paint_slot(&mut parts, COLOR, paints)?;
        let base = &character.materials()[material];
        if base.toon.is_some() {
            let dark = paints.first().map(|paint| darkened(paint.color));
            let shaded: Vec<_> =
                paints.iter().zip(dark.iter().cycle()).map(|(paint, dark)| paint.with_color(dark)).collect();
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
    if painted == 0 {
        return Err(Failure::input(
            &file.name,
            "--bake: the decals cover no texel: the skin below it has no texture coordinates, or the texture \
             is too small",
        ));
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

struct Painter<'a> {
    /// Name of the file.
    name: &'a str,
    character: &'a Character,
    surface: &'a CharacterSurface,
    material: MaterialId,
    texels: u32,
}

impl Painter<'_> {
    /// Gives a material a painted copy of one of its textures; returns the number of texels painted. Without
    /// any it stays as it was.
    fn paint_slot(
        &self,
        parts: &mut CharacterParts,
        slot: Slot,
        paints: &[DecalPaint<'_>],
    ) -> Result<usize, Failure> {
        let material = &mut parts.materials[self.material.index()];
        let name = material.name.clone();
        let Some(old) = (slot.field)(material).map(|value| *value) else { return Ok(0) };
        let sampler = old.and_then(|old| self.character.textures().get(old.texture.index())).cloned();
        let mut pixels = match sampler.as_ref().and_then(|sampler| sampler.image) {
            Some(image) => sinew_import::decode_image(&self.character.images()[image.index()])
                .map_err(|error| Failure::input(self.name, format!("--bake: material {name:?}: {error}")))?,
            None => {
                let (width, height) = (self.texels, self.texels);
                Pixels { width, height, rgba: vec![255; self.texels as usize * self.texels as usize * 4] }
            }
        };
        let (uv_set, transform) = old.map_or((0, UvTransform::IDENTITY), |old| (old.uv_set, old.transform));
        let wrap =
            sampler.as_ref().map_or([TextureWrap::Repeat; 2], |sampler| [sampler.wrap_u, sampler.wrap_v]);
        // The material itself keeps its factors where nothing is painted.
        let mut plain = material.clone();
        multiply(&mut pixels, (slot.take_factors)(&mut plain), slot.channel);
        let target = TextureTarget::new(self.character, self.surface, Some(self.material))
            .with_uvs(uv_set, transform)
            .with_wrap(wrap);
        let report = bake_decals(&target, slot.channel, &mut pixels, paints, DEFAULT_BAKE_MARGIN)
            .map_err(|error| Failure::input(self.name, format!("--bake: material {name:?}: {error}")))?;
        if report.texels == 0 {
            return Ok(0);
        }
        if slot.channel == BakeChannel::Color {
            let [width, height] = [pixels.width, pixels.height];
            message!("material {name:?}: {} texels of {width} × {height} painted", report.texels);
            if report.overlapping > MAX_OVERLAP {
                message!(
                    "sinew: {}: material {name:?}: {:.1} % of the painted texels belong to other parts of \
                     the body too (mirrored or overlapping texture coordinates), and show the decal there; \
                     without --bake it is a mesh of its own",
                    self.name,
                    report.overlapping * 100.0
                );
            }
        }
        let image: ImageId = add_image(parts, &format!("{name} with decal"), png_file(&pixels)?);
        let sampler = sampler.unwrap_or(Texture::smooth(image, TextureWrap::Repeat));
        let texture = add_texture(parts, Texture { image: Some(image), ..sampler });
        if let Some(field) = (slot.field)(&mut plain) {
            *field = Some(TextureRef { texture, uv_set, transform });
        }
        parts.materials[self.material.index()] = plain;
        Ok(report.texels)
    }
}

/// Multiplies the factors of a material into its texture.
fn multiply(pixels: &mut Pixels, factors: [f32; 3], channel: BakeChannel) {
    for (n, factor) in factors.into_iter().enumerate().filter(|(_, factor)| *factor != 1.0) {
        let table: Vec<u8> = (0..=255).map(|byte| scaled(byte, factor, channel)).collect();
        pixels.rgba.iter_mut().skip(n).step_by(4).for_each(|byte| *byte = table[usize::from(*byte)]);
    }
}

/// Byte of a value times a factor; colours are multiplied in linear light.
fn scaled(byte: u8, factor: f32, channel: BakeChannel) -> u8 {
    if channel == BakeChannel::Color {
        return srgb_byte(srgb_linear(byte) * factor);
    }
    (f32::from(byte) * factor).round().clamp(0.0, 255.0) as u8
}

/// The image as the shade of a toon material shows it.
fn darkened(pixels: &Pixels) -> Pixels {
    let mut dark = pixels.clone();
    multiply(&mut dark, [TOON_SHADE; 3], BakeChannel::Color);
    dark
}

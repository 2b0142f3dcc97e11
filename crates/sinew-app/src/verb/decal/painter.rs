//! Painting of decals into the textures of a material.

use super::slot::Slot;
use crate::asset::new_texture::{add_image, add_texture};
use crate::encode::png_file;
use crate::report::failure::Failure;
use crate::report::message::message;
use sinew::character::{
    ImageId, MaterialId, Pixels, Texture, TextureFilter, TextureRef, TextureWrap, UvTransform,
};
use sinew::surface::CharacterSurface;
use sinew::{Character, CharacterParts};
use sinew_author::surface::{
    BakeChannel, BakeReport, DEFAULT_BAKE_MARGIN, DecalPaint, TextureError, TextureTarget, bake_decals,
    srgb_byte, srgb_linear,
};

/// Largest share of texels of several places of the skin that is not worth a warning.
const MAX_OVERLAP: f32 = 0.005;
/// Number of texels of a decal below which the texture is enlarged: 32 × 32.
const ENOUGH_TEXELS: f32 = 1024.0;

/// Paints decals into the textures of a material.
pub(super) struct Painter<'a> {
    /// Name of the file.
    pub(super) name: &'a str,
    pub(super) character: &'a Character,
    pub(super) surface: &'a CharacterSurface,
    pub(super) material: MaterialId,
    pub(super) texels: u32,
}

/// Result of painting into one texture of a material.
pub(super) struct Painted {
    /// Texels that each decal covers.
    pub(super) per_decal: Vec<usize>,
    /// Name of the texture for people.
    pub(super) texture: String,
}

impl Painter<'_> {
    /// Share of a decal's image that lies on the material, 0..1.
    pub(super) fn share(&self, paint: &DecalPaint<'_>) -> f32 {
        let (mut here, mut all) = (0.0, 0.0);
        for triangle in &paint.decal.triangles {
            let [a, b, c] = triangle.uvs;
            let area = (b - a).perp_dot(c - a).abs();
            let part = self.surface.corners(triangle.triangle).map(|(part, _)| &self.surface.parts()[part]);
            here += if part.is_some_and(|part| part.material == Some(self.material)) { area } else { 0.0 };
            all += area;
        }
        if all > 0.0 { here / all } else { 0.0 }
    }

    /// Gives a material a painted copy of one of its textures, which is larger where decals get few texels.
    /// Without any painted texel it stays as it was.
    pub(super) fn paint_slot(
        &self,
        parts: &mut CharacterParts,
        slot: Slot,
        paints: &[DecalPaint<'_>],
    ) -> Result<Painted, Failure> {
        let material = &mut parts.materials[self.material.index()];
        let name = material.name.clone();
        let mut painted = Painted { per_decal: vec![0; paints.len()], texture: String::new() };
        let Some(old) = (slot.field)(material).map(|value| *value) else { return Ok(painted) };
        let sampler = old.and_then(|old| self.character.textures().get(old.texture.index())).cloned();
        let mut pixels = match sampler.as_ref().and_then(|sampler| sampler.image) {
            Some(image) => sinew_import::decode_image(&self.character.images()[image.index()])
                .map_err(|error| Failure::input(self.name, format!("--bake: material {name:?}: {error}")))?,
            None => {
                let (width, height) = (self.texels, self.texels);
                Pixels { width, height, rgba: vec![255; self.texels as usize * self.texels as usize * 4] }
            }
        };
        let size = format!("{} × {} texels", pixels.width, pixels.height);
        painted.texture = format!("the texture of material {name:?} ({size})");
        let (uv_set, transform) = old.map_or((0, UvTransform::IDENTITY), |old| (old.uv_set, old.transform));
        let wrap =
            sampler.as_ref().map_or([TextureWrap::Repeat; 2], |sampler| [sampler.wrap_u, sampler.wrap_v]);
        // The material itself keeps its factors where nothing is painted.
        let mut plain = material.clone();
        multiply(&mut pixels, (slot.take_factors)(&mut plain), slot.channel);
        let target = TextureTarget::new(self.character, self.surface, Some(self.material))
            .with_uvs(uv_set, transform)
            .with_wrap(wrap);
        let filter = sampler.as_ref().map_or(TextureFilter::Linear, |sampler| sampler.magnify);
        let report = self
            .bake(&target, (slot.channel, filter), &mut pixels, paints)
            .map_err(|error| Failure::input(self.name, format!("--bake: material {name:?}: {error}")))?;
        if report.texels == 0 {
            return Ok(painted);
        }
        if slot.channel == BakeChannel::Color {
            self.say(&name, &report, &pixels, &size);
        }
        let image: ImageId = add_image(parts, &format!("{name} with decal"), png_file(&pixels)?);
        let sampler = sampler.unwrap_or(Texture::smooth(image, TextureWrap::Repeat));
        let texture = add_texture(parts, Texture { image: Some(image), ..sampler });
        if let Some(field) = (slot.field)(&mut plain) {
            *field = Some(TextureRef { texture, uv_set, transform });
        }
        parts.materials[self.material.index()] = plain;
        painted.per_decal = report.per_decal;
        Ok(painted)
    }

    /// Paints decals into a texture, which is enlarged while decals get few texels of it, up to `texels`.
    fn bake(
        &self,
        target: &TextureTarget<'_>,
        (channel, filter): (BakeChannel, TextureFilter),
        pixels: &mut Pixels,
        paints: &[DecalPaint<'_>],
    ) -> Result<BakeReport, TextureError> {
        let plain = pixels.clone();
        let wanted: Vec<usize> =
            paints.iter().map(|paint| (self.share(paint) * ENOUGH_TEXELS).ceil() as usize).collect();
        loop {
            let report = bake_decals(target, channel, pixels, paints, DEFAULT_BAKE_MARGIN)?;
            // Decals that do not change the channel get no texel of it.
            let few = report.per_decal.iter().zip(&wanted).any(|(texels, wanted)| texels < wanted);
            let changes = channel == BakeChannel::Color || report.texels > 0;
            let old = [pixels.width, pixels.height];
            let size = old.map(|side| (side * 2).min(self.texels.max(side)));
            if !few || !changes || size == old {
                return Ok(report);
            }
            *pixels = target.resized(&plain, channel, filter, size);
        }
    }

    /// Messages about the texels of a colour texture; `old` is the size of the texture before.
    fn say(&self, name: &str, report: &BakeReport, pixels: &Pixels, old: &str) {
        let size = format!("{} × {} texels", pixels.width, pixels.height);
        let enlarged = if size == old { String::new() } else { format!(", enlarged from {old}") };
        message!("material {name:?}: {} of {size} painted{enlarged}", report.texels);
        if report.overlapping > MAX_OVERLAP {
            message!(
                "sinew: {}: material {name:?}: {:.1} % of the painted texels belong to other parts of the body \
                 too (mirrored or overlapping texture coordinates), and show the decal there; without --bake it \
                 is a mesh of its own",
                self.name,
                report.overlapping * 100.0
            );
        }
    }
}

/// Multiplies the factors of a material into its texture.
pub(super) fn multiply(pixels: &mut Pixels, factors: [f32; 3], channel: BakeChannel) {
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

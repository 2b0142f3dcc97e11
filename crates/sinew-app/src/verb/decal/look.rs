//! Looks of marks, with decoded images.

use super::image;
use crate::report::failure::Failure;
use sinew::character::Pixels;
use sinew::surface::{Decal, DecalBlend, DecalMaterial};
use sinew_author::surface::DecalPaint;
use sinew_setup::BuiltInLook;

/// Look of marks.
#[derive(Clone, Debug)]
pub(super) struct Look {
    pub(super) name: String,
    pub(super) color: Pixels,
    pub(super) normal: Option<Pixels>,
    /// Roughness: 0 wet, 1 dry.
    pub(super) roughness: f32,
    /// Metalness: 0 skin, 1 metal.
    pub(super) metallic: f32,
    pub(super) blend: DecalBlend,
}

impl Look {
    /// A built-in look; images in place of its own may be set.
    pub(super) fn built_in(look: BuiltInLook) -> Self {
        Self {
            name: look.name().into(),
            color: look.image(),
            normal: look.normal(),
            roughness: look.roughness(),
            metallic: look.metallic(),
            blend: look.blend(),
        }
    }

    /// Look of a text of decals.
    pub(super) fn of(material: &DecalMaterial) -> Result<Self, Failure> {
        let decode = |encoded: &sinew::character::Image| {
            let pixels = sinew_import::decode_image(encoded);
            let failed = |error| Failure::Input(format!("look {:?}: {error}", material.name));
            pixels.map(image::enlarged).map_err(failed)
        };
        Ok(Self {
            name: material.name.clone(),
            color: decode(&material.color)?,
            normal: material.normal.as_ref().map(decode).transpose()?,
            roughness: material.roughness,
            metallic: material.metallic,
            blend: material.blend,
        })
    }

    /// A decal of the look, to be painted.
    pub(super) fn paint<'a>(&'a self, decal: &'a Decal) -> DecalPaint<'a> {
        let paint = DecalPaint::new(decal, &self.color)
            .with_surface(self.roughness, self.metallic)
            .with_blend(self.blend);
        match &self.normal {
            Some(normal) => paint.with_normal(normal),
            None => paint,
        }
    }

    /// The look as a material of an actor.
    pub(super) fn material(&self) -> Result<DecalMaterial, Failure> {
        let encode = |pixels: &Pixels| {
            let failed = |error: sinew_import::ImageError| Failure::Machine(error.to_string());
            sinew_import::encode_image(self.name.as_str(), pixels).map_err(failed)
        };
        Ok(DecalMaterial::new(self.name.as_str(), encode(&self.color)?)
            .with_normal(self.normal.as_ref().map(encode).transpose()?)
            .with_roughness(self.roughness)
            .with_metallic(self.metallic)
            .with_blend(self.blend))
    }
}

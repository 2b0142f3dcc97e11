//! Specular-glossiness materials (KHR_materials_pbrSpecularGlossiness, archived) as metallic-roughness ones. A specular colour that is
//! the same all over becomes the reflection of a dielectric (KHR_materials_specular), which is exact. Textures of specular colour and
//! glossiness become textures of base colour, metalness and roughness.

use super::glossiness_textures::{self, Bakes};
use super::json;
use super::source::Source;
use crate::ImportError;
use sinew::character::{Image, Material, Texture, TextureRef};
use sinew::glam::{Vec3, Vec4};

/// Reflection of a dielectric at normal incidence: that of the index of refraction 1.5.
pub(super) const REFLECTANCE: f32 = 0.04;

/// Values of a specular-glossiness material.
pub(super) struct SpecularGlossiness {
    pub(super) diffuse: Vec4,
    pub(super) diffuse_texture: Option<TextureRef>,
    pub(super) specular: Vec3,
    /// Specular colour, and glossiness in alpha.
    pub(super) specular_texture: Option<TextureRef>,
    pub(super) glossiness: f32,
}

/// Converter of the materials of a file.
pub(super) struct Converter<'a> {
    pub(super) textures: &'a mut Vec<Texture>,
    pub(super) images: &'a mut Vec<Image>,
    pub(super) bakes: Bakes,
}

impl<'a> Converter<'a> {
    pub(super) fn new(textures: &'a mut Vec<Texture>, images: &'a mut Vec<Image>) -> Self {
        Self { textures, images, bakes: Bakes::default() }
    }

    /// Replaces the metallic-roughness values of `material`, which are a fallback of the file.
    pub(super) fn apply(
        &mut self,
        source: &mut Source<'_>,
        own: &SpecularGlossiness,
        material: &mut Material,
        location: &str,
    ) -> Result<(), ImportError> {
        material.base_color = own.diffuse;
        material.base_color_texture = own.diffuse_texture;
        material.metallic = 0.0;
        material.roughness = 1.0 - own.glossiness;
        material.metallic_roughness_texture = None;
        material.specular = 1.0;
        material.specular_color = own.specular / REFLECTANCE;
        (material.specular_texture, material.specular_color_texture) = (None, None);
        let message = "specular-glossiness is read as metallic-roughness";
        source.report.info("specular-glossiness", location, message);
        if let Some(texture) = own.specular_texture {
            let baked = glossiness_textures::bake(self, source, own, texture, location)?;
            if let Err(message) = baked.map(|baked| baked.apply(own, texture, material)) {
                let message = format!("{message}; the texture of specular colour and glossiness is left out");
                source.report.warn("specular-glossiness", location, message);
            }
        }
        Ok(())
    }
}

impl SpecularGlossiness {
    /// Reads the values. `None` where a factor is not finite.
    pub(super) fn read(
        json: &json::SpecularGlossiness,
        texture: &mut impl FnMut(&Option<json::TextureInfo>, &str) -> Option<TextureRef>,
    ) -> Option<Self> {
        let mut read = |info, field: &str| {
            texture(info, &format!("extensions/KHR_materials_pbrSpecularGlossiness/{field}"))
        };
        let own = Self {
            diffuse: json.diffuse_factor.map_or(Vec4::ONE, Vec4::from_array),
            diffuse_texture: read(&json.diffuse_texture, "diffuseTexture"),
            specular: json.specular_factor.map_or(Vec3::ONE, Vec3::from_array),
            specular_texture: read(&json.specular_glossiness_texture, "specularGlossinessTexture"),
            glossiness: json.glossiness_factor.unwrap_or(1.0),
        };
        let is_finite = own.diffuse.is_finite() && own.specular.is_finite() && own.glossiness.is_finite();
        is_finite.then_some(own)
    }
}

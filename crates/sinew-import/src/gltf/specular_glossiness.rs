//! Specular-glossiness materials (KHR_materials_pbrSpecularGlossiness, archived) as metallic-roughness ones.
//! A specular colour that is the same all over becomes the reflection of a dielectric
//! (KHR_materials_specular), which is exact. Textures of specular colour and glossiness become textures of
//! base colour, metalness and roughness.

use super::glossiness_textures::{Converter, bake};
use super::glossiness_values::{REFLECTANCE, SpecularGlossiness};
use super::source::Source;
use crate::ImportError;
use sinew::character::Material;

/// Replaces the metallic-roughness values of `material`, which are a fallback of the file.
pub(super) fn apply(
    converter: &mut Converter<'_>,
    source: &mut Source<'_>,
    values: &SpecularGlossiness,
    material: &mut Material,
    location: &str,
) -> Result<(), ImportError> {
    material.base_color = values.diffuse;
    material.base_color_texture = values.diffuse_texture;
    material.metallic = 0.0;
    material.roughness = 1.0 - values.glossiness;
    material.metallic_roughness_texture = None;
    material.specular = 1.0;
    material.specular_color = values.specular / REFLECTANCE;
    (material.specular_texture, material.specular_color_texture) = (None, None);
    let message = "specular-glossiness is read as metallic-roughness";
    source.report.info("specular-glossiness", location, message);
    if let Some(texture) = values.specular_texture {
        let baked = bake(converter, source, values, texture, location)?;
        if let Err(message) = baked.map(|baked| baked.apply(values, texture, material)) {
            let message = format!("{message}; the texture of specular colour and glossiness is left out");
            source.report.warn("specular-glossiness", location, message);
        }
    }
    Ok(())
}

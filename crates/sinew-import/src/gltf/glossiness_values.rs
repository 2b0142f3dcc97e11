//! Values of a specular-glossiness material (KHR_materials_pbrSpecularGlossiness).

use super::json;
use sinew::character::TextureRef;
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

impl SpecularGlossiness {
    /// Reads the values. `None` where a factor is not finite.
    pub(super) fn read(
        json: &json::SpecularGlossiness,
        texture: &mut impl FnMut(&Option<json::TextureInfo>, &str) -> Option<TextureRef>,
    ) -> Option<Self> {
        let mut read = |info, field: &str| {
            texture(info, &format!("extensions/KHR_materials_pbrSpecularGlossiness/{field}"))
        };
        let values = Self {
            diffuse: json.diffuse_factor.map_or(Vec4::ONE, Vec4::from_array),
            diffuse_texture: read(&json.diffuse_texture, "diffuseTexture"),
            specular: json.specular_factor.map_or(Vec3::ONE, Vec3::from_array),
            specular_texture: read(&json.specular_glossiness_texture, "specularGlossinessTexture"),
            glossiness: json.glossiness_factor.unwrap_or(1.0),
        };
        let is_finite =
            values.diffuse.is_finite() && values.specular.is_finite() && values.glossiness.is_finite();
        is_finite.then_some(values)
    }
}

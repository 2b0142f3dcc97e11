use super::pbr_uniform::SurfaceUniform;
use super::uv_rows::{UvRows, uv_rows};
use bytemuck::{Pod, Zeroable};
use sinew::character::Material;
use sinew::face::MaterialOverride;

/// Uniform of a metallic-roughness material with layers; the same layout as `Material` in
/// shaders/layered_material.wgsl.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct LayeredUniform {
    surface: SurfaceUniform,
    sheen: [f32; 4],
    clearcoat: [f32; 4],
    film: [f32; 4],
    attenuation: [f32; 4],
    medium: [f32; 4],
    anisotropy: [f32; 4],
    uv_rows: [UvRows; 17],
}

impl LayeredUniform {
    /// `texture_bits` has a bit per texture slot, set where the slot has a texture; `cutoff` is the alpha
    /// below which masked texels are holes.
    pub(super) fn new(
        material: &Material,
        overrides: &MaterialOverride,
        texture_bits: u32,
        cutoff: f32,
    ) -> Self {
        let (coat, sheen) = (material.clearcoat.unwrap_or_default(), material.sheen.unwrap_or_default());
        let (film, volume) = (material.iridescence.unwrap_or_default(), material.volume.unwrap_or_default());
        let stretch = material.anisotropy.unwrap_or_default();
        let (sin, cos) = stretch.rotation.sin_cos();
        let per_length =
            if volume.attenuation_distance > 0.0 { volume.attenuation_distance.recip() } else { 0.0 };
        Self {
            surface: SurfaceUniform::new(material, overrides, texture_bits, cutoff),
            sheen: sheen.color.extend(sheen.roughness).to_array(),
            clearcoat: [coat.factor, coat.roughness, coat.normal_scale, material.transmission],
            film: [film.factor, film.ior, film.thickness_min, film.thickness_max],
            attenuation: volume.attenuation_color.extend(per_length).to_array(),
            medium: [material.ior, material.dispersion, volume.thickness, 0.0],
            anisotropy: [cos, sin, stretch.strength, 0.0],
            uv_rows: uv_rows(material, overrides),
        }
    }
}

use super::uv_rows::{UvRows, uv_rows};
use bytemuck::{Pod, Zeroable};
use sinew::character::{AlphaMode, Material};
use sinew::face::MaterialOverride;
use sinew::glam::Vec3;

/// Uniform of a metallic-roughness or unlit material; the same layout as `Material` in
/// shaders/pbr_material.wgsl.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct PbrUniform {
    base_color: [f32; 4],
    emissive: [f32; 4],
    surface: [f32; 4],
    specular: [f32; 4],
    sheen: [f32; 4],
    clearcoat: [f32; 4],
    flags: [u32; 4],
    uv_rows: [UvRows; 5],
}

// Flags after the bits of the five texture slots.
const UNLIT: u32 = 1 << 5;
const DOUBLE_SIDED: u32 = 1 << 6;
const HAS_SHEEN: u32 = 1 << 7;
const IGNORE_ALPHA: u32 = 1 << 8;

impl PbrUniform {
    /// `texture_bits` has a bit per texture slot, set where the slot has a texture; `cutoff` is the alpha
    /// below which masked texels are holes.
    pub(super) fn new(
        material: &Material,
        overrides: &MaterialOverride,
        texture_bits: u32,
        cutoff: f32,
    ) -> Self {
        let flags = texture_bits
            | (u32::from(material.unlit) * UNLIT)
            | (u32::from(material.double_sided) * DOUBLE_SIDED)
            | (u32::from(material.sheen.is_some()) * HAS_SHEEN)
            | (u32::from(material.alpha_mode == AlphaMode::Opaque) * IGNORE_ALPHA);
        let clearcoat = material.clearcoat.unwrap_or_default();
        let (sheen, sheen_roughness) = material.sheen.map_or((Vec3::ZERO, 0.0), |s| (s.color, s.roughness));
        Self {
            base_color: overrides.base_color.to_array(),
            emissive: overrides.emissive.extend(cutoff).to_array(),
            surface: [
                material.metallic,
                material.roughness,
                material.normal_scale,
                material.occlusion_strength,
            ],
            specular: (material.specular_color * 0.04).extend(material.specular).to_array(),
            sheen: sheen.extend(sheen_roughness).to_array(),
            clearcoat: [clearcoat.factor, clearcoat.roughness, material.transmission, 0.0],
            flags: [flags, 0, 0, 0],
            uv_rows: uv_rows(material, overrides),
        }
    }
}

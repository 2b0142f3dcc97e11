use super::uv_rows::{UvRows, uv_rows};
use bytemuck::{Pod, Zeroable};
use sinew::character::{AlphaMode, Material};
use sinew::face::MaterialOverride;

/// Uniform of a metallic-roughness or unlit material; the same layout as `Material` in
/// shaders/pbr_material.wgsl.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct PbrUniform {
    surface: SurfaceUniform,
    uv_rows: [UvRows; 5],
}

/// The part of the uniform that all metallic-roughness materials share, with and without layers.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct SurfaceUniform {
    base_color: [f32; 4],
    emissive: [f32; 4],
    surface: [f32; 4],
    specular: [f32; 4],
    flags: [u32; 4],
}

// Flags after the bits of the texture slots.
const UNLIT: u32 = 1 << 20;
const DOUBLE_SIDED: u32 = 1 << 21;
const IGNORE_ALPHA: u32 = 1 << 22;

impl PbrUniform {
    /// `texture_bits` has a bit per texture slot, set where the slot has a texture; `cutoff` is the alpha
    /// below which masked texels are holes.
    pub(super) fn new(
        material: &Material,
        overrides: &MaterialOverride,
        texture_bits: u32,
        cutoff: f32,
    ) -> Self {
        let surface = SurfaceUniform::new(material, overrides, texture_bits, cutoff);
        Self { surface, uv_rows: uv_rows(material, overrides) }
    }
}

impl SurfaceUniform {
    pub(super) fn new(
        material: &Material,
        overrides: &MaterialOverride,
        texture_bits: u32,
        cutoff: f32,
    ) -> Self {
        let flags = texture_bits
            | (u32::from(material.unlit) * UNLIT)
            | (u32::from(material.double_sided) * DOUBLE_SIDED)
            | (u32::from(material.alpha_mode == AlphaMode::Opaque) * IGNORE_ALPHA);
        // An index of 0 stands for a surface that reflects everything (KHR_materials_ior).
        let ratio = if material.ior > 0.0 { (material.ior - 1.0) / (material.ior + 1.0) } else { 1.0 };
        Self {
            base_color: overrides.base_color.to_array(),
            emissive: overrides.emissive.extend(cutoff).to_array(),
            surface: [
                material.metallic,
                material.roughness,
                material.normal_scale,
                material.occlusion_strength,
            ],
            specular: (material.specular_color * (ratio * ratio)).extend(material.specular).to_array(),
            flags: [flags, 0, 0, 0],
        }
    }
}

use super::uniform::{UvRows, flag, uv_rows};
use bytemuck::{Pod, Zeroable};
use sinew::character::{AlphaMode, Material};
use sinew::face::MaterialOverride;
use sinew::glam::Vec3;

/// The twin of `Material` in shaders/material.wgsl.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct PhysicalUniform {
    base_color: [f32; 4],
    emissive: [f32; 4],
    surface: [f32; 4],
    specular: [f32; 4],
    sheen: [f32; 4],
    coat: [f32; 4],
    flags: [u32; 4],
    uv: [UvRows; 5],
}

const UNLIT: u32 = 32;
const DOUBLE_SIDED: u32 = 64;
const HAS_SHEEN: u32 = 128;
const IGNORE_ALPHA: u32 = 256;

impl PhysicalUniform {
    /// `present` has a bit per slot whose texture is there.
    pub(super) fn new(material: &Material, look: &MaterialOverride, present: u32, cutoff: f32) -> Self {
        let flags = present
            | flag(UNLIT, material.unlit)
            | flag(DOUBLE_SIDED, material.double_sided)
            | flag(HAS_SHEEN, material.sheen.is_some())
            | flag(IGNORE_ALPHA, material.alpha == AlphaMode::Opaque);
        let coat = material.clearcoat.unwrap_or_default();
        let (sheen, sheen_roughness) = material.sheen.map_or((Vec3::ZERO, 0.0), |s| (s.color, s.roughness));
        Self {
            base_color: look.base_color.to_array(),
            emissive: look.emissive.extend(cutoff).to_array(),
            surface: [
                material.metallic,
                material.roughness,
                material.normal_scale,
                material.occlusion_strength,
            ],
            specular: (material.specular_color * 0.04).extend(material.specular).to_array(),
            sheen: sheen.extend(sheen_roughness).to_array(),
            coat: [coat.factor, coat.roughness, material.transmission, 0.0],
            flags: [flags, 0, 0, 0],
            uv: uv_rows(material, look),
        }
    }
}

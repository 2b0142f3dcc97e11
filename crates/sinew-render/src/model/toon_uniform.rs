use super::uv_rows::{UvRows, uv_rows};
use bytemuck::{Pod, Zeroable};
use sinew::character::{AlphaMode, Material, OutlineMode, Toon};
use sinew::face::MaterialOverride;

/// Uniform of a toon material; the same layout as `Material` in shaders/toon_material.wgsl.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct ToonUniform {
    base_color: [f32; 4],
    emissive: [f32; 4],
    shade: [f32; 4],
    shading: [f32; 4],
    matcap: [f32; 4],
    rim: [f32; 4],
    outline: [f32; 4],
    lighting_mix: [f32; 4],
    uv_animation: [f32; 4],
    flags: [u32; 4],
    uv_rows: [UvRows; 9],
}

// Flags after the bits of the nine texture slots.
const DOUBLE_SIDED: u32 = 1 << 9;
const IGNORE_ALPHA: u32 = 1 << 10;
const SCREEN_OUTLINE: u32 = 1 << 11;

impl ToonUniform {
    /// `texture_bits` has a bit per texture slot, set where the slot has a texture; `cutoff` is the alpha
    /// below which masked texels are holes.
    pub(super) fn new(
        material: &Material,
        toon: &Toon,
        overrides: &MaterialOverride,
        texture_bits: u32,
        cutoff: f32,
    ) -> Self {
        let flags = texture_bits
            | (u32::from(material.double_sided) * DOUBLE_SIDED)
            | (u32::from(material.alpha_mode == AlphaMode::Opaque) * IGNORE_ALPHA)
            | (u32::from(toon.outline.mode == OutlineMode::Screen) * SCREEN_OUTLINE);
        let [scroll_u, scroll_v] = toon.uv_scroll;
        Self {
            base_color: overrides.base_color.to_array(),
            emissive: overrides.emissive.extend(cutoff).to_array(),
            shade: overrides.shade_color.extend(toon.shading_shift).to_array(),
            shading: [
                toon.shading_toony,
                toon.shading_shift_scale,
                toon.gi_equalization,
                material.normal_scale,
            ],
            matcap: overrides.matcap_color.extend(0.0).to_array(),
            rim: overrides.rim_color.extend(toon.rim_fresnel_power).to_array(),
            outline: overrides.outline_color.extend(toon.outline.width).to_array(),
            lighting_mix: [toon.rim_lift, toon.rim_lighting_mix, toon.outline.lighting_mix, 0.0],
            uv_animation: [scroll_u, scroll_v, toon.uv_rotation, 0.0],
            flags: [flags, 0, 0, 0],
            uv_rows: uv_rows(material, overrides),
        }
    }
}

use super::uniform::{UvRows, flag, uv_rows};
use bytemuck::{Pod, Zeroable};
use sinew::character::{AlphaMode, Material, OutlineMode, Toon};
use sinew::face::MaterialOverride;

/// The twin of `Material` in shaders/toon_material.wgsl.
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
    mixes: [f32; 4],
    animation: [f32; 4],
    flags: [u32; 4],
    uv: [UvRows; 9],
}

const DOUBLE_SIDED: u32 = 512;
const IGNORE_ALPHA: u32 = 1024;
const SCREEN_OUTLINE: u32 = 2048;

impl ToonUniform {
    /// `present` has a bit per slot whose texture is there.
    pub(super) fn new(
        material: &Material,
        toon: &Toon,
        look: &MaterialOverride,
        present: u32,
        cutoff: f32,
    ) -> Self {
        let flags = present
            | flag(DOUBLE_SIDED, material.double_sided)
            | flag(IGNORE_ALPHA, material.alpha == AlphaMode::Opaque)
            | flag(SCREEN_OUTLINE, toon.outline.mode == OutlineMode::Screen);
        let [scroll_u, scroll_v] = toon.uv_scroll;
        Self {
            base_color: look.base_color.to_array(),
            emissive: look.emissive.extend(cutoff).to_array(),
            shade: look.shade_color.extend(toon.shading_shift).to_array(),
            shading: [
                toon.shading_toony,
                toon.shading_shift_scale,
                toon.gi_equalization,
                material.normal_scale,
            ],
            matcap: look.matcap_color.extend(0.0).to_array(),
            rim: look.rim_color.extend(toon.rim_fresnel_power).to_array(),
            outline: look.outline_color.extend(toon.outline.width).to_array(),
            mixes: [toon.rim_lift, toon.rim_lighting_mix, toon.outline.lighting_mix, 0.0],
            animation: [scroll_u, scroll_v, toon.uv_rotation, 0.0],
            flags: [flags, 0, 0, 0],
            uv: uv_rows(material, look),
        }
    }
}

//! Toon materials of VRM 1.0 (VRMC_materials_mtoon 1.0).

use super::json::Toon1;
use super::refs::{finite, vector};
use crate::gltf::json::TextureInfo;
use sinew::character::{Outline, OutlineMode, TextureRef, Toon};

/// Reads a toon material. `texture` reads the texture reference of a named property.
pub(in crate::gltf) fn read(
    json: &Toon1,
    mut texture: impl FnMut(&Option<TextureInfo>, &str) -> Option<TextureRef>,
) -> Toon {
    let default = Toon::default();
    let shift = json.shading_shift_texture.as_ref();
    Toon {
        shade_color: vector(json.shade_color_factor, default.shade_color),
        shade_texture: texture(&json.shade_multiply_texture, "shadeMultiplyTexture"),
        shading_shift: finite(json.shading_shift_factor, default.shading_shift),
        shading_shift_texture: texture(&json.shading_shift_texture, "shadingShiftTexture"),
        shading_shift_scale: finite(shift.and_then(|t| t.scale), default.shading_shift_scale),
        shading_toony: finite(json.shading_toony_factor, default.shading_toony),
        gi_equalization: finite(json.gi_equalization_factor, default.gi_equalization),
        matcap_color: vector(json.matcap_factor, default.matcap_color),
        matcap_texture: texture(&json.matcap_texture, "matcapTexture"),
        rim_color: vector(json.parametric_rim_color_factor, default.rim_color),
        rim_texture: texture(&json.rim_multiply_texture, "rimMultiplyTexture"),
        rim_lighting_mix: finite(json.rim_lighting_mix_factor, default.rim_lighting_mix),
        rim_fresnel_power: finite(json.parametric_rim_fresnel_power_factor, default.rim_fresnel_power),
        rim_lift: finite(json.parametric_rim_lift_factor, default.rim_lift),
        outline: Outline {
            mode: match json.outline_width_mode.as_deref() {
                Some("worldCoordinates") => OutlineMode::World,
                Some("screenCoordinates") => OutlineMode::Screen,
                _ => OutlineMode::None,
            },
            width: finite(json.outline_width_factor, 0.0),
            width_texture: texture(&json.outline_width_multiply_texture, "outlineWidthMultiplyTexture"),
            color: vector(json.outline_color_factor, default.outline.color),
            lighting_mix: finite(json.outline_lighting_mix_factor, default.outline.lighting_mix),
        },
        uv_animation_mask: texture(&json.uv_animation_mask_texture, "uvAnimationMaskTexture"),
        uv_scroll: [
            finite(json.uv_animation_scroll_x_speed_factor, 0.0),
            finite(json.uv_animation_scroll_y_speed_factor, 0.0),
        ],
        uv_rotation: finite(json.uv_animation_rotation_speed_factor, 0.0),
        transparent_with_z_write: json.transparent_with_z_write.unwrap_or(false),
        render_queue_offset: json.render_queue_offset_number.unwrap_or(0).clamp(-9, 9),
    }
}

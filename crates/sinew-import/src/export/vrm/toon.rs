use super::spec_version::SPEC_VERSION;
use crate::export::document::Extensions;
use crate::export::number::{number, numbers};
use crate::export::texture::reference;
use serde_json::{Value, json};
use sinew::character::{OutlineMode, TextureRef, Toon};
use sinew::glam::Vec3;

/// Writes a toon material to the material's JSON. Default values are omitted.
pub(in crate::export) fn write(
    toon: &Toon,
    textures: &[Option<usize>],
    json: &mut Value,
    extensions: &mut Extensions,
) {
    let default = Toon::default();
    let mut out = json!({ "specVersion": SPEC_VERSION });
    let mut put = |name: &str, value: f32, default: f32| {
        if value != default {
            out[name] = number(value);
        }
    };
    put("shadingShiftFactor", toon.shading_shift, default.shading_shift);
    put("shadingToonyFactor", toon.shading_toony, default.shading_toony);
    put("giEqualizationFactor", toon.gi_equalization, default.gi_equalization);
    put("rimLightingMixFactor", toon.rim_lighting_mix, default.rim_lighting_mix);
    put("parametricRimFresnelPowerFactor", toon.rim_fresnel_power, default.rim_fresnel_power);
    put("parametricRimLiftFactor", toon.rim_lift, default.rim_lift);
    put("outlineWidthFactor", toon.outline.width, default.outline.width);
    put("outlineLightingMixFactor", toon.outline.lighting_mix, default.outline.lighting_mix);
    put("uvAnimationScrollXSpeedFactor", toon.uv_scroll[0], 0.0);
    put("uvAnimationScrollYSpeedFactor", toon.uv_scroll[1], 0.0);
    put("uvAnimationRotationSpeedFactor", toon.uv_rotation, 0.0);
    let mut put = |name: &str, value: Vec3, default: Vec3| {
        if value != default {
            out[name] = numbers(value);
        }
    };
    put("shadeColorFactor", toon.shade_color, default.shade_color);
    put("matcapFactor", toon.matcap_color, default.matcap_color);
    put("parametricRimColorFactor", toon.rim_color, default.rim_color);
    put("outlineColorFactor", toon.outline.color, default.outline.color);
    let mut put = |name: &str, texture: Option<TextureRef>, scale: f32| {
        if let Some(mut texture) = reference(extensions, textures, texture) {
            if scale != 1.0 {
                texture["scale"] = number(scale);
            }
            out[name] = texture;
        }
    };
    put("shadeMultiplyTexture", toon.shade_texture, 1.0);
    put("shadingShiftTexture", toon.shading_shift_texture, toon.shading_shift_scale);
    put("matcapTexture", toon.matcap_texture, 1.0);
    put("rimMultiplyTexture", toon.rim_texture, 1.0);
    put("outlineWidthMultiplyTexture", toon.outline.width_texture, 1.0);
    put("uvAnimationMaskTexture", toon.uv_animation_mask, 1.0);
    match toon.outline.mode {
        OutlineMode::None => {}
        OutlineMode::World => out["outlineWidthMode"] = json!("worldCoordinates"),
        OutlineMode::Screen => out["outlineWidthMode"] = json!("screenCoordinates"),
    }
    if toon.transparent_with_z_write {
        out["transparentWithZWrite"] = json!(true);
    }
    if toon.render_queue_offset != 0 {
        out["renderQueueOffsetNumber"] = json!(toon.render_queue_offset);
    }
    extensions.add(json, "VRMC_materials_mtoon", out);
}

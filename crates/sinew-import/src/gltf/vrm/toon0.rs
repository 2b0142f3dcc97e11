//! Toon materials of VRM 0.x: properties of the Unity shader `VRM/MToon`, converted to VRMC_materials_mtoon
//! 1.0 in the same way as the migration tools of the VRM Consortium.

use super::json::Material0;
use super::refs::finite;
use crate::Report;
use crate::error::quoted;
use crate::srgb;
use sinew::character::{AlphaMode, Material, Outline, OutlineMode, TextureId, TextureRef, Toon, UvTransform};
use sinew::glam::{Vec2, Vec3, Vec4};

/// Reads the properties of all materials. They are in the order of the glTF materials.
pub(super) fn read(
    properties: &[Material0],
    materials: &mut [Material],
    textures: usize,
    report: &mut Report,
) {
    let order = queue_order(properties);
    for (n, (json, material)) in properties.iter().zip(materials).enumerate() {
        match json.shader.as_deref() {
            Some("VRM/MToon") => read_toon(json, material, textures, &order),
            // The glTF material is complete.
            Some("VRM_USE_GLTFSHADER") | None => {}
            Some(unlit) if unlit.starts_with("VRM/Unlit") => material.unlit = true,
            Some(other) => {
                let message = format!("shader {} is unknown; the glTF material is used", quoted(other));
                report.warn("vrm-value", format!("/extensions/VRM/materialProperties/{n}/shader"), message);
            }
        }
    }
}

impl Material0 {
    fn float(&self, name: &str, default: f32) -> f32 {
        finite(self.float_properties.get(name).copied(), default)
    }

    fn color(&self, name: &str, default: Vec4) -> Vec4 {
        let given = self.vector_properties.get(name);
        let of = |i: usize, default| finite(given.and_then(|v| v.get(i).copied()), default);
        let [x, y, z, w] = default.to_array();
        linear(Vec4::new(of(0, x), of(1, y), of(2, z), of(3, w)))
    }

    fn keyword(&self, name: &str) -> bool {
        self.keyword_map.get(name).copied().unwrap_or(false)
    }

    fn writes_depth(&self) -> bool {
        self.float("_ZWrite", 0.0) == 1.0
    }

    /// Transform of all textures. Unity's origin is the lower left corner.
    fn transform(&self) -> UvTransform {
        let given = self.vector_properties.get("_MainTex");
        let of = |i: usize, default| finite(given.and_then(|v| v.get(i).copied()), default);
        let scale = Vec2::new(of(2, 1.0), of(3, 1.0));
        let offset = match given {
            None => Vec2::ZERO,
            Some(_) => Vec2::new(of(0, 0.0), 1.0 - scale.y - of(1, 0.0)),
        };
        UvTransform { offset, rotation: 0.0, scale }
    }
}

/// Converts a colour of Unity's inspector (sRGB) to linear; alpha is already linear.
pub(super) fn linear(color: Vec4) -> Vec4 {
    srgb::linear(color.truncate()).extend(color.w)
}

/// Sorted Unity render queues of blended materials: without depth writes, then with depth writes.
fn queue_order(properties: &[Material0]) -> [Vec<i32>; 2] {
    [false, true].map(|depth| {
        let blended = properties.iter().filter(|m| m.keyword("_ALPHABLEND_ON") && m.writes_depth() == depth);
        let mut queues: Vec<i32> = blended.filter_map(|m| m.render_queue).collect();
        queues.sort_unstable();
        queues.dedup();
        queues
    })
}

fn read_toon(json: &Material0, material: &mut Material, textures: usize, order: &[Vec<i32>; 2]) {
    let transform = json.transform();
    let texture = |name: &str| {
        let number = json.texture_properties.get(name).and_then(|&t| usize::try_from(t).ok());
        number.filter(|&t| t < textures).map(|t| TextureRef {
            texture: TextureId(t as u32),
            uv_set: 0,
            transform,
        })
    };
    let color =
        |name: &str, default: [f32; 3]| json.color(name, Vec3::from_array(default).extend(1.0)).truncate();
    let blended = json.keyword("_ALPHABLEND_ON");
    material.alpha_mode = if blended {
        AlphaMode::Blend
    } else if json.keyword("_ALPHATEST_ON") {
        AlphaMode::Mask { cutoff: json.float("_Cutoff", 0.5) }
    } else {
        AlphaMode::Opaque
    };
    material.double_sided = json.float("_CullMode", 2.0) == 0.0;
    material.base_color = json.color("_Color", Vec4::ONE);
    material.base_color_texture = texture("_MainTex");
    material.normal_texture = texture("_BumpMap");
    material.normal_scale = json.float("_BumpScale", 1.0);
    material.emissive = color("_EmissionColor", [0.0; 3]);
    material.emissive_texture = texture("_EmissionMap");

    // The shift and toony factors of VRM 1.0 depend on both of VRM 0.x.
    let old_shift = json.float("_ShadeShift", 0.0);
    let old_toony = json.float("_ShadeToony", 0.9);
    let toony = old_toony + (1.0 - old_toony) * (0.5 + 0.5 * old_shift);
    let matcap = texture("_SphereAdd").map(|t| TextureRef { transform: UvTransform::IDENTITY, ..t });
    let outline_mode = match json.float("_OutlineWidthMode", 0.0) as i32 {
        1 => OutlineMode::World,
        2 => OutlineMode::Screen,
        _ => OutlineMode::None,
    };
    let mixed_outline = json.float("_OutlineColorMode", 0.0) == 1.0;
    let depth = json.writes_depth();
    let queue = json.render_queue.and_then(|q| order.get(usize::from(depth))?.iter().position(|&o| o == q));
    let last = order.get(usize::from(depth)).map_or(0, |o| o.len().saturating_sub(1));
    material.toon = Some(Toon {
        shade_color: color("_ShadeColor", [0.97, 0.81, 0.86]),
        shade_texture: texture("_ShadeTexture"),
        shading_shift: -old_shift - (1.0 - toony),
        shading_toony: toony,
        gi_equalization: (1.0 - json.float("_IndirectLightIntensity", 0.1)).clamp(0.0, 1.0),
        matcap_color: if matcap.is_some() { Vec3::ONE } else { Vec3::ZERO },
        matcap_texture: matcap,
        rim_color: color("_RimColor", [0.0; 3]),
        rim_texture: texture("_RimTexture"),
        rim_lighting_mix: json.float("_RimLightingMix", 0.0),
        rim_fresnel_power: json.float("_RimFresnelPower", 1.0),
        rim_lift: json.float("_RimLift", 0.0),
        outline: Outline {
            mode: outline_mode,
            // From centimetres, or from hundredths of half the screen height.
            width: json.float("_OutlineWidth", 0.0)
                * if outline_mode == OutlineMode::Screen { 0.005 } else { 0.01 },
            width_texture: texture("_OutlineWidthTexture"),
            color: color("_OutlineColor", [0.0; 3]),
            lighting_mix: if mixed_outline { json.float("_OutlineLightingMix", 1.0) } else { 0.0 },
        },
        uv_animation_mask: texture("_UvAnimMaskTexture"),
        uv_scroll: [json.float("_UvAnimScrollX", 0.0), -json.float("_UvAnimScrollY", 0.0)],
        uv_rotation: json.float("_UvAnimRotation", 0.0),
        transparent_with_z_write: blended && depth,
        render_queue_offset: match queue.filter(|_| blended) {
            None => 0,
            Some(queue) if depth => queue.min(9) as i32,
            Some(queue) => -((last - queue).min(9) as i32),
        },
        ..Toon::default()
    });
}

//! Materials (glTF 2.0 specification, section 3.9, and the KHR_materials extensions).

use super::json;
use super::source::Source;
use super::texture;
use sinew::character::{AlphaMode, Clearcoat, Material, Sheen, TextureRef};
use sinew::glam::{Vec3, Vec4};

/// All materials, of which `textures` may be used.
pub(super) fn read(source: &mut Source<'_>, textures: usize) -> Vec<Material> {
    let mut findings = Vec::new();
    let materials = (source.json.materials.iter().enumerate())
        .map(|(n, json)| {
            read_one(json, |info, field| match texture::reference(info.as_ref()?, textures) {
                Ok(reference) => Some(reference),
                Err(message) => {
                    findings.push((format!("/materials/{n}/{field}"), message));
                    None
                }
            })
        })
        .collect();
    for (place, message) in findings {
        source.report.error("material-texture", place, message);
    }
    materials
}

fn read_one(
    json: &json::Material,
    mut texture: impl FnMut(&Option<json::TextureInfo>, &str) -> Option<TextureRef>,
) -> Material {
    let pbr = &json.pbr_metallic_roughness;
    let e = &json.extensions;
    let strength = e.emissive_strength.as_ref().and_then(|s| s.emissive_strength).unwrap_or(1.0);
    let specular = e.specular.as_ref();
    Material {
        name: json.name.clone(),
        base_color: pbr.base_color_factor.map_or(Vec4::ONE, Vec4::from_array),
        base_color_texture: texture(&pbr.base_color_texture, "pbrMetallicRoughness/baseColorTexture"),
        metallic: pbr.metallic_factor.unwrap_or(1.0),
        roughness: pbr.roughness_factor.unwrap_or(1.0),
        metallic_roughness_texture: texture(
            &pbr.metallic_roughness_texture,
            "pbrMetallicRoughness/metallicRoughnessTexture",
        ),
        normal_texture: texture(&json.normal_texture, "normalTexture"),
        normal_scale: json.normal_texture.as_ref().and_then(|t| t.scale).unwrap_or(1.0),
        occlusion_texture: texture(&json.occlusion_texture, "occlusionTexture"),
        occlusion_strength: json.occlusion_texture.as_ref().and_then(|t| t.strength).unwrap_or(1.0),
        emissive: json.emissive_factor.map_or(Vec3::ZERO, Vec3::from_array) * strength,
        emissive_texture: texture(&json.emissive_texture, "emissiveTexture"),
        alpha: match json.alpha_mode.as_deref() {
            Some("MASK") => AlphaMode::Mask { cutoff: json.alpha_cutoff.unwrap_or(0.5) },
            Some("BLEND") => AlphaMode::Blend,
            _ => AlphaMode::Opaque,
        },
        double_sided: json.double_sided,
        unlit: e.unlit.is_some(),
        specular: specular.and_then(|s| s.specular_factor).unwrap_or(1.0),
        specular_color: specular.and_then(|s| s.specular_color_factor).map_or(Vec3::ONE, Vec3::from_array),
        clearcoat: e
            .clearcoat
            .as_ref()
            .map(|c| Clearcoat { factor: c.clearcoat_factor, roughness: c.clearcoat_roughness_factor }),
        sheen: e.sheen.as_ref().map(|s| Sheen {
            color: s.sheen_color_factor.map_or(Vec3::ZERO, Vec3::from_array),
            roughness: s.sheen_roughness_factor,
        }),
        transmission: e.transmission.as_ref().map_or(0.0, |t| t.transmission_factor),
    }
}

//! Materials (glTF 2.0 specification, section 3.9, and the KHR_materials extensions).

use super::glossiness_textures::Converter;
use super::glossiness_values::SpecularGlossiness;
use super::json;
use super::material_extras;
use super::source::Source;
use super::specular_glossiness;
use super::texture::{self, Counts};
use super::vrm::read_toon;
use crate::error::quoted;
use crate::{ImportError, Report};
use sinew::character::{
    AlphaMode, Anisotropy, Clearcoat, Image, Iridescence, Material, NormalMapSpace, Sheen, Texture,
    TextureRef, Volume,
};
use sinew::glam::{Vec3, Vec4};

/// Largest number of a set of texture coordinates in a file without primitives.
const MAX_UV_SETS: usize = 63;

/// Reads all materials. Textures and images that they are converted to are added.
pub(super) fn read(
    source: &mut Source<'_>,
    textures: &mut Vec<Texture>,
    images: &mut Vec<Image>,
) -> Result<Vec<Material>, ImportError> {
    let primitives = source.json.meshes.iter().flat_map(|mesh| mesh.primitives.iter());
    let sets = primitives.map(|primitive| primitive.attributes.sets("TEXCOORD").len()).max();
    let counts = Counts { textures: textures.len(), uv_sets: sets.unwrap_or(MAX_UV_SETS) };
    let mut converter = Converter::new(textures, images);
    (0..source.json.materials.len()).map(|n| read_material(source, counts, &mut converter, n)).collect()
}

fn read_material(
    source: &mut Source<'_>,
    counts: Counts,
    converter: &mut Converter<'_>,
    n: usize,
) -> Result<Material, ImportError> {
    let location = format!("/materials/{n}");
    let toon = source.json.materials.get_mut(n).and_then(|json| json.extensions.toon.take());
    let toon = source.part(&toon, &format!("{location}/extensions/VRMC_materials_mtoon"))?;
    let extras = material_extras::read(source, n)?;
    let Some(json) = source.json.materials.get(n) else { return Ok(Material::default()) };
    let report = &mut source.report;
    let mut texture = |info: &Option<json::TextureInfo>, field: &str| {
        let (reference, fault) = texture::reference(info.as_ref()?, counts);
        if let Some(message) = fault {
            report.error("material-texture", format!("{location}/{field}"), message);
        }
        reference
    };
    let mut material = read_one(json, &mut texture);
    let glossy = json.extensions.specular_glossiness.as_ref();
    let glossy = glossy.map(|values| SpecularGlossiness::read(values, &mut texture));
    (material.normal_space, material.is_decal) = (extras.normal_space, extras.is_decal);
    material.toon = toon.as_ref().map(|toon| {
        read_toon(toon, |info, field| texture(info, &format!("extensions/VRMC_materials_mtoon/{field}")))
    });
    if let Some(mode) = json.alpha_mode.as_deref().filter(|m| !["OPAQUE", "MASK", "BLEND"].contains(m)) {
        let message = format!("alpha mode {} is unknown; the material is opaque", quoted(mode));
        report.warn("material-value", format!("{location}/alphaMode"), message);
    }
    match glossy {
        Some(Some(stated)) => {
            specular_glossiness::apply(converter, source, &stated, &mut material, &location)?
        }
        Some(None) => {
            let message =
                "a factor of specular-glossiness is not finite; the metallic-roughness values are used";
            source.report.error("not-finite", &*location, message);
        }
        None => {}
    }
    check(&mut material, &location, &mut source.report);
    Ok(material)
}

/// Reports factors out of range, which are kept, and replaces a material with non-finite factors by the
/// default one.
fn check(material: &mut Material, location: &str, report: &mut Report) {
    let default = Material { name: material.name.clone(), ..Material::default() };
    let shares = [material.metallic, material.roughness, material.occlusion_strength, material.transmission];
    let colors = [material.base_color.to_array().as_slice(), &shares].concat();
    let lights = [material.emissive, material.specular_color, Vec3::splat(material.specular)];
    let coats = material.clearcoat.map(|c| [c.factor, c.roughness]);
    let scales = [material.normal_scale, material.clearcoat.map_or(1.0, |c| c.normal_scale)];
    let sheens = material.sheen.map(|s| s.color.extend(s.roughness).to_array());
    let strengths = [material.iridescence.map(|i| i.factor), material.anisotropy.map(|a| a.strength)];
    let strengths = strengths.into_iter().flatten();
    let layers: Vec<f32> =
        coats.into_iter().flatten().chain(sheens.into_iter().flatten()).chain(strengths).collect();
    let media = media(material);
    let cutoff = if let AlphaMode::Mask { cutoff } = material.alpha_mode { cutoff } else { 0.0 };
    let rotation = material.anisotropy.map_or(0.0, |a| a.rotation);
    let others = [cutoff, rotation].into_iter().chain(scales);
    let finite = colors.iter().chain(&layers).chain(&media).copied().chain(others).all(f32::is_finite);
    if !finite || lights.iter().any(|v| !v.is_finite()) {
        report.error("not-finite", location, "a factor is not finite; the default material is used");
        *material = default;
        return;
    }
    let share = |v: &f32| (0.0..=1.0).contains(v);
    if !colors.iter().chain(&layers).all(share)
        || lights.iter().any(|v| v.min_element() < 0.0)
        || media.iter().any(|v| *v < 0.0)
    {
        report.warn("material-value", location, "a factor is out of range; it is used as it is");
    }
}

/// Lengths, indices of refraction and colours of media, all 0 or larger; the distance of a clear medium is left
/// out.
fn media(material: &Material) -> Vec<f32> {
    let mut media = vec![material.ior, material.dispersion];
    if let Some(volume) = material.volume {
        media.extend([volume.thickness].into_iter().chain(volume.attenuation_color.to_array()));
        media.extend(Some(volume.attenuation_distance).filter(|distance| *distance != f32::INFINITY));
    }
    if let Some(film) = material.iridescence {
        media.extend([film.ior, film.thickness_min, film.thickness_max]);
    }
    media
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
        normal_space: NormalMapSpace::Tangent,
        occlusion_texture: texture(&json.occlusion_texture, "occlusionTexture"),
        occlusion_strength: json.occlusion_texture.as_ref().and_then(|t| t.strength).unwrap_or(1.0),
        emissive: json.emissive_factor.map_or(Vec3::ZERO, Vec3::from_array) * strength,
        emissive_texture: texture(&json.emissive_texture, "emissiveTexture"),
        alpha_mode: match json.alpha_mode.as_deref() {
            Some("MASK") => AlphaMode::Mask { cutoff: json.alpha_cutoff.unwrap_or(0.5) },
            Some("BLEND") => AlphaMode::Blend,
            _ => AlphaMode::Opaque,
        },
        double_sided: json.double_sided,
        is_decal: false,
        unlit: e.unlit.is_some(),
        specular: specular.and_then(|s| s.specular_factor).unwrap_or(1.0),
        specular_texture: specular
            .and_then(|s| texture(&s.specular_texture, "extensions/KHR_materials_specular/specularTexture")),
        specular_color: specular.and_then(|s| s.specular_color_factor).map_or(Vec3::ONE, Vec3::from_array),
        specular_color_texture: specular.and_then(|s| {
            texture(&s.specular_color_texture, "extensions/KHR_materials_specular/specularColorTexture")
        }),
        clearcoat: e.clearcoat.as_ref().map(|c| read_clearcoat(c, &mut texture)),
        sheen: e.sheen.as_ref().map(|s| read_sheen(s, &mut texture)),
        transmission: e.transmission.as_ref().map_or(0.0, |t| t.transmission_factor),
        ior: e.ior.as_ref().and_then(|i| i.ior).unwrap_or(1.5),
        dispersion: e.dispersion.as_ref().map_or(0.0, |d| d.dispersion),
        volume: e.volume.as_ref().map(|v| read_volume(v, &mut texture)),
        iridescence: e.iridescence.as_ref().map(|i| read_iridescence(i, &mut texture)),
        anisotropy: e.anisotropy.as_ref().map(|a| read_anisotropy(a, &mut texture)),
        toon: None,
        transmission_texture: (e.transmission.as_ref()).and_then(|t| {
            texture(&t.transmission_texture, "extensions/KHR_materials_transmission/transmissionTexture")
        }),
    }
}

fn read_clearcoat(
    json: &json::Clearcoat,
    texture: &mut impl FnMut(&Option<json::TextureInfo>, &str) -> Option<TextureRef>,
) -> Clearcoat {
    let mut read =
        |info, field: &str| texture(info, &format!("extensions/KHR_materials_clearcoat/clearcoat{field}"));
    Clearcoat {
        factor: json.clearcoat_factor,
        texture: read(&json.clearcoat_texture, "Texture"),
        roughness: json.clearcoat_roughness_factor,
        roughness_texture: read(&json.clearcoat_roughness_texture, "RoughnessTexture"),
        normal_texture: read(&json.clearcoat_normal_texture, "NormalTexture"),
        normal_scale: json.clearcoat_normal_texture.as_ref().and_then(|t| t.scale).unwrap_or(1.0),
    }
}

fn read_sheen(
    json: &json::Sheen,
    texture: &mut impl FnMut(&Option<json::TextureInfo>, &str) -> Option<TextureRef>,
) -> Sheen {
    let mut read = |info, field: &str| texture(info, &format!("extensions/KHR_materials_sheen/sheen{field}"));
    Sheen {
        color: json.sheen_color_factor.map_or(Vec3::ZERO, Vec3::from_array),
        color_texture: read(&json.sheen_color_texture, "ColorTexture"),
        roughness: json.sheen_roughness_factor,
        roughness_texture: read(&json.sheen_roughness_texture, "RoughnessTexture"),
    }
}

fn read_volume(
    json: &json::Volume,
    texture: &mut impl FnMut(&Option<json::TextureInfo>, &str) -> Option<TextureRef>,
) -> Volume {
    let thickness = "extensions/KHR_materials_volume/thicknessTexture";
    Volume {
        thickness: json.thickness_factor,
        thickness_texture: texture(&json.thickness_texture, thickness),
        attenuation_distance: json.attenuation_distance.unwrap_or(f32::INFINITY),
        attenuation_color: json.attenuation_color.map_or(Vec3::ONE, Vec3::from_array),
    }
}

fn read_iridescence(
    json: &json::Iridescence,
    texture: &mut impl FnMut(&Option<json::TextureInfo>, &str) -> Option<TextureRef>,
) -> Iridescence {
    let mut read = |info, field: &str| {
        texture(info, &format!("extensions/KHR_materials_iridescence/iridescence{field}"))
    };
    let default = Iridescence::default();
    Iridescence {
        factor: json.iridescence_factor,
        texture: read(&json.iridescence_texture, "Texture"),
        ior: json.iridescence_ior.unwrap_or(default.ior),
        thickness_min: json.iridescence_thickness_minimum.unwrap_or(default.thickness_min),
        thickness_max: json.iridescence_thickness_maximum.unwrap_or(default.thickness_max),
        thickness_texture: read(&json.iridescence_thickness_texture, "ThicknessTexture"),
    }
}

fn read_anisotropy(
    json: &json::Anisotropy,
    texture: &mut impl FnMut(&Option<json::TextureInfo>, &str) -> Option<TextureRef>,
) -> Anisotropy {
    let direction = "extensions/KHR_materials_anisotropy/anisotropyTexture";
    Anisotropy {
        strength: json.anisotropy_strength,
        rotation: json.anisotropy_rotation,
        texture: texture(&json.anisotropy_texture, direction),
    }
}

use serde::Serialize;
use sinew::Character;
use sinew::character::{AlphaMode, Material, NormalMapSpace, TextureRef};
use std::collections::BTreeMap;

/// Material with its glTF factors and the image of each texture.
#[derive(Serialize)]
pub(super) struct MaterialEntry {
    pub(super) name: String,
    /// Linear RGBA.
    pub(super) color: [f32; 4],
    pub(super) metallic: f32,
    pub(super) roughness: f32,
    pub(super) emissive: [f32; 3],
    /// `opaque`, `mask` or `blend`.
    pub(super) alpha: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) alpha_cutoff: Option<f32>,
    pub(super) double_sided: bool,
    pub(super) unlit: bool,
    pub(super) toon: bool,
    /// `object` for a normal map in object space.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) normal_space: Option<&'static str>,
    /// Image names by texture slot.
    pub(super) textures: BTreeMap<String, String>,
}

pub(super) fn entry(character: &Character, m: &Material) -> MaterialEntry {
    let image = |texture: &TextureRef| {
        let image = character.textures()[texture.texture].image;
        image.map_or("missing".into(), |i| match character.images()[i].name.as_str() {
            "" => format!("image {}", i.0),
            name => name.to_owned(),
        })
    };
    let (alpha, alpha_cutoff) = match m.alpha_mode {
        AlphaMode::Opaque => ("opaque", None),
        AlphaMode::Mask { cutoff } => ("mask", Some(cutoff)),
        AlphaMode::Blend => ("blend", None),
    };
    MaterialEntry {
        name: m.name.clone(),
        color: m.base_color.to_array(),
        metallic: m.metallic,
        roughness: m.roughness,
        emissive: m.emissive.to_array(),
        alpha,
        alpha_cutoff,
        double_sided: m.double_sided,
        unlit: m.unlit,
        toon: m.toon.is_some(),
        normal_space: (m.normal_space == NormalMapSpace::Object).then_some("object"),
        textures: m.textures().map(|(field, texture)| (slot_name(field), image(&texture))).collect(),
    }
}

/// Name of a texture slot: the field name in words.
fn slot_name(field: &str) -> String {
    let field = field.strip_suffix("_texture").or(field.strip_suffix(".texture")).unwrap_or(field);
    field.replace("base_color", "color").replace(['_', '.'], "-")
}

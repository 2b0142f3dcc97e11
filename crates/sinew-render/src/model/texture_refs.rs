//! Textures of a material by the slots of its shading model.

use crate::gpu::{LAYER_SLOTS, ShadingModel};
use sinew::character::{Material, TextureRef};

/// Largest number of texture slots of a shading model.
pub(super) const MAX_TEXTURE_SLOTS: usize = 17;

/// Textures of `material` in the order of its shading model's slots; `None` in empty slots and beyond the
/// last slot.
pub(super) fn texture_refs(material: &Material) -> [Option<TextureRef>; MAX_TEXTURE_SLOTS] {
    let Material { base_color_texture, normal_texture, emissive_texture, .. } = *material;
    let mut refs = [None; MAX_TEXTURE_SLOTS];
    if let Some(toon) = &material.toon {
        let used = [
            base_color_texture,
            toon.shade_texture,
            toon.shading_shift_texture,
            normal_texture,
            emissive_texture,
            toon.matcap_texture,
            toon.rim_texture,
            toon.outline.width_texture,
            toon.uv_animation_mask,
        ];
        refs[..used.len()].copy_from_slice(&used);
        return refs;
    }
    let base = [
        base_color_texture,
        material.metallic_roughness_texture,
        normal_texture,
        material.occlusion_texture,
        emissive_texture,
    ];
    refs[..base.len()].copy_from_slice(&base);
    if ShadingModel::of(material) == ShadingModel::Layered {
        let coat = material.clearcoat.unwrap_or_default();
        let sheen = material.sheen.unwrap_or_default();
        let film = material.iridescence.unwrap_or_default();
        refs[LAYER_SLOTS].copy_from_slice(&[
            material.specular_texture,
            material.specular_color_texture,
            coat.texture,
            coat.roughness_texture,
            coat.normal_texture,
            sheen.color_texture,
            sheen.roughness_texture,
            material.transmission_texture,
            material.volume.unwrap_or_default().thickness_texture,
            film.texture,
            film.thickness_texture,
            material.anisotropy.unwrap_or_default().texture,
        ]);
    }
    refs
}

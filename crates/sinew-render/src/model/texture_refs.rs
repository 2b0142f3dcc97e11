//! Textures of a material by the slots of its shading model.

use sinew::character::{Material, TextureRef};

/// Largest number of texture slots of a shading model.
pub(super) const MAX_TEXTURE_SLOTS: usize = 9;

/// Textures of `material` in the order of its shading model's slots; `None` in empty slots and beyond the
/// last slot.
pub(super) fn texture_refs(material: &Material) -> [Option<TextureRef>; MAX_TEXTURE_SLOTS] {
    let Material { base_color_texture, normal_texture, emissive_texture, .. } = *material;
    match &material.toon {
        None => [
            base_color_texture,
            material.metallic_roughness_texture,
            normal_texture,
            material.occlusion_texture,
            emissive_texture,
            None,
            None,
            None,
            None,
        ],
        Some(toon) => [
            base_color_texture,
            toon.shade_texture,
            toon.shading_shift_texture,
            normal_texture,
            emissive_texture,
            toon.matcap_texture,
            toon.rim_texture,
            toon.outline.width_texture,
            toon.uv_animation_mask,
        ],
    }
}

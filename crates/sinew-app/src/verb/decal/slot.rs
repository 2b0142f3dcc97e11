//! Textures of a material that decals are painted into.

use sinew::character::{Material, TextureRef};
use sinew::glam::Vec3;
use sinew_author::surface::BakeChannel;

/// Texture field of a material that decals are painted into.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    pub(super) channel: BakeChannel,
    pub(super) field: fn(&mut Material) -> Option<&mut Option<TextureRef>>,
    /// Takes the factors on red, green and blue out of the material, which are then multiplied into the
    /// texture.
    pub(super) take_factors: fn(&mut Material) -> [f32; 3],
}

pub(super) const COLOR: Slot = Slot {
    channel: BakeChannel::Color,
    field: |material| Some(&mut material.base_color_texture),
    take_factors: |material| {
        let white = Vec3::ONE.extend(material.base_color.w);
        let color = std::mem::replace(&mut material.base_color, white);
        [color.x, color.y, color.z]
    },
};

pub(super) const SHADE: Slot = Slot {
    channel: BakeChannel::Color,
    field: |material| material.toon.as_mut().map(|toon| &mut toon.shade_texture),
    take_factors: |material| {
        let toon = material.toon.as_mut();
        toon.map_or([1.0; 3], |toon| std::mem::replace(&mut toon.shade_color, Vec3::ONE).to_array())
    },
};

pub(super) const SURFACE: Slot = Slot {
    channel: BakeChannel::Surface,
    field: |material| Some(&mut material.metallic_roughness_texture),
    take_factors: |material| {
        let roughness = std::mem::replace(&mut material.roughness, 1.0);
        [1.0, roughness, std::mem::replace(&mut material.metallic, 1.0)]
    },
};

pub(super) const NORMAL: Slot = Slot {
    channel: BakeChannel::Normal,
    field: |material| Some(&mut material.normal_texture),
    take_factors: |_| [1.0; 3],
};

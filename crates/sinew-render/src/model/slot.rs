//! How materials are shaded, and which textures that reads, in the order of the shader's bindings.

use sinew::character::{Material, TextureRef};

/// The two kinds of materials, each with shaders, uniform and bindings of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shading {
    /// Metallic-roughness and unlit: shaders/material.wgsl.
    Physical = 0,
    /// Like a cartoon: shaders/toon_material.wgsl.
    Toon = 1,
}

/// One texture that a shader reads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    /// Whether texels are sRGB colours; data otherwise.
    pub(crate) color: bool,
    pub(crate) stages: wgpu::ShaderStages,
    /// Whether expressions move its coordinates.
    pub(super) moves: bool,
}

/// The most textures that either kind reads.
pub(super) const MAX: usize = 9;

const COLOR: Slot = Slot { color: true, stages: wgpu::ShaderStages::FRAGMENT, moves: true };
const DATA: Slot = Slot { color: false, ..COLOR };
/// Only vertices read it.
const VERTEX: Slot = Slot { stages: wgpu::ShaderStages::VERTEX, ..DATA };
const BOTH: Slot = Slot { stages: wgpu::ShaderStages::VERTEX_FRAGMENT, ..DATA };

impl Shading {
    pub(crate) const ALL: [Self; 2] = [Self::Physical, Self::Toon];

    /// Where a material is both unlit and toon, toon wins, as its extension says.
    pub(crate) fn of(material: &Material) -> Self {
        if material.toon.is_some() { Self::Toon } else { Self::Physical }
    }

    pub(crate) fn slots(self) -> &'static [Slot] {
        match self {
            // Base colour, metallic-roughness, normal, occlusion, emission.
            Self::Physical => &[COLOR, DATA, DATA, DATA, COLOR],
            // Base colour, shade, shading shift, normal, emission, matcap, rim, outline width, animation mask.
            Self::Toon => {
                &[COLOR, COLOR, DATA, DATA, COLOR, Slot { moves: false, ..COLOR }, COLOR, VERTEX, BOTH]
            }
        }
    }
}

/// What `material` reads in each slot of its kind; none beyond.
pub(super) fn references(material: &Material) -> [Option<TextureRef>; MAX] {
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

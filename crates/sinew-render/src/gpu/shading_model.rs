use super::layers::Layers;
use crate::look::SurfaceLook;
use sinew::character::Material;
use std::ops::Range;

/// Texture slot of transmission.
pub(crate) const TRANSMISSION_SLOT: usize = 12;
/// Texture slots of the layers of a material.
pub(crate) const LAYER_SLOTS: Range<usize> = 5..17;

/// Shading model of a material. Each has its own shaders, uniform and texture slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShadingModel {
    /// Metallic-roughness and unlit materials: shaders/pbr_material.wgsl.
    Pbr = 0,
    /// Toon materials (MToon): shaders/toon_material.wgsl.
    Toon = 1,
    /// Metallic-roughness materials with layers: shaders/layered_material.wgsl.
    Layered = 2,
}

/// Texture that a shading model reads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextureSlot {
    /// Whether texels are sRGB colours; linear data otherwise.
    pub(crate) is_color: bool,
    /// Shader stages that sample the texture.
    pub(crate) stages: wgpu::ShaderStages,
    /// Whether expressions can transform the texture's coordinates.
    pub(crate) takes_uv_expressions: bool,
}

const COLOR: TextureSlot =
    TextureSlot { is_color: true, stages: wgpu::ShaderStages::FRAGMENT, takes_uv_expressions: true };
const DATA: TextureSlot = TextureSlot { is_color: false, ..COLOR };
const VERTEX_DATA: TextureSlot = TextureSlot { stages: wgpu::ShaderStages::VERTEX, ..DATA };
const VERTEX_FRAGMENT_DATA: TextureSlot = TextureSlot { stages: wgpu::ShaderStages::VERTEX_FRAGMENT, ..DATA };

impl ShadingModel {
    pub(crate) const ALL: [Self; 3] = [Self::Pbr, Self::Toon, Self::Layered];

    /// Shading model of `material`. VRMC_materials_mtoon takes precedence over KHR_materials_unlit, as its
    /// specification demands.
    pub(crate) fn of(material: &Material) -> Self {
        match material.toon {
            Some(_) => Self::Toon,
            None if !material.unlit && Layers::of(material) != Layers::NONE => Self::Layered,
            None => Self::Pbr,
        }
    }

    /// Shading model of a material with a look.
    pub(crate) fn with_look(material: &Material, look: Option<SurfaceLook>) -> Self {
        match Self::of(material) {
            Self::Pbr if look.is_some() && !material.unlit => Self::Layered,
            shading => shading,
        }
    }

    /// First of the slots that have no sampler of their own: they share that of the first texture among them.
    pub(crate) fn first_shared_sampler(self) -> Option<usize> {
        (self == Self::Layered).then_some(LAYER_SLOTS.start)
    }

    /// Texture slots in the order of the shader's bindings.
    pub(crate) fn texture_slots(self) -> &'static [TextureSlot] {
        match self {
            // Base colour, metallic-roughness, normal, occlusion, emission.
            Self::Pbr => &[COLOR, DATA, DATA, DATA, COLOR],
            // Base colour, shade, shading shift, normal, emission, matcap, rim, outline width, UV animation
            // mask.
            Self::Toon => &[
                COLOR,
                COLOR,
                DATA,
                DATA,
                COLOR,
                TextureSlot { takes_uv_expressions: false, ..COLOR },
                COLOR,
                VERTEX_DATA,
                VERTEX_FRAGMENT_DATA,
            ],
            // As without layers; then specular strength and colour, clear coat with roughness and normal, sheen
            // colour and roughness, transmission, thickness, iridescence with thickness, anisotropy.
            Self::Layered => &[
                COLOR, DATA, DATA, DATA, COLOR, DATA, COLOR, DATA, DATA, DATA, COLOR, DATA, DATA, DATA, DATA,
                DATA, DATA,
            ],
        }
    }
}

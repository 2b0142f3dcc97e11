use super::layered_uniform::LayeredUniform;
use super::pbr_uniform::PbrUniform;
use super::toon_uniform::ToonUniform;
use crate::gpu::ShadingModel;
use sinew::character::{AlphaMode, Material};
use sinew::face::MaterialOverride;

/// Uniform of a material, in the layout of its shading model's shader.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::large_enum_variant, reason = "there is one for a moment, when it is uploaded")]
pub(crate) enum MaterialUniform {
    Pbr(PbrUniform),
    Toon(ToonUniform),
    Layered(LayeredUniform),
}

impl MaterialUniform {
    /// Uniform of `material` with the colours and texture transforms of `overrides`. `texture_bits` has a bit
    /// per texture slot, set where the slot has a texture.
    pub(crate) fn new(
        material: &Material,
        shading: ShadingModel,
        overrides: &MaterialOverride,
        texture_bits: u32,
    ) -> Self {
        // Blended materials cast the shadow of their texels above this alpha.
        let cutoff = if let AlphaMode::Mask { cutoff } = material.alpha_mode { cutoff } else { 0.5 };
        match &material.toon {
            None if shading == ShadingModel::Layered => {
                Self::Layered(LayeredUniform::new(material, overrides, texture_bits, cutoff))
            }
            None => Self::Pbr(PbrUniform::new(material, overrides, texture_bits, cutoff)),
            Some(toon) => Self::Toon(ToonUniform::new(material, toon, overrides, texture_bits, cutoff)),
        }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Self::Pbr(uniform) => bytemuck::bytes_of(uniform),
            Self::Toon(uniform) => bytemuck::bytes_of(uniform),
            Self::Layered(uniform) => bytemuck::bytes_of(uniform),
        }
    }
}

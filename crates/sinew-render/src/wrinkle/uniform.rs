//! Uniform of a wrinkle map.

use crate::gpu::WRINKLE_UNIFORM_BYTES;
use bytemuck::{Pod, Zeroable};
use sinew::surface::wrinkle::{
    MAX_WRINKLE_LAYERS, MAX_WRINKLE_MASKS, StrainKind, WrinkleChannel, WrinkleMap, WrinkleState,
};

/// Number of an image that a layer lacks.
pub(super) const NO_IMAGE: u32 = u32::MAX;

/// Uniform of a wrinkle map; the same layout as `Wrinkles` in shaders/area_strain.wgsl.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct WrinkleUniform {
    counts: [u32; 4],
    rings: [u32; 4],
    intensity: [f32; 4],
    layers: [[f32; 4]; MAX_WRINKLE_LAYERS],
    images: [[u32; 4]; MAX_WRINKLE_LAYERS],
    strengths: [[[[f32; 4]; MAX_WRINKLE_MASKS]; MAX_WRINKLE_LAYERS]; 3],
}

const _: () = assert!(size_of::<WrinkleUniform>() == WRINKLE_UNIFORM_BYTES);

impl WrinkleUniform {
    /// Uniform without strengths. `images` has the numbers of the normal, surface and colour image of each
    /// layer.
    pub(super) fn new(map: &WrinkleMap, images: &[[u32; 3]], rings: [u32; 2]) -> Self {
        let mut uniform = Self::zeroed();
        uniform.rings[..2].copy_from_slice(&rings);
        for (n, (layer, numbers)) in map.layers().iter().zip(images).enumerate() {
            let automatic = layer.automatic.map_or([0.0, 0.0], |automatic| match automatic.strain {
                StrainKind::Compression => [-automatic.gain, automatic.threshold],
                StrainKind::Stretch => [automatic.gain, automatic.threshold],
            });
            uniform.layers[n] = [layer.normal_scale, layer.repeat, automatic[0], automatic[1]];
            uniform.images[n] = [numbers[0], numbers[1], numbers[2], NO_IMAGE];
        }
        uniform
    }

    /// The uniform with the strengths of a frame; without layers while all are 0.
    pub(super) fn with_strengths(&self, state: &WrinkleState) -> Self {
        let mut uniform = *self;
        let map = state.map();
        let mut is_visible = false;
        for channel in WrinkleChannel::ALL {
            for (layer, strengths) in state.strengths(channel).chunks(map.regions().len().max(1)).enumerate()
            {
                for (region, strength) in map.regions().iter().zip(strengths) {
                    uniform.strengths[channel as usize][layer][region.mask][region.channel] = *strength;
                    is_visible |= *strength != 0.0;
                }
            }
        }
        let is_automatic = map.is_automatic() && state.intensity() > 0.0;
        uniform.intensity[0] = state.intensity();
        if is_visible || is_automatic {
            let counts = [map.layers().len(), map.mask_count(), usize::from(is_automatic), 0];
            uniform.counts = counts.map(|count| count as u32);
        }
        uniform
    }
}

//! Looks of decals, before they are on the device.

use sinew::character::Pixels;
use sinew::surface::DecalBlend;

/// All ways of blending; each takes one draw.
pub(crate) const BLENDS: [DecalBlend; 2] = [DecalBlend::Alpha, DecalBlend::Multiply];

/// Look of drawn decals: images and material. A decal that is painted into a texture has a `DecalPaint`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DecalLook {
    /// Colour and alpha, sRGB.
    pub color: Pixels,
    /// Normal map in the tangent space of the decal: x to the right of the image, y to its top.
    pub normal: Option<Pixels>,
    /// Roughness: 0 wet, 1 dry.
    pub roughness: f32,
    /// Metalness: 0 skin, 1 metal.
    pub metallic: f32,
    /// Mixing with the skin.
    pub blend: DecalBlend,
}

impl DecalLook {
    /// Look of an image, with roughness 0.6.
    #[must_use]
    pub const fn new(color: Pixels) -> Self {
        Self { color, normal: None, roughness: 0.6, metallic: 0.0, blend: DecalBlend::Alpha }
    }

    /// Sets the normal map.
    #[must_use]
    pub fn with_normal(mut self, normal: Pixels) -> Self {
        self.normal = Some(normal);
        self
    }

    /// Sets roughness and metalness.
    #[must_use]
    pub const fn with_surface(mut self, roughness: f32, metallic: f32) -> Self {
        (self.roughness, self.metallic) = (roughness, metallic);
        self
    }

    /// Sets the mixing with the skin.
    #[must_use]
    pub const fn with_blend(mut self, blend: DecalBlend) -> Self {
        self.blend = blend;
        self
    }
}

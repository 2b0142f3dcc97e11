//! A decal with the images and values that are painted into a texture.

use sinew::character::Pixels;
use sinew::surface::{Decal, DecalBlend};

/// Content of the texture that decals are painted into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BakeChannel {
    /// Base colour, sRGB. Alpha stays.
    Color,
    /// Roughness in green and metalness in blue, linear. Decals that multiply change nothing.
    Surface,
    /// Normal map in tangent space. Decals that multiply change nothing; those without a normal map of their
    /// own make the skin smooth.
    Normal,
}

/// Decal with the look in which it is painted.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct DecalPaint<'a> {
    /// The decal.
    pub decal: &'a Decal,
    /// Colour and alpha of its image, sRGB.
    pub color: &'a Pixels,
    /// Normal map in its tangent space: x to the right of the image, y to its top.
    pub normal: Option<&'a Pixels>,
    /// Roughness: 0 wet, 1 dry.
    pub roughness: f32,
    /// Metalness: 0 skin, 1 metal.
    pub metallic: f32,
    /// Mixing with the skin.
    pub blend: DecalBlend,
    /// Factor on alpha, 0..1.
    pub opacity: f32,
}

impl<'a> DecalPaint<'a> {
    /// Decal with an image, covering, with roughness 0.6.
    #[must_use]
    pub const fn new(decal: &'a Decal, color: &'a Pixels) -> Self {
        let (normal, roughness, metallic) = (None, 0.6, 0.0);
        Self { decal, color, normal, roughness, metallic, blend: DecalBlend::Alpha, opacity: 1.0 }
    }

    /// Sets the image.
    #[must_use]
    pub const fn with_color(mut self, color: &'a Pixels) -> Self {
        self.color = color;
        self
    }

    /// Sets the normal map.
    #[must_use]
    pub const fn with_normal(mut self, normal: &'a Pixels) -> Self {
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

    /// Sets the factor on alpha, 0..1.
    #[must_use]
    pub const fn with_opacity(mut self, opacity: f32) -> Self {
        self.opacity = opacity;
        self
    }

    /// True for a decal that changes the channel.
    pub(super) fn changes(&self, channel: BakeChannel) -> bool {
        channel == BakeChannel::Color || self.blend == DecalBlend::Alpha
    }
}

use crate::character::Image;
use crate::surface::DecalBlend;

/// Look of decals: images and how they lie on the skin (Unreal's decal material). Renderers decode the images.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct DecalMaterial {
    /// Name, such as `blood`.
    pub name: String,
    /// Image of colour and alpha, sRGB.
    pub color: Image,
    /// Normal map in the tangent space of the decal: x to the right of the image, y to its top.
    pub normal: Option<Image>,
    /// Roughness: 0 wet, 1 dry.
    pub roughness: f32,
    /// Metalness: 0 skin, 1 metal.
    pub metallic: f32,
    /// Mixing with the skin.
    pub blend: DecalBlend,
}

impl DecalMaterial {
    /// Look of an image, with roughness 0.6.
    #[must_use]
    pub fn new(name: impl Into<String>, color: Image) -> Self {
        let (name, blend) = (name.into(), DecalBlend::Alpha);
        Self { name, color, normal: None, roughness: 0.6, metallic: 0.0, blend }
    }

    /// Sets the normal map.
    #[must_use]
    pub fn with_normal(self, normal: impl Into<Option<Image>>) -> Self {
        Self { normal: normal.into(), ..self }
    }

    /// Sets the roughness.
    #[must_use]
    pub fn with_roughness(self, roughness: f32) -> Self {
        Self { roughness, ..self }
    }

    /// Sets the metalness.
    #[must_use]
    pub fn with_metallic(self, metallic: f32) -> Self {
        Self { metallic, ..self }
    }

    /// Sets the mixing with the skin.
    #[must_use]
    pub fn with_blend(self, blend: DecalBlend) -> Self {
        Self { blend, ..self }
    }
}

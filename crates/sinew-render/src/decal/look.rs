use super::atlas::Atlas;
use crate::gpu::Gpu;
use crate::model::{Model, ModelError};
use sinew::character::{
    AlphaMode, Image, ImageId, Material, Pixels, Texture, TextureFilter, TextureId, TextureRef, TextureWrap,
    UvTransform,
};
use sinew::{Character, CharacterParts};

/// Way in which a decal is mixed with the skin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum DecalBlend {
    /// Covers the skin by its alpha, as paint, wounds or mud do; lit as a surface of its own.
    #[default]
    Alpha,
    /// Multiplies the colour of the lit skin, as burns, stains or bruises do; white leaves it.
    Multiply,
}

/// All ways of blending; each takes one draw.
pub(crate) const BLENDS: [DecalBlend; 2] = [DecalBlend::Alpha, DecalBlend::Multiply];

/// Look of decals: images and material.
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

/// Looks of decals on the device, in one texture. Clones are cheap and share it. A decal's look
/// ([`sinew::surface::LiveDecal::look`]) is an index in the list.
#[derive(Clone, Debug)]
pub struct DecalLooks {
    /// A model without geometry, whose first material has the textures.
    pub(super) model: Model,
    /// Per look: mixing, and its cell in the texture.
    pub(super) cells: Vec<(DecalBlend, [f32; 4])>,
}

impl DecalLooks {
    /// Uploads looks. Images are brought to one size, that of the largest up to 512 pixels.
    ///
    /// # Errors
    /// When the texture is too large for the device, or the device fails.
    pub fn new(gpu: &Gpu, looks: &[DecalLook]) -> Result<Self, ModelError> {
        let atlas = Atlas::new(looks);
        let mut parts = CharacterParts::default();
        let mut slot = |name: &str, filter: TextureFilter| {
            let image = Image { name: name.into(), mime: String::new(), encoded: None };
            parts.images.push(image);
            parts.textures.push(Texture {
                image: Some(ImageId(parts.images.len() as u32 - 1)),
                wrap_u: TextureWrap::Clamp,
                wrap_v: TextureWrap::Clamp,
                magnify: filter,
                minify: filter,
                mip: Some(TextureFilter::Linear).filter(|_| filter == TextureFilter::Linear),
            });
            let texture = TextureId(parts.textures.len() as u32 - 1);
            Some(TextureRef { texture, uv_set: 0, transform: UvTransform::IDENTITY })
        };
        let material = Material {
            base_color_texture: slot("color", TextureFilter::Linear),
            normal_texture: slot("normal", TextureFilter::Linear).filter(|_| atlas.normal.is_some()),
            metallic_roughness_texture: slot("surface", TextureFilter::Nearest),
            alpha_mode: AlphaMode::Blend,
            ..Material::default()
        };
        parts.materials.push(material);
        let failed =
            |error: sinew::character::CharacterError| unreachable!("materials alone are sound: {error}");
        let character = Character::new(parts).unwrap_or_else(failed);
        let model = Model::new(gpu, &character, &mut |image| match image.name.as_str() {
            "color" => Some(atlas.color.clone()),
            "normal" => atlas.normal.clone(),
            _ => Some(atlas.surface.clone()),
        })?;
        let blends = looks.iter().map(|look| look.blend);
        Ok(Self { model, cells: blends.zip(atlas.cells).collect() })
    }

    /// Number of looks.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there is no look.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }
}

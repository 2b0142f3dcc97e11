use super::atlas::Atlas;
use super::{DecalBlend, DecalLook};
use crate::gpu::Gpu;
use crate::model::{Model, ModelError};
use sinew::character::{
    AlphaMode, Image, ImageId, Material, Texture, TextureFilter, TextureId, TextureRef, TextureWrap,
    UvTransform,
};
use sinew::{Character, CharacterParts};

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

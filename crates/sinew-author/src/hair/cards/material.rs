//! Material of cards.

use super::{CardMaps, HairCards};
use sinew::character::{
    AlphaMode, Anisotropy, CharacterParts, Image, ImageId, Material, MaterialId, Pixels, Texture, TextureId,
    TextureRef, TextureWrap, UvTransform,
};
use sinew::hair::{GroomLayer, HairLook};

/// Alpha from which a strand of the texture is drawn.
const CUTOFF: f32 = 0.35;

/// Textures of a layer's [`CardMaps`] in a character.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct CardTextures {
    /// Texture of [`base_color`](CardMaps::base_color).
    pub base_color: TextureId,
    /// Texture of [`normal`](CardMaps::normal).
    pub normal: Option<TextureId>,
    /// Texture of [`flow`](CardMaps::flow).
    pub flow: Option<TextureId>,
}

impl CardTextures {
    /// Textures with the colours alone.
    #[must_use]
    pub const fn new(base_color: TextureId) -> Self {
        Self { base_color, normal: None, flow: None }
    }

    /// The textures with this one for the normals.
    #[must_use]
    pub const fn with_normal(self, normal: TextureId) -> Self {
        Self { normal: Some(normal), ..self }
    }

    /// The textures with this one for the direction of strands.
    #[must_use]
    pub const fn with_flow(self, flow: TextureId) -> Self {
        Self { flow: Some(flow), ..self }
    }
}

impl CardMaps {
    /// Material of the cards of a layer with this look. Its highlights are long across the strands
    /// (KHR_materials_anisotropy), or across the cards without a texture of the direction of strands.
    #[must_use]
    pub fn material(&self, name: impl Into<String>, look: &HairLook, textures: &CardTextures) -> Material {
        let texture = |texture| TextureRef { texture, uv_set: 0, transform: UvTransform::IDENTITY };
        let anisotropy = Anisotropy { strength: 0.8, rotation: 0.0, texture: textures.flow.map(texture) };
        Material {
            name: name.into(),
            base_color_texture: Some(texture(textures.base_color)),
            normal_texture: textures.normal.map(texture),
            metallic: 0.0,
            // Cards are flat: as smooth as strands they would flash as a whole.
            roughness: 0.4 + 0.5 * look.roughness,
            specular: 0.5,
            anisotropy: Some(anisotropy),
            alpha_mode: AlphaMode::Mask { cutoff: CUTOFF },
            double_sided: self.double_sided,
            ..Material::default()
        }
    }
}

impl HairCards {
    /// Adds a material with its textures to the parts for each of the layers of the groom. `encode` makes an image file, such
    /// as `sinew_import::encode_image`, of a name and pixels.
    ///
    /// # Errors
    /// The first of `encode`.
    pub fn add_materials<E>(
        &self,
        parts: &mut CharacterParts,
        layers: &[GroomLayer],
        encode: &mut dyn FnMut(String, &Pixels) -> Result<Image, E>,
    ) -> Result<Vec<MaterialId>, E> {
        let mut all = Vec::with_capacity(layers.len());
        for (number, layer) in layers.iter().enumerate() {
            let name = if layer.name.is_empty() { "hair" } else { &layer.name };
            let mut material = Material { name: format!("{name} cards"), ..Material::default() };
            if let Some(maps) = self.maps(number) {
                let mut add = |what: &str, pixels: &Pixels| -> Result<TextureId, E> {
                    let image = ImageId(parts.images.len() as u32);
                    parts.images.push(encode(format!("{name}{what}"), pixels)?);
                    parts.textures.push(Texture::smooth(image, TextureWrap::Clamp));
                    Ok(TextureId(parts.textures.len() as u32 - 1))
                };
                let textures = CardTextures::new(add("", &maps.base_color)?)
                    .with_normal(add(" normal", &maps.normal)?)
                    .with_flow(add(" flow", &maps.flow)?);
                material = maps.material(material.name, &layer.look, &textures);
            }
            all.push(MaterialId(parts.materials.len() as u32));
            parts.materials.push(material);
        }
        Ok(all)
    }
}

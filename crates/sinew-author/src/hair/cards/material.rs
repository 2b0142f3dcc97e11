//! Material of cards.

use super::CardTexture;
use sinew::character::{AlphaMode, Material, TextureId, TextureRef, UvTransform};
use sinew::hair::HairLook;

/// Alpha from which a strand of the texture is drawn.
const CUTOFF: f32 = 0.4;

impl CardTexture {
    /// Material of cards: `texture` is that of [`CardTexture::pixels`] for the same look.
    #[must_use]
    pub fn material(name: impl Into<String>, look: &HairLook, texture: TextureId) -> Material {
        Material {
            name: name.into(),
            base_color_texture: Some(TextureRef { texture, uv_set: 0, transform: UvTransform::IDENTITY }),
            metallic: 0.0,
            // Cards are flat: as smooth as strands they would flash as a whole.
            roughness: 0.5 + 0.5 * look.roughness,
            specular: 0.5,
            alpha_mode: AlphaMode::Mask { cutoff: CUTOFF },
            double_sided: true,
            ..Material::default()
        }
    }
}

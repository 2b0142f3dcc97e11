//! Textures added to a character.

use sinew::CharacterParts;
use sinew::character::{Image, ImageId, Texture, TextureId, TextureWrap};

/// Adds an image to a character, as a repeated texture with linear filters.
pub fn add_texture(parts: &mut CharacterParts, image: Image) -> TextureId {
    parts.images.push(image);
    parts.textures.push(Texture::smooth(ImageId(parts.images.len() as u32 - 1), TextureWrap::Repeat));
    TextureId(parts.textures.len() as u32 - 1)
}

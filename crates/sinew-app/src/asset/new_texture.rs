//! Textures that are added to a character.

use sinew::CharacterParts;
use sinew::character::{Image, ImageId, Texture, TextureId};

/// Adds an encoded image, PNG or JPEG.
pub(crate) fn add_image(parts: &mut CharacterParts, name: &str, encoded: Vec<u8>) -> ImageId {
    let mime = if encoded.starts_with(b"\x89PNG") { "image/png" } else { "image/jpeg" };
    parts.images.push(Image { name: name.into(), mime: mime.into(), encoded: Some(encoded.into()) });
    ImageId(parts.images.len() as u32 - 1)
}

/// Adds a texture.
pub(crate) fn add_texture(parts: &mut CharacterParts, texture: Texture) -> TextureId {
    parts.textures.push(texture);
    TextureId(parts.textures.len() as u32 - 1)
}

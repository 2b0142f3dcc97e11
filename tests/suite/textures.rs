use sinew::CharacterParts;
use sinew::character::{Image, ImageId, Texture, TextureFilter, TextureId, TextureWrap};

/// Adds an image to a character, as a repeated texture with linear filters.
pub fn add_texture(parts: &mut CharacterParts, image: Image) -> TextureId {
    parts.images.push(image);
    parts.textures.push(Texture {
        image: Some(ImageId(parts.images.len() as u32 - 1)),
        wrap_u: TextureWrap::Repeat,
        wrap_v: TextureWrap::Repeat,
        magnify: TextureFilter::Linear,
        minify: TextureFilter::Linear,
        mip: Some(TextureFilter::Linear),
    });
    TextureId(parts.textures.len() as u32 - 1)
}

//! Decoding of texture images, for those who draw: PNG, JPEG, WebP, BMP and TGA by the `image` crate, DDS here.

mod dds;
#[cfg(test)]
mod tests;

use crate::limits::{IMAGE_BYTES, IMAGE_SIDE};
use image::{ImageFormat, ImageReader, Limits};
use sinew::character::{Image, Pixels};
use std::io::Cursor;

/// Why an image has no pixels.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("image {name:?}: {message}")]
pub struct ImageError {
    /// The image's name.
    pub name: String,
    /// What is wrong with it.
    pub message: String,
}

/// Decodes an image to 8-bit RGBA, rows from the top. Its dimensions are checked against
/// [`limits`](crate::limits) before pixels are allocated.
///
/// # Errors
/// When the image's file is missing, of an unknown format, too large or damaged.
pub fn decode_image(image: &Image) -> Result<Pixels, ImageError> {
    let fail = |message: String| ImageError { name: image.name.clone(), message };
    let encoded = image.encoded.as_deref().ok_or_else(|| fail("its file is missing".into()))?;
    if dds::is_dds(encoded) {
        return dds::decode(encoded).map_err(fail);
    }
    let mut reader =
        ImageReader::new(Cursor::new(encoded)).with_guessed_format().map_err(|e| fail(e.to_string()))?;
    if reader.format().is_none() {
        if encoded.starts_with(b"\xABKTX 20") {
            return Err(fail(
                "KTX2 is not read; convert it first: npx @gltf-transform/cli ktxdecompress IN OUT".into(),
            ));
        }
        // TGA begins with nothing that would tell it.
        if !looks_like_tga(encoded) {
            return Err(fail("none of PNG, JPEG, WebP, BMP, TGA and DDS".into()));
        }
        reader.set_format(ImageFormat::Tga);
    }
    let mut limits = Limits::default();
    limits.max_image_width = Some(IMAGE_SIDE);
    limits.max_image_height = Some(IMAGE_SIDE);
    limits.max_alloc = Some(IMAGE_BYTES);
    reader.limits(limits);
    let decoded = reader.decode().map_err(|e| fail(e.to_string()))?.into_rgba8();
    Ok(Pixels { width: decoded.width(), height: decoded.height(), rgba: decoded.into_raw() })
}

/// Whether the first bytes make sense as a TGA's header (Truevision, *TGA File Format Specification 2.0*, 1991).
fn looks_like_tga(bytes: &[u8]) -> bool {
    let Some(&[_, map, kind, .., depth, _]) = bytes.get(..18) else { return false };
    map <= 1 && matches!(kind, 1 | 2 | 3 | 9 | 10 | 11) && matches!(depth, 8 | 15 | 16 | 24 | 32)
}

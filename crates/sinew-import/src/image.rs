//! Decoding of texture images, for those who draw. PNG, JPEG and WebP, by the `image` crate.

use crate::limits::{IMAGE_BYTES, IMAGE_SIDE};
use image::{ImageReader, Limits};
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
    let mut reader =
        ImageReader::new(Cursor::new(encoded)).with_guessed_format().map_err(|e| fail(e.to_string()))?;
    if reader.format().is_none() {
        return Err(fail("neither PNG, JPEG nor WebP".into()));
    }
    let mut limits = Limits::default();
    limits.max_image_width = Some(IMAGE_SIDE);
    limits.max_image_height = Some(IMAGE_SIDE);
    limits.max_alloc = Some(IMAGE_BYTES);
    reader.limits(limits);
    let decoded = reader.decode().map_err(|e| fail(e.to_string()))?.into_rgba8();
    Ok(Pixels { width: decoded.width(), height: decoded.height(), rgba: decoded.into_raw() })
}

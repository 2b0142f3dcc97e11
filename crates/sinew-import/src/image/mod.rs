//! Decoding of texture images: PNG, JPEG, WebP, BMP and TGA with the `image` crate, DDS with `bcdec_rs`.

mod dds;
#[cfg(test)]
mod tests;

use crate::limits::{MAX_IMAGE_BYTES, MAX_IMAGE_SIDE};
use image::{ImageFormat, ImageReader, Limits};
use sinew::character::{Image, Pixels};
use std::io::Cursor;

/// Error of [`decode_image`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("image {name:?}: {message}")]
#[non_exhaustive]
pub struct ImageError {
    /// Name of the image.
    pub name: String,
    /// The problem, in English.
    pub message: String,
}

/// Decodes an image to 8-bit RGBA, with rows from top to bottom. The dimensions are checked against
/// [`limits`](crate::limits) before pixels are allocated.
///
/// ```no_run
/// let imported = sinew_import::import(&std::fs::read("hero.glb")?, &sinew_import::NoFiles)?;
/// for image in imported.character.images() {
///     let pixels = sinew_import::decode_image(image)?;
///     println!("{}: {} × {}", image.name, pixels.width, pixels.height);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the image has no data, or the data is of an unsupported format, too large or damaged.
pub fn decode_image(image: &Image) -> Result<Pixels, ImageError> {
    let fail = |message: String| ImageError { name: image.name.clone(), message };
    let encoded = image.encoded.as_deref().ok_or_else(|| fail("the image file is missing".into()))?;
    if dds::is_dds(encoded) {
        return dds::decode(encoded).map_err(fail);
    }
    let mut reader =
        ImageReader::new(Cursor::new(encoded)).with_guessed_format().map_err(|e| fail(e.to_string()))?;
    if reader.format().is_none() {
        if encoded.starts_with(b"\xABKTX 20") {
            return Err(fail(
                "KTX2 is not supported; convert the file first: npx @gltf-transform/cli ktxdecompress IN OUT"
                    .into(),
            ));
        }
        // TGA files have no signature.
        if !looks_like_tga(encoded) {
            return Err(fail(
                "unrecognized image format; supported are PNG, JPEG, WebP, BMP, TGA and DDS".into(),
            ));
        }
        reader.set_format(ImageFormat::Tga);
    }
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_IMAGE_SIDE);
    limits.max_image_height = Some(MAX_IMAGE_SIDE);
    limits.max_alloc = Some(MAX_IMAGE_BYTES);
    reader.limits(limits);
    let decoded = reader.decode().map_err(|e| fail(e.to_string()))?.into_rgba8();
    Ok(Pixels { width: decoded.width(), height: decoded.height(), rgba: decoded.into_raw() })
}

/// Whether the first bytes are a plausible TGA header (Truevision, *TGA File Format Specification 2.0*, 1991).
fn looks_like_tga(bytes: &[u8]) -> bool {
    let Some(&[_, map, kind, .., depth, _]) = bytes.get(..18) else { return false };
    map <= 1 && matches!(kind, 1 | 2 | 3 | 9 | 10 | 11) && matches!(depth, 8 | 15 | 16 | 24 | 32)
}

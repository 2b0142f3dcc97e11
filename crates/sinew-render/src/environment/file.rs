//! Pictures of radiance in files: Radiance HDR and OpenEXR.

use super::error::EnvironmentError;
use super::image::EnvironmentImage;
use image::{ImageFormat, ImageReader, Limits};
use sinew::glam::Vec3;
use std::io::Cursor;

/// Most bytes that a picture may take in memory while it is read.
const MAX_BYTES: u64 = 1 << 30;

impl EnvironmentImage {
    /// Reads a picture in equirectangular projection: Radiance HDR (`.hdr`) or OpenEXR (`.exr`), as its first
    /// bytes say.
    ///
    /// # Errors
    /// When the bytes are neither, are damaged, or the picture takes more than a gigabyte.
    pub fn decode(bytes: &[u8]) -> Result<Self, EnvironmentError> {
        let picture = |error: &dyn std::fmt::Display| EnvironmentError::Picture(error.to_string());
        let format = match bytes {
            [b'#', b'?', ..] => ImageFormat::Hdr,
            [0x76, 0x2f, 0x31, 0x01, ..] => ImageFormat::OpenExr,
            _ => return Err(picture(&"expected a Radiance HDR or an OpenEXR file")),
        };
        let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
        let mut limits = Limits::default();
        limits.max_alloc = Some(MAX_BYTES);
        reader.limits(limits);
        let decoded = reader.decode().map_err(|error| picture(&error))?;
        let (width, height) = (decoded.width(), decoded.height());
        let pixels = decoded.into_rgb32f().into_raw();
        Self::new(width, height, pixels.as_chunks::<3>().0.iter().map(|c| Vec3::from(*c)).collect())
    }
}

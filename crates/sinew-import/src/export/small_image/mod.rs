//! Images in fewer bytes: with fewer pixels, and as WebP without loss.

mod channel;
mod resize;

pub(super) use channel::{Channels, channels_of_images};
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::codecs::webp::WebPEncoder;
use image::{ExtendedColorType, ImageEncoder};
use resize::{resized, smaller_size};
use sinew::character::Pixels;
use std::io::Cursor;

/// Quality of JPEG files that are resized, of 100.
const JPEG_QUALITY: u8 = 90;

/// Settings of the images of an export.
#[derive(Clone, Copy)]
pub(super) struct ImageSettings {
    /// Largest width and height in pixels; `None` keeps all.
    pub(super) max_side: Option<u32>,
    /// Whether images but JPEG become WebP.
    pub(super) webp: bool,
}

impl ImageSettings {
    /// The image of so many pixels, which is stored as `mime`, and how it is stored then. `None` where it stays as
    /// it is.
    pub(super) fn smaller(
        self,
        encoded: &[u8],
        mime: &'static str,
        size: [u32; 2],
        channels: Channels,
        decode: impl FnOnce() -> Result<Pixels, String>,
    ) -> Result<Option<(Vec<u8>, &'static str)>, String> {
        let new_size = smaller_size(size, self.max_side);
        let is_jpeg = mime == "image/jpeg";
        let becomes_webp = mime == "image/webp" || self.webp && !is_jpeg;
        if new_size == size && !(self.webp && becomes_webp && mime != "image/webp") {
            return Ok(None);
        }
        let pixels = decode()?;
        let is_resized = new_size != size;
        let pixels = if is_resized { resized(&pixels, new_size, channels) } else { pixels };
        let mime = if becomes_webp { "image/webp" } else { mime };
        let bytes = encode(&pixels, mime)?;
        // Of the same pixels, the smaller file.
        Ok((is_resized || bytes.len() < encoded.len()).then_some((bytes, mime)))
    }
}

/// Encodes pixels as PNG, JPEG or WebP.
pub(super) fn encode(pixels: &Pixels, mime: &str) -> Result<Vec<u8>, String> {
    let is_opaque = pixels.rgba.as_chunks::<4>().0.iter().all(|p| p[3] == u8::MAX);
    let (bytes, color) = if is_opaque || mime == "image/jpeg" {
        let rgb = pixels.rgba.as_chunks::<4>().0.iter().flat_map(|&[r, g, b, _]| [r, g, b]).collect();
        (rgb, ExtendedColorType::Rgb8)
    } else {
        (pixels.rgba.clone(), ExtendedColorType::Rgba8)
    };
    let mut out = Cursor::new(Vec::new());
    let (width, height) = (pixels.width, pixels.height);
    let written = match mime {
        "image/jpeg" => {
            JpegEncoder::new_with_quality(&mut out, JPEG_QUALITY).write_image(&bytes, width, height, color)
        }
        "image/webp" => WebPEncoder::new_lossless(&mut out).write_image(&bytes, width, height, color),
        _ => PngEncoder::new_with_quality(&mut out, CompressionType::Best, FilterType::Adaptive)
            .write_image(&bytes, width, height, color),
    };
    written.map_err(|error| error.to_string())?;
    Ok(out.into_inner())
}

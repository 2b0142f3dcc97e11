//! Formats of single pictures.

use super::png;
use image::codecs::jpeg::JpegEncoder;
use image::codecs::webp::WebPEncoder;
use image::{ExtendedColorType, ImageEncoder};
use sinew::character::Pixels;
use std::io::Write;

/// Quality of JPEG, 1 to 100; lower values show blocks around the character.
const JPEG_QUALITY: u8 = 92;

/// Format of a single picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StillFormat {
    Png,
    /// Without transparency.
    Jpeg,
    /// Lossless.
    WebP,
}

impl StillFormat {
    /// Format of a file extension in lower case.
    pub(super) fn of_extension(extension: &str) -> Option<Self> {
        match extension {
            "png" => Some(Self::Png),
            "jpg" | "jpeg" => Some(Self::Jpeg),
            "webp" => Some(Self::WebP),
            _ => None,
        }
    }

    /// Encodes `pixels`. The alpha of a JPEG is left out.
    pub(super) fn write(self, mut out: impl Write, pixels: &Pixels) -> Result<(), String> {
        let (width, height) = (pixels.width, pixels.height);
        match self {
            Self::Png => png::write(&mut out, pixels).map_err(|e| e.to_string())?,
            Self::Jpeg => {
                let rgb: Vec<u8> =
                    pixels.rgba.chunks_exact(4).flat_map(|pixel| &pixel[..3]).copied().collect();
                let encoder = JpegEncoder::new_with_quality(&mut out, JPEG_QUALITY);
                encoder
                    .write_image(&rgb, width, height, ExtendedColorType::Rgb8)
                    .map_err(|e| e.to_string())?;
            }
            Self::WebP => {
                let encoder = WebPEncoder::new_lossless(&mut out);
                let encoded = encoder.write_image(&pixels.rgba, width, height, ExtendedColorType::Rgba8);
                encoded.map_err(|e| e.to_string())?;
            }
        }
        out.flush().map_err(|e| e.to_string())
    }
}

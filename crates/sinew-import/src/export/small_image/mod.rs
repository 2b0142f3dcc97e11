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

/// Qualities of JPEG files that are resized, of 100: the first one with which the file gets smaller. Of a file of
/// low quality, a finer copy stores its faults.
const JPEG_QUALITIES: [u8; 3] = [90, 80, 70];

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
        let bytes = match is_jpeg {
            true => smaller_jpeg(&pixels, encoded.len())?,
            false => encode(&pixels, mime)?,
        };
        // Of the same pixels, the smaller file.
        Ok((is_resized || bytes.len() < encoded.len()).then_some((bytes, mime)))
    }
}

/// Encodes pixels as JPEG of fewer bytes than `most`, if one of the qualities gives that.
fn smaller_jpeg(pixels: &Pixels, most: usize) -> Result<Vec<u8>, String> {
    let rgb: Vec<u8> = pixels.rgba.as_chunks::<4>().0.iter().flat_map(|&[r, g, b, _]| [r, g, b]).collect();
    let mut bytes = Vec::new();
    for quality in JPEG_QUALITIES {
        bytes.clear();
        JpegEncoder::new_with_quality(&mut bytes, quality)
            .write_image(&rgb, pixels.width, pixels.height, ExtendedColorType::Rgb8)
            .map_err(|error| error.to_string())?;
        if bytes.len() < most {
            break;
        }
    }
    Ok(bytes)
}

/// Encodes pixels as PNG or WebP.
pub(super) fn encode(pixels: &Pixels, mime: &str) -> Result<Vec<u8>, String> {
    let is_opaque = pixels.rgba.as_chunks::<4>().0.iter().all(|p| p[3] == u8::MAX);
    let (bytes, color) = if is_opaque {
        let rgb = pixels.rgba.as_chunks::<4>().0.iter().flat_map(|&[r, g, b, _]| [r, g, b]).collect();
        (rgb, ExtendedColorType::Rgb8)
    } else {
        (pixels.rgba.clone(), ExtendedColorType::Rgba8)
    };
    let mut out = Cursor::new(Vec::new());
    let (width, height) = (pixels.width, pixels.height);
    let written = match mime {
        "image/webp" => WebPEncoder::new_lossless(&mut out).write_image(&bytes, width, height, color),
        _ => PngEncoder::new_with_quality(&mut out, CompressionType::Best, FilterType::Adaptive)
            .write_image(&bytes, width, height, color),
    };
    written.map_err(|error| error.to_string())?;
    Ok(out.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jpeg_stays_jpeg_and_gets_smaller() {
        let rgba =
            (0..64 * 64u32).flat_map(|n| [(n * 37 % 256) as u8, (n % 64 * 4) as u8, (n / 64 * 4) as u8, 255]);
        let pixels = Pixels { width: 64, height: 64, rgba: rgba.collect() };
        let rgb: Vec<u8> =
            pixels.rgba.as_chunks::<4>().0.iter().flat_map(|&[r, g, b, _]| [r, g, b]).collect();
        let mut jpeg = Vec::new();
        JpegEncoder::new_with_quality(&mut jpeg, 20)
            .write_image(&rgb, 64, 64, ExtendedColorType::Rgb8)
            .unwrap();
        let smaller = |max_side, webp| {
            let settings = ImageSettings { max_side, webp };
            settings.smaller(&jpeg, "image/jpeg", [64, 64], Channels::Data, || Ok(pixels.clone())).unwrap()
        };
        assert_eq!(smaller(None, true), None);
        assert_eq!(smaller(Some(64), false), None);
        let (bytes, mime) = smaller(Some(32), true).unwrap();
        assert!(mime == "image/jpeg" && bytes.len() < jpeg.len(), "{} of {}", bytes.len(), jpeg.len());
    }
}

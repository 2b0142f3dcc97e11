//! Export of images (glTF 2.0 specification, section 3.8.4; EXT_texture_webp). PNG, JPEG and WebP are written
//! as they are, unless options ask for smaller ones; other formats are not supported by glTF and are converted to
//! PNG.

use super::ExportOptions;
use super::document::Document;
#[cfg(feature = "decode-images")]
use super::small_image::{Channels, ImageSettings, channels_of_images, encode};
use serde_json::{Value, json};
use sinew::Character;
use sinew::character::Image;
use std::borrow::Cow;

/// Exported image.
#[derive(Clone, Copy)]
pub(super) struct ExportedImage {
    pub(super) number: usize,
    /// Whether its textures need EXT_texture_webp.
    pub(super) is_webp: bool,
}

/// Image of which others may have the same bytes.
#[derive(Clone)]
struct Stored {
    is_webp: bool,
    /// Its object without a name.
    json: Value,
}

/// Writes all images; those of the same bytes share a buffer view or a file. The result is `None` for an
/// image without data.
pub(super) fn write(
    document: &mut Document,
    character: &Character,
    options: &ExportOptions,
) -> Vec<Option<ExportedImage>> {
    let mut converter = Converter::new(character, options);
    let mut stored: Vec<Option<Stored>> = Vec::with_capacity(character.images().len());
    let mut written = Vec::with_capacity(character.images().len());
    for (n, (image, first)) in character.images().iter().zip(character.distinct_images()).enumerate() {
        let known = stored.get(first.index()).cloned();
        let image_data = known.unwrap_or_else(|| store(document, image, n, &mut converter));
        stored.push(image_data.clone());
        written.push(image_data.map(|Stored { is_webp, mut json }| {
            if !image.name.is_empty() {
                json["name"] = json!(image.name);
            }
            let known = document.images.iter().position(|known| options.prune && *known == json);
            let number = known.unwrap_or_else(|| {
                document.images.push(json);
                document.images.len() - 1
            });
            ExportedImage { number, is_webp }
        }));
    }
    written
}

/// Writes the bytes of image `n`.
fn store(document: &mut Document, image: &Image, n: usize, converter: &mut Converter) -> Option<Stored> {
    let location = format!("/images/{n}");
    let Some(encoded) = image.encoded.as_deref() else {
        let message = "the image file is missing; the image and its textures are left out";
        document.report.warn("image-missing", location, message);
        return None;
    };
    let (bytes, mime) = match media_type(encoded) {
        Some(mime) => (Cow::Borrowed(encoded), mime),
        None => match converter.png_of(image) {
            Ok(png) => {
                let message = "glTF does not support the image format; the image is converted to PNG";
                document.report.info("export-image", location, message);
                (Cow::Owned(png), "image/png")
            }
            Err(error) => {
                let message = format!("{error}; the image and its textures are left out");
                document.report.warn("export-image", location, message);
                return None;
            }
        },
    };
    let (bytes, mime) = match converter.smaller(image, n, &bytes, mime) {
        Ok(None) => (bytes, mime),
        Ok(Some((smaller, mime))) => (Cow::Owned(smaller), mime),
        Err(error) => {
            let message = format!("{error}; the image stays as it is");
            document.report.warn("export-image", format!("/images/{n}"), message);
            (bytes, mime)
        }
    };
    Some(Stored { is_webp: mime == "image/webp", json: document.store_image(&image.name, mime, &bytes) })
}

/// Media type detected from the header; `None` for a format that glTF does not support or an incomplete
/// header.
fn media_type(bytes: &[u8]) -> Option<&'static str> {
    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR";
    let is_png = bytes.starts_with(PNG) && bytes.len() >= PNG.len() + 17;
    let is_webp = bytes.starts_with(b"RIFF") && bytes.get(8..15) == Some(b"WEBPVP8") && bytes.len() >= 30;
    match bytes {
        _ if is_png => Some("image/png"),
        _ if is_webp => Some("image/webp"),
        [0xFF, 0xD8, rest @ ..] if has_frame(rest) => Some("image/jpeg"),
        _ => None,
    }
}

/// Whether a JPEG has a complete frame header, which contains its size (ITU T.81, annex B).
fn has_frame(mut segments: &[u8]) -> bool {
    while let [0xFF, marker, rest @ ..] = segments {
        segments = match marker {
            // Fill byte before a marker.
            0xFF => segments.get(1..).unwrap_or_default(),
            0x01 | 0xD0..=0xD8 => rest,
            0xD9 | 0xDA => return false,
            _ => {
                let [high, low, ..] = rest else { return false };
                let length = usize::from(u16::from_be_bytes([*high, *low]));
                let is_frame = matches!(marker, 0xC0..=0xCF) && !matches!(marker, 0xC4 | 0xC8 | 0xCC);
                if is_frame {
                    return length >= 8 && rest.len() >= length;
                }
                let Some(next) = rest.get(length.max(2)..) else { return false };
                next
            }
        };
    }
    false
}

/// Converter of images in other formats and sizes.
struct Converter {
    #[cfg(feature = "decode-images")]
    decoder: crate::ImageDecoder,
    #[cfg(feature = "decode-images")]
    settings: ImageSettings,
    /// Meaning of the channels of each image.
    #[cfg(feature = "decode-images")]
    channels: Vec<Channels>,
    #[cfg(not(feature = "decode-images"))]
    is_asked: bool,
}

#[cfg(feature = "decode-images")]
impl Converter {
    fn new(character: &Character, options: &ExportOptions) -> Self {
        let settings = ImageSettings { max_side: options.max_texture, webp: options.webp };
        let asks = settings.max_side.is_some() || settings.webp;
        let channels = if asks { channels_of_images(character) } else { Vec::new() };
        Self { decoder: crate::ImageDecoder::default(), settings, channels }
    }

    fn png_of(&mut self, image: &Image) -> Result<Vec<u8>, String> {
        let pixels = self.decoder.decode(image).map_err(|e| e.to_string())?;
        encode(&pixels, "image/png")
    }

    /// Image `n`, which is stored as `bytes` of a media type, as the options ask for; `None` where it stays.
    fn smaller(
        &mut self,
        image: &Image,
        n: usize,
        bytes: &[u8],
        mime: &'static str,
    ) -> Result<Option<(Vec<u8>, &'static str)>, String> {
        if self.settings.max_side.is_none() && !self.settings.webp {
            return Ok(None);
        }
        let channels = self.channels.get(n).copied().unwrap_or_default();
        let size = crate::image::size(image)?;
        let decoder = &mut self.decoder;
        let decode = || decoder.decode(image).map_err(|error| error.to_string());
        self.settings.smaller(bytes, mime, size, channels, decode)
    }
}

#[cfg(not(feature = "decode-images"))]
impl Converter {
    fn new(_: &Character, options: &ExportOptions) -> Self {
        Self { is_asked: options.max_texture.is_some() || options.webp }
    }

    fn png_of(&mut self, _: &Image) -> Result<Vec<u8>, String> {
        Err("glTF does not support the image format, and the feature `decode-images` is disabled".into())
    }

    fn smaller(
        &mut self,
        _: &Image,
        _: usize,
        _: &[u8],
        _: &'static str,
    ) -> Result<Option<(Vec<u8>, &'static str)>, String> {
        if self.is_asked { Err("the feature `decode-images` is disabled".into()) } else { Ok(None) }
    }
}

//! Decoding of texture images: PNG, JPEG, WebP, BMP and TGA with the `image` crate, DDS with `bcdec_rs`, KTX2
//! with `basisu`.

mod dds;
mod encode;
#[cfg(feature = "basisu")]
mod ktx2;
#[cfg(test)]
mod tests;

pub use encode::encode_image;
pub(crate) use encode::encode_png;

use crate::ImageError;
use crate::limits::{MAX_CHARACTER_PIXELS, MAX_IMAGE_BYTES, MAX_IMAGE_SIDE};
use image::{ImageFormat, ImageReader, Limits};
use sinew::character::{Image, Pixels};
use std::io::Cursor;

/// Decodes an image to 8-bit RGBA, with rows from top to bottom. The dimensions are checked against
/// [`limits`](crate::limits) before pixels are allocated. [`ImageDecoder`] bounds all images of a character
/// together.
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
    ImageDecoder::new().decode(image)
}

/// Decoder of the images of one character, which decode to [`MAX_CHARACTER_PIXELS`] pixels at most: a small
/// file may name many images that are huge when decoded.
///
/// Decode each of [`Character::distinct_images`](sinew::Character::distinct_images) once; each call counts.
///
/// ```no_run
/// let character = sinew_import::import(&std::fs::read("hero.glb")?, &sinew_import::NoFiles)?.character;
/// let mut decoder = sinew_import::ImageDecoder::new();
/// for (number, first) in character.distinct_images().into_iter().enumerate() {
///     if first.index() == number {
///         let pixels = decoder.decode(&character.images()[first])?;
///         println!("image {number}: {} × {}", pixels.width, pixels.height);
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ImageDecoder {
    pixels_left: u64,
}

impl Default for ImageDecoder {
    fn default() -> Self {
        Self { pixels_left: MAX_CHARACTER_PIXELS }
    }
}

impl ImageDecoder {
    /// Decoder for the images of another character.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Decodes an image as [`decode_image`] does. The size is read from the image's header and counted before
    /// pixels are decoded.
    ///
    /// # Errors
    /// As [`decode_image`], or if the images decoded so far and this one have more than
    /// [`MAX_CHARACTER_PIXELS`] pixels.
    pub fn decode(&mut self, image: &Image) -> Result<Pixels, ImageError> {
        self.decode_bytes(image).map_err(|message| ImageError::new(&image.name, message))
    }

    fn decode_bytes(&mut self, image: &Image) -> Result<Pixels, String> {
        let encoded = image.encoded.as_deref().ok_or("the image file is missing")?;
        let encoding = Encoding::of(encoded)?;
        let [width, height] = encoding.size(encoded)?;
        let pixels = checked_size(width, height)?;
        self.pixels_left = self.pixels_left.checked_sub(pixels).ok_or_else(|| {
            format!(
                "{width} × {height} pixels are too many: a character's images may have \
                {MAX_CHARACTER_PIXELS} together"
            )
        })?;
        encoding.decode(encoded)
    }
}

/// Width and height of an image from its header, within the limits.
#[cfg(feature = "gltf")]
pub(crate) fn size(image: &Image) -> Result<[u32; 2], String> {
    let encoded = image.encoded.as_deref().ok_or("the image file is missing")?;
    let [width, height] = Encoding::of(encoded)?.size(encoded)?;
    checked_size(width, height)?;
    Ok([width, height])
}

/// Number of pixels of an image within the limits.
fn checked_size(width: u32, height: u32) -> Result<u64, String> {
    if width == 0 || height == 0 || width > MAX_IMAGE_SIDE || height > MAX_IMAGE_SIDE {
        return Err(format!("{width} × {height} pixels; expected 1 to {MAX_IMAGE_SIDE} in each dimension"));
    }
    let pixels = u64::from(width) * u64::from(height);
    if pixels * 4 > MAX_IMAGE_BYTES {
        return Err(format!("{width} × {height} pixels exceed the memory limit"));
    }
    Ok(pixels)
}

/// Format of an encoded image.
#[derive(Clone, Copy)]
enum Encoding {
    Dds,
    #[cfg(feature = "basisu")]
    Ktx2,
    /// Format of the `image` crate.
    Common(ImageFormat),
}

impl Encoding {
    fn of(bytes: &[u8]) -> Result<Self, String> {
        if dds::is_dds(bytes) {
            return Ok(Self::Dds);
        }
        match image::guess_format(bytes) {
            Ok(format) => Ok(Self::Common(format)),
            #[cfg(feature = "basisu")]
            Err(_) if ktx2::is_ktx2(bytes) => Ok(Self::Ktx2),
            #[cfg(not(feature = "basisu"))]
            Err(_) if bytes.starts_with(b"\xABKTX 20") => Err(
                "KTX2 needs the feature `basisu`, which is disabled; enable it, or convert the file first: \
                 npx @gltf-transform/cli ktxdecompress IN OUT"
                    .into(),
            ),
            // TGA files have no signature.
            Err(_) if looks_like_tga(bytes) => Ok(Self::Common(ImageFormat::Tga)),
            Err(_) => {
                Err("unrecognized image format; supported are PNG, JPEG, WebP, BMP, TGA, DDS and KTX2".into())
            }
        }
    }

    /// Width and height from the header.
    fn size(self, bytes: &[u8]) -> Result<[u32; 2], String> {
        match self {
            Self::Dds => dds::size(bytes),
            #[cfg(feature = "basisu")]
            Self::Ktx2 => ktx2::size(bytes),
            Self::Common(format) => {
                let (width, height) = reader(bytes, format).into_dimensions().map_err(|e| e.to_string())?;
                Ok([width, height])
            }
        }
    }

    fn decode(self, bytes: &[u8]) -> Result<Pixels, String> {
        match self {
            Self::Dds => dds::decode(bytes),
            #[cfg(feature = "basisu")]
            Self::Ktx2 => ktx2::decode(bytes),
            Self::Common(format) => {
                let decoded = reader(bytes, format).decode().map_err(|e| e.to_string())?.into_rgba8();
                Ok(Pixels { width: decoded.width(), height: decoded.height(), rgba: decoded.into_raw() })
            }
        }
    }
}

/// Reader of an image whose size is checked elsewhere.
fn reader(bytes: &[u8], format: ImageFormat) -> ImageReader<Cursor<&[u8]>> {
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_IMAGE_BYTES);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    reader
}

/// Whether the first bytes are a plausible TGA header (Truevision, *TGA File Format Specification 2.0*,
/// 1991).
fn looks_like_tga(bytes: &[u8]) -> bool {
    let Some(&[_, map, kind, .., depth, _]) = bytes.get(..18) else { return false };
    map <= 1 && matches!(kind, 1 | 2 | 3 | 9 | 10 | 11) && matches!(depth, 8 | 15 | 16 | 24 | 32)
}

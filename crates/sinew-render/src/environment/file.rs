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

#[cfg(test)]
mod tests {
    use super::*;
    use image::{ImageBuffer, Rgb, codecs::hdr::HdrEncoder};
    use test_needs::cases;

    const SIZE: [u32; 2] = [64, 32];

    fn color(x: u32, y: u32) -> [f32; 3] {
        [x as f32 * 0.25, y as f32 * 0.125, 1.0 + (x * y % 7) as f32 * 8.0]
    }

    /// The same picture as a Radiance HDR and as an OpenEXR file.
    fn files() -> [Vec<u8>; 2] {
        let picture = ImageBuffer::from_fn(SIZE[0], SIZE[1], |x, y| Rgb(color(x, y)));
        let mut hdr = Vec::new();
        let pixels: Vec<Rgb<f32>> = picture.pixels().copied().collect();
        HdrEncoder::new(&mut hdr).encode(&pixels, SIZE[0] as usize, SIZE[1] as usize).unwrap();
        let mut exr = Cursor::new(Vec::new());
        picture.write_to(&mut exr, ImageFormat::OpenExr).unwrap();
        [hdr, exr.into_inner()]
    }

    #[test]
    fn pictures_of_both_formats_are_read() {
        for (bytes, precision) in files().iter().zip([0.02, 1e-6]) {
            let image = EnvironmentImage::decode(bytes).unwrap();
            assert_eq!(image.size(), SIZE);
            for (n, pixel) in image.pixels().iter().enumerate() {
                let expected = Vec3::from(color(n as u32 % SIZE[0], n as u32 / SIZE[0]));
                assert!(
                    (*pixel - expected).length() <= precision * expected.length(),
                    "{n}: {pixel} {expected}"
                );
            }
        }
    }

    #[test]
    fn damaged_pictures_are_refused_or_read_in_part_without_a_panic() {
        for bytes in files() {
            for length in [0, 1, 4, 11, bytes.len() / 3, bytes.len() - 1] {
                let _ = EnvironmentImage::decode(&bytes[..length]);
            }
            assert!(EnvironmentImage::decode(&bytes[..11]).is_err());
            for mut random in cases(300) {
                let mut damaged = bytes.clone();
                for _ in 0..random.usize(1..6) {
                    let at = random.usize(..damaged.len());
                    damaged[at] = random.u8(..);
                }
                let _ = EnvironmentImage::decode(&damaged);
            }
        }
        assert!(EnvironmentImage::decode(b"\x89PNG\r\n").is_err());
        // Sizes that would take terabytes.
        let huge = b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 99999999 +X 99999999\n";
        assert!(EnvironmentImage::decode(huge).is_err());
    }
}

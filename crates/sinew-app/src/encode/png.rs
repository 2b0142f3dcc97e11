use crate::report::failure::Failure;
use png::{BitDepth, ColorType, Compression, Encoder};
use sinew::character::Pixels;
use std::io::Write;

/// Writes `pixels` as a PNG.
pub(super) fn write(out: impl Write, pixels: &Pixels) -> Result<(), png::EncodingError> {
    let mut writer = encoder(out, pixels.width, pixels.height).write_header()?;
    writer.write_image_data(&pixels.rgba)?;
    writer.finish()
}

/// PNG file of `pixels` as they are, for textures: without a colour space, in few bytes.
pub(crate) fn png_file(pixels: &Pixels) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, pixels.width, pixels.height);
    encoder.set_color(ColorType::Rgba);
    encoder.set_compression(Compression::High);
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&pixels.rgba));
    written.map_err(|error| Failure::Machine(error.to_string()))?;
    Ok(bytes)
}

/// PNG encoder for 8-bit sRGB with alpha.
pub(super) fn encoder<'a, W: Write>(out: W, width: u32, height: u32) -> Encoder<'a, W> {
    let mut encoder = Encoder::new(out, width, height);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
    encoder.set_compression(Compression::Balanced);
    encoder
}

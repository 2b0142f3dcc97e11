use super::Encode;
use crate::report::failure::Failure;
use crate::report::whole_file::{WholeFile, Writer, cannot_write};
use png::{BitDepth, ColorType, Compression, Encoder};
use sinew::character::Pixels;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Single PNG.
pub(super) struct Png {
    path: PathBuf,
    file: WholeFile,
    writer: Option<Writer>,
}

impl Png {
    pub(super) fn create(path: &Path) -> Result<Self, Failure> {
        let (file, writer) = WholeFile::create(path)?;
        Ok(Self { path: path.to_owned(), file, writer: Some(writer) })
    }
}

impl Encode for Png {
    fn frame(&mut self, pixels: &Pixels) -> Result<(), Failure> {
        let Some(writer) = self.writer.take() else { return Ok(()) };
        write(writer, pixels).map_err(|e| cannot_write(&self.path, e))
    }

    fn finish(self: Box<Self>) -> Result<(), Failure> {
        self.file.finish()
    }
}

/// Writes `pixels` as a PNG.
pub(super) fn write(out: impl Write, pixels: &Pixels) -> Result<(), png::EncodingError> {
    let mut writer = encoder(out, pixels.width, pixels.height).write_header()?;
    writer.write_image_data(&pixels.rgba)?;
    writer.finish()
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

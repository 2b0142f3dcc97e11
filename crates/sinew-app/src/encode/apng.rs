use super::{Clip, Encode, png::encoder};
use crate::report::failure::Failure;
use crate::report::whole_file::{self, WholeFile, cannot_write};
use sinew::character::Pixels;
use std::path::{Path, PathBuf};

/// Animated PNG that loops forever.
pub(super) struct Apng {
    path: PathBuf,
    file: WholeFile,
    writer: png::Writer<whole_file::Writer>,
}

impl Apng {
    pub(super) fn create(path: &Path, clip: Clip) -> Result<Self, Failure> {
        let fail = |e: png::EncodingError| cannot_write(path, e);
        let (file, writer) = WholeFile::create(path)?;
        let mut encoder = encoder(writer, clip.width, clip.height);
        encoder.set_animated(clip.frames as u32, 0).map_err(fail)?;
        // The delay is a fraction of seconds; odd rates are rounded to a thousandth of a frame per second.
        let (numerator, denominator) = if clip.fps.fract() == 0.0 {
            (1, clip.fps as u16)
        } else {
            (1000, (clip.fps * 1000.0).round() as u16)
        };
        encoder.set_frame_delay(numerator, denominator).map_err(fail)?;
        let writer = encoder.write_header().map_err(fail)?;
        Ok(Self { path: path.to_owned(), file, writer })
    }
}

impl Encode for Apng {
    fn frame(&mut self, pixels: &Pixels) -> Result<(), Failure> {
        self.writer.write_image_data(&pixels.rgba).map_err(|e| cannot_write(&self.path, e))
    }

    fn finish(self: Box<Self>) -> Result<(), Failure> {
        self.writer.finish().map_err(|e| cannot_write(&self.path, e))?;
        self.file.finish()
    }
}

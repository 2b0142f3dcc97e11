//! Animated GIF encoder.

use super::{Clip, Encode};
use crate::report::failure::Failure;
use crate::report::whole_file::{WholeFile, Writer, cannot_write};
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use sinew::character::Pixels;
use std::io::Write;
use std::path::{Path, PathBuf};

/// NeuQuant's effort, 1 (best) to 30 (fastest).
const QUANTISER_SPEED: i32 = 3;

/// Animated GIF that loops forever, with a palette per frame.
pub(super) struct Gif {
    path: PathBuf,
    file: WholeFile,
    encoder: Encoder<Writer>,
    fps: f64,
    frames: usize,
}

impl Gif {
    pub(super) fn create(path: &Path, clip: Clip) -> Result<Self, Failure> {
        let side = |pixels: u32| {
            u16::try_from(pixels).map_err(|_| cannot_write(path, "a GIF has at most 65535 pixels per side"))
        };
        let (file, writer) = WholeFile::create(path)?;
        let fail = |e: gif::EncodingError| cannot_write(path, e);
        let mut encoder = Encoder::new(writer, side(clip.width)?, side(clip.height)?, &[]).map_err(fail)?;
        encoder.set_repeat(Repeat::Infinite).map_err(fail)?;
        Ok(Self { path: path.to_owned(), file, encoder, fps: clip.fps, frames: 0 })
    }
}

impl Encode for Gif {
    fn frame(&mut self, pixels: &Pixels) -> Result<(), Failure> {
        let mut rgba = pixels.rgba.clone();
        let mut clear = false;
        // GIF pixels are opaque or transparent.
        for pixel in rgba.chunks_exact_mut(4) {
            pixel[3] = if pixel[3] < 128 { 0 } else { 255 };
            clear |= pixel[3] == 0;
        }
        let (width, height) = (pixels.width as u16, pixels.height as u16);
        let mut frame = Frame::from_rgba_speed(width, height, &mut rgba, QUANTISER_SPEED);
        // Delays are in hundredths of a second; rounding the running time keeps the average rate.
        let at = |frame: usize| (frame as f64 * 100.0 / self.fps).round();
        frame.delay = (at(self.frames + 1) - at(self.frames)).max(1.0) as u16;
        if clear {
            frame.dispose = DisposalMethod::Background;
        }
        self.frames += 1;
        self.encoder.write_frame(&frame).map_err(|e| cannot_write(&self.path, e))
    }

    fn finish(self: Box<Self>) -> Result<(), Failure> {
        // `into_inner` writes the trailer.
        let fail = |e: &dyn std::fmt::Display| cannot_write(&self.path, e);
        self.encoder.into_inner().map_err(|e| fail(&e))?.flush().map_err(|e| fail(&e))?;
        self.file.finish()
    }
}

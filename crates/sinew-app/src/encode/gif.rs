//! Animated GIF encoder.

use super::palette::Palette;
use super::{Clip, Encode};
use crate::report::failure::Failure;
use crate::report::whole_file::{WholeFile, Writer, cannot_write};
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use sinew::character::Pixels;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Colours of a palette, but for the one that stands for transparent pixels.
const COLORS: usize = 255;

/// Animated GIF that loops forever, with a palette that lasts as long as it fits.
pub(super) struct Gif {
    path: PathBuf,
    file: WholeFile,
    encoder: Encoder<Writer>,
    fps: f64,
    frames: usize,
    /// Palette of the last frame.
    palette: Option<Palette>,
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
        Ok(Self { path: path.to_owned(), file, encoder, fps: clip.fps, frames: 0, palette: None })
    }
}

impl Encode for Gif {
    fn frame(&mut self, pixels: &Pixels) -> Result<(), Failure> {
        let mut opaque = pixels.clone();
        // GIF pixels are opaque or transparent.
        opaque
            .rgba
            .as_chunks_mut::<4>()
            .0
            .iter_mut()
            .for_each(|pixel| pixel[3] = if pixel[3] < 128 { 0 } else { 255 });
        // A palette that still fits is kept, so that what stands still does not shimmer.
        let kept = self.palette.take().filter(|palette| palette.fits(&opaque));
        let mut palette = kept.unwrap_or_else(|| Palette::new(&opaque, COLORS));
        let mut bytes = palette.bytes();
        let transparent = (bytes.len() / 3) as u8;
        bytes.extend([0; 3]);
        let width = pixels.width as usize;
        let texels = opaque.rgba.as_chunks::<4>().0.iter().enumerate();
        let numbers: Vec<u8> = texels
            .map(|(n, [r, g, b, alpha])| match alpha {
                0 => transparent,
                _ => palette.dithered([*r, *g, *b], [n % width, n / width]) as u8,
            })
            .collect();
        let clear = numbers.contains(&transparent);
        let (width, height) = (pixels.width as u16, pixels.height as u16);
        let transparent = clear.then_some(transparent);
        let mut frame = Frame::from_palette_pixels(width, height, numbers, bytes, transparent);
        // Delays are in hundredths of a second; rounding the running time keeps the average rate.
        let at = |frame: usize| (frame as f64 * 100.0 / self.fps).round();
        frame.delay = (at(self.frames + 1) - at(self.frames)).max(1.0) as u16;
        if clear {
            frame.dispose = DisposalMethod::Background;
        }
        self.frames += 1;
        self.palette = Some(palette);
        self.encoder.write_frame(&frame).map_err(|e| cannot_write(&self.path, e))
    }

    fn finish(self: Box<Self>) -> Result<(), Failure> {
        // `into_inner` writes the trailer.
        let fail = |e: &dyn std::fmt::Display| cannot_write(&self.path, e);
        self.encoder.into_inner().map_err(|e| fail(&e))?.flush().map_err(|e| fail(&e))?;
        self.file.finish()
    }
}

//! Encoders for stills and animations. The file name selects the format; frames are encoded one at a time,
//! and the file appears when it is complete.

mod apng;
pub(crate) mod film;
mod frames;
mod gif;
#[cfg(feature = "mp4")]
mod mp4;
#[cfg(feature = "mp4")]
mod opus;
mod palette;
mod png;
mod still;
mod still_format;

use crate::report::failure::Failure;
use crate::report::output::extension;
pub(crate) use png::png_file;
use sinew::character::Pixels;
use std::path::{Path, PathBuf};
use still_format::StillFormat;

/// Sampling rate of sound for files in Hz.
pub(crate) const SOUND_RATE: u32 = 48_000;

/// Encoder of a file.
pub(crate) trait Encode {
    /// Encodes the next frame.
    fn frame(&mut self, pixels: &Pixels) -> Result<(), Failure>;

    /// Completes the file.
    fn finish(self: Box<Self>) -> Result<(), Failure>;
}

/// Output formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Still(StillFormat),
    Gif,
    Apng,
    Mp4,
    /// A picture per frame, for a name with `%d` or `%04d`.
    Frames(StillFormat),
}

/// Size, frame count and frame rate of an output.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clip {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) frames: usize,
    pub(crate) fps: f64,
}

impl Kind {
    /// Format of a file name.
    pub(crate) fn of(path: &Path) -> Result<Self, Failure> {
        Self::of_or(path, "")
    }

    /// [`Kind::of`] where `others` are possible too, for the message about another name.
    pub(crate) fn of_or(path: &Path, others: &str) -> Result<Self, Failure> {
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default();
        let extension = extension(path);
        if let Some(format) = StillFormat::of_extension(&extension) {
            let is_pattern = frames::Pattern::parse(name).is_some();
            return Ok(if is_pattern { Self::Frames(format) } else { Self::Still(format) });
        }
        match extension.as_str() {
            "gif" => Ok(Self::Gif),
            "apng" => Ok(Self::Apng),
            "mp4" if cfg!(feature = "mp4") => Ok(Self::Mp4),
            "mp4" => Err(Failure::Machine(
                "this build of sinew has no MP4 encoder; install it with: cargo install --path \
                 crates/sinew-app --features mp4"
                    .into(),
            )),
            _ => Err(Failure::Call(format!(
                "-o {}: expected a name ending in .png, .jpg, .webp, .gif, .apng or .mp4, or \
                 frames/%04d.png{others}",
                path.display()
            ))),
        }
    }

    /// True for formats with more than one frame.
    pub(crate) fn is_animated(self) -> bool {
        !matches!(self, Self::Still(_))
    }

    /// True for pictures without transparency.
    pub(crate) fn is_opaque(self) -> bool {
        matches!(self, Self::Still(StillFormat::Jpeg) | Self::Frames(StillFormat::Jpeg))
    }

    /// Default size in pixels; smaller for formats with large files.
    pub(crate) fn default_size(self) -> [u32; 2] {
        match self {
            Self::Gif | Self::Apng => [640, 360],
            Self::Still(_) | Self::Mp4 | Self::Frames(_) => [1280, 720],
        }
    }

    /// Files that an output of `frames` pictures replaces or removes.
    pub(crate) fn files(self, path: &Path, frames: usize) -> Vec<PathBuf> {
        match self {
            Self::Frames(_) => frames::Pattern::of(path).map_or_else(Vec::new, |pattern| {
                let written = (0..frames).map(|number| path.with_file_name(pattern.name(number)));
                written.chain(pattern.surplus(path.parent().unwrap_or(Path::new("")), frames)).collect()
            }),
            _ => vec![path.to_owned()],
        }
    }

    /// Creates the encoder.
    pub(crate) fn start(self, path: &Path, clip: Clip) -> Result<Box<dyn Encode>, Failure> {
        self.start_with_sound(path, clip, None)
    }

    /// True for formats that hold sound.
    pub(crate) fn has_sound(self) -> bool {
        self == Self::Mp4
    }

    /// Creates the encoder with samples of one channel at [`SOUND_RATE`], for formats that hold sound.
    pub(crate) fn start_with_sound(
        self,
        path: &Path,
        clip: Clip,
        sound: Option<&[f32]>,
    ) -> Result<Box<dyn Encode>, Failure> {
        #[cfg(not(feature = "mp4"))]
        let _ = sound;
        Ok(match self {
            Self::Still(format) => Box::new(still::Still::create(path, format)?),
            Self::Gif => Box::new(gif::Gif::create(path, clip)?),
            Self::Apng => Box::new(apng::Apng::create(path, clip)?),
            Self::Frames(format) => Box::new(frames::Frames::create(path, format)?),
            #[cfg(feature = "mp4")]
            Self::Mp4 => Box::new(mp4::Mp4::create(path, clip, sound)?),
            #[cfg(not(feature = "mp4"))]
            Self::Mp4 => unreachable!("Kind::of rejects it"),
        })
    }
}

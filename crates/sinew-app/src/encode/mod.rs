//! From pictures to files. The kind of file follows from the name; every kind takes frames one at a time and puts
//! whole files at their place at the end.

mod apng;
mod frames;
mod gif;
#[cfg(feature = "mp4")]
mod mp4;
mod png;

use crate::report::failure::Failure;
use sinew::character::Pixels;
use std::path::Path;

/// Takes frames and ends as a file.
pub(crate) trait Encode {
    /// The next frame, of the size that was announced.
    fn frame(&mut self, pixels: &Pixels) -> Result<(), Failure>;

    /// Puts what was made at its place.
    fn finish(self: Box<Self>) -> Result<(), Failure>;
}

/// The kinds of files that can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Png,
    Gif,
    Apng,
    Mp4,
    /// A PNG per frame, from a name with `%04d` or the like.
    Frames,
}

/// What will be encoded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clip {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) frames: usize,
    pub(crate) fps: f64,
}

impl Kind {
    /// What the name asks for.
    pub(crate) fn of(path: &Path) -> Result<Self, Failure> {
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default();
        let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default().to_ascii_lowercase();
        match extension.as_str() {
            "png" if frames::Pattern::parse(name).is_some() => Ok(Self::Frames),
            "png" => Ok(Self::Png),
            "gif" => Ok(Self::Gif),
            "apng" => Ok(Self::Apng),
            "mp4" if cfg!(feature = "mp4") => Ok(Self::Mp4),
            "mp4" => Err(Failure::Machine(
                "mp4 is not built in; install it with: cargo install --path crates/sinew-app --features mp4"
                    .into(),
            )),
            _ => Err(Failure::Call(format!(
                "-o {}: expected a name ending in .png, .gif, .apng or .mp4, or frames/%04d.png",
                path.display()
            ))),
        }
    }

    /// Whether it holds more than one picture.
    pub(crate) fn is_animated(self) -> bool {
        self != Self::Png
    }

    /// Pixels where nobody asks for others; less for what takes much room per pixel.
    pub(crate) fn default_size(self) -> [u32; 2] {
        match self {
            Self::Gif | Self::Apng => [640, 360],
            Self::Png | Self::Mp4 | Self::Frames => [1280, 720],
        }
    }

    /// Starts the file.
    pub(crate) fn start(self, path: &Path, clip: Clip) -> Result<Box<dyn Encode>, Failure> {
        Ok(match self {
            Self::Png => Box::new(png::Png::create(path)?),
            Self::Gif => Box::new(gif::Gif::create(path, clip)?),
            Self::Apng => Box::new(apng::Apng::create(path, clip)?),
            Self::Frames => Box::new(frames::Frames::create(path)?),
            #[cfg(feature = "mp4")]
            Self::Mp4 => Box::new(mp4::Mp4::create(path, clip)?),
            #[cfg(not(feature = "mp4"))]
            Self::Mp4 => unreachable!("Kind::of refuses it"),
        })
    }
}

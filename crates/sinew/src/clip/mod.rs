//! Keyed motion: tracks of keys, clips of tracks, sampling by time.

mod compressed;
mod motion;
mod raw;
mod sample;
mod track;
mod wrap;

pub use compressed::{Clip, ClipError, CompressError, CompressionSettings, clip_error, compress};
pub use motion::Motion;
pub use raw::{ExpressionTrack, JointTrack, MorphTrack, RawClip};
pub use sample::SampleCursor;
pub use track::{Interpolation, Track, TrackError};
pub use wrap::Wrap;

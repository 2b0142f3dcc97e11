//! Keyed motion: tracks of keys, clips of tracks, sampling by time.

mod raw;
mod sample;
mod track;
mod wrap;

pub use raw::{ExpressionTrack, JointTrack, MorphTrack, RawClip};
pub use sample::SampleCursor;
pub use track::{Interpolation, Track, TrackError};
pub use wrap::Wrap;

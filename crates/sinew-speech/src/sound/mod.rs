//! Sound: decoding of files, mixing to mono, resampling.

mod decode;
mod error;
mod foreign;
mod limits;
mod mix;
mod resample;
mod riff_check;
mod sound;
mod stream_resampler;

pub use error::SoundError;
pub use limits::{MAX_CHANNELS, MAX_SAMPLES};
pub use resample::{MAX_RATE, MIN_RATE, resample};
pub use sound::Sound;
pub use stream_resampler::StreamResampler;

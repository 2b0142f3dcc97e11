//! Sound: decoding of files, mixing to mono, resampling.

mod aiff;
mod cut_off;
mod decode;
mod error;
mod foreign;
mod limits;
mod mix;
mod note;
mod opus;
mod rate;
mod resample;
mod sound;
mod stream_resampler;
mod wav;

pub use error::SoundError;
pub use limits::{MAX_CHANNELS, MAX_SAMPLES};
pub use note::SoundNote;
pub use rate::{MAX_RATE, MIN_RATE};
pub use resample::resample;
pub use sound::Sound;
pub use stream_resampler::StreamResampler;

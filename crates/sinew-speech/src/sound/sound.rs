//! Sound in memory.

use super::decode::decode;
use super::error::SoundError;
use super::limits::{MAX_CHANNELS, MAX_SAMPLES};
use super::mix::mix;
use super::note::SoundNote;
use super::rate::{MAX_RATE, MIN_RATE};
use super::resample::resample;

/// Sound in memory: channels of samples at one rate. Samples are −1 to 1 at full scale; those of
/// floating-point files may be larger.
#[derive(Clone, Debug, PartialEq)]
pub struct Sound {
    channels: Vec<Vec<f32>>,
    rate: u32,
    notes: Vec<SoundNote>,
}

impl Sound {
    /// Sound of channels at a sampling rate in Hz.
    ///
    /// # Errors
    /// Rates outside 8 to 192 kHz; no channels or too many; channels of different lengths; samples that are
    /// not finite; no samples.
    pub fn new(channels: Vec<Vec<f32>>, rate: u32) -> Result<Self, SoundError> {
        if !(MIN_RATE..=MAX_RATE).contains(&rate) {
            return Err(SoundError::Rate { rate });
        }
        if !(1..=MAX_CHANNELS).contains(&channels.len()) {
            return Err(SoundError::Channels { count: channels.len() });
        }
        let expected = channels[0].len();
        if expected == 0 {
            return Err(SoundError::Empty);
        }
        if expected.saturating_mul(channels.len()) > MAX_SAMPLES {
            return Err(SoundError::TooLong);
        }
        for (channel, samples) in channels.iter().enumerate() {
            if samples.len() != expected {
                return Err(SoundError::Length { channel, found: samples.len(), expected });
            }
            if let Some(sample) = samples.iter().position(|sample| !sample.is_finite()) {
                return Err(SoundError::NotFinite { channel, sample });
            }
        }
        Ok(Self { channels, rate, notes: Vec::new() })
    }

    /// Sound of one channel.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn mono(samples: Vec<f32>, rate: u32) -> Result<Self, SoundError> {
        Self::new(vec![samples], rate)
    }

    /// Decoded sound of a file: WAV and RF64 (integers of 8 to 32 bits, floats, A-law, µ-law), AIFF, FLAC,
    /// Ogg Vorbis, Ogg Opus or MP3. Delay and padding of lossy encoders are cut off where the file states
    /// them.
    ///
    /// A file that ends in the middle gives what was decoded up to there, with a [note](Self::notes). Chunks
    /// of WAV files that hold no sound are not read; where the length of the data is a placeholder, as in
    /// files that were written into a pipe, they end where the file ends.
    ///
    /// # Errors
    /// Unknown formats, damaged data with its location, and all of [`new`](Self::new).
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, SoundError> {
        let file = decode(bytes)?;
        Ok(Self { notes: file.notes, ..Self::new(file.channels, file.rate)? })
    }

    /// Faults of the file that was decoded.
    #[must_use]
    pub fn notes(&self) -> &[SoundNote] {
        &self.notes
    }

    /// Samples per channel.
    #[must_use]
    pub fn channels(&self) -> &[Vec<f32>] {
        &self.channels
    }

    /// Sampling rate in Hz.
    #[must_use]
    pub fn rate(&self) -> u32 {
        self.rate
    }

    /// Duration in seconds.
    #[must_use]
    pub fn duration(&self) -> f64 {
        self.channels[0].len() as f64 / f64::from(self.rate)
    }

    /// Mean of all channels at this rate in Hz, without delay: sample n stands for the time n / rate. Where
    /// the channels cancel one another out, as stereo in antiphase does, it is the loudest channel.
    ///
    /// # Errors
    /// Rates outside 8 to 192 kHz.
    pub fn to_mono(&self, rate: u32) -> Result<Vec<f32>, SoundError> {
        match self.channels.as_slice() {
            [only] => resample(only, self.rate, rate),
            channels => resample(&mix(channels), self.rate, rate),
        }
    }
}

//! Errors of decoding and resampling.

/// Formats and codecs that are read.
const SUPPORTED: &str = "WAV (integers, floats, A-law, µ-law), AIFF, FLAC, Ogg Vorbis, Opus and MP3";

/// Error of a sound that cannot be used.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SoundError {
    /// Bytes of no known format.
    #[error("unrecognized sound format ({found}): supported are {SUPPORTED}")]
    UnknownFormat {
        /// Reason.
        found: String,
    },
    /// A format or codec that is known and not read.
    #[error(
        "unsupported sound: {what}; supported are {SUPPORTED}: convert it, for example by `ffmpeg -i IN \
         OUT.wav`"
    )]
    Unsupported {
        /// Feature that is missing.
        what: String,
    },
    /// Malformed data.
    #[error("damaged sound after {seconds:.3} s (packet {packet}): {message}")]
    Damaged {
        /// Number of the packet, from 0.
        packet: usize,
        /// Time up to which the sound was decoded, in seconds.
        seconds: f64,
        /// Reason.
        message: String,
    },
    /// No samples at all.
    #[error("the sound has no samples")]
    Empty,
    /// Sampling rate outside the range.
    #[error("sampling rate {rate} Hz: expected {} to {} Hz", super::MIN_RATE, super::MAX_RATE)]
    Rate {
        /// Sampling rate in Hz.
        rate: u32,
    },
    /// Number of channels outside the range.
    #[error("{count} channels: expected 1 to {}", super::MAX_CHANNELS)]
    Channels {
        /// Number of channels.
        count: usize,
    },
    /// Channels of different lengths.
    #[error("channel {channel} has {found} samples, the first one {expected}")]
    Length {
        /// Number of the channel, from 0.
        channel: usize,
        /// Its samples.
        found: usize,
        /// Samples of the first channel.
        expected: usize,
    },
    /// More samples than are read.
    #[error("the sound is longer than {} samples", super::MAX_SAMPLES)]
    TooLong,
    /// A sample that is no number.
    #[error("channel {channel}, sample {sample} is not finite")]
    NotFinite {
        /// Number of the channel, from 0.
        channel: usize,
        /// Number of the sample, from 0.
        sample: usize,
    },
}

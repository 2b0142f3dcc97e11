//! Opus streams in Ogg (RFC 7845), decoded by the library `opus-rs`; Symphonia reads the container alone.

use super::error::SoundError;

/// Sampling rate of decoded Opus, in Hz.
pub(super) const RATE: u32 = 48_000;
/// Samples per channel of the longest packet: 120 ms.
const MAX_PACKET_SAMPLES: usize = 5_760;
/// Length of an identification header without a channel mapping.
const HEADER: usize = 19;

/// Decoder of one stream.
pub(super) struct OpusStream {
    decoder: opus_rs::OpusDecoder,
    channels: usize,
    /// Samples per channel that are still to be left out at the beginning.
    skip: usize,
    /// Factor by which the header has samples amplified.
    gain: f32,
    interleaved: Vec<f32>,
}

impl OpusStream {
    /// Decoder for the identification header of a stream.
    pub(super) fn new(header: &[u8]) -> Result<Self, SoundError> {
        let unsupported = |what: String| SoundError::Unsupported { what };
        let Some(header) = header.get(..HEADER).filter(|header| header.starts_with(b"OpusHead")) else {
            return Err(unsupported("Ogg Opus without an identification header".into()));
        };
        let (channels, family) = (usize::from(header[9]), header[18]);
        if family > 1 || !(1..=2).contains(&channels) {
            let what = format!("Ogg Opus with {channels} channels of mapping family {family}");
            return Err(unsupported(what));
        }
        let decoder = opus_rs::OpusDecoder::new(RATE as i32, channels)
            .map_err(|error| unsupported(format!("Ogg Opus: {error}")))?;
        let skip = usize::from(u16::from_le_bytes([header[10], header[11]]));
        // Decibels in steps of 1/256.
        let decibels = f32::from(i16::from_le_bytes([header[16], header[17]])) / 256.0;
        Ok(Self {
            decoder,
            channels,
            skip,
            gain: libm::powf(10.0, decibels / 20.0),
            interleaved: vec![0.0; MAX_PACKET_SAMPLES * channels],
        })
    }

    /// Number of channels.
    pub(super) fn channels(&self) -> usize {
        self.channels
    }

    /// Decodes a packet into one list per channel, without the last `trim` samples.
    pub(super) fn decode(
        &mut self,
        packet: &[u8],
        trim: usize,
        planes: &mut Vec<Vec<f32>>,
    ) -> Result<(), &'static str> {
        let count = self.decoder.decode(packet, MAX_PACKET_SAMPLES, &mut self.interleaved)?;
        let count = count.min(MAX_PACKET_SAMPLES);
        let first = self.skip.min(count);
        self.skip -= first;
        let last = count.saturating_sub(trim).max(first);
        planes.resize(self.channels, Vec::new());
        for (channel, plane) in planes.iter_mut().enumerate() {
            plane.clear();
            let samples = self.interleaved.iter().skip(channel).step_by(self.channels);
            plane.extend(samples.take(last).skip(first).map(|sample| sample * self.gain));
        }
        Ok(())
    }
}

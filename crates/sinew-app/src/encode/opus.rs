//! Sound of MP4 files: Opus (RFC 6716).

use super::SOUND_RATE;
use opus_rs::{Application, OpusEncoder};

/// Samples of a packet: 20 ms.
const PACKET_SAMPLES: usize = 960;
/// Samples by which the decoded sound is late; players cut them off.
const DELAY_SAMPLES: usize = 312;
/// Bits per second: speech and music of one channel without audible loss.
const BITRATE: i32 = 96_000;
/// Largest packet in bytes.
const MAX_PACKET: usize = 1500;

/// Packets of a sound, with the time of each in seconds.
pub(super) struct Packets(Vec<Vec<u8>>);

impl Packets {
    /// Encodes samples of one channel at 48 kHz.
    pub(super) fn encode(samples: &[f32]) -> Result<Self, &'static str> {
        let mut encoder = OpusEncoder::new(SOUND_RATE as i32, 1, Application::Audio)?;
        encoder.bitrate_bps = BITRATE;
        encoder.use_cbr = false;
        let count = (samples.len() + DELAY_SAMPLES).div_ceil(PACKET_SAMPLES);
        let packet = |n: usize| {
            let mut input = [0.0; PACKET_SAMPLES];
            let packet = samples.get(n * PACKET_SAMPLES..).unwrap_or_default();
            let length = packet.len().min(PACKET_SAMPLES);
            input[..length].copy_from_slice(&packet[..length]);
            let mut output = [0; MAX_PACKET];
            let bytes = encoder.encode(&input, PACKET_SAMPLES, &mut output)?;
            Ok(output[..bytes].to_vec())
        };
        (0..count).map(packet).collect::<Result<_, _>>().map(Self)
    }

    /// Packet number `n`, with its time in seconds.
    pub(super) fn get(&self, n: usize) -> Option<(f64, &[u8])> {
        let time = (n * PACKET_SAMPLES) as f64 / f64::from(SOUND_RATE);
        self.0.get(n).map(|packet| (time, packet.as_slice()))
    }
}

//! Front end: sound at 16 kHz to frames of 10 ms with log-mel energies, cepstral coefficients and a band
//! envelope. Works on streams and allocates nothing after it is made. Spectrograms of whole sounds are for
//! pictures.

mod cepstrum;
mod envelope;
mod flush;
mod framer;
mod log_mel;
mod mel;
mod power_spectrum;
mod spectrogram;
#[cfg(test)]
mod tests;

pub use cepstrum::{CEPSTRA, Cepstrum};
pub use envelope::BandEnvelope;
pub(crate) use flush::flushed;
pub use framer::{FRAME_RATE, FRAME_SAMPLES, Framer, HOP_SAMPLES, LOOK_AHEAD_SAMPLES, SAMPLE_RATE};
pub use log_mel::LogMel;
pub use mel::{MELS, MelFilters};
pub use spectrogram::Spectrogram;

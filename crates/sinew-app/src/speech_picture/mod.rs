//! Pictures of speech: waveform, spectrogram, words, phones, visemes and the opening of the lips over time.

mod colours;
mod draw;
mod layout;
mod spectrum;
#[cfg(test)]
mod tests;
mod waveform;

pub(crate) use colours::{ink_on, viseme_colour};
pub(crate) use draw::SpeechPicture;
pub(crate) use layout::MAX_READABLE_SECONDS;
pub(crate) use spectrum::spectrum_image;
pub(crate) use waveform::{peaks, wave_image};

//! Transcripts: the words of a text as they are spoken, with numbers, abbreviations and symbols read out.

mod abbreviations;
mod numbers;
mod reading;
mod symbols;
#[cfg(test)]
mod tests;
mod token;
mod transcript;

pub(crate) use symbols::folded;
pub use transcript::{Transcript, TranscriptWord};

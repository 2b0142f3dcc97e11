//! Forced alignment: the times of the words and phones of a known text in a sound.

mod alignment;
mod confidence;
mod emissions;
mod graph;
mod path;
mod spoken_words;
#[cfg(test)]
mod tests;

pub use alignment::{Alignment, AlignmentError, align, align_emissions};
pub use emissions::Emissions;
pub use spoken_words::phones_of_words;

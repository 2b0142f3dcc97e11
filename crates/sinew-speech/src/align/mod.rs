//! Forced alignment: the times of the words and phones of a known text in a sound.

mod alignment;
mod graph;
mod path;
#[cfg(test)]
mod tests;

pub use alignment::{Alignment, AlignmentError, align};

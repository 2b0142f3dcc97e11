//! Pronunciations of English words: a dictionary of the user's, and the built-in knowledge of how English is
//! spelled.

mod dictionary;
mod phoneme;
mod spelling;
#[cfg(test)]
mod tests;

pub use dictionary::{Dictionary, DictionaryError, MAX_VARIANTS};
pub use phoneme::{Phoneme, Pronunciation};

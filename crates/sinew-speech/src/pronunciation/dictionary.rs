//! Dictionaries of pronunciations in the format of the CMU Pronouncing Dictionary.

use super::phoneme::{Phoneme, Pronunciation};
use super::spelling::Spelling;
use crate::transcript::folded;
use std::collections::HashMap;

/// Most pronunciations of a word that are kept.
pub const MAX_VARIANTS: usize = 4;
/// Most phonemes of a pronunciation.
const MAX_PHONEMES: usize = 256;

/// Pronunciations of words: the caller's own, and for all other words the built-in English, which knows the
/// 125,000 words of the CMU dictionary and reads others by their letters.
///
/// ```
/// use sinew_speech::pronunciation::Dictionary;
///
/// let mut dictionary = Dictionary::english();
/// assert_eq!(format!("{:?}", dictionary.pronunciations("knight")), "[[N, AY, T]]");
/// dictionary.add_text("GODETTE  G OW0 D EH1 T\nGODETTE(2)  G AH0 D EH1 T")?;
/// assert_eq!(dictionary.pronunciations("Godette").len(), 2);
/// # Ok::<(), sinew_speech::pronunciation::DictionaryError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Dictionary {
    added: HashMap<String, Vec<Pronunciation>>,
}

/// Error of a dictionary, with its line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DictionaryError {
    /// Word without phones.
    #[error(
        "line {line}: {word:?} has no phones; expected a word and its ARPABET phones, such as `hello  HH AH0 \
         L OW1`"
    )]
    NoPhones {
        /// Number of the line, from 1.
        line: usize,
        /// Word.
        word: String,
    },
    /// Label that is no ARPABET phone.
    #[error("line {line}: {label:?} in the pronunciation of {word:?} is no ARPABET phone")]
    UnknownPhone {
        /// Number of the line, from 1.
        line: usize,
        /// Word.
        word: String,
        /// Label.
        label: String,
    },
    /// Pronunciation of more phones than are kept.
    #[error("line {line}: {word:?} has more than 256 phones")]
    TooLong {
        /// Number of the line, from 1.
        line: usize,
        /// Word.
        word: String,
    },
}

impl Dictionary {
    /// The built-in English alone.
    #[must_use]
    pub fn english() -> Self {
        Self::default()
    }

    /// Adds the words of a text in the format of the CMU dictionary: a word, its phones, and `WORD(2)` for
    /// further pronunciations. Probabilities between word and phones, as other aligners write them, are
    /// skipped, as are empty lines, `;;;` and what follows ` #`. A word replaces the built-in one. Words with
    /// hyphens are not looked up: a transcript has their parts.
    ///
    /// # Errors
    /// Words without phones or with more than 256, unknown phones; nothing is added then.
    pub fn add_text(&mut self, text: &str) -> Result<(), DictionaryError> {
        let mut read: HashMap<String, Vec<Pronunciation>> = HashMap::new();
        for (number, line) in text.lines().enumerate() {
            let line_number = number + 1;
            let line = line.split(" #").next().unwrap_or_default().trim_start_matches('\u{feff}').trim();
            if line.is_empty() || line.starts_with(";;;") {
                continue;
            }
            let mut parts = line.split_whitespace();
            let name = parts.next().unwrap_or_default();
            let word = folded(name.split_once('(').map_or(name, |(word, _)| word)).to_ascii_lowercase();
            let mut pronunciation = Vec::new();
            for label in parts.filter(|part| part.parse::<f64>().is_err()) {
                let phoneme = Phoneme::from_label(label).ok_or_else(|| DictionaryError::UnknownPhone {
                    line: line_number,
                    word: word.clone(),
                    label: label.into(),
                })?;
                pronunciation.push(phoneme);
                if pronunciation.len() > MAX_PHONEMES {
                    return Err(DictionaryError::TooLong { line: line_number, word });
                }
            }
            if pronunciation.is_empty() {
                return Err(DictionaryError::NoPhones { line: line_number, word });
            }
            let known = read.entry(word).or_default();
            if known.len() < MAX_VARIANTS && !known.contains(&pronunciation) {
                known.push(pronunciation);
            }
        }
        self.added.extend(read);
        Ok(())
    }

    /// Pronunciations of a word in any case, the likeliest first, at most [`MAX_VARIANTS`]. Empty for words
    /// without a letter from a to z.
    #[must_use]
    pub fn pronunciations(&self, word: &str) -> Vec<Pronunciation> {
        let word = folded(word).to_ascii_lowercase();
        if let Some(pronunciations) = self.added.get(&word) {
            return pronunciations.clone();
        }
        if !word.contains(|c: char| c.is_ascii_lowercase()) {
            return Vec::new();
        }
        let mut known = Spelling::built_in().pronunciations(&word);
        known.retain(|pronunciation| !pronunciation.is_empty());
        known.truncate(MAX_VARIANTS);
        known
    }
}

//! Phonemes of English in ARPABET, without stress but for the reduced vowel (Carnegie Mellon University, *The
//! CMU Pronouncing Dictionary*).

use crate::phone::{Notation, SpeechSound};
use std::fmt;

/// Phoneme of English.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Phoneme(u8);

/// Pronunciation of a word.
pub type Pronunciation = Vec<Phoneme>;

/// Labels in the order of the codes in the spelling file.
const LABELS: [&str; 40] = [
    "AA", "AE", "AH", "AX", "AO", "AW", "AY", "EH", "ER", "EY", "IH", "IY", "OW", "OY", "UH", "UW", "B",
    "CH", "D", "DH", "F", "G", "HH", "JH", "K", "L", "M", "N", "NG", "P", "R", "S", "SH", "T", "TH", "V",
    "W", "Y", "Z", "ZH",
];

impl Phoneme {
    /// Phoneme of an ARPABET label such as `AE1`, in any case; `AH0` and `AX` are the reduced vowel, other
    /// digits of stress do not matter.
    #[must_use]
    pub fn from_label(label: &str) -> Option<Self> {
        let name = label.strip_suffix(['0', '1', '2']).unwrap_or(label);
        let is_reduced = label.eq_ignore_ascii_case("AH0");
        let name = if is_reduced { "AX" } else { name };
        LABELS.iter().position(|label| label.eq_ignore_ascii_case(name)).map(|code| Self(code as u8))
    }

    /// All phonemes.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        (0..LABELS.len() as u8).map(Self)
    }

    /// Index in [`all`](Self::all).
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Phoneme of a code of the spelling file.
    pub(super) fn from_code(code: u8) -> Option<Self> {
        (usize::from(code) < LABELS.len()).then_some(Self(code))
    }

    /// ARPABET label as the CMU dictionary writes it: `AH0` for the reduced vowel, others without a digit.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self.name().as_bytes() {
            b"AX" => "AH0",
            _ => self.name(),
        }
    }

    /// ARPABET label of its own: `AX` for the reduced vowel.
    #[must_use]
    pub const fn name(self) -> &'static str {
        LABELS[self.0 as usize]
    }

    /// Speech sound in the articulatory table.
    #[must_use]
    pub fn sound(self) -> SpeechSound {
        Notation::Arpabet.parse(self.name()).unwrap_or_default()
    }
}

impl fmt::Debug for Phoneme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

//! Phones: the sounds of the International Phonetic Alphabet (International Phonetic Association, *Handbook*,
//! 1999) that languages with published dictionaries use.

use super::articulation::{Articulation, Dominance, LabialContact};
use super::manner::{Manner, Place};
use super::table::{Row, TABLE};
use std::fmt;

/// Phone: one sound, or silence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Phone(u8);

impl Phone {
    /// Silence.
    pub const SILENCE: Self = Self(0);

    /// All phones, silence first.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        (0..TABLE.len() as u8).map(Self)
    }

    /// Phone of an IPA letter as it stands in the table, without diacritics; `""` is silence.
    /// [`Notation`](super::Notation) reads labels.
    #[must_use]
    pub fn from_letter(ipa: &str) -> Option<Self> {
        TABLE.iter().position(|row| row.ipa == ipa).map(|index| Self(index as u8))
    }

    const fn row(self) -> &'static Row {
        &TABLE[self.0 as usize]
    }

    /// IPA letter or letters; empty for silence.
    #[must_use]
    pub const fn ipa(self) -> &'static str {
        self.row().ipa
    }

    /// Positions of lips, jaw and tongue.
    #[must_use]
    pub const fn articulation(self) -> Articulation {
        self.row().articulation
    }

    /// Strength against the neighbours' positions.
    #[must_use]
    pub const fn dominance(self) -> Dominance {
        self.row().dominance
    }

    /// Place of articulation.
    #[must_use]
    pub const fn place(self) -> Place {
        self.row().place
    }

    /// Manner of articulation.
    #[must_use]
    pub const fn manner(self) -> Manner {
        self.row().manner
    }

    /// Vibration of the vocal folds.
    #[must_use]
    pub const fn is_voiced(self) -> bool {
        self.row().voiced
    }

    /// Vowels, those with the quality of r included.
    #[must_use]
    pub const fn is_vowel(self) -> bool {
        matches!(self.manner(), Manner::Vowel | Manner::RhoticVowel)
    }

    /// True for silence alone.
    #[must_use]
    pub const fn is_silence(self) -> bool {
        self.0 == 0
    }

    /// Contact of the lips. Bilabial fricatives and w have none.
    #[must_use]
    pub const fn contact(self) -> LabialContact {
        match (self.place(), self.manner()) {
            (Place::Bilabial, Manner::Plosive | Manner::Nasal | Manner::Affricate | Manner::Rhotic) => {
                LabialContact::Lips
            }
            (Place::Labiodental, _) => LabialContact::LipAndTeeth,
            _ => LabialContact::None,
        }
    }
}

impl Default for Phone {
    fn default() -> Self {
        Self::SILENCE
    }
}

impl fmt::Debug for Phone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Phone({:?})", self.ipa())
    }
}

//! Speech sound of a label: a phone, or a diphthong, which is two.

use super::phone::Phone;

/// Stress of a syllable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stress {
    /// Not marked.
    #[default]
    Unmarked,
    /// Unstressed.
    None,
    /// Primary stress.
    Primary,
    /// Secondary stress.
    Secondary,
}

/// Share of a diphthong's time that its first vowel takes.
pub const DIPHTHONG_FIRST_SHARE: f32 = 0.6;

/// Speech sound of one label: a phone, or two where the label is a diphthong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SpeechSound {
    /// The phone, or the first one of a diphthong.
    pub phone: Phone,
    /// Second phone of a diphthong.
    pub glide: Option<Phone>,
    /// Stress.
    pub stress: Stress,
}

impl SpeechSound {
    /// Silence.
    pub const SILENCE: Self = Self { phone: Phone::SILENCE, glide: None, stress: Stress::Unmarked };

    /// A single phone without a mark of stress.
    #[must_use]
    pub const fn new(phone: Phone) -> Self {
        Self { phone, glide: None, stress: Stress::Unmarked }
    }

    /// A diphthong: two phones one after the other.
    #[must_use]
    pub const fn diphthong(first: Phone, second: Phone) -> Self {
        Self { phone: first, glide: Some(second), stress: Stress::Unmarked }
    }

    /// The same sound with this stress.
    #[must_use]
    pub const fn with_stress(mut self, stress: Stress) -> Self {
        self.stress = stress;
        self
    }

    /// True for silence alone.
    #[must_use]
    pub const fn is_silence(self) -> bool {
        self.phone.is_silence() && self.glide.is_none()
    }

    /// Phones with their shares of the sound's time, in order.
    pub fn targets(self) -> impl Iterator<Item = (Phone, f32)> {
        let first = if self.glide.is_some() { DIPHTHONG_FIRST_SHARE } else { 1.0 };
        std::iter::once((self.phone, first)).chain(self.glide.map(|glide| (glide, 1.0 - first)))
    }
}

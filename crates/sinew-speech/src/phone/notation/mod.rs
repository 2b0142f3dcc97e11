//! Notations of phones: ARPABET, TIMIT's 61 phones, IPA, X-SAMPA, mnemonics of espeak.

mod arpabet;
mod espeak;
mod ipa;
#[cfg(test)]
mod tests;
mod timit;
mod x_sampa;

use super::sound_unit::SpeechSound;

/// Notation of phones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Notation {
    /// ARPABET in either case, with or without digits of stress: the notation of CMUdict.
    Arpabet,
    /// The 61 phones of TIMIT, with closures apart from releases; contains ARPABET in lower case.
    Timit,
    /// International Phonetic Alphabet, with stress, length, tie bars and diacritics, as the Montreal Forced
    /// Aligner and espeak's `--ipa` write it.
    Ipa,
    /// X-SAMPA: IPA in ASCII (John Wells, *Computer-coding the IPA*, 1995).
    XSampa,
    /// Mnemonics of espeak-ng, which follow Kirshenbaum's ASCII-IPA (Evan Kirshenbaum, *Representing IPA
    /// phonetics in ASCII*, 1993).
    Espeak,
}

/// Longest label that is read, in bytes.
const MAX_LABEL_BYTES: usize = 64;

impl Notation {
    /// All notations, in the order in which [`detect`](Self::detect) prefers them.
    pub const ALL: [Self; 5] = [Self::Arpabet, Self::Timit, Self::Ipa, Self::XSampa, Self::Espeak];

    /// Speech sound of a label. Labels of pauses and noises (`sil`, `sp`, `spn`, `pau`, `h#`, `<p:>`, `_`,
    /// empty …) are silence in every notation. None where the notation has no such label.
    #[must_use]
    pub fn parse(self, label: &str) -> Option<SpeechSound> {
        let label = label.trim();
        if is_pause(label) {
            return Some(SpeechSound::SILENCE);
        }
        if label.len() > MAX_LABEL_BYTES {
            return None;
        }
        match self {
            Self::Arpabet => arpabet::parse(label),
            Self::Timit => timit::parse(label),
            Self::Ipa => ipa::parse(label),
            Self::XSampa => x_sampa::parse(label),
            Self::Espeak => espeak::parse(label),
        }
    }

    /// Notation that reads most of the labels; the first of [`ALL`](Self::ALL) where several read as many.
    #[must_use]
    pub fn detect<'a>(labels: impl IntoIterator<Item = &'a str>) -> Self {
        let mut counts = [0_usize; Self::ALL.len()];
        for label in labels {
            for (count, notation) in counts.iter_mut().zip(Self::ALL) {
                *count += usize::from(notation.parse(label).is_some());
            }
        }
        let most = counts.into_iter().max().unwrap_or_default();
        let first = counts.iter().position(|count| *count == most).unwrap_or_default();
        Self::ALL[first]
    }
}

/// Label of a pause or noise, as aligners write them.
fn is_pause(label: &str) -> bool {
    const PAUSES: &[&str] = &[
        "", "sil", "sp", "spn", "ssil", "pau", "h#", "epi", "_", "_:", "#", "##", "nsn", "br", "brth",
        "silence", "noise", "pause", "<eps>", "<s>", "</s>",
    ];
    PAUSES.iter().any(|pause| pause.eq_ignore_ascii_case(label))
        || label.len() > 1 && label.starts_with(['<', '{', '[']) && label.ends_with(['>', '}', ']'])
}

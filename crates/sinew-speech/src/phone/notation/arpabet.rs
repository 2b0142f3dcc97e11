//! ARPABET with the stress digits of CMUdict (Carnegie Mellon University, *The CMU Pronouncing Dictionary*).

use crate::phone::sound_unit::{SpeechSound, Stress};

/// Labels and their sounds in IPA letters; two letters with a space between them are a diphthong.
const LABELS: &[(&str, &str)] = &[
    ("AA", "ɑ"),
    ("AE", "æ"),
    ("AH", "ʌ"),
    ("AO", "ɔ"),
    ("AW", "a ʊ"),
    ("AX", "ə"),
    ("AXR", "ɚ"),
    ("AY", "a ɪ"),
    ("B", "b"),
    ("CH", "tʃ"),
    ("D", "d"),
    ("DH", "ð"),
    ("DX", "ɾ"),
    ("EH", "ɛ"),
    ("EL", "ɫ"),
    ("EM", "m"),
    ("EN", "n"),
    ("ER", "ɝ"),
    ("EY", "e ɪ"),
    ("F", "f"),
    ("G", "ɡ"),
    ("HH", "h"),
    ("H", "h"),
    ("IH", "ɪ"),
    ("IX", "ɨ"),
    ("IY", "i"),
    ("JH", "dʒ"),
    ("K", "k"),
    ("L", "l"),
    ("M", "m"),
    ("N", "n"),
    ("NG", "ŋ"),
    ("NX", "ɾ"),
    ("OW", "o ʊ"),
    ("OY", "ɔ ɪ"),
    ("P", "p"),
    ("Q", "ʔ"),
    ("R", "ɹ"),
    ("S", "s"),
    ("SH", "ʃ"),
    ("T", "t"),
    ("TH", "θ"),
    ("UH", "ʊ"),
    ("UW", "u"),
    ("UX", "ʉ"),
    ("V", "v"),
    ("W", "w"),
    ("WH", "ʍ"),
    ("Y", "j"),
    ("Z", "z"),
    ("ZH", "ʒ"),
];

pub(super) fn parse(label: &str) -> Option<SpeechSound> {
    // Dictionaries number the pronunciations of a word, recognizers their variants: "AH0_B" marks the place
    // in the word.
    let label = label.split_once('_').map_or(label, |(phone, _)| phone);
    let name = label.trim_end_matches(|c: char| c.is_ascii_digit());
    let stress = match &label[name.len()..] {
        "" => Stress::Unmarked,
        "0" => Stress::None,
        "1" => Stress::Primary,
        "2" => Stress::Secondary,
        _ => return None,
    };
    let (name, sounds) = LABELS.iter().find(|(label, _)| label.eq_ignore_ascii_case(name))?;
    let sound = super::ipa::letters(sounds)?;
    // The unstressed AH is the reduced vowel.
    let sound = if *name == "AH" && stress == Stress::None { super::ipa::letters("ə")? } else { sound };
    if stress != Stress::Unmarked && !sound.phone.is_vowel() {
        return None;
    }
    Some(sound.with_stress(stress))
}

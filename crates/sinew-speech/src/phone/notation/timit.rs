//! The 61 phones of TIMIT (Garofolo and others, *DARPA TIMIT Acoustic-Phonetic Continuous Speech Corpus*,
//! 1993).

use super::arpabet;
use crate::phone::sound_unit::SpeechSound;

/// Labels that ARPABET has not, and their sounds. Closures are their stops, whose lips are where the
/// closure's are.
const LABELS: &[(&str, &str)] = &[
    ("bcl", "b"),
    ("dcl", "d"),
    ("gcl", "ɡ"),
    ("pcl", "p"),
    ("tcl", "t"),
    ("kcl", "k"),
    ("ax-h", "ə"),
    ("eng", "ŋ"),
    ("hv", "ɦ"),
];

pub(super) fn parse(label: &str) -> Option<SpeechSound> {
    if label.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    match LABELS.iter().find(|(name, _)| name.eq_ignore_ascii_case(label)) {
        Some((_, letters)) => super::ipa::letters(letters),
        None => arpabet::parse(label),
    }
}

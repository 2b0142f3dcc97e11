//! Tests of the phone notations.

use super::Notation;
use crate::phone::{SpeechSound, Stress};
use test_needs::cases;

fn ipa(sound: Option<SpeechSound>) -> String {
    sound.map_or("?".into(), |s| s.targets().map(|(phone, _)| phone.ipa()).collect::<Vec<_>>().join(" "))
}

#[test]
fn all_arpabet_labels_with_stress() {
    let labels = "AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW \
        V W Y Z ZH";
    assert_eq!(labels.split(' ').count(), 39);
    for label in labels.split(' ') {
        let sound = Notation::Arpabet.parse(label).unwrap_or_else(|| panic!("{label}"));
        assert_eq!(Notation::Arpabet.parse(&label.to_lowercase()), Some(sound));
        let stressed = Notation::Arpabet.parse(&format!("{label}1"));
        assert_eq!(stressed.is_some(), sound.phone.is_vowel(), "{label}");
        assert!(stressed.is_none_or(|s| s.stress == Stress::Primary));
    }
    assert_eq!(ipa(Notation::Arpabet.parse("AH0")), "ə");
    assert_eq!(ipa(Notation::Arpabet.parse("AH1")), "ʌ");
    assert_eq!(ipa(Notation::Arpabet.parse("OW2")), "o ʊ");
    assert!(["AB", "A", "AH9", "ʃ", "AH12"].iter().all(|label| Notation::Arpabet.parse(label).is_none()));
}

#[test]
fn all_61_labels_of_timit() {
    let labels = "aa ae ah ao aw ax ax-h axr ay b bcl ch d dcl dh dx eh el em en eng epi er ey f g gcl h# hh \
        hv ih ix iy \
        jh k kcl l m n ng nx ow oy p pau pcl q r s sh t tcl th uh uw ux v w y z zh";
    let labels: Vec<&str> = labels.split_whitespace().collect();
    assert_eq!(labels.len(), 61);
    for label in &labels {
        let sound = Notation::Timit.parse(label).unwrap_or_else(|| panic!("{label}"));
        assert_eq!(sound.is_silence(), ["epi", "h#", "pau"].contains(label));
    }
    assert_eq!(ipa(Notation::Timit.parse("pcl")), "p");
    assert_eq!(Notation::detect(labels), Notation::Timit);
}

#[test]
fn ipa_with_marks() {
    let cases = [
        ("ˈaɪ", "a ɪ"),
        ("aj", "a ɪ"),
        ("əw", "ə ʊ"),
        ("t͡ʃ", "tʃ"),
        ("dʒ", "dʒ"),
        ("pʰ", "p"),
        ("mʲ", "m"),
        ("t̪", "t"),
        ("ɑː", "ɑ"),
        ("ã", "a"),
        ("ɝ", "ɝ"),
        ("ə˞", "ɚ"),
        ("g", "ɡ"),
        ("n̩", "n"),
        ("β̞", "β"),
        ("ç", "ç"),
        ("tʲ", "t"),
        ("ɐ̯", "ɐ"),
        ("1", "?"),
        ("ʃa", "?"),
        ("abc", "?"),
    ];
    for (label, expected) in cases {
        assert_eq!(ipa(Notation::Ipa.parse(label)), expected, "{label}");
    }
    assert_eq!(Notation::Ipa.parse("ˌa").map(|s| s.stress), Some(Stress::Secondary));
}

#[test]
fn every_letter_of_the_table_is_ipa() {
    for phone in crate::phone::Phone::all() {
        assert_eq!(Notation::Ipa.parse(phone.ipa()), Some(SpeechSound::new(phone)), "{}", phone.ipa());
    }
}

#[test]
fn x_sampa_and_espeak() {
    let x_sampa = [
        ("tS", "tʃ"),
        ("dZ", "dʒ"),
        ("@U", "ə ʊ"),
        ("A:", "ɑ"),
        ("{", "æ"),
        ("\"eI", "e ɪ"),
        ("r\\", "ɹ"),
        ("p_h", "p"),
        ("9", "œ"),
    ];
    for (label, expected) in x_sampa {
        assert_eq!(ipa(Notation::XSampa.parse(label)), expected, "{label}");
    }
    let espeak = [
        ("tS", "tʃ"),
        ("aI", "a ɪ"),
        ("oU", "o ʊ"),
        ("'3:", "ɜ"),
        ("I2", "ɪ"),
        ("0", "ɒ"),
        ("a#", "ɐ"),
        ("A:", "ɑ"),
        ("n^", "ɲ"),
    ];
    for (label, expected) in espeak {
        assert_eq!(ipa(Notation::Espeak.parse(label)), expected, "{label}");
    }
}

#[test]
fn pauses_are_silence_everywhere() {
    for label in ["", " sil ", "SP", "<p:>", "h#", "{NS}", "_"] {
        assert!(Notation::ALL.iter().all(|n| n.parse(label) == Some(SpeechSound::SILENCE)), "{label}");
    }
}

#[test]
fn notations_are_distinguished() {
    assert_eq!(Notation::detect(["HH", "AH0", "L", "OW1"]), Notation::Arpabet);
    assert_eq!(Notation::detect(["h", "ə", "l", "əʊ"]), Notation::Ipa);
    assert_eq!(Notation::detect(["h", "@", "l", "@U", "{"]), Notation::XSampa);
    assert_eq!(Notation::detect([]), Notation::Arpabet);
}

#[test]
fn arbitrary_labels_never_panic() {
    let alphabet: Vec<char> = "aAəʃ_\\`:\"%'@#~01́ːˈ͡{<é😀".chars().collect();
    for mut random in cases(20_000) {
        let mut label = String::new();
        for _ in 0..random.usize(..16) {
            label.push(alphabet[random.usize(..alphabet.len())]);
        }
        for notation in Notation::ALL {
            let _ = notation.parse(&label);
        }
    }
}

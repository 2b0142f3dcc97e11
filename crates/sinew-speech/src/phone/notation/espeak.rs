//! Phoneme mnemonics of espeak-ng (*docs/phonemes.md* of espeak-ng/espeak-ng), which follow Kirshenbaum's
//! ASCII-IPA.

use crate::phone::sound_unit::SpeechSound;

/// Mnemonics that differ from their IPA letters. Longer ones first where one begins another.
const SYMBOLS: &[(&str, &str)] = &[
    ("aI@", "aɪ"),
    ("aU@", "aʊ"),
    ("O@", "ɔ"),
    ("o@", "ɔ"),
    ("A@", "ɑ"),
    ("i@", "ɪə"),
    ("e@", "ɛə"),
    ("U@", "ʊə"),
    ("I2", "ɪ"),
    ("I#", "ɨ"),
    ("a#", "ɐ"),
    ("@L", "ɫ"),
    ("@2", "ə"),
    ("@5", "ə"),
    ("3:", "ɜ"),
    ("r-", "ɹ"),
    ("l#", "ɫ"),
    ("t#", "ɾ"),
    ("z#", "z"),
    ("n-", "n"),
    ("m-", "m"),
    ("l^", "ʎ"),
    ("n^", "ɲ"),
    ("s;", "ɕ"),
    ("z;", "ʑ"),
    ("t.", "ʈ"),
    ("d.", "ɖ"),
    ("n.", "ɳ"),
    ("l.", "ɭ"),
    ("s.", "ʂ"),
    ("z.", "ʐ"),
    ("r.", "ɻ"),
    ("Q\"", "ʁ"),
    ("X", "χ"),
    ("A", "ɑ"),
    ("B", "β"),
    ("C", "ç"),
    ("D", "ð"),
    ("E", "ɛ"),
    ("I", "ɪ"),
    ("L", "ɫ"),
    ("N", "ŋ"),
    ("O", "ɔ"),
    ("0", "ɒ"),
    ("Q", "ɣ"),
    ("R", "ɹ"),
    ("S", "ʃ"),
    ("T", "θ"),
    ("U", "ʊ"),
    ("V", "ʌ"),
    ("W", "œ"),
    ("Y", "ø"),
    ("Z", "ʒ"),
    ("@", "ə"),
    ("3", "ɚ"),
    ("8", "ɵ"),
    ("&", "æ"),
    ("*", "ɾ"),
    ("?", "ʔ"),
    ("r", "ɹ"),
];

pub(super) fn parse(label: &str) -> Option<SpeechSound> {
    let mut rest = label;
    let mut ipa = String::new();
    while let Some(c) = rest.chars().next() {
        if let Some((symbol, letters)) = SYMBOLS.iter().find(|(symbol, _)| rest.starts_with(symbol)) {
            ipa.push_str(letters);
            rest = &rest[symbol.len()..];
            continue;
        }
        rest = &rest[c.len_utf8()..];
        match c {
            '\'' => ipa.push('ˈ'),
            ',' => ipa.push('ˌ'),
            ':' | ';' | '~' | '%' | '=' | '-' | '|' | '"' | '#' => {}
            'a'..='z' => ipa.push(c),
            _ => return None,
        }
    }
    super::ipa::parse(&ipa)
}

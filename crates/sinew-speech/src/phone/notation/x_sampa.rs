//! X-SAMPA (John Wells, *Computer-coding the IPA: a proposed extension of SAMPA*, 1995).

use crate::phone::sound_unit::SpeechSound;

/// Symbols that differ from their IPA letter. Longer ones first where one begins another.
const SYMBOLS: &[(&str, &str)] = &[
    ("r\\`", "ɻ"),
    ("x\\", "ɧ"),
    ("s\\", "ɕ"),
    ("z\\", "ʑ"),
    ("r\\", "ɹ"),
    ("j\\", "ʝ"),
    ("h\\", "ɦ"),
    ("X\\", "ħ"),
    ("?\\", "ʕ"),
    ("B\\", "ʙ"),
    ("R\\", "ʀ"),
    ("L\\", "ʟ"),
    ("N\\", "ɴ"),
    ("G\\", "ɢ"),
    ("J\\", "ɟ"),
    ("K\\", "ɮ"),
    ("M\\", "ɰ"),
    ("p\\", "ɸ"),
    ("v\\", "ʋ"),
    ("P", "ʋ"),
    ("l\\", "ɺ"),
    ("@\\", "ɘ"),
    ("3\\", "ɞ"),
    ("I\\", "ᵻ"),
    ("U\\", "ᵿ"),
    ("@`", "ɚ"),
    ("3`", "ɝ"),
    ("t`", "ʈ"),
    ("d`", "ɖ"),
    ("n`", "ɳ"),
    ("l`", "ɭ"),
    ("s`", "ʂ"),
    ("z`", "ʐ"),
    ("r`", "ɽ"),
    ("A", "ɑ"),
    ("B", "β"),
    ("C", "ç"),
    ("D", "ð"),
    ("E", "ɛ"),
    ("F", "ɱ"),
    ("G", "ɣ"),
    ("H", "ɥ"),
    ("I", "ɪ"),
    ("J", "ɲ"),
    ("K", "ɬ"),
    ("L", "ʎ"),
    ("M", "ɯ"),
    ("N", "ŋ"),
    ("O", "ɔ"),
    ("Q", "ɒ"),
    ("R", "ʁ"),
    ("S", "ʃ"),
    ("T", "θ"),
    ("U", "ʊ"),
    ("V", "ʌ"),
    ("W", "ʍ"),
    ("X", "χ"),
    ("Y", "ʏ"),
    ("Z", "ʒ"),
    ("@", "ə"),
    ("{", "æ"),
    ("}", "ʉ"),
    ("1", "ɨ"),
    ("2", "ø"),
    ("3", "ɜ"),
    ("4", "ɾ"),
    ("5", "ɫ"),
    ("6", "ɐ"),
    ("7", "ɤ"),
    ("8", "ɵ"),
    ("9", "œ"),
    ("&", "ɶ"),
    ("?", "ʔ"),
];

pub(super) fn parse(label: &str) -> Option<SpeechSound> {
    let mut rest = label;
    let mut ipa = String::new();
    while let Some(c) = rest.chars().next() {
        if let Some((symbol, letter)) = SYMBOLS.iter().find(|(symbol, _)| rest.starts_with(symbol)) {
            ipa.push_str(letter);
            rest = &rest[symbol.len()..];
            continue;
        }
        rest = &rest[c.len_utf8()..];
        match c {
            '"' => ipa.push('ˈ'),
            '%' => ipa.push('ˌ'),
            // A diacritic: an underscore and one symbol.
            '_' => rest = rest.get(rest.chars().next().map_or(0, char::len_utf8)..).unwrap_or_default(),
            ':' | '~' | '=' | '\'' | '-' => {}
            'a'..='z' => ipa.push(c),
            _ => return None,
        }
    }
    super::ipa::parse(&ipa)
}

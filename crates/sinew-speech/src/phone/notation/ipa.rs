//! International Phonetic Alphabet (International Phonetic Association, *Handbook*, 1999).

use crate::phone::phone::Phone;
use crate::phone::sound_unit::{SpeechSound, Stress};

/// Other spellings of letters in the table.
const SPELLINGS: &[(&str, &str)] = &[
    ("g", "ɡ"),
    ("ʧ", "tʃ"),
    ("ʤ", "dʒ"),
    ("ʦ", "ts"),
    ("ʣ", "dz"),
    ("ʨ", "tɕ"),
    ("ʥ", "dʑ"),
    ("ɺ", "ɾ"),
    ("ᵻ", "ɨ"),
    ("ᵿ", "ʊ"),
    ("ɩ", "ɪ"),
    ("ɷ", "ʊ"),
    ("ɧ", "ʃ"),
    ("ʜ", "ħ"),
    ("ʢ", "ʕ"),
    ("ɓ", "b"),
    ("ɗ", "d"),
    ("ɠ", "ɡ"),
    ("ʄ", "ɟ"),
    ("ʛ", "ɢ"),
    ("ⱱ", "ʋ"),
];

/// Sound of letters in the table: one, or two with a space between them.
pub(super) fn letters(letters: &str) -> Option<SpeechSound> {
    match letters.split_once(' ') {
        None => Phone::from_letter(letters).map(SpeechSound::new),
        Some((first, second)) => {
            Some(SpeechSound::diphthong(Phone::from_letter(first)?, Phone::from_letter(second)?))
        }
    }
}

/// The first letter of a text and what follows it. Two letters that are one phone go before one.
fn first_letter(text: &str) -> Option<(Phone, &str)> {
    let ends: Vec<usize> = text.char_indices().map(|(at, c)| at + c.len_utf8()).take(2).collect();
    ends.into_iter().rev().find_map(|end| {
        let letter = &text[..end];
        let spelling =
            SPELLINGS.iter().find(|(other, _)| *other == letter).map_or(letter, |(_, spelling)| spelling);
        Phone::from_letter(spelling).map(|phone| (phone, &text[end..]))
    })
}

/// Marks that change no visible articulator: length, tone, tie bars, aspiration, syllable marks and combining
/// diacritics.
fn is_mark(c: char) -> bool {
    const STRESS: [char; 2] = ['ˈ', 'ˌ'];
    let is_modifier = matches!(c,
        '\u{2B0}'..='\u{36F}' | '\u{1D2C}'..='\u{1D6A}' | '\u{1DC4}'..='\u{1DFF}' | '\u{2070}'..='\u{209C}');
    (is_modifier && !STRESS.contains(&c)) || matches!(c, '.' | ':' | '|' | '‿' | '0'..='9')
}

/// Letter of a nasal vowel that is one character with its tilde.
const fn without_tilde(c: char) -> char {
    match c {
        'ã' => 'a',
        'ẽ' => 'e',
        'ĩ' => 'i',
        'õ' => 'o',
        'ũ' => 'u',
        'ỹ' => 'y',
        _ => c,
    }
}

pub(super) fn parse(label: &str) -> Option<SpeechSound> {
    let stress = if label.contains(['ˈ', '\'']) {
        Stress::Primary
    } else if label.contains('ˌ') {
        Stress::Secondary
    } else {
        Stress::Unmarked
    };
    let label = label.replace("c\u{327}", "ç");
    let is_rhotic = label.contains('\u{2DE}');
    let letters = label.chars().filter(|c| !is_mark(*c) && !matches!(c, 'ˈ' | 'ˌ' | '\''));
    let plain: String = letters.map(without_tilde).collect();
    let (mut first, mut rest) = first_letter(&plain)?;
    if is_rhotic && first.is_vowel() && rest.is_empty() {
        let name = if first.ipa() == "ə" { "ɚ" } else { "ɝ" };
        first = Phone::from_letter(name)?;
    }
    let mut sound = SpeechSound::new(first);
    if !rest.is_empty() {
        let (second, after) = first_letter(rest)?;
        rest = after;
        let glide = match second.ipa() {
            "j" => Phone::from_letter("ɪ")?,
            "w" => Phone::from_letter("ʊ")?,
            _ => second,
        };
        // Two letters are one label where they are a diphthong, a consonant with its own release (t and d
        // with l, n), or one letter twice.
        sound = match (first.is_vowel(), glide.is_vowel()) {
            (true, true) if first == second => sound,
            (true, true) => SpeechSound::diphthong(first, glide),
            _ if first == second => sound,
            (false, false) => SpeechSound::diphthong(first, second),
            _ => return None,
        };
    }
    rest.is_empty().then(|| sound.with_stress(stress))
}

//! Characters that are read as words, and letters of other alphabets.

/// Words of a symbol; empty for none.
pub(super) fn words_of(symbol: char) -> &'static str {
    match symbol {
        '&' => "and",
        '@' => "at",
        '%' => "percent",
        '+' => "plus",
        '=' => "equals",
        '#' => "number",
        '\u{b0}' => "degrees",
        '\u{a7}' => "section",
        '\u{d7}' => "times",
        '\u{f7}' => "divided by",
        '\u{bd}' => "one half",
        '\u{bc}' => "one quarter",
        '\u{be}' => "three quarters",
        '\u{a9}' => "copyright",
        '\u{2122}' => "trademark",
        _ => "",
    }
}

/// Names of a currency: one, several, hundredths.
pub(super) fn currency(symbol: char) -> Option<[&'static str; 3]> {
    Some(match symbol {
        '$' => ["dollar", "dollars", "cents"],
        '\u{a3}' => ["pound", "pounds", "pence"],
        '\u{20ac}' => ["euro", "euros", "cents"],
        '\u{a5}' => ["yen", "yen", "sen"],
        '\u{20b9}' => ["rupee", "rupees", "paise"],
        _ => return None,
    })
}

/// The text with letters from a to z: accents dropped, other alphabets transliterated, apostrophes straight. Without the
/// feature `transliterate` other letters are left out.
pub(crate) fn folded(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\u{2018}' | '\u{2019}' | '\u{2bc}' | '\u{60}' | '\u{b4}' => plain.push('\''),
            _ if character.is_ascii() || !words_of(character).is_empty() || currency(character).is_some() => {
                plain.push(character);
            }
            #[cfg(feature = "transliterate")]
            _ if character.is_alphanumeric() => {
                plain.push_str(deunicode::deunicode_char(character).unwrap_or_default().trim());
            }
            _ => {}
        }
    }
    plain
}

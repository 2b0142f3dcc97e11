//! Comparison of file names. Windows and macOS ignore letter case, and macOS stores accents as characters of
//! their own (NFD), which other systems write as one character (NFC).

use unicode_normalization::UnicodeNormalization;

/// Form of a file name that is the same for names that differ in letter case and Unicode normalization alone.
pub(super) fn folded(name: &str) -> String {
    name.nfc().flat_map(char::to_lowercase).nfc().collect()
}

/// Whether two file names differ in letter case and Unicode normalization at most.
pub(super) fn alike(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b) || !(a.is_ascii() && b.is_ascii()) && folded(a) == folded(b)
}

#[cfg(test)]
mod tests {
    use super::{alike, folded};

    #[test]
    fn letter_case_and_normalization_are_ignored() {
        for (a, b) in [
            ("Skin.PNG", "skin.png"),
            ("k\u{f6}rper.bin", "ko\u{308}rper.bin"),
            ("K\u{d6}RPER.bin", "ko\u{308}rper.BIN"),
            ("\u{304c}.png", "\u{304b}\u{3099}.png"),
            ("\u{ac00}.png", "\u{1100}\u{1161}.png"),
        ] {
            assert!(alike(a, b) && alike(b, a) && folded(a) == folded(b), "{a} {b}");
        }
        for (a, b) in [("k\u{f6}rper", "korper"), ("a", "b"), ("a", "a "), ("\u{e9}", "\u{e8}")] {
            assert!(!alike(a, b), "{a} {b}");
        }
    }
}

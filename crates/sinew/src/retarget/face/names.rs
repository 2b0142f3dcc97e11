//! Canonical names of expressions and morph targets across VRM, ARKit and Oculus.

use crate::face::normalized;

/// Synonyms and the VRM name that each stands for, lower case without separators.
const SYNONYMS: [(&str, &str); 15] = [
    ("visemeaa", "aa"),
    ("visemei", "ih"),
    ("visemeu", "ou"),
    ("visemee", "ee"),
    ("visemeo", "oh"),
    ("eyeblinkleft", "blinkleft"),
    ("eyeblinkright", "blinkright"),
    ("blinkl", "blinkleft"),
    ("blinkr", "blinkright"),
    ("eyeblinkl", "blinkleft"),
    ("eyeblinkr", "blinkright"),
    ("joy", "happy"),
    ("sorrow", "sad"),
    ("fun", "relaxed"),
    ("eyesclosed", "blink"),
];

/// Canonical spelling of a name: [`normalized`], with synonyms replaced.
pub(crate) fn canonical(name: &str) -> String {
    let plain = normalized(name);
    let synonym = SYNONYMS.iter().find(|(other, _)| *other == plain);
    synonym.map_or(plain, |(_, own)| (*own).to_owned())
}

/// Two-sided expression of which a canonical name is the left or right half.
pub(crate) fn whole_of(canonical: &str) -> Option<&'static str> {
    matches!(canonical, "blinkleft" | "blinkright").then_some("blink")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_name_are_one() {
        for (a, b) in [
            ("eyeBlinkLeft", "blinkLeft"),
            ("EyeBlink_L", "blinkLeft"),
            ("viseme_aa", "aa"),
            ("viseme_E", "ee"),
            ("blendShape1.JawOpen", "jawOpen"),
            ("mouthSmile_R", "MouthSmileRight"),
            ("Joy", "happy"),
        ] {
            assert_eq!(canonical(a), canonical(b), "{a} {b}");
        }
        for (a, b) in [("mouthLeft", "mouthRight"), ("aa", "ah"), ("browL", "brow_R"), ("", "l")] {
            assert_ne!(canonical(a), canonical(b), "{a} {b}");
        }
        assert_eq!(whole_of(&canonical("EyeBlink_R")), Some("blink"));
    }
}

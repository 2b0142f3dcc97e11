//! Canonical names of expressions and morph targets across VRM, ARKit and Oculus.

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

/// Canonical spelling of a name: lower case, without separators and without a node's name before a dot; synonyms replaced.
pub(crate) fn canonical(name: &str) -> String {
    // Some tools put the name of the node in front.
    let own = name.rsplit('.').next().unwrap_or(name);
    let plain: String = own.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let sided = ["_L", "_R"].iter().find(|end| own.ends_with(*end));
    let plain = match (sided, plain.get(..plain.len().saturating_sub(1))) {
        (Some(&"_L"), Some(stem)) => format!("{stem}left"),
        (Some(_), Some(stem)) => format!("{stem}right"),
        _ => plain,
    };
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

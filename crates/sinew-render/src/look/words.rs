//! Words of names.

/// Words of a name in lower case: split at punctuation, digits and changes of letter case.
pub(super) fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut is_upper = true;
    let mut letters = name.chars().peekable();
    while let Some(letter) = letters.next() {
        if !letter.is_alphabetic() {
            words.push(String::new());
            is_upper = true;
            continue;
        }
        // A capital begins a word, but for those within a word in capitals.
        let next_is_lower = letters.peek().is_some_and(|next| next.is_lowercase());
        if letter.is_uppercase() && (!is_upper || next_is_lower) {
            words.push(String::new());
        }
        is_upper = letter.is_uppercase();
        if let Some(word) = words.last_mut() {
            word.extend(letter.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn names_are_split_into_words() {
        for (name, expected) in [
            ("Wolf3D_Skin", "wolf d skin"),
            ("Std_Eye_R", "std eye r"),
            ("N00_000_00_Face_00_SKIN", "n face skin"),
            ("bodySkinMat", "body skin mat"),
            ("EYEBall.001", "eye ball"),
            ("", ""),
        ] {
            assert_eq!(words(name).join(" "), expected);
        }
    }
}

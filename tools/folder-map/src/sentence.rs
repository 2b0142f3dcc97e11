/// First sentence of a paragraph of documentation, without the targets of links; none without words.
#[must_use]
pub fn first_sentence(paragraph: &str) -> Option<String> {
    let text = without_links(paragraph);
    let mut depth = 0;
    let mut in_code = false;
    let mut end = text.len();
    for (at, letter) in text.char_indices() {
        match letter {
            '`' => in_code = !in_code,
            _ if in_code => {}
            '(' => depth += 1,
            ')' => depth -= 1,
            '.' | '!' | '?' if depth <= 0 && ends_sentence(&text, at) => {
                end = at + 1;
                break;
            }
            _ => {}
        }
    }
    let sentence = text[..end].trim();
    (!sentence.is_empty()).then(|| sentence.to_owned())
}

/// Whether the mark at a byte ends a sentence: a new one begins behind it, and the word before is no initial.
fn ends_sentence(text: &str, at: usize) -> bool {
    let word = text[..at].rsplit([' ', '(']).next().unwrap_or_default();
    let mut next = text[at + 1..].chars();
    let is_apart = next.next().is_none_or(char::is_whitespace);
    let begins = next.next().is_none_or(|letter| !letter.is_lowercase());
    is_apart && (begins || word.ends_with(')')) && word.chars().count() > 1
}

/// Text with `[words](target)` and `[words]` as their words, but in code.
fn without_links(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(start) = rest.find('[') {
        let Some(length) = rest[start..].find(']') else { break };
        plain += &rest[..start];
        if plain.matches('`').count() % 2 == 1 {
            plain.push('[');
            rest = &rest[start + 1..];
            continue;
        }
        plain += &rest[start + 1..start + length];
        rest = &rest[start + length + 1..];
        if rest.starts_with('(')
            && let Some(end) = rest.find(')')
        {
            rest = &rest[end + 1..];
        }
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::first_sentence;

    #[test]
    fn a_sentence_ends_where_the_next_begins() {
        for (paragraph, sentence) in [
            ("Poses. Blending them.", "Poses."),
            ("Hair: `.hair` (C. Yuksel. 2009). More.", "Hair: `.hair` (C. Yuksel. 2009)."),
            (
                "Import of .x files by J. Doe, e.g. humans. `fill` writes.",
                "Import of .x files by J. Doe, e.g. humans.",
            ),
            ("glTF 2.0 files", "glTF 2.0 files"),
            (
                "Lines for [`Scene::lines`](crate::Scene::lines) and [`state`]s.",
                "Lines for `Scene::lines` and `state`s.",
            ),
            ("Parts (J. Doe, *Parts*). they are", "Parts (J. Doe, *Parts*)."),
            (
                "Called as `bin [SEED [CASES]]`: damaged files.",
                "Called as `bin [SEED [CASES]]`: damaged files.",
            ),
            ("The code `a. B` stays. Next.", "The code `a. B` stays."),
        ] {
            assert_eq!(first_sentence(paragraph).as_deref(), Some(sentence));
        }
        assert_eq!(first_sentence(" "), None);
    }
}

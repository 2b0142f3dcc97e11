//! Tokens of RON, found without parsing: they are also found in texts with syntax errors.

/// Whether a text has nothing but blanks and complete comments.
pub(super) fn is_empty(text: &str) -> bool {
    let mut words = Tokens::from(text, 0);
    // A comment without an end is an error of its own.
    words.next().is_none() && !words.is_open
}

/// Whether a token is a string.
pub(super) fn is_string(word: &str) -> bool {
    word.starts_with('"') || hashes(word).is_some()
}

/// Content of a string token; other tokens as they are.
pub(super) fn unquoted(word: &str) -> &str {
    let inner = match hashes(word) {
        Some(hashes) => word[1 + hashes..].trim_end_matches('#'),
        None => word,
    };
    let inner = inner.strip_prefix('"').unwrap_or(inner);
    inner.strip_suffix('"').unwrap_or(inner)
}

/// Iterator over tokens (words, strings, characters, brackets, commas, colons) and their byte offsets,
/// without comments.
pub(super) struct Tokens<'a> {
    text: &'a str,
    at: usize,
    /// Whether the last comment has no end.
    is_open: bool,
}

impl<'a> Tokens<'a> {
    /// Tokens from a byte offset of `text` on.
    pub(super) fn from(text: &'a str, at: usize) -> Self {
        Self { text, at, is_open: false }
    }

    /// Skips blanks and comments.
    fn skip(&mut self) -> Option<&'a str> {
        loop {
            let rest = self.text.get(self.at..)?;
            let words = rest.trim_start_matches(is_blank);
            let comment = match (words.starts_with("//"), words.starts_with("/*")) {
                (true, _) => words.find('\n').map_or(words.len(), |end| end + 1),
                (_, true) => block_comment(words).unwrap_or_else(|| {
                    self.is_open = true;
                    words.len()
                }),
                _ => 0,
            };
            self.at += rest.len() - words.len() + comment;
            if comment == 0 {
                return Some(words);
            }
        }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.skip()?;
        let long = match rest.chars().next()? {
            '(' | ')' | '[' | ']' | '{' | '}' | ',' | ':' => 1,
            '"' => quoted(rest),
            '\'' => letter(rest).unwrap_or_else(|| plain(rest)),
            _ => hashes(rest).map_or_else(|| plain(rest), |hashes| raw(rest, hashes)),
        };
        let at = self.at;
        self.at += long;
        Some((at, &rest[..long]))
    }
}

/// Whether a character separates tokens: whitespace, byte-order marks, direction marks.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{feff}' | '\u{200e}' | '\u{200f}')
}

/// Length in bytes of the block comment that `rest` begins with, nested ones included; none where it has no
/// end.
fn block_comment(rest: &str) -> Option<usize> {
    let (mut depth, mut at) = (0_usize, 0);
    loop {
        at += rest[at..].find(['/', '*'])?;
        let (marks, step) = match &rest.as_bytes()[at..] {
            [b'/', b'*', ..] => (depth + 1, 2),
            [b'*', b'/', ..] => (depth - 1, 2),
            _ => (depth, 1),
        };
        (depth, at) = (marks, at + step);
        if depth == 0 {
            return Some(at);
        }
    }
}

/// Length in bytes of the word that `rest` begins with.
fn plain(rest: &str) -> usize {
    let ends = |c: char| is_blank(c) || "()[]{},:\"".contains(c);
    let word = &rest[..rest.find(ends).unwrap_or(rest.len())];
    // A single slash belongs to the word: 1/2.
    let comment = |mark: &str| word.find(mark).unwrap_or(word.len());
    comment("//").min(comment("/*"))
}

/// Length in bytes of the string that `rest` begins with.
fn quoted(rest: &str) -> usize {
    let mut escaped = false;
    for (at, letter) in rest.char_indices().skip(1) {
        match letter {
            '"' if !escaped => return at + 1,
            _ => escaped = letter == '\\' && !escaped,
        }
    }
    rest.len()
}

/// Number of hashes of the raw string that `rest` begins with (`r#"…"#`); none for other tokens.
fn hashes(rest: &str) -> Option<usize> {
    let rest = rest.strip_prefix('r')?;
    let text = rest.trim_start_matches('#');
    text.starts_with('"').then_some(rest.len() - text.len())
}

/// Length in bytes of the raw string that `rest` begins with.
fn raw(rest: &str, hashes: usize) -> usize {
    let begins = 2 + hashes;
    let end = format!("\"{}", &rest[1..=hashes]);
    rest[begins..].find(&end).map_or(rest.len(), |at| begins + at + end.len())
}

/// Length in bytes of the character literal that `rest` begins with: '"', '\\'' or '\u{28}'.
fn letter(rest: &str) -> Option<usize> {
    let mut letters = rest.char_indices().skip(1);
    let (_, first) = letters.next()?;
    if first == '\\' {
        letters.next()?;
        // Behind the escape are at most the digits of a code point.
        return letters.take(9).find(|(_, c)| *c == '\'').map(|(at, _)| at + 1);
    }
    letters.next().filter(|(_, c)| *c == '\'').map(|(at, _)| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_those_of_ron() {
        for (text, words) in [
            ("(a /* /* ( */ [ */ b)", &["(", "a", "b", ")"][..]),
            ("a/*/ ( */b//(\nc", &["a", "b", "c"]),
            ("/**/ a /***/ 1/2", &["a", "1/2"]),
            ("name: r#\"a\"(b\"#, x", &["name", ":", "r#\"a\"(b\"#", ",", "x"]),
            ("r\"\\\" r##\"\"#\"## r#type", &["r\"\\\"", "r##\"\"#\"##", "r#type"]),
            ("r###\"(", &["r###\"("]),
            ("'\"', '\\'', '\\u{28}' '(' 'ä'", &["'\"'", ",", "'\\''", ",", "'\\u{28}'", "'('", "'ä'"]),
            ("'arm' ''(", &["'arm'", "''", "("]),
            ("\"\\\"(\" \u{feff}é", &["\"\\\"(\"", "é"]),
        ] {
            let read: Vec<_> = Tokens::from(text, 0).map(|(_, word)| word).collect();
            assert_eq!(read, words, "{text}");
        }
    }

    #[test]
    fn strings_lose_their_quotation_marks() {
        for (word, inner) in
            [("\"a\"", "a"), ("r\"a\"", "a"), ("r#\"a\"#\"#", "a\"#"), ("r#\"", ""), ("\"", ""), ("a", "a")]
        {
            assert_eq!(unquoted(word), inner, "{word}");
            assert_eq!(is_string(word), word != "a", "{word}");
        }
    }

    #[test]
    fn texts_of_comments_are_empty_unless_a_comment_has_no_end() {
        for (text, empty) in
            [("/* a */ // b", true), ("/* /* */", false), ("/*", false), ("/*/", false), ("a", false)]
        {
            assert_eq!(is_empty(text), empty, "{text}");
        }
    }
}

//! The words of a text in RON, as far as they can be told from one another where nothing else can be read.

/// Whether a text has nothing but comments.
pub(super) fn is_empty(text: &str) -> bool {
    let mut words = Words::from(text, 0);
    // Of a comment without an end nobody knows what it was to hide.
    words.next().is_none() && !words.is_open
}

/// Whether a word is a text in quotation marks.
pub(super) fn is_text(word: &str) -> bool {
    word.starts_with('"') || hashes(word).is_some()
}

/// What is in the quotation marks of a word, or the word.
pub(super) fn unquoted(word: &str) -> &str {
    let inner = match hashes(word) {
        Some(hashes) => word[1 + hashes..].trim_end_matches('#'),
        None => word,
    };
    let inner = inner.strip_prefix('"').unwrap_or(inner);
    inner.strip_suffix('"').unwrap_or(inner)
}

/// Words, texts and letters in quotation marks, brackets, commas and colons of a text, without comments, and where they begin.
pub(super) struct Words<'a> {
    text: &'a str,
    at: usize,
    /// Whether the last comment has no end.
    is_open: bool,
}

impl<'a> Words<'a> {
    /// Those from a byte of `text` on.
    pub(super) fn from(text: &'a str, at: usize) -> Self {
        Self { text, at, is_open: false }
    }

    /// Goes beyond what is blank, and beyond comments.
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

impl<'a> Iterator for Words<'a> {
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

/// What is between words, with the marks that some editors begin texts with.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{feff}' | '\u{200e}' | '\u{200f}')
}

/// How many bytes of a comment `rest` begins with, and of those within; none where it has no end.
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

/// How many bytes a word has that is neither a text nor a bracket.
fn plain(rest: &str) -> usize {
    let ends = |c: char| is_blank(c) || "()[]{},:\"".contains(c);
    let word = &rest[..rest.find(ends).unwrap_or(rest.len())];
    // Slashes alone are part of what was meant as a number: 1/2.
    let comment = |mark: &str| word.find(mark).unwrap_or(word.len());
    comment("//").min(comment("/*"))
}

/// How many bytes the text in quotation marks has that `rest` begins with.
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

/// How many hashes are before the quotation mark where `rest` begins with a raw text: r#"…"#.
fn hashes(rest: &str) -> Option<usize> {
    let rest = rest.strip_prefix('r')?;
    let text = rest.trim_start_matches('#');
    text.starts_with('"').then_some(rest.len() - text.len())
}

/// How many bytes the raw text has that `rest` begins with.
fn raw(rest: &str, hashes: usize) -> usize {
    let begins = 2 + hashes;
    let end = format!("\"{}", &rest[1..=hashes]);
    rest[begins..].find(&end).map_or(rest.len(), |at| begins + at + end.len())
}

/// How many bytes the letter in quotation marks has that `rest` begins with: '"', '\\'' or '\u{28}'.
fn letter(rest: &str) -> Option<usize> {
    let mut letters = rest.char_indices().skip(1);
    let (_, first) = letters.next()?;
    if first == '\\' {
        letters.next()?;
        // Behind the backslash and what it stands before are at most the digits of a code point.
        return letters.take(9).find(|(_, c)| *c == '\'').map(|(at, _)| at + 1);
    }
    letters.next().filter(|(_, c)| *c == '\'').map(|(at, _)| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_the_language() {
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
            let read: Vec<_> = Words::from(text, 0).map(|(_, word)| word).collect();
            assert_eq!(read, words, "{text}");
        }
    }

    #[test]
    fn texts_are_told_from_their_marks() {
        for (word, inner) in
            [("\"a\"", "a"), ("r\"a\"", "a"), ("r#\"a\"#\"#", "a\"#"), ("r#\"", ""), ("\"", ""), ("a", "a")]
        {
            assert_eq!(unquoted(word), inner, "{word}");
            assert_eq!(is_text(word), word != "a", "{word}");
        }
    }

    #[test]
    fn comments_alone_are_nothing_and_those_without_end_are_not() {
        for (text, empty) in
            [("/* a */ // b", true), ("/* /* */", false), ("/*", false), ("/*/", false), ("a", false)]
        {
            assert_eq!(is_empty(text), empty, "{text}");
        }
    }
}

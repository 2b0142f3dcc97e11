//! Where in a text something is wrong, by the names of fields: what is open around a place, and the value that stands there.
//! It goes by words and brackets alone, so that it finds its way in texts that nobody can read further.

use super::error::short;
use super::node::MAX_DEPTH;
use super::told_words::{Words, is_text, unquoted};
use ron::error::Position;

/// Open brackets that are kept in mind: more than the reader goes down, whatever a text has.
const MAX_OPEN: usize = 160;

/// Letters of a path that are told; longer ones say less than the line and column before them.
const LONGEST: usize = 400;

/// What is written at a place in a text.
pub(super) struct Written<'a> {
    /// Fields, names and numbers on the way there, such as `parts["tail"].rounds`; empty outside of all, and too deep within.
    pub(super) path: String,
    /// The field, or the name in quotation marks, whose value it is; none in lists and of values without names.
    pub(super) field: Option<&'a str>,
    /// Where its value begins, in bytes.
    from: usize,
    /// The value's first word, text or bracket; empty where there is none.
    value: &'a str,
}

/// A bracket that is open.
struct Open<'a> {
    bracket: char,
    /// The field, or the name in quotation marks, whose value is being read.
    key: Option<&'a str>,
    /// The last word of what may be a key.
    word: &'a str,
    /// How many commas are behind.
    number: usize,
    /// What it says that it is called.
    name: Option<&'a str>,
    /// Where the value begins, in bytes.
    from: usize,
}

impl<'a> Written<'a> {
    /// What stands at `position` of `text`.
    pub(super) fn at(position: Position, text: &'a str) -> Self {
        let end = offset(position, text);
        let (mut open, mut deeper): (Vec<Open<'_>>, usize) = (Vec::new(), 0);
        let mut words = Words::from(text, 0).peekable();
        while let Some((at, word)) = words.next_if(|(at, _)| *at < end) {
            match (deeper, word) {
                (_, "(" | "[" | "{") if open.len() >= MAX_OPEN => deeper += 1,
                (0, _) => take(&mut open, at, word),
                (_, ")" | "]" | "}") => deeper -= 1,
                _ => {}
            }
        }
        let next = words.next();
        // Some errors stand before the colon.
        if let (Some(last), Some((at, ":"))) = (open.last_mut(), next) {
            last.begin(at);
        }
        let from = open.last().map_or(0, |last| last.from);
        let value = Words::from(text, from).next().map_or("", |(_, word)| word);
        let value = if value.starts_with([',', ':', ')', ']', '}']) { "" } else { value };
        Self { path: path(&open), field: open.last().and_then(|last| last.key), from, value }
    }

    /// What was found instead of what was expected.
    pub(super) fn found(&self) -> String {
        match self.value {
            "" => "nothing".to_owned(),
            "[" => "a list".to_owned(),
            "(" => "something in ( )".to_owned(),
            "{" => "names in { }".to_owned(),
            word => short(word).into_owned(),
        }
    }

    /// The number that is written there.
    pub(super) fn number(&self) -> Option<f64> {
        self.value.replace('_', "").parse().ok()
    }

    /// Whether a minus is before the value.
    pub(super) fn is_negative(&self) -> bool {
        self.value.starts_with('-')
    }

    /// Whether the value begins as numbers do.
    pub(super) fn begins_as_number(&self) -> bool {
        self.value.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c))
    }

    /// Whether `position` is within the value's first word.
    pub(super) fn holds(&self, position: Position, text: &str) -> bool {
        let begins = Words::from(text, self.from).next().map_or(self.from, |(at, _)| at);
        (begins..begins + self.value.len()).contains(&offset(position, text))
    }
}

impl Open<'_> {
    /// A value begins behind the colon at `colon`.
    fn begin(&mut self, colon: usize) {
        (self.key, self.from) = (Some(self.word), colon + 1);
    }
}

/// Goes on by a word.
fn take<'a>(open: &mut Vec<Open<'a>>, at: usize, word: &'a str) {
    let first = word.chars().next().unwrap_or_default();
    if matches!(first, '(' | '[' | '{') {
        open.push(Open { bracket: first, key: None, word: "", number: 0, name: None, from: at + 1 });
        return;
    }
    if matches!(first, ')' | ']' | '}') {
        open.pop();
        return;
    }
    let Some(last) = open.last_mut() else { return };
    match first {
        ',' => {
            (last.key, last.word, last.from) = (None, "", at + 1);
            last.number += 1;
        }
        ':' => last.begin(at),
        _ if last.key == Some("name") && is_text(word) => last.name = Some(unquoted(word)),
        _ => last.word = word,
    }
}

/// The way to what is open; none where nobody would follow it.
fn path(open: &[Open<'_>]) -> String {
    let mut path = String::new();
    if open.len() > MAX_DEPTH {
        return path;
    }
    for (n, own) in open.iter().enumerate() {
        match (own.bracket, own.key) {
            ('(', Some(key)) => {
                path += if path.is_empty() { "" } else { "." };
                path += &short(key);
            }
            // Values without names, or what a kind holds.
            ('(', None) => {}
            ('[', _) => {
                let name = open.get(n + 1).and_then(|inner| inner.name).filter(|name| !name.is_empty());
                path += &name.map_or(format!("[{}]", own.number), |name| format!("[\"{}\"]", short(name)));
            }
            (_, Some(key)) => path += &format!("[\"{}\"]", short(unquoted(key))),
            (_, None) => {}
        }
    }
    if path.chars().count() > LONGEST { String::new() } else { path }
}

/// Where a position is, in bytes; the text's end where there is no such line or column.
fn offset(position: Position, text: &str) -> usize {
    let (mut line, mut column) = (1, 1);
    for (at, letter) in text.char_indices() {
        if (line, column) >= (position.line, position.col) {
            return at;
        }
        (line, column) = if letter == '\n' { (line + 1, 1) } else { (line, column + 1) };
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: usize, col: usize, text: &str) -> (String, String) {
        let written = Written::at(Position { line, col }, text);
        (written.path.clone(), written.found())
    }

    #[test]
    fn the_way_to_a_place_is_told() {
        let text = "// a (\n(parts: [A(name: \"a \\\" (\", b: 1), B(c: {\"d\": (1, x)}, e: )])";
        let place = |words: &str| {
            let column = text.lines().nth(1).unwrap().find(words).unwrap() + 1;
            let (path, found) = at(2, column, text);
            format!("{path} {found}")
        };
        assert_eq!(place(" 1), B"), "parts[\"a \\\" (\"].b 1");
        assert_eq!(place(": 1), B"), "parts[\"a \\\" (\"].b 1");
        assert_eq!(place("x)"), "parts[1].c[\"d\"] x");
        assert_eq!(place(" (1, x"), "parts[1].c[\"d\"] something in ( )");
        assert_eq!(place(" )])"), "parts[1].e nothing");
        assert_eq!(at(1, 1, text).0, "");
        assert_eq!(at(9, 9, text).0, "");
    }

    #[test]
    fn ways_that_are_too_long_are_none() {
        let deep = |levels: usize| at(1, 999, &format!("{}x", "(a: ".repeat(levels))).0;
        assert_eq!(deep(MAX_DEPTH).matches('a').count(), MAX_DEPTH);
        assert_eq!(deep(MAX_DEPTH + 1), "");
        // What is behind all of them is found again.
        let text = format!("(b: {}{}, c: x)", "[".repeat(200), "]".repeat(200));
        assert_eq!(at(1, text.len() - 1, &text), ("c".to_owned(), "x".to_owned()));
        let name = "n".repeat(64);
        let named = |levels: usize| at(1, 9999, &format!("{}x", format!("{{\"{name}\": ").repeat(levels))).0;
        assert_eq!(named(5).len(), 5 * 68);
        assert_eq!(named(6), "");
    }

    #[test]
    fn no_place_of_any_text_is_too_much() {
        for text in [
            "",
            "\"",
            "(\"\\",
            "/*",
            "/*/* */",
            "//",
            "(a:",
            ")]}",
            "(ä: é, \u{feff}{\"ö\": [\"",
            "(a: \"x\n\" b",
            "(r",
            "(r#",
            "(r#\"\"",
            "(a: '",
            "(a: '\\",
            "(name: r\"",
            "(name: 'ä', é/",
        ] {
            for line in 0..4 {
                for col in 0..20 {
                    at(line, col, text);
                }
            }
        }
    }
}

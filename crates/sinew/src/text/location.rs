//! Field path of a position in a text. It is found from tokens and brackets alone, so that it works in texts
//! with syntax errors.

use crate::text::abbreviate;
use crate::text::tokens::{Tokens, is_string, unquoted};
use ron::error::Position;

/// Deepest path that is given, in brackets; the deepest nesting of a valid text.
const MAX_DEPTH: usize = 48;

/// Open brackets that are tracked: as many as the reader descends into.
const MAX_OPEN: usize = 160;

/// Longest path that is given, in characters.
const MAX_PATH: usize = 400;

/// Location in a text: its field path and the value there.
pub(super) struct Location<'a> {
    /// Field path such as `parts["tail"].rounds`; empty outside of all fields and beyond [`MAX_DEPTH`].
    pub(super) path: String,
    /// Field or map key of the value; none in lists and for values without names.
    pub(super) field: Option<&'a str>,
    /// Start of the value, in bytes.
    from: usize,
    /// First token of the value; empty where there is none.
    value: &'a str,
}

/// Open bracket.
struct Open<'a> {
    bracket: char,
    /// Field or map key of the current value.
    key: Option<&'a str>,
    /// Last token that may be a key.
    word: &'a str,
    /// Number of commas so far.
    number: usize,
    /// Value of its field `name`.
    name: Option<&'a str>,
    /// Start of the current value, in bytes.
    from: usize,
}

impl<'a> Location<'a> {
    /// Location at `position` of `text`.
    pub(super) fn at(position: Position, text: &'a str) -> Self {
        let end = offset(position, text);
        let (mut open, mut deeper): (Vec<Open<'_>>, usize) = (Vec::new(), 0);
        let mut words = Tokens::from(text, 0).peekable();
        while let Some((at, word)) = words.next_if(|(at, _)| *at < end) {
            match (deeper, word) {
                (_, "(" | "[" | "{") if open.len() >= MAX_OPEN => deeper += 1,
                (0, _) => take(&mut open, at, word),
                (_, ")" | "]" | "}") => deeper -= 1,
                _ => {}
            }
        }
        let next = words.next();
        // Some errors are reported before the colon.
        if let (Some(last), Some((at, ":"))) = (open.last_mut(), next) {
            last.begin(at);
        }
        let from = open.last().map_or(0, |last| last.from);
        let value = Tokens::from(text, from).next().map_or("", |(_, word)| word);
        let value = if value.starts_with([',', ':', ')', ']', '}']) { "" } else { value };
        Self { path: path(&open), field: open.last().and_then(|last| last.key), from, value }
    }

    /// Description of the value for a message.
    pub(super) fn found(&self) -> String {
        match self.value {
            "" => "nothing".to_owned(),
            "[" => "a list".to_owned(),
            "(" => "something in ( )".to_owned(),
            "{" => "names in { }".to_owned(),
            word => abbreviate(word).into_owned(),
        }
    }

    /// The value as a number.
    pub(super) fn number(&self) -> Option<f64> {
        self.value.replace('_', "").parse().ok()
    }

    /// Whether the value has a minus sign.
    pub(super) fn is_negative(&self) -> bool {
        self.value.starts_with('-')
    }

    /// Whether the value begins with a digit, a sign or a point.
    pub(super) fn begins_as_number(&self) -> bool {
        self.value.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c))
    }

    /// Whether `position` is within the first token of the value.
    pub(super) fn contains(&self, position: Position, text: &str) -> bool {
        let begins = Tokens::from(text, self.from).next().map_or(self.from, |(at, _)| at);
        (begins..begins + self.value.len()).contains(&offset(position, text))
    }
}

/// Line and column of the field or key at a path, as error messages name it, or of the first field of a list
/// entry at it; none where the text has none. A path has the name or the number of an entry.
pub(super) fn locate(text: &str, wanted: &str) -> Option<String> {
    let mut open: Vec<Open<'_>> = Vec::new();
    let (mut key, mut inside) = (0, None);
    for (at, word) in Tokens::from(text, 0).take_while(|_| !wanted.is_empty()) {
        take(&mut open, at, word);
        match (word, is_at(&open, wanted)) {
            (":", Some(true)) => return Some(line_and_column(text, key)),
            (":", Some(false)) => inside = inside.or(Some(key)),
            _ => {}
        }
        key = at;
    }
    inside.map(|key| line_and_column(text, key))
}

/// Line and column of a byte.
fn line_and_column(text: &str, at: usize) -> String {
    let before = &text[..at];
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    format!("line {}, column {column}", before.matches('\n').count() + 1)
}

/// Whether the open brackets lead to a path, or with `false` to a field behind it.
fn is_at(open: &[Open<'_>], wanted: &str) -> Option<bool> {
    let mut rest = wanted;
    for (n, level) in open.iter().enumerate() {
        if level.key.is_none() && level.bracket != '[' {
            continue;
        }
        if rest.is_empty() {
            return Some(false);
        }
        let entry = |rest: &str, name: &str| {
            rest.strip_prefix("[\"")?.strip_prefix(&*abbreviate(name))?.strip_prefix("\"]").map(str::len)
        };
        let left = match (level.bracket, level.key) {
            ('[', _) => {
                let by_name = open.get(n + 1).and_then(|inner| entry(rest, inner.name?));
                by_name.or_else(|| rest.strip_prefix(&*format!("[{}]", level.number)).map(str::len))
            }
            ('(', Some(key)) => {
                let rest = if rest.len() < wanted.len() { rest.strip_prefix('.')? } else { rest };
                rest.strip_prefix(&*abbreviate(key)).map(str::len)
            }
            (_, key) => entry(rest, unquoted(key?)),
        };
        rest = &rest[rest.len() - left?..];
    }
    rest.is_empty().then_some(true)
}

impl Open<'_> {
    /// Begins a value behind the colon at `colon`.
    fn begin(&mut self, colon: usize) {
        (self.key, self.from) = (Some(self.word), colon + 1);
    }
}

/// Advances by one token.
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
        _ if last.key == Some("name") && is_string(word) => last.name = Some(unquoted(word)),
        _ => last.word = word,
    }
}

/// Field path of the open brackets; empty beyond [`MAX_DEPTH`] or [`MAX_PATH`].
fn path(open: &[Open<'_>]) -> String {
    let mut path = String::new();
    if open.len() > MAX_DEPTH {
        return path;
    }
    for (n, level) in open.iter().enumerate() {
        match (level.bracket, level.key) {
            ('(', Some(key)) => {
                path += if path.is_empty() { "" } else { "." };
                path += &abbreviate(key);
            }
            // Tuple values and the content of enum variants.
            ('(', None) => {}
            ('[', _) => {
                let name = open.get(n + 1).and_then(|inner| inner.name).filter(|name| !name.is_empty());
                path +=
                    &name.map_or(format!("[{}]", level.number), |name| format!("[\"{}\"]", abbreviate(name)));
            }
            (_, Some(key)) => path += &format!("[\"{}\"]", abbreviate(unquoted(key))),
            (_, None) => {}
        }
    }
    if path.chars().count() > MAX_PATH { String::new() } else { path }
}

/// Byte offset of a position; the end of the text where the line or column does not exist.
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
        let location = Location::at(Position { line, col }, text);
        (location.path.clone(), location.found())
    }

    #[test]
    fn a_location_has_a_field_path() {
        let text = "// a (\n(parts: [A(name: \"a \\\" (\", b: 1), B(c: {\"d\": (1, x)}, e: )])";
        let found_at = |words: &str| {
            let column = text.lines().nth(1).unwrap().find(words).unwrap() + 1;
            let (path, found) = at(2, column, text);
            format!("{path} {found}")
        };
        assert_eq!(found_at(" 1), B"), "parts[\"a \\\" (\"].b 1");
        assert_eq!(found_at(": 1), B"), "parts[\"a \\\" (\"].b 1");
        assert_eq!(found_at("x)"), "parts[1].c[\"d\"] x");
        assert_eq!(found_at(" (1, x"), "parts[1].c[\"d\"] something in ( )");
        assert_eq!(found_at(" )])"), "parts[1].e nothing");
        assert_eq!(at(1, 1, text).0, "");
        assert_eq!(at(9, 9, text).0, "");
    }

    #[test]
    fn paths_that_are_too_long_are_empty() {
        let deep = |levels: usize| at(1, 999, &format!("{}x", "(a: ".repeat(levels))).0;
        assert_eq!(deep(MAX_DEPTH).matches('a').count(), MAX_DEPTH);
        assert_eq!(deep(MAX_DEPTH + 1), "");
        // The path behind deep brackets is found again.
        let text = format!("(b: {}{}, c: x)", "[".repeat(200), "]".repeat(200));
        assert_eq!(at(1, text.len() - 1, &text), ("c".to_owned(), "x".to_owned()));
        let name = "n".repeat(64);
        let named = |levels: usize| at(1, 9999, &format!("{}x", format!("{{\"{name}\": ").repeat(levels))).0;
        assert_eq!(named(5).len(), 5 * 68);
        assert_eq!(named(6), "");
    }

    #[test]
    fn a_field_path_has_a_line_and_a_column() {
        let text = "// a: b\n(a: {\"x.y[0]\": (m: {\"z\": 1},\n n: {\"z\": 2})}, b: [B(), B(name: \"n\",\n    c: 3)])";
        for (path, location) in [
            ("a", Some("line 2, column 2")),
            ("a[\"x.y[0]\"].m[\"z\"]", Some("line 2, column 21")),
            ("a[\"x.y[0]\"].n[\"z\"]", Some("line 3, column 6")),
            ("a[\"x.y[0]\"].o", None),
            ("", None),
            ("b[1].c", Some("line 4, column 5")),
            ("b[\"n\"].c", Some("line 4, column 5")),
            ("b[1]", Some("line 3, column 28")),
            ("b[0]", None),
        ] {
            assert_eq!(locate(text, path).as_deref(), location, "{path}");
        }
    }

    #[test]
    fn no_location_of_any_text_panics() {
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
            assert_eq!(locate(text, "a.b"), None);
        }
    }
}

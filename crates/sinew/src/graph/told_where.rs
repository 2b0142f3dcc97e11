//! Where in a text something is wrong, by the names of fields: what is open around a place, and the value that stands there.
//! It goes by words and brackets alone, so that it finds its way in texts that nobody can read further.

use super::error::short;
use ron::error::Position;

/// What is written at a place in a text.
pub(super) struct Written<'a> {
    /// Fields, names and numbers on the way there, such as `parts["tail"].rounds`; empty outside of all.
    pub(super) path: String,
    /// Where its value begins, in bytes.
    from: usize,
    /// The value's first word, text or bracket; empty where there is none.
    value: &'a str,
}

/// Whether a text has nothing but comments.
pub(super) fn is_empty(text: &str) -> bool {
    Words { text, at: 0 }.next().is_none()
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
        let mut open: Vec<Open<'_>> = Vec::new();
        let mut words = Words { text, at: 0 }.peekable();
        while let Some((at, word)) = words.next_if(|(at, _)| *at < end) {
            take(&mut open, at, word);
        }
        let next = words.next();
        // Some errors stand before the colon.
        if let (Some(last), Some((at, ":"))) = (open.last_mut(), next) {
            last.begin(at);
        }
        let from = open.last().map_or(0, |last| last.from);
        let value = Words { text, at: from }.next().map_or("", |(_, word)| word);
        let value = if value.starts_with([',', ':', ')', ']', '}']) { "" } else { value };
        Self { path: path(&open), from, value }
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

    /// Whether the value begins as numbers do.
    pub(super) fn begins_as_number(&self) -> bool {
        self.value.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c))
    }

    /// Whether `position` is within the value's first word.
    pub(super) fn holds(&self, position: Position, text: &str) -> bool {
        let begins = Words { text, at: self.from }.next().map_or(self.from, |(at, _)| at);
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
        '"' if last.key == Some("name") => last.name = Some(unquoted(word)),
        _ => last.word = word,
    }
}

/// The way to what is open.
fn path(open: &[Open<'_>]) -> String {
    let mut path = String::new();
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
    path
}

fn unquoted(word: &str) -> &str {
    let inner = word.strip_prefix('"').unwrap_or(word);
    inner.strip_suffix('"').unwrap_or(inner)
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

/// Words, texts in quotation marks, brackets, commas and colons from a byte of a text on, without comments, and where they begin.
struct Words<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Iterator for Words<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let rest = loop {
            let rest = self.text.get(self.at..)?;
            let blank =
                rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}').len();
            let rest = &rest[blank..];
            let comment = comment(rest);
            self.at += blank + comment;
            if comment == 0 {
                break rest;
            }
        };
        let first = rest.chars().next()?;
        let long = match first {
            '(' | ')' | '[' | ']' | '{' | '}' | ',' | ':' => 1,
            '"' => quoted(rest),
            _ => {
                let ends = |c: char| c.is_whitespace() || "()[]{},:\"".contains(c);
                rest.find(ends).unwrap_or(rest.len())
            }
        };
        let at = self.at;
        self.at += long;
        Some((at, &rest[..long]))
    }
}

/// How many bytes of a comment `rest` begins with.
fn comment(rest: &str) -> usize {
    let up_to = |end: &str| rest.find(end).map_or(rest.len(), |at| at + end.len());
    match (rest.starts_with("//"), rest.starts_with("/*")) {
        (true, _) => up_to("\n"),
        (_, true) => up_to("*/"),
        _ => 0,
    }
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
    fn no_place_of_any_text_is_too_much() {
        for text in
            ["", "\"", "(\"\\", "/*", "//", "(a:", ")]}", "(ä: é, \u{feff}{\"ö\": [\"", "(a: \"x\n\" b"]
        {
            for line in 0..4 {
                for col in 0..20 {
                    at(line, col, text);
                }
            }
        }
    }
}

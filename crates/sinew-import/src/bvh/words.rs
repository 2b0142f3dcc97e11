use crate::ImportError;
use crate::error::quoted;

/// Splits a text into words at white space and counts lines. Comments, from `#`, `;` or `//` at the beginning
/// of a word to the end of the line, are white space. Invalid UTF-8 is replaced; it may occur in names.
pub(super) struct Words<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
    /// Line of the first number with a comma in place of a point.
    decimal_comma: Option<usize>,
}

impl<'a> Words<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, line: 1, decimal_comma: None }
    }

    /// Location of the last word: its line.
    pub(super) fn location(&self) -> String {
        location(self.line)
    }

    /// Location of the first number with a decimal comma.
    pub(super) fn decimal_comma(&self) -> Option<String> {
        self.decimal_comma.map(location)
    }

    fn skip_space(&mut self) {
        loop {
            match self.bytes.get(self.at..).unwrap_or_default() {
                [b'#' | b';', ..] | [b'/', b'/', ..] => drop(self.take(|byte| byte == b'\n')),
                [byte, ..] if is_space(*byte) => {
                    self.line += usize::from(*byte == b'\n');
                    self.at += 1;
                }
                _ => return,
            }
        }
    }

    fn take(&mut self, ends: impl Fn(u8) -> bool) -> &'a [u8] {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let length = rest.iter().position(|&b| ends(b)).unwrap_or(rest.len());
        self.at += length;
        rest.get(..length).unwrap_or_default()
    }

    /// True behind the last byte: the last word may be cut off.
    pub(super) fn is_at_end(&self) -> bool {
        self.at >= self.bytes.len()
    }

    /// Error at the location of the last word.
    pub(super) fn error(&self, message: impl Into<String>) -> ImportError {
        ImportError::new("bvh", self.location(), message)
    }

    /// Error for a word other than the expected one.
    pub(super) fn unexpected(&self, word: Option<&str>, expected: &str) -> ImportError {
        match word {
            None => self.error(format!("the file seems to be cut off: it ends here; expected {expected}")),
            Some(word) if self.is_at_end() => self.error(format!(
                "the file seems to be cut off: it ends with {}; expected {expected}",
                quoted(word)
            )),
            Some(word) => self.error(format!("found {}; expected {expected}", quoted(word))),
        }
    }

    /// Next word as bytes.
    pub(super) fn next_bytes(&mut self) -> Option<&'a [u8]> {
        self.skip_space();
        // Braces and colons are separate words, even without spaces around them.
        let is_mark = |b: u8| matches!(b, b'{' | b'}' | b':');
        if let Some(mark) = self.bytes.get(self.at..self.at + 1).filter(|b| b.iter().all(|b| is_mark(*b))) {
            self.at += 1;
            return Some(mark);
        }
        let word = self.take(|b| is_space(b) || is_mark(b));
        (!word.is_empty()).then_some(word)
    }

    /// Next word, with invalid UTF-8 replaced.
    pub(super) fn next(&mut self) -> Option<std::borrow::Cow<'a, str>> {
        self.next_bytes().map(String::from_utf8_lossy)
    }

    /// Value of a word that is a finite number, with a decimal point or comma.
    pub(super) fn number(&mut self, word: &[u8]) -> Option<f32> {
        let word = std::str::from_utf8(word).ok()?;
        let number = word.parse::<f32>().ok().or_else(|| {
            let number = word.replacen(',', ".", 1).parse().ok()?;
            self.decimal_comma.get_or_insert(self.line);
            Some(number)
        });
        number.filter(|number| number.is_finite())
    }

    /// Rest of the line up to a brace, trimmed: names may contain spaces.
    pub(super) fn rest_of_line(&mut self) -> String {
        let rest = self.take(|b| matches!(b, b'\n' | b'\r' | b'{'));
        String::from_utf8_lossy(rest.trim_ascii()).into_owned()
    }
}

fn location(line: usize) -> String {
    format!("line {line}")
}

fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0 || byte == 0x0B
}

use crate::ImportError;
use crate::error::quoted;
use std::borrow::Cow;

/// Iterator over the lines of a text that are not blank. Invalid UTF-8 is replaced; it may occur in names and
/// comments.
pub(super) struct Lines<'a> {
    rest: &'a [u8],
    number: usize,
    code: &'static str,
}

/// A line with its number.
pub(super) struct Line<'a> {
    pub(super) number: usize,
    pub(super) text: Cow<'a, str>,
    /// Whether nothing but space follows: the line may be cut off.
    pub(super) is_last: bool,
    code: &'static str,
}

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

impl<'a> Lines<'a> {
    /// Lines of `bytes`, whose errors have `code`.
    pub(super) fn new(bytes: &'a [u8], code: &'static str) -> Self {
        let rest = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
        Self { rest, number: 0, code }
    }

    /// Error at the end of the file.
    pub(super) fn cut_off(&self, expected: &str) -> ImportError {
        let message = format!("the file seems to be cut off: it ends here; expected {expected}");
        ImportError::new(self.code, format!("line {}", self.number.max(1)), message)
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        while !self.rest.is_empty() {
            let end = self.rest.iter().position(|&byte| byte == b'\n').unwrap_or(self.rest.len());
            let (line, rest) = self.rest.split_at_checked(end)?;
            self.rest = rest.get(1..).unwrap_or_default();
            self.number += 1;
            let line = line.trim_ascii();
            if !line.is_empty() {
                let is_last = self.rest.trim_ascii_start().is_empty();
                let text = String::from_utf8_lossy(line);
                return Some(Line { number: self.number, text, is_last, code: self.code });
            }
        }
        None
    }
}

impl Line<'_> {
    /// Text of a comment, a line that begins with `#`.
    pub(super) fn comment(&self) -> Option<&str> {
        self.text.strip_prefix('#')
    }

    /// Words before a comment. Parentheses and commas count as space.
    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        let text = self.text.split('#').next().unwrap_or_default();
        text.split(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | ',' | '\0'))
            .filter(|w| !w.is_empty())
    }

    pub(super) fn location(&self) -> String {
        format!("line {}", self.number)
    }

    pub(super) fn error(&self, message: impl Into<String>) -> ImportError {
        ImportError::new(self.code, self.location(), message)
    }

    /// Error for a word other than the expected one.
    pub(super) fn unexpected(&self, word: Option<&str>, expected: &str) -> ImportError {
        let found = word.map_or("the line ends".to_owned(), |word| format!("found {}", quoted(word)));
        self.error(format!("{found}; expected {expected}"))
    }

    /// Finite number of a word.
    pub(super) fn number(&self, word: Option<&str>) -> Result<f64, ImportError> {
        let value =
            word.and_then(|word| word.parse::<f64>().ok()).filter(|value| (*value as f32).is_finite());
        value.ok_or_else(|| self.unexpected(word, "a finite number"))
    }

    /// Three finite numbers.
    pub(super) fn numbers<'w>(
        &self,
        words: &mut impl Iterator<Item = &'w str>,
    ) -> Result<[f64; 3], ImportError> {
        Ok([self.number(words.next())?, self.number(words.next())?, self.number(words.next())?])
    }
}

//! Lexer of the text encoding.

use super::token::{Lexer, Token};
use crate::ImportError;

pub(super) struct Text<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
}

/// Whether a byte separates words. `<` starts a GUID and `"` a string.
fn ends_word(byte: u8) -> bool {
    is_space(byte) || matches!(byte, b'{' | b'}' | b';' | b',' | b'"' | b'<' | b'>' | b'[' | b']')
}

fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0 || byte == 0x0B
}

impl<'a> Text<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, line: 1 }
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    /// Takes bytes up to the first one for which `ends` holds, and counts lines.
    fn take_until(&mut self, ends: impl Fn(u8) -> bool) -> &'a [u8] {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let length = rest.iter().position(|&b| ends(b)).unwrap_or(rest.len());
        let taken = rest.get(..length).unwrap_or_default();
        self.line += taken.iter().filter(|&&b| b == b'\n').count();
        self.at += length;
        taken
    }

    /// Skips separators and comments.
    fn skip(&mut self) {
        loop {
            self.take_until(|b| !is_space(b) && !matches!(b, b';' | b',' | b'[' | b']' | b'>'));
            match (self.peek(0), self.peek(1)) {
                (Some(b'/'), Some(b'/')) | (Some(b'#'), _) => drop(self.take_until(|b| b == b'\n')),
                _ => return,
            }
        }
    }

    fn token(&mut self, names: bool) -> Result<Option<Token>, ImportError> {
        self.skip();
        let Some(first) = self.peek(0) else { return Ok(None) };
        let token = match first {
            b'{' | b'}' => {
                self.at += 1;
                if first == b'{' { Token::Open } else { Token::Close }
            }
            b'"' => {
                self.at += 1;
                let text = String::from_utf8_lossy(self.take_until(|b| b == b'"')).into_owned();
                if self.peek(0).is_none() {
                    return Err(ImportError::new("x", self.location(), "the file ends within a string"));
                }
                self.at += 1;
                Token::Text(text)
            }
            b'<' => {
                self.at += 1;
                let guid =
                    String::from_utf8_lossy(self.take_until(|b| b == b'>' || b == b'{')).to_uppercase();
                Token::Guid(guid.trim().to_owned())
            }
            _ => word(self.take_until(ends_word), names),
        };
        Ok(Some(token))
    }
}

fn word(bytes: &[u8], names: bool) -> Token {
    let text = String::from_utf8_lossy(bytes);
    let is_like_number = matches!(bytes.first(), Some(b'0'..=b'9' | b'-' | b'+' | b'.'));
    let lower = text.trim_start_matches(['-', '+']).to_ascii_lowercase();
    match text.parse::<f64>() {
        Ok(number) if is_like_number && !names => Token::Number(number),
        // NaN as printed by old C libraries: 1.#QNAN, -1.#IND.
        _ if !names && is_like_number && (text.contains('#') || lower == "nan" || lower == "inf") => {
            Token::Number(f64::NAN)
        }
        _ if !names && lower == "nan" => Token::Number(f64::NAN),
        _ if text == "template" => Token::Template,
        _ => Token::Word(text.into_owned()),
    }
}

impl Lexer for Text<'_> {
    fn next(&mut self) -> Result<Option<Token>, ImportError> {
        self.token(false)
    }

    fn next_name(&mut self) -> Result<Option<Token>, ImportError> {
        self.token(true)
    }

    fn location(&self) -> String {
        format!("line {}", self.line)
    }
}

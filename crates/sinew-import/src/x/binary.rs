//! Lexer of the binary encoding: records that start with their token number.

use super::token::{Lexer, Token};
use crate::ImportError;

pub(super) struct Binary<'a> {
    bytes: &'a [u8],
    at: usize,
    float_bytes: usize,
    /// Remaining integers and floats of the current list.
    integers: usize,
    floats: usize,
}

impl<'a> Binary<'a> {
    pub(super) fn new(bytes: &'a [u8], float_bytes: usize) -> Self {
        Self { bytes, at: 0, float_bytes, integers: 0, floats: 0 }
    }

    fn take(&mut self, count: usize) -> Result<&'a [u8], ImportError> {
        let end = self.at.checked_add(count);
        let taken = end.and_then(|end| self.bytes.get(self.at..end));
        let taken =
            taken.ok_or_else(|| ImportError::new("x", self.location(), "the file ends within a record"))?;
        self.at += count;
        Ok(taken)
    }

    fn half(&mut self) -> Result<u16, ImportError> {
        Ok(self.take(2)?.try_into().map_or(0, u16::from_le_bytes))
    }

    fn word(&mut self) -> Result<u32, ImportError> {
        Ok(self.take(4)?.try_into().map_or(0, u32::from_le_bytes))
    }

    fn float(&mut self) -> Result<f64, ImportError> {
        if self.float_bytes == 8 {
            return Ok(self.take(8)?.try_into().map_or(0.0, f64::from_le_bytes));
        }
        Ok(self.take(4)?.try_into().map_or(0.0, |b| f64::from(f32::from_le_bytes(b))))
    }

    fn text(&mut self) -> Result<String, ImportError> {
        let length = self.word()? as usize;
        Ok(String::from_utf8_lossy(self.take(length)?).trim_end_matches('\0').to_owned())
    }

    /// Reads the length of a list with elements of `bytes` bytes and checks that the file contains them.
    fn list(&mut self, bytes: usize) -> Result<usize, ImportError> {
        let count = self.word()? as usize;
        let left = self.bytes.len().saturating_sub(self.at);
        if count > left / bytes {
            let message = format!("a list of {count} numbers exceeds the remaining {left} bytes");
            return Err(ImportError::new("x", self.location(), message));
        }
        Ok(count)
    }
}

impl Lexer for Binary<'_> {
    fn next(&mut self) -> Result<Option<Token>, ImportError> {
        loop {
            if self.integers > 0 {
                self.integers -= 1;
                return Ok(Some(Token::Number(f64::from(self.word()?))));
            }
            if self.floats > 0 {
                self.floats -= 1;
                return Ok(Some(Token::Number(self.float()?)));
            }
            // A single byte of padding may remain.
            if self.at + 1 >= self.bytes.len() {
                return Ok(None);
            }
            let token = match self.half()? {
                1 => Token::Word(self.text()?),
                2 => Token::Text(self.text()?),
                3 => Token::Number(f64::from(self.word()?)),
                5 => Token::Guid(guid(self.take(16)?)),
                6 => {
                    self.integers = self.list(4)?;
                    continue;
                }
                7 => {
                    self.floats = self.list(self.float_bytes)?;
                    continue;
                }
                10 => Token::Open,
                11 => Token::Close,
                // Parentheses, brackets, dot, comma, semicolon, and the type names of templates.
                12..=20 | 40..=52 => continue,
                31 => Token::Template,
                other => {
                    let message = format!("unknown record type {other}");
                    return Err(ImportError::new("x", self.location(), message));
                }
            };
            return Ok(Some(token));
        }
    }

    fn next_name(&mut self) -> Result<Option<Token>, ImportError> {
        self.next()
    }

    fn location(&self) -> String {
        // For compressed files: the offset within the decompressed data.
        format!("byte {}", 16 + self.at)
    }
}

/// GUID in the notation of text files. The first three groups are little-endian numbers.
fn guid(bytes: &[u8]) -> String {
    let order = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15];
    let mut text = String::with_capacity(36);
    for (n, at) in order.into_iter().enumerate() {
        if matches!(n, 4 | 6 | 8 | 10) {
            text.push('-');
        }
        text.push_str(&format!("{:02X}", bytes.get(at).copied().unwrap_or(0)));
    }
    text
}

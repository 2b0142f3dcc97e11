//! Text of bytes: UTF-8, or UTF-16 with a byte order mark, as Praat writes it.

use super::error::ReadError;
use std::borrow::Cow;

/// Text without its byte order mark.
pub(super) fn text(bytes: &[u8]) -> Result<Cow<'_, str>, ReadError> {
    let utf_16 = |bytes: &[u8], unit: fn([u8; 2]) -> u16| -> Result<Cow<'_, str>, ReadError> {
        let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
        let mut out = String::with_capacity(bytes.len() / 2);
        for (at, c) in char::decode_utf16(units).enumerate() {
            out.push(c.map_err(|_| ReadError::Encoding { byte: 2 + 2 * at })?);
        }
        Ok(Cow::Owned(out))
    };
    match bytes {
        [0xFE, 0xFF, rest @ ..] => utf_16(rest, u16::from_be_bytes),
        [0xFF, 0xFE, rest @ ..] => utf_16(rest, u16::from_le_bytes),
        _ => {
            let rest = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
            let skipped = bytes.len() - rest.len();
            let text = std::str::from_utf8(rest);
            text.map(Cow::Borrowed)
                .map_err(|error| ReadError::Encoding { byte: skipped + error.valid_up_to() })
        }
    }
}

/// Excerpt of text for messages.
pub(super) fn excerpt(text: &str) -> String {
    const MAX_CHARACTERS: usize = 40;
    let mut short: String = text.chars().take(MAX_CHARACTERS).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

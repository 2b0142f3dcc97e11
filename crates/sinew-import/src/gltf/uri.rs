//! URIs in glTF files: data URIs (RFC 2397) and relative references (RFC 3986).

use crate::ImportError;
use crate::error::quoted;
use base64::Engine;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

/// Target of a URI.
pub(super) enum Target {
    /// Content of a data URI.
    Data(Vec<u8>),
    /// Relative path, percent-decoded.
    File(String),
}

const BASE64: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Parses a URI.
pub(super) fn parse(uri: &str, location: &str) -> Result<Target, ImportError> {
    let fail = |message: String| ImportError::new("uri", location, message);
    if let Some(rest) = uri.strip_prefix("data:") {
        let (head, body) = rest.split_once(',').ok_or_else(|| fail("the data URI has no comma".into()))?;
        let bytes = if head.ends_with(";base64") {
            BASE64.decode(body.trim()).map_err(|e| fail(format!("invalid base64: {e}")))?
        } else {
            percent_decode(body)
        };
        return Ok(Target::Data(bytes));
    }
    let shown = quoted(uri);
    let path = String::from_utf8(percent_decode(uri)).map_err(|_| fail(format!("{shown} is not UTF-8")))?;
    let scheme = path.split(['/', '\\']).next().is_some_and(|first| first.contains(':'));
    let rooted = path.starts_with(['/', '\\']);
    let climbs = path.split(['/', '\\']).any(|part| part == "..");
    if path.is_empty() || scheme || rooted || climbs || path.contains('\0') {
        return Err(fail(format!("{shown} is not a relative path within the file's folder")));
    }
    // Normalized, so that different spellings of a path share one file.
    let parts: Vec<_> = path.split(['/', '\\']).filter(|part| !part.is_empty() && *part != ".").collect();
    Ok(Target::File(parts.join("/")))
}

fn percent_decode(text: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        let digits = tail.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        match digits.filter(|_| byte == b'%').and_then(|two| u8::from_str_radix(two, 16).ok()) {
            Some(decoded) => {
                out.push(decoded);
                rest = tail.get(2..).unwrap_or_default();
            }
            None => {
                out.push(byte);
                rest = tail;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_decoded_and_kept_below() {
        assert!(matches!(parse("a%20b/c.bin", ""), Ok(Target::File(p)) if p == "a b/c.bin"));
        assert!(matches!(parse("100%.bin", ""), Ok(Target::File(p)) if p == "100%.bin"));
        assert!(matches!(parse("./a//b.bin", ""), Ok(Target::File(p)) if p == "a/b.bin"));
        for bad in ["../x", "/etc/x", "a/%2e%2e/b", "http://x/y", "C:\\x", "", "a\\..\\b"] {
            assert!(parse(bad, "").is_err(), "{bad}");
        }
    }

    #[test]
    fn data_uris_with_and_without_padding() {
        for uri in ["data:x/y;base64,AQI=", "data:x/y;base64,AQI", "data:x/y,%01%02"] {
            assert!(matches!(parse(uri, ""), Ok(Target::Data(bytes)) if bytes == [1, 2]), "{uri}");
        }
        assert!(parse("data:;base64,*", "").is_err());
    }
}

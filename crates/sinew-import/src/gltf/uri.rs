//! URIs in glTF files: data URIs (RFC 2397) and relative references (RFC 3986).

use crate::ImportError;
use crate::error::quoted;
use base64::Engine;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

/// Target of a URI.
pub(super) enum Target {
    /// Content of a data URI.
    Data(Vec<u8>),
    /// Relative path, percent-decoded, and the path as it is written, if that differs: exporters write names
    /// unencoded.
    File { path: String, as_written: Option<String> },
}

const BASE64: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Scheme of data URIs. Schemes have any letter case (RFC 3986, section 3.1).
const DATA_SCHEME: &str = "data:";

/// Whether a URI contains its data.
pub(super) fn is_data(uri: &str) -> bool {
    after_prefix(uri, DATA_SCHEME).is_some()
}

/// Parses a URI.
pub(super) fn parse(uri: &str, location: &str) -> Result<Target, ImportError> {
    let fail = |message: String| ImportError::new("uri", location, message);
    if let Some(rest) = after_prefix(uri, DATA_SCHEME) {
        let (head, body) = rest.split_once(',').ok_or_else(|| fail("the data URI has no comma".into()))?;
        let is_base64 =
            head.rsplit(';').next().is_some_and(|last| last.trim().eq_ignore_ascii_case("base64"));
        return match is_base64 {
            true => base64(body).map(Target::Data).map_err(|e| fail(format!("invalid base64: {e}"))),
            false => Ok(Target::Data(percent_decode(body))),
        };
    }
    let shown = quoted(uri);
    let decoded =
        String::from_utf8(percent_decode(uri)).map_err(|_| fail(format!("{shown} is not UTF-8")))?;
    let path = relative_path(&decoded)
        .ok_or_else(|| fail(format!("{shown} is not a relative path within the file's folder")))?;
    let as_written = relative_path(uri).filter(|as_written| *as_written != path);
    Ok(Target::File { path, as_written })
}

/// Text behind a prefix of any letter case.
fn after_prefix<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let (head, rest) = text.split_at_checked(prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then_some(rest)
}

/// Decodes base64 with white space and percent-encoded characters, as line-wrapping and URL-encoding
/// exporters write it.
fn base64(body: &str) -> Result<Vec<u8>, base64::DecodeError> {
    if !body.bytes().any(|byte| byte == b'%' || byte.is_ascii_whitespace()) {
        return BASE64.decode(body);
    }
    let mut plain = percent_decode(body);
    plain.retain(|byte| !byte.is_ascii_whitespace());
    BASE64.decode(plain)
}

/// Normalized form of a path within the file's folder, so that different spellings of a path share one file;
/// `None` for other paths.
fn relative_path(path: &str) -> Option<String> {
    let scheme = path.split(['/', '\\']).next().is_some_and(|first| first.contains(':'));
    let rooted = path.starts_with(['/', '\\']);
    let climbs = path.split(['/', '\\']).any(|part| part == "..");
    if path.is_empty() || scheme || rooted || climbs || path.contains('\0') {
        return None;
    }
    let parts: Vec<_> = path.split(['/', '\\']).filter(|part| !part.is_empty() && *part != ".").collect();
    Some(parts.join("/"))
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
        for (uri, expected, written) in [
            ("a%20b/c.bin", "a b/c.bin", Some("a%20b/c.bin")),
            ("x%20y.bin", "x y.bin", Some("x%20y.bin")),
            ("./50%25%2fa.bin", "50%/a.bin", Some("50%25%2fa.bin")),
            ("100%.bin", "100%.bin", None),
            ("./a//b.bin", "a/b.bin", None),
        ] {
            let Ok(Target::File { path, as_written }) = parse(uri, "") else { panic!("{uri}") };
            assert_eq!((&*path, as_written.as_deref()), (expected, written), "{uri}");
        }
        for bad in
            ["../x", "/etc/x", "a/%2e%2e/b", "%2e%2e/b", "%2fetc/x", "http://x/y", "C:\\x", "", "a\\..\\b"]
        {
            assert!(parse(bad, "").is_err(), "{bad}");
        }
    }

    #[test]
    fn data_uris_with_and_without_padding() {
        for uri in ["data:x/y;base64,AQI=", "data:x/y;base64,AQI", "data:x/y,%01%02"] {
            assert!(matches!(parse(uri, ""), Ok(Target::Data(bytes)) if bytes == [1, 2]), "{uri}");
        }
        for bad in ["data:;base64,*", "data:;base64,AQ%ZZI", "data", "DATA:x/y;base64"] {
            let result = parse(bad, "");
            assert!(!matches!(result, Ok(Target::Data(_))), "{bad}");
        }
    }

    /// 62 of base64 is `+`, 63 is `/`.
    #[test]
    fn data_uris_in_any_spelling() {
        let bytes = [0xfb, 0xff, 0xbf, 1, 2];
        for uri in [
            "data:x/y;base64,+/+/AQI=",
            "data:x/y;base64,\n+/+/\r\n\tAQI=\n",
            "data:x/y;base64,%2B%2f%2b/AQI%3D",
            "data:x/y;base64,+/%0A+/AQ%0d%0aI",
            "DATA:x/y;BASE64,+/+/AQI",
            "Data:;charset=utf-8;Base64, +/+/ AQI=",
            "DATA:,%fb%FF%bf%01%02",
        ] {
            assert!(is_data(uri));
            assert!(matches!(parse(uri, ""), Ok(Target::Data(found)) if found == bytes), "{uri}");
        }
        assert!(!is_data("data.bin") && !is_data("\u{e9}") && !is_data("dat"));
    }
}

use crate::limits::{MAX_MESSAGE_CHARS, MAX_QUOTED_CHARS};

/// Error of [`import`](crate::import).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{location}: {message} [{code}]")]
#[non_exhaustive]
pub struct ImportError {
    /// Stable name of the kind of error, one of [`DIAGNOSTIC_CODES`](crate::DIAGNOSTIC_CODES).
    pub code: &'static str,
    /// Location in the file: a JSON pointer such as `/meshes/0/primitives/1`, `byte 12` or `line 7`; `file`
    /// where it is not known.
    pub location: String,
    /// What was found and what was expected.
    pub message: String,
}

impl ImportError {
    /// Code of an exceeded limit, which always stops the import.
    pub(crate) const TOO_LARGE: &str = "too-large";

    pub(crate) fn new(code: &'static str, location: impl Into<String>, message: impl Into<String>) -> Self {
        Self { code, location: shortened(location.into()), message: shortened(message.into()) }
    }

    /// `Err` for an exceeded limit, which stops the import; `Ok` for any other error, which only costs one
    /// element.
    pub(crate) fn unless_too_large(self) -> Result<Self, Self> {
        if self.code == Self::TOO_LARGE { Err(self) } else { Ok(self) }
    }
}

/// Text from a file in quotation marks, cut after [`MAX_QUOTED_CHARS`]: a file may repeat it in many
/// diagnostics.
pub(crate) fn quoted(text: &str) -> String {
    match text.char_indices().nth(MAX_QUOTED_CHARS) {
        None => format!("{text:?}"),
        Some((end, _)) => format!("{:?}…", text.get(..end).unwrap_or_default()),
    }
}

/// `text` limited to [`MAX_MESSAGE_CHARS`] by leaving out its middle.
pub(crate) fn shortened(text: String) -> String {
    if text.len() <= MAX_MESSAGE_CHARS || text.chars().count() <= MAX_MESSAGE_CHARS {
        return text;
    }
    let half = MAX_MESSAGE_CHARS / 2;
    let (first, last) = (text.chars().take(half), text.chars().rev().take(half - 1));
    let last: Vec<char> = last.collect();
    first.chain(['…']).chain(last.into_iter().rev()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotations_are_cut() {
        assert_eq!(quoted("a\"b"), "\"a\\\"b\"");
        assert_eq!(quoted(&"ä".repeat(1_000_000)).chars().count(), MAX_QUOTED_CHARS + 3);
    }

    #[test]
    fn long_messages_lose_their_middle() {
        let short = "ä".repeat(MAX_MESSAGE_CHARS);
        assert_eq!(shortened(short.clone()), short);
        let long = shortened(format!("begin{}end", "ä".repeat(1_000_000)));
        assert_eq!(long.chars().count(), MAX_MESSAGE_CHARS);
        assert!(long.starts_with("beginä") && long.ends_with("äend") && long.contains('…'));
    }
}

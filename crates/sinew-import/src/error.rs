use crate::limits::{MESSAGE, QUOTED};

/// Why a file cannot be used: the finding that stopped the import.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message} [{code}]")]
pub struct ImportError {
    /// A stable name for the kind of fault, one of [`CODES`](crate::CODES).
    pub code: &'static str,
    /// Where: a JSON pointer such as `/meshes/0/primitives/1`, or `byte 12`.
    pub place: String,
    /// What is wrong, and what was expected.
    pub message: String,
}

impl ImportError {
    /// The code of a crossed limit, which always stops the import.
    pub(crate) const TOO_LARGE: &str = "too-large";

    pub(crate) fn new(code: &'static str, place: impl Into<String>, message: impl Into<String>) -> Self {
        Self { code, place: shortened(place.into()), message: shortened(message.into()) }
    }

    /// Stops the import if a limit was crossed; otherwise hands the fault back, to be reported.
    pub(crate) fn unless_too_large(self) -> Result<Self, Self> {
        if self.code == Self::TOO_LARGE { Err(self) } else { Ok(self) }
    }
}

/// What a file says, in quotation marks; cut off before it grows long, since a file may repeat it in many findings.
pub(crate) fn quoted(text: &str) -> String {
    match text.char_indices().nth(QUOTED) {
        None => format!("{text:?}"),
        Some((end, _)) => format!("{:?}…", text.get(..end).unwrap_or_default()),
    }
}

/// `text`, of which a file can make as much as it likes, cut to [`MESSAGE`] characters: its beginning and its end.
pub(crate) fn shortened(text: String) -> String {
    if text.len() <= MESSAGE || text.chars().count() <= MESSAGE {
        return text;
    }
    let half = MESSAGE / 2;
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
        assert_eq!(quoted(&"ä".repeat(1_000_000)).chars().count(), QUOTED + 3);
    }

    #[test]
    fn long_texts_lose_their_middle() {
        let short = "ä".repeat(MESSAGE);
        assert_eq!(shortened(short.clone()), short);
        let long = shortened(format!("begin{}end", "ä".repeat(1_000_000)));
        assert_eq!(long.chars().count(), MESSAGE);
        assert!(long.starts_with("beginä") && long.ends_with("äend") && long.contains('…'));
    }
}

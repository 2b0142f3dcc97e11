use crate::error::shortened;

/// Why a character cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message} [{code}]")]
pub struct ExportError {
    /// A stable name for the kind of fault, one of [`CODES`](crate::CODES).
    pub code: &'static str,
    /// Where in the character or the clips: a path such as `/clips/2/joints/7`.
    pub place: String,
    /// What is wrong, and what was expected.
    pub message: String,
}

impl ExportError {
    pub(super) fn new(code: &'static str, place: impl Into<String>, message: impl Into<String>) -> Self {
        Self { code, place: shortened(place.into()), message: shortened(message.into()) }
    }
}

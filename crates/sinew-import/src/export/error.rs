use crate::error::shortened;

/// Error of [`export_glb`](super::export_glb) and the other exporters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{location}: {message} [{code}]")]
#[non_exhaustive]
pub struct ExportError {
    /// Stable name of the kind of error, one of [`DIAGNOSTIC_CODES`](crate::DIAGNOSTIC_CODES).
    pub code: &'static str,
    /// Location in the character or the clips: a path such as `/clips/2/joints/7`.
    pub location: String,
    /// What was found and what was expected.
    pub message: String,
}

impl ExportError {
    pub(crate) fn new(code: &'static str, location: impl Into<String>, message: impl Into<String>) -> Self {
        Self { code, location: shortened(location.into()), message: shortened(message.into()) }
    }
}

/// Why a file cannot be used: the finding that stopped the import.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message} [{code}]")]
pub struct ImportError {
    /// A stable name for the kind of fault.
    pub code: &'static str,
    /// Where: a JSON pointer such as `/meshes/0/primitives/1`, or `byte 12`.
    pub place: String,
    /// What is wrong, and what was expected.
    pub message: String,
}

impl ImportError {
    pub(crate) fn new(code: &'static str, place: impl Into<String>, message: impl Into<String>) -> Self {
        Self { code, place: place.into(), message: message.into() }
    }
}

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
        Self { code, place: place.into(), message: message.into() }
    }

    /// Stops the import if a limit was crossed; otherwise hands the fault back, to be reported.
    pub(crate) fn unless_too_large(self) -> Result<Self, Self> {
        if self.code == Self::TOO_LARGE { Err(self) } else { Ok(self) }
    }
}

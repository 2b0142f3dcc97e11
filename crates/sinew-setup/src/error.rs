/// Error of a set-up, with its file and the location in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {}{message}", if .location.is_empty() { String::new() } else { format!("{}: ", .location) })]
#[non_exhaustive]
pub struct SetupError {
    /// File in which the fault is: the set-up, or one that it names.
    pub file: String,
    /// Line, column and field path in a text, or a location in another file; empty where it is the whole
    /// file.
    pub location: String,
    /// The fault, and what was expected.
    pub message: String,
    /// Code of an error of the importer ([`sinew_import::DIAGNOSTIC_CODES`]); `None` for other errors.
    pub code: Option<&'static str>,
}

impl SetupError {
    /// Error that is not one of the importer.
    pub(crate) fn new(
        file: impl Into<String>,
        location: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        Self { file: file.into(), location: location.into(), message: message.into(), code: None }
    }
}

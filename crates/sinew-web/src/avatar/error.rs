use sinew_import::ImportError;
use sinew_setup::SetupError;
use std::fmt::Display;

/// Error of an avatar, with a code that programs can compare.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct AvatarError {
    /// Kind of error: a code of the importer, such as `truncated`, or one of this crate.
    pub code: &'static str,
    /// The message of the command for the same error.
    pub message: String,
}

impl AvatarError {
    /// An error of a kind.
    #[must_use]
    pub fn new(code: &'static str, message: impl Display) -> Self {
        Self { code, message: message.to_string() }
    }

    /// An error of the importer about a file.
    pub(super) fn of_import(file: &str, error: &ImportError) -> Self {
        Self::new(error.code, format!("{file}: {}: {} [{}]", error.location, error.message, error.code))
    }
}

impl From<SetupError> for AvatarError {
    fn from(error: SetupError) -> Self {
        Self::new(error.code.unwrap_or("set-up"), error)
    }
}

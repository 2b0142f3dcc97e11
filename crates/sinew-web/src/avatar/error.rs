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

    /// Refuses a file whose format another build reads.
    pub(super) fn of_build(file: &str) -> Result<(), Self> {
        let name = file.to_ascii_lowercase();
        let is = |ending: &str| name.ends_with(ending);
        let (what, build) = match () {
            () if is(".fbx") && !cfg!(feature = "fbx") => ("FBX", "sinew-avatar/fbx"),
            () if is(".ron") && !cfg!(feature = "complete") => ("set-ups", "sinew-avatar"),
            () if is(".x") && !cfg!(feature = "complete") => ("DirectX .x", "sinew-avatar"),
            () => return Ok(()),
        };
        Err(Self::new("build", format!("{file}: this build reads no {what}; {build} does")))
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

use crate::hair::GroomError;
use crate::pack::PackError;

/// Reason why a groom file cannot be read or written. A file is validated as a whole before any of it is
/// used.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum GroomFileError {
    /// Bytes of another format.
    #[error("byte 0: not a groom file; expected the magic bytes 89 47 52 4F 4F 4D 0D 0A")]
    NotAGroomFile,
    /// A file of an unknown version, cut off, damaged, or with invalid content. The message has the byte.
    #[error("{0}")]
    Invalid(PackError),
    /// Content that is no hair, such as a strand that follows a guide which does not exist.
    #[error(transparent)]
    Groom(#[from] GroomError),
    /// The groom was made for another character, or another version of it.
    #[error("the groom was made for another character: {message}; grow it again")]
    OtherCharacter {
        /// The difference.
        message: String,
    },
    /// Hair that the format cannot hold.
    #[error("{0}")]
    TooLarge(String),
}

impl From<PackError> for GroomFileError {
    fn from(error: PackError) -> Self {
        match error {
            PackError::NotAPack => Self::NotAGroomFile,
            other => Self::Invalid(other),
        }
    }
}

/// Error of an image that cannot be decoded or encoded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("image {name:?}: {message}")]
#[non_exhaustive]
pub struct ImageError {
    /// Name of the image.
    pub name: String,
    /// The problem, in English.
    pub message: String,
}

impl ImageError {
    /// An error of the image of a name.
    #[must_use]
    pub fn new(name: impl Into<String>, message: impl Into<String>) -> Self {
        Self { name: name.into(), message: message.into() }
    }
}

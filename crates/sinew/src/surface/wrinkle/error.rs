/// Error in the description of a wrinkle map, with its location.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{location}: {message}")]
#[non_exhaustive]
pub struct WrinkleError {
    /// Location in the description, such as `drivers[2].inputs[0]`, or line and column of a text.
    pub location: String,
    /// Problem at that location.
    pub message: String,
}

impl WrinkleError {
    pub(super) fn new(location: impl Into<String>, message: impl Into<String>) -> Self {
        Self { location: location.into(), message: message.into() }
    }

    /// The error with line and column of its field in the text that was read.
    #[cfg(feature = "ron")]
    #[must_use]
    pub fn in_text(self, text: &str) -> Self {
        Self { location: crate::text::in_text(self.location, text), ..self }
    }
}

/// Error of wrinkles: of a description, or of a map for another character.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WrinkleError {
    /// Error in a description or its text.
    #[error("{location}: {message}")]
    Description {
        /// Location in the description, such as `drivers[2].inputs[0]`, or line and column of a text.
        location: String,
        /// Problem at that location.
        message: String,
    },
    /// The map was made for another character.
    #[error("the wrinkle map was made for another character")]
    OtherCharacter,
}

impl WrinkleError {
    pub(super) fn new(location: impl Into<String>, message: impl Into<String>) -> Self {
        Self::Description { location: location.into(), message: message.into() }
    }

    /// The error with line and column of its field in the text that was read. Errors other than
    /// [`Description`](Self::Description) stay as they are.
    #[cfg(feature = "ron")]
    #[must_use]
    pub fn in_text(self, text: &str) -> Self {
        match self {
            Self::Description { location, message } => {
                Self::Description { location: crate::text::in_text(location, text), message }
            }
            other => other,
        }
    }
}

/// Error of spring bones: of their description, or of a rig for another skeleton.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpringError {
    /// Error in a description or its text.
    #[error("{location}: {message}")]
    Description {
        /// Location in the description, such as `chains[0].from`, or line and column of a text.
        location: String,
        /// Problem at that location.
        message: String,
    },
    /// The rig was made for another character.
    #[error("the spring rig was made for another character")]
    OtherSkeleton,
}

impl SpringError {
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

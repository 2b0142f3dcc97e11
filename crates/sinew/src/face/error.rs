use crate::character::{ExpressionId, MorphTargetId};

/// Error of faces: in a description, or an unknown expression, emotion or morph target.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FaceError {
    /// Error in a description or its text.
    #[error("{location}: {message}")]
    Description {
        /// Location in the description, such as `visemes["PP"].morphs["lips"]`, or line and column of a text.
        location: String,
        /// Problem at that location.
        message: String,
    },
    /// No expression and no morph target has that name.
    #[error("no expression or morph target called {name:?}; {known}")]
    UnknownShape {
        /// The name looked for.
        name: String,
        /// A similar name, if there is one, and the known names.
        known: String,
    },
    /// No expression has that name.
    #[error("no expression called {name:?}; {known}")]
    UnknownExpression {
        /// The name looked for.
        name: String,
        /// A similar name, if there is one, and the known names.
        known: String,
    },
    /// No expression has that id: it belongs to another character.
    #[error("no expression with id {}; the character has {count}", id.0)]
    UnknownExpressionId {
        /// The id.
        id: ExpressionId,
        /// The number of expressions.
        count: usize,
    },
    /// No expression and no emotion by morph targets has that name.
    #[error("no emotion called {name:?}; {known}")]
    UnknownEmotion {
        /// The name looked for.
        name: String,
        /// A similar name, if there is one, and the known names.
        known: String,
    },
    /// No morph target has that name.
    #[error("no morph target called {name:?}; {known}")]
    UnknownMorph {
        /// The name looked for.
        name: String,
        /// A similar name, if there is one, and the known names.
        known: String,
    },
    /// The face or its mouth was made for another character.
    #[error("the face was made for another character")]
    OtherCharacter,
    /// There is no such morph target: the id belongs to another character.
    #[error("mesh instance {} has no morph target {}", id.instance.0, id.target)]
    UnknownMorphId {
        /// The id.
        id: MorphTargetId,
    },
}

impl FaceError {
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

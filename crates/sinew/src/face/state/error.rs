use crate::character::{ExpressionId, MorphTargetId};

/// Error of [`FaceState`](crate::face::FaceState): unknown expression, emotion or morph target.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FaceError {
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
    /// A viseme map is of another character.
    #[error("the viseme map was made for another character")]
    OtherCharacter,
    /// There is no such morph target: the id belongs to another character.
    #[error("mesh instance {} has no morph target {}", id.instance.0, id.target)]
    UnknownMorphId {
        /// The id.
        id: MorphTargetId,
    },
}

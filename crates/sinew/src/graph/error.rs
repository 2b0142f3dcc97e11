use crate::text::suggest;

/// Error in a graph description, with its location.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{location}: {problem}")]
#[non_exhaustive]
pub struct GraphError {
    /// Location in the graph, such as `output.states["walk"].node`, or line and column of a text.
    pub location: String,
    /// Problem at that location.
    pub problem: GraphProblem,
}

impl GraphError {
    /// The error with line and column of its field in the text that was read.
    #[cfg(feature = "ron")]
    #[must_use]
    pub fn in_text(self, text: &str) -> Self {
        Self { location: crate::text::in_text(self.location, text), ..self }
    }
}

/// Problem of a graph description.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GraphProblem {
    /// Text that is not a valid description.
    #[error("{0}")]
    Text(String),
    /// Unknown name.
    #[error("no {kind} called {name:?}; {known}")]
    Unknown {
        /// Kind of the named thing, such as `clip`.
        kind: &'static str,
        /// Unknown name.
        name: String,
        /// Suggestion of a similar name, and list of the known names.
        known: String,
    },
    /// Parameter of the wrong kind.
    #[error("parameter {name:?} is {found}; expected {expected}")]
    WrongParameterKind {
        /// Name of the parameter.
        name: String,
        /// Its kind.
        found: &'static str,
        /// Expected kind.
        expected: &'static str,
    },
    /// Duplicate name.
    #[error("the name {0:?} is used twice")]
    DuplicateName(String),
    /// Invalid value or structure.
    #[error("{0}")]
    Invalid(String),
}

impl GraphProblem {
    /// Unknown name, with the known names.
    pub(super) fn unknown<'a>(
        kind: &'static str,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        Self::Unknown { kind, name: name.to_owned(), known: suggest(name, known) }
    }
}

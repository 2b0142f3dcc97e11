use crate::humanoid::HumanBone;
use crate::text::abbreviate;
use crate::text::suggest;

/// Error in the description of an IK rig, with its location. The use of a rig and its state has an
/// [`IkError`](crate::rig::IkError).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{location}: {problem}")]
#[non_exhaustive]
pub struct IkRigError {
    /// Place in the description, such as `parts["tail"].to`, or line and column of a text.
    pub location: String,
    /// Problem at that location.
    pub problem: IkRigProblem,
}

impl IkRigError {
    /// The error with line and column of its field in the text that was read.
    #[cfg(feature = "ron")]
    #[must_use]
    pub fn in_text(self, text: &str) -> Self {
        Self { location: crate::text::in_text(self.location, text), ..self }
    }
}

/// Problem of the description of an IK rig.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IkRigProblem {
    /// Text that is not a valid description.
    #[error("{0}")]
    Text(String),
    /// Unknown name.
    #[error("no {kind} called {name:?}; {known}")]
    Unknown {
        /// Kind of the named thing, such as `joint`.
        kind: &'static str,
        /// Unknown name.
        name: String,
        /// Suggestion of a similar name, and list of the known names.
        known: String,
    },
    /// Human bone that the character lacks.
    #[error(
        "the body lacks the human bone {:?}{}",
        .bone.name(),
        .above.map_or(String::new(), |above| format!("; above it is {:?}", above.name()))
    )]
    MissingBone {
        /// Missing bone.
        bone: HumanBone,
        /// Nearest ancestor bone that the character has.
        above: Option<HumanBone>,
    },
    /// Duplicate name.
    #[error("duplicate name {0:?}")]
    Duplicate(String),
    /// Invalid value or structure.
    #[error("{0}")]
    Invalid(String),
}

impl IkRigProblem {
    /// Code of the problem: `rig-text`, `rig-name` (unknown name), `rig-double` or `rig-value`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Text(_) => "rig-text",
            Self::Unknown { .. } | Self::MissingBone { .. } => "rig-name",
            Self::Duplicate(_) => "rig-double",
            Self::Invalid(_) => "rig-value",
        }
    }

    /// Unknown name, with the known names.
    pub(crate) fn unknown<'a>(
        kind: &'static str,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        Self::Unknown { kind, name: abbreviate(name).into_owned(), known: suggest(name, known) }
    }

    /// Duplicate name.
    pub(crate) fn duplicate(name: &str) -> Self {
        Self::Duplicate(abbreviate(name).into_owned())
    }
}

use crate::humanoid::HumanBone;
use crate::text::abbreviate;
use crate::text::suggest;

/// What is wrong with a rig as it is written, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {problem}")]
pub struct RigError {
    /// Which part of the rig, such as `parts["tail"].to`.
    pub place: String,
    /// What is wrong there.
    pub problem: RigProblem,
}

/// What may be wrong with a rig.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RigProblem {
    /// The text is none.
    #[error("{0}")]
    Text(String),
    /// A name that means nothing.
    #[error("no {kind} called {name:?}; {known}")]
    Unknown {
        /// What should have that name.
        kind: &'static str,
        /// The name.
        name: String,
        /// The name that was meant, where one is near, and what there is.
        known: String,
    },
    /// A human bone that a person's body does not have.
    #[error("the body lacks the human bone {:?}{}", .bone.name(), .above.map_or(String::new(), |above| format!("; above it is {:?}", above.name())))]
    Lacks {
        /// The bone.
        bone: HumanBone,
        /// The nearest that it would hang from and that the body has.
        above: Option<HumanBone>,
    },
    /// A name that is there twice.
    #[error("{0:?} is there twice")]
    Double(String),
    /// Something that cannot be.
    #[error("{0}")]
    Invalid(String),
}

impl RigProblem {
    /// What programs know it by: `rig-text`, `rig-name` (one that means nothing), `rig-double` or `rig-value`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Text(_) => "rig-text",
            Self::Unknown { .. } | Self::Lacks { .. } => "rig-name",
            Self::Double(_) => "rig-double",
            Self::Invalid(_) => "rig-value",
        }
    }

    /// A name that means nothing, with the names that do.
    pub(crate) fn unknown<'a>(
        kind: &'static str,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        Self::Unknown { kind, name: abbreviate(name).into_owned(), known: suggest(name, known) }
    }

    /// A name that is there twice.
    pub(crate) fn double(name: &str) -> Self {
        Self::Double(abbreviate(name).into_owned())
    }
}

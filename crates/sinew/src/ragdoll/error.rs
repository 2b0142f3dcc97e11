/// Error of ragdolls: of their description, of fitting one
/// ([`Ragdoll::fit_with`](super::Ragdoll::fit_with)), or of one for another skeleton
/// ([`RagdollState::new`](super::RagdollState::new)).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RagdollError {
    /// Error in a description or its text.
    #[error("{location}: {message}")]
    Description {
        /// Location in the description, such as `parts[0].joint`, or line and column of a text.
        location: String,
        /// Problem at that location.
        message: String,
    },
    /// The density is not a positive number.
    #[error("the density is no positive number of kg/m³")]
    Density,
    /// The mass is not a positive number.
    #[error("the mass is no positive number of kg")]
    Mass,
    /// No triangle mesh that could be measured.
    #[error("the character has no skin to measure")]
    NoSkin,
    /// No joint is large enough for a part.
    #[error("no joint moves enough of the skin to be a part of a ragdoll")]
    NoParts,
    /// A joint does not exist.
    #[error("there is no joint {index}: the skeleton has {count}")]
    UnknownJoint {
        /// Index of the joint.
        index: usize,
        /// Number of joints.
        count: usize,
    },
    /// The joints have no common ancestor among them.
    #[error("the joint {joint:?} does not lie below the first part, {root:?}")]
    SeveralRoots {
        /// Name of the joint.
        joint: String,
        /// Name of the root part's joint.
        root: String,
    },
    /// The ragdoll was made for another character.
    #[error("the ragdoll was made for another character")]
    OtherSkeleton,
}

impl RagdollError {
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

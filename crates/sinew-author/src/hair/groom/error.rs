use sinew::hair::{GroomError, HairError, StrandError};

/// Reason why a groom cannot be made of a description or of curves.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum GroomMakingError {
    /// Error in a description or its text.
    #[error("{location}: {message}")]
    Description {
        /// Location in the description, such as `layers[0].length`, or line and column of a text.
        location: String,
        /// Problem at that location.
        message: String,
    },
    /// A layer whose region is not found on the head.
    #[error("layer '{layer}': {reason}")]
    NoSkin {
        /// Name of the layer.
        layer: String,
        /// Reason.
        reason: &'static str,
    },
    /// Curves that do not grow from the skin.
    #[error(
        "layer '{layer}': all roots are {distance} m and more from the skin; expected at most {} m: \
             check unit, axes and place of the hair",
        super::MAX_ROOT_DISTANCE
    )]
    FarFromSkin {
        /// Name of the layer.
        layer: String,
        /// Distance of the nearest root from the skin, metres.
        distance: f32,
    },
    /// Guides and strands that make no groom.
    #[error(transparent)]
    Groom(#[from] GroomError),
}

impl GroomMakingError {
    /// Error of a field of a description.
    pub(super) fn field(location: impl Into<String>, message: impl Into<String>) -> Self {
        Self::Description { location: location.into(), message: message.into() }
    }

    /// The error with line and column of its field in the text that was read. Errors other than
    /// [`Description`](Self::Description) stay as they are.
    #[cfg(feature = "ron")]
    #[must_use]
    pub fn in_text(self, text: &str) -> Self {
        match self {
            Self::Description { location, message } => {
                Self::Description { location: sinew::internal::in_text(location, text), message }
            }
            other => other,
        }
    }
}

impl From<HairError> for GroomMakingError {
    fn from(error: HairError) -> Self {
        Self::Groom(error.into())
    }
}

impl From<StrandError> for GroomMakingError {
    fn from(error: StrandError) -> Self {
        Self::Groom(error.into())
    }
}

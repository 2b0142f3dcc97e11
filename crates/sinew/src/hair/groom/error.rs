use crate::hair::{HairError, StrandError};

/// Reason why a groom cannot be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum GroomError {
    /// A field of a description that is out of its range, or a text that is not a description.
    #[error("{location}: {message}")]
    Description {
        /// Path of the field, or line and column of the text.
        location: String,
        /// The fault, and the expected value.
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
    /// A map that a layer names and that is missing.
    #[error("layer '{layer}': the map '{map}' is missing")]
    NoMap {
        /// Name of the layer.
        layer: String,
        /// Name of the map.
        map: String,
    },
    /// Guides of different numbers of points, or another number of roots than of guides.
    #[error("layer '{layer}': {message}")]
    Layer {
        /// Name of the layer.
        layer: String,
        /// The fault.
        message: String,
    },
    /// A body that hair stays out of which is of another character.
    #[error("the hair body was measured on another character")]
    OtherBody,
    /// Guides that cannot be simulated.
    #[error(transparent)]
    Hair(#[from] HairError),
    /// Strands that do not fit their guides.
    #[error(transparent)]
    Strands(#[from] StrandError),
}

use crate::hair::{HairError, StrandError};

/// Reason why a groom cannot be made of its parts, or worn.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum GroomError {
    /// Guides of different numbers of points, or another number of roots than of guides.
    #[error("layer '{layer}': {message}")]
    Layer {
        /// Name of the layer.
        layer: String,
        /// The fault.
        message: String,
    },
    /// The body that hair stays out of was made for another character.
    #[error("the hair body was made for another character")]
    OtherSkeleton,
    /// Guides that cannot be simulated.
    #[error(transparent)]
    Hair(#[from] HairError),
    /// Strands that do not fit their guides.
    #[error(transparent)]
    Strands(#[from] StrandError),
}

use crate::{HairModelError, ModelError, WrinkleModelError};

/// Error of [`ActorModel::new`](crate::ActorModel::new).
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ActorModelError {
    /// The model does not fit the device.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The wrinkle maps do not fit the device, or cannot be decoded.
    #[error("wrinkles: {0}")]
    Wrinkles(#[from] WrinkleModelError),
    /// The hair does not fit the device.
    #[error("hair: {0}")]
    Hair(#[from] HairModelError),
    /// The looks of the decals do not fit the device.
    #[error("decals: {0}")]
    Decals(ModelError),
    /// An image of a decal's look cannot be decoded.
    #[error("the image {image:?} of the look {look:?} cannot be decoded")]
    LookImage {
        /// Name of the look.
        look: String,
        /// Name of the image.
        image: String,
    },
}

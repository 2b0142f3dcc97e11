use crate::gpu::DeviceError;

/// Error of [`WrinkleModel::new`](super::WrinkleModel::new).
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WrinkleModelError {
    /// An image cannot be decoded, or is empty.
    #[error("wrinkle image {name:?} cannot be decoded")]
    Image {
        /// Name of the image.
        name: String,
    },
    /// The rings of a mesh are larger than a buffer of the device.
    #[error("the rings of the mesh need {texels} texels; this device has {limit}")]
    TooLarge {
        /// Texels of the rings.
        texels: usize,
        /// Largest number of texels.
        limit: usize,
    },
    /// The device failed, such as for lack of memory.
    #[error(transparent)]
    Device(DeviceError),
}

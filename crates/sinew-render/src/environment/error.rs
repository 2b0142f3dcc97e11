use crate::gpu::DeviceError;

/// Error of an environment map.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EnvironmentError {
    /// The size of a picture does not fit its pixels, or is 0 or too large.
    #[error(
        "an environment map of {width} × {height} pixels cannot have {pixels} colours: expected 1 to {limit} \
         pixels a side, and a colour for each pixel"
    )]
    Size {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
        /// Number of colours.
        pixels: usize,
        /// Largest side.
        limit: u32,
    },
    /// The bytes are no picture that can be read.
    #[error("the picture cannot be read: {0}")]
    Picture(String),
    /// The device cannot draw into textures of 16-bit floats.
    #[error("the graphics device cannot draw into textures of 16-bit floats, which environment maps need")]
    Unsupported,
    /// The device failed.
    #[error(transparent)]
    Device(DeviceError),
}

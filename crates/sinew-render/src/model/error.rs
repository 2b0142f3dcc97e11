use crate::gpu::DeviceError;
use sinew::character::{ImageId, MeshId};

/// Error of uploading a character to a graphics device.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// The data of one primitive exceeds a limit of the device.
    #[error(
        "meshes[{}].primitives[{primitive}]: {bytes} bytes of {data}, the graphics device takes at most \
         {limit}; split the mesh into smaller primitives",
        mesh.0
    )]
    #[non_exhaustive]
    TooLarge {
        /// The mesh.
        mesh: MeshId,
        /// Index of the primitive in the mesh.
        primitive: usize,
        /// Kind of the data: vertices, indices, or influences and morph targets.
        data: &'static str,
        /// Size of the data in bytes.
        bytes: usize,
        /// Largest size in bytes that the device takes.
        limit: usize,
    },
    /// The device cannot hold the texture of an image.
    #[error("images[{}]: texture of {width} × {height} pixels: {error}", image.0)]
    #[non_exhaustive]
    Texture {
        /// The image.
        image: ImageId,
        /// Width of the texture in pixels.
        width: u32,
        /// Height of the texture in pixels.
        height: u32,
        /// Error of the device.
        error: DeviceError,
    },
    /// The device failed at another part of the model.
    #[error(transparent)]
    Device(DeviceError),
}

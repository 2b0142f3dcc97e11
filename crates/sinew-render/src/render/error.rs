use crate::gpu::DeviceError;
use sinew::character::MeshInstanceId;

/// Error of rendering to memory or of reading back from the device.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RenderError {
    /// Width or height is 0 or exceeds the limit of the device.
    #[error(
        "cannot render an image of {width} × {height} pixels: the graphics device takes 1 to {limit} pixels \
         per side"
    )]
    #[non_exhaustive]
    ImageSize {
        /// Width asked for, in pixels.
        width: u32,
        /// Height asked for, in pixels.
        height: u32,
        /// Longest side that the device takes, in pixels.
        limit: u32,
    },
    /// The model instance has no such mesh instance or primitive.
    #[error("the model has no primitive {primitive} in mesh instance {}", mesh_instance.0)]
    #[non_exhaustive]
    NoSuchPrimitive {
        /// Index of the mesh instance.
        mesh_instance: MeshInstanceId,
        /// Index of the primitive in its mesh.
        primitive: usize,
    },
    /// The device does not return data.
    #[error("cannot read back from the graphics device: {0}")]
    ReadBack(String),
    /// The device failed, now or in an earlier call that returns no errors.
    #[error(transparent)]
    Device(DeviceError),
}

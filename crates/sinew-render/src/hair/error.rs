use crate::gpu::DeviceError;

/// Error of uploading strands to a graphics device.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum HairModelError {
    /// The device cannot draw hair: it lacks compute shaders or storage buffers in the vertex stage, as
    /// WebGL2 does, is driven by OpenGL, or [`VertexDataBinding::Texture`](crate::VertexDataBinding::Texture)
    /// is set. Strips of hair in a mesh ([`sinew::hair::RibbonMesh`]) are drawn there.
    #[error(
        "strands need compute shaders and storage buffers in the vertex stage of Vulkan, Metal, Direct3D 12 \
         or WebGPU, which the graphics device has not; use strips of hair in a mesh"
    )]
    Unsupported,
    /// The data of the strands exceed a limit of the device.
    #[error(
        "{bytes} bytes of {data}; the graphics device takes at most {limit}: use fewer strands, or fewer \
         points per strand"
    )]
    #[non_exhaustive]
    TooLarge {
        /// Kind of the data: strands, offsets, guides or points.
        data: &'static str,
        /// Size of the data in bytes.
        bytes: usize,
        /// Largest size in bytes that the device takes.
        limit: usize,
    },
    /// Guides with fewer than 2 points.
    #[error("guides have {0} points; strands need at least 2")]
    GuidePoints(usize),
    /// A strand that follows a guide which does not exist.
    #[error("strand {strand} follows guide {guide}; there are {guides}")]
    #[non_exhaustive]
    NoSuchGuide {
        /// Index of the strand.
        strand: usize,
        /// Index of the guide.
        guide: u32,
        /// Number of guides there are.
        guides: usize,
    },
    /// The device failed.
    #[error(transparent)]
    Device(DeviceError),
}

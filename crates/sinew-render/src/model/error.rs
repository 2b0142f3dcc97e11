use sinew::character::MeshId;

/// Error of uploading a character to a graphics device.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// The data of one primitive exceeds a limit of the device.
    #[error(
        "meshes[{}].primitives[{primitive}]: {bytes} bytes of {data}, the graphics device takes at most {limit}; \
         split the mesh into smaller primitives",
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
}

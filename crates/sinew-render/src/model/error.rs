/// Error of uploading a character to a graphics device.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// The data of one primitive exceeds a limit of the device.
    #[error(
        "meshes[{mesh}].primitives[{primitive}]: {bytes} bytes of {data}, the graphics device takes at most {limit}; \
         split the mesh into smaller primitives"
    )]
    #[non_exhaustive]
    TooLarge {
        /// Index of the mesh in the character.
        mesh: usize,
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

use super::tangent::TangentError;

/// Error of painting into a texture, of a normal map, or of its conversion.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TextureError {
    /// The number of values does not fit the size of an image.
    #[error("{found} values for {width} × {height} texels; expected {expected}")]
    Size {
        /// Width in texels.
        width: u32,
        /// Height in texels.
        height: u32,
        /// Number of values.
        found: usize,
        /// Number that the size asks for.
        expected: usize,
    },
    /// The texture coordinates cover the image many times over.
    #[error(
        "the texture coordinates cover the texture more than {0} times; \
        its texels belong to no single place of the mesh"
    )]
    TooManyOverlaps(u64),
    /// The mesh of a normal map has no tangents, and none can be generated.
    #[error(transparent)]
    Tangents(#[from] TangentError),
}
